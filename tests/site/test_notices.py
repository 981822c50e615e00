"""Notices: one for each hand-over, after a while, withdrawn if answered; by bell, mail, push and chat services."""

from __future__ import annotations

import base64
import json
import threading
import time
from collections.abc import Iterator
from datetime import datetime
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import http_ece
import msgspec
import pytest
import sqlalchemy as sa
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from ardennes.server.mistakes import Mistake
from ardennes.server.order_book import OrderBook
from ardennes.server.pace import DAY, HOUR, VACATION
from ardennes.server.people.attending import attend_due
from ardennes.server.people.channels import MOST_FAILURES, Channel, Channels, Letter
from ardennes.server.people.chores import Chores
from ardennes.server.people.mail import Mailer, Relay
from ardennes.server.people.notices import Notices, when
from ardennes.server.people.outgoing import Outgoing, Refusing, is_public
from ardennes.server.protocol.notices import NewChannel, NoticeSettings, PushKeys
from ardennes.server.room import Room
from ardennes.server.room_terms import ask_back, draw
from ardennes.server.rooms import Rooms
from ardennes.server.schema import channels, deliveries, present, tables
from ardennes.server.site import Site
from ardennes.server.store import Store
from tests.server.serving import WAIT, in_a_loop
from tests.site.pairs import FIRST, NOON, PACE, SECOND, Pair, Watch, play
from tests.site.sites import site
from tests.site.test_people import Inbox

SITE = Site("https://games.example.org", "games.example.org")
DELAY = 120.0


class Sink(ThreadingHTTPServer):
    """Takes what is posted to it, or answers as it is told."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Taking)
        self.taken: list[tuple[dict[str, str], bytes]] = []
        self.status = 201
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def place(self) -> tuple[str, int]:
        return "127.0.0.1", int(self.server_address[1])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.place[1]}/push/abc"


class _Taking(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        assert isinstance(self.server, Sink)
        self.server.taken.append((dict(self.headers), body))
        self.send_response(self.server.status)
        self.send_header("Location", f"{self.server.url}/elsewhere")
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="module")
def sink() -> Iterator[Sink]:
    started = Sink()
    yield started
    started.shutdown()
    started.server_close()


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def store(database: str, watch: Watch) -> Iterator[Store]:
    opened = Store(database)
    opened.clock = watch
    yield opened
    opened.close()


@pytest.fixture
def pair(store: Store) -> Pair:
    return Pair([store])


@pytest.fixture
def bell(store: Store) -> Notices:
    return Notices(store.engine, store.clock)


@pytest.fixture
def ways(store: Store, sink: Sink) -> Channels:
    sink.taken.clear()
    sink.status = 201
    return Channels(store.engine, store.clock, Outgoing([sink.place]), None)


def attend(store: Store) -> None:
    attend_due(store.engine, store.clock(), DELAY)


def told(bell: Notices, pair: Pair) -> list[list[str]]:
    """What the bells of both say, newest first."""
    return [[line.text for line in bell.shown(player.id, "en")] for player in pair.players]


def open_window(store: Store, pair: Pair, side: int) -> None:
    with store.engine.begin() as connection:
        connection.execute(present.insert().values(table_id=pair.row.id, side=side, at=store.clock()))


def add_way(ways: Channels, pair: Pair, watch: Watch, url: str, player: int = 0) -> None:
    """An address of one's own; nobody may have one on his first day."""
    account = msgspec.structs.replace(pair.players[player], created=watch.now - 2 * DAY)
    ways.add(account, NewChannel(kind="web", address=url))


def look_and_send(store: Store, ways: Channels) -> None:
    """What the chores do once."""

    async def run() -> None:
        rooms = Rooms(store)
        chores = Chores(store, rooms, ways, SITE)
        for channel in await chores.look():
            await chores.send(channel)
        await rooms.close()

    in_a_loop(run())


# --- the bell ---------------------------------------------------------------------------------------


