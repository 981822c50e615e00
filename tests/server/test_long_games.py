"""Games of any length at a table: opened from a position on the way, told by and by, checked beside."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import msgspec

from ardennes.engine.match import Match
from ardennes.engine.options import Kind
from ardennes.engine.saves import pack, unpack
from ardennes.server.log import AT_ONCE, lines_from, lines_of
from tests.server.serving import Seat, Server, bearing, serving

FIRST = 0


@cache
def played() -> Match:
    """A long random game that is not over."""
    match, rng = Match.new("deadly_woods", seed="long table"), random.Random(3)
    while len(match.records) < 1700 or len(match.records) == match.settled:
        assert match.asked is not None
        going_on = [o for o in match.asked.options if match.game.verbs.split(o)[0].kind is not Kind.NOTHING]
        match.apply(rng.choice(going_on or list(match.asked.options)))
    return match


def whole_log(match: Match, side: int) -> list[str]:
    catalogue = match.game.catalogue()
    lines = [*lines_of(match, -1, side, catalogue), *lines_from(match, side, "en", 0)]
    return [line.text for line in lines if "fresh dice" not in line.text and "other dice" not in line.text]


def uploaded(owner: httpx.Client, save: bytes) -> dict[str, Any]:
    reply = owner.post("/api/tables/upload", content=save)
    assert reply.status_code == 201, reply.text
    found: dict[str, Any] = reply.json()
    return found


def checked(seat: Seat) -> str:
    """What became of the check of the log, when it is over."""
    told = seat.table
    while told["log_check"] == "pending":
        told = seat.wait("presence")
    return str(told["log_check"])


def test_log_of_a_long_game_comes_by_and_by(server: Server, owner: httpx.Client) -> None:
    match = played()
    seat = Seat(server, uploaded(owner, match.packed())["seats"][FIRST])
    told, first = seat.table["log"], seat.table["log_from"]
    assert first > 0
    assert len(told) < 2 * AT_ONCE
    asked = 0
    while first >= 0:
        part = seat.ask("log", before=first)
        assert part["log_from"] < first
        assert all(line.get("record", -1) < first for line in part["log"])
        told, first, asked = [*part["log"], *told], part["log_from"], asked + 1
    assert asked > 2
    texts = [line["text"] for line in told]
    said = whole_log(match, FIRST)
    assert len(texts) <= len(said) + 1, "nothing but that there are other dice"
    assert [text for text in texts if text in said] == said
    assert [(line.get("record", -1), line["n"]) for line in told] == sorted(
        (line.get("record", -1), line["n"]) for line in told
    )
    for before in (-1, len(match.records) + 1):
        assert "no moment" in seat.ask("log", before=before)["text"]


def changed(seat: Seat, **act: Any) -> dict[str, Any]:
    seat.socket.send(json.dumps({**act, "rev": seat.rev}))
    return seat.wait("change")


def test_change_tells_the_lines_from_the_first_new_record_on(server: Server, owner: httpx.Client) -> None:
    match = played()
    assert match.asked is not None
    seat = Seat(server, uploaded(owner, match.packed())["seats"][match.asked.side])
    option = next(o for o in match.asked.options if match.game.verbs.split(o)[0].kind is not Kind.NOTHING)
    records = seat.table["records"]
    change = changed(seat, do="answer", option=option)
    assert (change["cut"], change["records"] > records) == (records, True)
    assert all(line["record"] >= records for line in change["log"])
    assert change["settled"] <= records
    assert change["picks"][-1] == [records, option]
    change = changed(seat, do="undo")
    assert (change["cut"], change["log"], change["records"]) == (records, [], records)


def test_any_moment_of_a_long_game_is_shown(server: Server, owner: httpx.Client) -> None:
    match = played()
    headers = bearing(uploaded(owner, match.packed())["seats"][FIRST])
    with httpx.Client(base_url=server.base, headers=headers, timeout=60) as seat:
        for number in (0, 3, 700, 1400, len(match.records)):
            seen = seat.get(f"/api/seat/replay?to={number}").json()
            view = match.at(number).position.view(FIRST)
            assert (seen["at"], seen["of"]) == (number, len(match.records))
            assert seen["columns"]["where"] == list(view.where)
            assert number < 3 or seen["log"][-1].get("record", -1) < number
        clip = seat.get("/api/seat/clip?start=690").json()
        assert clip["start"]["at"] == 690
        assert clip["frames"][0]["at"] > 690
        assert clip["frames"][-1]["at"] < len(match.records)
        since = seat.get("/api/seat/clip").json()
        assert 0 < since["start"]["at"] < len(match.records)
        assert since["frames"][-1]["at"] == len(match.records)


def test_log_of_a_file_is_checked_beside_the_table(server: Server, owner: httpx.Client) -> None:
    assert checked(Seat(server, uploaded(owner, played().packed())["seats"][FIRST])) == ""


def test_what_is_known_of_a_log_is_no_part_of_the_save() -> None:
    match = played()
    marked = Match.unpacked(match.packed())
    marked.header = msgspec.structs.replace(match.header, log_check="pending")
    assert unpack(marked.packed()).header == unpack(match.packed()).header, "the same game asks the same questions"


def test_file_whose_log_leads_elsewhere_is_known_for_good(tmp_path: Path) -> None:
    kept = unpack(played().packed())
    records = list(kept.records)
    records[4] = msgspec.structs.replace(records[4], option=99)
    with serving(tmp_path) as server, server.owner() as owner:
        table = uploaded(owner, pack(kept.header, kept.checkpoints, records))
        assert checked(Seat(server, table["seats"][FIRST])) == "failed"
    with serving(tmp_path) as server:
        assert Seat(server, table["seats"][FIRST]).table["log_check"] == "failed"


def test_history_is_written_on_from_where_it_was(server: Server, owner: httpx.Client) -> None:
    match = played()
    assert match.asked is not None
    table = uploaded(owner, match.packed())
    seat = Seat(server, table["seats"][match.asked.side])
    with httpx.Client(base_url=server.base, headers=bearing(table["seats"][FIRST]), timeout=60) as page:
        first = page.get("/api/seat/history").json()
        for _ in range(3):
            changed(seat, do="answer", option=seat.asked["options"][0])
            if seat.asked["side"] != match.asked.side:
                break
        second = page.get("/api/seat/history").json()
    assert len(first["curve"]) > 20
    assert second["curve"][: len(first["curve"]) - 1] == first["curve"][:-1]
    assert second["throws"][: len(first["throws"])] == first["throws"]
    assert second["curve"][-1][0] > first["curve"][-1][0]
