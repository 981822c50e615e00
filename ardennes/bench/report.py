"""The report: a table for people, lines for the log ``bench/results.md``, rows for programs."""

from __future__ import annotations

import platform
from collections.abc import Iterable
from datetime import UTC, datetime

from rich.table import Table

from ardennes import __version__
from ardennes.bench.suite import kernels_are_compiled
from ardennes.bench.timing import Row

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
        "" if row.ratio is None else f"{row.ratio:.1f}",
        row.target or "",
        met,
        row.detail,
    )


def number(microseconds: float) -> str:
    return f"{microseconds:,.0f}" if microseconds >= 100 else f"{microseconds:.3g}"


def table(rows: Iterable[Row]) -> Table:
    found = Table(title=conditions(), title_justify="left")
    for heading in HEADINGS:
        found.add_column(heading, justify="right" if "µs" in heading or "Times" in heading else "left")
    for row in rows:
        style = None if row.met is None else "green" if row.met else "bold red"
        found.add_row(*cells(row), style=style)
    return found


def markdown(rows: Iterable[Row], day: datetime | None = None) -> str:
    """A dated block for the log."""
    date = (day or datetime.now(UTC)).strftime("%Y-%m-%d")
    lines = [f"## {date}", "", f"{conditions()}. Best of several repeats.", ""]
    lines += [f"| {' | '.join(HEADINGS)} |", f"|{'---|' * len(HEADINGS)}"]
    lines += [f"| {' | '.join(cells(row))} |" for row in rows]
    return "\n".join(lines) + "\n"
