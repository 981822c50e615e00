"""Recorded games go as they went."""

from __future__ import annotations

import pytest

from tests.recorded import Recorded, first_difference, recorded


@pytest.mark.parametrize("played", recorded("bitter_woods"), ids=str)
def test_a_game_goes_as_it_went(played: Recorded) -> None:
    assert not first_difference(played)
