"""Many tables at once: two seats at each, all on one server process; and beside it the least such a server can do, a
bare echo that is sent as much."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Awaitable, Iterable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, TypeVar

import msgspec

from ardennes.bench.findings import Finding, at_most, beside, percentile
from ardennes.bench.web_echo import EchoServer
from ardennes.bench.web_server import PATIENCE, Server
from ardennes.engine.match import Match
from ardennes.numbers import Side

T = TypeVar("T")
SECONDS_BETWEEN = 5.0
LONGEST_GAME = 5000


class Asked(msgspec.Struct):
    side: Side
    options: list[int]


class Message(msgspec.Struct):
    """Of what the server says, what a player at this bench needs."""

    kind: str = msgspec.field(name="is")
    rev: int = -1
    asked: Asked | None = None


class Seat:
    """A live seat: hears everything, counts it, and answers when its turn comes."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.latest = Message("table")
        self.octets = 0
        self.kinds: asyncio.Queue[str] = asyncio.Queue()

    async def listen(self) -> None:
        decode = msgspec.json.Decoder(Message).decode
        async for text in self.socket:
            self.octets += len(text.encode())
            message = decode(text)
            if message.kind in ("table", "change"):
                self.latest = message
            self.kinds.put_nowait(message.kind)

    async def until(self, *kinds: str) -> None:
        while await asyncio.wait_for(self.kinds.get(), PATIENCE) not in kinds:
            pass


class Table:
    """Two seats that play random answers against each other."""

    def __init__(self, seats: tuple[Seat, Seat], draw: random.Random, pause: float) -> None:
        self.seats, self.draw, self.pause = seats, draw, pause
        self.times: list[float] = []
        self.octets: list[int] = []

    async def play(self, rounds: int) -> None:
        await asyncio.sleep(self.draw.random() * self.pause)
        for _ in range(rounds):
            began = perf_counter()
            if not await self.act():
                return
            await asyncio.sleep(max(0.0, self.pause - (perf_counter() - began)))

    async def act(self) -> bool:
        """One answer of whoever is asked; False when the game is over."""
        deciding = next((seat for seat in self.seats if seat.latest.asked and seat.latest.asked.options), None)
        if deciding is None or deciding.latest.asked is None:
            return False
        option = self.draw.choice(deciding.latest.asked.options)
        request = msgspec.json.encode({"id": 1, "do": "answer", "rev": deciding.latest.rev, "option": option}).decode()
        before = sum(seat.octets for seat in self.seats)
        began = perf_counter()
        await deciding.socket.send(request)
        await deciding.until("done", "refused")
        self.times.append(perf_counter() - began)
        await asyncio.sleep(0.2)
        self.octets.append(sum(seat.octets for seat in self.seats) - before + len(request))
        return True


