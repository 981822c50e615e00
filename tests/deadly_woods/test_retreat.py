"""11.4, 11.5 Retreat, the airborne stand, demolitions (10.6.1) and advance."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.engine.procedure import about, answer, why_not_by
from ardennes.games.deadly_woods.rules.aftermath import Advance, Losses, Rout
from ardennes.games.deadly_woods.rules.pieces import ALLIED, BACK, GERMAN
from ardennes.games.deadly_woods.rules.retreats import can_go_back, path_is_through_zone, paths_back, ways_back
from ardennes.hexes import distance
from tests.deadly_woods.fields import Battlefield, field
from tests.deadly_woods.test_combat import fought


def beaten(units: str, hex: str, side: int = ALLIED, **more: Any) -> Battlefield:
    """The defenders of a hex must retreat; a round of the other side is going on around it."""
    match = field(units, "allied move" if side == GERMAN else "german move", **more)
    p = match.position
    waiting = tuple(p.combat_units_in(match.hex(hex)))
    p.open(Rout(side=side, hex=match.hex(hex), waiting=waiting))
    return match


def ends(match: Battlefield) -> set[str]:
    """Where the retreat may end."""
    return {offer.removeprefix("back ") for offer in match.offers() if offer.startswith("back ")}


def ways(units: str, id: str, **more: Any) -> dict[str, list[str]]:
    """The best retreats of a unit: where they end, and how they get there."""
    match = field(units, "german move", **more)
    label = match.data.board.label
    ways = ways_back(match.position, match.unit(id))
    return {label(end): [label(hex) for hex in paths[0]] for end, paths in ways.items()}


# --- the way back ------------------------------------------------------------------------------------


@pytest.mark.rule("deadly_woods", "11.4-a")
def test_only_defenders_retreat() -> None:
    data = field("2Pz-a 4010").data
    assert {result for row in data.results for result in row} == {"AL1", "BL1", "DR", "DR*"}
    match = fought("26VG-a 3116, 26VG-b 3116, 28-110 3016, 28-112 2916", "3016", "26VG-a", "26VG-b", die=3)
    assert match.prompt_code() == "choose-retreat"
    assert match.prompt().args["side"] == ALLIED
    match.do(sorted(match.offers())[0])
    assert match.prompt_code() == "choose-advance", "the attackers do not have to go anywhere"


@pytest.mark.rule("deadly_woods", "11.4-b")
def test_two_hexes_over_legal_ground() -> None:
    found = ways("28-110 3016, 26VG-a 3116", "28-110")
    match = field("28-110 3016")
    start = match.hex("3016")
    assert found
    for end, path in found.items():
        assert len(path) == 2
        assert distance(match.data.board.grid, start, match.hex(end)) == 2, "two hexes away, not round in a circle"
    tanks = ways("9A-CCB 3016, 26VG-a 3116", "9A-CCB")
    assert tanks
    assert all("3018" not in path for path in tanks.values()), "no vehicle into trackless forest"
    assert "3117" not in {path[0] for path in tanks.values()}, "or over a river without a bridge"


@pytest.mark.rule("deadly_woods", "11.4-c")
def test_enemy_zones_are_avoided_if_possible() -> None:
    units = "28-110 3016, 26VG-a 3116, 26VG-b 2818"
    for path in ways(units, "28-110").values():
        assert not {"2817", "2918", "3015", "3117"} & set(path), "zones of the two regiments"
    assert all("3116" not in path for path in ways(units, "28-110").values()), "never through an enemy"


@pytest.mark.rule("deadly_woods", "11.4-e", "11.4-f")
def test_not_towards_the_enemys_map_edge() -> None:
    """Allied units do not go east (columns rise), Germans not west, while there is another way."""
    allied, german = ways("28-110 3016, 26VG-a 3015", "28-110"), ways("26VG-a 3016, 28-110 3015", "26VG-a")
    assert "3018" in allied, "neither east nor west"
    assert "3018" in german
    for path in allied.values():
        columns = [30, *(int(hex[:2]) for hex in path)]
        assert columns == sorted(columns, reverse=True), path
    for path in german.values():
        columns = [30, *(int(hex[:2]) for hex in path)]
        assert columns == sorted(columns), path
    ring = "28-110 3016, 26VG-a 2916, 26VG-b 2917, 2Pz-a 3015, 2Pz-b 2818"
    pressed = ways(ring, "28-110")
    assert pressed, "to the east rather than through the enemy"
    assert all(int(path[-1][:2]) > 30 for path in pressed.values())


@pytest.mark.rule("deadly_woods", "11.4-e", "11.4-f")
def test_once_the_enemys_edge_is_allowed_any_way_there_is() -> None:
    """No free way leads east from 2222, nor from 3011, so both may go straight west: two hexes, not four in a bow."""
    ring = "99-394 2325, 2-9 2422, 2A-CCB 2320, 28-112 2522, 26-101 2521, 9A-CCR 2323"
    assert {"2021", "2022", "2023"} <= set(ways(f"326VG-a 2222, {ring}", "326VG-a", turn=5))
    ring = "75-289 3213, 2A-CCB 3113, 9-60 2713, 3A-CCA 3009, 1-26 3114, 75-290 3012"
    found = ways(f"9SS-b 3011, {ring}", "9SS-b", turn=5)
    assert "2811" in found
    assert {len(path) for path in found.values()} == {2}


@pytest.mark.rule("deadly_woods", "11.4-g")
def test_not_beside_an_enemy() -> None:
    match = field("28-110 3016, 26VG-a 3116")
    units = "28-110 3016, 26VG-a 3116, 506 2816"
    assert {"2815", "2816"} & set(ways("28-110 3016, 26VG-a 3116", "28-110"))
    found = ways(units, "28-110")
    board = match.data.board
    beside = {board.label(hex) for hex in board.around(match.hex("2816"))}
    assert not beside & set(found), "a battalion has no zone, but nobody stops beside it"


@pytest.mark.rule("deadly_woods", "11.4-g")
def test_farther_than_two_hexes_if_need_be() -> None:
    short = ways("28-110 3016, 26VG-a 3116", "28-110")
    assert {len(path) for path in short.values()} == {2}
    far = "506 2816, 301 2818, VdH 2814, 2Pz-a 3119/1, 2Pz-b 3114/1, FB 3218/1"
    found = ways(f"28-110 3016, 26VG-a 3116, {far}", "28-110")
    assert min(len(path) for path in found.values()) > 2, "every hex two away has an enemy beside it"


@pytest.mark.rule("deadly_woods", "11.4-h")
def test_without_a_way_every_unit_loses_a_step() -> None:
    ring = "26VG-a 3015, 26VG-b 3017, 2Pz-a 2916, 2Pz-b 3116, 12VG-a 2917, 12VG-b 3117"
    match = beaten(f"28-110 3016, 28-112 3016/1, {ring}", "3016")
    assert match.steps_of("28-110") == 1
    assert match.place("28-112") == "eliminated"
    three = beaten(f"2SS-a 3016, {_allied_ring()}", "3016", GERMAN)
    assert three.steps_of("2SS-a") == 2
    assert three.place("2SS-a") == "3016", "it stays"


def _allied_ring() -> str:
    return "28-110 3015, 28-112 3017, 28-109 2916, 99-393 3116, 99-394 2917, 99-395 3117"


GAP = "26VG-a 3015, 26VG-b 3017, 12VG-a 3116, 2Pz-a 3117, 12VG-b 2816"
"""Germans around 3016 who leave only 2916 and 2917 open, both in their zones."""


@pytest.mark.rule("deadly_woods", "7.3-e", "11.4-d")
def test_through_zones_at_the_price_of_one_step() -> None:
    match = beaten(f"28-110 3016, 28-112 3016, {GAP}", "3016")
    while match.prompt_code() != "take-loss":
        match.do(sorted(match.offers())[0])
    assert match.prompt().args["n"] == 1, "one for the whole stack"
    assert match.offers() == {"hit 28-110", "hit 28-112"}
    match.do("hit 28-110")
    assert (match.steps_of("28-110"), match.steps_of("28-112")) == (1, 2)
    clear = beaten("28-110 3016, 28-112 3016, 26VG-a 3116", "3016")
    while clear.prompt_code() in ("choose-next-to-retreat", "choose-retreat"):
        clear.do(sorted(clear.offers())[0])
    assert clear.prompt_code() != "take-loss"


@pytest.mark.rule("deadly_woods", "7.3-e", "7.3-g")
def test_friends_negate_zones_on_the_way() -> None:
    match = beaten(f"28-110 3016, 9A-CCB 2916, 9A-CCA 2815, {GAP}", "3016")
    assert all(match.hex("2916") in match.tells(f"back {end}").path for end in ends(match))
    match.do(sorted(match.offers())[0])
    assert match.prompt_code() != "take-loss"


@pytest.mark.rule("deadly_woods", "7.3-e", "7.3-g")
@pytest.mark.parametrize(("friends", "loss"), [("26VG-a 3117, 26VG-b 3216", False), ("26VG-a 4010", True)])
def test_german_friends_negate_zones_on_the_way_too(friends: str, loss: bool) -> None:
    """All around 3016 but in 3117 stand Allies, and 3117 lies in their zones."""
    ring = "28-110 3015, 28-112 3017, 28-109 3116, 99-393 2916, 99-394 2917, 99-395 3118"
    match = beaten(f"12VG-a 3016, {friends}, {ring}", "3016", GERMAN)
    match.do(sorted(match.offers())[0])
    assert match.place("12VG-a") != "3016"
    assert (match.prompt_code() == "take-loss") == loss


@pytest.mark.rule("deadly_woods", "7.3-i")
def test_the_westwall_covers_german_retreats() -> None:
    """3514 and 3515 are Westwall; an Allied regiment in 3414 has them in its zone."""
    match = field("26VG-a 3416, 28-110 3414, 28-112 3215", "german move")
    p = match.position
    wall = [hex for hex in match.data.westwall if p.held(ALLIED)[hex]]
    assert wall, "an Allied zone on the Westwall"
    for path, *_ in ways_back(p, match.unit("26VG-a")).values():
        assert not path_is_through_zone(p, GERMAN, path)
    assert not path_is_through_zone(p, GERMAN, wall)
    assert path_is_through_zone(p, GERMAN, [match.hex("3314")]), "other hexes are no shelter"


@pytest.mark.rule("deadly_woods", "9.2-d")
def test_a_boundary_stops_a_german_retreat() -> None:
    ring = "28-110 3111, 28-112 3112, 28-109 3012, 99-393 2912, 99-394 2911"
    for turn in (1, 3):
        match = beaten(f"26VG-a 3011, {ring}", "3011", GERMAN, turn=turn)
        assert match.prompt_code() == "take-loss"
        assert match.prompt().args["n"] == 2, "one for each hex not retreated"
    free = beaten(f"26VG-a 3011, {ring}", "3011", GERMAN, turn=4)
    assert free.prompt_code() == "choose-retreat"


@pytest.mark.rule("deadly_woods", "10.6.3-a", "11.4-h")
@pytest.mark.parametrize(("turn", "steps"), [(1, 1), (2, 2)])
def test_the_ouren_bridge_is_no_army_boundary(turn: int, steps: int) -> None:
    """Only the bridge is left to the tanks: closed to them on turn 1, so they stay and lose a step, not one a hex."""
    ring = "26VG-a 3314, 26VG-b 3316, 2Pz-a 3414, 2Pz-b 3415"
    match = beaten(f"9A-CCB 3315, 28-110 3215, 28-112 3115, {ring}", "3315", turn=turn)
    assert match.steps_of("9A-CCB") == steps
    assert (match.prompt_code() == "choose-retreat") == (turn > 1)


@pytest.mark.rule("deadly_woods", "11.4-b", "11.4-h")
def test_one_hex_is_no_retreat_where_the_ground_stops_the_second() -> None:
    match = beaten("9A-CCB 1220, 9A-CCR 1220, 26VG-a 1321, 26VG-b 1221, 12VG-a 1121", "1220")
    assert not can_go_back(match.position, match.unit("9A-CCB")), "tanks come to 1219, and no farther"
    assert (match.place("9A-CCB"), match.steps_of("9A-CCB")) == ("1220", 1)
    assert (match.place("9A-CCR"), match.steps_of("9A-CCR")) == ("1220", 1)
    assert match.prompt_code() != "choose-next-to-retreat", "who is first makes no difference"


SALIENT = "28-110 2514, 28-112 2413, 28-109 2613, 99-393 2312, 99-394 2313, 99-395 2712, 30-117 2713"
"""Allied units all around 2513 and 2512, but for the 6th Panzer Army area north of 2512."""


@pytest.mark.rule("deadly_woods", "9.2-d")
def test_one_hex_is_retreated_where_a_boundary_stops_the_second() -> None:
    match = beaten(f"26VG-a 2513, 26VG-b 2513, {SALIENT}", "2513", GERMAN, turn=2)
    match.do("retreat 26VG-b")
    assert ends(match) == {"2512"}
    match.do("back 2512", "back 2512")
    assert (match.place("26VG-a"), match.place("26VG-b")) == ("2512", "2512")
    assert match.prompt().args["n"] == 1, "one hex is missing, and the stack pays once"
    match.do("hit 26VG-a")
    assert match.prompt_code() != "take-loss"
    free = beaten(f"26VG-a 2513, {SALIENT}", "2513", GERMAN, turn=4)
    assert "2512" not in ends(free), "without boundaries it goes two hexes"


@pytest.mark.rule("deadly_woods", "11.4-a")
def test_the_owner_says_who_retreats_first_and_which_way() -> None:
    match = beaten("28-110 3016, 28-112 3016, 26VG-a 3116", "3016")
    assert match.offers() == {"retreat 28-110", "retreat 28-112"}
    assert match.why("retreat 28-109") == ("need-not-retreat", "11.4")
    match.do("retreat 28-112")
    p, hexes = match.position, match.hex
    by_end: dict[int, list[list[int]]] = {}
    for path in paths_back(p, match.unit("28-112")):
        by_end.setdefault(path[-1], []).append(path)
    end, ways_there = next((end, found) for end, found in by_end.items() if len(found) > 1)
    other = ways_there[1]
    assert match.tells(f"back {match.data.board.label(end)}").path == tuple(ways_there[0])
    assert about(p, BACK + end, other[:1]).path == tuple(other)
    around = p.data.board.around
    bow = next(hex for hex in around(hexes("3016")) if hex in around(other[0]) and hex != hexes("3116"))
    for crooked in ([hexes("3117"), end], [bow, *other], other[:1]):
        refusal = why_not_by(p, BACK + end, crooked)
        assert refusal is not None
        assert refusal.rule == "11.4"
    assert why_not_by(p, BACK + end, other) is None
    answer(p, BACK + end, other)
    assert match.place("28-112") == match.data.board.label(end)


@pytest.mark.rule("deadly_woods", "9.3-a", "10.6.4-a")
def test_held_units_do_not_retreat_over_the_meuse() -> None:
    """Namur: the west bank, and the way free of zones leads across to 0908; held back, it goes through a zone."""
    units = "29Armd 0807, 2Pz-a 0707, 2Pz-b 0706, 26VG-a 0808"
    assert ways(units, "29Armd", turn=4) == {"0608": ["0708", "0608"]}
    assert set(ways(units, "29Armd", turn=5)) == {"1007", "1008"}, "released"


# --- stacking on the way -----------------------------------------------------------------------------


@pytest.mark.rule("deadly_woods", "6.2-d", "6.2-e", "6.2-f")
def test_stacking_at_the_end_of_a_retreat() -> None:
    free = ways("28-110 3016, 26VG-a 3116", "28-110")
    end = sorted(free)[0]
    full = ways(f"28-110 3016, 26VG-a 3116, 99-393 {end}, 99-394 {end}", "28-110")
    assert end not in full, "another corps stands there, so it goes elsewhere or farther"
    assert full
    crowd = ways(f"28-110 3016, 26VG-a 3116, 106-422 {end}, 106-423 {end}, 9A-CCB {end}", "28-110")
    assert end not in crowd, "a full hex"


@pytest.mark.rule("deadly_woods", "6.2-f", "11.4-h")
def test_a_retreat_never_ends_with_another_corps() -> None:
    """All that is left to the 99th Division's regiment is where the 106th stands: it cannot retreat."""
    germans = "5FJ-15 4102, 276VG-b 4201, 560VG-b 3902, 79VG-b 4105, 3FJ-5 4206, 62VG-a 3903, 326VG-a 3804, 26VG-b 3904"
    viii = "106-422 3906, 106-423 4006, 106-424 4007, 28-109 3806, 28-110 3907, 28-112 3706"
    others = "4-8 3701, 4-12 3702, 4-22 4108"
    match = beaten(f"99-393 4202, {germans}, {viii}, {others}", "4202", turn=5)
    assert (match.place("99-393"), match.steps_of("99-393")) == ("4202", 1), "it stays and loses a step"
    v = viii.replace("106-422", "2-9").replace("106-423", "2-23").replace("106-424", "2-38")
    own = beaten(f"99-393 4202, {germans}, {v}, {others}", "4202", turn=5)
    assert own.prompt_code() == "choose-retreat", "to its own corps"


