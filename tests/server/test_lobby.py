"""The list of tables, a page at a time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from ardennes.engine.game import game_info
from ardennes.engine.match import Match
from ardennes.server.kept_tables import TableRow
from ardennes.server.listing import list_page
from ardennes.server.rooms import Rooms
from ardennes.server.store import Store
from tests.server.serving import Seat, Server, bearing, new_table, serving

MANY = 10_000


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """Sixty tables, every tenth of them deleted, and three that were played at the same moment."""
    opened = Store(f"sqlite:///{tmp_path_factory.mktemp('lobby') / 'tables.sqlite'}")
    add_tables(opened, 60)
    yield opened
    opened.close()


def add_tables(store: Store, count: int) -> None:
    match = Match.new("crossroads", scenario="dawn", seed="7")
    model = Rooms(store).add(match, "Model")
    store.set_deleted(model.id, True)
    for done in [store.add(numbered(model, number), ()) for number in range(count)]:
        done.result()


def numbered(model: TableRow, number: int) -> TableRow:
    return TableRow(
        id=f"{number:05}",
        name=f"Élan {number}" if number % 2 else f"100%_{number}",
        header=model.header,
        seats=(f"first-{number}", f"second-{number}"),
        watch=f"watch-{number}",
        created=1.0,
        updated=float(max(number, 3)) / 10,
        deleted=number % 10 == 9,
        summary=model.summary,
        stacks=model.stacks,
    )


def all_pages(store: Store, **wanted: Any) -> list[str]:
    page = list_page(store, **wanted)
    found = [row.id for row in page.rows]
    while page.following is not None:
        page = list_page(store, before=page.following, **wanted)
        found += [row.id for row in page.rows]
    assert page.total == len(found)
    return found


@pytest.mark.parametrize("limit", [1, 7, 54, 100])
def test_pages_follow_each_other_without_gap_or_repetition(store: Store, limit: int) -> None:
    expected = [f"{number:05}" for number in reversed(range(60)) if number % 10 != 9]
    assert all_pages(store, limit=limit) == expected


def test_the_deleted_are_apart(store: Store) -> None:
    page = list_page(store, deleted=True)
    assert (page.total, page.deleted, list_page(store).deleted) == (7, 7, 7)
    assert {row.deleted for row in page.rows} == {True}


@pytest.mark.parametrize(
    ("search", "total"),
    [("ÉLAN", 24), ("élan 21", 1), ("21 e\u0301lan", 1), ("100%", 30), ("%_2", 6), ("0%1", 0), ("' OR 1=1 --", 0)],
)
def test_a_search_finds_words_whatever_their_case_and_order(store: Store, search: str, total: int) -> None:
    assert len(all_pages(store, search=search, limit=10)) == total


def test_a_search_finds_the_title_of_the_game(store: Store) -> None:
    titles = {"crossroads": "Crossroads", "other": "Élan vital"}
    assert list_page(store, search="cross 21", titles=titles).total == 1
    assert list_page(store, search="vital", titles=titles).total == 0


def test_ten_thousand_tables_are_listed_like_ten(tmp_path: Path) -> None:
    """What is read does not grow with the number of tables: a page is as long, and found by the index alone."""
    store = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    add_tables(store, MANY)
    store.close()
    with serving(tmp_path) as running, running.owner() as owner:
        first = owner.get("/api/tables").json()
        assert len(first["tables"]) == 24
        assert (first["total"], first["deleted"]) == (9000, 1001)
        quickest = min(seconds(owner, query) for query in ("", "?search=lan%20999", "?deleted=true") for _ in range(5))
        assert quickest < 1.0, "it was 11 seconds"


def seconds(owner: httpx.Client, query: str) -> float:
    began = time.perf_counter()
    assert owner.get(f"/api/tables{query}").status_code == 200
    return time.perf_counter() - began


def test_the_lobby_asks_for_pages(server: Server, owner: httpx.Client) -> None:
    made = [new_table(owner, name=f"Table {number}")["id"] for number in range(3)]
    first = owner.get("/api/tables", params={"limit": 2, "language": "it"}).json()
    assert [table["id"] for table in first["tables"]] == [made[2], made[1]]
    assert first["tables"][0]["title"] == game_info("crossroads", "it").title
    rest = owner.get("/api/tables", params={"limit": 2, "before": first["next"]}).json()
    assert ([table["id"] for table in rest["tables"]], rest["next"]) == ([made[0]], None)
    assert owner.get(f"/api/tables/{made[1]}").json()["name"] == "Table 1"
    assert owner.get("/api/tables/nobody").status_code == 404
    owner.post(f"/api/tables/{made[1]}/delete")
    assert [table["id"] for table in owner.get("/api/tables?deleted=true").json()["tables"]] == [made[1]]
    for limit in (-5, 0, 100_000):
        assert len(owner.get("/api/tables", params={"limit": limit}).json()["tables"]) in (1, 2)
    wrong = owner.get("/api/tables?before=nonsense&language=it")
    assert (wrong.status_code, wrong.json()["detail"]) == (
        400,
        "L'elenco dei tavoli non ha una pagina che comincia da «nonsense».",
    )


def test_a_table_of_a_game_that_is_gone_does_not_close_the_lobby(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    add_tables(store, 2)
    gone = msgspec.structs.replace(numbered(list_page(store).rows[0], 3), id="gone")
    store.add(msgspec.structs.replace(gone, header=msgspec.structs.replace(gone.header, game="gone")), ()).result()
    store.close()
    with serving(tmp_path) as running, running.owner() as owner:
        listed = {table["id"]: table["title"] for table in owner.get("/api/tables").json()["tables"]}
        assert listed == {"gone": "gone", "00000": "Crossroads", "00001": "Crossroads"}
        assert owner.post("/api/tables/gone/delete").json()["deleted"]


def test_a_new_name_is_read_at_a_table_that_is_open(server: Server, owner: httpx.Client) -> None:
    table = new_table(owner, name="Old")
    seat = Seat(server, table["seats"][0])
    owner.post(f"/api/tables/{table['id']}/rename", json={"name": "New"})
    assert owner.get("/api/seat/data", headers=bearing(table["seats"][1])).json()["name"] == "New"
    seat.close()


def test_the_lobby_speaks_one_language(tmp_path: Path) -> None:
    """Title, sides and verdict of a finished game, and the name of a table that nobody has named."""
    with serving(tmp_path) as server, server.owner() as owner:
        table = new_table(owner)
        seat = Seat(server, table["seats"][0])
        assert seat.ask("resign", rev=seat.rev)["is"] == "done"
        seat.close()
        italian = {"Accept-Language": "it-IT,it;q=0.9"}
        (listed,) = owner.get("/api/tables", params={"language": "it"}).json()["tables"]
        assert (listed["name"], listed["title"]) == ("Il crocevia", "Il crocevia")
        assert listed["sides"] == ["Tedeschi", "Alleati"]
        assert listed["verdict"] == "Tedeschi: partita abbandonata."
        assert owner.get(f"/api/tables/{table['id']}", headers=italian).json() == listed
        words = owner.get("/api/seat/words?language=it", headers=bearing(table["seats"][0])).json()
        assert words["name"] == "Il crocevia"
        assert owner.get(f"/api/tables/{table['id']}", headers={"Accept-Language": "de"}).json()["name"] == "Crossroads"
        assert owner.post(f"/api/tables/{table['id']}/rename", json={"name": "Mein Tisch"}).status_code == 201
        (listed,) = owner.get("/api/tables", params={"language": "it"}).json()["tables"]
        assert listed["name"] == "Mein Tisch"
