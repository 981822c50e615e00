"""25.16 Commitment: who may move on the first days, and the hexes nobody may enter."""

from __future__ import annotations

import pytest

from ardennes.games.wacht_am_rhein.rules.commitment import due, is_held_back
from ardennes.games.wacht_am_rhein.rules.pieces import ALLIED, GERMAN
from ardennes.games.wacht_am_rhein.rules.weather import is_due
from ardennes.numbers import Unit
from tests.wacht_am_rhein.fields import Battlefield, box, field, moving, new_game

FOOT, LEHR, US_FOOT, US_TANKS = "GE-1_316_212-I", "GE-LehrPxx-R", "US-1_12_4-I", "US-19_9Axx-T-M4"
CORPS_ENGINEERS, HELD, ISOLATED = "US-299_VIII-E", "US-3_109_28-I", "supply=3"
FREE_TO_CHOOSE = ("US-c25-I", "US-c26-I", "US-c27-I", "US-c28-I")
ALL = (
    f"{US_FOOT} D1936, {US_TANKS} D2246, {CORPS_ENGINEERS} D2721, {HELD} D2518, {FOOT} D2003, {LEHR} D1411, "
    + ", ".join(f"{id} D19{40 + number}" for number, id in enumerate(FREE_TO_CHOOSE))
)


def at_turn(turn: int, units: str = ALL) -> Battlefield:
    """The beginning of an Allied player turn."""
    return field(units, "allied commit", turn=turn, improved=["D2518"], committed=False)


@pytest.mark.rule("wacht_am_rhein", "25.16-b", "6.71", "25.16-i", "6.72")
def test_on_game_turn_1_the_germans_move_but_panzer_lehr() -> None:
    match = at_turn(1)
    match.skip_to("choose-move")
    assert match.position.asked is not None
    assert match.position.asked.side == 0, "the Allied player moves nobody"
    assert match.movers() == {FOOT}
    assert match.why(f"move {LEHR}") == ("not-committed", "25.16")


@pytest.mark.rule("wacht_am_rhein", "25.16-i", "6.72")
def test_panzer_lehr_is_committed_on_game_turn_2() -> None:
    match = at_turn(2)
    while match.position.turn == 2:
        match.do("done")
    assert match.column("committed", LEHR)


@pytest.mark.rule("wacht_am_rhein", "25.16-c", "25.16-a", "25.16-h")
def test_on_game_turn_2_one_unit_outside_positions_may_be_committed() -> None:
    match = at_turn(2)
    assert match.prompt_code() == "choose-commitment"
    assert match.objects("commit") == {US_FOOT, US_TANKS, *FREE_TO_CHOOSE}
    question = match.position.asked.question
    assert question.most_gathered(match.position, match.position.stack[-1]) == 1, "all that may be committed together"
    assert match.why(f"commit {HELD}") == ("position-keeps-waiting", "25.16")
    assert match.why(f"commit {CORPS_ENGINEERS}") == ("corps-engineers-wait", "25.16")
    entrenched = field(ALL, "allied commit", turn=2, entrenched=["D2518"], committed=False)
    assert entrenched.why(f"commit {HELD}") == ("position-keeps-waiting", "25.16")
    match.do(f"commit {US_TANKS}")
    assert match.skip_to("choose-move").movers() == {US_TANKS}
    assert match.why(f"move {US_FOOT}") == ("not-committed", "25.16")


@pytest.mark.rule("wacht_am_rhein", "25.16-d", "25.16-e")
@pytest.mark.parametrize(("turn", "quotas"), [(3, (3, 3, 4, 5, 6, 7)), (4, (6, 6, 8, 10, 12, 14))])
def test_a_die_says_how_many_are_committed(turn: int, quotas: tuple[int, ...]) -> None:
    for die, quota in enumerate(quotas, start=1):
        units = ALL.replace(f"{US_FOOT} D1936", f"{US_FOOT} D1936 committed")
        match = field(units, "allied unmarch", turn=turn - 1, improved=["D2518"], committed=False)
        match.dice(die)
        while match.position.turn < turn:
            match.do("done")
        assert match.position.quota == (quota,)
        assert [event.args["die"] for event in match.told("rolls-for-commitment")] == [die]
        match.do(*(f"commit {id}" for id in FREE_TO_CHOOSE[: min(quota, 4)]))
        assert match.position.quota == (quota - min(quota, 4),)


