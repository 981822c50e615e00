"""4.1, 12.0 The Asset Phase, and the assets one by one."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from ardennes.engine.notation import read_option
from ardennes.engine.procedure import answer
from ardennes.games.deadly_woods.rules.boundaries import SIXTH
from ardennes.games.deadly_woods.rules.pieces import ALLIED, GERMAN
from tests.deadly_woods.fields import Battlefield, field, new_game

HOME = "28-110 3115, 28-112 3116, 26VG-a 3808, 26VG-b 4010"
"""A few units, well apart."""


def places(match: Battlefield) -> set[str]:
    return {offer.removeprefix("at ") for offer in match.offers() if offer.startswith("at ")}


def at(prompt: str, units: str = HOME, turn: int = 3, **more: object) -> Battlefield:
    """The Asset Phase at a question, everything before it declined."""
    match = field(units, "assets", turn=turn, **more)  # type: ignore[arg-type]
    while match.prompt_code() != prompt:
        match.do("done")
    return match


def prompts(turn: int, units: str = HOME, clocks: Iterable[str] = ()) -> list[str]:
    """The questions of the Asset Phase, all of them declined."""
    match = field(units, "assets", turn=turn, clocks=clocks)
    seen = []
    while match.prompt_code() in (
        "choose-engineers-to-place",
        "place-greif",
        "choose-motorized",
        "place-traffic",
        "place-delay",
    ):
        seen.append(match.prompt_code())
        owner = GERMAN if seen[-1] in ("place-greif", "choose-motorized") else ALLIED
        assert match.prompt().args["side"] == owner
        match.do("done")
    return seen


# --- the phase ---------------------------------------------------------------------------------------


@pytest.mark.rule("deadly_woods", "4.1-it", "12.1-f", "4.1-a", "4.1-b", "4.1-c", "4.1-d", "4.1-e")
def test_order_of_the_asset_phase() -> None:
    assert prompts(3) == [
        "choose-engineers-to-place",
        "place-greif",
        "choose-motorized",
        "place-traffic",
        "place-delay",
    ]


@pytest.mark.rule("deadly_woods", "4.1-b", "4.1-c", "4.1-d", "4.1-e", "12.1-e", "12.9.1-b")
def test_which_assets_on_which_turn() -> None:
    assert new_game().prompt_code() == "choose-attack", "nothing on turn 1"
    assert prompts(1) == []
    by_turn = {turn: prompts(turn) for turn in range(2, 13)}
    for prompt, turns in (
        ("choose-engineers-to-place", range(2, 13)),
        ("place-greif", range(2, 5)),
        ("choose-motorized", range(2, 13)),
        ("place-traffic", range(2, 4)),
        ("place-delay", range(2, 6)),
    ):
        assert [turn for turn, found in by_turn.items() if prompt in found] == list(turns), prompt
    contested = prompts(6, clocks=["initiative = 0"])
    assert "place-delay" in contested, "on turn 6 too, if the Germans keep it"


@pytest.mark.rule("deadly_woods", "4.1-f", "12.9-a", "12.1-a")
def test_special_reinforcements_come_first_of_all() -> None:
    track = "Art-VII-1 turn-track, Eng-VII-1 turn-track, 84-333 2215, Art-XXX-1 turn-track"
    match = field(f"{HOME}, {track}", "assets", turn=3)
    assert match.place("Art-VII-1") == "assets"
    assert "deploy Eng-VII-1" in match.offers(), "and may be used at once"
    assert match.place("Art-XXX-1") == "turn-track", "turn 5"
    back = field(f"{HOME}, Neb-5Pz-1 turn-track due=3, AirSupply turn-track", "assets", turn=3)
    assert (back.place("Neb-5Pz-1"), back.position.due[back.unit("Neb-5Pz-1")]) == ("assets", 0)
    assert field(f"{HOME}, AirSupply turn-track", "assets", turn=6).place("AirSupply") == "turn-track", "by chit only"
    waits = field(f"{HOME}, Neb-5Pz-1 turn-track due=4", "assets", turn=3)
    assert waits.place("Neb-5Pz-1") == "turn-track"


@pytest.mark.rule("deadly_woods", "12.1-c", "12.1-d", "15.0-b")
def test_assets_return_and_expire() -> None:
    units = f"{HOME}, Greif 2215, Traffic 2216, Delay 2217, Motorized 4010, Art-5Pz-1 assets used, Eng-VIII-1 3115"
    match = field(units, "end", turn=2)
    assert [match.place(id) for id in ("Greif", "Motorized", "Traffic", "Delay")] == ["assets"] * 4
    assert match.place("Eng-VIII-1") == "3115", "engineers stay"
    assert not match.position.used[match.unit("Art-5Pz-1")]
    assert field(units, "end", turn=3).place("Traffic") == "removed"
    assert field(units, "end", turn=3).place("Greif") == "assets"
    assert field(units, "end", turn=4).place("Greif") == "removed"


# --- engineers ---------------------------------------------------------------------------------------


@pytest.mark.rule("deadly_woods", "12.4.1-a", "12.4.1-c")
def test_where_engineers_go() -> None:
    match = at("choose-engineers-to-place")
    match.do("deploy Eng-VIII-1")
    data = match.data
    near = data.within_three[match.hex("3115")] | data.within_three[match.hex("3116")]
    assert places(match)
    for label in places(match):
        hex = match.hex(label)
        assert hex in near
        assert hex in data.places
        assert match.holder(label) == "allied"
    lost = at("choose-engineers-to-place", german=("3115",))
    lost.do("deploy Eng-VIII-1")
    assert "3115" not in places(lost)
    other = at("choose-engineers-to-place", units="30-117 3115, 26VG-a 3808, Eng-VIII-1 assets, Eng-VIII-2 assets")
    assert not any("VIII" in offer for offer in other.offers()), "no unit of the corps near"
    assert field(HOME, "german move").why("deploy Eng-VIII-1")[0] == "not-offered", "in the Asset Phase only"


@pytest.mark.rule("deadly_woods", "6.1-c", "12.4.1-c")
def test_engineers_do_not_join_another_corps() -> None:
    match = at("choose-engineers-to-place", units="28-110 3015, 99-393 3115, 26VG-a 3808")
    match.do("deploy Eng-VIII-1")
    assert "3115" not in places(match)
    assert match.why("at 3115") == ("another-corps-there", "6.1")
    assert match.why("at 0101") == ("cannot-go-there", "12.4.1")
    own = at("choose-engineers-to-place", units="28-110 3115, 26VG-a 3808")
    own.do("deploy Eng-VIII-1")
    assert "3115" in places(own), "their own corps"
    no_corps = at("choose-engineers-to-place", units="28-110 3015, 82-504 3115, 26VG-a 3808")
    no_corps.do("deploy Eng-VIII-1")
    assert "3115" in places(no_corps), "airborne units have no corps"


@pytest.mark.rule("deadly_woods", "12.4.1-d", "12.4.1-f")
def test_engineers_are_called_back() -> None:
    match = at("choose-engineers-to-place", units=f"{HOME}, Eng-VIII-1 3115")
    match.do("remove Eng-VIII-1")
    assert match.place("Eng-VIII-1") == "turn-track"
    assert match.position.due[match.unit("Eng-VIII-1")] == 4, "one turn ahead"
    placed = at("choose-engineers-to-place")
    placed.do("deploy Eng-VIII-1", "at 3115")
    assert placed.place("Eng-VIII-1") == "3115"
    assert placed.why("deploy Eng-VIII-1") == ("cannot-deploy", "12.4.1"), "it is there already"
    assert placed.why("remove Eng-VIII-1") == ("cannot-remove", "12.4.1"), "in a later turn"
    stays = field(f"{HOME}, Eng-VIII-1 3115", "end", turn=3)
    assert stays.place("Eng-VIII-1") == "3115"


@pytest.mark.rule("deadly_woods", "12.4.1-e", "12.4.4-a")
def test_engineers_driven_off_come_back_two_turns_later() -> None:
    """The rulebook's example: entered on turn 3, back on turn 5."""
    match = field("26VG-a 3114, 26VG-b 4010, Eng-VIII-1 3115", "german move", turn=3)
    match.do("move 26VG-a", "to 3115")
    assert match.position.due[match.unit("Eng-VIII-1")] == 5


