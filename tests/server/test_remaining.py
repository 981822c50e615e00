"""What a seat hears of its phase: what remains, where one is, what undo takes back, and what a wrong place answers."""

from __future__ import annotations

from typing import Any

import httpx

from ardennes.engine.game import load_game
from ardennes.engine.notation import read_option
from tests.server.serving import Seat, Server, new_table

NOON = load_game("crossroads").load_data("noon", ())


def option(words: str) -> int:
    return int(read_option(NOON, words))


def told(server: Server, owner: httpx.Client, language: str = "en") -> tuple[Seat, dict[str, Any]]:
    table = new_table(owner, scenario="noon", automatic=False)
    seat = Seat(server, table["seats"][0])
    return seat, seat.ask("language", language=language)


def test_what_remains_in_both_languages(server: Server, owner: httpx.Client) -> None:
    for language, text in (("en", "3 units can move"), ("it", "3 unità possono muovere")):
        seat, table = told(server, owner, language)
        remaining = table["asked"]["remaining"]
        assert remaining["text"] == text
        assert remaining["option"] == option("done")
        assert remaining["final"]
        assert [table["columns"]["where"][unit] >= 0 for unit in remaining["units"]] == [True] * 3
        seat.close()


def test_the_other_side_hears_where_one_is_but_not_what_remains(server: Server, owner: httpx.Client) -> None:
    table = new_table(owner, scenario="noon")
    other = Seat(server, table["seats"][1]).ask("sync")
    assert other["stages"] == ["Movement"]
    assert other["asked"]["remaining"] is None


def test_undo_is_called_what_was_chosen(server: Server, owner: httpx.Client) -> None:
    seat, table = told(server, owner)
    assert table["undoes"] == ""
    for words, said in (
        ("move Pz", "Move Panzer battalion"),
        ("to 0603", "Go to 0603"),
        ("done", "Stop the unit here"),
    ):
        seat.ask("answer", rev=seat.rev, option=option(words))
        assert seat.ask("sync")["undoes"] == said


def test_a_move_has_its_way_in_the_log(server: Server, owner: httpx.Client) -> None:
    seat, _ = told(server, owner)
    for words in ("move Pz", "to 0602"):
        seat.ask("answer", rev=seat.rev, option=option(words))
    ways = [line["way"] for line in seat.ask("sync")["log"] if line.get("way")]
    assert ways == [[NOON.board.hex("0703"), NOON.board.hex("0602")]]


def test_a_place_where_nothing_can_be_done_says_what_is_asked(server: Server, owner: httpx.Client) -> None:
    for language, said in (("en", "Nothing in 0101"), ("it", "Niente in 0101")):
        seat, table = told(server, owner, language)
        refused = seat.ask("why", options=[option("to 0101")])
        assert refused["text"].startswith(said)
        assert table["asked"]["prompt"] in refused["text"]
        assert refused["rule"] == table["asked"]["rule"]
        seat.close()
