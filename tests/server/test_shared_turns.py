"""A person and the computer share a side, in each game: whole turns, each with his own formations."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from ardennes.numbers import ENEMY_OF, SIDES, Side
from ardennes.server.commands import CHIEF
from ardennes.server.computers import Situation
from ardennes.server.protocol.requests import AnswerRequest
from ardennes.server.protocol.seat import GiveCommand
from ardennes.server.room import Room
from ardennes.server.rooms import Rooms
from ardennes.server.store import Store
from ardennes.server.windows import Window
from tests.server.serving import in_a_loop

MOST_ANSWERS = 6000
ENDS_A_PHASE = 0.4
"""How often the person says that he has done where he could do something."""


class Here:
    """Thinks at once, where it is asked, and at every run of the test the same."""

    def __init__(self, name: str) -> None:
        self.name = name

    async def think(self, table: str, hear: Any, function: Any, told: Situation) -> Any:
        await asyncio.sleep(0)
        return function(lambda *_: None, msgspec.structs.replace(told, table=self.name))

    async def run(self, function: Any, *told: Any) -> Any:
        return function(*told)

    def rest(self, table: str) -> None:
        """Nothing goes on."""


class Ears(Window):
    """A window that only remembers what it was refused."""

    def __init__(self, side: Side, number: int) -> None:
        super().__init__(side, "en", number)
        self.refused: list[dict[str, Any]] = []

    def send(self, text: str) -> None:
        if '"refused"' in text[:40]:
            self.refused.append(json.loads(text))


class Shared(NamedTuple):
    """What is played, for how many turns, and which formations of a side the computer has."""

    game: str
    scenario: str
    turns: int
    side: Side
    commanded: str


async def play(folder: Path, shared: Shared) -> tuple[Room, Ears]:
    """The computer has some formations of a side, and the enemy; the person has the others and answers at random."""
    game, scenario, turns, side, commanded = shared
    store = Store(f"sqlite:///{folder / 'tables.sqlite'}")
    rooms = Rooms(store, open_dice=True)
    room = await rooms.room(rooms.new(game, scenario, (), "", "7"))
    room.pool = Here(f"shared-{game}-{side}")  # type: ignore[assignment]
    await room.officers.give(side, GiveCommand((commanded,), player="easy"))
    person = Ears(side, CHIEF)
    room.enter(person)
    await room.seat(ENEMY_OF[side], "easy")
    chance, first = random.Random(7), room.match.position.turn
    while room.match.over is None and room.match.position.turn < first + turns:
        staff, match = room.officers.staff(side), room.match
        allowed, end = staff.allowed(match, CHIEF), staff.end(match)
        if CHIEF not in room.officers.waits_for() and (end is None or chance.random() < 0.9):
            allowed = []
        if not allowed:
            await asyncio.sleep(0.001)
            continue
        others_options = [option for option in allowed if option != end]
        option = chance.choice(others_options) if others_options and chance.random() > ENDS_A_PHASE else end
        if option is None:
            option = chance.choice(others_options)
        rev = room.rev_of(side)
        await room.handle(person, AnswerRequest(id=1, rev=rev, option=option))
        assert len(match.records) < MOST_ANSWERS
    await rooms.close()
    store.close()
    return room, person


@pytest.mark.parametrize(
    "shared",
    [
        Shared("bulge1944", "campaign", 2, SIDES[0], "5th Panzer Army"),
        Shared("bulge1944", "campaign", 2, SIDES[1], "1st Army/V"),
        Shared("deadly_woods", "attack", 1, SIDES[0], "6th Panzer Army"),
        Shared("deadly_woods", "attack", 1, SIDES[1], "VIII Corps"),
        Shared("bitter_woods", "campaign", 1, SIDES[0], "5th-panzer"),
        Shared("bitter_woods", "campaign", 1, SIDES[1], "1st/VIII"),
        Shared("wacht_am_rhein", "bastogne", 1, SIDES[0], "LVIII"),
        Shared("wacht_am_rhein", "bastogne", 1, SIDES[1], "VIII"),
    ],
    ids=lambda shared: f"{shared.game}-{shared.side}",
)
def test_a_person_and_the_computer_share_a_side(tmp_path: Path, shared: Shared) -> None:
    room, person = in_a_loop(play(tmp_path, shared))
    side = shared.side
    match, staff = room.match, room.officers.staff(side)
    # What the computer does between a person's look and his answer may take it away.
    assert {each["code"] for each in person.refused} <= {"not-offered", "error"}
    given = [record for record in match.records if record.side == side and record.kind == "answer"]
    for number in staff.numbers:
        mine = [staff.unit_of(record.option) for record in given if record.by == number]
        assert mine, f"command {number} did nothing"
        assert {staff.holder(match.position, unit) for unit in mine if unit is not None} <= {number}
