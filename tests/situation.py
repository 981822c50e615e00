"""Situations for tests: a position from a few lines, played in words and with dice laid out in advance.

>>> from tests.situation import situation
>>> match = situation("crossroads", "unit Pz: where=0703 steps=2", scenario="noon")
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Self

from ardennes import __version__
from ardennes.engine.dice import FixedDice
from ardennes.engine.game import load_game
from ardennes.engine.game_data import GameData
from ardennes.engine.match import Match
from ardennes.engine.notation import read_option, read_position, write_option
from ardennes.engine.procedure import About
from ardennes.engine.saves import Header
from ardennes.engine.texts import Event, Refusal


class Situation(Match):
    """A match that begins in the middle of a game. Nothing answers itself, unless asked to."""

    def dice(self, *faces: int) -> Self:
        """The faces the next dice will show; more rolls than these are an error."""
        self.position.source = FixedDice.rolls(*faces)
        return self

    def do(self, *words: str, side: int | None = None) -> list[Event]:
        """Carries options out that are given in words; what happened."""
        return [event for said in words for event in self.apply(read_option(self.position.data, said), side)]

    def offers(self) -> set[str]:
        """What can be chosen now, in words."""
        asked = self.asked
        return {write_option(self.position.data, option) for option in asked.options} if asked is not None else set()

    def why(self, words: str, side: int | None = None) -> tuple[str, str]:
        """Why something is refused: its code and its rule."""
        found = self.refusal(read_option(self.position.data, words), side)
        assert found is not None, f"{words!r} is allowed"
        return found.code, found.rule

    def refusal_of(self, words: str) -> Refusal | None:
        return self.refusal(read_option(self.position.data, words))

    def tells(self, words: str) -> About:
        """What is known of an option before it is chosen."""
        return self.about(read_option(self.position.data, words))

    def prompt_code(self) -> str:
        """Which question stands."""
        return self.prompt().code

    def hex(self, label: str) -> int:
        return self.position.data.board.hex(label)

    def unit(self, id: str) -> int:
        return self.position.data.unit(id)

    def place(self, id: str) -> str:
        """Where a unit is, as notation has it: ``0703``, or ``-`` for nowhere."""
        return self.position.data.place_name(self.position.where[self.unit(id)])

    def told(self, code: str) -> list[Event]:
        """All that happened of this kind so far."""
        return [event for event in self.log(None) if event.code == code]


@cache
def data_of(game: str, scenario: str, options: frozenset[str], pack: Path | None = None) -> GameData:
    """What lies in the box, or in a data pack; opened once for all tests."""
    return load_game(game).load_data(scenario, options, pack)


def situation(
    game: str,
    text: str,
    *,
    scenario: str = "",
    options: Iterable[str] = (),
    automatic: bool = False,
    pack: Path | None = None,
) -> Situation:
    """The game at the moment a text describes (see :func:`ardennes.engine.notation.read_position`)."""
    played = load_game(game)
    name, chosen = played.check_choice(scenario or played.first_scenario, options)
    data = data_of(game, name, frozenset(chosen), pack)
    header = Header(
        version=__version__,
        game=game,
        rules_version=played.info.rules_version,
        scenario=name,
        options=tuple(sorted(chosen)),
        data_digest=data.digest,
        seed="",
        automatic=automatic,
    )
    return Situation(header, read_position(data, text))
