"""What is to be played: the same plan and seed give the same games, whoever plays them and wherever."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import blake2b
from pathlib import Path

import msgspec

from ardennes.engine.game import AnyGame, load_game
from ardennes.errors import ArdennesError
from ardennes.lab.accumulator import Hook
from ardennes.numbers import Side, by_side
from ardennes.players.player import file_of, sit_down
from ardennes.players.source import read_source
from ardennes.version import __version__


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """A series of games between two players."""

    game: str
    scenario: str
    options: tuple[str, ...]
    players: tuple[str, str]
    """Who is called to each side, as ``planner:time=2``."""
    paired: bool = False
    """Every second game has the dice of the one before it and the players swapped."""
    seed: str
    pack: str = ""
    """The folder of a data pack."""
    version: str
    rules_version: int
    data_digest: str
    hooks: tuple[Hook, ...] = ()
    sources: dict[str, str] = {}
    """The text of the files that players come from, by their path."""

    @property
    def data_folder(self) -> Path | None:
        return Path(self.pack) if self.pack else None

    def seating(self, number: int) -> tuple[str, str]:
        """Who plays which side in a game."""
        first, second = self.players
        return (second, first) if self.paired and number % 2 else (first, second)

    def seed_of(self, number: int) -> str:
        """What the dice of a game follow from; the same for both games of a pair."""
        return f"{self.seed}:{number // 2 if self.paired else number}"

    def mind_seed(self, number: int, side: Side) -> str:
        """What a player's own chance follows from; nothing about the dice can be learnt from it."""
        return blake2b(f"mind:{self.seed}:{number}:{side}".encode(), digest_size=12).hexdigest()


def make_plan(
    game: str,
    *,
    players: tuple[str, str],
    seed: str,
    scenario: str = "",
    options: Iterable[str] = (),
    paired: bool = False,
    pack: Path | None = None,
    hooks: Iterable[str] = (),
) -> Plan:
    """A plan that can be carried out; ArdennesError says what is wrong with it before anything is played."""
    played = load_game(game)
    name, chosen = played.check_choice(scenario, options, pack)
    data = played.load_data(name, chosen, pack)
    sources = {file: read_source(file) for file in map(file_of, players) if file}
    _check_players(played, players, seed, sources)
    found = tuple(Hook.at(call) for call in hooks)
    names = [hook.name for hook in found]
    if len(set(names)) < len(names):
        raise ArdennesError(f"two accumulators have the same name: {', '.join(names)}")
    return Plan(
        game=played.id,
        scenario=name,
        options=tuple(sorted(chosen)),
        players=players,
        paired=paired,
        seed=seed,
        pack=str(pack.resolve()) if pack else "",
        version=__version__,
        rules_version=played.info.rules_version,
        data_digest=data.digest,
        hooks=found,
        sources=sources,
    )


def _check_players(game: AnyGame, players: tuple[str, str], seed: str, sources: Mapping[str, str]) -> None:
    for side, call in by_side(players):
        try:
            sit_down(call, game, side, seed, sources)
        except ArdennesError as error:
            raise ArdennesError(f"the player of the {game.sides[side]} side, {call!r}: {error}") from None