@pytest.mark.rule("deadly_woods", "12.4.1-c", "6.3-b")
def test_where_engineers_do_not_go() -> None:
    """3115 is a Village within three hexes of the only unit of the corps."""
    pocket = "28-110 3015, 2Pz-a 3014, 2Pz-b 3116, 116Pz-a 2916"
    assert not any("VIII" in offer for offer in field(pocket, "assets", turn=3).offers()), "out of supply"
    for taken in ("Eng-VIII-2 3115", "Eng-V-1 3115"):
        match = at("choose-engineers-to-place", units=f"{HOME}, {taken}")
        match.do("deploy Eng-VIII-1")
        assert "3115" not in places(match), "one to a hex"
    away = at("choose-engineers-to-place", units=f"{HOME}, Eng-VIII-1 turn-track due=4")
    assert away.why("deploy Eng-VIII-1") == ("cannot-deploy", "12.4.1"), "not yet back"
    cut = at("choose-engineers-to-place", units="28-110 3216, 2Pz-a 3014, 2Pz-b 3016, 116Pz-a 3214, 26VG-a 3116")
    assert "at 3115" not in cut.offers()


@pytest.mark.rule("deadly_woods", "4.1-a", "4.1-c", "4.1-d", "4.1-e")
def test_assets_may_be_kept() -> None:
    match = field(HOME, "assets", turn=3)
    while "done" in match.offers() and match.prompt_code() != "choose-first-chit":
        match.do("done")
    assert {match.place(id) for id in ("Greif", "Motorized", "Traffic", "Delay", "Eng-VIII-1")} == {"assets"}
    assert match.position.motorized == -1


