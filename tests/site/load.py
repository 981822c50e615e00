"""What a site costs, beside a bare Litestar echo in the same run: `python -m tests.site.load`.

Answers a second in one process, and what an answer costs one process and two together; many windows at once; the pages
of lobby and of one's own tables among very many tables; the memory of open and closed tables.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from ardennes.bench.findings import percentile
from ardennes.bench.web_echo import EchoServer
from ardennes.bench.web_load import Seat, _connected, _echo, _processor_time
from ardennes.server.schema import seats, tables
from tests.site.cluster import running
from tests.site.people import People, joined
from tests.site.sites import Process, site

PAGE_SECONDS = 20


class Playing:
    """Two seats that answer at random as fast as they may, or at a pace."""

    def __init__(self, pair: tuple[Seat, Seat], dice: random.Random) -> None:
        self.pair, self.dice = pair, dice
        self.times: list[float] = []

    async def play(self, until: float, pause: float) -> None:
        await asyncio.sleep(self.dice.random() * pause)
        while (now := time.perf_counter()) < until:
            asked = [seat for seat in self.pair if seat.latest.asked and seat.latest.asked.options]
            if not asked:
                if all(seat.latest.asked is None for seat in self.pair):
                    return
                await asyncio.sleep(0.002)
                continue
            (seat, *_) = asked
            assert seat.latest.asked is not None
            option = self.dice.choice(seat.latest.asked.options)
            request = {"id": 1, "do": "answer", "rev": seat.latest.rev, "option": option}
            await seat.socket.send(msgspec.json.encode(request).decode())
            await seat.until("done", "refused")
            self.times.append(time.perf_counter() - now)
            await asyncio.sleep(max(0.0, pause - (time.perf_counter() - now)))


async def opened(process: Process, token: str, listeners: list[asyncio.Task[None]]) -> Seat:
    seat = Seat(await _connected(f"{process.base}/live"))
    await seat.socket.send(msgspec.json.encode({"do": "enter", "token": token}).decode())
    listeners.append(asyncio.create_task(seat.listen()))
    await seat.until("table")
    return seat


async def answers(processes: Sequence[Process], links: list[list[str]], seconds: float, rate: float) -> dict[str, Any]:
    """The two seats of each table at the first process and the last; so many answers a second at all tables."""
    listeners: list[asyncio.Task[None]] = []
    where = (processes[0], processes[-1])
    playing = []
    for number, pair in enumerate(links):
        one, other = [await opened(process, token, listeners) for process, token in zip(where, pair, strict=True)]
        playing.append(Playing((one, other), random.Random(number)))
    pause = len(links) / rate if rate else 0.0
    await asyncio.gather(*(each.play(time.perf_counter() + 3, pause) for each in playing))
    for each in playing:
        each.times.clear()
    before, began = sum(_processor_time(each.process.pid) for each in processes), time.perf_counter()
    await asyncio.gather(*(each.play(began + seconds, pause) for each in playing))
    spent = sum(_processor_time(each.process.pid) for each in processes) - before
    lasted = time.perf_counter() - began
    for listener in listeners:
        listener.cancel()
    times = [1000 * each for playing_one in playing for each in playing_one.times]
    return {
        "answers a second": round(len(times) / lasted),
        "p50 ms": round(percentile(times, 50), 1),
        "p95 ms": round(percentile(times, 95), 1),
        "CPU an answer ms": round(1000 * spent / len(times), 2),
    }


def resident(process: Process) -> float:
    """Megabytes."""
    for line in Path(f"/proc/{process.process.pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) / 1024
    raise ValueError("no such line")


def new_tables(process: Process, game: str, many: int) -> list[list[str]]:
    with process.owner() as owner:
        made = [owner.post("/api/tables", json={"game": game}).json() for _ in range(many)]
    return [table["seats"] for table in made]


@contextlib.contextmanager
def started(database: str, folder: Path, processes: int) -> Iterator[list[Process]]:
    with site(database, folder, processes) as found:
        yield found


def crowded(url: str, account: str, many: int, own: int) -> None:
    """So many copies of the table there is; some of them are somebody's own."""
    engine = sa.create_engine(url, poolclass=sa.NullPool)
    with engine.begin() as connection:
        row = dict(connection.execute(tables.select().limit(1)).mappings().one())
        base = {**row, "deleted": False}
        for first in range(0, many, 5000):
            rows = [
                {**base, "id": f"x{n}", "first": f"a{n}", "second": f"b{n}", "watch": f"c{n}", "updated": float(n)}
                for n in range(first, min(many, first + 5000))
            ]
            connection.execute(tables.insert(), rows)
        mine = [{"table_id": f"x{n}", "side": n % 2, "account": account} for n in range(own)]
        connection.execute(seats.insert(), mine)
        connection.exec_driver_sql("ANALYZE")
    engine.dispose()


