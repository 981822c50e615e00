"""Whole games, recorded once: whoever rebuilds the house without changing a rule must find them unchanged.

Answers, dice and paths are kept in words and printed numbers, so that no layout of columns or numbering of options
matters. What is compared on the way, as short digests, is the table in words: every counter's place and marks by name,
the clocks, the question, the legal options with what is foretold of them, the log, and what each side sees. Recorded
games prove no rule, but a change to any rule shows, on purpose or not.

``python -m tests.recorded`` compares all of them; ``--record`` plays and records them anew, which is right only after
rules or data were changed on purpose.
"""

from __future__ import annotations

import argparse
import gzip
import sys
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from random import Random

import msgspec
from rich.progress import track

from ardennes.engine.game import load_game
from ardennes.engine.match import Match
from ardennes.engine.notation import read_option, write_option, write_position
from ardennes.engine.saves import Record
from ardennes.engine.texts import Event
from ardennes.players import sit_down
from tests.battery.configurations import Configuration, configurations, playable_games
from tests.perft import sequences

GAMES, PLANNER_GAMES = 60, 6
FEW_GAMES = 14
"""Of a game with more option sets than that, and long games: fewer, spread over the sets, by the simple players."""
EVERY = 40
"""Records between two descriptions."""
COUNTED_EVERY = 200
"""Records between two counts of the sequences of two options."""
DESCRIBED = 8
"""Options of which all that is foretold is compared, at each description."""
ANYTIME_CHANCE = 0.02
RANDOM, GREEDY, PLANNER = "random", "greedy", "planner:time=0.05"
SEATS = ((RANDOM, RANDOM), (GREEDY, GREEDY), (RANDOM, RANDOM), (RANDOM, GREEDY), (GREEDY, RANDOM))
UNTOLD = ("seed = ", "draws = ", "stack = ")
"""Lines of a position that say how the program works rather than what lies on the table."""


class Answer(msgspec.Struct, frozen=True, array_like=True, omit_defaults=True):
    """One record in words; a path is its printed numbers."""

    side: int
    words: str
    outcomes: tuple[int | str, ...] = ()
    kind: str = "answer"


class Recorded(msgspec.Struct, frozen=True):
    """A whole game."""

    game: str
    scenario: str
    options: tuple[str, ...]
    seed: str
    automatic: bool
    players: tuple[str, str]
    answers: tuple[Answer, ...]
    marks: tuple[str, ...] = ()
    """Digests of the table at the start, after every so many records and at the end."""

    def __str__(self) -> str:
        return f"{Configuration(self.game, self.scenario, self.options)}, seed {self.seed!r}"


# --- playing and playing again -------------------------------------------------------------------


def record(configuration: Configuration, seed: str, players: tuple[str, str], *, automatic: bool) -> Recorded:
    """Plays a game to its end and writes it down."""
    chosen = configuration.game, configuration.scenario, configuration.options
    game, rng = load_game(configuration.game), Random(seed)
    match = Match.new(game, scenario=chosen[1], options=chosen[2], seed=seed, automatic=automatic)
    minds = [sit_down(call, game, side, seed) for side, call in enumerate(players)]
    while (asked := match.asked) is not None:
        side = rng.randrange(2)
        if rng.random() < ANYTIME_CHANCE and (acts := match.anytime(side)):
            match.apply(rng.choice(acts), side)
        else:
            match.apply(minds[asked.side].choose(match.position.view(asked.side)), asked.side)
    answers = tuple(_in_words(match, record) for record in match.records)
    played = Recorded(*chosen, seed, automatic, players, answers)
    return msgspec.structs.replace(played, marks=tuple(map(mark, moments(played))))


def _in_words(match: Match, record: Record) -> Answer:
    data = match.position.data
    outcomes = tuple(
        outcome if isinstance(outcome, int) else " ".join(map(data.board.label, outcome)) for outcome in record.outcomes
    )
    return Answer(record.side, write_option(data, record.option), outcomes, record.kind)


def moments(played: Recorded) -> Iterator[Match]:
    """The match at every moment that is described."""
    setting = {"scenario": played.scenario, "options": played.options, "seed": played.seed}
    match = Match.new(played.game, **setting, automatic=played.automatic).fork(0)  # type: ignore[arg-type]
    data = match.position.data
    yield match
    for number, answer in enumerate(played.answers, start=1):
        outcomes = tuple(
            outcome if isinstance(outcome, int) else tuple(map(data.board.hex, outcome.split()))
            for outcome in answer.outcomes
        )
        match.catch_up([Record(answer.side, read_option(data, answer.words), outcomes, answer.kind)])
        if number % EVERY == 0 or number == len(played.answers):
            yield match


