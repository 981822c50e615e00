"""The advice of Wacht am Rhein: it answers every question, counts with the rules' odds, and fights a battle."""

from __future__ import annotations

import random
import tomllib

import msgspec
import pytest

from ardennes.advisor.plan import PlanBook
from ardennes.advisor.script import SHARED
from ardennes.engine.game import load_game
from ardennes.engine.options import object_of
from ardennes.engine.procedure import answer
from ardennes.games.wacht_am_rhein.ai.assaults import Assaults, mean
from ardennes.games.wacht_am_rhein.ai.fields import Fields
from ardennes.games.wacht_am_rhein.ai.fights import Fights
from ardennes.games.wacht_am_rhein.ai.formations import formations_of
from ardennes.games.wacht_am_rhein.ai.ground import Ground
from ardennes.games.wacht_am_rhein.ai.plan import Plan
from ardennes.games.wacht_am_rhein.ai.script import TurnScript, reached
from ardennes.games.wacht_am_rhein.rules.field import Field
from ardennes.games.wacht_am_rhein.rules.forecast import outcomes
from ardennes.games.wacht_am_rhein.rules.outcomes import read
from ardennes.games.wacht_am_rhein.rules.pieces import ALLIED, DONE, GERMAN
from ardennes.numbers import Side
from ardennes.players import evaluate, sit_down
from ardennes.players.advisers import advice_for
from ardennes.players.analysis import analyse
from ardennes.players.commanding import acts_for
from ardennes.players.hints import hint
from tests.situation import data_of
from tests.wacht_am_rhein.battles import battle
from tests.wacht_am_rhein.fields import field

SCENARIOS = ("bastogne", "kampfgruppe_peiper")
PLANS = PlanBook(load_game("wacht_am_rhein").folder / "ai/plans.toml", Plan)
MOST_ANSWERS = 9000


def new_game(seed: str, scenario: str = "bastogne") -> Field:
    data = data_of("wacht_am_rhein", scenario, frozenset())
    p = data.game.start(data, seed)
    assert isinstance(p, Field)
    return p


def script(p: Field, side: Side) -> TurnScript:
    advice = advice_for(p.data)
    assert advice is not None
    found = advice.script(side, advice.plans(p, side)[0])
    assert isinstance(found, TurnScript)
    return found


def ground(p: Field) -> Ground:
    found = advice_for(p.data)
    assert found is not None
    return found.ground  # type: ignore[no-any-return, attr-defined]


def fields(p: Field, side: Side) -> Fields:
    return Fields(p, side, PLANS.plan(side), ground(p))


def play(p: Field, until: int) -> None:
    """By both scripts, up to a Game-Turn."""
    players = [script(p, side) for side in (GERMAN, ALLIED)]
    while p.asked is not None and p.turn < until:
        players[p.asked.side].act(p)


def test_every_question_has_an_answer() -> None:
    p = new_game("questions")
    known = (*TurnScript.choices, *SHARED)
    asked = {type(step) for procedure in p.data.game.procedures for step in procedure.steps}
    unknown = [kind for kind in asked if hasattr(kind, "offers") and not issubclass(kind, known)]
    assert not [kind.__name__ for kind in unknown]


@pytest.mark.parametrize(
    ("scenario", "until"), [("bastogne", 6), ("kampfgruppe_peiper", 6), ("race_for_the_meuse", 18)]
)
def test_every_scenario_is_played(scenario: str, until: int) -> None:
    """Up to the second morning, with a night, aircraft and reinforcements; of the largest scenario a Game-Turn."""
    p = new_game("scenario", scenario)
    play(p, until)
    assert p.turn == until


@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_the_script_goes_on_wherever_chance_leads(side: Side) -> None:
    """Against random play, and from positions that no plan would lead to: it never stalls."""
    p, chance = new_game("chance", SCENARIOS[side]), random.Random(7)
    player, answers = script(p, side), 0
    while p.asked is not None and p.turn < 8:
        if p.asked.side == side and chance.random() < 0.5:
            answers += player.act(p)
        else:
            answer(p, chance.choice(p.asked.options))
            answers += 1
        assert answers < MOST_ANSWERS
    assert p.turn == 8


