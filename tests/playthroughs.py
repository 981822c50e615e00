"""Random games that are kept: what was offered, foretold, refused and told in each, as short digests.

They prove no rule, but a change to any rule shows, on purpose or not: a test then names the game and the answer from
which on it is another one. ``python -m tests.playthroughs --write`` keeps the games as they are now.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator
from hashlib import blake2b
from itertools import cycle, islice, takewhile
from pathlib import Path

from ardennes.engine.match import Match
from ardennes.engine.notation import write_option
from ardennes.engine.texts import Text
from tests.battery.checks import random_option
from tests.battery.configurations import Configuration, configurations, playable_games

TESTS = Path(__file__).parent
GAMES = {"bulge1944": 60, "crossroads": 40, "deadly_woods": 12}
"""How many games of each are kept; they go round its scenarios and sets of options."""
ANSWERS = 3000
"""No game is followed any longer."""
STRETCH = 20
"""Answers that share a digest."""
CLOSE_LOOK = 20
"""One answer in so many is looked at from all sides."""
TRIES = 6


def kept(game: str) -> dict[str, list[str]]:
    """The digests of a game's playthroughs, by their names."""
    found: dict[str, list[str]] = json.loads(_file(game).read_text("utf-8"))
    return found


def playthroughs(game: str) -> list[tuple[str, Configuration, str]]:
    """Name, configuration and seed of each game."""
    chosen = enumerate(islice(cycle(configurations(game)), GAMES[game]))
    return [(f"{number}-{configuration}", configuration, str(number)) for number, configuration in chosen]


def check(name: str, configuration: Configuration, seed: str) -> None:
    """Fails where a game is another one than that which is kept."""
    before, now = kept(configuration.game)[name], digests(configuration, seed)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, now, strict=False)))
    advice = "if that is meant, run `python -m tests.playthroughs --write`"
    assert now == before, f"{name} is another game after answer {same * STRETCH}: {advice}"


def digests(configuration: Configuration, seed: str) -> list[str]:
    """Plays a game at random; a digest for every stretch of answers."""
    match = Match.new(
        configuration.game, scenario=configuration.scenario, options=configuration.options, seed=seed, automatic=False
    )
    rng, found, lines = random.Random(f"{configuration}:{seed}"), [], []
    for number in range(1, ANSWERS + 1):
        if match.asked is None:
            break
        lines += _answer(match, rng, is_close=number % CLOSE_LOOK == 0)
        if number % STRETCH == 0:
            found.append(_digest(lines))
            lines = []
    return [*found, _digest([*lines, str(match.over)])]


def _answer(match: Match, rng: random.Random, is_close: bool) -> Iterator[str]:
    """Gives one answer; what is said before and after, in words that outlive another layout of positions."""
    asked, kit = match.asked, match.position.kit
    assert asked is not None
    options = {write_option(kit, option): option for option in asked.options}
    words = sorted(options)
    yield f"{asked.side} {match.prompt().code}: {', '.join(words)}"
    if is_close:
        yield from _close_look(match, rng, [options[word] for word in words])
    side = rng.randrange(2)
    anytime = {write_option(kit, option): option for option in match.anytime(side)}
    if anytime and rng.random() < 1 / CLOSE_LOOK:
        word = rng.choice(sorted(anytime))
        events = match.apply(anytime[word], side)
    else:
        word = rng.choice(words)
        yield _about(match, options[word])
        events = match.apply(options[word])
    yield f"{word}: {'; '.join(map(_said, events))}"


def _close_look(match: Match, rng: random.Random, options: list[int]) -> Iterator[str]:
    """What is known of every option, why others are refused, and what each side sees."""
    for option in options:
        yield _about(match, option)
    for _ in range(TRIES):
        refusal = match.refusal(random_option(match, rng))
        yield _said(refusal) if refusal is not None else "allowed"
    for side in (None, 0, 1):
        view = match.position if side is None else match.position.view(side)
        kit = view.kit
        yield ", ".join(f"{piece.id} {kit.place_name(view.where[unit])}" for unit, piece in enumerate(kit.counters))
    yield str(match.game.standing(match.position))


def _about(match: Match, option: int) -> str:
    about = match.about(option)
    chances = {result: round(chance, 6) for result, chance in about.chances.items()}
    tallies = {name: [(entry.code, entry.amount) for entry in tally.entries] for name, tally in about.tallies.items()}
    return f"{about.cost} {[match.position.kit.board.label(hex) for hex in about.path]} {chances} {tallies}"


def _said(text: Text) -> str:
    return f"{text.code} {text.rule} {text.args}"


def _digest(lines: list[str]) -> str:
    return blake2b("\n".join(lines).encode(), digest_size=4).hexdigest()


def _file(game: str) -> Path:
    return TESTS / game / "playthroughs.json"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.playthroughs", description="Compares random games.")
    parser.add_argument("--write", action="store_true", help="keep the games as they are now")
    write = parser.parse_args().write
    changed = 0
    for game in playable_games():
        played = {name: digests(configuration, seed) for name, configuration, seed in playthroughs(game)}
        before = kept(game) if _file(game).exists() else {}
        other = [name for name in played if played[name] != before.get(name)]
        changed += len(other)
        print(f"{game}: {len(other)} of {len(played)} games are other ones{' and are kept now' if write else ''}")
        if write and played != before:
            _file(game).write_text(json.dumps(played, indent=1) + "\n", "utf-8")
    return 1 if changed and not write else 0


if __name__ == "__main__":
    sys.exit(main())
