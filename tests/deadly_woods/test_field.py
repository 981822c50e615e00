"""2.0 The table keeps zones, flags and lists up as counters come and go; 0101 is a hex like any other, the first."""

from __future__ import annotations

import random

import pytest

from ardennes.games.deadly_woods.rules.field import Field
from ardennes.games.deadly_woods.rules.pieces import ALLIED, GERMAN
from ardennes.games.deadly_woods.rules.retreats import ways_back
from ardennes.games.deadly_woods.rules.supply import is_supplied
from ardennes.games.deadly_woods.rules.victory import marked_steps
from ardennes.rules.supply import supplied_hexes
from tests.deadly_woods.fields import Battlefield, field, new_game
from tests.deadly_woods.test_combat import fought
from tests.deadly_woods.test_replacements import spending
from tests.deadly_woods.test_retreat import beaten

CORNER, BESIDE_CORNER = "0101", {"0201", "0102"}
HEXES = ("0101", "0102", "0201", "3017", "3117", "3018", "3118", "3115")
BRIDGES = ("3017/3117", "3018/3118")
COUNTERS = ("26VG-a", "2Pz-a", "FB", "VdH", "28-110", "9A-CCB", "14Cav", "Delay", "Eng-VIII-1", "Greif", "Traffic")


def seen(p: Field) -> tuple[object, ...]:
    """All that is worked out from where counters are."""
    columns = (p.way(GERMAN), p.way(ALLIED), p.held(GERMAN), p.held(ALLIED), p.sides)
    sides = [(set(p.on_map(side)), p.front(side), p.hexes_of(side)) for side in (GERMAN, ALLIED)]
    return (
        [column.tobytes() if hasattr(column, "tobytes") else bytes(column) for column in columns],
        sides,
        p.hexsides(),
    )


def afresh(p: Field) -> tuple[object, ...]:
    twin = p.copy()
    twin.rebuild()
    return seen(twin)


@pytest.mark.rule("deadly_woods", "7.1-a", "7.2-a", "2.3.1.1-c")
@pytest.mark.parametrize("seed", range(4))
def test_what_the_table_remembers_is_what_a_second_look_finds(seed: int) -> None:
    chance = random.Random(seed)
    match = field("26VG-a 3015", "german move")
    p, box_of_lost = match.position, match.data.box("eliminated")
    for _ in range(150):
        unit = match.unit(chance.choice(COUNTERS))
        what = chance.randrange(5)
        if what == 0:
            p.set_bridge(match.side(chance.choice(BRIDGES)), blown=chance.random() < 0.5)
        elif what == 1 and p.where[unit] >= 0 and match.data.full_steps[unit]:
            p.set_steps(unit, chance.randint(1, match.data.full_steps[unit]))
        elif what == 2:
            p.put(unit, box_of_lost)
        else:
            p.steps[unit] = p.steps[unit] or match.data.full_steps[unit]
            p.put(unit, match.hex(chance.choice(HEXES)))
        assert seen(p) == afresh(p)


@pytest.mark.rule("deadly_woods", "3.2-h")
def test_the_table_is_set_up_with_all_that_follows_from_it() -> None:
    p = new_game().position
    assert seen(p) == afresh(p)


@pytest.mark.parametrize("name", Field.columns)
def test_only_what_follows_from_the_rest_is_worked_out_anew(name: str) -> None:
    match = field("26VG-a 3115")
    twin = match.position.copy()
    column = getattr(twin, name)
    before = column[:]
    column[match.unit("26VG-a")] += 1
    twin.rebuild()
    assert (column == before) == (name in Field.derived_columns)


def retreats(match: Battlefield, id: str) -> set[str]:
    """Where a unit may end a retreat."""
    return {match.data.board.label(hex) for hex in ways_back(match.position, match.unit(id))}


@pytest.mark.rule("deadly_woods", "11.4-b", "7.2-a", "10.6-a")
def test_a_blown_bridge_counts_at_once() -> None:
    match = field("9A-CCB 3118, 26VG-a 3218", "german move")
    p = match.position
    assert retreats(match, "9A-CCB") == {"3116", "2918", "2919"}
    assert not supplied_hexes(p, GERMAN)[match.hex("3018")]
    p.set_bridge(match.side("3018/3118"), blown=True)
    assert retreats(match, "9A-CCB") == {"3116"}, "no road leads into the Forest any more"
    assert supplied_hexes(p, GERMAN)[match.hex("3018")], "and no zone reaches there"