@pytest.mark.rule("deadly_woods", "6.2-e", "11.4-c")
def test_a_full_hex_is_no_reason_to_go_through_a_zone() -> None:
    """1816 can be reached free of zones and is full: rather there, and a unit is given up, than through a zone."""
    allies = "2-38 1919, 83-330 1920, 83-329 2118, 7A-CCA 1616, 99-393 1618"
    friends = "2Pz-a 1916, 506 1916, 5FJ-14 1816, 10SS-a 1816, 560VG-a 1716, 9SS-a 1716"
    match = field(f"12SS-b 1818, {allies}, {friends}", "allied move", turn=5)
    found = paths_back(match.position, match.unit("12SS-b"))
    assert found
    assert not any(path_is_through_zone(match.position, GERMAN, path) for path in found)


@pytest.mark.rule("deadly_woods", "6.1-c", "6.2-f")
def test_a_retreat_passes_over_engineers_of_another_corps() -> None:
    units = "28-110 3016, 26VG-a 3116"
    assert "2816" in ends(beaten(units, "3016"))
    assert "2816" not in ends(beaten(f"{units}, Eng-V-1 2816", "3016"))
    assert "2816" in ends(beaten(f"{units}, Eng-VIII-1 2816", "3016")), "its own engineers"


# --- special cases -----------------------------------------------------------------------------------


