"""Games played at random go as they always did."""

from __future__ import annotations

import pytest

from tests.battery.configurations import Configuration
from tests.playthroughs import check, playthroughs


@pytest.mark.parametrize(("name", "configuration", "seed"), playthroughs("crossroads"))
def test_a_game_is_the_same(name: str, configuration: Configuration, seed: str) -> None:
    check(name, configuration, seed)