@pytest.mark.rule("deadly_woods", "12.1-c", "12.1-d")
def test_assets_that_are_gone_are_not_asked_for() -> None:
    gone = f"{HOME}, Greif removed, Traffic removed, Delay turn-track due=4, Motorized 4010"
    assert prompts(3, gone) == ["choose-engineers-to-place"]


# --- Greif, Traffic, Delay ---------------------------------------------------------------------------


@pytest.mark.rule("deadly_woods", "12.5-a", "12.5-b")
def test_where_greif_goes() -> None:
    apart = "28-110 3115, 26VG-a 3808"
    match = at("place-greif", units=f"{apart}, Eng-VIII-1 2215", turn=3)
    board = match.data.board
    allied = [match.hex(label) for label in ("3115", "2215")]
    near = {*allied, *(there for hex in allied for there in board.around(hex))}
    assert {match.hex(label) for label in places(match)} == set(board.hexes) - near, "Germans do not matter"
    second = at("place-greif", units=f"{apart}, Eng-VIII-1 2215", turn=2)
    north = {hex for hex in board.hexes if match.data.area[hex] == SIXTH}
    assert {second.hex(label) for label in places(second)} == north - near, "6th Panzer Army area on turn 2"


@pytest.mark.rule("deadly_woods", "12.8-a")
def test_where_traffic_goes() -> None:
    match = at("place-traffic")
    board = match.data.board
    by_road = {hex for hex in board.hexes for there in board.around(hex) if board.road[board.side(hex, there)]}
    assert {match.hex(label) for label in places(match)} == by_road
    match.do("at 3211")
    assert match.place("Traffic") == "3211"
    again = field(f"{HOME}, Traffic 3211", "end", turn=2)
    assert again.place("Traffic") == "assets", "to be placed anew"


