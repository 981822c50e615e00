"""``ardennes bench``: how fast the engine is, here and now."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ardennes.errors import ArdennesError

if TYPE_CHECKING:
    from ardennes.bench.findings import Finding

COLUMNS = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())


def add_to(app: typer.Typer) -> None:
    """Adds this subcommand to the command."""
    app.command("bench")(bench)


def bench(
    *,
    json: Annotated[bool, typer.Option("--json", help="Print the rows as JSON, for programs.")] = False,
    quick: Annotated[bool, typer.Option("--quick", help="Fewer repeats: rough numbers in a few seconds.")] = False,
    log: Annotated[Path | None, typer.Option(help="Append a dated block to this file (Markdown).")] = None,
    web: Annotated[bool, typer.Option("--web", help="Measure page and server in a real browser instead.")] = False,
    pace: Annotated[bool, typer.Option("--pace", help="Measure a server with 100 and 150 tables instead.")] = False,
    turns: Annotated[bool, typer.Option("--turns", help="Measure whole turns of the hard computer instead.")] = False,
) -> None:
    """Measure the engine on a map of Wacht am Rhein's size, beside plain Python and other engines."""
    if log is not None and not log.parent.is_dir():
        raise ArdennesError(f"{log}: there is no such folder to write to")
    if web + pace + turns > 1:
        raise ArdennesError("--web, --pace and --turns measure different things: choose one")
    measure = bench_web if web else bench_pace if pace else bench_turns if turns else bench_engine
    measure(json=json, quick=quick, log=log)


def bench_engine(*, json: bool, quick: bool, log: Path | None) -> None:
    from ardennes.bench import PARTS, Row, measure
    from ardennes.bench.report import conditions, markdown, table

    rows: list[Row] = []
    with Progress(*COLUMNS, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("measuring reach", total=len(PARTS))
        for number, (_, found) in enumerate(measure(quick=quick), start=1):
            rows += found
            following = PARTS[number].title if number < len(PARTS) else "done"
            progress.update(task, advance=1, description=f"measuring {following}")
    if json:
        typer.echo(msgspec.json.format(msgspec.json.encode({"conditions": conditions(), "rows": rows})).decode())
    else:
        Console().print(table(rows))
    if log is not None:
        append(log, markdown(rows))


def bench_web(*, json: bool, quick: bool, log: Path | None) -> None:
    try:
        from ardennes.bench.web import measure_web, web_conditions
    except ModuleNotFoundError as error:
        raise ArdennesError(f"the bench of the page needs more: pip install 'ardennes[dev,server]' ({error})") from None
    console = Console(stderr=True)
    with console.status("starting the browser") as status:
        found, browser = measure_web(status.update, quick=quick)
    report(found, "page and server", web_conditions(browser), json=json, log=log)


def bench_pace(*, json: bool, quick: bool, log: Path | None) -> None:
    try:
        from ardennes.bench.pace import measure_pace
    except ModuleNotFoundError as error:
        raise ArdennesError(f"the bench of tables needs more: pip install 'ardennes[dev,server]' ({error})") from None
    from ardennes.bench.report import conditions

    with Console(stderr=True).status("starting the server") as status:
        found = measure_pace(status.update, quick=quick)
    report(found, "pace of the server", f"{conditions()}, {os.cpu_count()} cores", json=json, log=log)


def bench_turns(*, json: bool, quick: bool, log: Path | None) -> None:
    from ardennes.bench.report import conditions
    from ardennes.bench.turns import count_turns, measure_turns

    with Progress(*COLUMNS, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("whole turns of the computer", total=count_turns(quick=quick))
        found = list(measure_turns(lambda title: progress.update(task, advance=1, description=title), quick=quick))
    report(found, "whole turns of the computer", conditions(), json=json, log=log)


def report(found: Sequence[Finding], of: str, conditions: str, *, json: bool, log: Path | None) -> None:
    """What was found, for people or programs, and for the log."""
    from ardennes.bench.findings import findings_markdown, findings_table

    if json:
        rows = {"conditions": conditions, "rows": found}
        typer.echo(msgspec.json.format(msgspec.json.encode(rows)).decode())
    else:
        Console().print(findings_table(found, conditions))
    if log is not None:
        append(log, findings_markdown(found, of, conditions))


def append(log: Path, block: str) -> None:
    try:
        with log.open("a", encoding="utf-8") as file:
            file.write(f"\n{block}")
    except OSError as error:
        raise ArdennesError(f"{log}: cannot be written ({error.strerror})") from None