@pytest.mark.rule("deadly_woods", "7.1-a", "7.3-f", "11.4-e")
def test_a_zone_lost_with_a_step_counts_at_once() -> None:
    match = field("26VG-a 3115, 14Cav 3215, 28-110 3015", "german move")
    p = match.position
    assert retreats(match, "26VG-a") == {"3113", "3213"}
    assert not supplied_hexes(p, GERMAN)[match.hex("3214")]
    p.set_steps(match.unit("14Cav"), 1)
    assert retreats(match, "26VG-a") == {"3113", "3213", "3314"}
    assert supplied_hexes(p, GERMAN)[match.hex("3214")]


# --- the first hex ---------------------------------------------------------------------------------


def around_corner(match: Battlefield, side: int) -> set[str]:
    """The hexes beside the corner that a side has in its zones."""
    held = match.position.held(side)
    return {hex for hex in BESIDE_CORNER if held[match.hex(hex)]}


@pytest.mark.rule("deadly_woods", "7.1-a", "2.3.1.1-b")
def test_a_unit_lost_in_the_corner_leaves_nothing_behind() -> None:
    match = field(f"14Cav {CORNER}, 26VG-a 3115", "allied move")
    p, cavalry = match.position, match.unit("14Cav")
    assert around_corner(match, ALLIED) == BESIDE_CORNER
    p.set_steps(cavalry, 1)
    assert around_corner(match, ALLIED) == set(), "reduced cavalry has no zone"
    p.set_steps(cavalry, 2)
    p.put(cavalry, match.data.box("eliminated"))
    assert around_corner(match, ALLIED) == set()
    assert p.on_map(ALLIED) == ()
    assert p.combat_units_in(match.hex(CORNER)) == []


@pytest.mark.rule("deadly_woods", "12.5-a")
@pytest.mark.parametrize("asset", ["Eng-VIII-1", "28-110"])
def test_greif_keeps_away_from_the_corner_too(asset: str) -> None:
    match = field(f"{asset} {CORNER}, 26VG-a 3115, 28-109 2215", "assets", turn=3)
    while match.prompt_code() != "place-greif":
        match.do("done")
    assert not {f"at {hex}" for hex in (CORNER, *BESIDE_CORNER)} & match.offers()
    assert "at 0103" in match.offers()


@pytest.mark.rule("deadly_woods", "7.1-a")
def test_zones_reach_into_the_corner() -> None:
    for id, side in (("26VG-a", GERMAN), ("28-110", ALLIED)):
        for hex in BESIDE_CORNER:
            match = field(f"{id} {hex}", "german move")
            assert match.position.held(side)[match.hex(CORNER)], (id, hex)


@pytest.mark.rule("deadly_woods", "10.2-a")
@pytest.mark.parametrize("id", ["28-110", "9A-CCB"])
def test_units_go_to_the_corner_and_come_from_it(id: str) -> None:
    for hex in BESIDE_CORNER:
        there = field(f"{id} {hex}, 26VG-a 4010", "allied move")
        there.do(f"move {id}")
        assert there.cost(CORNER) == 1
        there.do(f"to {CORNER}")
        assert there.place(id) == CORNER
        back = field(f"{id} {CORNER}, 26VG-a 4010", "allied move")
        back.do(f"move {id}")
        assert back.cost(hex) == 1


@pytest.mark.rule("deadly_woods", "8.2-d")
def test_no_line_comes_to_a_corner_that_is_closed() -> None:
    match = field("28-110 0102, 26VG-a 0202, 26VG-b 0103", "allied move")
    assert not is_supplied(match.position, match.unit("28-110"))
    free = field("28-110 0102, 26VG-a 4010", "allied move")
    assert is_supplied(free.position, free.unit("28-110"))


