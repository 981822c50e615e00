"""9.0 Army boundaries; units held back (10.6.4) and the Ouren bridge (10.6.3)."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.engine.notation import read_option
from ardennes.games.deadly_woods.rules.boundaries import SEVENTH, is_held
from ardennes.games.deadly_woods.rules.pieces import AREAS
from ardennes.games.deadly_woods.rules.walking import movement_modes, search
from ardennes.hexes import distance
from tests.deadly_woods.fields import Battlefield, box, field


def moving(units: str, id: str, moment: str = "german move", **more: Any) -> Battlefield:
    match = field(units, moment, **more)
    match.do(f"move {id}")
    return match


def why_along(match: Battlefield, *hexes: str) -> tuple[str, str] | None:
    option = read_option(match.data, f"to {hexes[-1]}")
    if option not in match.asked.options:  # type: ignore[union-attr]
        return match.why(f"to {hexes[-1]}")
    found = match.refusal(option, None, [match.hex(hex) for hex in hexes])
    return (found.code, found.rule) if found is not None else None


@pytest.mark.rule("deadly_woods", "9.1-a")
def test_army_areas_from_north_to_south() -> None:
    data = box()
    board = data.board
    assert AREAS == ("6th-panzer-army", "5th-panzer-army", "7th-army")
    for column in range(1, 43):
        rows = [data.area[hex] for hex in board.hexes if board.label(hex).startswith(f"{column:02}")]
        assert rows == sorted(rows), f"column {column}"
        assert len(set(rows)) == 3


@pytest.mark.rule("deadly_woods", "9.1-b")
def test_british_area_in_the_north_west() -> None:
    board = box().board
    british = board.area("british")
    assert board.hex("0101") in british
    assert board.hex("Bastogne") not in british
    assert max(int(board.label(hex)[:2]) for hex in british) < 25


@pytest.mark.rule("deadly_woods", "9.2-a")
def test_no_crossing_before_turn_four() -> None:
    """3010 lies in the 6th Panzer Army area, 3011 in the 5th."""
    assert why_along(moving("26VG-a 3011", "26VG-a", turn=3), "3010") == ("line-in-the-way", "9.2")
    assert why_along(moving("12VG-a 3010", "12VG-a", turn=1), "3011") == ("line-in-the-way", "9.2")


@pytest.mark.rule("deadly_woods", "9.2-a", "9.2.1-b")
@pytest.mark.parametrize(("turn", "free"), [(1, False), (2, False), (3, False), (4, True), (5, True)])
def test_both_lines_both_ways_by_turn(turn: int, free: bool) -> None:
    here, there = _on_southern_line()
    for start, end in (("3011", "3010"), ("3010", "3011"), (here, there), (there, here)):
        match = moving(f"26VG-a {start}", "26VG-a", turn=turn)
        assert why_along(match, end) == (None if free else ("line-in-the-way", "9.2")), (start, end)


@pytest.mark.rule("deadly_woods", "9.2.1-b", "14.5-e")
def test_no_boundaries_from_turn_four() -> None:
    assert why_along(moving("26VG-a 3011", "26VG-a", turn=4), "3010") is None
    assert why_along(moving("2Pz-a 3011", "2Pz-a", "5th", turn=4), "2911", "3010") is None


@pytest.mark.rule("deadly_woods", "9.2.1-a", "14.6-c")
def test_st_vith_opens_the_northern_line() -> None:
    entered = ["st_vith_entered = 2"]
    assert why_along(moving("26VG-a 3011", "26VG-a", turn=2, clocks=entered), "3010") == ("line-in-the-way", "9.2")
    assert why_along(moving("26VG-a 3011", "26VG-a", turn=3, clocks=entered), "3010") is None, "a turn later"
    south = _on_southern_line()
    match = moving(f"26VG-a {south[0]}", "26VG-a", turn=3, clocks=entered)
    assert why_along(match, south[1]) == ("line-in-the-way", "9.2"), "the southern line stays"


def _on_southern_line() -> tuple[str, str]:
    """A hex of the 5th Panzer Army area and a clear neighbour in the 7th's, near the front."""
    data = box()
    for hex in data.board.hexes:
        for there in data.board.around(hex):
            if data.area[hex] == SEVENTH - 1 and data.area[there] == SEVENTH:
                side = data.board.side(hex, there)
                if data.terrain[there] == 0 and not data.board.river[side] and 20 < int(data.board.label(hex)[:2]) < 33:
                    return data.board.label(hex), data.board.label(there)
    raise AssertionError("no such hexes")


