"""``ardennes analyse``: a saved game looked at again, with its swings, its luck and its decisions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ardennes.cli.show import JSON_HELP, console, print_json
from ardennes.errors import ArdennesError
from ardennes.languages import EITHER_LANGUAGE, FIRST_LANGUAGE
from ardennes.numbers import SIDES

if TYPE_CHECKING:
    from ardennes.cli.analysis_report import Report
    from ardennes.engine.match import Match
    from ardennes.players.analysis import Analysis

ENDINGS = (".html", ".svg", ".png")
MOST_THROWS = 5


def analyse(
    file: Annotated[Path, typer.Argument(help="A saved game.")],
    *,
    out: Annotated[Path | None, typer.Option(help="Write a report (.html) or the curve alone (.svg, .png).")] = None,
    data: Annotated[Path | None, typer.Option(help="The data pack the game was played with.")] = None,
    language: Annotated[str, typer.Option(help=f"The language of the report: {EITHER_LANGUAGE}.")] = FIRST_LANGUAGE,
    as_json: Annotated[bool, typer.Option("--json", help=JSON_HELP)] = False,
) -> None:
    """Looks at a saved game again: the chance to win over time, where it swung, and luck apart from decisions."""
    from ardennes.cli.analysis_report import Report
    from ardennes.engine.match import Match

    if out is not None:
        _check(out)
    match = Match.load(file, data)
    match.game.check_language(language)
    if not match.records:
        raise ArdennesError(f"{file.name}: nothing has been played in it yet")
    report = Report(match, _analysed(match), language)
    if out is not None:
        report.write(out)
    if as_json:
        print_json(_as_data(report))
    else:
        _tell(report)
        if out is not None:
            console().print(f"\n{out} has been written.")


def _check(out: Path) -> None:
    if out.suffix.casefold() not in ENDINGS:
        raise ArdennesError(f"--out {out}: a report is a file that ends with {', '.join(ENDINGS)}")
    if out.is_dir() or not out.parent.is_dir():
        raise ArdennesError(f"--out {out}: cannot be written: there is no such folder, or it is one")


def _analysed(match: Match) -> Analysis:
    from rich.console import Console
    from rich.progress import Progress

    from ardennes.players.analysis import analyse as look_again

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("looking again", total=len(match.records))
        return look_again(match, lambda done: progress.update(task, completed=done))


def _as_data(report: Report) -> dict[str, Any]:
    from msgspec import to_builtins

    found = report.analysis
    return {
        "sides": report.match.game.sides,
        "compared": found.compared,
        "turns": [{**to_builtins(turn), "decision": turn.decision} for turn in found.turns],
        "acts": found.acts,
        "luck": found.luck,
        "rest": found.rest,
        "decisions": [found.decisions(side) for side in SIDES],
    }


def _tell(report: Report) -> None:
    from rich.table import Table

    say, found = report.say, report.analysis
    console().print(f"{report.match.game.info.title}. {report.verdict}\n")
    console().print(say("analysis-eyes", side=0))
    table = Table(*report.headings, box=None, pad_edge=False, header_style="bold")
    for column in table.columns[2:]:
        column.justify = "right"
    for row in report.rows:
        table.add_row(*row)
    table.add_section()
    table.add_row(*report.totals, style="bold")
    console().print(table)
    console().print(f"\n{report.explanation}")
    if found.throws:
        console().print(f"\n{say('analysis-throws')}", style="bold")
    for act in found.throws[:MOST_THROWS]:
        console().print(f"{report.signed(act.luck or 0.0):>5}  {report.about(act)}")


def add_to(app: typer.Typer) -> None:
    app.command("analyse")(analyse)
