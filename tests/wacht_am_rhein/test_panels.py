"""What stands beside the map: aims, losses, what is to come, luck, attacks that nobody has declared, the chart that
applies."""

from __future__ import annotations

import pytest

from ardennes.engine.datapack import Contents
from ardennes.engine.game import load_game
from ardennes.engine.match import Match
from ardennes.engine.schedule import Roll
from ardennes.games.wacht_am_rhein.page.what_if import WachtWhatIfs
from ardennes.games.wacht_am_rhein.rules.field import ELIMINATED, EXITED
from ardennes.games.wacht_am_rhein.rules.pieces import ALLIED, GERMAN
from ardennes.games.wacht_am_rhein.rules.scenario import WachtScenario
from ardennes.languages import LANGUAGES
from tests.wacht_am_rhein.battles import Battle, battle
from tests.wacht_am_rhein.fields import field

BASTOGNE, CLERF = "D1542", "D1127"


def test_aims_and_losses_stand_as_a_player_would_count_them() -> None:
    units = f"GE-1_39_26-I {BASTOGNE}, GE-2_39_26-I {EXITED}, US-2_110_28-I {CLERF}/1, US-707_28xx-T-M4 {ELIMINATED}"
    match = field(units, turn=7)
    score = match.game.score(match.position)
    assert [(aim.side, aim.text.code, aim.has, aim.needed) for aim in score.aims] == [
        (GERMAN, "aim-places", 1, 1),
        (GERMAN, "aim-exits", 1, 9),
        (ALLIED, "aim-places", 1, 3),
    ]
    assert score.date == "1944-12-17"
    assert score.lost[ALLIED]["28"] == 1 + match.data.full_steps[match.unit("US-707_28xx-T-M4")]
    assert sum(score.lost[GERMAN].values()) == 0


def test_the_turn_track_has_everything_in_store() -> None:
    match = Match.new("wacht_am_rhein", scenario="bastogne", seed="7")
    coming = list(match.game.coming(match.position))
    counters = match.position.data.counters
    due = [piece for piece in counters if piece.arrives and piece.side == GERMAN]
    brought = [unit for thing in coming if thing.side == GERMAN for unit in thing.units]
    assert due
    assert sorted(counters[unit].id for unit in brought) == sorted(piece.id for piece in due)
    said = {(thing.turn, thing.side, thing.text.code) for thing in coming}
    assert {(3, None, "coming-first-day-end"), (5, None, "coming-weather"), (16, None, "coming-end")} <= said
    assert (2, ALLIED, "coming-commitment") in said
    assert not [turn for turn, _, code in said if code == "coming-air" and turn < 5]


def declared(units: str) -> Battle:
    """D0834 is about to be attacked by all who can."""
    match = battle(units, turn=8)
    match.do("attack D0834", "all")
    return match


def rolled(die: int) -> list[Roll]:
    match = declared("J1 D0833, J2 D0833, A1 D0834")
    before = match.position.copy()
    match.dice(die).do("go")
    return [roll for event in match.events[-1] for roll in match.game.luck(before, event)]


def test_luck_of_an_attack_is_measured_on_its_column() -> None:
    match = declared("J1 D0833, J2 D0833, A1 D0834")
    chances = match.tells("go").chances
    steps, lost, retreats = rolled(1)
    assert (steps.side, lost.side, retreats.side) == (GERMAN, ALLIED, GERMAN)
    assert retreats.expected == pytest.approx(sum(chances[text] for text in chances if text.startswith("D")))
    assert lost.expected == pytest.approx(sum(chances[text] for text in chances if text[0] == "A" and "(" in text))
    assert retreats.rolled == 1
    steps, lost, retreats = rolled(6)
    assert (retreats.rolled, steps.rolled) == (0, 0)


