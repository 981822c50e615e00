"""``ardennes serve``: a site for more than one household."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ardennes.errors import ArdennesError


def serve(
    *,
    database: Annotated[str, typer.Option(help="Where games are kept: postgresql+psycopg://USER@HOST/NAME.")],
    public: Annotated[str, typer.Option(help="The address of the site: https://games.example.org.")],
    listen: Annotated[str, typer.Option(help="Where this process answers its proxy.")] = "127.0.0.1:8001",
    proxy: Annotated[list[str] | None, typer.Option(help="The address of a proxy that says who calls.")] = None,
    key_file: Annotated[Path | None, typer.Option(help="A file with the secret that opens the owner's lobby.")] = None,
    mail: Annotated[str, typer.Option(help="Where mails are handed over: smtp://HOST:PORT.")] = "",
    mail_from: Annotated[str, typer.Option(help="The address that mails come from.")] = "",
    notice_after: Annotated[float, typer.Option(help="Seconds until a player is told of his turn.")] = 120.0,
    open_dice: Annotated[bool, typer.Option("--open-dice", help="Take the seeds of tables as named.")] = False,
) -> None:
    """Serve a site: any number of these processes share one PostgreSQL."""
    try:
        from ardennes.server.run_site import serve_site
    except ModuleNotFoundError as error:
        raise ArdennesError(f"a site needs the extra 'site': pip install 'ardennes[site]' ({error})") from None
    serve_site(
        database=database,
        public=public,
        listen=listen,
        proxies=proxy or [],
        key_file=key_file,
        mail=mail,
        mail_from=mail_from,
        notice_after=notice_after,
        open_dice=open_dice,
    )


def add_to(app: typer.Typer) -> None:
    """Adds this subcommand to the command."""
    app.command()(serve)
