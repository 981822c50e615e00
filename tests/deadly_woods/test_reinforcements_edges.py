"""14.8 Reinforcements come on their turn: neither before nor after it."""

from __future__ import annotations

import pytest

from tests.deadly_woods.fields import field


@pytest.mark.rule("deadly_woods", "14.8-a")
@pytest.mark.parametrize(("turn", "comes"), [(3, False), (4, True), (5, False)])
def test_a_unit_comes_on_its_own_turn(turn: int, comes: bool) -> None:
    german = field("FG turn-track, 26VG-a 3115, 28-110 0101", "german reinforcement", turn=turn)
    assert (german.prompt_code() == "choose-entry") == comes
    allied = field("80-317 turn-track, 26VG-a 3115, 28-110 0101", "allied reinforcement", turn=turn)
    assert (allied.prompt_code() == "choose-entry") == comes
