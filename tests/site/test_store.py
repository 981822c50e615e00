"""The store keeps on PostgreSQL what it keeps in SQLite, and tells those who share it."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from psycopg.errors import UniqueViolation

from ardennes.errors import ArdennesError
from ardennes.server.listing import list_page
from ardennes.server.migrations import REVISIONS, upgrade
from ardennes.server.mistakes import Mistake
from ardennes.server.schema import metadata
from ardennes.server.store import Stale, Store
from ardennes.server.writer import DiskTrouble, explaining
from tests.server.test_migrations import FORMS, KEPT, OPEN_STORE
from tests.server.test_store import added, change, checkpoint, record
from tests.site.cluster import Cluster


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    opened = Store(database)
    yield opened
    opened.close()


def schema(url: str) -> dict[str, list[tuple[object, ...]]]:
    """Every column with type, default and whether it may be empty; every index and key. The tables of the queue of
    jobs are not ours."""
    engine = sa.create_engine(url, poolclass=sa.NullPool)
    inspector = sa.inspect(engine)
    found: dict[str, list[tuple[object, ...]]] = {}
    for table in inspector.get_table_names():
        if table.startswith("procrastinate_"):
            continue
        columns = [(c["name"], str(c["type"]), c["nullable"], c["default"]) for c in inspector.get_columns(table)]
        indexes = [(tuple(i["column_names"]), i["unique"]) for i in inspector.get_indexes(table)]
        keys = [tuple(inspector.get_pk_constraint(table)["constrained_columns"])]
        found[table] = sorted([*columns, *indexes, *keys], key=str)
    return found


# --- migrations ----------------------------------------------------------------------------------


def copied(form: str, url: str) -> None:
    """The tables of an old file as they were, on PostgreSQL."""
    old = sa.create_engine(f"sqlite:///{KEPT / form}.sqlite")
    new = sa.create_engine(url, poolclass=sa.NullPool)
    reflected = sa.MetaData()
    reflected.reflect(old)
    for column in [column for table in reflected.sorted_tables for column in table.columns]:
        column.type = column.type.as_generic()
    with old.connect() as source, new.begin() as target:
        reflected.create_all(target)
        for table in reflected.sorted_tables:
            target.execute(table.insert(), [dict(row) for row in source.execute(table.select()).mappings()])
    old.dispose()


@pytest.mark.parametrize("form", FORMS)
def test_every_schema_we_ever_had_is_brought_up_to_date(form: str, cluster: Cluster, template: str) -> None:
    url = cluster.url(cluster.new())
    copied(form, url)
    store = Store(url)
    rows = {row.id: row for deleted in (False, True) for row in list_page(store, deleted=deleted).rows}
    assert {row.name for row in rows.values()} == {"Dawn at the crossroads", "Été à la Baraque", "Thrown away"}
    with sqlite3.connect(KEPT / f"{form}.sqlite") as old:
        kept = old.execute("SELECT count(*) FROM records").fetchone()[0]
        links = old.execute("SELECT german, allied, watch FROM tables ORDER BY id").fetchall()
    assert sum(len(store.played(table)) for table in rows) == kept > 0
    assert [(*rows[table].seats, rows[table].watch) for table in sorted(rows)] == links
    assert rows["table-0"].players == (("", "easy") if form == "with-players" else ("", ""))
    store.close()
    assert schema(url) == schema(cluster.url(template))


def test_the_migrations_lead_from_nothing_to_the_same_schema(cluster: Cluster, template: str) -> None:
    url = cluster.url(cluster.new())
    engine = sa.create_engine(url, poolclass=sa.NullPool)
    with engine.begin() as connection:
        upgrade(connection)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    assert schema(url) == schema(cluster.url(template))


def test_three_processes_at_once_migrate_once(cluster: Cluster, template: str) -> None:
    url = cluster.url(cluster.new())
    copied("without-players", url)
    command = [sys.executable, "-c", OPEN_STORE, url]
    started = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    told = [process.communicate() for process in started]
    assert [output for output, _ in told] == ["True\n"] * 3, told
    assert schema(url) == schema(cluster.url(template))


def test_a_newer_database_and_that_of_another_program_are_left_alone(cluster: Cluster, template: str) -> None:
    newer, other = cluster.new(template), cluster.new()
    cluster.execute("UPDATE alembic_version SET version_num = '9999'", database=newer)
    cluster.execute("CREATE TABLE recipes (id int)", database=other)
    with pytest.raises(Mistake, match=rf"{newer} was kept by a newer version of Ardennes \(revision 9999\)"):
        Store(cluster.url(newer))
    with pytest.raises(Mistake, match=f"{other} is a database of another program"):
        Store(cluster.url(other))
    assert list(schema(cluster.url(other))) == ["recipes"]
    assert REVISIONS[-1] != "9999"


# --- changes -------------------------------------------------------------------------------------


def test_what_a_room_knows_is_kept_with_the_records(store: Store) -> None:
    row = added(store)
    kept = {"draw_offered_by": 1, "automatic": (False, True), "players": ("easy", ""), "undone": (record(4), record(3))}
    kept |= {"undo_asked_by": 0}
    store.keep(row.id, change(1, 0, (record(1),), checkpoints=[checkpoint(1)], **kept)).result()
    found = store.row(row.id)
    assert found is not None
    assert {name: getattr(found, name) for name in kept} == kept
    assert found.rev == 2
    assert store.played(row.id) == [record(1)]
    assert store.checkpoint(row.id) == checkpoint(1)


def test_nothing_is_written_on_an_older_revision_or_at_a_deleted_table(store: Store) -> None:
    row = added(store, (record(0),))
    with pytest.raises(Stale):
        store.keep(row.id, change(0, 0, (record(9),), checkpoints=[checkpoint(1)])).result()
    with pytest.raises(Stale):
        store.take_up(row.id, 0, row.header, [record(9)], [])
    store.set_deleted(row.id, True)
    with pytest.raises(Stale):
        store.keep(row.id, change(1, 1, (record(9),))).result()
    store.set_deleted(row.id, False)
    assert store.played(row.id) == [record(0)]
    assert [found.number for found in store.checkpoints(row.id)] == [0]
    store.keep(row.id, change(1, 1, (record(1),))).result()


def test_a_change_that_fails_half_way_leaves_nothing(store: Store) -> None:
    row = added(store, (record(0),))
    with pytest.raises(UniqueViolation, match="duplicate key"):
        store.keep(row.id, change(1, 0, (record(8),), replaces=False)).result()
    found = store.row(row.id)
    assert found is not None
    assert (found.rev, store.played(row.id)) == (1, [record(0)])
    store.keep(row.id, change(1, 1, (record(1),))).result()


def test_three_stores_keep_one_order(database: str, store: Store) -> None:
    """Each acts on what it last saw: every accepted act stands, the others left no trace."""
    row = added(store)
    accepted: dict[int, list[int]] = {1: []}

    def act(seed: int) -> None:
        dice, own = random.Random(seed), Store(database)
        done = 0
        while done < 25:
            seen = own.of_one_revision(row.id, lambda: own.played(row.id))
            assert seen is not None
            rev, now = seen[0].rev, [played.option for played in seen[1]]
            first = dice.randint(max(0, len(now) - 2), len(now))
            new = tuple(record(dice.randrange(1000)) for _ in range(dice.randint(0, 2)))
            try:
                own.keep(row.id, change(rev, first, new)).result()
            except Stale:
                continue
            done += 1
            assert rev + 1 not in accepted
            accepted[rev + 1] = [*now[:first], *(played.option for played in new)]
        own.close()

    with ThreadPoolExecutor(3) as all_three:
        for acting in [all_three.submit(act, seed) for seed in (1, 2, 3)]:
            acting.result()
    found = store.row(row.id)
    assert found is not None
    assert sorted(accepted) == list(range(1, found.rev + 1)), "no revision was given twice"
    assert [played.option for played in store.played(row.id)] == accepted[found.rev]


# --- the database goes -----------------------------------------------------------------------------


def test_a_restart_of_the_database_is_noticed_by_nobody_who_asks_later(cluster: Cluster, store: Store) -> None:
    row = added(store)
    for rev in range(1, 9):  # so that every writing thread has had its connection
        store.keep(row.id, change(rev, 0)).result()
    cluster.restart()
    for rev in range(9, 17):
        store.keep(row.id, change(rev, 0)).result()
    found = store.row(row.id)
    assert found is not None
    assert found.rev == 17


def test_a_database_that_is_away_is_said_to_be_away(cluster: Cluster, store: Store) -> None:
    row = added(store)
    cluster.stop("immediate")
    try:
        with pytest.raises(DiskTrouble, match="The database does not answer"):
            store.keep(row.id, change(1, 0)).result()
        with pytest.raises(DiskTrouble, match="The database does not answer"):
            store.row(row.id)
    finally:
        cluster.start()
    store.keep(row.id, change(1, 0)).result()


def test_a_transaction_that_hangs_is_ended_by_the_database(database: str, store: Store) -> None:
    row, other = added(store), Store(database)
    hanging = other.engine.connect()
    hanging.execute(sa.text("UPDATE tables SET name = 'held' WHERE id = :id"), {"id": row.id})
    store.keep(row.id, change(1, 0, (record(1),))).result()
    with pytest.raises(DiskTrouble, match="does not answer"), explaining():
        hanging.execute(sa.text("SELECT 1"))
    found = store.row(row.id)
    assert found is not None
    assert (found.rev, found.name) == (2, "Table")
    other.close()


def test_no_other_kind_of_database_is_taken() -> None:
    with pytest.raises(ArdennesError, match="not in mysql"):
        Store("mysql://localhost/games")
    with pytest.raises(ArdennesError, match="cannot be used"):
        Store("no url at all")
