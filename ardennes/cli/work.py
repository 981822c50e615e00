"""``ardennes work``: a worker of a site."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer

from ardennes.errors import ArdennesError


def work(
    *,
    database: Annotated[str, typer.Option(help="The database of the site: postgresql+psycopg://USER@HOST/NAME.")],
    kinds: Annotated[str, typer.Option(help="What it does, with commas between; everything if nothing is said.")] = "",
    processes: Annotated[int, typer.Option(help="How much it does at once; 0 is one for each core.", min=0)] = 0,
    gone: Annotated[float, typer.Option(help="Seconds of silence until another worker is taken for gone.")] = 20.0,
) -> None:
    """Work for a site: think for the computer, give hints, analyse games. On any number of machines."""
    try:
        from ardennes.server.json_log import log_as_json
        from ardennes.server.worker import Patience, Worker
    except ModuleNotFoundError as error:
        raise ArdennesError(f"a worker needs the extra 'site': pip install 'ardennes[site]' ({error})") from None
    log_as_json()
    wanted = [name.strip() for name in kinds.split(",") if name.strip()]
    worker = Worker(database, wanted, processes, Patience(min(5.0, gone / 4), gone))
    print("Ardennes works.", flush=True)
    asyncio.run(worker.run())


def add_to(app: typer.Typer) -> None:
    """Adds this subcommand to the command."""
    app.command()(work)
