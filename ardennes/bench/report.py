"""The report: a table for people, lines for the log ``bench/results.md``, rows for programs."""

from __future__ import annotations

import platform
from collections.abc import Iterable
from datetime import UTC, datetime
from itertools import groupby

from rich.table import Table
from rich.text import Text

from ardennes.bench.timing import Row, kernels_are_compiled
from ardennes.version import __version__

HEADINGS = ("What", "µs", "Beside", "µs there", "Times faster", "Target", "Met", "Notes")


def conditions() -> str:
    """What the numbers were measured with; nothing about whose machine it was."""
    form = "compiled" if kernels_are_compiled() else "interpreted"
    system = f"{platform.python_implementation()} {platform.python_version()}, {platform.system()} {platform.machine()}"
    return f"ardennes {__version__}, kernels {form}, {system}"


def cells(row: Row) -> tuple[str, ...]:
    met = "" if row.met is None else "yes" if row.met else "no"
    return (
        row.name,
        number(row.microseconds),
        row.reference or "",
        "" if row.reference_microseconds is None else number(row.reference_microseconds),
        "" if row.ratio is None else f"{row.ratio:.3g}",
        row.target or "",
        met,
        row.detail,
    )


def number(microseconds: float) -> str:
    return f"{microseconds:,.0f}" if microseconds >= 100 else f"{microseconds:.3g}"


def table(rows: Iterable[Row]) -> Table:
    """One line for each thing measured, its comparisons beside it: fits a narrow terminal."""
    found = Table(title=conditions(), title_justify="left")
    found.add_column("What", ratio=5)
    found.add_column("µs", justify="right", no_wrap=True)
    found.add_column("Target", ratio=3)
    found.add_column("Times faster than", ratio=6)
    for name, group in groupby(rows, key=lambda row: row.name):
        same = list(group)
        notes = [Text(row.detail, style="dim") for row in same if row.detail]
        targets = [judged(row.target, row) for row in same if row.ratio is None and row.target]
        ratios = [judged(f"{row.ratio:.3g}  {row.reference}", row) for row in same if row.ratio is not None]
        lines = [Text("\n").join(cell) for cell in ([Text(name), *notes], targets, ratios)]
        found.add_row(lines[0], number(same[0].microseconds), lines[1], lines[2])
    return found


def judged(words: str, row: Row) -> Text:
    """Green where the target is met, red where it is missed."""
    if row.met is None:
        return Text(words)
    mark, style = ("✓", "green") if row.met else ("✗", "bold red")
    return Text(f"{words} {mark}", style=style)


def markdown(rows: Iterable[Row], day: datetime | None = None) -> str:
    """A dated block for the log."""
    date = (day or datetime.now(UTC)).strftime("%Y-%m-%d")
    lines = [f"## {date}", "", f"{conditions()}. Best of several repeats.", ""]
    lines += [f"| {' | '.join(HEADINGS)} |", f"|{'---|' * len(HEADINGS)}"]
    lines += [f"| {' | '.join(cells(row))} |" for row in rows]
    return "\n".join(lines) + "\n"
