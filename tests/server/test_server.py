"""The real server, talked to as pages talk to it: seats, secrets, refusals, and nothing lost."""

from __future__ import annotations

import json
import random
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from ardennes.engine.match import Match
from tests.server.serving import Seat, Server, bearing, new_table, serving


def test_a_mistake_in_the_lobby_is_explained(owner: httpx.Client) -> None:
    unknown = owner.post("/api/tables", json={"game": "chess"})
    assert unknown.status_code == 400
    assert "there is no game 'chess'" in unknown.json()["detail"]
    conflict = owner.post("/api/tables", json={"game": "bulge1944", "options": ["phantoms"]})
    assert "needs option 'hidden'" in conflict.json()["detail"]
    assert owner.post("/api/tables", json={"gam": "crossroads"}).status_code == 400


def test_an_answer_reaches_both_seats_and_the_log(server: Server, owner: httpx.Client) -> None:
    table = new_table(owner, scenario="noon")
    german, allied = (Seat(server, token) for token in table["seats"])
    assert german.asked["side"] == 0
    assert allied.asked["options"] == []
    assert german.ask("answer", option=german.asked["options"][0], rev=german.rev)["is"] == "done"
    told = allied.wait("change")
    assert told["asked"]["side"] == 0
    assert told["rev"] == german.rev


def test_refusals_name_their_rule_and_change_nothing(server: Server, owner: httpx.Client) -> None:
    seat = Seat(server, new_table(owner)["seats"][0])
    before = seat.ask("sync")
    refused = seat.ask("answer", option=1 << 16)
    assert refused["is"] == "refused"
    assert refused["rule"] == "2.2"
    after = seat.ask("sync")
    assert after["columns"] == before["columns"]
    assert after["asked"] == before["asked"]


@pytest.mark.parametrize(
    "text",
    ["", "?", "[]", "{}", '{"do":"fly"}', '{"do":"answer","option":"x"}', '{"do":"answer","extra":1}', "[" * 3000],
)
def test_messages_that_make_no_sense_are_refused(server: Server, owner: httpx.Client, text: str) -> None:
    seat = Seat(server, new_table(owner)["seats"][0])
    before = seat.ask("sync")
    seat.socket.send(text)
    assert seat.wait("refused")["text"]
    assert seat.ask("sync") == before


def test_too_long_and_too_many_messages_are_refused(server: Server, owner: httpx.Client) -> None:
    seat = Seat(server, new_table(owner)["seats"][0])
    seat.socket.send(json.dumps({"do": "sync", "language": "x" * 5000}))
    assert "too long" in seat.wait("refused")["text"]
    for _ in range(120):
        seat.socket.send('{"do":"why","options":[1]}')
    while "Too many" not in seat.wait("refused")["text"]:
        pass


def test_the_other_side_and_watchers_may_not_decide(server: Server, owner: httpx.Client) -> None:
    table = new_table(owner)
    german = Seat(server, table["seats"][0])
    option = german.asked["options"][0]
    allied, watcher = Seat(server, table["seats"][1]), Seat(server, table["watch"])
    for other in (allied, watcher):
        assert other.ask("answer", option=option)["is"] == "refused"
        assert other.ask("undo")["is"] == "refused"
    assert german.ask("sync")["undoable"] == 0


def test_a_stale_answer_is_refused(server: Server, owner: httpx.Client) -> None:
    seat = Seat(server, new_table(owner)["seats"][0])
    first = seat.asked["options"][0]
    seat.ask("answer", option=first, rev=seat.rev)
    assert "has changed" in seat.ask("answer", option=first, rev=0)["text"]


def test_a_message_sent_twice_counts_once(server: Server, owner: httpx.Client) -> None:
    seat = Seat(server, new_table(owner, scenario="noon")["seats"][0])
    copied = json.dumps({"id": 7, "do": "answer", "rev": seat.rev, "option": seat.asked["options"][0]})
    seat.socket.send(copied)
    seat.wait("done")
    before = seat.ask("sync")
    seat.socket.send(copied)
    assert "has changed" in seat.wait("refused")["text"]
    assert seat.ask("sync") == before


def test_an_enormous_message_closes_its_own_window_alone(server: Server, owner: httpx.Client) -> None:
    token = new_table(owner)["seats"][0]
    loud, quiet = Seat(server, token), Seat(server, token)
    before = quiet.ask("sync")["columns"]
    loud.socket.send("x" * 1_000_000)
    with pytest.raises(ConnectionClosed):
        loud.wait("refused")
    assert quiet.ask("sync")["columns"] == before


def test_two_windows_on_one_seat_stay_in_step(server: Server, owner: httpx.Client) -> None:
    token = new_table(owner)["seats"][0]
    one, other = Seat(server, token), Seat(server, token)
    one.ask("answer", option=one.asked["options"][0])
    assert other.wait("change")["asked"] == one.asked
    other.ask("undo")
    assert one.wait("change")["asked"] == other.asked


def test_a_game_goes_on_after_a_power_cut(tmp_path: Path) -> None:
    dice = random.Random(1)
    with serving(tmp_path) as running, running.owner() as owner:
        table = new_table(owner, scenario="noon")
        seats = [Seat(running, token) for token in table["seats"]]
        for _ in range(25):
            deciding = seats[seats[0].asked["side"]]
            if deciding.rev < seats[1 - seats[0].asked["side"]].rev:
                deciding.ask("sync")
            deciding.ask("answer", option=dice.choice(deciding.asked["options"]))
            for seat in seats:
                seat.ask("sync")
        seen = seats[0].ask("sync")
    with serving(tmp_path) as again:
        resumed = Seat(again, table["seats"][0]).table
        assert resumed["columns"] == seen["columns"]
        assert resumed["log"] == seen["log"]
        assert resumed["asked"] == seen["asked"]