@pytest.mark.rule("deadly_woods", "11.4.1-a", "11.4.1-b")
def test_airborne_stand() -> None:
    """The rulebook's example: DR* in a Town with airborne and armor, both losses taken by the airborne."""
    match = beaten("101-506 2519/1, 10A-CCB 2519, 26VG-a 2518", "2519")
    assert match.offers() == {"stand 101-506", "done"}
    match.do("stand 101-506")
    assert match.place("101-506") == "eliminated"
    assert (match.place("10A-CCB"), match.steps_of("10A-CCB")) == ("2519", 2), "it holds the Town at full strength"
    declined = beaten("101-506 2519, 10A-CCB 2519, 26VG-a 2518", "2519")
    declined.do("done")
    assert declined.prompt_code() == "choose-next-to-retreat"
    assert beaten("101-506 3016, 26VG-a 3116", "3016").prompt_code() == "choose-retreat", "not in the open"
    assert beaten("101-506 3017, 26VG-a 3018", "3017").offers() == {"stand 101-506", "done"}, "Woods"
    assert beaten("28-110 2519, 26VG-a 2518", "2519").prompt_code() == "choose-retreat", "airborne only"


@pytest.mark.rule("deadly_woods", "11.4.1-a")
@pytest.mark.parametrize("id", ["101-506", "101-327", "517", "6Abn-3"])
@pytest.mark.parametrize(
    ("hex", "stands"),
    [("2519", True), ("1212", True), ("3018", True), ("3017", True), ("3016", False), ("2911", False)],
    ids=["town", "village", "forest", "woods", "clear", "rough"],
)
def test_who_stands_where(id: str, hex: str, stands: bool) -> None:
    """Paratroopers, glider infantry, a regiment of no division, the British."""
    match = beaten(f"{id} {hex}, 28-109 0126, 26VG-a 4010", hex)
    assert (f"stand {id}" in match.offers()) == stands
    if stands:
        match.do(f"stand {id}")
        assert (match.place(id), match.steps_of(id)) == (hex, 1)