@pytest.mark.rule("deadly_woods", "9.2.1-a")
def test_entering_st_vith_is_noted() -> None:
    match = field("26VG-a 3212, 26VG-b 3016", "german move", turn=1)
    match.do("move 26VG-a", "to 3211")
    assert match.position.st_vith_entered == 1
    assert match.holder("St. Vith") == "german"


@pytest.mark.rule("deadly_woods", "9.2.1-a")
def test_only_a_german_in_st_vith_opens_the_line() -> None:
    match = field("26VG-a 3116, 26VG-b 3016", "german move", turn=1)
    match.do("move 26VG-a", "to 3115")
    assert match.told("takes")
    assert match.position.st_vith_entered == 0, "another Village"
    back = field("28-110 3212, 26VG-b 4010", "allied move", turn=1, german=("St. Vith",))
    back.do("move 28-110", "to 3211")
    assert (back.holder("St. Vith"), back.position.st_vith_entered) == ("allied", 0)


@pytest.mark.rule("deadly_woods", "9.2-c")
def test_attacks_across_a_boundary() -> None:
    match = field("26VG-a 3011, 7A-CCA 3010", "german combat", turn=2)
    assert match.targets() == {"3010"}


@pytest.mark.rule("deadly_woods", "9.1-c", "14.5-a", "14.5-d")
def test_army_chits_count_where_units_stand() -> None:
    match = field("26VG-a 3011, 12SS-a 3012, 2Pz-a 3010", "5th", turn=4)
    assert match.movers() == {"26VG-a", "12SS-a"}, "located in the area, whatever their army"
    match = field("26VG-a 3011, 12SS-a 3012, 2Pz-a 3010", "6th", turn=4)
    assert match.movers() == {"2Pz-a"}


@pytest.mark.rule("deadly_woods", "9.3-a")
def test_british_units_stay_in_their_area() -> None:
    data = box()
    border = next(
        (hex, there)
        for hex in sorted(data.board.area("british"))
        for there in data.board.around(hex)
        if there not in data.board.area("british")
        and data.terrain[there] == 0
        and not data.board.river[data.board.side(hex, there)]
    )
    here, there = (data.board.label(hex) for hex in border)
    match = moving(f"43-129 {here}", "43-129", "allied move", turn=9)
    assert match.why(f"to {there}") == ("british-area", "9.3")
    american = moving(f"82-504 {here}", "82-504", "allied move", turn=9)
    assert there in american.destinations()


@pytest.mark.rule("deadly_woods", "9.4-a", "9.4-b")
def test_14th_parachute_regiment() -> None:
    here, there = _on_southern_line()
    match = moving(f"5FJ-14 {here}", "5FJ-14", turn=2)
    assert there in match.destinations(), "into the 7th Army's area"
    back = moving(f"5FJ-14 {there}", "5FJ-14", turn=2)
    assert here in back.destinations(), "and back"
    others = moving(f"5FJ-13 {here}", "5FJ-13", turn=2)
    assert others.why(f"to {there}") == ("line-in-the-way", "9.2")


