"""How many sequences of options there are from fixed positions, to a depth of three.

A count that changes means that a rule has changed, on purpose or not. The two positions in the middle of a game came
about by random play and are kept as text; ``python -m tests.bulge1944.test_perft`` prints all counts as they are now.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ardennes.engine.game import load_game
from ardennes.engine.match import Match
from ardennes.engine.notation import read_position
from ardennes.engine.position import Position
from tests.perft import sequences
from tests.situation import data_of

POSITIONS = Path(__file__).parent / "positions"
OPTIONS = {
    "middle": (),
    "options": ("alternate_units", "fuel", "hidden", "phantoms", "weather"),
}
COUNTS = {
    "start": (29, 277, 2430),
    "middle": (24, 537, 4844),
    "options": (28, 632, 5928),
}


def position(name: str) -> Position:
    """The position with this name, at its question."""
    if name == "start":
        return Match.new(load_game("bulge1944"), seed="perft", automatic=False).position
    data = data_of("bulge1944", "campaign", frozenset(OPTIONS[name]))
    return read_position(data, (POSITIONS / f"{name}.txt").read_text("utf-8"))


@pytest.mark.parametrize("name", COUNTS)
def test_number_of_sequences(name: str) -> None:
    start = position(name)
    assert tuple(sequences(start, depth) for depth in (1, 2, 3)) == COUNTS[name]


if __name__ == "__main__":
    for known in COUNTS:
        print(f'    "{known}": {tuple(sequences(position(known), depth) for depth in (1, 2, 3))},')
