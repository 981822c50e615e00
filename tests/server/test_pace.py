"""Clocks that last for weeks: hand-overs, caps, gifts, and vacation that floats."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from ardennes.numbers import Side
from ardennes.server.pace import DAY, HOUR, MOST_GIVEN, PACES, VACATION, YEAR, Pace, Timer, held_until, united

FIRST, SECOND = Side(0), Side(1)
PACE = Pace(name="test", bank=100.0, increment=10.0, cap=105.0)


def begun(**changes: object) -> Timer:
    return Timer(pace=PACE, left=(100.0, 100.0), begun=True, side=FIRST, since=1000.0, **changes)  # type: ignore[arg-type]


def test_the_clock_runs_for_whoever_decides_and_gains_by_handing_over() -> None:
    timer = begun()
    assert timer.left_at(1030.0) == (70.0, 100.0)
    assert timer.out == 1100.0
    over = timer.turned(SECOND, 1030.0)
    assert (over.left, over.side, over.since, over.gained) == ((80.0, 100.0), SECOND, 1030.0, 10.0)
    assert over.turned(None, 1040.0).out is None


def test_no_side_gains_beyond_the_cap_but_nobody_loses_what_was_given() -> None:
    assert begun().turned(SECOND, 1001.0).left == (105.0, 100.0)
    rich = begun().given(FIRST, 500.0, 1000.0)
    assert rich.turned(SECOND, 1000.0).left == (600.0, 100.0)
    assert begun().given(SECOND, 10 * MOST_GIVEN, 1010.0).left == (90.0, 100.0 + MOST_GIVEN)


def test_who_takes_a_hand_over_back_loses_what_it_brought() -> None:
    over = begun().turned(SECOND, 1030.0)
    back = over.turned(FIRST, 1050.0, back=True)
    assert back.left == (70.0, 80.0), "and the other gains nothing by it"
    assert back.side == FIRST


def test_a_clock_that_has_run_out_stands_at_nothing() -> None:
    assert begun().left_at(5000.0) == (0.0, 100.0)
    assert begun().turned(SECOND, 5000.0).left == (10.0, 100.0)
    assert begun().left_at(900.0) == (100.0, 100.0), "a process whose clock is behind gives nobody time"


@pytest.mark.parametrize("name", PACES)
def test_every_preset_leaves_room_to_gain(name: str) -> None:
    pace = PACES[name]
    assert 0 < pace.increment < pace.bank <= pace.cap


# --- vacation --------------------------------------------------------------------------------------


def test_vacation_holds_a_clock_for_as_long_as_there_is_any() -> None:
    assert held_until(0.0, []) == VACATION
    assert held_until(0.0, [(-2 * DAY, -DAY)]) == VACATION - DAY
    assert held_until(0.0, [(-VACATION - DAY, -DAY)]) == 0.0
    assert held_until(0.0, [(-VACATION - DAY, 0.0)]) == 0.0, "more than there is, because nobody claimed"


def test_an_hour_of_vacation_counts_once_for_all_tables() -> None:
    elsewhere = [(HOUR, 3 * HOUR), (2 * HOUR, 5 * HOUR)]
    assert held_until(0.0, elsewhere) == VACATION
    assert held_until(2 * HOUR, elsewhere) == VACATION + HOUR
    assert united(elsewhere) == [(HOUR, 5 * HOUR)]


def test_what_was_taken_elsewhere_later_than_one_could_reach_does_not_help() -> None:
    spent = (-VACATION + HOUR, 0.0)
    assert held_until(10 * HOUR, [spent]) == 11 * HOUR
    assert held_until(10 * HOUR, [spent, (20 * HOUR, 21 * HOUR)]) == 10 * HOUR


def test_vacation_comes_back_after_a_year() -> None:
    used = (0.0, VACATION)
    assert held_until(VACATION + DAY, [used]) == VACATION + DAY
    assert held_until(YEAR, [used]) == YEAR
    assert held_until(YEAR + 5 * DAY, [used]) == YEAR + 10 * DAY
    assert held_until(YEAR + VACATION, [used]) == YEAR + 2 * VACATION


def test_a_change_of_summer_time_gives_and_takes_nothing() -> None:
    """The night of 28 to 29 March 2026 has 23 hours in Rome; a day of vacation has 24."""
    rome = ZoneInfo("Europe/Rome")
    out = datetime(2026, 3, 28, 12, 0, tzinfo=rome).timestamp()
    left_a_day = [(out - VACATION, out - DAY)]
    held = held_until(out, left_a_day)
    assert held - out == DAY
    assert datetime.fromtimestamp(held, rome).hour == 13
