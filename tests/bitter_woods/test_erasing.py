"""2.9 Erasing the Bulge: the secret plan of the Allies, bridges that are down, and where armies keep."""

from __future__ import annotations

import pytest

from ardennes.games.bitter_woods.rules.field import NO_PLAN, SECRET_PLAN
from ardennes.games.bitter_woods.rules.orders import orders_now
from ardennes.games.bitter_woods.rules.shock import is_worn
from tests.bitter_woods.fields import Battlefield, box, field, new_game


def planned(plan: int, units: str, moment: str, turn: int) -> Battlefield:
    return field(units, moment, turn=turn, scenario="erasing", clocks=(f"plan = {plan}",))


MONTY, RIDGWAY, PATTON = range(3)


@pytest.mark.rule("bitter_woods", "2.9-a", "2.8-c")
def test_erasing_begins_with_a_plan() -> None:
    match = new_game("erasing")
    assert match.prompt_code() == "choose-plan"
    assert match.asked is not None
    assert match.asked.side == 1
    assert set(match.offers()) == {"plan monty", "plan ridgway", "plan patton"}
    match.do("plan ridgway")
    assert match.position.plan == RIDGWAY
    assert match.prompt_code() == "choose-prepared"
    assert match.works("2426") == 2
    assert match.works("1010") == 1, "beside an enemy"
    assert not any(match.position.blown)


@pytest.mark.rule("bitter_woods", "2.9-a")
@pytest.mark.parametrize(
    ("plan", "unit", "last"),
    [(MONTY, "2CCA", 36), (RIDGWAY, "2CCA", 34), (PATTON, "2CCA", 36), (PATTON, "1-26", 36)],
)
def test_who_waits(plan: int, unit: str, last: int) -> None:
    units = f"{unit} 4203, 4CCA 3702, 26-78 0124"
    assert planned(plan, units, "allied move", last).movers() == {"4CCA"}
    assert planned(plan, units, "allied move", last + 1).movers() == {unit, "4CCA"}


@pytest.mark.rule("bitter_woods", "2.9-a")
def test_who_is_attacked_waits_no_longer() -> None:
    match = planned(MONTY, "2CCA 3517, 4CCA 4203, 26-78 3518, 26-77 3518, 26-39 3518", "german combat", 30)
    match.dice(3, 3).do("attack 3517", "join 26-78", "go")
    assert match.position.watched[match.unit("2CCA")]


@pytest.mark.rule("bitter_woods", "2.9-a")
@pytest.mark.parametrize(
    ("plan", "unit", "turns"),
    [(MONTY, "2CCA", (37,)), (RIDGWAY, "82-504", (29, 30)), (PATTON, "4CCA", (29, 30))],
)
def test_planned_attacks_have_a_shift(plan: int, unit: str, turns: tuple[int, ...]) -> None:
    for turn in (*range(max(turns[0] - 1, 29), turns[0]), *turns, turns[-1] + 1):
        match = planned(plan, f"{unit} 3517 watched, 26-78 3518", "allied combat", turn)
        match.do("attack 3518", f"join {unit}")
        assert match.shifts().get("planned", 0) == (turn in turns)
    other = planned(plan, "75-289 3517, 26-78 3518", "allied combat", 40)
    other.do("attack 3518", "join 75-289")
    assert other.shifts().get("planned", 0) == 0


@pytest.mark.rule("bitter_woods", "2.9-a", "20-a")
@pytest.mark.parametrize(
    ("scenario", "unit", "turn", "worn"),
    [
        ("erasing", "2-3", 29, True),
        ("erasing", "3CCA", 29, True),
        ("patton", "2-3", 13, True),
        ("patton", "4CCA", 19, False),
        ("patton", "4CCA", 20, True),
    ],
)
def test_units_set_up_later_have_been_in_play_since_their_day(scenario: str, unit: str, turn: int, worn: bool) -> None:
    match = new_game(scenario, ["attrition"])
    match.position.turn = turn
    assert is_worn(match.position, match.unit(unit)) is worn


