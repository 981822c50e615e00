"""``ardennes bench``: how fast the engine is, here and now."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ardennes.errors import ArdennesError


def add_to(app: typer.Typer) -> None:
    """Adds this subcommand to the command."""
    app.command("bench")(bench)


def bench(
    json: Annotated[bool, typer.Option("--json", help="Print the rows as JSON, for programs.")] = False,
    quick: Annotated[bool, typer.Option("--quick", help="Fewer repeats: rough numbers in a few seconds.")] = False,
    log: Annotated[Path | None, typer.Option(help="Append a dated block to this file (Markdown).")] = None,
) -> None:
    """Measure the engine on a map of Wacht am Rhein's size, beside plain Python and other engines."""
    from ardennes.bench import PARTS, Row, measure
    from ardennes.bench.report import conditions, markdown, table

    if log is not None and not log.parent.is_dir():
        raise ArdennesError(f"{log}: there is no such folder to write to")
    rows: list[Row] = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
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


def append(log: Path, block: str) -> None:
    try:
        with log.open("a", encoding="utf-8") as file:
            file.write(f"\n{block}")
    except OSError as error:
        raise ArdennesError(f"{log}: cannot be written ({error.strerror})") from None