# --- describing and comparing --------------------------------------------------------------------


def described(match: Match) -> Iterator[str]:
    """The table in words."""
    p, data, asked = match.position, match.position.data, match.asked
    yield from (line for line in write_position(p).splitlines() if not line.startswith(UNTOLD))
    for side in (0, 1):
        view = p.view(side)
        places = (f"{piece.id} {data.place_name(view.where[unit])}" for unit, piece in enumerate(data.counters))
        yield f"seen by {side}: {', '.join(places)}"
        yield f"anytime {side}: {sorted(write_option(data, option) for option in match.anytime(side))}"
    if asked is not None:
        options = {write_option(data, option): option for option in asked.options}
        yield f"asked {asked.side}: {match.prompt().code} {asked.question.rule} {sorted(options)}"
        few = Random(len(match.records)).sample(sorted(options), min(DESCRIBED, len(options)))
        yield from (f"{words}: {_foretold(match, options[words])}" for words in few)
    if len(match.records) % COUNTED_EVERY == 0:
        yield f"sequences of two options: {sequences(p, 2)}"
    for events in match.events[-EVERY:]:
        yield from (match.sentence(event) for event in events if isinstance(event, Event))


def _foretold(match: Match, option: int) -> str:
    about = match.about(option)
    chances = {result: round(chance, 6) for result, chance in about.chances.items()}
    tallies = {name: [(entry.code, entry.amount) for entry in tally.entries] for name, tally in about.tallies.items()}
    return f"{about.cost} {[match.position.data.board.label(hex) for hex in about.path]} {chances} {tallies}"


def mark(match: Match) -> str:
    return blake2b("\n".join(described(match)).encode(), digest_size=4).hexdigest()


def first_difference(played: Recorded) -> str:
    """Where a game goes another way than when it was recorded; nothing if nowhere."""
    advice = "if that is meant, run `python -m tests.recorded --record`"
    marks = iter(played.marks)
    for match in moments(played):
        if mark(match) != next(marks, ""):
            table = "\n".join(described(match))
            return f"{played}: the table is another one after {len(match.records)} records; {advice}\n{table}"
    return "" if next(marks, None) is None else f"{played}: it ends before its recording does; {advice}"


# --- keeping -------------------------------------------------------------------------------------


def _file(game: str) -> Path:
    return Path(__file__).parent / game / "recorded.json.gz"


def recorded(game: str) -> list[Recorded]:
    return msgspec.json.decode(gzip.decompress(_file(game).read_bytes()), type=list[Recorded])


def to_record(game: str) -> tuple[list[Configuration], list[Configuration]]:
    """Every scenario, option sets in rotation: games of the simple players, and games of the best."""
    sets = configurations(game)
    if len(sets) > GAMES:
        return [sets[number * len(sets) // FEW_GAMES] for number in range(FEW_GAMES)], []
    simple = [sets[number % len(sets)] for number in range(GAMES)]
    return simple, [sets[7 * number % len(sets)] for number in range(PLANNER_GAMES)]


def record_all(game: str) -> Iterator[Recorded]:
    simple, planned = to_record(game)
    for number, configuration in enumerate(simple):
        yield record(configuration, f"game-{number}", SEATS[number % len(SEATS)], automatic=number % 3 != 2)
    for number, configuration in enumerate(planned):
        yield record(configuration, f"planned-{number}", (PLANNER, PLANNER), automatic=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.recorded", description="Recorded games, played again.")
    parser.add_argument("game", nargs="*", help="games; all that can be played if none is named")
    parser.add_argument("--record", action="store_true", help="play and record them anew")
    chosen = parser.parse_args()
    differing = 0
    for game in chosen.game or playable_games():
        if chosen.record:
            found = list(track(record_all(game), game, total=sum(map(len, to_record(game)))))
            _file(game).write_bytes(gzip.compress(msgspec.json.encode(found), mtime=0))
        else:
            for played in track(recorded(game), game):
                if difference := first_difference(played):
                    differing += 1
                    print(difference.splitlines()[0])
        print(f"{game}: {len(recorded(game))} games, {sum(len(played.answers) for played in recorded(game))} records")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
