"""The advice of Bitter Woods: it answers every question, counts with the rules' odds, and fights a battle."""

from __future__ import annotations

import random
import tomllib

import msgspec
import pytest

from ardennes.advisor.plan import LATE, USUAL, PlanBook
from ardennes.advisor.script import SHARED
from ardennes.engine.game import load_game
from ardennes.engine.options import object_of
from ardennes.engine.procedure import answer
from ardennes.games.bitter_woods.ai.fields import Fields
from ardennes.games.bitter_woods.ai.fights import Fights
from ardennes.games.bitter_woods.ai.ground import Ground
from ardennes.games.bitter_woods.ai.plan import Plan
from ardennes.games.bitter_woods.ai.script import TurnScript
from ardennes.games.bitter_woods.rules.attacks import Attack
from ardennes.games.bitter_woods.rules.combat import outcomes
from ardennes.games.bitter_woods.rules.field import Field
from ardennes.games.bitter_woods.rules.pieces import ALLIED, BLOW, DONE, GERMAN
from ardennes.hexes import distance
from ardennes.players import evaluate, sit_down
from ardennes.players.advisers import advice_for
from tests.bitter_woods.fields import field
from tests.situation import data_of

SCENARIOS = ("campaign", "six_turns", "eight_turns", "extended", "patton", "erasing", "southern_shoulder")
PLANS = PlanBook(load_game("bitter_woods").folder / "ai/plans.toml", Plan)
MOST_ANSWERS = 12000
BASIC = {
    "advance", "air", "bridges", "combat", "movement", "positions", "reinforcements", "reserves", "retreats",
    "stacking",
}  # fmt: skip
"""The chapters of the basic game that ask something; what optional rules ask is answered by how one stands."""


def new_game(seed: str, scenario: str = "campaign", options: frozenset[str] = frozenset()) -> Field:
    data = data_of("bitter_woods", scenario, options)
    p = data.game.start(data, seed)
    assert isinstance(p, Field)
    return p


def scripts(p: Field) -> list[TurnScript]:
    advice = advice_for(p.data)
    assert advice is not None
    found = [advice.script(side, advice.plans(p, side)[0]) for side in (GERMAN, ALLIED)]
    assert all(isinstance(script, TurnScript) for script in found)
    return found  # type: ignore[return-value]


def play(p: Field, until: int) -> None:
    """By both scripts, up to a turn."""
    players = scripts(p)
    while p.asked is not None and p.turn < until:
        players[p.asked.side].act(p)


def test_every_question_of_the_basic_game_has_an_answer() -> None:
    p = new_game("questions")
    known = (*TurnScript.choices, *SHARED)
    asked = {type(step) for procedure in p.data.game.procedures for step in procedure.steps}
    unknown = [kind for kind in asked if hasattr(kind, "offers") and not issubclass(kind, known)]
    assert not [kind.__name__ for kind in unknown if kind.__module__.rpartition(".")[2] in BASIC]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_is_played(scenario: str) -> None:
    p = new_game("scenario", scenario)
    play(p, p.turn + 2)
    assert p.over is not None or p.turn == p.data.scenario_data.first_turn + 2


@pytest.mark.parametrize("number", range(2))
def test_options_are_played_too(number: int) -> None:
    """Half of all options, and the other half: whatever they ask is answered."""
    info = load_game("bitter_woods").info
    chosen = {option for place, option in enumerate(sorted(info.options)) if place % 2 == number}
    chosen |= {needed for option in chosen for needed in info.options[option].needs}
    p = new_game("options", options=frozenset(chosen))
    play(p, 5)
    assert p.turn == 5


@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_the_script_beats_chance(side: int) -> None:
    for number in range(2):
        p, chance = new_game(f"chance:{number}"), random.Random(number)
        script, answers = scripts(p)[side], 0
        while p.asked is not None:
            if p.asked.side == side:
                answers += script.act(p)
            else:
                answer(p, chance.choice(p.asked.options))
            assert answers < MOST_ANSWERS
        assert p.over is not None
        assert p.over.winner == side


