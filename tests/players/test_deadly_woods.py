"""The advice of The Deadly Woods: it answers every question, counts with the rules' odds, and never loses its way."""

from __future__ import annotations

import tomllib

import msgspec
import pytest

from ardennes.advisor.plan import LATE, USUAL, PlanBook
from ardennes.advisor.script import SHARED
from ardennes.engine.game import load_game
from ardennes.engine.options import is_about, object_of
from ardennes.engine.procedure import answer
from ardennes.games.deadly_woods.ai.advice import focused
from ardennes.games.deadly_woods.ai.fields import Fields
from ardennes.games.deadly_woods.ai.fights import Fights
from ardennes.games.deadly_woods.ai.ground import Ground
from ardennes.games.deadly_woods.ai.plan import Plan
from ardennes.games.deadly_woods.ai.script import RoundScript
from ardennes.games.deadly_woods.rules.combat import preview
from ardennes.games.deadly_woods.rules.field import Field
from ardennes.games.deadly_woods.rules.pieces import ALLIED, DONE, GERMAN, SUPPORT
from ardennes.games.deadly_woods.rules.terrain import MOTOR
from ardennes.players import evaluate, sit_down
from ardennes.players.advisers import advice_for
from ardennes.players.outlook import outlook
from tests.deadly_woods.fields import field
from tests.situation import data_of

MOST_ANSWERS = 8000
PLANS = PlanBook(load_game("deadly_woods").folder / "ai/plans.toml", Plan)
WORDS = tomllib.loads((load_game("deadly_woods").folder / "texts/it/messages.toml").read_text(encoding="utf-8"))


def new_game(scenario: str, seed: str) -> Field:
    data = data_of("deadly_woods", scenario, frozenset())
    p = data.game.start(data, seed)
    assert isinstance(p, Field)
    return p


@pytest.mark.parametrize(("scenario", "side"), [("attack", GERMAN), ("attack", ALLIED), ("campaign", ALLIED)])
def test_greedy_beats_chance(scenario: str, side: int) -> None:
    p = new_game(scenario, "greedy")
    players = [sit_down("greedy" if each == side else "random", p.data.game, each, "mind") for each in (0, 1)]
    answers = 0
    while (asked := p.asked) is not None:
        answer(p, players[asked.side].choose(p.view(asked.side)))
        answers += 1
        assert answers < MOST_ANSWERS
    assert p.over is not None
    assert p.over.winner == side


def test_other_readings_are_played_too() -> None:
    """With every option on, a script knows its way through a whole campaign."""
    game = load_game("deadly_woods")
    data = data_of("deadly_woods", "campaign", frozenset(game.info.options))
    p = game.start(data, "readings")
    players = [sit_down("greedy", game, side, "mind") for side in (0, 1)]
    helped = 0
    while (asked := p.asked) is not None:
        option = players[asked.side].choose(p.view(asked.side))
        helped += is_about(option, SUPPORT) and data.unit_name(object_of(option)).endswith(("Engineer", "Engineer 1"))
        answer(p, option)
    assert p.over is not None
    assert helped, "the defender calls on his engineers"


def test_stages_rise_and_tell_whose_they_are() -> None:
    p = new_game("attack", "stages")
    advice = advice_for(p.data)
    assert advice is not None
    scripts = [advice.script(side, advice.plans(p, side)[0]) for side in (0, 1)]
    stage, moved = -1, 0
    while (asked := p.asked) is not None and p.turn < 3:
        now = advice.stage(p)
        assert now >= stage
        if asked.question.prompt == "choose-move":
            assert now % 2 == asked.side
            moved += 1
        stage = now
        answer(p, scripts[asked.side].choose(p))
    assert moved > 20


def test_every_question_has_an_answer() -> None:
    """Whatever the game asks, a script knows what to do with it."""
    p = new_game("attack", "questions")
    known = (*RoundScript.choices, *SHARED)
    asked = {type(step) for procedure in p.data.game.procedures for step in procedure.steps}
    missing = [kind.__name__ for kind in asked if hasattr(kind, "offers") and not issubclass(kind, known)]
    assert not missing


def test_attacks_are_valued_by_the_odds_of_the_rules() -> None:
    p = field("2Pz-a 3317, 2Pz-b 3316, 28-110 3217", "german combat", turn=2).position
    fields = Fields(p, GERMAN, PLANS.plan(GERMAN), Ground(p.data))
    package = Fights(p, GERMAN, fields).package(p.data.board.hex("3217"))
    assert package is not None
    chances = {name: chance for name, chance in preview(p, package.attack).chances.items() if ":" not in name}
    worths = Fights(p, GERMAN, fields).worths(package.attack)
    expected = sum(worths[name] * chance for name, chance in chances.items())
    assert Fights(p, GERMAN, fields).gain(package.attack) == pytest.approx(expected)


def fights(p: Field, **prices: object) -> Fights:
    plan = msgspec.structs.replace(PLANS.plan(GERMAN), **prices)
    return Fights(p, GERMAN, Fields(p, GERMAN, plan, Ground(p.data)))


