"""Two people at a table of a site, at a time that a test says, as processes of several stores have it open."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from ardennes.numbers import Side
from ardennes.server.pace import HOUR, Pace, Timer
from ardennes.server.people.accounts import Account, Accounts
from ardennes.server.people.play import People
from ardennes.server.room import Room
from ardennes.server.rooms import Rooms
from ardennes.server.store import Store
from tests.server.serving import in_a_loop

PACE = Pace(name="fast", bank=10 * HOUR, increment=HOUR, cap=12 * HOUR)
FIRST, SECOND = Side(0), Side(1)
NOON = 1_800_000_000.0


class Watch:
    """What time it is."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> float:
        return self.now


class Pair:
    """The host has the first side; the guest comes when it begins."""

    def __init__(self, stores: list[Store], pace: Pace = PACE) -> None:
        self.stores = stores
        self.accounts, self.people = Accounts(stores[0].engine), People(stores[0].engine, stores[0].clock)
        self.players: list[Account] = [self.accounts.add(name, "en") for name in ("Ada", "Bo")]
        timer = Timer.of(pace)
        self.row = Rooms(stores[0], open_dice=True).new("crossroads", "noon", (), "", seed="7", timer=timer)
        self.people.challenge(self.row, self.players[0], FIRST, None)

    def begin(self) -> None:
        self.people.join(self.row.id, self.players[1].id)

    @property
    def timer(self) -> Timer:
        row = self.stores[0].row(self.row.id)
        assert row is not None
        assert row.timer is not None
        return row.timer

    def at(self, work: Callable[..., Coroutine[Any, Any, Any]], *stores: Store) -> Any:
        """Does something with the table as processes of these stores have it open; then they are gone."""

        async def run() -> Any:
            several = [Rooms(store) for store in stores or self.stores[:1]]
            try:
                return await work(*[await rooms.room(self.row) for rooms in several])
            finally:
                for rooms in several:
                    await rooms.close()

        return in_a_loop(run())


async def play(room: Room) -> None:
    """Answers for whoever is asked until the other must decide."""
    asked = room.match.asked
    assert asked is not None
    side = asked.side
    while (asked := room.match.asked) is not None and asked.side == side:
        await room.change(partial(room.match.apply, asked.options[-1], asked.side))
