"""23.0 Angriff aus der Bewegung."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.engine.duties import Duty, owe
from ardennes.games.bitter_woods.rules.angriff import ways_past
from ardennes.games.bitter_woods.rules.field import HAS_MOVED
from ardennes.games.bitter_woods.rules.pieces import COLUMNS
from tests.bitter_woods.fields import Battlefield, box, field
from tests.bitter_woods.test_odds import columns, declared

PANZERS = "2-3 3811, 2-2 3811"
JOINED = ("2-3", "2-2")
TARGET = "28-110 3812"


def attack(units: str = f"{PANZERS}, {TARGET}", *joined: str, hex: str = "3812", **more: Any) -> Battlefield:
    options = ["angriff", *more.pop("also", ())]
    return declared(units, hex, *(joined or JOINED), options=options, **more)


def is_offered(match: Battlefield) -> bool:
    return "angriff" in match.offers()


@pytest.mark.rule("bitter_woods", "23.1-a", "23.1-b", "23.3-f")
def test_armor_and_infantry_at_two_to_one() -> None:
    assert is_offered(attack())
    plain = declared(f"{PANZERS}, {TARGET}", "3812", *JOINED)
    assert not is_offered(plain), "without the option"
    weak = attack(f"{PANZERS}, {TARGET}, 28-109 3812")
    assert not is_offered(weak), "15 to 10 is 1-1"
    assert weak.why("angriff") == ("no-angriff", "23.1")
    assert not is_offered(attack(f"2-3 3811, {TARGET}/1", "2-3")), "no infantry"
    infantry = "2-2 3811, 26-78 3811, 28-110 3812/1"
    assert not is_offered(attack(infantry, "2-2", "26-78")), "no armor"
    slow = "3PG-103 3811, 3PG-8 3811, 28-110 3812/1"
    assert not is_offered(attack(slow, "3PG-103", "3PG-8")), "endurance 4"
    mixed = attack(f"2-3 3811, 26-78 3811, {TARGET}", "2-3", "26-78")
    assert is_offered(mixed), "foot will do"
    allied = attack("3CCA 3811, 3CCR 3811, 26-78 3812", "3CCA", "3CCR", moment="allied combat")
    assert is_offered(allied)


@pytest.mark.rule("bitter_woods", "23.1-a", "21.3-c")
@pytest.mark.parametrize("marker", ["supply", "shocked"])
def test_all_attackers_are_in_supply_and_none_is_shocked(marker: str) -> None:
    units = f"2-3 3811, 2-2 3811, 26-78 3811 {marker}, {TARGET}"
    assert not is_offered(attack(units, "2-3", "2-2", "26-78"))
    match = attack(units, "2-3", "2-2")
    match.do("angriff")
    assert "join 26-78" not in match.offers()


@pytest.mark.rule("bitter_woods", "23.1-a")
def test_the_ratio_counts_guns_and_no_shift() -> None:
    """9 + 6 against 8: 1-1 without the gun, 2-1 with it. A forest's shift does not count, nor does surprise."""
    units = f"2-3 3811, 2-2 3811, VAK-401 3808, {TARGET}, 26-101 3812/1, 28-109 3812/1"
    assert not is_offered(attack(units))
    assert is_offered(attack(units, "2-3", "2-2", "support VAK-401"))


@pytest.mark.rule("bitter_woods", "23.1-c", "23.2-d")
def test_guns_of_the_defender_make_it_an_ordinary_attack_without_aircraft() -> None:
    match = attack(f"{PANZERS}, {TARGET}, 26-101 3812/1, FA-422 3815, FA-402 3815", air=(1, 1))
    assert columns(match)[0] == "2-1"
    match.do("angriff")
    assert "fly" not in match.offers()
    match.do("go")
    assert "fly" not in match.offers(), "nor does the defender fly"
    match.do("support FA-422")
    assert match.tells("go").notes[-1].code == "off-angriff-table"
    match.dice(4).do("go")
    expected = box().results[3][COLUMNS.index("1-1")]
    assert match.told("rolled")[-1].args["result"] == expected