@pytest.mark.rule("wacht_am_rhein", "25.16-f", "25.16-g", "25.16-h")
def test_from_game_turn_5_everybody_is_committed_but_the_isolated_in_positions() -> None:
    units = ALL.replace(f"{HELD} D2518", f"{HELD} D2518 {ISOLATED}")
    match = at_turn(5, units=units).skip_to("choose-move")
    assert match.movers() == {US_FOOT, US_TANKS, CORPS_ENGINEERS, *FREE_TO_CHOOSE}
    assert HELD in at_turn(5).skip_to("choose-move").movers()
    assert HELD in at_turn(6, units=units).skip_to("choose-move").movers()


@pytest.mark.rule("wacht_am_rhein", "25.16-a")
def test_who_is_beside_an_enemy_is_committed_by_itself() -> None:
    """WAR-R65, R148: outside the quota, and engineers of a corps too."""
    match = field(f"{CORPS_ENGINEERS} D2721, {HELD} D2518, {FOOT} D2720", "allied commit", turn=1, committed=False)
    assert match.movers() == {CORPS_ENGINEERS}
    assert match.column("committed", CORPS_ENGINEERS)


@pytest.mark.rule("wacht_am_rhein", "25.16-j")
def test_nobody_enters_the_northern_row() -> None:
    match = moving(f"{FOOT} D0240", FOOT)
    assert match.price("D0140") is None
    assert match.why("to D0140") == ("nobody-enters", "25.16")


@pytest.mark.rule("wacht_am_rhein", "5.1-b", "5.2G", "25.11", "5.1-a")
def test_the_allies_play_first_and_the_game_ends_after_game_turn_16() -> None:
    match = new_game()
    turns: dict[int, list[int]] = {}
    while match.asked is not None:
        match.do("done" if "done" in match.offers() else min(match.offers()))
    for event in match.log(None):
        if event.code == "turn":
            turns[int(str(event.args["turn"]))] = []
        elif event.code == "player-turn":
            turns[max(turns)].append(int(str(event.args["side"])))
    assert list(turns) == list(range(1, 17))
    assert all(sides[:2] == [1, 0] for sides in turns.values())
    assert match.over is not None


@pytest.mark.rule("wacht_am_rhein", "25.16-a")
@pytest.mark.parametrize("words", ["attack D0724/join GE-1_39_26-I", "barrage D0724/support GE-XLVII-A-150-1"])
def test_who_was_attacked_is_committed_for_good_by_a_barrage_as_well(words: str) -> None:
    """In a village the Germans attack whom they like; the Americans in D0724 are in a finished position."""
    units = f"GE-1_39_26-I D0725, GE-XLVII-A-150-1 D0728 battery, {HELD} D0724, {US_TANKS} D1936"
    match = field(units, "german combat", turn=1, improved=["D0724"], committed=False)
    match.dice(4)
    match.do(*words.split("/"), "go", "apply")
    while match.prompt_code() in ("choose-step-or-hex", "take-loss", "choose-hex-back", "choose-advance"):
        match.do(sorted(match.offers(), key=lambda offer: offer != "done")[0])
    match.do("done")
    assert match.column("committed", HELD)
    assert not match.column("committed", US_TANKS)


@pytest.mark.rule("wacht_am_rhein", "25.16-a")
def test_who_is_not_committed_changes_no_mode() -> None:
    match = field(f"{US_TANKS} D1936 march, {US_FOOT} D2246 march committed", "allied unmarch", turn=2, committed=False)
    assert match.objects("unmarch") == {US_FOOT}


@pytest.mark.rule("wacht_am_rhein", "25.16-k")
def test_in_a_bonus_turn_nobody_is_committed_but_who_is_beside_an_enemy() -> None:
    """After Game-Turn 4: no die and no choice."""
    units = f"{US_FOOT} D1936, {US_TANKS} D2246 committed, {HELD} D2518, {FOOT} D1937"
    match = field(units, "allied bonus commit", turn=4, clocks=["bonus = 1"], committed=False)
    assert match.prompt_code() != "choose-commitment"
    assert not match.told("rolls-for-commitment")
    assert match.column("committed", US_FOOT), "beside an enemy"
    assert not match.column("committed", HELD)
    match.skip_to("choose-move")
    assert HELD not in match.movers()
    assert US_TANKS in match.movers()