def test_an_attack_below_the_table_is_declined_whatever_it_promises() -> None:
    p = field("2Pz-a 3317/1, 28-110 3217", "german combat", turn=2).position
    target = p.data.board.hex("3217")
    for below_table in (False, True):
        found = fights(p, below_table=below_table, blood=-5.0)
        package = found.package(target)
        assert package is not None
        assert package.gain > 1
        assert found.is_declined(package) is not below_table
    strong = field("2Pz-a 3317, 2Pz-b 3316, 28-110 3217/1", "german combat", turn=2).position
    package = fights(strong).package(target)
    assert package is not None
    assert not fights(strong).is_declined(package)


def test_the_whole_answer_is_reckoned_with() -> None:
    """12.3 Two guns where two may answer, and nobody twice."""
    p = new_game("attack", "answers")
    hexes = {p.where[unit] for unit in p.on_map(ALLIED)}
    one, all_guns = fights(p, whole_answer=False), fights(p, whole_answer=True)
    longer = 0
    for hex in sorted(hexes):
        expected, whole = one.answer(hex), all_guns.answer(hex)
        guns = [asset for asset in whole if p.data.counters[asset].kind == "artillery"]
        assert len(set(whole)) == len(whole)
        assert len(guns) <= 2
        assert set(expected[:1]) <= set(whole)
        longer += len(whole) > len(expected)
    assert longer


def test_a_pinned_unit_withdraws_from_those_who_would_destroy_it() -> None:
    """10.3 Where it is, its last step is lost five times out of six, and the ground behind its friend is as good."""
    enemies = "2Pz-a 2526, 116Pz-a 2526, 2Pz-b 2725, PzLehr-b 2725, PzLehr-a 2525"
    match = field(f"28-110 2625/1, 28-112 2726, {enemies}", "allied move")
    script = RoundScript(
        ALLIED, msgspec.structs.replace(PLANS.plan(ALLIED, ""), pull=0.6, press=0.25), Ground(match.data)
    )
    match.do("move 28-110")
    assert match.offers() == {"door 2726", "done"}
    while (asked := match.asked) is not None and asked.question.prompt != "choose-move":
        match.apply(script.choose(match.position))
    assert match.place("28-110") == "2727"


@pytest.mark.parametrize("steps", [1, 2])
def test_a_pinned_unit_that_stands_well_stays(steps: int) -> None:
    """10.3 Before Bastogne, against infantry."""
    match = field(f"28-110 2917/{steps}, 28-112 2916, 26VG-a 3016, 26VG-b 2817", "allied move")
    script = RoundScript(ALLIED, PLANS.plan(ALLIED), Ground(match.data))
    match.do("move 28-110")
    assert match.offers() == {"door 2916", "done"}
    assert script.choose(match.position) == DONE


def test_ground_towards_a_goal_draws_the_attacker() -> None:
    p = new_game("attack", "ground")
    fields = Fields(p, GERMAN, PLANS.plan(GERMAN), Ground(p.data))
    unit = p.data.unit("1SS-Peiper")
    assert fields.worth(unit, p.data.st_vith) > fields.stay(unit)


def test_holding_more_goals_is_better() -> None:
    p = new_game("attack", "judge")
    before = evaluate(p, GERMAN)
    for town in ("St. Vith", "La Roche", "Houffalize"):
        p.control[p.data.board.hex(town)] = GERMAN
    p.forget()
    assert evaluate(p, GERMAN) > before
    assert evaluate(p, GERMAN) + evaluate(p, ALLIED) == pytest.approx(1)


@pytest.mark.parametrize("scenario", ["attack", "campaign"])
def test_an_even_game_is_told_to_be_even(scenario: str) -> None:
    """Judged on the eve of the second turn, when reinforcements have come and nobody has moved."""
    assert 0.35 < outlook(new_game(scenario, "eve"), GERMAN) < 0.65


def test_plans_have_names_in_words() -> None:
    p = new_game("attack", "words")
    advice = advice_for(p.data)
    assert advice is not None
    for side in (GERMAN, ALLIED):
        for time in (USUAL, LATE):
            names = [plan.name for plan in PLANS.portfolio(side, time)]
            assert len(set(names)) == len(names)
            for plan in (*PLANS.portfolio(side, time), *advice.plans(p, side), advice.simple(p, side)):
                assert advice.title(plan).code in WORDS


def test_goals_that_both_sides_are_near_may_come_before_all_others() -> None:
    p = new_game("attack", "focus")
    advice = advice_for(p.data)
    assert advice is not None
    focus = {plan.focus for plan in advice.plans(p, ALLIED)} - {None}
    assert p.data.board.hex("St. Vith") in focus
    assert p.data.board.hex("Sedan") not in focus
    st_vith = advice.title(focused(PLANS.plan(ALLIED), p.data.board.hex("St. Vith")))
    for language in ("en", "it"):
        assert "St. Vith" in p.data.game.catalogue(language).say(st_vith, p.data)


def test_a_plan_about_one_goal_is_drawn_there() -> None:
    p = new_game("attack", "focus")
    ground, goal = Ground(p.data), p.data.board.hex("Bastogne")
    drawn = {
        plan.focus: Fields(p, GERMAN, plan, ground).here[MOTOR]
        for plan in (PLANS.plan(GERMAN), focused(PLANS.plan(GERMAN), goal))
    }
    gain = drawn[goal] - drawn[None]
    assert gain[goal] == gain.max() > 0
    assert gain[p.data.board.hex("Monschau")] < gain[goal] / 3