@pytest.mark.rule("deadly_woods", "12.9.1-a", "12.9.1-c", "12.9.1-g", "12.9.1-i")
def test_delay() -> None:
    match = at("place-delay")
    data = match.data
    assert places(match)
    for label in places(match):
        assert match.hex(label) in data.places
        assert match.holder(label) == "allied"
    assert "3115" not in places(match), "an Allied unit is there"
    everywhere = {data.board.label(hex) for hex in set(data.places) - data.board.area("german-at-start")}
    assert places(match) == everywhere - {"3115", "3709"}, "3709 lies in an enemy zone, so it is not in supply"
    ring = "2Pz-a 3114, 2Pz-b 3116, 116Pz-a 3014, 26VG-a 3214, 26VG-b 3016"
    assert "3115" not in places(at("place-delay", units=f"28-110 1517, {ring}")), "cut off"
    match.do("at 3211")
    p, unit = match.position, match.unit("Delay")
    assert match.place("Delay") == "3211"
    assert (p.face(unit).attack, p.face(unit).defence, data.counters[unit].moves, p.steps[unit]) == (0, 1, 0, 1)
    assert field(f"{HOME}, Delay 3211", "allied move").why("move Delay") == ("cannot-move-at-all", "10.1")
    picked_up = field(f"{HOME}, Delay 3211", "end", turn=2)
    assert picked_up.place("Delay") == "assets", "for another hex in the next phase"


@pytest.mark.rule("deadly_woods", "12.4.1-c", "12.5-a", "12.8-a", "12.9.1-c")
@pytest.mark.parametrize(
    ("prompt", "before", "hex", "rule"),
    [
        ("choose-engineers-to-place", ("deploy Eng-VIII-1",), "3116", "12.4.1"),
        ("place-greif", (), "3115", "12.5"),
        ("place-traffic", (), "0101", "12.8"),
        ("place-delay", (), "3115", "12.9.1"),
    ],
)
def test_a_wrong_place_is_refused_by_the_rule_of_the_asset(
    prompt: str, before: tuple[str, ...], hex: str, rule: str
) -> None:
    match = at(prompt)
    match.do(*before)
    assert match.why(f"at {hex}") == ("cannot-go-there", rule)


# --- Motorized ---------------------------------------------------------------------------------------


@pytest.mark.rule("deadly_woods", "12.6-a")
def test_who_is_motorized() -> None:
    units = "26VG-a 3414, 12VG-a 3809 cut, 2Pz-a 3416, 26VG-b 3116, 28-110 3115, 62VG-a 3318"
    match = at("choose-motorized", units=units)
    assert match.offers() == {"deploy 26VG-a", "done"}
    for id in ("12VG-a", "2Pz-a", "26VG-b", "62VG-a"):
        assert match.why(f"deploy {id}") == ("cannot-motorize", "12.6"), id
    ring = "26VG-a 2916, 28-110 2816, 28-112 2917, 28-109 3015, 12VG-a 3414"
    assert at("choose-motorized", units=ring).offers() == {"deploy 12VG-a", "done"}, "the hex must trace supply now"
    match.do("deploy 26VG-a")
    assert match.position.motorized == match.unit("26VG-a")
    assert match.place("Motorized") == "3414"


@pytest.mark.rule("deadly_woods", "12.6-b")
def test_trucks_do_not_stay_beside_the_enemy() -> None:
    data = field(HOME).data
    marker = [f"motorized = {data.unit('26VG-a')}"]
    match = field("26VG-a 3414, Motorized 3414, 26VG-b 4010, 28-110 3211", "german move", clocks=marker)
    match.do("move 26VG-a")
    beside = match.destinations() & {data.board.label(hex) for hex in data.board.around(match.hex("3211"))}
    match.do(f"to {sorted(beside)[0]}")
    assert match.place("Motorized") == "assets"
    allied = field("26VG-a 3414, Motorized 3414, 28-110 3212, 28-112 2215", "allied move", clocks=marker)
    allied.do("move 28-110")
    near = allied.destinations() & {data.board.label(hex) for hex in data.board.around(allied.hex("3414"))}
    allied.do(f"to {sorted(near)[0]}")
    assert allied.place("Motorized") == "assets", "whoever has come"