@pytest.mark.rule("deadly_woods", "11.4.1-a")
@pytest.mark.parametrize("id", ["VdH", "3FJ-5"])
def test_german_paratroopers_do_not_stand(id: str) -> None:
    match = beaten(f"{id} 2519, 26VG-a 4010, 28-110 0126", "2519", GERMAN)
    assert not any(offer.startswith("stand") for offer in match.offers())


@pytest.mark.rule("deadly_woods", "11.4.2-a", "12.9.1-f")
def test_units_that_cannot_move_are_eliminated() -> None:
    match = beaten("Delay 3015, 26VG-a 3115", "3015")
    assert match.place("Delay") == "assets"
    assert match.position.used[match.unit("Delay")], "for deployment in the following turn"
    vdh = beaten("VdH 3015, 28-110 3115", "3015", GERMAN, turn=2)
    assert vdh.place("VdH") == "eliminated"


@pytest.mark.rule("deadly_woods", "6.2-d", "11.4.2-a")
def test_nobody_who_retreated_nothing_to_thin_out() -> None:
    """A retreat checks where it ended; stacks elsewhere are looked at when they move."""
    crowd = "28-109 2013, 99-393 2013, 2-9 2013, 106-422 2013"
    match = beaten(f"Delay 3015, 26VG-a 3115, {crowd}", "3015")
    assert match.place("Delay") == "assets"
    assert match.prompt_code() == "choose-move"
    stacked = beaten(f"28-110 3015, 26VG-a 3115, {crowd}", "3015")
    stacked.do(sorted(stacked.offers())[0])
    assert stacked.prompt_code() == "choose-move"