def test_an_unknown_question_is_answered_by_how_one_stands() -> None:
    match = field("28-110 1524, 2-3 1423", "german move")
    script = scripts(match.position)[GERMAN]
    asked = match.asked
    assert asked is not None
    script.look_at(match.position)
    assert script.otherwise(match.position, asked.options) in asked.options


def test_the_germans_advance_and_the_allies_close_the_way() -> None:
    """Three days: a bulge, and a line of zones before it that leaves no more than a gap or two."""
    p = new_game("battle")
    grid, bastogne = p.data.board.grid, p.data.board.hex("Bastogne")
    play(p, 7)
    assert p.over is None
    farthest = min(distance(grid, p.where[unit], bastogne) for unit in p.on_map(GERMAN))
    assert farthest <= 8
    west_of_clervaux = [unit for unit in p.on_map(GERMAN) if p.data.board.label(p.where[unit])[:2] > "16"]
    assert len(west_of_clervaux) >= 15
    line = Fields(p, ALLIED, PLANS.plan(ALLIED), Ground(p.data)).line
    assert 10 <= len(line.posts) <= 36
    held = sum(p.held(ALLIED)[hex] > 0 or p.side_in(hex) == ALLIED for hex in line.posts)
    assert held >= len(line.posts) // 2


def test_posts_of_a_line_are_near_enough_to_close_it() -> None:
    p = new_game("line")
    line, grid = Fields(p, ALLIED, PLANS.plan(ALLIED), Ground(p.data)).line, p.data.board.grid
    assert all(distance(grid, one, other) in (2, 3) for one, other in zip(line.posts, line.posts[1:], strict=False))
    assert not any(p.side_in(hex) == GERMAN for hex in line.posts)


def test_the_allies_blow_bridges_before_the_germans() -> None:
    """13.1 A bridge that leads the Germans on is tried; one with friends on both banks is kept."""
    p = new_game("bridges")
    board = p.data.board
    bridge = next(side for side in p.data.bridges if not p.blown[side])
    near, far = board.side_hexes[bridge]
    script = scripts(p)[ALLIED]
    for hex, unit in ((near, "7CCA"), (far, "7CCB")):
        p.put(p.data.unit(unit), hex)
    script.look_at(p)
    options = [BLOW + bridge, DONE + 0]
    demolition = next(choice for kind, choice in script.choices.items() if kind.__name__ == "ChooseDemolition")
    assert demolition(script, p, options) == DONE
    p.put(p.data.unit("7CCB"), p.data.box("eliminated"))
    assert demolition(script, p, options) == BLOW + bridge


def test_attacks_are_valued_by_the_odds_of_the_rules() -> None:
    p = field("2-3 1424, 2-2 1424, 28-110 1524", "german combat").position
    fights = Fights(p, GERMAN, Fields(p, GERMAN, PLANS.plan(GERMAN), Ground(p.data)))
    package = fights.package(p.data.board.hex("1524"))
    assert package is not None
    worth = fights.worths(package.attack)
    expected = sum(worth[text] * float(chance) for text, chance in outcomes(p, package.attack).items())
    assert fights.gain(package.attack) == pytest.approx(expected)
    weaker = msgspec.structs.replace(package.attack, attackers=package.attack.attackers[:1])
    assert isinstance(weaker, Attack)
    assert fights.gain(weaker) < fights.gain(package.attack)


def test_stages_rise_and_tell_whose_they_are() -> None:
    p = new_game("stages")
    advice, players, stage, moves = advice_for(p.data), scripts(p), -1, 0
    assert advice is not None
    while (asked := p.asked) is not None and p.turn < 3:
        now = advice.stage(p)
        assert now >= stage
        if asked.question.prompt == "choose-move":
            assert now % 2 == asked.side
            moves += 1
        stage = now
        players[asked.side].act(p)
    assert moves >= 4


