"""Accounts: how one gets one, proves to have it, and gets rid of it; and what people do with each other."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Message
from litestar import Litestar
from litestar.testing import TestClient

from ardennes.server.app import make_app
from ardennes.server.mistakes import Mistake
from ardennes.server.network import Network
from ardennes.server.people.accounts import FRESH_SECONDS, Accounts
from ardennes.server.people.mail import Relay, checked_address
from ardennes.server.people.names import checked_name
from ardennes.server.people.part import people_part
from ardennes.server.site import Site
from ardennes.server.store import Store
from tests.server.serving import bearing, free_port, new_table
from tests.site.cluster import Cluster
from tests.site.keys import SoftwareKey
from tests.site.people import age_sessions
from tests.site.sites import Process, site


class Inbox(Message):
    """All mails that were handed over."""

    def __init__(self) -> None:
        super().__init__()
        self.mails: list[Any] = []
        self.port = free_port()

    def handle_message(self, message: Any) -> None:
        self.mails.append(message)

    def link(self, count: int = 1) -> str:
        """The secret in the mail, once so many are there."""
        end = time.monotonic() + 20
        while len(self.mails) < count:
            assert time.monotonic() < end, "no mail came"
            time.sleep(0.02)
        found = re.search(r"#/link/(\S+)", self.mails[-1].get_payload(decode=True).decode())
        assert found
        return found[1]


@pytest.fixture(scope="module")
def inbox() -> Iterator[Inbox]:
    kept = Inbox()
    server = Controller(kept, hostname="127.0.0.1", port=kept.port)
    server.start()
    yield kept
    server.stop()


@pytest.fixture(scope="module")
def url(cluster: Cluster, template: str) -> str:
    return cluster.url(cluster.new(template))


@pytest.fixture(scope="module")
def process(url: str, inbox: Inbox, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    mail = ["--mail", f"smtp://127.0.0.1:{inbox.port}", "--mail-from", "games@example.org"]
    with site(url, tmp_path_factory.mktemp("site"), 1, *mail) as (started,):
        yield started


@pytest.fixture
def accounts(url: str) -> Accounts:
    return Accounts(sa.create_engine(url, poolclass=sa.NullPool))


_made = iter(range(1000))


@pytest.fixture
def sign_up(process: Process, accounts: Accounts) -> Iterator[Any]:
    """Browsers of people who are signed in, each with an account of his own."""
    opened: list[httpx.Client] = []

    def person(role: str = "player") -> httpx.Client:
        account = accounts.add(f"Player {next(_made)}", "en", role=role)
        browser = process.browser()
        browser.cookies.set("ardennes-session", accounts.sign_in(account.id, by_passkey=True))
        browser.name, browser.account = account.name, account.id  # type: ignore[attr-defined]
        opened.append(browser)
        return browser

    yield person
    for browser in opened:
        browser.close()


def answered(begun: dict[str, str], credential: dict[str, Any]) -> dict[str, str]:
    return {"ceremony": begun["ceremony"], "credential": json.dumps(credential)}


def made(browser: httpx.Client, key: SoftwareKey, name: str = "") -> httpx.Response:
    begun = browser.post("/api/account/begin", json={"name": name}).json()
    return browser.post("/api/account/finish", json=answered(begun, key.made(json.loads(begun["options"]))))


def shown(browser: httpx.Client, key: SoftwareKey) -> httpx.Response:
    begun = browser.post("/api/session/begin").json()
    return browser.post("/api/session/finish", json=answered(begun, key.shown(json.loads(begun["options"]))))


# --- passkeys --------------------------------------------------------------------------------------


@pytest.fixture
def key(process: Process) -> SoftwareKey:
    return SoftwareKey("localhost", process.public)


def test_an_account_is_made_and_entered_by_passkey(process: Process, key: SoftwareKey) -> None:
    with process.browser() as first, process.browser() as second:
        reply = made(first, key, "Ada")
        assert (reply.status_code, reply.json()["name"]) == (201, "Ada")
        assert len(set(reply.json()["recovery_codes"])) == 8
        cookie = reply.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=lax" in cookie
        assert second.get("/api/me").status_code == 401
        assert shown(second, key).json()["name"] == "Ada"
        assert [each["id"] for each in second.get("/api/me").json()["passkeys"]] == [key.made({"challenge": ""})["id"]]
        assert "name" in made(first, SoftwareKey("localhost", process.public)).json(), "one more key, for the same"
        assert len(first.get("/api/me").json()["passkeys"]) == 2


def test_a_ceremony_counts_once_and_only_for_this_site(process: Process, key: SoftwareKey) -> None:
    with process.browser() as browser:
        made(browser, key, "Grace")
        begun = browser.post("/api/session/begin").json()
        answer = answered(begun, key.shown(json.loads(begun["options"])))
        assert browser.post("/api/session/finish", json=answer).status_code == 200
        again = browser.post("/api/session/finish", json=answer)
        assert (again.status_code, "used up" in again.json()["detail"]) == (401, True)
        elsewhere = SoftwareKey("localhost", "https://evil.example")
        assert made(browser, elsewhere, "Eve").status_code == 401
        stranger = SoftwareKey("localhost", process.public)
        assert shown(browser, stranger).status_code == 401
        other = browser.post("/api/session/begin").json()
        assert browser.post("/api/session/finish", json=answered(other, {"id": "nonsense"})).status_code == 401


def test_a_moderator_shows_his_passkey_again_in_place_of_the_session_he_had(
    process: Process, accounts: Accounts, key: SoftwareKey
) -> None:
    with process.browser() as browser:
        made(browser, key, "Moderating Marie")
        marie = accounts.by_name("Moderating Marie")
        assert marie is not None
        accounts.set_role(marie.id, "moderator")
        reports = "/api/moderation/reports"
        assert (browser.get(reports).status_code, browser.get("/api/me").json()["fresh"]) == (200, True)
        age_sessions(accounts, marie.id, FRESH_SECONDS - 60)
        assert browser.get(reports).status_code == 200, "a minute is left"
        age_sessions(accounts, marie.id, 61)
        assert (browser.get(reports).status_code, browser.get("/api/me").json()["fresh"]) == (401, False)
        before = browser.cookies["ardennes-session"]
        assert shown(browser, key).status_code == 200
        assert browser.get(reports).status_code == 200
        assert accounts.of_session(before) is None
        assert len(accounts.sessions(marie.id)) == 1
        code = accounts.new_recovery_codes(marie.id)[0]
        assert browser.post("/api/session/code", json={"name": marie.name, "code": code}).status_code == 200
        assert browser.get(reports).status_code == 401, "a code is no passkey"
        accounts.set_role(marie.id, "player")
        assert made(browser, SoftwareKey("localhost", process.public)).status_code == 201, "a player lost his"


# --- links and codes --------------------------------------------------------------------------------


def test_an_account_is_made_and_entered_by_mailed_link(process: Process, inbox: Inbox) -> None:
    inbox.mails.clear()
    with process.browser() as browser, process.browser() as other:
        assert browser.post("/api/session/mail", json={"address": "lise@example.org"}).status_code == 204
        token = inbox.link()
        wanted = browser.post("/api/session/link", json={"token": token})
        assert (wanted.status_code, "Choose a name" in wanted.json()["detail"]) == (400, True)
        assert browser.post("/api/session/link", json={"token": token, "name": "Lise"}).status_code == 201
        assert browser.get("/api/me").json()["addresses"] == ["lise@example.org"]
        assert other.post("/api/session/link", json={"token": token}).status_code == 401, "it counts once"
        known = other.post("/api/session/mail", json={"address": "LISE@example.org"})
        assert (known.status_code, known.content) == (204, b""), "the same answer as for an address nobody has"
        assert other.post("/api/session/link", json={"token": inbox.link(2)}).json()["name"] == "Lise"
        assert token not in str(inbox.mails[0]["subject"])


def test_links_are_limited_and_hold_nothing_else(process: Process, inbox: Inbox, accounts: Accounts) -> None:
    inbox.mails.clear()
    with process.browser() as browser:
        for _ in range(5):
            assert browser.post("/api/session/mail", json={"address": "often@example.org"}).status_code == 204
        assert browser.post("/api/session/mail", json={"address": "often@example.org"}).status_code == 429
        for address in ("nobody", "a@b", "a@b.c\nBcc: d@e.f", "x" * 300 + "@example.org", "a b@example.org"):
            assert browser.post("/api/session/mail", json={"address": address}).status_code == 400
    secret = accounts.give_out("mail", b"late@example.org", -1.0)
    with process.browser() as browser:
        assert browser.post("/api/session/link", json={"token": secret, "name": "Late"}).status_code == 401


@pytest.fixture
def app(database: str) -> Iterator[tuple[Litestar, Store]]:
    """A site over HTTPS, in this process; its mails go nowhere."""
    store, place = Store(database), Site.at("https://games.example.org")
    network = Network(1, names=["games.example.org"])
    relay = Relay.at("smtp://127.0.0.1:1", "games@example.org")
    yield make_app(store, "x" * 20, network, site=place, people=people_part(store, place, relay)), store
    store.close()


def test_no_look_is_taken_whether_an_address_is_known(app: tuple[Litestar, Store]) -> None:
    """So neither the answer nor the time it takes can tell."""
    site, store = app
    asked: list[str] = []
    sa.event.listen(store.engine, "before_cursor_execute", lambda *all_of_it: asked.append(all_of_it[2]))
    with TestClient(site, base_url="https://games.example.org") as client:
        Accounts(store.engine).add("Ada", "en", address="ada@example.org")
        found = []
        for address in ("ada@example.org", "nobody@example.org"):
            asked.clear()
            reply = client.post(
                "/api/session/mail", json={"address": address}, headers={"Origin": str(client.base_url)}
            )
            found.append(
                (reply.status_code, reply.content, [statement for statement in asked if "tokens" in statement])
            )
            assert not [statement for statement in asked if "emails" in statement or "accounts" in statement]
    assert found[0] == found[1]


def test_nobody_fills_the_database_with_ceremonies(app: tuple[Litestar, Store]) -> None:
    with TestClient(app[0], base_url="https://games.example.org") as client:
        headers = {"Origin": "https://games.example.org"}
        begun = [client.post("/api/session/begin", headers=headers).status_code for _ in range(31)]
        assert (set(begun[:30]), begun[30]) == ({201}, 429)
        assert client.post("/api/account/begin", json={"name": "Ada"}, headers=headers).status_code == 429


def test_over_https_the_cookie_is_for_this_host_alone(app: tuple[Litestar, Store]) -> None:
    site, store = app
    accounts = Accounts(store.engine)
    code = accounts.new_recovery_codes(accounts.add("Ada", "en").id)[0]
    with TestClient(site, base_url="https://games.example.org") as client:
        headers = {"Origin": "https://games.example.org"}
        reply = client.post("/api/session/code", json={"name": "Ada", "code": code}, headers=headers)
        cookie = reply.headers["set-cookie"].lower()
        for part in ("__host-ardennes=", "secure", "httponly", "samesite=lax", "path=/"):
            assert part in cookie
        assert "domain=" not in cookie
        assert client.get("/api/me").json()["name"] == "Ada"


def test_a_recovery_code_lets_in_once(process: Process, accounts: Accounts) -> None:
    account = accounts.add("Forgetful", "en")
    codes = accounts.new_recovery_codes(account.id)
    with process.browser() as browser:
        reply = browser.post("/api/session/code", json={"name": "forgetful", "code": codes[0].upper()})
        assert reply.json()["name"] == "Forgetful"
        for wrong in ({"name": "Forgetful", "code": codes[0]}, {"name": "Nobody", "code": codes[1]}):
            assert browser.post("/api/session/code", json=wrong).status_code == 401
        accounts.new_recovery_codes(account.id)
        void = browser.post("/api/session/code", json={"name": "Forgetful", "code": codes[1]})
        assert void.status_code == 401


def test_only_hashes_of_secrets_are_kept(url: str, accounts: Accounts) -> None:
    account = accounts.add("Hashed", "en")
    secrets = [
        accounts.sign_in(account.id),
        accounts.give_out("mail", b"", 60.0),
        *accounts.new_recovery_codes(account.id),
    ]
    engine = sa.create_engine(url, poolclass=sa.NullPool)
    with engine.connect() as connection:
        kept = " ".join(
            str(tuple(row))
            for table in ("sessions", "tokens", "credentials")
            for row in connection.execute(sa.text(f"SELECT * FROM {table}"))
        )
    assert [secret for secret in secrets if secret in kept] == []


def test_signing_out_here_and_everywhere(process: Process, accounts: Accounts) -> None:
    account = accounts.add("Leaver", "en")
    sessions = [accounts.sign_in(account.id) for _ in range(3)]

    def signed_in() -> list[bool]:
        return [accounts.of_session(secret) is not None for secret in sessions]

    with process.browser() as browser:
        browser.cookies.set("ardennes-session", sessions[0])
        assert browser.delete("/api/session").status_code == 204
        assert signed_in() == [False, True, True]
        browser.cookies.set("ardennes-session", sessions[1])
        assert browser.delete("/api/session/all").status_code == 204
        assert signed_in() == [False, False, False]


@pytest.mark.parametrize(
    ("name", "sound"),
    [
        ("Ada", True),
        ("Łukasz Żółw", True),
        ("Анна", True),
        ("山田 たろう", True),
        ("x", False),
        ("y" * 31, False),
        ("Раypal", False),
        ("<b>me</b>", False),
        ("a\u202eb", False),
        ("Moderator", False),
        ("12345", False),
    ],
)
def test_names_are_such_that_nobody_is_taken_for_another(name: str, sound: bool) -> None:
    try:
        assert checked_name(name)
    except Mistake:
        assert not sound
    else:
        assert sound
    assert checked_name("  ﬁn   ally ") == "fin ally"
    assert checked_address(" a@b.org ") == "a@b.org"


def test_a_name_is_taken_whatever_its_case(accounts: Accounts) -> None:
    accounts.add("Ein Name", "en")
    with pytest.raises(Mistake, match="Somebody else has this name"):
        accounts.add("EIN  name", "en")


# --- challenges and tables --------------------------------------------------------------------------


def challenge(browser: httpx.Client, **more: Any) -> dict[str, Any]:
    reply = browser.post("/api/challenges", json={"game": "crossroads", "scenario": "noon", **more})
    assert reply.status_code == 201, reply.text
    return dict(reply.json())


def listed(browser: httpx.Client) -> set[str]:
    return {each["id"] for each in browser.get("/api/challenges").json()}


def test_a_stranger_takes_a_challenge_up_and_both_see_it_among_their_tables(process: Process, sign_up: Any) -> None:
    host, guest, late = sign_up(), sign_up(), sign_up()
    table = challenge(host, side=1)
    assert (table["side"], table["host"], table["mine"]) == (0, host.name, True)
    with process.browser() as stranger:
        assert table["id"] in listed(stranger)
        assert stranger.post(f"/api/challenges/{table['id']}/join").status_code == 401
    assert host.post(f"/api/challenges/{table['id']}/join").status_code == 400
    taken = guest.post(f"/api/challenges/{table['id']}/join").json()
    assert (taken["side"], taken["other"], taken["my_turn"]) == (0, host.name, True)
    assert late.post(f"/api/challenges/{table['id']}/join").status_code == 404
    assert table["id"] not in listed(late)
    (own,) = host.get("/api/mine").json()
    assert (own["side"], own["other"], own["my_turn"]) == (1, guest.name, False)
    seat = process.seat(taken["token"])
    assert seat.ask("answer", option=seat.asked["options"][0])["is"] == "done"
    assert late.get("/api/mine").json() == []


def test_an_invitation_is_for_one_and_can_be_declined_or_withdrawn(process: Process, sign_up: Any) -> None:
    host, invited, other = sign_up(), sign_up(), sign_up()
    table = challenge(host, invite=invited.name.upper())
    assert table["id"] not in listed(other)
    assert other.post(f"/api/challenges/{table['id']}/join").status_code == 404
    assert table["id"] in listed(invited)
    assert invited.post(f"/api/challenges/{table['id']}/decline").status_code == 201
    assert table["id"] not in listed(invited)
    second = challenge(host)
    assert other.post(f"/api/challenges/{second['id']}/withdraw").status_code == 404
    assert host.post(f"/api/challenges/{second['id']}/withdraw").status_code == 201
    assert second["id"] not in listed(other)
    assert host.post("/api/challenges", json={"game": "crossroads", "invite": "nobody at all"}).status_code == 404


def test_a_new_account_has_three_challenges_at_most(sign_up: Any) -> None:
    host = sign_up()
    for _ in range(3):
        challenge(host)
    refused = host.post("/api/challenges", json={"game": "crossroads"})
    assert (refused.status_code, refused.json()["detail"]) == (400, "You have 3 open challenges already.")


def test_whoever_is_blocked_meets_nothing(sign_up: Any) -> None:
    host, blocked = sign_up(), sign_up()
    table = challenge(host)
    assert host.post(f"/api/players/{blocked.name}/block").status_code == 201
    assert table["id"] not in listed(blocked)
    assert blocked.post(f"/api/challenges/{table['id']}/join").status_code == 404
    invitation = blocked.post("/api/challenges", json={"game": "crossroads", "invite": host.name})
    nobody = blocked.post("/api/challenges", json={"game": "crossroads", "invite": "nobody at all"})
    assert invitation.status_code == nobody.status_code == 404
    host.delete(f"/api/players/{blocked.name}/block")
    assert table["id"] in listed(blocked)


def test_a_guest_takes_a_seat_into_an_account(process: Process, sign_up: Any) -> None:
    with process.owner() as owner:
        table = new_table(owner, scenario="noon")
    one, other = sign_up(), sign_up()
    taken = one.post("/api/mine/take", json={"token": table["seats"][1]}).json()
    assert (taken["id"], taken["side"]) == (table["id"], 1)
    assert other.post("/api/mine/take", json={"token": table["seats"][1]}).json()["detail"] == (
        "Somebody else has this seat."
    )
    assert other.post("/api/mine/take", json={"token": table["watch"]}).status_code == 400
    assert [seat["id"] for seat in one.get("/api/mine").json()] == [table["id"]]


def test_chat_notes_and_rematch(process: Process, sign_up: Any) -> None:
    host, guest = sign_up(), sign_up()
    table = challenge(host)
    theirs = guest.post(f"/api/challenges/{table['id']}/join").json()
    (own,) = host.get("/api/mine").json()
    say = process.browser()
    for token, text in ((own["token"], "<b>hello</b>"), (theirs["token"], "hi\n there"), (own["token"], "  ")):
        assert say.post("/api/seat/say", json={"text": text}, headers=bearing(token)).status_code == 201
    told = say.get("/api/seat/said", headers=bearing(theirs["token"])).json()
    assert [(line["name"], line["text"]) for line in told] == [(host.name, "<b>hello</b>"), (guest.name, "hi there")]
    assert [line["number"] for line in say.get("/api/seat/said?after=0", headers=bearing(own["token"])).json()] == [1]
    host.post(f"/api/mine/{table['id']}/note", json={"note": "my plan"})
    assert host.get("/api/mine").json()[0]["note"] == "my plan"
    assert guest.get("/api/mine").json()[0]["note"] == ""
    assert guest.post(f"/api/mine/{table['id']}/rematch").status_code == 400
    seat = process.seat(own["token"])
    assert seat.ask("resign", rev=seat.rev)["is"] == "done"
    again = guest.post(f"/api/mine/{table['id']}/rematch").json()
    assert (again["invited"], again["side"]) == (True, theirs["side"]), "the other's side is free now"
    assert host.post(f"/api/challenges/{again['id']}/join").json()["side"] == theirs["side"]
    record = guest.get(f"/api/players/{guest.name}").json()["record"]
    assert record == [{"game": "crossroads", "playing": 1, "won": 1, "drawn": 0, "lost": 0}]
    say.close()


def test_reports_are_for_moderators_who_can_suspend(sign_up: Any, accounts: Accounts) -> None:
    player, rude, moderator = sign_up(), sign_up(), sign_up("moderator")
    assert player.post(f"/api/players/{rude.name}/report", json={"text": "rude"}).status_code == 201
    for browser in (player, rude):
        assert browser.get("/api/moderation/reports").status_code == 401
    (report,) = [each for each in moderator.get("/api/moderation/reports").json() if each["about"] == rude.name]
    until = {"until": time.time() + 3600}
    assert player.post(f"/api/moderation/players/{rude.name}/suspend", json=until).status_code == 401
    assert moderator.post(f"/api/moderation/players/{rude.name}/suspend", json=until).status_code == 201
    assert rude.get("/api/me").status_code == 401, "signed out at once"
    with pytest.raises(Mistake, match="suspended"):
        accounts.sign_in(rude.account)
    assert moderator.post(f"/api/moderation/reports/{report['id']}/handled").status_code == 201
    assert report["id"] not in {each["id"] for each in moderator.get("/api/moderation/reports").json()}


def test_a_deleted_account_leaves_its_games_and_nothing_else(process: Process, sign_up: Any, url: str) -> None:
    leaver, stays = sign_up(), sign_up()
    table = challenge(leaver)
    theirs = stays.post(f"/api/challenges/{table['id']}/join").json()
    (own,) = leaver.get("/api/mine").json()
    with process.browser() as say:
        say.post("/api/seat/say", json={"text": "my secret"}, headers=bearing(own["token"]))
        open_one = challenge(leaver)
        assert leaver.delete("/api/me").status_code == 204
        assert leaver.get("/api/me").status_code == 401
        assert stays.get(f"/api/players/{leaver.name}").status_code == 404
        assert stays.get("/api/mine").json()[0]["other"] == "former player"
        assert open_one["id"] not in listed(stays)
        (line,) = say.get("/api/seat/said", headers=bearing(theirs["token"])).json()
        assert (line["name"], line["text"]) == ("former player", "")
    engine = sa.create_engine(url, poolclass=sa.NullPool)
    with engine.connect() as connection:
        kept = [str(tuple(row)) for row in connection.execute(sa.text("SELECT * FROM accounts"))]
    assert [row for row in kept if leaver.name in row] == []


# --- who may do what --------------------------------------------------------------------------------


ROUTES = [
    ("GET", "/api/me"),
    ("POST", "/api/me/codes"),
    ("DELETE", "/api/me/passkeys/x"),
    ("DELETE", "/api/session/all"),
    ("DELETE", "/api/me"),
    ("GET", "/api/mine"),
    ("POST", "/api/mine/take"),
    ("POST", "/api/mine/{table}/note"),
    ("POST", "/api/mine/{table}/rematch"),
    ("POST", "/api/challenges"),
    ("POST", "/api/challenges/{table}/join"),
    ("POST", "/api/challenges/{table}/decline"),
    ("POST", "/api/challenges/{table}/withdraw"),
    ("POST", "/api/players/Nobody/block"),
    ("DELETE", "/api/players/Nobody/block"),
    ("POST", "/api/players/Nobody/report"),
    ("GET", "/api/moderation/reports"),
    ("POST", "/api/moderation/reports/x/handled"),
    ("POST", "/api/moderation/players/Nobody/suspend"),
    ("GET", "/api/tables"),
    ("POST", "/api/tables"),
    ("POST", "/api/tables/{table}/delete"),
    ("GET", "/api/tables/{table}/download"),
    ("POST", "/api/tables/{table}/fork"),
    ("POST", "/api/tables/{table}/link"),
    ("GET", "/api/statistics"),
]
BODIES: dict[str, dict[str, Any]] = {
    "take": {"token": "x"},
    "note": {"note": ""},
    "challenges": {"game": "crossroads"},
    "report": {"text": ""},
    "suspend": {"until": None},
    "tables": {"game": "crossroads"},
    "fork": {"at": 0},
    "link": {"side": 0},
}
"""By the last word of the path."""
OWNERS = ("/api/tables", "/api/statistics")
MODERATORS = ("/api/moderation",)


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_only_whoever_may_can(process: Process, sign_up: Any, method: str, path: str) -> None:
    """Strangers, people who are signed in, and those with a session that has ended, at a table that is another's."""
    table = challenge(sign_up())
    asked = path.format(table=table["id"])
    body = {} if method != "POST" else {"json": BODIES.get(path.rpartition("/")[2], {})}

    def status(browser: httpx.Client) -> int:
        return browser.request(method, asked, **body).status_code

    with process.browser() as stranger, process.browser() as expired:
        expired.cookies.set("ardennes-session", "long gone")
        assert status(stranger) == status(expired) == 401
        del stranger.headers["Origin"]
        assert method == "GET" or status(stranger) == 401
    player = sign_up()
    if path.startswith((*OWNERS, *MODERATORS)):
        assert status(player) == 401
        assert status(sign_up("moderator")) != 401 or path.startswith(OWNERS)
    elif "{table}" in path and "join" not in path:
        assert status(player) == 404, "it is not his"
    else:
        assert status(player) in (200, 201, 204, 400, 404)