def test_one_notice_for_each_hand_over_after_two_minutes(store: Store, pair: Pair, bell: Notices, watch: Watch) -> None:
    pair.begin()
    attend(store)
    assert told(bell, pair) == [["Bo has taken up your challenge: Crossroads."], []]
    watch.now += DELAY
    for _ in range(3):
        attend(store)
    assert told(bell, pair)[0] == ["Crossroads: it is your turn.", "Bo has taken up your challenge: Crossroads."]
    watch.now += HOUR
    pair.at(play)
    assert told(bell, pair)[0] == ["Bo has taken up your challenge: Crossroads."], "answered, so withdrawn"
    attend(store)
    assert told(bell, pair)[1] == []
    watch.now += DELAY
    attend(store)
    assert told(bell, pair)[1] == ["Crossroads: it is your turn."]
    bell.mark_seen(pair.players[1].id)
    assert [line.seen for line in bell.shown(pair.players[1].id, "it")] == [True]
    assert "tocca a te" in bell.shown(pair.players[1].id, "it")[0].text


def test_an_answer_within_two_minutes_leaves_nothing_to_tell(
    store: Store, pair: Pair, bell: Notices, watch: Watch
) -> None:
    pair.begin()
    watch.now += DELAY - 1
    pair.at(play)
    watch.now += 1
    attend(store)
    assert "your turn" not in str(told(bell, pair))


def test_who_has_a_window_open_is_told_only_if_he_wants(store: Store, pair: Pair, bell: Notices, watch: Watch) -> None:
    pair.begin()
    open_window(store, pair, FIRST)
    watch.now += DELAY - 70
    with store.engine.begin() as connection:
        connection.execute(present.update().values(at=watch.now + 60))
    watch.now += 70
    attend(store)
    assert "your turn" not in str(told(bell, pair))
    bell.set_settings(pair.players[1].id, NoticeSettings(even_open=True))
    pair.at(play)
    open_window(store, pair, SECOND)
    watch.now += DELAY
    with store.engine.begin() as connection:
        connection.execute(present.update().values(at=watch.now))
    attend(store)
    assert told(bell, pair)[1] == ["Crossroads: it is your turn."]


def test_reminders_of_a_clock_come_at_half_a_day_and_four_hours(store: Store, watch: Watch, bell: Notices) -> None:
    slow = msgspec.structs.replace(PACE, bank=10 * DAY, cap=10 * DAY)
    pair = Pair([store], slow)
    bell.set_settings(pair.players[0].id, NoticeSettings(silent=["start", "turn"]))
    pair.begin()
    out = NOON + 10 * DAY
    found = []
    for moment in (NOON + 5 * DAY - 1, NOON + 5 * DAY, out - DAY, out - 4 * HOUR, out, out + VACATION):
        watch.now = moment
        attend(store)
        attend(store)
        found.append((len(told(bell, pair)[0]), len(told(bell, pair)[1])))
    assert found == [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (4, 1)]
    assert "claim" in told(bell, pair)[1][0]


def test_a_server_that_was_away_says_only_the_last_word(store: Store, pair: Pair, bell: Notices, watch: Watch) -> None:
    pair.begin()
    watch.now += PACE.bank + VACATION
    attend(store)
    assert [len(lines) for lines in told(bell, pair)] == [2, 1]
    attend(store)
    assert [len(lines) for lines in told(bell, pair)] == [2, 1]