def test_more_is_better_for_whoever_has_it() -> None:
    """17.2 A division across the Meuse and two towns late in the game."""
    before = field("2-3 2025, 2-2 2025, 2-304 2025, 101-501 3020", "german move", turn=21).position
    after = field("2-3 4909, 2-2 4909, 2-304 4909, 26-77 2426, 26-78 3518", "german move", turn=21).position
    assert evaluate(after, GERMAN) > evaluate(before, GERMAN)
    assert evaluate(after, GERMAN) + evaluate(after, ALLIED) == pytest.approx(1)


@pytest.mark.parametrize("language", ["en", "it"])
def test_plans_have_names_in_words(language: str) -> None:
    p = new_game("words")
    advice, folder = advice_for(p.data), p.data.game.folder
    assert advice is not None
    words = tomllib.loads((folder / f"texts/{language}/messages.toml").read_text(encoding="utf-8"))
    for side in (GERMAN, ALLIED):
        for time in (USUAL, LATE):
            names = [plan.name for plan in PLANS.portfolio(side, time)]
            assert len(set(names)) == len(names)
            for plan in (*PLANS.portfolio(side, time), advice.simple(p, side)):
                assert advice.title(plan).code in words


@pytest.mark.parametrize("units", ["28-110 3702", "28-110 3702, 26-78 eliminated"])
def test_a_side_without_an_enemy_on_the_map_goes_on(units: str) -> None:
    """Nobody may be left of the other side while the game is not over."""
    match = field(units, "allied move", turn=9)
    mind = sit_down("greedy", match.game, 1, "alone")
    assert mind.choose(match.position.view(1)) in match.asked.options  # type: ignore[union-attr]


ALL_TOWNS = "26-78 2426, 18-293 1316, 352-914 3518"
RELIEF = "101-501 2730, 101-502 3025, 101-506 2630, 101-327 2929, 10CCA 2432, 10CCB 2432"


def attacked_by_the_script(units: str, moment: str, *, turn: int) -> set[str]:
    """The hexes that the script of the side whose turn it is attacks in the rest of it."""
    match = field(units, moment, turn=turn)
    p, attacked = match.position, set[str]()
    advice, players = advice_for(p.data), scripts(p)
    assert advice is not None
    stage = advice.stage(p)
    while (asked := p.asked) is not None and advice.stage(p) == stage:
        if asked.question.prompt == "choose-attack":
            option = players[asked.side].choose(p)
            if option != DONE:
                attacked.add(p.data.board.label(object_of(option)))
            answer(p, option)
        else:
            players[asked.side].act(p)
    return attacked


def test_the_allies_strike_back_once_the_germans_have_every_town() -> None:
    """17.1 One garrison thrown out, and no panzer corps beyond the Meuse wins; a line in the west would not help."""
    spearheads = "2-3 4208, 116-16 3921"
    assert "2426" in attacked_by_the_script(f"{ALL_TOWNS}, {RELIEF}, {spearheads}", "allied move", turn=7)


def test_while_a_town_is_safe_the_allies_keep_the_line() -> None:
    """Marche is their own: nobody has to run against the others."""
    held = ALL_TOWNS.replace("352-914 3518", "26-39 2819")
    p = field(f"{held}, {RELIEF}, 82-504 3518", "allied move", turn=7).position
    before, after = (Fields(p, ALLIED, plan, Ground(p.data)) for plan in (PLANS.plan(ALLIED), eager_to_retake()))
    assert before.goals_wanted() == after.goals_wanted()
    lost = field(f"{ALL_TOWNS}, {RELIEF}", "allied move", turn=7).position
    fields = Fields(lost, ALLIED, PLANS.plan(ALLIED), Ground(lost.data))
    bastogne = lost.data.board.hex("Bastogne")
    assert fields.goals_wanted()[bastogne] == PLANS.plan(ALLIED).retake * before.goals_wanted()[bastogne]


def eager_to_retake() -> Plan:
    return msgspec.structs.replace(PLANS.plan(ALLIED), retake=9.0)
