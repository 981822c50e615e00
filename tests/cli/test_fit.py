"""``ardennes fit``: weights of a judgement, fitted to games."""

from __future__ import annotations

import tomllib

import pytest

from ardennes.games.deadly_woods.ai.judge import SIGNS
from tests.cli.conftest import Ardennes


def test_weights_are_printed_as_the_file_has_them(ardennes: Ardennes) -> None:
    told = ardennes("fit", "deadly_woods", "--scenario", "attack", "--games", 5)
    assert told.code == 0
    weights = tomllib.loads(told.out)["sets"]["attack"]
    assert weights
    assert weights.keys() <= SIGNS.keys()
    assert all(weight * SIGNS[name] >= 0 for name, weight in weights.items())


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (["crossroads"], "its judgement has no weights that could be fitted"),
        (["deadly_woods", "--scenario", "dusk"], "has no scenario 'dusk'"),
        (["deadly_woods", "--options", "snow"], "has no option 'snow'"),
        (["chess"], "chess"),
    ],
)
def test_what_cannot_be_fitted_is_said_at_once(call: list[str], says: str, ardennes: Ardennes) -> None:
    told = ardennes("fit", *call)
    assert told.code == 1
    assert says in told.err
    assert not told.out
