"""Whoever follows a thought sees it grow, and changes nothing by looking."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from ardennes.engine.game import load_game
from ardennes.players import Considering, sit_down
from tests.situation import data_of


def thought(*, followed: bool) -> tuple[int, list[Considering]]:
    """One answer of the planner, and what was seen of the way to it."""
    game = load_game("crossroads")
    p = game.start(data_of("crossroads", "noon", frozenset()), "dice")
    player = sit_down("planner:level=hard,time=1", game, 0, "mind")
    seen: list[Considering] = []

    def look(at: Callable[[], Considering]) -> None:
        seen.append(at())

    player.on_progress = look if followed else None
    return player.choose(p.view(0)), seen


def test_a_thought_can_be_followed_from_the_first_plan_to_the_last_change() -> None:
    _, seen = thought(followed=True)
    assert all(one.share <= other.share and one.tried <= other.tried for one, other in pairwise(seen))
    assert seen[0].tried == 1
    assert seen[-1].tried == 2  # Two others would play this turn just as the usual plan does.
    assert seen[-1].changes > 0
    assert 0 < seen[0].share < 0.9 < seen[-1].share <= 1
    for step in seen:
        assert 1 <= len(step.plans) <= step.tried
        assert all(plan.chance is not None and 0 <= plan.chance <= 1 for plan in step.plans)


def test_looking_changes_nothing() -> None:
    assert thought(followed=True)[0] == thought(followed=False)[0]
