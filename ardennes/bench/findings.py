"""What was measured as people meet it: a table for people, lines for the log, rows for programs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

import msgspec
from rich.table import Table
from rich.text import Text


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One number, and whether it is good enough."""

    name: str
    value: float
    unit: str
    target: str
    met: bool
    detail: str = ""


def at_most(name: str, value: float, unit: str, limit: float, detail: str = "") -> Finding:
    target = f"at most {limit:g} {unit}"
    return Finding(name=name, value=value, unit=unit, target=target, met=value <= limit, detail=detail)


def at_least(name: str, value: float, unit: str, limit: float, detail: str = "") -> Finding:
    target = f"at least {limit:g} {unit}"
    return Finding(name=name, value=value, unit=unit, target=target, met=value >= limit, detail=detail)


def beside(name: str, value: float, unit: str, detail: str = "") -> Finding:
    """A number that others are read beside; nothing is asked of it."""
    return Finding(name=name, value=value, unit=unit, target="", met=True, detail=detail)


def percentile(numbers: Sequence[float], share: int) -> float:
    """The smallest number that so many of a hundred do not exceed."""
    ordered = sorted(numbers)
    return ordered[min(len(ordered) - 1, -(-len(ordered) * share // 100) - 1)]


def findings_table(findings: Iterable[Finding], conditions: str) -> Table:
    found = Table("What", "Measured", "Target", title=conditions, title_justify="left")
    for finding in findings:
        mark, style = (("✓", "green") if finding.met else ("✗", "bold red")) if finding.target else ("", "")
        what = Text("\n").join([Text(finding.name), *([Text(finding.detail, style="dim")] if finding.detail else [])])
        found.add_row(what, f"{finding.value:.3g} {finding.unit}", Text(f"{finding.target} {mark}", style=style))
    return found


def findings_markdown(findings: Iterable[Finding], of: str, conditions: str, day: datetime | None = None) -> str:
    """A dated block for the log."""
    date = (day or datetime.now(UTC)).strftime("%Y-%m-%d")
    lines = [f"## {date}, {of}", "", f"{conditions}.", ""]
    lines += ["| What | Measured | Target | Met | Notes |", "|---|---|---|---|---|"]
    lines += [
        f"| {one.name} | {one.value:.3g} {one.unit} | {one.target} | {_met(one)} | {one.detail} |" for one in findings
    ]
    return "\n".join(lines) + "\n"


def _met(finding: Finding) -> str:
    return ("yes" if finding.met else "no") if finding.target else ""