BOTH_SIDES = {
    "bastogne": f"{US_FOOT} D1936, {FOOT} D2246",
    "kampfgruppe_peiper": "US-1_395_99-I C2434, GE-1_1_1P_SS-M C3020",
    "campaign": f"{US_FOOT} D1936, {FOOT} D2246",
    "race_for_the_meuse": f"{US_FOOT} D1936, {FOOT} D2246",
}
ONE_DIE, TWICE = (3, 3, 4, 5, 6, 7), (6, 6, 8, 10, 12, 14)


@pytest.mark.rule(
    "wacht_am_rhein", "25.16-b", "25.16-c", "25.16-d", "25.16-e", "25.16-f", "25.16-g", "25.26-a", "27.62"
)
@pytest.mark.parametrize(("scenario", "maps"), [("bastogne", 1), ("kampfgruppe_peiper", 1), ("campaign", 2)])
def test_what_each_game_turn_commits_in_each_scenario(scenario: str, maps: int) -> None:
    """In the campaign a quota for each map; from Game-Turn 7 on nobody is left to commit."""
    quotas: dict[int, list[tuple[int, ...]]] = {2: [(1,)] * maps, 3: [ONE_DIE] * maps, 4: [TWICE] * maps}
    left_out = {5: [("isolated-positions",)], 6: [()]}
    for turn in range(1, 8):
        p = field(BOTH_SIDES[scenario], turn=turn, scenario=scenario).position
        allied, german = due(p, ALLIED), due(p, GERMAN)
        assert [entry.quota for entry in allied if entry.quota] == quotas.get(turn, [])
        assert [entry.all_but for entry in allied if entry.all_but is not None] == left_out.get(turn, [])
        assert [entry.all_but for entry in german] == ([()] if turn <= 2 else [])


@pytest.mark.rule("wacht_am_rhein", "25.16-i", "25.26-b", "27.62")
@pytest.mark.parametrize(
    ("scenario", "divisions"),
    [
        ("bastogne", ("Lehr",)),
        ("kampfgruppe_peiper", ("1P(SS)", "12P(SS)")),
        ("campaign", ("Lehr", "1P(SS)", "12P(SS)")),
    ],
)
def test_panzer_divisions_are_held_back_on_game_turn_1_alone(scenario: str, divisions: tuple[str, ...]) -> None:
    """All of Panzer Lehr; of the SS tanks, reconnaissance, engineers and artillery, not its grenadiers."""
    data = box(scenario)
    ss = {"tank", "reconnaissance", "engineer", "artillery"}
    bound = {
        piece.id
        for piece in data.counters
        if piece.formation in divisions and (piece.formation == "Lehr" or piece.kind in ss)
    }
    assert len(bound) > 5
    for turn in (1, 2):
        p = field(BOTH_SIDES[scenario], turn=turn, scenario=scenario).position
        held = {piece.id for unit, piece in enumerate(data.counters) if is_held_back(p, Unit(unit))}
        assert held == (bound if turn == 1 else set())


@pytest.mark.rule("wacht_am_rhein", "5.2A-a", "18.11", "25.14-0", "25.24d", "26.5", "27.4-a", "27.5")
@pytest.mark.parametrize(
    ("scenario", "first_day", "mornings"),
    [
        ("bastogne", [1, 2, 3], [5, 8, 11, 14]),
        ("kampfgruppe_peiper", [1, 2, 3], [5, 8, 11, 14]),
        ("campaign", [1, 2, 3], [5, 8, 11, 14, 17, 20]),
        ("race_for_the_meuse", [], [17, 20]),
    ],
)
def test_first_day_and_mornings_of_each_scenario(scenario: str, first_day: list[int], mornings: list[int]) -> None:
    begins = 17 if scenario == "race_for_the_meuse" else 1
    seen = {
        turn: field(BOTH_SIDES[scenario], turn=turn, scenario=scenario).position
        for turn in range(begins, max(mornings) + 3)
    }
    assert [turn for turn, p in seen.items() if p.is_first_day()] == first_day
    assert [turn for turn, p in seen.items() if is_due(p)] == mornings