def test_stages_rise_and_tell_whose_they_are() -> None:
    """5.1, 13.0 The Allied player turn comes first; a bonus turn follows the night."""
    p = new_game("stages")
    advice = advice_for(p.data)
    assert advice is not None
    players, stage, seen = [script(p, side) for side in (GERMAN, ALLIED)], 0, list[int]()
    while (asked := p.asked) is not None and p.turn < 6:
        now = advice.stage(p)
        assert now in (stage, stage + 1)
        if asked.question.prompt == "choose-move":
            assert now % 2 == asked.side
            seen.append(now)
        stage = now
        players[asked.side].act(p)
    assert {*seen} == {*range(1, 13)} - {1}


def test_attacks_are_valued_by_the_odds_of_the_rules() -> None:
    """10.76 What a package gains is what the rules say comes of it."""
    p = battle("J1 D0833, J2 D0833, A1 D0834", turn=8).position
    fights = Fights(p, GERMAN, fields(p, GERMAN))
    package = fights.package(p.data.board.hex("D0834"))
    assert package is not None
    worth = fights.worth(package.attack)
    expected = 0.0
    for text, chance in outcomes(p, package.attack).items():
        result = read(text)
        assert result is not None
        expected += worth.of(result) * float(chance)
    assert fights.gain(package.attack, worth) == pytest.approx(expected)


def test_guns_help_the_attack_that_needs_them() -> None:
    """11.2 A gun that reaches two enemies fires at the one where it brings a better column."""
    p = battle("J1 D0833, J2 D0833, A1 D0834, K150 D0830", turn=8).position
    fights = Fights(p, GERMAN, fields(p, GERMAN))
    package = fights.package(p.data.board.hex("D0834"))
    assert package is not None
    assert package.attack.guns == (p.data.unit("GE-XLVII-A-150-1"),)
    strong = battle("Pz D0833, Pg1 D0833, Rc D0733, i1 D0834, K150 D0830", turn=8).position
    fights = Fights(strong, GERMAN, fields(strong, GERMAN))
    package = fights.package(strong.data.board.hex("D0834"))
    assert package is not None
    assert package.attack.guns == ()


def test_nobody_comes_up_for_a_hopeless_attack() -> None:
    """8.41, 10.62 A lone battalion keeps away from three; three battalions come up to one together."""
    p = field("GE-1_39_26-I D0831, US-1_112_28-I D0834, US-2_112_28-I D0834", "german move").position
    lone = Assaults(p, fields(p, GERMAN), {unit: reached(p, unit)[0] for unit in p.on_map(GERMAN)}).choose()
    assert lone == []
    units = "GE-1_39_26-I D0831, GE-2_39_26-I D0831, GE-1_77_26-I D0832, US-c01-I D0834"
    p = field(units, "german move").position
    (assault,) = Assaults(p, fields(p, GERMAN), {unit: reached(p, unit)[0] for unit in p.on_map(GERMAN)}).choose()
    assert assault.target == p.data.board.hex("D0834")
    assert len(assault.posts) >= 2
    assert all(hex in p.data.board.around(assault.target) for hex in assault.posts.values())


def test_no_attack_that_need_not_be_made_is_below_the_table() -> None:
    """10.62 A weak unit in a village beside a strong stack leaves it alone."""
    match = battle("V1 D1327, A1 D1326, A2 D1326", turn=8)
    p = match.position
    asked = match.asked
    assert p.data.board.hex("D1327") in p.data.built_up
    assert asked is not None
    assert any(option != DONE for option in asked.options)
    assert script(p, GERMAN).choose(p) == DONE


def test_bastogne_is_not_left_empty() -> None:
    """25.17 Its only defender stays, though the enemy is near and other places call."""
    units = "US-2_110_28-I Bastogne, GE-1_3_2P-T-IV D1538, GE-2_3_2P-T-V D1638"
    p = field(units, "allied move", turn=8).position
    player = script(p, ALLIED)
    while (
        p.asked is not None
        and p.asked.side == ALLIED
        and p.asked.question.prompt in ("choose-move", "choose-destination")
    ):
        player.act(p)
    assert p.where[p.data.unit("US-2_110_28-I")] == p.data.board.hex("Bastogne")