def test_nothing_hidden_is_ever_sent(server: Server, owner: httpx.Client) -> None:
    """German counters lie face down at dawn: no message to the Allied seat may name one that has not been revealed."""
    table = new_table(owner)
    data = owner.get("/api/seat/data", headers=bearing(table["seats"][0])).json()
    german, allied = (Seat(server, token) for token in table["seats"])
    secret = {
        number: counter["name"]
        for number, counter in enumerate(data["counters"])
        if counter["side"] == 0 and not counter["face"]["stand_in"]
    }
    where = allied.table["columns"]["where"]
    assert all(where[number] < 0 for number in secret)
    dice = random.Random(3)
    while german.asked["side"] == 0:
        german.ask("answer", option=dice.choice(german.asked["options"]))
    revealed = " ".join(line["text"] for text in allied.heard for line in json.loads(text).get("log", []))
    for text in allied.heard:
        for name in secret.values():
            assert name not in text or f"{name} is revealed" in revealed


def test_save_file_comes_back_as_a_table(server: Server, owner: httpx.Client) -> None:
    table = new_table(owner, scenario="noon")
    seat = Seat(server, table["seats"][0], server.key)
    seat.ask("answer", option=seat.asked["options"][0])
    saved = owner.get(f"/api/tables/{table['id']}/download").content
    assert Match.unpacked(saved).records
    back = owner.post("/api/tables/upload", content=saved)
    assert back.status_code == 201, back.text
    assert Seat(server, back.json()["seats"][0]).table["columns"] == seat.ask("sync")["columns"]
    broken = owner.post("/api/tables/upload", content=saved[:-5])
    assert broken.status_code == 400
    assert "damaged" in broken.json()["detail"]


def test_fork_rename_delete_and_restore(server: Server, owner: httpx.Client) -> None:
    table = new_table(owner, scenario="noon")
    seat = Seat(server, table["seats"][0], server.key)
    start = seat.table["columns"]
    seat.ask("answer", option=seat.asked["options"][0])
    twin = owner.post(f"/api/tables/{table['id']}/fork", json={"at": 0}).json()
    assert Seat(server, twin["seats"][0]).table["columns"] == start
    assert owner.post(f"/api/tables/{table['id']}/fork", json={"at": 999}).status_code == 400
    named = owner.post(f"/api/tables/{table['id']}/rename", json={"name": "Tuesday"}).json()
    assert named["name"] == "Tuesday"
    assert owner.post(f"/api/tables/{table['id']}/delete").json()["deleted"]
    assert not owner.post(f"/api/tables/{table['id']}/restore").json()["deleted"]


def test_draw_and_resignation(server: Server, owner: httpx.Client) -> None:
    table = new_table(owner)
    german, allied = (Seat(server, token) for token in table["seats"])
    assert german.ask("draw", offer="accept")["is"] == "refused"
    german.ask("draw", offer="offer")
    allied.ask("draw", offer="accept")
    assert allied.ask("sync")["over"]["winner"] is None
    other = Seat(server, new_table(owner)["seats"][0])
    other.ask("resign")
    assert other.ask("sync")["over"]["winner"] == 1


def test_the_language_can_be_changed_in_mid_game(server: Server, owner: httpx.Client) -> None:
    seat = Seat(server, new_table(owner)["seats"][0])
    english = seat.asked["prompt"]
    assert seat.ask("language", language="it")["asked"]["prompt"] != english
    assert seat.ask("language", language="xx")["is"] == "refused"


def test_each_seat_says_whether_its_questions_answer_themselves(server: Server, owner: httpx.Client) -> None:
    """With the one unit that can move, "done" is all that is left after its move: asked only where that is wanted."""
    table = new_table(owner, scenario="noon")
    german, allied = (Seat(server, token) for token in table["seats"])
    assert german.table["automatic"] == [True, True]
    assert german.ask("automatic", on=False)["is"] == "done"
    assert allied.wait("presence")["automatic"] == [False, True]
    while german.asked and german.asked["side"] == 0 and len(german.asked["options"]) > 1:
        german.ask("answer", option=german.asked["options"][0])
    assert len(german.asked["options"]) == 1, "the only answer is left to the player"
    left = german.ask("sync")["records"]
    german.ask("automatic", on=True)
    after = german.ask("sync")
    assert after["records"] > left
    assert after["asked"]["side"] == 1 or len(after["asked"]["options"]) > 1
    assert Seat(server, table["watch"]).ask("automatic", on=False)["is"] == "refused"


def test_replay_shows_every_moment(server: Server, owner: httpx.Client) -> None:
    table = new_table(owner, scenario="noon")
    token = table["seats"][0]
    seat = Seat(server, token)
    start = seat.table["columns"]
    seat.ask("answer", option=seat.asked["options"][0])
    assert owner.get("/api/seat/replay?to=0", headers=bearing(token)).json()["columns"] == start
    assert owner.get("/api/seat/replay?to=77", headers=bearing(token)).status_code == 400


def test_rules_can_be_looked_up(owner: httpx.Client) -> None:
    found = owner.get("/api/rules/crossroads?case=3.4").json()
    assert found[0]["case"] == "3.4"
    assert owner.get("/api/rules/crossroads?search=die bank").json()
    assert owner.get("/api/rules/nothing").status_code == 400