@pytest.mark.rule("bitter_woods", "2.9-a", "20-a")
def test_erasing_is_played_with_attrition() -> None:
    assert "attrition" in new_game("erasing").position.data.options


@pytest.mark.rule("bitter_woods", "2.9-a")
def test_where_armies_keep() -> None:
    units = "12SS-25 2618, 9-39 0401"
    match = planned(MONTY, units, "german move", 30)
    match.do("move 12SS-25")
    inside = match.destinations()
    match.position.entered[match.hex("2221")] = 1
    match.position.forget()
    free = planned(MONTY, units, "german move", 30)
    assert [order.order.order for order in orders_now(free.position)].count("keep-out") == 3
    free.position.entered[free.hex("2221")] = 1
    free.position.forget()
    free.do("move 12SS-25")
    assert inside < free.destinations(), "until an Allied unit has come to Houffalize"


@pytest.mark.rule("bitter_woods", "2.9-a", "24.6-b")
def test_units_attached_to_an_army_keep_with_it() -> None:
    orders = [order for order in box("erasing").orders if order.order.order == "keep-out"]
    north, south, west = ({box("erasing").counters[unit].id for unit in order.units} for order in orders)
    assert {"12SS-12", "2SS-2", "9SS-9"} <= north, "2nd and 9th SS serve under 6th Panzer Army"
    assert {"FuhGd", "9VG-36"} <= south
    assert not {"FuhEs", "Lehr-130"} & (north | south)
    assert not {"11-29", "Montgomery"} & west, "28.1 names both"


@pytest.mark.rule("bitter_woods", "2.9-a")
def test_an_allied_unit_in_houffalize_frees_them() -> None:
    match = planned(MONTY, "4CCA 2222, 26-78 0124", "allied move", 30)
    match.do("move 4CCA", "to 2221")
    assert match.position.entered[match.hex("2221")]
    german = planned(MONTY, "26-78 2222, 4CCA 4203", "german move", 30)
    german.do("move 26-78", "to 2221")
    assert not german.position.entered[german.hex("2221")]


@pytest.mark.rule("bitter_woods", "2.9-a")
@pytest.mark.parametrize(("unit", "crosses"), [("43-129", False), ("11-29", True)])
def test_the_british_keep_west_of_the_meuse(unit: str, crosses: bool) -> None:
    match = planned(MONTY, f"{unit} 4817, 26-78 0124", "allied move", 33)
    west = {match.data.board.label(hex) for hex in match.data.board.area("west-of-meuse")}
    assert "4817" in west
    match.do(f"move {unit}")
    assert bool(match.destinations() - west) is crosses


# --- a plan that one side knows --------------------------------------------------------------------------


def told(match: Battlefield, side: int) -> list[str]:
    return [event.code for event in match.log(side) if event.code.startswith("plan-")]


@pytest.mark.rule("bitter_woods", "2.9-a")
def test_the_plan_is_the_allied_players_secret() -> None:
    digests = set()
    for number, plan in enumerate(("monty", "ridgway", "patton")):
        match = new_game("erasing")
        match.do(f"plan {plan}")
        german, allied = match.position.view(0), match.position.view(1)
        assert (german.plan, allied.plan, german.view(1).plan) == (SECRET_PLAN, number, SECRET_PLAN)
        assert told(match, 1) == [f"plan-{plan}"]
        assert told(match, 0) == []
        assert all(not order.order.plan for order in orders_now(german))
        assert {order.order.plan for order in orders_now(allied)} == {"", plan}
        digests.add(german.digest())
    assert len(digests) == 1


