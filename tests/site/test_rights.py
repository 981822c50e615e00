"""Who may do what: every route, for everybody who might ask, at tables in every state. A route without a row fails."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from ardennes.server.app import make_app
from ardennes.server.network import Network
from ardennes.server.people.part import people_part
from ardennes.server.site import Site
from ardennes.server.store import Store
from tests.server.serving import bearing, new_table
from tests.site.people import People, age_sessions, challenge, joined
from tests.site.sites import Process, site

EVERYBODY = "anybody"
"""Whoever asks."""
PLAYER, SITTER, MODERATOR, OWNER = "player", "sitter", "moderator", "owner"
"""Whoever is signed in; who has a seat at the table; moderators; who has the key of the owner's lobby."""
SEAT, WATCHER = "seat", "watcher"
"""Whoever has the link of a seat, or of the watchers' chair."""
LINK = (SEAT, WATCHER)
RIGHTS: dict[tuple[str, str], tuple[str, ...]] = {
    ("GET", "/"): (EVERYBODY,),
    ("GET", "/enter"): (EVERYBODY,),
    ("GET", "/assets/{name}"): (EVERYBODY,),
    ("GET", "/healthz"): (EVERYBODY,),
    ("GET", "/readyz"): (EVERYBODY,),
    ("GET", "/metrics"): (OWNER,),
    ("GET", "/api/games"): (EVERYBODY,),
    ("GET", "/api/rules/{game}"): (EVERYBODY,),
    ("GET", "/api/guide/{game}"): (EVERYBODY,),
    ("GET", "/api/ladder/{game}"): (EVERYBODY,),
    ("GET", "/api/players/{name}"): (EVERYBODY,),
    ("GET", "/api/challenges"): (EVERYBODY,),
    ("GET", "/api/contests"): (EVERYBODY,),
    ("GET", "/api/contests/{contest_id}"): (EVERYBODY,),
    ("POST", "/api/contests"): (PLAYER, SITTER, MODERATOR),
    ("POST", "/api/contests/{contest_id}/enter"): (PLAYER, SITTER, MODERATOR),
    ("POST", "/api/contests/{contest_id}/leave"): (PLAYER, SITTER, MODERATOR),
    ("POST", "/api/account/begin"): (EVERYBODY,),
    ("POST", "/api/account/finish"): (),
    ("POST", "/api/session/begin"): (EVERYBODY,),
    ("POST", "/api/session/finish"): (),
    ("POST", "/api/session/mail"): (EVERYBODY,),
    ("POST", "/api/session/link"): (),
    ("POST", "/api/session/code"): (),
    ("POST", "/api/enter"): (),
    ("DELETE", "/api/session"): (EVERYBODY,),
    ("DELETE", "/api/session/all"): (PLAYER, SITTER, MODERATOR),
    ("GET", "/api/me"): (PLAYER, SITTER, MODERATOR),
    ("DELETE", "/api/me"): (PLAYER, SITTER, MODERATOR),
    ("POST", "/api/me/settings"): (PLAYER, SITTER, MODERATOR),
    ("DELETE", "/api/me/sessions/{shown}"): (PLAYER, SITTER, MODERATOR),
    ("POST", "/api/me/codes"): (PLAYER, SITTER, MODERATOR),
    ("DELETE", "/api/me/passkeys/{key}"): (PLAYER, SITTER, MODERATOR),
    ("GET", "/api/me/export"): (PLAYER, SITTER, MODERATOR),
    ("GET", "/api/notices"): (PLAYER, SITTER, MODERATOR),
    ("POST", "/api/notices/seen"): (PLAYER, SITTER, MODERATOR),
    ("GET", "/api/me/notices"): (PLAYER, SITTER, MODERATOR),
    ("PUT", "/api/me/notices"): (PLAYER, SITTER, MODERATOR),
    ("POST", "/api/me/channels"): (PLAYER, SITTER, MODERATOR),
    ("DELETE", "/api/me/channels/{channel}"): (PLAYER, SITTER, MODERATOR),
    ("GET", "/api/stop/{secret}"): (EVERYBODY,),
    ("POST", "/api/stop/{secret}"): (EVERYBODY,),
    ("GET", "/push.js"): (EVERYBODY,),
    ("GET", "/api/mine"): (PLAYER, SITTER, MODERATOR),
    ("POST", "/api/mine/take"): (PLAYER, SITTER, MODERATOR),
    ("POST", "/api/mine/{table_id}/note"): (SITTER,),
    ("POST", "/api/mine/{table_id}/mute"): (SITTER,),
    ("POST", "/api/mine/{table_id}/rematch"): (SITTER,),
    ("POST", "/api/challenges"): (PLAYER, SITTER, MODERATOR),
    ("POST", "/api/challenges/{table_id}/join"): (),
    ("POST", "/api/challenges/{table_id}/decline"): (),
    ("POST", "/api/challenges/{table_id}/withdraw"): (),
    ("POST", "/api/players/{name}/block"): (PLAYER, SITTER, MODERATOR),
    ("DELETE", "/api/players/{name}/block"): (PLAYER, SITTER, MODERATOR),
    ("POST", "/api/players/{name}/report"): (PLAYER, SITTER, MODERATOR),
    ("GET", "/api/moderation/reports"): (MODERATOR,),
    ("GET", "/api/moderation/reports/{report_id}/said"): (),
    ("POST", "/api/moderation/reports/{report_id}/hide"): (),
    ("POST", "/api/moderation/reports/{report_id}/handled"): (),
    ("POST", "/api/moderation/players/{name}/mute"): (MODERATOR,),
    ("POST", "/api/moderation/players/{name}/suspend"): (MODERATOR,),
    ("GET", "/api/moderation/audit"): (MODERATOR,),
    ("GET", "/api/tables"): (OWNER,),
    ("GET", "/api/statistics"): (OWNER,),
    ("POST", "/api/tables"): (OWNER,),
    ("POST", "/api/tables/upload"): (OWNER,),
    ("GET", "/api/tables/{table_id}"): (OWNER,),
    ("POST", "/api/tables/{table_id}/rename"): (OWNER,),
    ("POST", "/api/tables/{table_id}/delete"): (OWNER,),
    ("POST", "/api/tables/{table_id}/restore"): (OWNER,),
    ("POST", "/api/tables/{table_id}/link"): (OWNER,),
    ("POST", "/api/tables/{table_id}/fork"): (OWNER,),
    ("GET", "/api/tables/{table_id}/download"): (OWNER,),
    ("GET", "/api/board/{game}"): (OWNER,),
    ("GET", "/api/board/{game}/page.jpg"): (EVERYBODY,),
    ("GET", "/api/board/{game}/card.jpg"): (EVERYBODY,),
    ("GET", "/api/seat/data"): LINK,
    ("GET", "/api/seat/words"): LINK,
    ("POST", "/api/seat/player"): (SEAT,),
    ("POST", "/api/seat/command"): (SEAT,),
    ("GET", "/api/seat/dice"): LINK,
    ("GET", "/api/seat/save"): LINK,
    ("GET", "/api/seat/board"): LINK,
    ("GET", "/api/seat/board/page.jpg"): LINK,
    ("GET", "/api/seat/replay"): LINK,
    ("GET", "/api/seat/clip"): LINK,
    ("GET", "/api/seat/history"): LINK,
    ("GET", "/api/seat/motion"): LINK,
    ("GET", "/api/seat/hint"): (SEAT,),
    ("GET", "/api/seat/coach"): (SEAT,),
    ("GET", "/api/seat/analysis"): LINK,
    ("GET", "/api/seat/charts"): LINK,
    ("POST", "/api/seat/say"): (SEAT,),
    ("GET", "/api/seat/said"): (SEAT,),
}
BODIES: dict[str, Any] = {
    "account/begin": {"name": "Somebody Else"},
    "account/finish": {"ceremony": "x", "credential": "{}"},
    "session/finish": {"ceremony": "x", "credential": "{}"},
    "session/mail": {"address": "a@example.org"},
    "session/link": {"token": "x"},
    "session/code": {"name": "x", "code": "x"},
    "api/enter": {"key": "x"},
    "me/settings": {},
    "mine/take": {"token": "x"},
    "note": {"note": ""},
    "mine/{table_id}/mute": {"on": False},
    "api/challenges": {"game": "crossroads"},
    "api/contests": {"game": "crossroads"},
    "report": {"text": "x"},
    "hide": {"number": 0},
    "players/{name}/mute": {"until": None},
    "suspend": {"until": None},
    "api/tables": {"game": "crossroads"},
    "rename": {"name": "x"},
    "link": {"side": 1},
    "fork": {"at": 0},
    "seat/player": {"player": ""},
    "seat/command": {"formations": []},
    "say": {"text": "x"},
}
"""By how the path ends; what can be read and does no harm."""
REFUSED = (401, 403, 404, 429)
ROLES = (EVERYBODY, PLAYER, SITTER, MODERATOR, OWNER, SEAT, WATCHER)
SLOW = ("/api/seat/hint", "/api/seat/coach", "/api/seat/analysis", "/api/seat/motion", "/api/seat/board")
"""What would be worked out: for those who may it is only asked whether they were refused."""


