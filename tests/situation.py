"""Situations for tests: a position from a few lines, played in words and with dice laid out in advance.

>>> from tests.situation import situation
>>> match = situation("crossroads", "unit Pz: where=0703 steps=2", scenario="noon")
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Self

from ardennes.engine.dice import FixedDice
from ardennes.engine.game import load_game
from ardennes.engine.game_data import GameData
from ardennes.engine.match import Match
from ardennes.engine.notation import read_option, read_position, write_option
from ardennes.engine.procedure import About
from ardennes.engine.saves import Header
from ardennes.engine.texts import Event, Refusal
from ardennes.version import __version__

SIDES = {"german": 0, "allied": 1}
BOXES = 32
"""How many stay open: those of a large game take thirty megabytes each, and more as they are played with."""


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

    def points_for(self, words: str) -> int:
        """What an option costs or gives, in the game's smallest parts of a movement point."""
        points = self.tells(words).cost
        assert points is not None, f"{words!r} has no price"
        return points

    # --- words for what may be chosen --------------------------------------------------------------

    def objects(self, verb: str) -> set[str]:
        """What may be chosen with a verb."""
        return {offer.split(" ", 1)[1] for offer in self.offers() if offer.startswith(f"{verb} ")}

    def movers(self) -> set[str]:
        """The units that may be picked to move."""
        return self.objects("move")

    def destinations(self) -> set[str]:
        """Where the moving unit could go."""
        return self.objects("to")

    def targets(self) -> set[str]:
        """The hexes that may be attacked."""
        return self.objects("attack")

    def cost(self, hex: str) -> float:
        """What the moving unit would pay to a hex, in movement points."""
        return self.points_for(f"to {hex}") / self.position.data.points_in_one

    def allowance(self, id: str) -> float:
        """The movement points a unit would have."""
        return self.points_for(f"move {id}") / self.position.data.points_in_one

    def tally(self, name: str, words: str = "go") -> int:
        """A sum of the attack, by name: ``attack``, ``defence``, ``die``."""
        return self.tells(words).tallies[name].total

    def side(self, hexes: str) -> int:
        """A hexside by its two hexes: ``3317/3217``."""
        one, other = hexes.split("/")
        return self.position.data.board.side(self.hex(one), self.hex(other))

    def finish(self) -> None:
        """Answers every question with ``done`` until none offers it."""
        while "done" in self.offers():
            self.do("done")

    def steps_of(self, id: str) -> int:
        return int(self.position.steps[self.unit(id)])  # type: ignore[attr-defined]

    def holder(self, place: str) -> str:
        """Who holds a place, by name or hex."""
        return list(SIDES)[self.position.control[self.hex(place)]]  # type: ignore[attr-defined]


@lru_cache(maxsize=BOXES)
def data_of(game: str, scenario: str, options: frozenset[str], pack: Path | None = None) -> GameData:
    """What lies in the box, or in a data pack; opened once for tests that follow each other."""
    return load_game(game).load_data(scenario, options, pack)


def unit_lines(
    data: GameData, units: str, full_steps: Callable[[int], int], stand_ins: Sequence[Sequence[int]] = ()
) -> list[str]:
    """Counters where they stand: ``1SS 1909/5 attacked, 2Inf? 1707, 7Arm reinforcements``.

    A number behind the hex is the steps left (all of them if it is missing), a question mark means face down, further
    words are markers; a place may be a box. ``full_steps`` is 0 for what has none, ``stand_ins`` are by side.
    """
    masks: list[Iterator[int]] = [iter(of_side) for of_side in stand_ins]
    lines = []
    for entry in units.split(", ") if units else ():
        id, place, *markers = entry.split()
        unit = data.unit(id.rstrip("?"))
        hex, _, steps = place.partition("/")
        cells = [f"where={hex}", *(marker if "=" in marker else f"{marker}=1" for marker in markers)]
        if full_steps(unit) and hex not in data.boxes:
            cells.append(f"steps={steps or full_steps(unit)}")
        if id.endswith("?"):
            cells.append(f"mask={next(masks[data.counters[unit].side])}")
        lines.append(f"unit {data.counters[unit].id}: {' '.join(cells)}")
    return lines


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