@pytest.mark.rule("bitter_woods", "23.1-c")
def test_shifts_below_two_to_one_lead_to_the_ordinary_table() -> None:
    """2316 is rough: 2-1 becomes 1-1."""
    match = attack("2-3 2415, 2-2 2415, 28-110 2316, 26-101 2316/1", hex="2316")
    match.do("angriff")
    assert columns_of(match) == ("2-1", "1-1")
    assert match.tells("go").notes[-1].code == "off-angriff-table"


@pytest.mark.rule("bitter_woods", "23.1-d")
def test_no_angriff_to_fight_an_engagement_again() -> None:
    match = field(f"2-3 3811, 2-2 3811, {TARGET}", "german combat", turn=9, options=["angriff"])
    party = match.unit("2-2"), match.unit("28-110")
    owe(match.position, Duty(0, "engagement", match.hex("3812"), 9, "9.5", party))
    match.position.forget()
    match.do("attack 3812", "join 2-3", "join 2-2")
    assert not is_offered(match)


@pytest.mark.rule("bitter_woods", "23.1-e")
@pytest.mark.parametrize(("turn", "offered"), [(1, False), (2, True)])
def test_not_on_16am(turn: int, offered: bool) -> None:
    """116th Panzer faces 106/424."""
    units = "116-16 3811, 116-60 3811, 106-424 3812"
    assert is_offered(attack(units, "116-16", "116-60", turn=turn)) is offered


@pytest.mark.rule("bitter_woods", "23.2-a")
def test_it_is_announced_before_the_die_and_read_in_its_own_table() -> None:
    """15 to 5 is 3-1, endurance 5 to 4 takes one off the die."""
    match = attack()
    match.do("angriff")
    assert match.tells("go").notes[-1].code == "on-angriff-table"
    assert match.tally("die") == -1
    match.dice(3).do("go")
    assert match.told("announces-angriff")
    assert match.told("rolled")[-1].args["result"] == box().angriff[2][1] == "ADV2"


@pytest.mark.rule("bitter_woods", "23.2-a")
def test_it_need_not_be_announced() -> None:
    match = attack()
    match.dice(3).do("go")
    assert match.told("rolled")[-1].args["result"] == box().results[2][COLUMNS.index("3-1")]


@pytest.mark.rule("bitter_woods", "23.2-b")
def test_no_more_than_three_to_one_in_rough_ground() -> None:
    """More than 4-1 counts as 4-1 before the defender's shift."""
    match = attack("2-3 2415, 2-2 2415, Lehr-902 2415, 28-110 2316/1", "2-3", "2-2", "Lehr-902", hex="2316")
    match.do("angriff")
    assert columns_of(match) == ("7-1", "3-1")
    clear = attack(f"2-3 3811, 2-2 3811, Lehr-902 3811, {TARGET}/1", "2-3", "2-2", "Lehr-902")
    clear.do("angriff")
    assert columns_of(clear) == ("7-1", "4-1")


def columns_of(match: Battlefield) -> tuple[str, str]:
    note = match.tells("go").notes[0]
    return str(note.args["printed"]), str(note.args["column"])


@pytest.mark.rule("bitter_woods", "23.2-c")
def test_not_where_guns_have_bombarded() -> None:
    match = field(
        f"{PANZERS}, VAK-401 3808, VAK-402 3808, {TARGET}", "german combat", turn=9, options=["angriff", "bombardment"]
    )
    match.do("attack 3812", "batter VAK-401", "batter VAK-402")
    match.dice(1).do("go")
    match.do("join 2-3", "join 2-2")
    assert not is_offered(match)


@pytest.mark.rule("bitter_woods", "23.2-d")
def test_neither_after_nor_with_aircraft() -> None:
    match = attack(air=(1, 0))
    assert {"fly", "angriff"} <= match.offers()
    match.do("fly")
    assert not is_offered(match)


# --- results ---------------------------------------------------------------------------------------------


