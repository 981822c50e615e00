"""``ardennes site``: what whoever runs a site has to do now and then."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Annotated

import typer

from ardennes.errors import ArdennesError

Database = Annotated[str, typer.Option(help="The database of the site: postgresql+psycopg://USER@HOST/NAME.")]
site = typer.Typer(help="Look after a site: set up, back up, restore, give roles.", no_args_is_help=True)


@site.command()
def migrate(
    *,
    database: Database,
    worker: Annotated[str, typer.Option(help="The role of the database that workers have.")] = "",
) -> None:
    """Set up a new database, or bring an older one up to date; give workers their rights."""
    _administration().migrate(database, worker)


@site.command()
def role(name: str, role: str, *, database: Database) -> None:
    """Make an account's owner a player, moderator or admin."""
    _administration().set_role(database, name, role)


@site.command()
def rate(*, database: Database) -> None:
    """Forget all ratings and work them out anew from the results of the games."""
    print(f"{_administration().rate(database)} rated games")


@site.command()
def erase(name: str, *, database: Database) -> None:
    """Erase an account, as its owner could."""
    _administration().erase(database, name)


@site.command()
def backup(file: Path, *, database: Database) -> None:
    """Write the whole database into a file, while the site runs."""
    _administration().back_up(database, file)


@site.command()
def restore(file: Path, *, database: Database) -> None:
    """Fill an empty database from such a file."""
    _administration().restore(database, file)


def _administration() -> ModuleType:
    try:
        from ardennes.server import administration
    except ModuleNotFoundError as error:
        raise ArdennesError(f"a site needs the extra 'site': pip install 'ardennes[site]' ({error})") from None
    return administration


def add_to(app: typer.Typer) -> None:
    """Adds this group of subcommands to the command."""
    app.add_typer(site, name="site")