def test_a_column_keeps_to_the_road() -> None:
    """7.42 Tanks far from the enemy march, and by road."""
    p = field("GE-1_3_2P-T-IV D1418 march, US-2_110_28-I Bastogne", "german move", turn=8).position
    unit = p.data.unit("GE-1_3_2P-T-IV")
    before = float(ground(p).distances.turns_to(1, p.data.board.hex("Bastogne"))[p.where[unit]])
    player = script(p, GERMAN)
    player.act(p)
    after = float(ground(p).distances.turns_to(1, p.data.board.hex("Bastogne"))[p.where[unit]])
    assert p.march[unit]
    assert ground(p).roads[p.where[unit]]
    assert after < before - 0.5


def test_better_columns_are_worth_more() -> None:
    p = battle("J1 D0833, A1 D0834", turn=8).position
    fights = Fights(p, GERMAN, fields(p, GERMAN))
    package = fights.package(p.data.board.hex("D0834"))
    assert package is not None
    worth = fights.worth(package.attack)
    means = [mean(fights.fields, column, worth) for column in range(13)]
    assert means[0] < means[3] < means[6] < means[9]


def test_more_is_better_for_whoever_has_it() -> None:
    """25.17 Bastogne taken late in the game, or held."""
    units = "GE-1_3_2P-T-IV {}, GE-2_3_2P-T-V D1638, US-2_110_28-I {}"
    taken = field(units.format("Bastogne", "D1550"), "german move", turn=15).position
    held = field(units.format("D1550", "Bastogne"), "german move", turn=15).position
    assert evaluate(taken, GERMAN) > evaluate(held, GERMAN) + 0.1
    assert evaluate(taken, GERMAN) + evaluate(taken, ALLIED) == pytest.approx(1)


@pytest.mark.parametrize("language", ["en", "it"])
def test_plans_have_names_in_words(language: str) -> None:
    p = new_game("words")
    advice, folder = advice_for(p.data), p.data.game.folder
    assert advice is not None
    words = tomllib.loads((folder / f"texts/{language}/messages.toml").read_text(encoding="utf-8"))
    for side in (GERMAN, ALLIED):
        names = [plan.name for plan in PLANS.portfolio(side)]
        assert len(set(names)) == len(names)
        for plan in (*PLANS.portfolio(side), advice.simple(p, side)):
            assert advice.title(plan).code in words


def test_a_plan_may_send_a_formation_elsewhere() -> None:
    p = new_game("axes")
    usual, goals = PLANS.plan(GERMAN), ground(p).goals
    other = msgspec.structs.replace(usual, axes=(("26", goals[-1]),))
    assert Fields(p, GERMAN, other, ground(p)).axes.goals["26"] == len(goals) - 1


@pytest.mark.parametrize("units", ["US-2_110_28-I D1542", "GE-1_3_2P-T-IV D1418"])
def test_a_side_without_an_enemy_on_the_map_goes_on(units: str) -> None:
    side = ALLIED if units.startswith("US") else GERMAN
    match = field(units, f"{('german', 'allied')[side]} move", turn=9)
    mind = sit_down("greedy", match.game, side, "alone")
    asked = match.asked
    assert asked is not None
    assert mind.choose(match.position.view(side)) in asked.options


def test_a_whole_formation_is_advised() -> None:
    """What the computer would do with a division in the phase that stands, unit by unit, and as it may be done."""
    p = new_game("hints")
    while p.asked is not None and (p.asked.side != GERMAN or p.asked.question.prompt != "choose-move"):
        script(p, p.asked.side).act(p)
    units = formations_of(p, GERMAN)["26"]
    found = acts_for(p.view(GERMAN), sit_down("greedy", p.data.game, GERMAN, "hint"), units, automatic=False).acts
    assert len(found) >= 5
    moved = [object_of(options[0]) for options in found]
    assert len(set(moved)) == len(moved)
    assert set(moved) <= set(units)
    first, *_ = found
    for option in first:
        assert p.asked is not None
        assert option in p.asked.options
        answer(p, option)


# --- at the table --------------------------------------------------------------------------------------


def test_a_hint_tells_the_attack_with_its_odds() -> None:
    """The whole act, the odds that the rules give, and why, in words of both languages."""
    match = battle("J1 D0833, J2 D0833, A1 D0834, K150 D0830", turn=8)
    view = match.position.view(GERMAN)
    found = hint(view, sit_down("greedy", match.game, GERMAN, "hint"))
    gun = match.data.unit("GE-XLVII-A-150-1")
    assert gun in [object_of(option) for option in found.options]
    assert found.about is not None
    assert found.about.chances
    assert 0 <= found.chance <= 1
    player = sit_down("planner:time=0.001", match.game, GERMAN, "hint")
    match.apply(player.choose(view))
    player.choose(match.position.view(GERMAN))
    said = [text.code for thought in player.thoughts for text in (thought.what, *thought.reasons)]
    assert said[:1] == ["advice-attack"]
    assert "advice-odds" in said
    for language in ("en", "it"):
        assert all(code in match.game.catalogue(language).sentences for code in said)