def half_a_game(game: str) -> Match:
    """The middle of a random game, with the log a game has by then."""
    match, draw = Match.new(game, seed="bench"), random.Random(5)
    while match.asked is not None and len(match.records) < LONGEST_GAME:
        match.apply(draw.choice(match.asked.options))
    return match.fork(len(match.records) // 2)


def load_findings(server: Server, game: str, *, tables: int, rounds: int) -> list[Finding]:
    """How long an action takes while all tables play, and what it costs on the wire."""
    played, _ = asyncio.run(_play(server, _tables(server, game, tables), rounds, SECONDS_BETWEEN))
    times = [time * 1000 for table in played for time in table.times]
    octets = [octet / 1000 for table in played for octet in table.octets]
    detail = f"{len(times)} actions, median {median(times):.1f} ms, longest {max(times):.0f} ms"
    wire = f"p95 {percentile(octets, 95):.1f} kB, before compression"
    return [
        at_most(f"an action with {tables} tables of two seats each, p95", percentile(times, 95), "ms", 100, detail),
        at_most("an action on the wire, to and from both seats, median", median(octets), "kB", 4, wire),
    ]


def pace_findings(server: Server, echo: EchoServer, game: str, *, tables: int, seconds: int) -> list[Finding]:
    """Two answers a second at every table: how long each takes and what it costs the server, beside a bare echo of as
    many messages as long, in the same minute."""
    rounds, links = seconds * 2, _tables(server, game, tables)
    played, spent = asyncio.run(_play(server, links, rounds, 0.5))
    times = [time * 1000 for table in played for time in table.times]
    size = int(median(octet for table in played for octet in table.octets)) // 2
    echoed, echo_spent = asyncio.run(_echo(echo, 2 * tables, rounds, size))
    echo_times = [time * 1000 for time in echoed]
    name = f"{tables} tables of two seats, two answers a second each"
    cpu, echo_cpu = spent * 1000 / len(times), echo_spent * 1000 / len(echoed)
    detail = f"{len(times)} answers, median {median(times):.1f} ms, longest {max(times):.0f} ms"
    echo_detail = f"{len(echoed)} messages of {size} octets, median {median(echo_times):.1f} ms"
    return [
        at_most(f"{name}, p95", percentile(times, 95), "ms", 100, detail),
        at_most(f"{name}, CPU of the server an answer", cpu, "ms", 1.5, "for both windows, writing included"),
        beside("a bare Litestar echo to as many windows, p95", percentile(echo_times, 95), "ms", echo_detail),
        beside("a bare Litestar echo, CPU of the server a message", echo_cpu, "ms", "for one window"),
    ]


def _tables(server: Server, game: str, tables: int) -> list[dict[str, Any]]:
    saved = half_a_game(game).packed()
    return [server.ask("/api/tables/upload", saved) for _ in range(tables)]


async def _measured(server: Server | EchoServer, work: Iterable[Awaitable[T]]) -> tuple[list[T], float]:
    """What all these bring together, and the processor time they cost a server."""
    before = _processor_time(server.process.pid)
    results = await asyncio.gather(*work)
    return list(results), _processor_time(server.process.pid) - before


def _processor_time(pid: int) -> float:
    """Seconds a process has been at work; 0 where the system does not say so in this way."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def _play(server: Server, tables: list[dict[str, Any]], rounds: int, pause: float) -> tuple[list[Table], float]:
    listeners, found = [], []
    for number, table in enumerate(tables):
        seats = []
        for token in table["seats"]:
            seat = Seat(await _connected(f"{server.base}/live"))
            await seat.socket.send(msgspec.json.encode({"do": "enter", "token": token}).decode())
            listeners.append(asyncio.create_task(seat.listen()))
            await seat.until("table")
            seats.append(seat)
        found.append(Table((seats[0], seats[1]), random.Random(number), pause))
    _, spent = await _measured(server, (table.play(rounds) for table in found))
    for listener in listeners:
        listener.cancel()
    return found, spent


async def _echo(echo: EchoServer, windows: int, rounds: int, size: int) -> tuple[list[float], float]:
    """Windows that take turns in pairs, as seats do: one message of each pair every half second."""
    sockets = [await _connected(f"{echo.base}/live") for _ in range(windows)]
    text, draw = "x" * size, random.Random(1)

    async def play(pair: list[Any]) -> list[float]:
        await asyncio.sleep(draw.random() * 0.5)
        times = []
        for number in range(rounds):
            began = perf_counter()
            await pair[number % 2].send(text)
            await asyncio.wait_for(pair[number % 2].recv(), PATIENCE)
            times.append(perf_counter() - began)
            await asyncio.sleep(max(0.0, 0.5 - times[-1]))
        return times

    pairs = [sockets[number : number + 2] for number in range(0, windows, 2)]
    played, spent = await _measured(echo, map(play, pairs))
    return [time for times in played for time in times], spent


async def _connected(address: str) -> Any:
    from websockets.asyncio.client import connect
    from websockets.typing import Origin

    origin = Origin(address.rpartition("/")[0])
    return await connect(address.replace("http", "ws"), origin=origin, max_size=None, compression=None)
