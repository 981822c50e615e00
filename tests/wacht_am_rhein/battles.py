"""Combat Phases of Wacht am Rhein in a line or two.

>>> match = battle("J1 D0833, A1 D0834", turn=8)

The ground around D0834 is clear and without rivers; its neighbours are, clockwise from the north-east, D0734, D0833,
D0934, D0935, D0835 and D0735. Germans come from the east, where columns are lower."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Self

from ardennes.engine.procedure import About
from ardennes.engine.texts import Event
from ardennes.games.wacht_am_rhein.rules.attacks import Combat
from ardennes.games.wacht_am_rhein.rules.field import Field
from ardennes.games.wacht_am_rhein.rules.pieces import WachtData
from tests.situation import SIDES, Situation, data_of, situation, unit_lines

GAME = "wacht_am_rhein"
NAMES = {
    **{f"J{n}": f"GE-{n}_39_26-I" for n in (1, 2, 3)},  # 5-7-6/2-4-6
    **{f"K{n}": f"GE-{n}_77_26-I" for n in (1, 2, 3)},
    **{f"V{n}": f"GE-{n}_914_352-I" for n in (1, 2)},  # green, 3-5-6/1-3-6
    **{f"Pg{n}": f"GE-{n}_2_2P-M" for n in (1, 2)},  # 6-10-12/3-6-12
    "Pz": "GE-1_3_2P-T-IV",  # 10-8-12/4-5-12
    "Rc": "GE-2Pxx-R",  # 8-8-14/4-4-14
    "Pi": "GE-26xx-E",  # 1-3-6/(1)-1-6
    "Pk": "GE-26xx-AT-75",  # 2-8-12/(1)-4-12
    "g105": "GE-26xx-A-105",  # 4-2-5
    "g150": "GE-26xx-A-150",  # 3-1-8
    "h105": "GE-212xx-A-105",  # 4-2-5, of another division
    "K150": "GE-XLVII-A-150-1",  # 8-1-7, of the corps
    "K151": "GE-XLVII-A-150-2",
    "K210": "GE-XLVII-A-210",  # 8-1-15, without movement
    "Nw": "GE-XLVII-RKT-NW150-1",  # 9-0-3
    "HQ": "GE-2P_XLVII-H",
    **{f"A{n}": f"US-{n}_112_28-I" for n in (1, 2, 3)},  # 3-6-6/1-3-6
    "B1": "US-1_109_28-I",  # 3-6-6/1-3-6
    "B2": "US-2_110_28-I",
    "T": "US-707_28xx-T-M4",  # 10-8-12/4-5-12
    "E": "US-103_28xx-E",  # 1-4-6/(1)-2-6
    **{f"i{n}": f"US-c0{n}-I" for n in (1, 2)},  # (1)-2-6
    **{f"m{n}": f"US-c0{n}-M" for n in (4, 5, 6)},  # 1-2-12
    "t1": "US-c40-T",  # 3-2-12
    "w1": "US-c70-W",  # (1)-1-6
    "a105": "US-109_28xx-A-105",  # 2-2-7
    "b105": "US-229_28xx-A-105",
    "c105": "US-687_VIII-A-105",  # of the corps
    "d105": "US-42_4xx-A-105",  # of another division
    "a155": "US-108_28xx-A-155",  # 6-1-9
    "hq": "US-28_VIII-H",
}
SHORT = {id: name for name, id in NAMES.items()}
RIVER = ("D2518", "D2618")
"""Two banks of a river without bridge or ford, both of broken ground."""


def in_full(words: str) -> str:
    return " ".join(NAMES.get(word, word) for word in words.split())


class Battle(Situation):
    """A Combat Phase, with short names for the units of these tests."""

    position: Field

    @property
    def data(self) -> WachtData:
        return self.position.data

    def do(self, *words: str, side: int | None = None) -> list[Event]:
        return super().do(*map(in_full, words), side=side)

    def offers(self) -> set[str]:
        return {" ".join(SHORT.get(word, word) for word in offer.split()) for offer in super().offers()}

    def why(self, words: str, side: int | None = None) -> tuple[str, str]:
        return super().why(in_full(words), side)

    def tells(self, words: str) -> About:
        return super().tells(in_full(words))

    def unit(self, id: str) -> int:
        return super().unit(NAMES.get(id, id))

    def attack(self, hex: str, *units: str) -> Self:
        """Declares an attack and lets it go."""
        self.do(f"attack {hex}", *(f"join {unit}" for unit in units), "go")
        return self

    def column(self, words: str = "go") -> str:
        """The column an attack would be rolled on, with its line."""
        (note,) = self.tells(words).notes
        return f"{note.args['column']} {note.code.removeprefix('final-column-')}"

    def shifts(self, words: str = "go") -> dict[str, int]:
        return {entry.code: entry.amount for entry in self.tells(words).tallies["shifts"].entries}

    def result(self) -> str:
        """Of the attack that was rolled last."""
        return str((self.told("rolled") or self.told("not-rolled"))[-1].args["result"])

    def is_lost(self, id: str) -> bool:
        return self.position.where[self.unit(id)] < 0

    def is_over(self) -> bool:
        return not any(isinstance(each, Combat) for each in self.position.stack)


def battle(
    units: str,
    side: str = "german",
    *,
    turn: int = 8,
    bonus: bool = False,
    positions: Mapping[str, int] = {},
    spans: Mapping[str, int] = {},
    clocks: Iterable[str] = (),
    options: Iterable[str] = (),
) -> Battle:
    """Units on an otherwise empty map at the first question of a Combat Phase: ``A1 D0834/1 march, g105 D0831``.

    A number behind a hex is the steps left. Guns are in battery unless ``out`` is said; ``positions`` by hex are 2 for
    Improved Positions and 4 for Entrenchments, ``spans`` by hexside 2 for a bridge that was built.
    """
    data = data_of(GAME, "bastogne", frozenset(options))
    assert isinstance(data, WachtData)
    entries = []
    for entry in units.split(", "):
        name, place, *markers = entry.split()
        id = NAMES.get(name, name)
        if data.counters[data.unit(id)].gun and "out" not in markers and "march" not in markers:
            markers.append("battery")
        entries.append(" ".join((id, place, *(marker for marker in markers if marker != "out"))))
    lines = [
        f"turn = {turn}",
        f"bonus = {int(bonus)}",
        f'stack = [{{"type": "Combat", "side": {SIDES[side]}}}]',
        *clocks,
        *(f"hex {hex}: positions={position}" for hex, position in positions.items()),
    ]
    for pair, span in spans.items():
        one, other = (data.board.hex(hex) for hex in pair.split("/"))
        lines.append(f"hexside {data.board.side_label(data.board.side(one, other))}: spans={span}")
    lines += unit_lines(data, ", ".join(entries), data.full_steps.__getitem__)
    match = situation(GAME, "\n".join(lines), scenario="bastogne", options=options)
    return Battle(match.header, match.position)
