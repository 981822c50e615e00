"""The processes that think: what goes wrong is told, what nobody wants is stopped, and every table gets its share."""

from __future__ import annotations

import asyncio
import gc
import os
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from ardennes.server.pool import Pool, ThinkingFailed, cores
from tests.server.serving import WAIT, children, command

Tell = Callable[[float], None]


def in_pool(size: int, work: Callable[[Pool], Coroutine[Any, Any, None]]) -> None:
    """In an event loop of its own: a browser that is tested too may run one in this thread."""

    async def ask() -> None:
        pool = Pool(size)
        try:
            await work(pool)
        finally:
            pool.close()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(ask())).result()


def where(tell: Tell, seconds: float = 0) -> int:
    """Tells the process it is in, and works there for a while."""
    tell(os.getpid())
    time.sleep(seconds)
    return os.getpid()


def count(tell: Tell, last: int) -> int:
    for number in range(last):
        tell(number)
    return last


def test_what_goes_wrong_in_a_process_is_told() -> None:
    async def ask(pool: Pool) -> None:
        assert await pool.run(abs, -3) == 3
        with pytest.raises(ThinkingFailed, match="ValueError"):
            await pool.run(int, "three")
        with pytest.raises(ThinkingFailed, match="died again and again"):
            await pool.run(os._exit, 1)
        assert await pool.run(abs, -4) == 4

    in_pool(1, ask)


def test_a_thought_nobody_waits_for_is_stopped() -> None:
    async def ask(pool: Pool) -> None:
        first = asyncio.create_task(pool.run(time.sleep, 3600))
        while not pool.pids:
            await asyncio.sleep(0.05)
        (pid,) = pool.pids
        first.cancel()
        await asyncio.wait([first])
        assert not command(pid)
        assert await pool.run(abs, -5) == 5

    in_pool(1, ask)


def test_a_thought_that_is_stopped_twice_leaves_nothing_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    """The second stop comes while the first waits for the end of the process."""

    async def ask(pool: Pool) -> None:
        thought = asyncio.create_task(pool.run(time.sleep, 3600))
        while not pool.pids:
            await asyncio.sleep(0.05)
        thought.cancel()
        await asyncio.sleep(0)
        thought.cancel()
        await asyncio.wait([thought])
        assert await pool.run(abs, -5) == 5
        del thought
        gc.collect()

    in_pool(1, ask)
    assert caplog.messages == []


def test_no_thought_goes_on_without_the_server() -> None:
    """As after a power cut of the server alone: whoever thinks for it ends too, in the middle of a thought."""
    work = "import asyncio, time; from ardennes.server.pool import Pool; asyncio.run(Pool(1).run(time.sleep, 3600))"
    with subprocess.Popen([sys.executable, "-c", work]) as server:
        while not (started := children(server.pid)):
            time.sleep(0.1)
        time.sleep(1)
        server.kill()
    deadline = time.monotonic() + WAIT
    while any("spawn_main" in command(pid) for pid in started):
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_what_is_told_on_the_way_is_heard_in_order() -> None:
    async def ask(pool: Pool) -> None:
        heard: list[float] = []
        assert await pool.think("table", heard.append, count, 5) == 5
        assert heard == [0, 1, 2, 3, 4]

    in_pool(1, ask)


def test_a_table_thinks_where_it_thought_before_unless_another_is_there() -> None:
    async def ask(pool: Pool) -> None:
        async def thought(table: str, seconds: float = 0) -> int:
            return await pool.think(table, bool, where, seconds)

        home = await thought("one")
        assert await thought("one") == home
        pool.rest("one")
        heard: list[float] = []
        long = asyncio.create_task(pool.think("other", heard.append, where, 3600))
        while not heard:
            await asyncio.sleep(0.05)
        assert heard == [home]
        moved = await thought("one")
        assert moved != home, "a long thought delays another table"
        assert await thought("one") == moved
        long.cancel()
        await asyncio.wait([long])

    in_pool(2, ask)


def test_tables_that_share_a_process_think_in_turn() -> None:
    async def ask(pool: Pool) -> None:
        order: list[str] = []

        async def row_of_thoughts(table: str, many: int) -> None:
            for _ in range(many):
                await pool.think(table, bool, where)
                order.append(table)

        await asyncio.gather(row_of_thoughts("busy", 4), row_of_thoughts("quick", 1))
        assert order == ["busy", "quick", "busy", "busy", "busy"]

    in_pool(1, ask)


def test_there_is_a_process_for_each_core() -> None:
    async def ask(pool: Pool) -> None:
        thoughts = [pool.think(str(table), bool, where, 1.0) for table in range(cores())]
        assert len(set(await asyncio.gather(*thoughts))) == cores()

    in_pool(0, ask)
