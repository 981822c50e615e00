"""Situations of 1944 in a line or two.

>>> match = field("1SS 1909, 14Cav 1809", points=5)
>>> match.dice(symbols(5, armor=1), symbols(1))
"""

from __future__ import annotations

import atexit
from collections.abc import Iterable
from csv import DictReader, DictWriter
from functools import cache
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

from ardennes.engine.dice import FixedDice
from ardennes.engine.game import load_game
from ardennes.engine.packs import export
from ardennes.games.bulge1944.rules.field import BESIDE, Field
from ardennes.games.bulge1944.rules.pieces import CARDS, BulgeData
from tests.situation import SIDES, Situation, data_of, situation, unit_lines

PHASES = {"reinforcement": "Reinforcement", "activation": "Activation"}
ON_ALLIED_ENTRIES = (
    "1SS 0501, 12SS 0801, 2Pz 1301, Lehr 1501, 116Pz 0107, 9SS 0112, "
    "2SS 0421, 9Pz 0821, 3PzGr 1121, 15PzGr 1521, FBB 1721"
)
ON_GERMAN_ENTRIES = "1Inf 2010, 2Inf 2013, 99Inf 2017"
"""Enemies on every supply hex of a side, so that no road leads anywhere."""


class Battlefield(Situation):
    """A match of this game, with words for what tests ask about."""

    position: Field

    @property
    def data(self) -> BulgeData:
        return self.position.data

    def points(self) -> int:
        """Resource points left."""
        return self.position.points

    def allowance(self, id: str) -> int:
        """Movement points, in sixths, that an activation of this unit would give it."""
        return self.points_for(f"move {id}")

    def costs(self, *hexes: str) -> list[int]:
        """What the moving unit would pay to each hex, in sixths."""
        return [self.tells(f"to {hex}").cost or 0 for hex in hexes]


@cache
def brisk_data() -> Path:
    """Our data, but with allowances that let units do all that the rules speak of, whatever the reconstructed ones are:
    six points for armor, four for infantry."""
    folder = Path(mkdtemp(prefix="bulge1944-"))
    atexit.register(rmtree, folder)
    export(load_game("bulge1944"), folder, force=True)
    with (folder / "units.csv").open(encoding="utf-8", newline="") as file:
        rows = list(DictReader(file))
    for row in rows:
        row["moves"] = "4" if row["kind"] in ("infantry", "airborne") else "6"
    with (folder / "units.csv").open("w", encoding="utf-8", newline="") as file:
        table = DictWriter(file, list(rows[0]))
        table.writeheader()
        table.writerows(rows)
    return folder


def box(scenario: str = "campaign", options: Iterable[str] = (), pack: Path | None = None) -> BulgeData:
    """What lies in the box, with nothing set up."""
    data = data_of("bulge1944", scenario, frozenset(options), pack)
    assert isinstance(data, BulgeData)
    return data


def symbols(dice: int, infantry: int = 0, armor: int = 0) -> int:
    """What to lay out so that so many combat dice show these symbols, and blanks for the rest."""
    wanted = (infantry, armor, dice - infantry - armor)
    outcome = 0
    while FixedDice([outcome]).pool(dice, (1, 1, 1)) != wanted:
        outcome += 1
    return outcome + 1


def field(
    units: str,
    phase: str = "german activation",
    *,
    turn: int = 1,
    points: int = 20,
    german_towns: Iterable[str] = (),
    weather: str = "overcast",
    scenario: str = "campaign",
    options: Iterable[str] = (),
    as_shipped: bool = False,
    pack: Path | None = None,
) -> Battlefield:
    """Units where they stand on an otherwise empty map, with a phase at its first question.

    ``1SS 1909/5 attacked, 106Inf 1712, 2Inf? 1707, 7Arm reinforcements``, as :func:`tests.situation.unit_lines` reads
    it. Towns are in Allied hands but for those named. Units have brisk allowances, or those we ship for the
    rulebook's own examples, or those of a data pack.
    """
    pack = None if as_shipped else pack or brisk_data()
    data = box(scenario, options, pack)
    name, _, kind = phase.partition(" ")
    side = SIDES[name]
    step = 2 * side + (2 if kind == "reinforcement" else 3)
    german = {data.board.hex(town) for town in german_towns} | {data.code(code) for code in ("E5", "E6", "E7")}
    lines = [
        f"turn = {turn}",
        f"points = {points}",
        f'weather = "{weather}"',
        f'card = "{scenario if scenario in CARDS else "campaign"}"',
        f'stack = [{{"type": "Battle", "step": {step}}}, {{"type": "{PHASES[kind]}", "side": {side}}}]',
    ]
    lines += [f"hex {data.board.label(hex)}: control={int(hex not in german)}" for hex in sorted(data.towns | german)]
    aside = [piece.id for piece in data.counters if not piece.land_unit and not piece.stand_in]
    lines += [f"unit {id}: where={BESIDE}" for id in aside]
    steps = [piece.steps if piece.land_unit else 0 for piece in data.counters]
    lines += unit_lines(data, units, steps.__getitem__, data.stand_ins)
    match = situation("bulge1944", "\n".join(lines), scenario=scenario, options=options, pack=pack)
    return Battlefield(match.header, match.position)
