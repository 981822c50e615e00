"""An answer on its way is stale only if what its sender was asked has changed."""

from __future__ import annotations

from random import Random
from typing import Any

import httpx
import pytest

from tests.server.serving import Seat, Server, bearing, new_table


def at_table(server: Server, owner: httpx.Client, **wanted: Any) -> tuple[Seat, Seat, Seat]:
    table = new_table(owner, scenario="noon", **wanted)
    german, allied, watcher = (Seat(server, token) for token in (*table["seats"], table["watch"]))
    return german, allied, watcher


OFFERS = [{"do": "draw", "offer": "offer"}, {"do": "draw", "offer": "decline"}]
SWITCHES = [{"do": "automatic", "on": False}, {"do": "automatic", "on": True}]


@pytest.mark.parametrize("noise", [OFFERS, SWITCHES, [{"do": "language", "language": "it"}], [{"do": "sync"}]])
def test_what_others_say_makes_no_answer_stale(
    server: Server, owner: httpx.Client, noise: list[dict[str, Any]]
) -> None:
    german, allied, _ = at_table(server, owner)
    dice = Random(1)
    while german.asked["side"] == 0:
        rev, option = german.rev, dice.choice(german.asked["options"])
        for request in noise:
            assert allied.ask(**request)["is"] in ("done", "table")
        assert german.ask("answer", option=option, rev=rev)["is"] == "done"


def test_ones_own_switches_and_offers_make_no_answer_stale(server: Server, owner: httpx.Client) -> None:
    german, _, _ = at_table(server, owner)
    rev, option = german.rev, german.asked["options"][0]
    assert len(german.asked["options"]) > 1
    for request in (*OFFERS, *SWITCHES):
        assert german.ask(**request) == {"is": "done", "to": german.number, "rev": rev}
    assert german.ask("answer", option=option, rev=rev)["is"] == "done"


def test_windows_that_come_and_go_make_no_answer_stale(server: Server, owner: httpx.Client) -> None:
    table = new_table(owner, scenario="noon")
    german = Seat(server, table["seats"][0])
    rev = german.rev
    for token in (*table["seats"], table["watch"]):
        guest = Seat(server, token)
        assert guest.rev == rev
        guest.close()
    assert german.ask("answer", option=german.asked["options"][0], rev=rev)["is"] == "done"


def test_a_seat_that_changes_hands_makes_no_answer_stale(server: Server, owner: httpx.Client) -> None:
    table = new_table(owner, scenario="noon")
    german = Seat(server, table["seats"][0])
    for player in ("easy", ""):
        reply = owner.post("/api/seat/player", json={"player": player}, headers=bearing(table["seats"][1]))
        assert reply.status_code == 201, reply.text
    assert german.ask("answer", option=german.asked["options"][0], rev=german.rev)["is"] == "done"


def test_a_draw_offered_before_the_answer_is_still_there_after_it(server: Server, owner: httpx.Client) -> None:
    german, allied, _ = at_table(server, owner)
    rev = german.rev
    allied.ask("draw", offer="offer")
    assert german.ask("answer", option=german.asked["options"][0], rev=rev)["is"] == "done"
    assert german.ask("sync")["draw"] == 1
    assert german.ask("draw", offer="accept", rev=german.rev)["is"] == "done"
    assert german.ask("sync")["over"]["winner"] is None


def test_what_the_other_side_does_between_two_answers_makes_none_stale(server: Server, owner: httpx.Client) -> None:
    """Standing orders are records, but whoever must decide is asked the same as before."""
    german, allied, _ = at_table(server, owner)
    rev, option = german.rev, german.asked["options"][0]
    assert allied.table["anytime"]
    for order in allied.table["anytime"][:1]:
        assert allied.ask("anytime", option=order, rev=allied.rev)["is"] == "done"
    assert allied.rev > rev
    assert german.ask("answer", option=option, rev=rev)["is"] == "done"
    assert "has changed" in german.ask("answer", option=option, rev=rev)["text"], "and counts once"


def test_a_real_change_makes_answers_stale(server: Server, owner: httpx.Client) -> None:
    """Another window of the same seat was faster: with an answer, with an undo, with going back."""
    table = new_table(owner, scenario="noon")
    one, other = Seat(server, table["seats"][0]), Seat(server, table["seats"][0])
    rev, option = one.rev, one.asked["options"][0]
    assert other.ask("answer", option=option, rev=rev)["is"] == "done"
    for act in ("answer", "anytime", "take_back"):
        assert "has changed" in one.ask(act, option=option, rev=rev)["text"]
    for act in ("undo", "redo", "resign"):
        assert "has changed" in one.ask(act, rev=rev)["text"]
    assert "has changed" in one.ask("back", to=0, rev=rev)["text"]
    after = other.rev
    other.ask("undo", rev=after)
    assert "has changed" in one.ask("answer", option=option, rev=after)["text"]
    assert "has changed" in one.ask("answer", option=option, rev=other.rev + 1)["text"], "nor is it ahead of its time"


def test_a_draw_is_accepted_only_at_the_table_as_it_was_seen(server: Server, owner: httpx.Client) -> None:
    german, allied, _ = at_table(server, owner)
    german.ask("draw", offer="offer")
    rev = allied.rev
    german.ask("answer", option=german.asked["options"][0])
    assert "has changed" in allied.ask("draw", offer="accept", rev=rev)["text"]
    assert allied.ask("sync")["over"] is None


@pytest.mark.parametrize("offer", ["accept", "decline", "", "offer?"])
def test_what_was_not_offered_can_be_neither_accepted_nor_declined(
    server: Server, owner: httpx.Client, offer: str
) -> None:
    german, _, _ = at_table(server, owner)
    assert german.ask("draw", offer=offer)["text"] == "No draw has been offered."


def test_nobody_accepts_an_offer_of_his_own(server: Server, owner: httpx.Client) -> None:
    german, _, _ = at_table(server, owner)
    german.ask("draw", offer="offer")
    assert german.ask("draw", offer="accept")["text"] == "No draw has been offered."
