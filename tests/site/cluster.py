"""A PostgreSQL of our own on a unix socket: made for a run of the tests, and gone with it."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa

ADMIN = "postgres"
"""Its superuser; and, where the tests run as root, the user of the machine that it runs as: PostgreSQL refuses root."""
SETTINGS = {
    "listen_addresses": "''",
    "fsync": "off",
    "max_connections": 80,
    "log_min_messages": "fatal",
    "client_min_messages": "error",
}
"""No power cut is tried: after a crash of its own it has all it has written, and need not look through every file."""


def program(name: str) -> str:
    """One of PostgreSQL's; Debian keeps those of each version in a folder that is not searched."""
    versions = sorted(map(str, Path("/usr/lib/postgresql").glob(f"*/bin/{name}")))
    found = shutil.which(name) or (versions[-1] if versions else "")
    assert found, f"{name} is missing: install PostgreSQL (on Debian the package postgresql)"
    return found


class Cluster:
    """Its databases are made from a template, which costs a tenth of a second each."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._user = ADMIN if os.geteuid() == 0 else None
        self._made = 0
        if self._user:
            shutil.chown(folder, self._user)
        self._run("initdb", "-D", str(folder / "data"), "-A", "trust", "-U", ADMIN, "--no-sync", "-E", "UTF8")
        self.start()

    def start(self) -> None:
        settings = " ".join(f"-c {name}={value}" for name, value in SETTINGS.items())
        self._control("start", "-l", str(self.folder / "log"), "-o", f"-k {self.folder} {settings}")

    def stop(self, mode: str = "fast") -> None:
        self._control("stop", "-m", mode)

    def restart(self, mode: str = "immediate") -> None:
        """As a crash, where nothing else is said."""
        self.stop(mode)
        self.start()

    def url(self, name: str, user: str = ADMIN) -> str:
        return f"postgresql+psycopg://{user}@/{name}?host={self.folder}"

    def new(self, template: str = "template0") -> str:
        """The name of a new database."""
        self._made += 1
        name = f"games{self._made}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template}", "CHECKPOINT")
        return name

    def drop(self, name: str) -> None:
        self.execute(f"DROP DATABASE {name} WITH (FORCE)")

    def execute(self, *statements: str, database: str = ADMIN) -> None:
        engine = sa.create_engine(self.url(database), isolation_level="AUTOCOMMIT", poolclass=sa.NullPool)
        with engine.connect() as connection:
            for statement in statements:
                connection.exec_driver_sql(statement)

    def _control(self, *words: str) -> None:
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-w", "-s", *words)

    def _run(self, name: str, *words: str) -> None:
        command: Sequence[str] = [program(name), *words]
        # What pg_ctl starts keeps its files open, so there must be no pipe to wait for.
        with tempfile.TemporaryFile("w+") as said:
            done = subprocess.run(command, user=self._user, stdout=said, stderr=said, cwd="/", check=False)
            said.seek(0)
            assert done.returncode == 0, said.read()


@contextmanager
def running() -> Iterator[Cluster]:
    """Until it is left. The path is short, because that of a socket must be."""
    with tempfile.TemporaryDirectory(prefix="pg-", dir="/tmp") as folder:
        cluster = Cluster(Path(folder))
        try:
            yield cluster
        finally:
            cluster.stop("immediate")
