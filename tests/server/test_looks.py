"""Looking besides the table, over the wire: overlays, supply lines, what-ifs and ways bent by hand."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from ardennes.engine.game import load_game
from ardennes.server.overlays import front_on
from tests.server.serving import Seat, Server, new_table

CROSSROADS, BULGE = load_game("crossroads"), load_game("bulge1944")


def seats(server: Server, owner: httpx.Client, **wanted: Any) -> tuple[Seat, Seat, Seat]:
    """A window at each seat, and a watcher's."""
    table = new_table(owner, **{"scenario": "noon", **wanted})
    return Seat(server, table["seats"][0]), Seat(server, table["seats"][1]), Seat(server, table["watch"])


def hex_of(label: str) -> int:
    return CROSSROADS.load_data("noon", ()).board.hex(label)


def test_everybody_may_look_at_any_time(server: Server, owner: httpx.Client) -> None:
    german, allied, watcher = seats(server, owner, game="bulge1944", scenario="campaign")
    for window in (german, allied, watcher):
        for name in ("zones", "supply", "victory", "enemy-reach", "front"):
            layers = window.ask("overlay", name=name)["overlay"]
            assert layers, f"{name} shows nothing"
        unit = BULGE.load_data("campaign", ()).unit("1SS")
        line = window.ask("line", unit=unit)["line"]
        assert line["hexes"][0] == german.table["columns"]["where"][unit]
        assert line["rule"] == "13.0"
    (reach,) = german.ask("overlay", name="enemy-reach")["overlay"]
    assert reach["side"] == 1
    assert len(reach["hexes"]) == len(reach["labels"]) == len(reach["amounts"])
    size = len(json.dumps(german.ask("overlay", name="zones")))
    assert size < 4096, f"{size} bytes for the zones of a whole army"


def test_what_if_over_the_wire(server: Server, owner: httpx.Client) -> None:
    _, allied, _ = seats(server, owner, game="bulge1944", scenario="campaign")
    data = BULGE.load_data("campaign", ())
    here = allied.table["columns"]["where"][data.unit("14Cav")]
    fights = allied.ask("fights", hex=here)["fights"]
    assert fights[0] == [0, here]
    whole = allied.ask("what_if", side=0, hex=here)["what_if"]
    assert sum(chance["p"] for chance in whole["about"]["chances"]) == pytest.approx(1)
    part = allied.ask("what_if", side=0, hex=here, options=whole["chosen"][:1])["what_if"]
    assert part["chosen"] == whole["chosen"][:1]
    assert part["about"]["tallies"][0]["total"] < whole["about"]["tallies"][0]["total"]


@pytest.mark.parametrize(
    "asked",
    [
        {"do": "overlay", "name": "secrets"},
        {"do": "overlay"},
        {"do": "line", "unit": 9999},
        {"do": "line", "unit": -3},
        {"do": "fights", "hex": 99999},
        {"do": "what_if", "side": 7, "hex": 0},
        {"do": "what_if", "side": 0, "hex": -1},
        {"do": "what_if", "side": 1, "hex": 0, "options": []},
        {"do": "about", "option": 0, "path": [70000]},
    ],
)
def test_nonsense_is_refused_with_a_reason(server: Server, owner: httpx.Client, asked: dict[str, Any]) -> None:
    german, _, _ = seats(server, owner)
    reply = german.ask(**asked)
    assert reply["is"] == "refused"
    assert reply["text"]
    assert german.ask("sync")["rev"] == 0


def test_way_bent_by_hand_over_the_wire(server: Server, owner: httpx.Client) -> None:
    german, allied, _ = seats(server, owner)
    data = CROSSROADS.load_data("noon", ())
    verbs = CROSSROADS.verbs
    german.ask("answer", rev=0, option=verbs.named("move") + data.unit("Pz"))
    to = verbs.named("to") + hex_of("0503")
    told = german.ask("about", option=to, path=[hex_of("0704")])["about"]
    assert told["path"] == [hex_of(label) for label in ("0704", "0603", "0503")]
    assert told["along"] == [2, 4, 5]
    refused = german.ask("answer", rev=german.rev, option=to, path=[hex_of("0701"), hex_of("0503")])
    assert (refused["is"], refused["rule"]) == ("refused", "3.1")
    assert german.ask("answer", rev=german.rev, option=to, path=told["path"])["is"] == "done"
    walks = allied.wait("change"), allied.wait("change")
    assert walks[1]["walks"] == [[data.unit("Pz"), [hex_of("0703"), *told["path"]]]]


def test_nothing_hidden_is_in_what_is_looked_at(server: Server, owner: httpx.Client) -> None:
    german, allied, watcher = seats(server, owner, scenario="dawn")
    data = CROSSROADS.load_data("dawn", ())
    hidden = [unit for unit, piece in enumerate(data.counters) if piece.side == 0 and not getattr(piece, "stand_in")]  # noqa: B009
    for window in (allied, watcher):
        for name in CROSSROADS.overlays.names:
            for layer in window.ask("overlay", name=name)["overlay"]:
                assert not set(layer["units"]) & set(hidden)
        (reach, *_) = window.ask("overlay", name="enemy-reach")["overlay"]
        assert {label[-1] for label in reach["labels"]} == {"?"}, "the strength of what lies face down is told"
        for unit in hidden:
            assert window.ask("line", unit=unit)["is"] == "refused"
    (own,) = german.ask("overlay", name="enemy-reach")["overlay"]
    assert "?" not in "".join(own["labels"])


def test_front_of_the_day_or_of_the_last_day_known() -> None:
    dates = {date: front.date for date in ("1944-12-16", "1944-12-23", "1945-03-01") if (front := front_on(date))}
    assert dates == {"1944-12-16": "1944-12-16", "1944-12-23": "1944-12-22", "1945-03-01": "1945-01-16"}
    assert front_on("1944-12-01") is None
