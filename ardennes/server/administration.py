"""What whoever runs a site does from the command line: set up, back up, restore, give roles."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import sqlalchemy as sa

from ardennes.errors import ArdennesError
from ardennes.server.database import database
from ardennes.server.migrations import bring_up_to_date
from ardennes.server.people.accounts import Account, Accounts
from ardennes.server.people.ratings import Ratings
from ardennes.server.schema import results
from ardennes.server.worker import GRANTS
from ardennes.server.writer import explaining

ROLES = ("player", "moderator", "admin")
DATABASE_ROLE = re.compile(r"[a-z_][a-z0-9_]*")


def migrate(url: str, worker: str = "") -> None:
    """Brings a database up to date, and lets the role of workers do what workers do."""
    engine = database(url)
    if worker and not DATABASE_ROLE.fullmatch(worker):
        raise ArdennesError(f"--worker {worker}: the name of a role of the database")
    try:
        with explaining(at_terminal=True):
            bring_up_to_date(engine)
            with engine.begin() as connection:
                for grant in GRANTS if worker else ():
                    connection.exec_driver_sql(grant.format(role=worker))
    finally:
        engine.dispose()


def set_role(url: str, name: str, role: str) -> None:
    if role not in ROLES:
        raise ArdennesError(f"{role}: the roles are {', '.join(ROLES)}")
    accounts = Accounts(database(url))
    account = _account(accounts, name)
    if role != "player" and not accounts.passkeys(account.id):
        raise ArdennesError(f"{name} has no passkey, and nobody moderates without; he makes one on his page first")
    accounts.set_role(account.id, role)


def erase(url: str, name: str) -> None:
    accounts = Accounts(database(url))
    accounts.erase(_account(accounts, name).id)


def rate(url: str) -> int:
    """How many games all ratings have been worked out from anew."""
    return Ratings(database(url)).count_all_again()


def _account(accounts: Accounts, name: str) -> Account:
    found = accounts.by_name(name)
    if found is None:
        raise ArdennesError(f"there is nobody called {name}")
    return found


def back_up(url: str, file: Path) -> None:
    """The whole database, while it is used; whole or not at all."""
    unfinished = file.with_name(file.name + ".part")
    try:
        _run(url, "pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={unfinished}")
        unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)


def restore(url: str, file: Path) -> None:
    """Into an empty database. What was worked out for games that have gone back in time is forgotten."""
    if not file.is_file():
        raise ArdennesError(f"{file}: there is no such file")
    engine = database(url)
    if sa.inspect(engine).get_table_names():
        raise ArdennesError(f"the database {engine.url.database} is not empty; make a new one to restore into")
    _run(url, "pg_restore", "--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction", str(file))
    with engine.begin() as connection:
        connection.execute(results.delete())
    engine.dispose()
    migrate(url)


def _run(url: str, name: str, *words: str) -> None:
    """One of PostgreSQL's programs. The password goes by the environment: anybody may see what a program is called
    with."""
    address = sa.make_url(url).set(drivername="postgresql")
    program = shutil.which(name)
    if program is None:
        raise ArdennesError(f"{name} is missing: install the client programs of PostgreSQL")
    shown = address.set(password=None).render_as_string(hide_password=False)
    secret = {"PGPASSWORD": address.password} if address.password else {}
    command = [program, *words, f"--dbname={shown}"]
    done = subprocess.run(command, env={**os.environ, **secret}, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ArdennesError(f"{name}: {done.stderr.strip().splitlines()[-1] if done.stderr.strip() else 'it failed'}")