def test_a_battle_is_looked_at_again() -> None:
    """Luck, decisions and the rest make up the whole change."""
    match = battle("J1 D0833, J2 D0833, A1 D0834", turn=8)
    player = sit_down("greedy", match.game, GERMAN, "analysis")
    while match.asked is not None and match.asked.side == GERMAN and match.asked.question.prompt != "choose-move":
        match.apply(player.choose(match.position.view(GERMAN)))
    match.resign(ALLIED)
    found = analyse(match)
    assert found.turns
    parts = found.luck + found.decisions(GERMAN) - found.decisions(ALLIED) + found.rest
    assert found.turns[0].before + parts == pytest.approx(found.turns[-1].after)


def test_the_germans_do_not_know_which_dumps_are_true() -> None:
    """25.27 Two truths that look the same get the same answer."""
    p = new_game("dumps", "kampfgruppe_peiper")
    while p.asked is not None and (p.asked.side != GERMAN or p.asked.question.prompt != "choose-move"):
        script(p, p.asked.side).act(p)
    view = p.view(GERMAN)
    assert len({view.determinize(truth).true_dumps for truth in ("one", "other", "third")}) > 1
    answers = set()
    for truth in ("one", "other"):
        twin = view.determinize(truth).view(GERMAN)
        answers.add(sit_down("greedy", p.data.game, GERMAN, "mind").choose(twin))
    assert len(answers) == 1


ENGINEERS = "US-158_VIII-E Bastogne, US-35_VIII-E Bastogne, US-1278_VIII-E Bastogne"
STRONG = "US-2_9Axx-T-M4 D1443, US-3_10Axx-T-M4 D1444, US-11_10Axx-T-M4 D1643"


def garrison_after_moving(units: str) -> set[str]:
    """Who is in Bastogne when the Allies have moved."""
    p = field(units, "allied move", turn=8).position
    player, prompts = script(p, ALLIED), ("choose-move", "choose-destination")
    while p.asked is not None and p.asked.side == ALLIED and p.asked.question.prompt in prompts:
        player.act(p)
    return {p.data.counters[unit].id for unit in p.units_in(p.data.board.hex("Bastogne"))}


def test_the_strongest_at_hand_are_the_garrison() -> None:
    """9.11, 9.34 Engineers make room for tanks while there is time; one may be left, for two fight for a hex."""
    near = garrison_after_moving(f"{ENGINEERS}, {STRONG}, GE-1_3_2P-T-IV D1535, GE-2_3_2P-T-V D1535")
    assert len(near & {"US-2_9Axx-T-M4", "US-3_10Axx-T-M4", "US-11_10Axx-T-M4"}) >= 2


def test_a_besieged_garrison_does_not_wait_for_relief() -> None:
    """Who should take its place might not come through."""
    units = f"{ENGINEERS}, {STRONG}, GE-1_3_2P-T-IV D1540, GE-2_3_2P-T-V D1540"
    assert garrison_after_moving(units) >= {"US-158_VIII-E", "US-35_VIII-E", "US-1278_VIII-E"}


def test_who_must_attack_spares_those_who_need_not() -> None:
    """8.41, 8.43 In the open beside three enemies a lone battalion takes all; else the village would have to."""
    p = battle("A1 D1328, A2 D1327, Pz D1227, Pg1 D1228, Rc D1427", "allied", turn=8).position
    board, attacks = p.data.board, list[tuple[set[str], set[int]]]()
    assert board.hex("D1327") in p.data.built_up
    player = script(p, ALLIED)
    while p.asked is not None and p.asked.side == ALLIED:
        player.act(p)
        attacks += [
            ({board.label(hex) for hex in event.args["hexes"]}, set(event.args["units"]))  # type: ignore[union-attr]
            for event in p.events
            if event.code == "attacks"
        ]
    assert attacks == [({"D1227", "D1228", "D1427"}, {p.data.unit("US-1_112_28-I")})]