def routes(folder: Path) -> set[tuple[str, str]]:
    """What the application of a site answers."""
    store, place = Store(f"sqlite:///{folder / 'tables.sqlite'}"), Site.at("http://localhost:1")
    network = Network(1, names=["localhost"])
    app = make_app(store, "x" * 20, network, site=place, people=people_part(store, place, None))
    store.close()
    return {
        (method, route.path_format)
        for route in app.routes
        for method in getattr(route, "methods", ())
        if method not in ("OPTIONS", "HEAD")
    }


class World(NamedTuple):
    """A site with a table, and everybody who might ask something of it."""

    process: Process
    people: People
    table: str
    contest: str
    tokens: list[str]
    watch: str
    sitter: httpx.Client
    player: httpx.Client
    moderator: httpx.Client
    owner: httpx.Client
    stranger: httpx.Client

    def ask(self, role: str, method: str, path: str) -> httpx.Response:
        who = {SITTER: self.sitter, PLAYER: self.player, MODERATOR: self.moderator, OWNER: self.owner}
        browser = who.get(role, self.stranger)
        if path in ("/api/me", "/api/session/all", "/api/session") and method == "DELETE" and role in who:
            browser = self.owner if role == OWNER else self.people.sign_up(MODERATOR if role == MODERATOR else PLAYER)
        headers = {SEAT: bearing(self.tokens[0]), WATCHER: bearing(self.watch)}.get(role, {})
        name = self.player.name  # type: ignore[attr-defined]
        filled = path.format(
            table_id=self.table,
            contest_id=self.contest,
            name=name,
            game="crossroads",
            shown="x",
            key="x",
            report_id="x",
            channel="x",
            secret="x",
        )
        body = next((BODIES[end] for end in sorted(BODIES, key=len, reverse=True) if path.endswith(end)), None)
        more = {"json": body} if method == "POST" and body is not None else {}
        query = "?to=0" if path == "/api/seat/replay" else ""
        return browser.request(method, filled + query, headers=headers, **more)


