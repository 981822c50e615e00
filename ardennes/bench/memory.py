"""What one more open table takes of the server's memory, where others of its kind are open."""

from __future__ import annotations

import asyncio
import gc
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import process_time
from typing import NamedTuple

from ardennes.bench.findings import Finding, at_most
from ardennes.bench.timing import Row
from ardennes.bench.web_load import half_a_game
from ardennes.engine.game import game_info
from ardennes.engine.match import Match
from ardennes.server.rooms import Rooms
from ardennes.server.store import Store

MEGABYTES_A_TABLE = 0.4
WARM = 8
"""Tables opened before: what all share, and what each thread that opens tables searches on, is there by then."""


class OpenTable(NamedTuple):
    """What one more open table takes."""

    megabytes: float
    microseconds: float
    """On the processor, to open it."""


def memory_finding(folder: Path, game: str, *, tables: int) -> Finding:
    """As people meet it."""
    name, opened, detail = _measured(folder, game, tables)
    return at_most(name, opened.megabytes, "MB", MEGABYTES_A_TABLE, detail)


def memory_row(folder: Path, game: str, *, tables: int) -> Row:
    """The same beside the rows of the engine; the time is that of opening a table."""
    name, opened, detail = _measured(folder, game, tables)
    target, met = f"at most {MEGABYTES_A_TABLE:g} MB", opened.megabytes <= MEGABYTES_A_TABLE
    detail = f"{opened.megabytes:.2f} MB, {detail}"
    return Row(name=name, microseconds=opened.microseconds, target=target, met=met, detail=detail)


def _measured(folder: Path, game: str, tables: int) -> tuple[str, OpenTable, str]:
    # In a thread of its own: a loop may run in this one, where a browser is driven beside.
    with ThreadPoolExecutor(1) as own:
        opened = own.submit(asyncio.run, _open_tables(folder, half_a_game(game), tables)).result()
    detail = f"{tables} tables in the middle of a game, beside {WARM}"
    return f"memory of an open table, {game_info(game).title}", opened, detail


async def _open_tables(folder: Path, match: Match, tables: int) -> OpenTable:
    """Tables in the middle of a game, opened from the store by the rooms of the server, and counted by what Python
    allocates for them: the memory of a process tells more about what ran in it before."""
    rooms = Rooms(Store(f"sqlite:///{folder / 'memory.sqlite'}"))
    rows = [rooms.add(match, "bench") for _ in range(WARM + tables)]
    opened, seconds = [], 0.0
    for row in rows[:WARM]:
        start = process_time()
        opened.append(await rooms.room(row))
        seconds = process_time() - start
    gc.collect()
    tracemalloc.start()
    try:
        opened += [await rooms.room(row) for row in rows[WARM:]]
        gc.collect()
        return OpenTable(tracemalloc.get_traced_memory()[0] / tables / 1e6, seconds * 1e6)
    finally:
        tracemalloc.stop()
        await rooms.close()
        rooms.store.close()