@pytest.mark.rule("deadly_woods", "9.4-b")
@pytest.mark.parametrize(("turn", "free"), [(1, False), (3, False), (4, True)])
def test_14th_parachute_regiment_stays_near_the_line_at_first(turn: int, free: bool) -> None:
    """3219 is two hexes from the 7th Army's area, 3218 three; with St. Vith entered the northern line is open too."""
    match = moving("5FJ-14 3219", "5FJ-14", turn=turn, clocks=["st_vith_entered = 1"])
    data = match.data
    south = [hex for hex in data.board.hexes if data.area[hex] == SEVENTH]

    def far(label: str) -> bool:
        return min(distance(data.board.grid, match.hex(label), hex) for hex in south) > 2

    assert far("3218")
    assert not far("3119")
    assert "3119" in match.destinations()
    assert any(far(label) for label in match.destinations()) == free
    if not free:
        assert match.why("to 3218") == ("far-from-line", "9.4")
    others = moving("5FJ-13 3219", "5FJ-13", turn=turn)
    assert "3218" in others.destinations(), "nobody else"


@pytest.mark.rule("deadly_woods", "9.4-c")
def test_14th_parachute_regiment_is_activated_where_it_stands() -> None:
    here, there = _on_southern_line()
    assert field(f"5FJ-14 {here}, 2Pz-a 3217", "5th", turn=2).movers() == {"5FJ-14", "2Pz-a"}
    assert field(f"5FJ-14 {there}, 2Pz-a 3217", "5th", turn=2).movers() == {"2Pz-a"}


@pytest.mark.rule("deadly_woods", "10.6.3-a")
def test_ouren_bridge_is_closed_to_armor_on_turn_one() -> None:
    assert why_along(moving("116Pz-a 3315", "116Pz-a", turn=1), "3215") == ("ouren-bridge", "10.6.3")
    assert why_along(moving("116Pz-a 3315", "116Pz-a", turn=2), "3215") is None
    assert why_along(moving("560VG-a 3315", "560VG-a", turn=1), "3215") is None, "infantry crosses"
    assert field("116Pz-a 3315, 28-112 3215", "german combat", turn=1).targets() == {"3215"}, "attacks are allowed"


@pytest.mark.rule("deadly_woods", "10.6.3-a")
def test_ouren_bridge_is_closed_to_allied_armor_too() -> None:
    assert why_along(moving("9A-CCB 3215", "9A-CCB", "allied move", turn=1), "3315") == ("ouren-bridge", "10.6.3")
    assert why_along(moving("9A-CCB 3215", "9A-CCB", "allied move", turn=2), "3315") is None
    assert why_along(moving("28-110 3215", "28-110", "allied move", turn=1), "3315") is None, "infantry crosses"


# --- held back ---------------------------------------------------------------------------------------


@pytest.mark.rule("deadly_woods", "10.6.4-a")
def test_units_are_held_west_of_the_meuse() -> None:
    """Namur lies on the west bank, 0908 across the river."""
    match = moving("29Armd 0807", "29Armd", "allied move", turn=4)
    assert match.why("to 0908") == ("held-back", "10.6.4")
    enemy = moving("29Armd 0807, 26VG-a 0908", "29Armd", "allied move", turn=4)
    assert enemy.why("to 0908") == ("enemy-in-the-way", "10.2"), "released it could not go there either"
    crossed = moving("29Armd 0807", "29Armd", "allied move", turn=4, clocks=["meuse_crossed = true"])
    assert "0908" in crossed.destinations()


@pytest.mark.rule("deadly_woods", "10.6.4-b", "10.6.4-c", "10.6.4-d")
def test_releases_by_turn() -> None:
    data = box()
    match = field("2Pz-a 3016", "german move")
    for turn, divisions in (
        (5, ["29Armd"]),
        (8, ["43-129", "6Abn-3", "11A-CCA"]),
        (9, ["51-152", "53-71", "33Armd", "17-507"]),
    ):
        for id in divisions:
            match.position.turn = turn - 1
            assert is_held(match.position, data.unit(id)), id
            match.position.turn = turn
            assert not is_held(match.position, data.unit(id)), id
    match.position.turn = 12
    assert is_held(match.position, data.unit("Gds-5")), "only a German crossing frees the Guards"
    match.position.turn = 2
    assert not is_held(match.position, data.unit("82-504"))