def test_two_processes_that_look_at_once_tell_it_once(
    database: str, store: Store, pair: Pair, bell: Notices, watch: Watch
) -> None:
    pair.begin()
    watch.now += DELAY
    other = Store(database)
    threads = [threading.Thread(target=attend_due, args=(each.engine, watch.now, DELAY)) for each in (store, other)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    other.close()
    assert len([line for line in told(bell, pair)[0] if "your turn" in line]) == 1


def test_draws_talk_and_the_end_are_told(store: Store, pair: Pair, bell: Notices, watch: Watch) -> None:
    pair.begin()
    for account in pair.players:
        bell.set_settings(account.id, NoticeSettings(silent=["turn", "start"]))
    pair.at(partial(_draw, offer="offer"))
    pair.people.say(pair.row.id, FIRST, "Bonjour")
    watch.now += DELAY
    attend(store)
    assert sorted(told(bell, pair)[1]) == ["Crossroads: Ada has written to you.", "Crossroads: Ada offers a draw."]
    pair.people.say(pair.row.id, FIRST, "Hello?")
    watch.now += DELAY
    attend(store)
    assert len(told(bell, pair)[1]) == 2, "at most one in six hours"
    pair.at(play)
    pair.at(lambda room: ask_back(room, FIRST, "offer", -1))
    watch.now += DELAY
    attend(store)
    attend(store)
    assert told(bell, pair)[1].count("Crossroads: Ada asks to take back an answer.") == 1
    pair.at(partial(_draw, offer="accept"))
    watch.now += DELAY
    attend(store)
    assert [lines[0] for lines in told(bell, pair)] == ["Crossroads is over."] * 2


async def _draw(room: Room, offer: str) -> None:
    await draw(room, FIRST if offer == "offer" else SECOND, offer, -1)


def test_an_invitation_is_told_to_whom_it_is_for(store: Store, pair: Pair, bell: Notices) -> None:
    row = Rooms(store).new("crossroads", "noon", (), "")
    pair.people.challenge(row, pair.players[1], FIRST, pair.players[0])
    assert told(bell, pair) == [["Bo invites you: Crossroads."], []]


def test_who_is_out_of_time_in_a_contest_loses_by_himself(
    store: Store, watch: Watch, bell: Notices, ways: Channels
) -> None:
    contest = Pair([store], msgspec.structs.replace(PACE, automatic=True))
    contest.begin()
    watch.now += PACE.bank - 1
    look_and_send(store, ways)
    assert contest.timer.side == FIRST
    watch.now += 1 + VACATION
    look_and_send(store, ways)
    row = store.row(contest.row.id)
    assert row is not None
    assert (row.summary.over, row.summary.winner) == (True, SECOND)
    look_and_send(store, ways)
    assert [record.kind for record in store.played(row.id)] == ["time"]


# --- when it is sent --------------------------------------------------------------------------------


def rome(*moment: int) -> float:
    return datetime(*moment, tzinfo=ZoneInfo("Europe/Rome")).timestamp()  # type: ignore[arg-type, misc]


@pytest.mark.parametrize(
    ("now", "sent"),
    [
        ((2026, 6, 1, 21, 59), (2026, 6, 1, 21, 59)),
        ((2026, 6, 1, 22, 0), (2026, 6, 2, 7, 0)),
        ((2026, 6, 2, 6, 59), (2026, 6, 2, 7, 0)),
        ((2026, 6, 2, 7, 0), (2026, 6, 2, 7, 0)),
        ((2026, 3, 28, 23, 0), (2026, 3, 29, 7, 0)),
        ((2026, 10, 24, 23, 0), (2026, 10, 25, 7, 0)),
    ],
)
def test_quiet_hours_are_those_of_the_account_whatever_its_summer_time_does(now: Any, sent: Any) -> None:
    settings = NoticeSettings(zone="Europe/Rome", quiet_from=22, quiet_to=7)
    assert when(settings, rome(*now)) == rome(*sent)


def test_a_digest_comes_at_its_hour_and_waits_while_it_is_quiet() -> None:
    digest = NoticeSettings(zone="Europe/Rome", digest=18)
    assert when(digest, rome(2026, 6, 1, 18, 1)) == rome(2026, 6, 2, 18, 0)
    assert when(digest, rome(2026, 6, 1, 17, 59)) == rome(2026, 6, 1, 18, 0)
    by_day = NoticeSettings(zone="Europe/Rome", digest=18, quiet_from=8, quiet_to=20)
    assert when(by_day, rome(2026, 6, 1, 9, 0)) == rome(2026, 6, 1, 20, 0)
    assert when(NoticeSettings(), 5.0) == 5.0


def test_a_digest_is_one_letter(pair: Pair, bell: Notices, ways: Channels, watch: Watch, sink: Sink) -> None:
    store = pair.stores[0]
    add_way(ways, pair, watch, sink.url)
    bell.set_settings(pair.players[0].id, NoticeSettings(digest=0))
    pair.begin()
    watch.now += DELAY
    look_and_send(store, ways)
    assert sink.taken == []
    watch.now = when(NoticeSettings(digest=0), watch.now)
    look_and_send(store, ways)
    look_and_send(store, ways)
    (letter,) = [json.loads(body) for _, body in sink.taken]
    assert letter["title"] == "3 notices from Ardennes"
    assert "it is your turn" in letter["text"]
    assert "your time has run out" in letter["text"]
    assert f"{SITE.public}/#/mine/{pair.row.id}" in letter["text"]
    assert not any(secret in letter["text"] for secret in (*pair.row.seats, pair.row.watch))


def test_what_is_answered_while_it_waits_is_not_sent(
    pair: Pair, bell: Notices, ways: Channels, watch: Watch, sink: Sink
) -> None:
    store = pair.stores[0]
    add_way(ways, pair, watch, sink.url)
    hour = datetime.fromtimestamp(watch.now, ZoneInfo("UTC")).hour
    bell.set_settings(pair.players[0].id, NoticeSettings(quiet_from=hour, quiet_to=(hour + 2) % 24, silent=["start"]))
    pair.begin()
    watch.now += DELAY
    look_and_send(store, ways)
    pair.at(play)
    watch.now += 2 * HOUR
    look_and_send(store, ways)
    assert sink.taken == []
    with store.engine.connect() as connection:
        assert connection.execute(deliveries.select()).all() == []


def test_settings_that_make_no_sense_are_refused(pair: Pair, bell: Notices) -> None:
    with pytest.raises(Mistake, match="no time zone"):
        bell.set_settings(pair.players[0].id, NoticeSettings(zone="../etc/passwd"))


# --- by what it is sent -------------------------------------------------------------------------------


def test_a_way_that_fails_five_times_is_switched_off_and_says_so(
    pair: Pair, bell: Notices, ways: Channels, watch: Watch, sink: Sink
) -> None:
    store = pair.stores[0]
    add_way(ways, pair, watch, sink.url)
    sink.status = 302
    pair.begin()
    for _ in range(MOST_FAILURES + 2):
        watch.now += DAY
        look_and_send(store, ways)
    assert len(sink.taken) == MOST_FAILURES, "a redirect is not followed, and it is not tried for ever"
    (shown,) = ways.shown(pair.players[0].id)
    assert shown.off
    assert any("switched off" in line for line in told(bell, pair)[0])


def test_a_push_is_sealed_for_the_browser_and_signed_by_the_site(
    pair: Pair, ways: Channels, watch: Watch, sink: Sink, store: Store
) -> None:
    key, secret = ec.generate_private_key(ec.SECP256R1()), bytes(range(16))
    point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    keys = PushKeys(p256dh=_in_base64(point), auth=_in_base64(secret))
    account = msgspec.structs.replace(pair.players[0], created=watch.now - 2 * DAY)
    ways.add(account, NewChannel(kind="push", address=sink.url, keys=keys))
    pair.begin()
    watch.now += DELAY
    look_and_send(store, ways)
    headers, body = sink.taken[-1]
    read = json.loads(http_ece.decrypt(body, private_key=key, auth_secret=secret, version="aes128gcm"))
    assert read["link"] == f"{SITE.public}/#/mine/{pair.row.id}"
    assert b"Crossroads" not in body
    assert f"k={ways.push_key()}" in headers["Authorization"]
    assert Vapid02.verify(headers["Authorization"])
    assert headers["Content-Encoding"] == "aes128gcm"


def _in_base64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "192.168.0.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "::1",
        "fe80::1%eth0",
        "fd00::1",
        "::ffff:127.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
    ],
)
def test_no_address_of_this_machine_or_its_network_is_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://localhost/",
        "https://2130706433/",
        "http://93.184.216.34/",
        "https://93.184.216.34:22/",
        "https://me:secret@93.184.216.34/",
        "https://93.184.216.34/a\r\nX: y",
        "file:///etc/passwd",
        "gopher://93.184.216.34/",
        "https://[/",
        "https://93.184.216.34:99999/",
        "",
    ],
)
def test_nothing_is_asked_of_an_address_that_is_not_of_the_web(url: str) -> None:
    with pytest.raises(Mistake):
        Outgoing().check(url)


