"""Choosing where a unit goes: several movement modes, the cheapest of them, and the reason that is told."""

from __future__ import annotations

from collections.abc import Iterable

from ardennes.engine.texts import Refusal
from ardennes.kernels.flags import BARRED, NO_END
from ardennes.rules.moving import (
    OpenMode,
    Searched,
    cheapest_by_way,
    cheapest_path,
    destinations,
    points_spent,
    why_no_way,
    why_not_along,
)
from ardennes.rules.walk import Going, Mover, Relaxation, Way, reach, unhindered
from tests.rules.small_boards import plain_going, small_board

BOARD = small_board(lanes=1, places=6)
A, B, C, D, E, F = (BOARD.hex(f"010{place}") for place in range(1, 7))


def open_mode(kind: int, points: int, spent: int = 0) -> OpenMode:
    """On foot every step costs 1, by the second kind of step 3."""
    going, search = plain_going(BOARD, bytes(kind if there >= 0 else 0 for there in BOARD.neighbours))
    return OpenMode(going, search, Mover(A, points, spent))


def past_units(going: Going) -> Iterable[Relaxation]:
    yield Relaxation("unit-in-the-way", "3.5", unhindered(going, BARRED))


def test_what_is_open_in_one_mode_is_offered_once() -> None:
    on_foot, dear = open_mode(1, 2), open_mode(2, 9)
    assert destinations([reach(*on_foot)], 100) == [100 + B, 100 + C]
    assert destinations([reach(*on_foot), reach(*dear)], 0) == [B, C, D]


def test_the_cheapest_mode_is_told() -> None:
    on_foot, dear = open_mode(1, 4, spent=2), open_mode(2, 9)
    searched = [Searched(reach(*dear), 0), Searched(reach(*on_foot), 2)]
    assert cheapest_path(searched, C) == (2, [B, C])
    assert cheapest_path(searched, D) == (9, [B, C, D])
    assert points_spent([dear, on_foot], [B, C]) == (1, 2)
    assert points_spent([dear, on_foot], [B, C, D]) == (3, 6, 9)
    way = cheapest_by_way([dear, on_foot], [B, C], past_units, "3.1")
    assert isinstance(way, Way)
    assert way.along == (1, 2)


def test_a_path_is_refused_only_if_no_mode_allows_it() -> None:
    on_foot, dear = open_mode(1, 2), open_mode(2, 9)
    assert why_not_along([on_foot, dear], [B, C, D], D, past_units, "3.1") is None
    assert why_not_along([on_foot], [B, C, D], D, past_units, "3.1") == Refusal(
        "too-far", {"hex": D, "needs": 1, "has": 0}, "3.1"
    )
    assert why_not_along([on_foot], [B, C], D, past_units, "3.1") == Refusal("way-ends-elsewhere", {"hex": D}, "3.1")
    refusal = cheapest_by_way([on_foot, dear], [F], past_units, "3.1")
    assert isinstance(refusal, Refusal)
    assert refusal.args["needs"] == 5


def test_the_reason_is_that_of_the_mode_which_comes_nearest() -> None:
    on_foot, dear = open_mode(1, 2), open_mode(2, 9)
    assert why_no_way([dear, on_foot], E, past_units, "3.1").args == {"hex": E, "needs": 4, "has": 2}
    on_foot.going.hexes[C] |= BARRED
    assert why_no_way([on_foot], E, past_units, "3.1").code == "unit-in-the-way"
    assert why_no_way([on_foot, dear], E, past_units, "3.1").code == "too-far"
    dear.going.hexes[B] |= NO_END
    assert why_no_way([on_foot, dear], B, past_units, "3.1").code == "may-not-end-there"
