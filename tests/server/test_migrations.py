"""Files of every schema there has been open with nothing lost; a newer one is left alone."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from ardennes.server.listing import list_page
from ardennes.server.migrations import REVISIONS, copy_before, upgrade
from ardennes.server.mistakes import Mistake
from ardennes.server.schema import metadata
from ardennes.server.store import Store

KEPT = Path(__file__).parent / "kept"
"""`without-players` is of the first server, `players-added` the same opened by the next, `with-players` of 0.1.0."""
OPEN_STORE = "import sys; from ardennes.server.store import Store; print(Store(sys.argv[1]).row('table-0') is not None)"
FORMS = sorted(path.stem for path in KEPT.glob("*.sqlite"))


def url(file: Path) -> str:
    return f"sqlite:///{file}"


def old_file(form: str, folder: Path) -> Path:
    return Path(shutil.copy(KEPT / f"{form}.sqlite", folder / "tables.sqlite"))


def columns(file: Path) -> dict[str, set[tuple[object, ...]]]:
    """Every column with type, default and key, and every index with its columns."""
    with sqlite3.connect(file) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        found = {name: {row[1:] for row in connection.execute(f"PRAGMA table_info({name})")} for name in names}
        for name in names:
            for _, index, unique, *_ in list(connection.execute(f"PRAGMA index_list({name})")):
                of_index = tuple(row[2] for row in connection.execute(f"PRAGMA index_info({index})"))
                found[name].add(("index", unique, of_index))
        return found


def content(file: Path, query: str) -> list[tuple[object, ...]]:
    with sqlite3.connect(file) as connection:
        return connection.execute(query).fetchall()


@pytest.mark.parametrize("form", FORMS)
def test_an_old_file_opens_with_everything_in_it(form: str, tmp_path: Path) -> None:
    file = old_file(form, tmp_path)
    records = content(file, "SELECT * FROM records")
    links = content(file, "SELECT german, allied, watch FROM tables ORDER BY id")
    store = Store(url(file))
    rows = {row.id: row for deleted in (False, True) for row in list_page(store, deleted=deleted).rows}
    store.close()
    assert {row.name for row in rows.values()} == {"Dawn at the crossroads", "Été à la Baraque", "Thrown away"}
    assert [(*rows[id].seats, rows[id].watch) for id in sorted(rows)] == links
    assert content(file, "SELECT * FROM records") == records
    assert records
    assert [rows[id].automatic for id in sorted(rows)] == [(True, True), (False, False), (True, True)]
    assert [row.deleted for row in rows.values()].count(True) == 1
    assert rows["table-0"].players == (("", "easy") if form == "with-players" else ("", ""))
    assert {row.rev for row in rows.values()} == {0}
    assert content(file, "SELECT DISTINCT game FROM tables") == [("crossroads",)]
    assert ("été à la baraque",) in content(file, "SELECT name_key FROM tables")


@pytest.mark.parametrize("form", FORMS)
def test_the_file_as_it_was_stays_beside_it(form: str, tmp_path: Path) -> None:
    file = old_file(form, tmp_path)
    before = columns(file), content(file, "SELECT * FROM tables ORDER BY id")
    Store(url(file)).close()
    copy = copy_before(file)
    assert (columns(copy), content(copy, "SELECT * FROM tables ORDER BY id")) == before
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize("form", [*FORMS, "nothing"])
def test_every_way_leads_to_the_same_schema(form: str, tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite" if form == "nothing" else old_file(form, tmp_path)
    engine = sa.create_engine(url(file))
    with engine.begin() as connection:
        upgrade(connection)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()
    new = tmp_path / "new.sqlite"
    Store(url(new)).close()
    assert columns(file) == columns(new)
    assert content(new, "SELECT version_num FROM alembic_version") == [(REVISIONS[-1],)]


def test_a_file_of_a_newer_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    Store(url(file)).close()
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    before = file.read_bytes()
    with pytest.raises(Mistake, match=r"tables\.sqlite was kept by a newer version of Ardennes \(revision 9999\)"):
        Store(url(file))
    assert file.read_bytes() == before


@pytest.mark.parametrize("table", ["tables", "recipes"])
def test_the_database_of_another_program_is_refused_and_left_alone(table: str, tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    with sqlite3.connect(file) as connection:
        connection.execute(f"CREATE TABLE {table} (id TEXT, name TEXT)")
    before = columns(file)
    with pytest.raises(Mistake, match=r"tables\.sqlite is a database of another program"):
        Store(url(file))
    assert columns(file) == before
    assert [path.name for path in tmp_path.glob("*.sqlite")] == ["tables.sqlite"], "and no copy is made"


def test_three_processes_at_once_migrate_once(tmp_path: Path) -> None:
    file = old_file("without-players", tmp_path)
    command = [sys.executable, "-c", OPEN_STORE, url(file)]
    started = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    told = [process.communicate() for process in started]
    assert [output for output, _ in told] == ["True\n"] * 3, told
    new = tmp_path / "new.sqlite"
    Store(url(new)).close()
    assert columns(file) == columns(new)
    assert "german" in {name for name, *_ in columns(copy_before(file))["tables"]}


def test_a_migration_that_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    file = old_file("with-players", tmp_path)
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE tables SET header = x'00' WHERE id = 'table-1'")
    before = columns(file), content(file, "SELECT * FROM tables")
    with pytest.raises(Mistake, match=r"The file of the games is damaged \(Expecting value"):
        Store(url(file))
    assert (columns(file), content(file, "SELECT * FROM tables")) == before


def test_alembic_is_imported_only_where_something_changes(tmp_path: Path) -> None:
    """By all that ``ardennes play`` imports and opens."""
    script = f"import ardennes.server.run; {OPEN_STORE}; print('alembic' in sys.modules)"

    def opened(file: Path) -> list[str]:
        command = [sys.executable, "-c", script, url(file)]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()

    old, new = old_file("with-players", tmp_path), tmp_path / "new.sqlite"
    assert [opened(old), opened(old)] == [["True", "True"], ["True", "False"]]
    assert [opened(new), opened(new)] == [["False", "False"], ["False", "False"]]


OF_A_SITE = (
    "alembic",
    "apprise",
    "cryptography",
    "procrastinate",
    "prometheus_client",
    "psycopg",
    "pywebpush",
    "webauthn",
)


def test_a_household_imports_nothing_of_a_site(tmp_path: Path) -> None:
    """With all that ``ardennes play`` imports, opens and sets up before the first window comes."""
    script = f"""
import sys
from pathlib import Path
from ardennes.server import run
from ardennes.server.network import Network
store = run.Folder(Path({str(tmp_path)!r})).store()
run.make_app(store, "key", Network(1944))
print([name for name in {OF_A_SITE} if name in sys.modules])
store.close()
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