@pytest.mark.rule("deadly_woods", "11.4.2-a")
def test_who_cannot_move_is_gone_before_anybody_is_asked() -> None:
    match = beaten("VdH 3015, 26VG-a 3015, 26VG-b 3015, 28-110 3115", "3015", GERMAN, turn=2)
    assert match.place("VdH") == "eliminated"
    assert match.offers() == {"retreat 26VG-a", "retreat 26VG-b"}


@pytest.mark.rule("deadly_woods", "12.9.1-f")
def test_delay_goes_back_after_a_loss() -> None:
    match = field("Delay 3015, 26VG-a 3115", "german move")
    match.position.open(Losses(side=ALLIED, units=(match.unit("Delay"),), n=1))
    match.do("hit Delay")
    assert match.place("Delay") == "assets"


# --- bridges -----------------------------------------------------------------------------------------


@pytest.mark.rule("deadly_woods", "10.6.1-c", "10.6.1-d")
def test_bridges_behind_a_retreat() -> None:
    match = beaten("28-110 3117, 26VG-a 3216, 26VG-b 3218", "3117")
    bridged = [end for end in sorted(ends(match)) if match.tells(f"back {end}").path[0] == match.hex("3017")]
    match.do(f"back {bridged[0]}")
    assert match.offers() == {"blow 3017/3117", "done"}
    match.dice(3).do("blow 3017/3117")
    assert match.is_destroyed("3017/3117"), "on a 1 to 3"
    assert match.prompt_code() != "blow-behind"
    again = beaten("28-110 3117, 26VG-a 3216, 26VG-b 3218", "3117")
    again.do(f"back {bridged[0]}")
    again.dice(4).do("blow 3017/3117")
    assert not again.is_destroyed("3017/3117")
    assert again.prompt_code() != "blow-behind", "one try"
    ruin = beaten("28-110 3117, 26VG-a 3216, 26VG-b 3218", "3117", blown=["3017/3117"])
    ruin.do(f"back {bridged[0]}")
    assert ruin.prompt_code() != "blow-behind", "what is destroyed cannot be blown"