def test_public_addresses_may_be_asked_and_a_name_with_one_private_address_may_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert Outgoing().check("https://93.184.216.34/a?b") == ("93.184.216.34", 443, "/a?b", "93.184.216.34")
    found = [(2, 1, 6, "", (address, 443)) for address in ("93.184.216.34", "10.0.0.1")]
    monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: found)
    with pytest.raises(Mistake, match="not of the public internet"):
        Outgoing().check("https://both.example.org/")


def test_a_refusal_and_a_redirect_are_failures(sink: Sink, ways: Channels) -> None:
    for status in (302, 404, 500):
        sink.status = status
        with pytest.raises(Refusing, match=str(status)):
            Outgoing([sink.place]).post(sink.url, b"", {})


@pytest.mark.parametrize(
    ("address", "kept"),
    [
        ("discord://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js", "discord://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js"),
        (
            "slack://T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ",
            "slack://T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ",
        ),
        ("tgram://123456789:abcdefg_hijklmnop/12315544/", "tgram://123456789:abcdefg_hijklmnop/12315544"),
        ("ntfy://my-games", "ntfy://my-games"),
        ("ntfy://localhost/topic", ""),
        ("ntfy://user@localhost", ""),
        ("ntfy://localhost:8080", ""),
        ("discord://a/b?template=/etc/passwd", ""),
        ("json://127.0.0.1", ""),
        ("syslog://", ""),
        ("file:///etc/passwd", ""),
        ("discord://", ""),
    ],
)
def test_of_chat_services_only_those_of_a_list_and_only_their_tokens(
    pair: Pair, ways: Channels, watch: Watch, address: str, kept: str
) -> None:
    account = msgspec.structs.replace(pair.players[0], created=watch.now - 2 * DAY)
    if not kept:
        with pytest.raises(Mistake, match="chat service"):
            ways.add(account, NewChannel(kind="chat", address=address))
        return
    ways.add(account, NewChannel(kind="chat", address=address))
    (shown,) = ways.shown(account.id)
    assert shown.address == kept.partition(":")[0], "its tokens are not shown"


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("discord://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js", "discord.com"),
        ("slack://T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ", "hooks.slack.com"),
        ("tgram://123456789:abcdefg_hijklmnop/12315544", "api.telegram.org"),
        ("ntfy://my-games", "ntfy.sh"),
    ],
)
def test_a_chat_service_is_asked_at_its_own_address_alone(
    ways: Channels, monkeypatch: pytest.MonkeyPatch, address: str, host: str
) -> None:
    import requests

    asked = []

    def send(_: Any, request: requests.PreparedRequest, **__: Any) -> requests.Response:
        asked.append(request.url)
        reply = requests.Response()
        reply.status_code, reply._content, reply.url = (
            200,
            b"ok" if "slack" in host else b'{"ok": true}',
            request.url or "",
        )
        return reply

    monkeypatch.setattr(requests.Session, "send", send)
    way = Channel(id="c", account="a", kind="chat", address=address, keys=PushKeys(), stop="s", failures=0, off="")
    ways.send(way, Letter("Your turn", ["Crossroads"], SITE.public, ""), SITE)
    assert asked
    assert {url.split("/")[2] for url in asked} == {host}


