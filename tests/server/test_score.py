"""How a game stands and went in the eyes of a seat: right, kept up by and by, and without what a seat may not know."""

from __future__ import annotations

import random

import msgspec
import pytest

from ardennes.engine.game import load_game
from ardennes.engine.match import Match
from ardennes.engine.notation import read_option
from ardennes.engine.schedule import Roll
from ardennes.games.crossroads.rules.field import Field
from ardennes.server.counter_style import named, table_style, words
from ardennes.server.numbers import Numbers
from ardennes.server.protocol import review
from ardennes.server.score import Now, ScoreHistory, score_history, score_of

GERMAN, ALLIED = 0, 1


def played(game: str, records: int, seed: int = 1, **more: object) -> Match:
    match, rng = Match.new(game, seed=f"course-{seed}", **more), random.Random(seed)  # type: ignore[arg-type]
    while match.asked is not None and len(match.records) < records:
        match.apply(rng.choice(list(match.asked.options)), match.asked.side)
    return match


def told(match: Match, side: int | None) -> bytes:
    return msgspec.json.encode(shown(match, side))


def shown(match: Match, side: int | None, language: str = "en") -> review.ScoreHistory:
    return score_history(Now.of(match, side, language), ScoreHistory(side), Numbers())


@pytest.mark.parametrize("side", [GERMAN, ALLIED, None])
def test_a_chronicle_read_by_and_by_says_the_same_as_one_read_at_the_end(side: int | None) -> None:
    match, rng = Match.new("bulge1944", options=("hidden", "weather"), seed="by-and-by"), random.Random(4)
    history = ScoreHistory(side)
    for number in range(160):
        assert match.asked is not None
        match.apply(rng.choice(list(match.asked.options)), match.asked.side)
        if number % 9 == 0:
            history.read(Now.of(match, side))
            if match.undoable:
                match.undo()
    assert history.read(Now.of(match, side)) == ScoreHistory(side).read(Now.of(match, side))
    samples, throws = history.read(Now.of(match, side))
    assert throws
    assert [sample.record for sample in samples] == sorted({sample.record for sample in samples})


def test_the_curve_ends_with_what_stands_now() -> None:
    match = played("bulge1944", 220)
    said = shown(match, GERMAN, "en")
    assert said.curve[-1].points == said.points == match.game.score(match.position).points
    assert said.curve[-1].lost == match.game.score(match.position).steps_lost
    assert {sample.turn for sample in said.curve} == set(range(1, said.turn + 1))


def test_ways_to_win_at_once_are_told_in_the_seats_language() -> None:
    match = Match.new("deadly_woods", scenario="campaign")
    hexes, meuse = shown(match, None, "it").aims
    assert (hexes.has, hexes.needed, hexes.rule, hexes.side) == (0, 5, "3.4", GERMAN)
    assert (meuse.has, meuse.needed) == (0, 9)
    assert "Mosa" in meuse.text
    assert shown(Match.new("crossroads"), None, "it").aims == []


def test_luck_is_measured_against_the_preview() -> None:
    match = Match.new("bulge1944", seed="guide-0")
    for said in ("attack 1810", "join 12VG", "join 3FJ", "support Guns6"):
        match.apply(read_option(match.position.data, said))
    chances = match.about(read_option(match.position.data, "go")).chances
    expected = [sum(int(result.split(":")[number]) * chance for result, chance in chances.items()) for number in (0, 1)]
    match.apply(read_option(match.position.data, "go"))
    german, allied = (throw.roll for throw in ScoreHistory(GERMAN).read(Now.of(match, GERMAN))[1])
    assert (german.side, allied.side) == (GERMAN, ALLIED)
    assert [german.expected, allied.expected] == pytest.approx(expected)
    assert (german.rolled, allied.rolled) == (1, 0)


def test_luck_in_crossroads() -> None:
    match = Match.new("crossroads", scenario="noon", seed="guide-0")
    for said in ("move Pz", "to 0403", "move Gr2", "to 0305", "done", "join Pz"):
        match.apply(read_option(match.position.data, said))
    chances = match.about(read_option(match.position.data, "guns silent")).chances
    match.apply(read_option(match.position.data, "guns silent"))
    dealt, suffered = (throw.roll for throw in ScoreHistory(None).read(Now.of(match, None))[1])
    assert dealt.expected == pytest.approx(chances.get("D1", 0) + chances.get("EX", 0))
    assert suffered.expected == pytest.approx(chances.get("A1", 0) + chances.get("EX", 0))
    assert (dealt.rolled, suffered.rolled) == (1, 0)