@pytest.mark.rule("deadly_woods", "10.6.1-c")
@pytest.mark.parametrize(("die", "blown"), [(1, True), (3, True), (4, False)])
def test_germans_blow_bridges_behind_their_retreat_too(die: int, blown: bool) -> None:
    match = beaten("26VG-a 3017, 28-110 2917, 28-112 3016", "3017", GERMAN)
    match.do("back 3217")
    assert match.asked is not None
    assert (match.asked.side, match.offers()) == (GERMAN, {"blow 3017/3117", "done"})
    match.dice(die).do("blow 3017/3117")
    assert match.is_destroyed("3017/3117") == blown


@pytest.mark.rule("deadly_woods", "10.6.1-e")
def test_germans_blow_the_bridge_before_a_hex_they_held() -> None:
    units = "28-110 3117, 28-112 3117, 26VG-a 3017, 26VG-b 3017"
    match = fought(units, "3017", "28-110", die=1, moment="allied combat")
    match.do("hit 28-110")
    assert match.asked is not None
    assert (match.asked.side, match.offers()) == (GERMAN, {"blow 3017/3117", "done"})
    match.do("blow 3017/3117")
    assert match.is_destroyed("3017/3117")


@pytest.mark.rule("deadly_woods", "10.6.1-e", "10.6.1-d")
def test_bridges_before_a_hex_that_held() -> None:
    units = "26VG-a 3017, 26VG-b 3017, 28-110 3117, 28-112 3117"
    match = fought(units, "3117", "26VG-a", die=1)
    match.do("hit 26VG-a")
    assert (match.prompt().args["side"], match.offers()) == (ALLIED, {"blow 3017/3117", "done"})
    match.dice().do("blow 3017/3117")
    assert match.is_destroyed("3017/3117"), "without a die"
    kept = fought(units, "3117", "26VG-a", die=1)
    kept.do("hit 26VG-a", "done")
    assert not kept.is_destroyed("3017/3117"), "unless the defender chooses otherwise"