def gone_past(
    result: str, units: str, *joined: str, hex: str = "3812", moved: tuple[str, ...] = (), **more: Any
) -> Battlefield:
    """After an Angriff with this result."""
    match = attack(units, *joined, hex=hex, **more)
    for id in moved:
        match.position.done[match.unit(id)] |= HAS_MOVED
    match.do("angriff")
    column = COLUMNS.index(columns_of(match)[1]) - COLUMNS.index("2-1")
    die = next(die for die in range(1, 7) if box().angriff[die + match.tally("die")][column] == result)
    match.dice(die).do("go")
    assert match.told("rolled")[-1].args["result"] == result
    return match


@pytest.mark.rule("bitter_woods", "23.3-a", "23.3-b", "23.3-d", "23.3-e")
def test_mechanized_attackers_go_past_in_any_direction_but_the_defenders_zone() -> None:
    units = f"2-3 3811, 2-2 3811, 26-78 3811, {TARGET}"
    match = gone_past("ADV2", units, "2-3", "2-2", "26-78")
    assert (match.place("28-110"), match.steps_of("28-110")) == ("3812", 2)
    assert match.offers() == {"advance 2-3", "advance 2-2", "done"}, "no foot"
    match.do("advance 2-2")
    board = match.data.board
    zone = {board.label(hex) for hex in board.around(match.hex("3812"))}
    assert not match.objects("along") & (zone | {"3812"})
    assert {"3810", "3809"} & match.objects("along")
    assert all(len(match.tells(f"along {hex}").path) <= 2 for hex in match.objects("along"))
    assert match.why("along 3912") == ("cannot-advance-there", "9.8")


@pytest.mark.rule("bitter_woods", "23.3-e")
def test_one_of_the_infantry_stays_beside_the_defender() -> None:
    match = gone_past("ADV2", f"{PANZERS}, {TARGET}")
    assert match.offers() == {"advance 2-3", "done"}, "the only panzergrenadiers stay"
    two = gone_past("ADV2", f"{PANZERS}, 2-304 3811, {TARGET}", "2-3", "2-2", "2-304")
    two.do("advance 2-2")
    two.do(f"along {sorted(two.objects('along'))[0]}")
    assert "advance 2-304" not in two.offers()


@pytest.mark.rule("bitter_woods", "23.3-b")
def test_the_zone_of_another_enemy_may_be_entered_and_stops() -> None:
    units = f"2-3 3811, 2-2 3811, {TARGET}, 28-109 3709"
    match = gone_past("ADV2", units)
    match.do("advance 2-3")
    paths = [match.tells(f"along {hex}").path for hex in match.objects("along")]
    zone = set(match.data.board.around(match.hex("3709")))
    assert any(path[-1] in zone for path in paths)
    assert not any(set(path[:-1]) & zone for path in paths)


@pytest.mark.rule("bitter_woods", "23.3-c")
def test_terrain_allowance_and_aircraft_limit_it() -> None:
    units = f"{PANZERS}, {TARGET}"
    free = gone_past("ADV2", units)
    free.do("advance 2-3")
    hex = next(hex for hex in sorted(free.objects("along")) if len(free.tells(f"along {hex}").path) == 2)
    near = free.data.board.label(free.tells(f"along {hex}").path[0])
    all_near = {free.data.board.label(free.tells(f"along {each}").path[0]) for each in free.objects("along")}
    watched = gone_past("ADV2", units, hexes=[f"{each}: interdicted=1" for each in all_near])
    watched.do("advance 2-3")
    reached = watched.objects("along")
    assert near in reached
    assert len(reached) < len(free.objects("along")), "two points more in each hex"
    bound = gone_past("ADV2", units, turn=5)
    assert bound.asked is None or bound.prompt_code() != "choose-advance", "beyond the boundary of its army"