@pytest.mark.rule("deadly_woods", "12.6-b")
def test_trucks_leave_the_instant_an_enemy_is_beside_them() -> None:
    """On the way too: past the Delay asset, which has no zone, or when an Allied unit passes across a river."""
    marker = [f"motorized = {field(HOME).data.unit('26VG-a')}"]
    units = "26VG-a 2004, Motorized 2004, Delay 1906, 28-110 0126, 26VG-b 3518"
    walker = field(units, "german move", turn=4, clocks=marker)
    walker.do("move 26VG-a")
    answer(walker.position, read_option(walker.data, "to 2105"), [walker.hex("2005"), walker.hex("2105")])
    assert (walker.place("26VG-a"), walker.place("Motorized")) == ("2105", "assets")
    units = "26VG-a 2003, Motorized 2003, 28-110 2001, 28-109 0126, 26VG-b 4010"
    passed = field(units, "allied move", turn=4, clocks=marker)
    passed.do("move 28-110")
    answer(passed.position, read_option(passed.data, "to 2102"), [passed.hex("2002"), passed.hex("2102")])
    assert (passed.place("28-110"), passed.place("Motorized")) == ("2102", "assets")


@pytest.mark.rule("deadly_woods", "12.6-b")
def test_no_trucks_past_an_enemy_without_a_zone() -> None:
    """The road west of 2004 runs beside 1906: on trucks it leads on past nobody, but not past the Delay asset."""
    marker = [f"motorized = {field(HOME).data.unit('26VG-a')}"]
    units = "26VG-a 2004, Motorized 2004, 28-110 0126, 26VG-b 3518"
    free, met = (field(more, "german move", turn=4, clocks=marker) for more in (units, f"{units}, Delay 1906"))
    for match in (free, met):
        match.do("move 26VG-a")
    assert {"1707", "2011", "2512"} <= free.destinations()
    assert not {"1707", "2011", "2512"} & met.destinations()
    assert "2105" in met.destinations(), "up to it, and on foot beyond"


@pytest.mark.rule("deadly_woods", "12.6-b")
def test_trucks_do_not_stay_beside_delay() -> None:
    for hex, place in (("3309", "assets"), ("3115", "3209")):
        match = at("choose-motorized", units="26VG-a 3209, 28-110 1517, 26VG-b 4010")
        match.do("deploy 26VG-a", "done", f"at {hex}")
        assert match.place("Delay") == hex
        assert match.place("Motorized") == place, hex
    assert match.position.motorized == match.unit("26VG-a"), "far away it stays"


@pytest.mark.rule("deadly_woods", "12.6-b")
def test_trucks_do_not_stay_beside_arrivals() -> None:
    marker = [f"motorized = {field(HOME).data.unit('26VG-a')}"]
    units = "26VG-a 2630, Motorized 2630, 26VG-b 4010, 80-317 turn-track"
    match = field(units, "allied reinforcement", turn=4, clocks=marker)
    assert match.place("Motorized") == "2630", "the river keeps its zone from 2631"
    match.do("at 2631")
    assert match.place("Motorized") == "assets"


@pytest.mark.rule("deadly_woods", "12.6-b")
@pytest.mark.parametrize(
    ("mover", "moment", "to"),
    [("26VG-a", "german move", "3413"), ("28-112", "allied move", "2916"), ("26VG-b", "german move", "3415")],
)
def test_trucks_stay_while_no_enemy_is_near(mover: str, moment: str, to: str) -> None:
    marker = [f"motorized = {field(HOME).data.unit('26VG-a')}"]
    match = field("26VG-a 3414, Motorized 3414, 26VG-b 3416, 28-110 2215, 28-112 2915", moment, clocks=marker)
    match.do(f"move {mover}", f"to {to}")
    assert match.place("Motorized") == match.place("26VG-a"), "and go where their unit goes"
    assert match.position.motorized == match.unit("26VG-a")


# --- von der Heydte ----------------------------------------------------------------------------------