@pytest.mark.rule("deadly_woods", "11.4-b", "11.4-e", "11.4-h")
def test_retreats_to_the_corner_and_from_it() -> None:
    allied = field("28-110 0202, 26VG-a 0303", "german move")
    assert allied.hex(CORNER) in ways_back(allied.position, allied.unit("28-110"))
    german = field("26VG-a 0202, 28-110 0203", "allied move")
    found = ways_back(german.position, german.unit("26VG-a"))
    assert found
    assert german.hex(CORNER) not in found, "west, and there are other ways"
    stuck = beaten(f"28-110 {CORNER}, 26VG-a 0201, 26VG-b 0102", CORNER)
    assert (stuck.place("28-110"), stuck.steps_of("28-110")) == (CORNER, 1)


@pytest.mark.rule("deadly_woods", "11.5-a", "11.3.3-c")
def test_a_fight_for_the_corner() -> None:
    match = fought(f"26VG-a 0201, 26VG-b 0102, 28-110 {CORNER}/1", CORNER, "26VG-a", "26VG-b", die=6)
    match.do("hit 28-110")
    assert match.place("28-110") == "eliminated"
    match.do("advance 26VG-a")
    assert match.place("26VG-a") == CORNER
    repelled = fought(f"26VG-a {CORNER}/1, 26VG-b 0102, 28-110 0201, 28-112 0201", "0201", "26VG-a", die=1)
    assert repelled.offers() == {"hit 26VG-a"}
    repelled.do("hit 26VG-a")
    assert repelled.place("26VG-a") == "eliminated"


@pytest.mark.rule("deadly_woods", "6.2-d", "6.2-g")
def test_a_retreat_to_a_crowded_corner() -> None:
    """All other ways are closed: the corner is full, and somebody has to go."""
    units = f"28-110 0202, 106-422 {CORNER}, 106-423 {CORNER}, 9A-CCB {CORNER}"
    germans = "26VG-a 0302, 26VG-b 0303, 12VG-a 0203, 12VG-b 0103, 2Pz-a 0301"
    match = beaten(f"{units}, {germans}", "0202")
    match.do(f"back {CORNER}")
    while match.prompt_code() == "take-loss":
        match.do("hit 28-110")
    assert match.prompt_code() == "choose-sacrifice"


@pytest.mark.rule("deadly_woods", "11.5-a")
def test_an_advance_from_the_corner() -> None:
    match = fought(f"26VG-a {CORNER}, 26VG-b 0302, 28-110 0201/1", "0201", "26VG-a", "26VG-b", die=6)
    match.do("hit 28-110")
    assert "advance 26VG-a" in match.offers()


@pytest.mark.rule("deadly_woods", "12.4.1-d", "13.2-c", "10.1-a", "14.7-a")
def test_counters_in_the_corner_are_on_the_map() -> None:
    assets = field(f"Eng-VIII-1 {CORNER}, 28-110 2215, 26VG-a 3115", "assets", turn=4)
    assert "remove Eng-VIII-1" in assets.offers()
    spent = spending(f"28-110 {CORNER}, 28-109 2215/1", ALLIED)
    assert spent.why("replace 28-110") == ("full-strength", "13.2")
    moved = field(f"28-110 {CORNER}, 28-109 2215, 26VG-a 3115", "allied move")
    moved.do("move 28-110", "to 0201")
    assert moved.why("move 28-110") == ("has-moved", "10.2.1")
    sent = field(f"28-110 2215, 26VG-a {CORNER}, 26VG-b 3115", "allied move")
    assert sent.why("move 26VG-a") == ("not-yours", "10.1")
    formation = field(f"26VG-a {CORNER}, 26VG-b 3115, 28-110 2215", "three formations")
    formation.do("activate 26VG-a")
    assert formation.movers() == {"26VG-a", "26VG-b"}


@pytest.mark.rule("deadly_woods", "8.3-h", "12.10-a", "15.0-b")
def test_the_corner_counts_at_the_end_of_a_turn() -> None:
    lost = field(f"106-422 {CORNER}, 28-110 2215, 26VG-a 3115, Greif {CORNER}", "end", turn=2)
    assert lost.place("106-422") == "removed", "out of supply, it surrenders"
    assert lost.place("Greif") == "assets"
    ss = field(f"2SS-a {CORNER}, 28-110 2215", "german move", turn=11)
    before = marked_steps(ss.position)
    ss.position.put(ss.unit("2SS-a"), ss.data.box("eliminated"))
    assert before - marked_steps(ss.position) == 3
