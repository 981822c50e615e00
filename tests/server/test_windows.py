"""Windows that come and go, that do not read, and that are too many: none of them is felt at another's."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed

from ardennes.engine.match import Match
from ardennes.server.app import make_app
from ardennes.server.network import Network
from ardennes.server.run import listening
from ardennes.server.sockets import settings
from ardennes.server.store import Store
from ardennes.server.windows import MOST_QUEUED, SEAT_WINDOWS, WATCHING_WINDOWS
from tests.server.serving import WAIT, BareSocket, Seat, Server, entering, new_table, serving

VISITS = 300
HELD_UP = 5.0
"""Seconds: windows that did not read once kept an answer for twelve."""


def here(seat: Seat) -> tuple[list[int], int]:
    """How many windows the seats and the watchers have."""
    table = seat.ask("sync")
    return table["presence"], table["watching"]


def until(seat: Seat, presence: list[int], watching: int) -> None:
    """Until nobody else is at the table any more."""
    deadline = time.monotonic() + WAIT
    while here(seat) != (presence, watching):
        assert time.monotonic() < deadline, f"still there: {here(seat)}"
        time.sleep(0.2)


def play(seats: list[Seat], answers: int, dice: Random) -> list[float]:
    """Random answers, each with the rev its seat knows; returns how long each took."""
    times = []
    for _ in range(answers):
        deciding = next((seat for seat in seats if seat.asked and seat.asked["options"]), None)
        if deciding is None:
            break
        began = time.monotonic()
        reply = deciding.ask("answer", option=dice.choice(deciding.asked["options"]), rev=deciding.rev)
        times.append(time.monotonic() - began)
        assert reply["is"] == "done", reply
        for seat in seats:
            while seat.rev < deciding.rev:
                seat.wait("change")
    return times


# --- hasty visits --------------------------------------------------------------------------------


def gone_before_the_upgrade(server: Server, token: str) -> BareSocket:
    return BareSocket(server)


def gone_in_the_upgrade(server: Server, token: str) -> BareSocket:
    socket = BareSocket(server)
    socket.upgrade(wait=False)
    return socket


def gone_before_the_first_message(server: Server, token: str) -> BareSocket:
    socket = BareSocket(server)
    socket.upgrade()
    return socket


def gone_while_entering(server: Server, token: str) -> BareSocket:
    socket = gone_before_the_first_message(server, token)
    socket.send({"do": "enter", "token": token})
    return socket


def gone_while_asking(server: Server, token: str) -> BareSocket:
    socket = gone_while_entering(server, token)
    for _ in range(3):
        socket.send({"do": "sync"})
    return socket


def gone_while_reading(server: Server, token: str) -> BareSocket:
    socket = gone_while_entering(server, token)
    assert socket.socket.recv(100)
    return socket


@pytest.mark.parametrize(
    "visit",
    [
        gone_before_the_upgrade,
        gone_in_the_upgrade,
        gone_before_the_first_message,
        gone_while_entering,
        gone_while_asking,
        gone_while_reading,
    ],
)
def test_hasty_visits_leave_nothing_behind(
    server: Server, owner: httpx.Client, visit: Callable[[Server, str], BareSocket]
) -> None:
    table = new_table(owner)
    german = Seat(server, table["seats"][0])
    for number in range(VISITS):
        visit(server, (*table["seats"], table["watch"])[number % 3]).drop()
    allied = Seat(server, table["seats"][1])
    until(german, [1, 1], 0)
    assert play([german, allied], 3, Random(1))


def test_many_hasty_visits_at_once_close_no_window(server: Server, owner: httpx.Client) -> None:
    """All leave in the same moment; whoever stays hears of it once, not hundreds of times."""
    table = new_table(owner)
    german = Seat(server, table["seats"][0])
    guests = [gone_while_reading(server, table["seats"][1]) for _ in range(SEAT_WINDOWS)]
    guests += [gone_while_reading(server, table["watch"]) for _ in range(WATCHING_WINDOWS)]
    until(german, [1, SEAT_WINDOWS], WATCHING_WINDOWS)
    german.heard.clear()
    for guest in guests:
        guest.drop()
    until(german, [1, 0], 0)
    assert sum('"is":"presence"' in text for text in german.heard) < len(guests)


# --- windows that do not read --------------------------------------------------------------------


@cache
def long_game() -> bytes:
    """A save with a log that makes the whole table a long message."""
    match, dice = Match.new("bulge1944", seed="long"), Random(1)
    while match.asked is not None and len(match.records) < 300:
        match.apply(dice.choice(match.asked.options))
    return match.packed()


def long_table(owner: httpx.Client) -> dict[str, Any]:
    table: dict[str, Any] = owner.post("/api/tables/upload", content=long_game()).json()
    return table


def memory(server: Server) -> int:
    """Of the server's process, in octets."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) * 1024


def test_windows_that_do_not_read_are_closed_and_nobody_waits_for_them(tmp_path: Path) -> None:
    with serving(tmp_path) as server, server.owner() as owner:
        table = long_table(owner)
        seats = [Seat(server, token) for token in table["seats"]]
        dice = Random(2)
        play(seats, 10, dice)
        before = memory(server)
        slow = [BareSocket(server, receive_buffer=4096) for _ in range(4)]
        for number, socket in enumerate(slow):
            socket.upgrade()
            socket.send({"do": "enter", "token": (table["watch"], table["seats"][0])[number % 2]})
        longest = 0.0
        for _ in range(6):
            for socket in slow:
                for _ in range(10):
                    ask_for_all(socket)
            longest = max(longest, *play(seats, 10, dice))
        assert longest < HELD_UP, "an answer waited for a window that does not read"
        assert memory(server) - before < 60_000_000
        until(seats[0], [1, 1], 0)
        for socket in slow:
            socket.drop()