def test_no_way_but_mail_on_the_first_day_and_ten_at_most(pair: Pair, ways: Channels, watch: Watch, sink: Sink) -> None:
    new = msgspec.structs.replace(pair.players[0], created=watch.now)
    with pytest.raises(Mistake, match="first day"):
        ways.add(new, NewChannel(kind="web", address=sink.url))
    with pytest.raises(Mistake, match="mail"):
        ways.add(new, NewChannel(kind="mail"))
    old = msgspec.structs.replace(new, created=watch.now - 2 * DAY)
    for number in range(10):
        ways.add(old, NewChannel(kind="chat", address=f"ntfy://topic-{number}"))
    ways.add(old, NewChannel(kind="chat", address="ntfy://topic-0"))
    with pytest.raises(Mistake, match="10"):
        ways.add(old, NewChannel(kind="chat", address="ntfy://topic-11"))


# --- real processes -------------------------------------------------------------------------------------


@pytest.fixture
def inbox() -> Iterator[Inbox]:
    kept = Inbox()
    server = Controller(kept, hostname="127.0.0.1", port=kept.port)
    server.start()
    yield kept
    server.stop()


def test_a_mail_tells_of_the_turn_though_a_process_was_killed(database: str, inbox: Inbox, tmp_path: Path) -> None:
    """And one click of a mail program stops it, which says nothing of where it comes from."""
    mail = ["--mail", f"smtp://127.0.0.1:{inbox.port}", "--mail-from", "games@example.org", "--notice-after", "0"]
    opened = Store(database)
    pair = Pair([opened])
    with opened.engine.begin() as connection:
        connection.execute(tables.update().values(due=None))
        wanted = {"address_key": "ada@example.org", "address": "ada@example.org", "account": pair.players[0].id}
        connection.execute(sa.insert(channels.metadata.tables["emails"]).values(wanted))
    Channels(opened.engine, opened.clock, Outgoing(), Mailer(Relay("x", 1, "y@z"))).add(
        pair.players[0], NewChannel(kind="mail")
    )
    with site(database, tmp_path, 2, *mail) as processes:
        processes[0].kill()
        pair.begin()
        end = time.monotonic() + WAIT
        while not inbox.mails:
            assert time.monotonic() < end, "no mail came"
            time.sleep(0.05)
        (first, *_) = inbox.mails
        stop = first["List-Unsubscribe"].strip("<>")
        assert stop.startswith(f"{processes[0].public}/api/stop/") or stop.startswith(
            f"{processes[1].public}/api/stop/"
        )
        assert first["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert pair.row.seats[0] not in first.as_string()
        import httpx

        path = stop.partition("/api/")[2]
        looked = httpx.get(f"{processes[1].base}/api/{path}", follow_redirects=False)
        assert looked.headers["location"].startswith("/#/stop/")
        with opened.engine.connect() as connection:
            assert connection.execute(channels.select()).all()
        clicked = httpx.post(f"{processes[1].base}/api/{path}", data={"List-Unsubscribe": "One-Click"})
        assert clicked.status_code == 204, "".join(processes[1].log[-12:])
        with opened.engine.connect() as connection:
            assert connection.execute(channels.select()).all() == []
    opened.close()


def test_whoever_must_answer_without_a_window_is_woken(store: Store, pair: Pair, watch: Watch) -> None:
    """Where the process that was to do it is gone: the computer, and an order that was given in advance."""
    pair.begin()
    watch.now += DELAY
    assert [each.wakes for each in attend_due(store.engine, watch.now, DELAY)] == [False]
    store.keep_order_book(pair.row.id, FIRST, msgspec.json.encode(OrderBook(standing={"a": "b"}))).result()
    with store.engine.begin() as connection:
        connection.execute(tables.update().values(due=watch.now))
    assert [each.wakes for each in attend_due(store.engine, watch.now, DELAY)] == [True]
    assert attend_due(store.engine, watch.now, DELAY) == []