# --- advance -----------------------------------------------------------------------------------------


def vacated(units: str, hex: str, *attackers: str, side: int = GERMAN, **more: Any) -> Battlefield:
    """A hex the enemy has left, with those who may advance."""
    match = field(units, "german move" if side == GERMAN else "allied move", **more)
    waiting = tuple(match.unit(id) for id in attackers)
    match.position.open(Advance(side=side, hex=match.hex(hex), waiting=waiting))
    return match


@pytest.mark.rule("deadly_woods", "11.5-a", "6.2-c")
def test_advance_ignores_zones_and_observes_stacking() -> None:
    match = vacated("26VG-a 3116, 26VG-b 3116, 2Pz-a 3116, 2Pz-b 3116, 28-110 2916", "3016", "26VG-a", "2Pz-a", "2Pz-b")
    assert match.offers() == {"advance 26VG-a", "advance 2Pz-a", "advance 2Pz-b", "done"}, "into an enemy zone"
    match.do("advance 26VG-a", "advance 2Pz-a", "advance 2Pz-b")
    assert match.place("2Pz-b") == "3016"
    crowd = vacated("26VG-a 3116, FB 3016, FG 3016", "3016", "26VG-a")
    assert crowd.prompt_code() != "choose-advance", "no room"


@pytest.mark.rule("deadly_woods", "11.5-a")
def test_advance_after_a_retreat() -> None:
    match = fought("26VG-a 3116, 26VG-b 3116, 28-110 3016, 28-112 2916", "3016", "26VG-a", "26VG-b", die=3)
    match.do(sorted(match.offers())[0])
    assert match.prompt_code() == "choose-advance"
    assert match.offers() == {"advance 26VG-a", "advance 26VG-b", "done"}
    match.do("advance 26VG-b", "done")
    assert (match.place("26VG-a"), match.place("26VG-b")) == ("3116", "3016")