def ask_for_all(socket: BareSocket) -> None:
    """Asks for the whole table; once the server has closed the window it may say so."""
    with suppress(OSError):
        socket.send({"do": "sync"})


def test_a_window_that_was_closed_for_not_reading_comes_back(server: Server, owner: httpx.Client) -> None:
    table = long_table(owner)
    german, allied = (Seat(server, token) for token in table["seats"])
    slow = BareSocket(server, receive_buffer=4096)
    slow.upgrade()
    slow.send({"do": "enter", "token": table["watch"]})
    until(german, [1, 1], 1)
    for _ in range(MOST_QUEUED):
        ask_for_all(slow)
    until(german, [1, 1], 0)
    slow.drop()
    play([german, allied], 2, Random(3))
    assert Seat(server, table["watch"]).table["rev"] == german.rev


@pytest.mark.filterwarnings("ignore::litestar.utils.deprecation.LitestarDeprecationWarning")
def test_a_line_that_is_dead_keeps_no_place(tmp_path: Path) -> None:
    """Nothing comes back over it, no answer to a ping and no farewell, and what is sent lies unread."""
    store = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    door = listening(0)
    app = make_app(store, "key", Network(door.getsockname()[1]))
    running = uvicorn.Server(settings(app, log_level="critical", ws_ping_interval=0.2, ws_ping_timeout=0.2))
    thread = threading.Thread(target=running.run, kwargs={"sockets": [door]})
    thread.start()
    try:
        base = f"http://127.0.0.1:{door.getsockname()[1]}"
        row = app.state.rooms.new("crossroads", "noon", (), "")
        dead = BareSocket(base, receive_buffer=4096)
        dead.upgrade()
        dead.send({"do": "enter", "token": row.seats[0]})
        assert dead.socket.recv(10)
        alive = Seat(base, row.seats[1])
        until(alive, [0, 1], 0)
        dead.drop()
    finally:
        running.should_exit = True
        thread.join()
        door.close()
        store.close()


# --- how many ------------------------------------------------------------------------------------


def test_watchers_cannot_take_the_players_places(server: Server, owner: httpx.Client) -> None:
    table = new_table(owner)
    watchers = [Seat(server, table["watch"]) for _ in range(WATCHING_WINDOWS)]
    closed = json.loads(entering(server, table["watch"], "it").recv(timeout=WAIT))
    assert closed["is"] == "closed"
    assert closed["text"] == f"{WATCHING_WINDOWS} finestre guardano già questo tavolo; riprova più tardi."
    seats = [Seat(server, token) for token in table["seats"]]
    until(seats[0], [1, 1], WATCHING_WINDOWS)
    assert play(seats, 3, Random(1))
    watchers[0].close()
    until(seats[0], [1, 1], WATCHING_WINDOWS - 1)
    assert Seat(server, table["watch"]).table["is"] == "table"


def test_the_window_that_was_silent_longest_gives_way_at_its_own_seat(server: Server, owner: httpx.Client) -> None:
    """A player with eight dead lines behind him still comes to his seat."""
    table = new_table(owner)
    allied = Seat(server, table["seats"][1])
    first, *others = [Seat(server, table["seats"][0]) for _ in range(SEAT_WINDOWS)]
    silent, *_ = others
    first.ask("costs")
    newest = Seat(server, table["seats"][0])
    closed = silent.wait("closed")
    assert "newer windows" in closed["text"]
    with pytest.raises(ConnectionClosed):
        silent.wait("table")
    assert here(newest) == ([SEAT_WINDOWS, 1], 0)
    assert first.ask("costs")["is"] == "reply"
    assert play([newest, allied], 3, Random(1))


# --- how often -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "asked", [{"do": "sync"}, {"do": "overlay", "name": "zones"}, {"do": "what_if", "side": 0, "hex": 0}]
)
def test_costly_requests_have_limits_of_their_own(server: Server, owner: httpx.Client, asked: dict[str, Any]) -> None:
    watcher = Seat(server, new_table(owner)["watch"])
    for number in range(1, 90):
        watcher.socket.send(json.dumps({"id": number, **asked}))
    while "Too many" not in (refused := watcher.wait("refused"))["text"]:
        pass
    assert refused["to"] > 0, "whoever waits for the answer hears that there is none"


def test_a_flood_of_messages_does_not_delay_the_players(server: Server, owner: httpx.Client) -> None:
    table = long_table(owner)
    seats = [Seat(server, token) for token in table["seats"]]
    flood = [gone_while_entering(server, table["watch"]) for _ in range(4)]
    dice, longest = Random(5), 0.0
    for _ in range(5):
        for socket in flood:
            socket.socket.sendall(b"\x81\x82" + bytes(4) + b"{}")
            for _ in range(200):
                ask_for_all(socket)
        longest = max(longest, *play(seats, 5, dice))
    assert longest < HELD_UP
    for socket in flood:
        socket.drop()