@pytest.mark.rule("bitter_woods", "2.9-a")
def test_the_german_may_think_of_any_plan() -> None:
    match = new_game("erasing")
    assert match.position.view(0).determinize("x").plan == NO_PLAN, "none is chosen yet"
    match.do("plan ridgway")
    assert {match.position.view(0).determinize(str(seed)).plan for seed in range(12)} == {MONTY, RIDGWAY, PATTON}
    assert match.position.view(1).determinize("x").plan == RIDGWAY


@pytest.mark.rule("bitter_woods", "2.9-a")
def test_an_attack_by_plan_shows_it() -> None:
    match = planned(PATTON, "4CCA 3517, 75-289 3517 watched, 26-78 3518, VAK-766 3519", "allied combat", 29)
    match.do("attack 3518", "join 75-289", "join 4CCA")
    assert match.position.view(0).plan_shown == NO_PLAN, "nothing is declared yet"
    match.do("go")
    assert told(match, 0) == ["plan-patton"]
    assert match.position.view(0).plan_shown == PATTON
    assert match.asked is not None
    assert match.asked.side == 0
    assert match.shifts()["planned"] == 1, "what the defender is shown is right"
    assert {match.position.view(0).determinize(str(seed)).plan for seed in range(9)} == {PATTON}
    assert match.undoable == 0, "what was shown stays known"
    other = planned(PATTON, "75-289 3517 watched, 26-78 3518, VAK-766 3519", "allied combat", 29)
    other.do("attack 3518", "join 75-289", "go")
    assert told(other, 0) == []
    assert other.position.plan_shown == NO_PLAN, "an attack without its shift does not"


# --- bridges ---------------------------------------------------------------------------------------------


def at_the_bridges() -> Battlefield:
    match = new_game("erasing")
    match.do("plan monty")
    return match


@pytest.mark.rule("bitter_woods", "2.9-a")
def test_the_germans_blow_eight_bridges_before_play() -> None:
    match = at_the_bridges()
    assert match.prompt_code() == "choose-prepared"
    assert match.asked is not None
    assert match.asked.side == 0
    for number in range(8):
        assert sum(match.position.blown) == number
        match.do(f"blow {min(match.objects('blow'))}")
    assert match.prompt_code() != "choose-prepared"
    assert sum(match.position.blown) == 8
    assert match.position.turn == 29
    assert match.position.built == 0


@pytest.mark.rule("bitter_woods", "2.9-a")
def test_they_may_blow_fewer_and_never_again() -> None:
    match = at_the_bridges()
    match.do("blow 1324/1424", "done")
    assert match.is_blown("1324/1424")
    assert match.prompt_code() != "choose-prepared"
    later = planned(MONTY, "26-78 0124, 26-39 1324, 4CCA 4203", "allied end", 29)
    assert later.position.turn == 30
    assert later.prompt_code() != "choose-prepared"


@pytest.mark.rule("bitter_woods", "2.9-a")
@pytest.mark.parametrize(
    ("bridge", "why"),
    [
        ("1512/1612", "a bank is as near to the Allies"),
        ("4025/4125", "west of all German units"),
        ("1230/1231", "the Allies are on a bank"),
        ("2210/2311", "behind the Allied front"),
    ],
)
def test_only_bridges_behind_the_german_front(bridge: str, why: str) -> None:
    match = at_the_bridges()
    label = match.bridge(bridge)
    assert match.side(bridge) in match.data.bridges
    assert label not in match.objects("blow"), why
    assert match.why(f"blow {label}") == ("cannot-prepare", "2.9")
    assert match.bridge("1324/1424") in match.objects("blow")


@pytest.mark.parametrize("scenario", ["campaign", "patton"])
def test_nobody_blows_bridges_before_other_scenarios(scenario: str) -> None:
    assert new_game(scenario).prompt_code() != "choose-prepared"


@pytest.mark.parametrize("scenario", ["campaign", "patton", "extended"])
def test_other_scenarios_keep_no_plan(scenario: str) -> None:
    assert not new_game(scenario).position.data.has_secrets