def test_an_attack_that_nobody_has_declared() -> None:
    match = battle("J1 D0833, J2 D0833, g105 D0831, HQ D0833, A1 D0834", turn=8)
    target = match.hex("D0834")
    found = WachtWhatIfs().foretell(match.view(GERMAN), GERMAN, target, None)
    same = declared("J1 D0833, J2 D0833, g105 D0831, HQ D0833, A1 D0834")
    assert found.about.chances == same.tells("go").chances
    assert len(found.choices["whatif-attackers"]) == 2, "no headquarters"
    assert len(found.choices["whatif-support"]) == 1
    own = WachtWhatIfs().foretell(match.view(GERMAN), GERMAN, match.hex("D0833"), None)
    assert not own.choices["whatif-attackers"], "nobody attacks friends"


def test_the_row_of_the_attack_is_marked() -> None:
    match = battle("J1 D0833, J2 D0833, A1 D0834", turn=8)
    assert list(match.game.chart_marks(match.position)["results"]) == []
    match.do("attack D0834", "all")
    printed = match.data.columns["clear"]
    (column,) = match.game.chart_marks(match.position)["results"]
    assert printed[int(column) - 1] == "2-1", "10 against 6, and a column for two battalions of a regiment"


def test_who_goes_back_is_named_without_the_dead() -> None:
    """10.75 The first point of D3 is paid with a company; only the battalion is asked where it goes."""
    match = declared("J1 D0833, J2 D0833, J3 D0934, i1 D0834, A1 D0834")
    match.dice(1).do("go", "apply", "hit i1")
    assert match.result() == "D3"
    match.do("back")
    assert match.prompt_code() == "choose-hex-back"
    assert "1/112/28" in match.question()
    assert "company" not in match.question()


def test_each_answer_of_the_defender_has_a_sentence_of_its_own() -> None:
    """11.4 Protective fire that reaches several columns; 10.87 a headquarters that may leave."""
    match = declared("J1 D0833, J2 D0833, J3 D0934, K210 D0831, g105 D0831, i1 D0834, a105 D0838, b105 D0838")
    conditions = {name.rpartition(": ")[0] for name in match.tells("go").chances} - {""}
    assert len(conditions) > 1
    alone = declared("J1 D0833, J2 D0833, hq D0834")
    leaving = {name.rpartition(": ")[0] for name in alone.tells("go").chances} - {""}
    assert leaving == {"leaves-1"}
    for language in LANGUAGES:
        say = match.game.catalogue(language).condition
        told = {say(condition, match.data) for condition in conditions | leaving}
        assert len(told) == len(conditions | leaving)
        assert not [sentence for sentence in told if sentence.startswith("if-")]


@pytest.mark.parametrize("scenario", ["bastogne", "kampfgruppe_peiper", "race_for_the_meuse", "campaign"])
def test_every_end_has_a_name(scenario: str) -> None:
    """25.17, 25.27, 26.7, 27.7 In the verdict, and in a table of many games."""
    game = load_game("wacht_am_rhein")
    setting = Contents(game).scenario(scenario, WachtScenario)
    for language in LANGUAGES:
        catalogue = game.catalogue(language)
        codes = [setting.verdict + level.level for level in setting.levels]
        assert catalogue.gaps(codes) == []
        assert catalogue.gaps(f"ending-{code}" for code in codes) == []


def test_aims_of_the_campaign_are_told_to_who_knows_the_plan() -> None:
    """27.7 The Allied player is not told, so his panel does not say."""
    match = Match.new("wacht_am_rhein", scenario="campaign", seed="7")
    match.play(match.options()[0])
    german = match.game.score(match.position.view(GERMAN)).aims
    allied = match.game.score(match.position.view(ALLIED)).aims
    assert {aim.text.code for aim in german} == {"aim-some-places", "aim-present", "aim-gone"}
    assert allied == ()


def test_aims_of_the_race_name_their_places() -> None:
    """26.7 Three of five towns in the Ardennes, three of five others, five units beyond the Meuse."""
    match = Match.new("wacht_am_rhein", scenario="race_for_the_meuse", seed="7")
    aims = match.game.score(match.position).aims
    assert [(aim.text.code, aim.needed) for aim in aims] == [
        *(("aim-some-places", 3), ("aim-some-places", 3)),
        ("aim-present", 5),
    ]
    first, second, _ = (match.sentence(aim.text) for aim in aims)
    assert "St. Vith" in first
    assert "Dinant" in second