@pytest.mark.rule("deadly_woods", "11.5-b")
def test_advance_over_legal_ground_only() -> None:
    assert "advance 2Pz-a" not in vacated("2Pz-a 3017, 26VG-a 3017", "3018", "2Pz-a", "26VG-a").offers(), "forest"
    assert "advance 26VG-a" in vacated("2Pz-a 3017, 26VG-a 3017", "3018", "2Pz-a", "26VG-a").offers()
    assert "advance 2Pz-a" in vacated("2Pz-a 3118", "3018", "2Pz-a").offers(), "forest by road"


@pytest.mark.rule("deadly_woods", "9.2-a", "11.5-b")
@pytest.mark.parametrize(("turn", "free"), [(1, False), (3, False), (4, True)])
def test_no_advance_across_an_army_boundary_before_turn_four(turn: int, free: bool) -> None:
    match = vacated("26VG-a 3011", "3010", "26VG-a", turn=turn)
    assert (match.prompt_code() == "choose-advance") == free
    assert vacated("26VG-a 3012", "3011", "26VG-a", turn=turn).prompt_code() == "choose-advance", "on its own side"


@pytest.mark.rule("deadly_woods", "12.4.4-c")
def test_engineers_are_driven_off_by_an_advance() -> None:
    match = vacated("26VG-a 3115, Eng-VIII-1 3015", "3015", "26VG-a")
    match.do("advance 26VG-a")
    assert match.place("Eng-VIII-1") == "turn-track"
    assert match.position.due[match.unit("Eng-VIII-1")] == 6


@pytest.mark.rule("deadly_woods", "10.6.2-a")
def test_an_advance_over_a_destroyed_bridge_rebuilds_it() -> None:
    match = vacated("26VG-a 3017", "3117", "26VG-a", blown=["3017/3117"])
    match.do("advance 26VG-a")
    assert match.offers() == {"rebuild 3017/3117", "done"}


@pytest.mark.rule("deadly_woods", "9.3-a", "10.6.4-a")
def test_held_and_british_units_do_not_advance_beyond() -> None:
    match = vacated("29Armd 0807", "0908", "29Armd", side=ALLIED, turn=4)
    assert match.prompt_code() != "choose-advance"
    freed = vacated("29Armd 0807", "0908", "29Armd", side=ALLIED, turn=5)
    assert "advance 29Armd" in freed.offers()


@pytest.mark.rule("deadly_woods", "10.6.1-e")
def test_the_bridge_goes_even_if_the_attacker_is_gone() -> None:
    match = fought("26VG-a 3017/1, 26VG-b 3017, 28-110 3117, 28-112 3117", "3117", "26VG-a", die=1)
    match.do("hit 26VG-a")
    assert match.place("26VG-a") == "eliminated"
    assert match.offers() == {"blow 3017/3117", "done"}
