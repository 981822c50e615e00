"""The days that the spaces of a turn track stand for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from functools import lru_cache
from typing import Protocol

from ardennes.datafiles import Mistake
from ardennes.engine.datapack import Contents
from ardennes.rules.table import Table

NAMES = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
MONTHS = {name: number for number, name in enumerate(NAMES, start=1)}
FIRST_YEAR, FIRST_MONTH = 1944, 7
"""Of the winter all the games are about: where a track prints no year, July to December are of this one."""
DAY = r"(?P<day{0}>[0-9]{{1,2}})(?: (?P<month{0}>[A-Za-z]{{3,9}})(?: (?P<year{0}>[0-9]{{4}}))?)?"
SPACE = re.compile(f"(?:{DAY.format(0)} ?[–-] ?)?{DAY.format(1)}")


class Space(Protocol):
    """A space of a turn track."""

    @property
    def turn(self) -> int: ...

    @property
    def date(self) -> str: ...


@lru_cache(maxsize=64)
def last_day(printed: str) -> str:
    """The last day of a space by the calendar; ValueError for other words.

    >>> last_day("16 Dec 1944"), last_day("30–31 Dec"), last_day("30 Dec – 2 Jan")
    ('1944-12-16', '1944-12-31', '1945-01-02')
    """
    found = SPACE.fullmatch(printed.strip())
    month = MONTHS.get((found["month1"] or "")[:3].casefold()) if found else None
    if found is None or month is None:
        raise ValueError(f"date {printed!r} is no day as in 16 Dec 1944, and no days as in 30–31 Dec")
    year = int(found["year1"]) if found["year1"] else FIRST_YEAR + (month < FIRST_MONTH)
    try:
        return date(year, month, int(found["day1"])).isoformat()
    except ValueError:
        raise ValueError(f"date {printed!r} is no day of the calendar") from None


def today(p: Table) -> str:
    """The day a game has come to, as ``1944-12-16``; empty where its turns have no dates."""
    turns = p.data.turns
    return last_day(turns[p.turn - 1].date) if turns else ""


def track_mistakes(contents: Contents, file: str, shape: type[Space]) -> Iterator[Mistake]:
    """What is wrong with a turn track: turns that are not numbered from 1 on, dates that cannot be read."""
    track = contents.rows(file, shape)
    if contents.is_sound(file) and [space.turn for space in track.values()] != list(range(1, len(track) + 1)):
        yield Mistake(file, "the turns must be numbered from 1 without gaps", field="turn")
    for row, space in track.items():
        try:
            last_day(space.date)
        except ValueError as error:
            yield Mistake(file, str(error), row, "date")