def test_over_many_games_luck_evens_out() -> None:
    """Sums of rolled and expected agree within four standard deviations, so the distributions are the right ones."""
    rolls: list[Roll] = []
    for seed in range(40):
        match = played("crossroads", 400, seed, scenario="noon")
        rolls += [throw.roll for throw in ScoreHistory(None).read(Now.of(match, None))[1]]
    assert len(rolls) > 150
    far = sum(roll.rolled - roll.expected for roll in rolls)
    assert abs(far) < 4 * sum(roll.variance for roll in rolls) ** 0.5


# --- secrets -----------------------------------------------------------------------------------------


def test_the_card_is_not_in_what_the_other_side_is_told() -> None:
    matches = [Match.new("bulge1944", scenario="secret_card", seed="same") for _ in range(3)]
    for match, card in zip(matches, ("autumn_mist", "plan_martin", "spoiling_attack"), strict=True):
        match.apply(read_option(match.position.data, f"card {card}"))
    for side in (ALLIED, None):
        assert len({told(match, side) for match in matches}) == 1
    assert len({told(match, GERMAN) for match in matches}) == 3


def test_losses_of_a_hidden_unit_are_told_to_its_owner_alone() -> None:
    one = Match.new("crossroads", scenario="dawn").position
    other = one.copy()
    assert isinstance(other, Field)
    other.steps[other.data.unit("Pz")] -= 1
    for side in (ALLIED, None):
        assert score_of(one, side) == score_of(other, side)
    assert score_of(one, GERMAN) != score_of(other, GERMAN)


# --- what comes when, and what things are called ---------------------------------------------------------


def test_what_comes_when_in_1944() -> None:
    said = shown(Match.new("bulge1944", options=("fuel",)), None, "en")
    first = [thing.text for thing in said.coming if thing.turn == 1]
    assert first[:2] == ["20 resource points", "6 resource points"]
    counters = Match.new("bulge1944").position.data.counters
    for thing in said.coming:
        if thing.text == "Reinforcements":
            assert all(counters[unit].arrives == thing.turn for unit in thing.units)
    fuel = [thing.turn for thing in said.coming if thing.rule == "18.4"]
    assert fuel == list(range(5, 11))
    assert [thing.turn for thing in said.coming if thing.rule == "15.0"] == [10]


def test_a_scenario_that_ends_early_has_nothing_after_its_end() -> None:
    said = shown(Match.new("bulge1944", scenario="autumn_mist"), None, "it")
    assert max(thing.turn for thing in said.coming) == 7


@pytest.mark.parametrize(
    ("name", "scenario", "last"),
    [
        ("crossroads", "dawn", 4),
        ("bulge1944", "campaign", 10),
        ("bulge1944", "autumn_mist", 7),
        ("bulge1944", "secret_card", 10),
        ("deadly_woods", "attack", 6),
        ("deadly_woods", "campaign", 12),
    ],
)
def test_the_turn_track_is_as_long_as_the_scenario(name: str, scenario: str, last: int) -> None:
    game = load_game(name)
    tracks = named(table_style(game.folder), game.load_data(scenario, ()), game.catalogue("en")).tracks
    assert [track.last for track in tracks if track.clock == "turn"] == [last]


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("name", ["crossroads", "bulge1944", "deadly_woods", "bitter_woods", "wacht_am_rhein"])
def test_everything_on_the_table_has_a_name(name: str, language: str) -> None:
    game = load_game(name)
    data = game.load_data(game.first_scenario, ())
    catalogue, style = game.catalogue(language), table_style(game.folder)
    assert catalogue.gaps([*style.codes(), *(f"box-{box}" for box in data.boxes)]) == []
    for counter in data.counters:
        fields = [f"field-{name}" for name in counter.printed if isinstance(getattr(counter, name), int)]
        spoken = {str(getattr(counter, name, "")) for name in ("kind", "size", "army")}
        spoken -= {"", "stand-in", "I", "II", "III", "X", "XXXX"}
        values = [f"word-{value}" for value in spoken]
        assert catalogue.gaps([*fields, *values]) == []
    grounds = {
        row for hex in data.board.hexes for row in (data.board.row(hex).terrain, data.board.row(hex).place) if row
    }
    assert catalogue.gaps(f"terrain-{ground}" for ground in grounds) == []
    titles = [box.title for box in named(style, data, catalogue).boxes]
    assert len(titles) == len(set(titles)) == len(data.boxes)
    assert words(catalogue)["terrain-clear"]