def at_the_drop() -> Battlefield:
    match = new_game()
    while match.prompt_code() != "choose-drop":
        match.do("done")
    return match


@pytest.mark.rule("deadly_woods", "12.7-a")
def test_where_von_der_heydte_jumps() -> None:
    match = at_the_drop()
    data, p = match.data, match.position
    clear, woods = (data.board.code("terrain", word) for word in ("clear", "woods"))
    allied = {p.where[unit] for unit in p.on_map(ALLIED)}
    assert {match.hex(label) for label in places(match)} == {
        hex
        for hex in data.board.hexes
        if data.board.terrain[hex] in (clear, woods)
        and hex not in data.towns | data.villages
        and data.area[hex] == SIXTH
        and hex not in allied
        and not p.in_enemy_zone(hex, GERMAN)
    }
    assert {match.place(match.data.counters[unit].id) for unit in p.on_map(GERMAN)} & places(match), "over friends too"


@pytest.mark.rule("deadly_woods", "12.7-b", "12.7-d", "12.7-c")
def test_the_die_of_the_drop() -> None:
    match = at_the_drop()
    hex = sorted(places(match))[0]
    match.dice(2, 1, 1, 1).do(f"at {hex}")
    p, vdh = match.position, match.unit("VdH")
    assert (match.place("VdH"), p.face_down[vdh], p.steps[vdh]) == (hex, 0, 1)
    assert vdh in p.on_map(GERMAN)
    assert match.data.counters[vdh].moves == 0
    assert not any(p.held(GERMAN)[there] for there in match.data.board.around(match.hex(hex))), "it has no zone"
    scattered = at_the_drop()
    scattered.dice(3, 1, 1, 1).do(f"at {hex}")
    assert scattered.position.face_down[vdh]
    assert vdh not in scattered.position.on_map(0), "a marker, no unit"
    gone = field(f"{HOME}, VdH {hex} face_down", "end", turn=2)
    assert gone.place("VdH") == "removed"
    assert field(f"{HOME}, VdH {hex} face_down", "end", turn=1).place("VdH") == hex
    assert field(f"{HOME}, VdH {hex}", "end", turn=2).place("VdH") == hex, "a unit stays"


@pytest.mark.rule("deadly_woods", "12.7-b", "12.7-d")
@pytest.mark.parametrize("die", range(1, 7))
def test_von_der_heydte_holds_together_on_one_or_two(die: int) -> None:
    match = at_the_drop()
    match.dice(die, 1, 1, 1).do(f"at {sorted(places(match))[0]}")
    assert bool(match.position.face_down[match.unit("VdH")]) == (die > 2)


@pytest.mark.rule("deadly_woods", "12.7-c")
@pytest.mark.parametrize(("hex", "cut"), [("2810", 1), ("3910", 0)])
def test_von_der_heydte_is_checked_for_supply_from_turn_two(hex: str, cut: int) -> None:
    units = f"{HOME}, VdH {hex}, 28-109 2711, 30-117 2909, 30-119 3009, 30-120 2811"
    match = field(units, "supply check", turn=2, cup=["G-MC-1", "A-MC-1"], track=["A-MC-2"])
    assert match.position.cut[match.unit("VdH")] == cut


@pytest.mark.rule("deadly_woods", "12.7-c")
def test_von_der_heydte_is_never_motorized() -> None:
    match = at("choose-motorized", units="VdH 3910, 12VG-a 3808, 28-110 1517")
    assert match.offers() == {"deploy 12VG-a", "done"}
    assert match.why("deploy VdH") == ("cannot-motorize", "12.6")


@pytest.mark.rule("deadly_woods", "12.7-d")
@pytest.mark.parametrize(("turn", "place", "down"), [(1, "2810", 1), (2, "removed", 0)])
def test_scattered_paratroopers_are_gone_after_turn_two(turn: int, place: str, down: int) -> None:
    match = field("VdH 2810 face_down, 28-110 2215, 26VG-a 4010", "end", turn=turn)
    assert (match.place("VdH"), match.position.face_down[match.unit("VdH")]) == (place, down)
