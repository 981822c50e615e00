"""The training example does what it says: its agent learns to beat random play."""

from __future__ import annotations

import runpy
from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "examples/train_agent.py"


def test_a_tiny_agent_learns():
    """A short training already helps the side that random play loses with, and the same seed learns the same."""
    example = runpy.run_path(str(EXAMPLE))
    untrained, trained = (example["share_won"](*example["train"](games, (0,)), 0, 80) for games in (0, 220))
    assert untrained < 0.2
    assert trained > untrained + 0.1
    one, other = (example["train"](20)[1] for _ in range(2))
    assert (one.liking == other.liking).all()