def page_time(browser: Any, path: str) -> float:
    times = []
    for _ in range(PAGE_SECONDS):
        began = time.perf_counter()
        assert browser.get(path).status_code == 200
        times.append(1000 * (time.perf_counter() - began))
    return sorted(times)[len(times) // 2]


async def windows(process: Process, link: list[list[str]], many: int) -> dict[str, Any]:
    """So many windows at once, three at each seat."""
    listeners: list[asyncio.Task[None]] = []
    tokens = [token for pair in link for token in pair for _ in range(3)][:many]
    began, before = time.perf_counter(), resident(process)
    gate = asyncio.Semaphore(20)

    async def come(token: str) -> Seat:
        async with gate:
            return await opened(process, token, listeners)

    found = await asyncio.gather(*(come(token) for token in tokens))
    came = time.perf_counter() - began
    playing = [Playing((found[n], found[n + 3]), random.Random(n)) for n in range(0, min(len(found) - 3, 600), 6)]
    until = time.perf_counter() + 10
    await asyncio.gather(*(each.play(until, 1.0) for each in playing))
    times = [1000 * each for one in playing for each in one.times]
    grown = resident(process) - before
    for listener in listeners:
        listener.cancel()
    return {
        "windows": len(found),
        "seconds to come": round(came, 1),
        "p95 ms": round(percentile(times, 95), 1),
        "MB": round(grown),
    }


def main(arguments: Sequence[str] = ()) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="*", default=["answers", "pages", "windows", "memory"])
    parser.add_argument("--game", default="bulge1944")
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rate", type=float, default=300)
    parser.add_argument("--many", type=int, default=100_000)
    wanted = parser.parse_args(arguments)
    with ExitStack() as stack:
        cluster = stack.enter_context(running())
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        if "answers" in wanted.what:
            for count in (1, 2):
                with started(cluster.url(cluster.new()), folder, count) as processes:
                    links = new_tables(processes[0], wanted.game, wanted.tables)
                    told = asyncio.run(answers(processes, links, wanted.seconds, wanted.rate))
                    print(f"{count} processes, {wanted.tables} tables:", told, flush=True)
            with EchoServer() as echo:
                before = _processor_time(echo.process.pid)
                rounds = int(wanted.seconds * 2)
                echoed, _ = asyncio.run(_echo(echo, 2 * wanted.tables, rounds, 1500))
                spent = _processor_time(echo.process.pid) - before
                times = [1000 * each for each in echoed]
                print(
                    "a bare echo:",
                    {"p95 ms": round(percentile(times, 95), 1), "CPU ms": round(1000 * spent / len(times), 2)},
                )
        if "memory" in wanted.what or "windows" in wanted.what:
            with started(cluster.url(cluster.new()), folder, 1) as (process,):
                links = new_tables(process, wanted.game, 340)
                if "memory" in wanted.what:
                    asyncio.run(windows(process, links[:40], 40))
                    told = asyncio.run(windows(process, links[40:340], 1800))
                    print("open tables:", 300, told, "MB each:", round(told["MB"] / 300, 2), flush=True)
                if "windows" in wanted.what:
                    print("many windows:", asyncio.run(windows(process, links, 2000)), flush=True)
        if "pages" in wanted.what:
            url = cluster.url(cluster.new())
            with started(url, folder, 1) as (process,), People(process, url) as people:
                host, guest = people.sign_up(), people.sign_up()
                joined(host, guest)
                crowded(url, host.account, wanted.many, 200)
                told = {path: round(page_time(host, path), 1) for path in ("/api/mine", "/api/challenges")}
                with process.owner() as owner:
                    told["/api/tables"] = round(page_time(owner, "/api/tables"), 1)
                print(f"{wanted.many} tables, median ms:", told, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