@pytest.mark.rule("deadly_woods", "10.6.4-c")
def test_a_release_is_noticed_though_nothing_moved() -> None:
    p = field("29Armd 0807", "allied move", turn=4).position
    unit, across = p.data.unit("29Armd"), p.data.board.hex("0908")
    (movement_mode,) = movement_modes(p, unit)
    assert search(p, unit, movement_mode).cost_of(across) < 0
    p.turn = 5
    p.forget()
    assert search(p, unit, movement_mode).cost_of(across) > 0


@pytest.mark.rule("deadly_woods", "10.6.4-a")
def test_a_german_over_the_meuse_frees_them_all() -> None:
    match = field("2Pz-a 0912, 2Pz-b 1012, 29Armd 0101", "german move", turn=4)
    assert is_held(match.position, match.unit("29Armd"))
    match.do("move 2Pz-a", "to 0812")
    assert match.position.meuse_crossed
    assert not is_held(match.position, match.unit("29Armd"))
    attack = field("2Pz-a 0912, 29Armd 0812", "german combat", turn=4)
    attack.do("attack 0812", "join 2Pz-a", "go")
    assert attack.position.meuse_crossed, "an attack across counts"
    both = field("2Pz-a 0912, 2Pz-b 0912, 29Armd 0812", "german combat", turn=4)
    both.do("attack 0812", "join 2Pz-a", "join 2Pz-b", "go")
    assert len(both.told("meuse-crossed")) == 1, "once in a game"
    theirs = field("28-110 0812, 28-112 0812, 2Pz-a 0912, 2Pz-b 0912", "allied combat", turn=4)
    theirs.do("attack 0912", "join 28-110", "go")
    assert not theirs.position.meuse_crossed, "not one of the Allies"
    near = field("2Pz-a 0912, 2Pz-b 1012, 29Armd 0101", "german move", turn=4)
    near.do("move 2Pz-b", "to 1011")
    assert not near.position.meuse_crossed, "a move on this bank does not"
    beside = field("2Pz-a 1012, 29Armd 0101, 28-110 1011", "german combat", turn=4)
    beside.do("attack 1011", "join 2Pz-a", "go")
    assert not beside.position.meuse_crossed, "nor an attack on it"
    allied = field("28-110 0812, 2Pz-b 1812, 29Armd 0101", "allied move", turn=4)
    allied.do("move 28-110", "to 0912")
    assert not allied.position.meuse_crossed, "nor an Allied unit"


@pytest.mark.rule("deadly_woods", "10.6.4-e", "10.6.4-f")
def test_5th_armored_stays_near_j() -> None:
    data = box()
    match = moving("5A-CCA 3101", "5A-CCA", "allied move", turn=4)
    near = data.within_three[data.board.hex("3101")] | data.within_three[data.board.hex("3301")]
    assert {match.hex(hex) for hex in match.destinations()} <= near
    j = data.entry["J"]
    assert max(min(distance(data.board.grid, match.hex(hex), one) for one in j) for hex in match.destinations()) == 3
    free = moving("5A-CCA 3101 unleashed", "5A-CCA", "allied move", turn=4)
    for beyond in sorted(free.destinations() - match.destinations())[:5]:
        assert match.why(f"to {beyond}") == ("held-back", "10.6.4")
    assert not {free.hex(hex) for hex in free.destinations()} <= near


@pytest.mark.rule("deadly_woods", "9.2.1-a")
def test_st_vith_taken_again_changes_nothing() -> None:
    """The line is removed for good by the first German unit that enters."""
    match = field("26VG-a 3212, 26VG-b 3016", "german move", turn=3, clocks=["st_vith_entered = 1"])
    match.do("move 26VG-a", "to 3211")
    assert match.told("takes")
    assert match.position.st_vith_entered == 1