@pytest.mark.rule("bitter_woods", "23.3-c")
def test_no_road_bonus_unless_it_is_played() -> None:
    """From 1311, past 1411, along the road through 1312."""
    units = "2-3 1311, 2-2 1311, 28-110 1411/1"
    for also, most in (((), 3), (("angriff_road_bonus",), 5)):
        match = gone_past("ADV3", units, hex="1411", also=also)
        match.do("advance 2-3")
        assert max(len(match.tells(f"along {hex}").path) for hex in match.objects("along")) == most


@pytest.mark.rule("bitter_woods", "23.2-e")
def test_a_river_is_crossed_at_once_and_only_by_who_has_not_moved() -> None:
    data = box()
    board = data.board
    meuse = board.code("river", "meuse")

    def is_open(hex: int) -> bool:
        return data.terrain[hex] in (0, 1, 2) and len(board.around(hex)) == 6

    start, target, bank = next(
        (start, target, bank)
        for start in board.hexes
        if is_open(start)
        for target in board.around(start)
        if is_open(target) and not board.river[board.side(start, target)]
        for bank in board.around(start)
        if is_open(bank)
        and bank not in board.around(target)
        and board.river[board.side(start, bank)]
        and board.river[board.side(start, bank)] != meuse
        and not board.bridge[board.side(start, bank)]
        and not board.wall[board.side(start, bank)]
    )
    name = board.label
    units = f"3CCA {name(start)}, 3CCR {name(start)}, 326-751 {name(target)}/1"
    for moved, crosses in (((), True), (("3CCA",), False)):
        match = gone_past("ADV1", units, "3CCA", "3CCR", hex=name(target), moved=moved, moment="allied combat", turn=15)
        match.do("advance 3CCA")
        assert (name(bank) in match.objects("along")) is crosses


@pytest.mark.rule("bitter_woods", "23.3-g")
def test_other_results_of_the_table() -> None:
    """No effect leaves no duty, engaged binds, and A1 sends the attackers back."""
    units = f"{PANZERS}, {TARGET}, 26-101 3812/1, 28-109 2020"
    nothing = gone_past("NE", units)
    assert not nothing.position.duties
    assert nothing.asked is None or nothing.prompt_code() != "choose-advance"
    engaged = gone_past("ENG", units)
    assert [duty.kind for duty in engaged.position.duties] == ["engagement"]
    weak = "2-3 3811, 2-2 3811, 2-9 3812, 26-101 3812/1"
    retreat = attack(weak)
    retreat.do("angriff")
    retreat.dice(6).do("go")
    assert retreat.told("rolled")[-1].args["result"] == "A1"
    assert retreat.prompt().args["side"] == 0
    assert retreat.prompt_code() in ("choose-next-to-retreat", "choose-retreat")


@pytest.mark.rule("bitter_woods", "23.3-c", "2.9-a")
def test_it_leads_nobody_where_orders_keep_him_out() -> None:
    """6th Panzer Army keeps north of Houffalize in Erasing the Bulge until an Allied unit has come there."""

    def ends(*hexes: str) -> set[str]:
        units, plan = "12SS-25 2018, 28-110 2017", ("plan = 0",)
        match = field(units, "german combat", turn=30, scenario="erasing", clocks=plan, hexes=hexes)
        found = ways_past(match.position, match.unit("12SS-25"), match.hex("2017"), 3, 3)
        return {match.data.board.label(hex) for hex in found}

    assert "2019" in ends()
    assert ends("2221: entered=1") - ends() == {"2121", "2020", "1819", "1920"}


@pytest.mark.rule("bitter_woods", "23.3-c", "2.9-a")
@pytest.mark.parametrize(("turn", "far"), [(27, True), (28, True), (29, False), (30, False)])
def test_the_ground_of_the_day_sets_how_far_it_leads(turn: int, far: bool) -> None:
    """Hard frost until 29 December, then snow."""
    match = field("12SS-25 2018, 28-110 2017", "german combat", turn=turn)
    found = ways_past(match.position, match.unit("12SS-25"), match.hex("2017"), 3, 3)
    ends = {match.data.board.label(hex) for hex in found}
    assert "2119" in ends
    assert ("2219" in ends) == far