@pytest.fixture(scope="module")
def world(cluster: Any, template: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    url = str(cluster.url(cluster.new(template)))
    with site(url, tmp_path_factory.mktemp("site"), 1) as (process,), People(process, url) as people:
        sitter, other, player = (people.sign_up() for _ in range(3))
        tokens = joined(sitter, other)
        (table,) = sitter.get("/api/mine").json()
        seat = process.seat(tokens[0])
        assert seat.ask("resign", rev=seat.rev)["is"] == "done"
        seat.close()
        with process.owner() as owner, process.browser() as stranger:
            watch = owner.get(f"/api/tables/{table['id']}").json()["watch"]
            moderator = people.sign_up("moderator")
            made = other.post("/api/contests", json={"game": "crossroads", "scenario": "noon", "places": 6})
            assert made.status_code == 201, made.text
            ids = (table["id"], made.json()["id"])
            yield World(process, people, *ids, tokens, watch, sitter, player, moderator, owner, stranger)


def test_every_route_has_a_row_and_every_row_a_route(tmp_path: Path) -> None:
    found = routes(tmp_path)
    assert sorted(found - RIGHTS.keys()) == [], "say in RIGHTS who may do this"
    assert sorted(RIGHTS.keys() - found) == [], "there is no such route"


@pytest.mark.parametrize("role", ROLES)
def test_everybody_may_do_what_he_may_and_nothing_else(world: World, role: str) -> None:
    wrong = []
    for (method, path), who in RIGHTS.items():
        if "/delete" in path or "/restore" in path:
            continue  # Of the owner's own table, below.
        may = role in who or EVERYBODY in who
        if may and path in SLOW:
            continue
        reply = world.ask(role, method, path)
        said = reply.text if reply.status_code == 400 else ""
        refused = reply.status_code in REFUSED or any(words in said for words in NOT_FOR_YOU)
        if may and refused and path not in MISSING:
            wrong.append(f"may: {method} {path} {reply.status_code} {reply.text[:80]}")
        if not may and not refused and path not in NEVER:
            wrong.append(f"may not: {method} {path} {reply.status_code} {reply.text[:80]}")
    assert "\n".join(wrong) == ""


NOT_FOR_YOU = ("A watcher only watches", "for the side that must decide", "used up", "no account with")
"""What is said where the request makes sense, but not from there."""
MISSING = {"/assets/{name}", "/api/board/{game}/page.jpg", "/api/board/{game}/card.jpg", "/api/seat/board/page.jpg"}
MISSING |= {"/api/session", "/api/mine/take", "/api/board/{game}", "/api/me/channels/{channel}"}
"""What is asked for is not there, whoever asks."""
NEVER = {"/api/session/mail", "/api/session/link", "/api/challenges/{table_id}/join"}
"""Nobody gets anything there by asking like that; what he is told says nothing."""


def test_a_moderator_who_has_not_just_shown_a_passkey_is_refused_everything(world: World) -> None:
    by_mail = world.people.sign_up(MODERATOR, by_passkey=False)
    long_ago = world.people.sign_up(MODERATOR)
    age_sessions(world.people.accounts, long_ago.account)
    for browser in (by_mail, long_ago):
        there = world._replace(moderator=browser)
        moderating = [(method, path) for method, path in RIGHTS if path.startswith("/api/moderation/")]
        said = {there.ask(MODERATOR, *route).json()["detail"] for route in moderating}
        assert said == {"Show your passkey first; after a quarter of an hour it is asked for again."}
        assert browser.post("/api/account/begin", json={"name": ""}).status_code == 401, "no key of a thief's own"
        assert browser.delete("/api/me/passkeys/x").status_code == 401
        assert browser.get("/api/mine").status_code == 200, "he may play"


def test_the_owners_delete_and_restore(world: World) -> None:
    table = new_table(world.owner, scenario="noon")["id"]
    for name in ("delete", "restore"):
        for role in (EVERYBODY, PLAYER, SITTER, MODERATOR, SEAT):
            headers = bearing(world.tokens[0]) if role == SEAT else {}
            who = {PLAYER: world.player, SITTER: world.sitter, MODERATOR: world.moderator}.get(role, world.stranger)
            assert who.post(f"/api/tables/{table}/{name}", headers=headers).status_code == 401
        assert world.owner.post(f"/api/tables/{table}/{name}").status_code == 201


STATES = ("running", "rated", "over", "deleted")
BY_STATE: dict[tuple[str, str], tuple[int, int, int, int]] = {
    ("GET", "/api/seat/data"): (200, 200, 200, 400),
    ("GET", "/api/seat/words"): (200, 200, 200, 400),
    ("GET", "/api/seat/dice"): (400, 400, 200, 400),
    ("GET", "/api/seat/save"): (400, 400, 200, 400),
    ("GET", "/api/seat/motion?language=xx"): (400, 400, 400, 400),
    ("GET", "/api/seat/analysis?language=xx"): (400, 400, 400, 400),
    ("GET", "/api/seat/hint?language=xx"): (400, 400, 400, 400),
    ("GET", "/api/seat/coach"): (0, 403, 0, 400),
    ("POST", "/api/seat/player"): (201, 403, 201, 400),
    ("GET", "/api/seat/said"): (200, 200, 200, 400),
    ("GET", "/api/tables/{table_id}/download"): (200, 403, 200, 200),
    ("POST", "/api/tables/{table_id}/fork"): (201, 403, 201, 201),
    ("POST", "/api/tables/{table_id}/link"): (201, 403, 201, 201),
    ("POST", "/api/mine/{table_id}/rematch"): (400, 400, 201, 404),
}
"""What is answered to whoever has the seat, or the owner; 0 where it is worked out at length."""


@pytest.mark.parametrize("state", STATES)
def test_what_may_be_asked_of_a_table_in_each_state(world: World, state: str) -> None:
    one, other = world.people.sign_up(), world.people.sign_up()
    token = joined(one, other, rated=state == "rated")[0]
    (table,) = [each["id"] for each in one.get("/api/mine").json()]
    if state == "over":
        seat = world.process.seat(token)
        assert seat.ask("resign", rev=seat.rev)["is"] == "done"
        seat.close()
    if state == "deleted":
        world.owner.post(f"/api/tables/{table}/delete")
    found, wanted = {}, {}
    for (method, path), by_state in BY_STATE.items():
        expected = by_state[STATES.index(state)]
        if not expected or (state == "deleted" and path.startswith("/api/tables")):
            continue
        who = world.owner if path.startswith("/api/tables") else one if "/mine/" in path else world.stranger
        body = next((BODIES[end] for end in sorted(BODIES, key=len, reverse=True) if path.endswith(end)), None)
        more = {"json": body} if method == "POST" and body is not None else {}
        headers = bearing(token) if "/seat/" in path else {}
        filled = path.format(table_id=table)
        if path.endswith("/link"):
            more = {"json": {"side": 1}}
        status = who.request(method, filled, headers=headers, **more).status_code
        found[path] = 400 if state == "deleted" and status == 429 else status  # After many wrong links one has to wait.
        wanted[path] = expected
    assert found == wanted


def test_whoever_is_refused_has_changed_nothing(world: World) -> None:
    """A challenge that is another's is still open after everybody else has tried to end it."""
    host = world.people.sign_up()
    table = challenge(host, invite=world.player.name)  # type: ignore[attr-defined]
    for browser in (world.stranger, world.sitter, world.moderator, world.owner):
        for name in ("withdraw", "decline", "join"):
            assert browser.post(f"/api/challenges/{table['id']}/{name}").status_code in REFUSED
    assert table["id"] in {each["id"] for each in world.player.get("/api/challenges").json()}


@pytest.mark.parametrize("path", ["/api/players/%00", "/api/contests/%00", "/api/challenges?game=%00"])
def test_what_no_database_can_look_for_is_the_askers_mistake(world: World, path: str) -> None:
    assert world.stranger.get(path).status_code == 400


def test_what_no_database_can_keep_is_the_senders_mistake(world: World) -> None:
    sent = [
        ("/api/challenges", {"game": "crossroads", "name": "a\0b"}),
        ("/api/contests", {"game": "crossroads", "name": "\0"}),
    ]
    for path, body in sent:
        assert world.player.post(path, json=body).status_code in (400, 403), path
    assert world.player.post("/api/players/x/report", json={"text": "\0"}).status_code == 404
    assert world.player.post(f"/api/mine/{world.table}/note", json={"note": "\0"}).status_code == 404
    assert world.sitter.post(f"/api/mine/{world.table}/note", json={"note": "\0"}).status_code == 400
