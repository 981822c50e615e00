"""What one more open table takes of the server's memory, where others of its kind are open."""

from __future__ import annotations

import asyncio
import gc
import tracemalloc
from pathlib import Path

from ardennes.bench.findings import Finding, at_most
from ardennes.bench.web_load import half_a_game
from ardennes.engine.game import game_info
from ardennes.engine.match import Match
from ardennes.server.rooms import Rooms
from ardennes.server.store import Store

MEGABYTES_A_TABLE = 0.4
WARM = 8
"""Tables opened before: what all share, and what each thread that opens tables searches on, is there by then."""


def memory_finding(folder: Path, game: str, *, tables: int) -> Finding:
    """Tables in the middle of a game, opened from the store by the rooms of the server, and counted by what Python
    allocates for them: the memory of a process tells more about what ran in it before."""
    taken = asyncio.run(_taken(folder, half_a_game(game), tables))
    detail = f"{tables} tables in the middle of a game, beside {WARM}"
    title = game_info(game).title
    return at_most(f"memory of an open table, {title}", taken / tables / 1e6, "MB", MEGABYTES_A_TABLE, detail)


async def _taken(folder: Path, match: Match, tables: int) -> int:
    rooms = Rooms(Store(f"sqlite:///{folder / 'memory.sqlite'}"))
    rows = [rooms.add(match, "bench") for _ in range(WARM + tables)]
    opened = [await rooms.room(row) for row in rows[:WARM]]
    gc.collect()
    tracemalloc.start()
    try:
        opened += [await rooms.room(row) for row in rows[WARM:]]
        gc.collect()
        return tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
        await rooms.close()
        rooms.store.close()
