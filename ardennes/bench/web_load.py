"""Many tables at once: two seats at each, an action every few seconds, all on one server process."""

from __future__ import annotations

import asyncio
import random
from statistics import median
from time import perf_counter
from typing import Any

import msgspec

from ardennes.bench.findings import Finding, at_most, percentile
from ardennes.bench.web_server import PATIENCE, Server
from ardennes.engine.match import Match

SECONDS_BETWEEN = 5.0
LONGEST_GAME = 5000


class Asked(msgspec.Struct):
    side: int
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

    def __init__(self, seats: tuple[Seat, Seat], draw: random.Random) -> None:
        self.seats, self.draw = seats, draw
        self.times: list[float] = []
        self.octets: list[int] = []

    async def play(self, rounds: int) -> None:
        await asyncio.sleep(self.draw.random() * SECONDS_BETWEEN)
        for _ in range(rounds):
            began = perf_counter()
            if not await self.act():
                return
            await asyncio.sleep(max(0.0, SECONDS_BETWEEN - (perf_counter() - began)))

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


def half_a_game(game: str) -> bytes:
    """A save from the middle of a random game, with the log a game has by then."""
    match, draw = Match.new(game, seed="bench"), random.Random(5)
    while match.asked is not None and len(match.records) < LONGEST_GAME:
        match.apply(draw.choice(match.asked.options))
    return match.fork(len(match.records) // 2).packed()


def load_findings(server: Server, game: str, *, tables: int, rounds: int) -> list[Finding]:
    """How long an action takes while all tables play, and what it costs on the wire."""
    saved = half_a_game(game)
    links = [server.ask("/api/tables/upload", saved) for _ in range(tables)]
    played = asyncio.run(_play(server.base, links, rounds))
    times = [time * 1000 for table in played for time in table.times]
    octets = [octet / 1000 for table in played for octet in table.octets]
    detail = f"{len(times)} actions, median {median(times):.1f} ms, longest {max(times):.0f} ms"
    wire = f"p95 {percentile(octets, 95):.1f} kB, before compression"
    return [
        at_most(f"an action with {tables} tables of two seats each, p95", percentile(times, 95), "ms", 100, detail),
        at_most("an action on the wire, to and from both seats, median", median(octets), "kB", 4, wire),
    ]


async def _play(base: str, tables: list[dict[str, Any]], rounds: int) -> list[Table]:
    from websockets.asyncio.client import connect
    from websockets.typing import Origin

    address = base.replace("http", "ws")
    listeners, found = [], []
    for number, table in enumerate(tables):
        seats = []
        for token in table["seats"]:
            seat = Seat(await connect(f"{address}/live", origin=Origin(base), max_size=None))
            await seat.socket.send(msgspec.json.encode({"do": "enter", "token": token}).decode())
            listeners.append(asyncio.create_task(seat.listen()))
            await seat.until("table")
            seats.append(seat)
        found.append(Table((seats[0], seats[1]), random.Random(number)))
    await asyncio.gather(*(table.play(rounds) for table in found))
    for listener in listeners:
        listener.cancel()
    return found
