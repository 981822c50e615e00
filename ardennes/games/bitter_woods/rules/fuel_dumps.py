"""25.0 Fuel dumps (an option): two that the Allied player hides, and that the Germans look for.

Where a dump may be, everybody knows: the hex that the rules name, and those around it. So whatever happens at one of
these hexes happens at each of them alike, until the dump has come to light: a German unit that comes to it has searched
it, and as soon as one is beside it the Allied player is asked, even if all he can do is to go on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from ardennes.engine.options import object_of
from ardennes.engine.procedure import About, Procedure
from ardennes.engine.texts import Event
from ardennes.games.bitter_woods.rules.events import in_force, scattered
from ardennes.games.bitter_woods.rules.field import ALLIED_DUMP, CAPTURED, DESTROYED, Field
from ardennes.games.bitter_woods.rules.pieces import ALLIED, BURN, DONE, GERMAN, BitterData
from ardennes.games.bitter_woods.rules.supply import leads_to_east_edge
from ardennes.numbers import NO_NUMBER, Hex, Side, Unit
from ardennes.rules.picking import Pick

DUMPS = range(2)
THROWS = [first + second for first in range(1, 7) for second in range(1, 7)]
BLOWN_WITH = 3
"""25.3 The highest die that destroys a dump."""

V = TypeVar("V")


# --- where they are --------------------------------------------------------------------------------------


def dump_sites(data: BitterData) -> tuple[dict[Hex, int], ...]:
    """25.1 The hexes where each dump may be, with how many throws of two dice put it there."""
    sites = []
    for dump in data.named.dumps:
        hexes = [scattered(data, data.board.hex(dump.hex), throw) for throw in THROWS]
        sites.append({hex: hexes.count(hex) for hex in sorted(set(hexes))})
    return tuple(sites)


def hide_dumps(p: Field) -> None:
    """25.1 Before play the Allied player rolls twice for each dump, in secret."""
    if not p.data.dump_sites:
        return
    near = [p.data.board.hex(dump.hex) for dump in p.data.named.dumps]
    first, second = (scattered(p.data, hex, p.die() + p.die()) for hex in near)
    p.dumps = first, second
    p.tell(Event("dumps-hidden", {"hexes": p.dumps}, "25.1", {GERMAN: None}))


def imagine_dumps(truth: Field) -> None:
    """25.1 Dumps where they might be for all that the German player knows."""
    first, second = (_imagined(truth, dump) for dump in DUMPS)
    truth.dumps = first, second


def _imagined(truth: Field, dump: int) -> Hex:
    hexes = possible_hexes(truth, dump)
    throws = [truth.data.dump_sites[dump][hex] for hex in hexes]
    return hexes[truth.pick(len(hexes), throws)] if len(hexes) > 1 else hexes[0]


def possible_hexes(p: Field, dump: int) -> list[Hex]:
    """Where a dump is, or for all that everybody knows may be."""
    if p.dumps_found[dump] != NO_NUMBER:
        return [p.dumps_found[dump]]
    return [hex for hex in p.data.dump_sites[dump] if hex not in p.searched]


def is_unsearched(p: Field, side: Side, hex: Hex) -> bool:
    """25.2 Whether a unit of this side would find a dump in a hex, or find that there is none."""
    return side == GERMAN and any(
        p.dumps_found[dump] == NO_NUMBER and hex in sites and hex not in p.searched
        for dump, sites in enumerate(p.data.dump_sites)
    )


def reveal(p: Field, dump: int, rule: str) -> None:
    """25.2, 25.3 The Allied player declares where a dump is."""
    if p.dumps_found[dump] == NO_NUMBER:
        p.dumps_found = _with(p.dumps_found, dump, p.dumps[dump])
        p.revealed = True
        p.tell(Event("dump-declared", {"hex": p.dumps[dump]}, rule))


def _with(values: tuple[V, V], dump: int, value: V) -> tuple[V, V]:
    return (value, values[1]) if dump == 0 else (values[0], value)


# --- capture ---------------------------------------------------------------------------------------------


def enter_dump_hex(p: Field, unit: Unit, hex: Hex) -> None:
    """25.2 A unit comes to a hex, be it only on its way: a German one finds the dump or that there is none, an Allied
    one takes a captured dump back."""
    if p.data.sides[unit] == ALLIED:
        for dump in DUMPS:
            if p.dumps_found[dump] == hex and p.dump_states[dump] == CAPTURED:
                p.dump_states = _with(p.dump_states, dump, ALLIED_DUMP)
                p.tell(Event("dump-retaken", {"hex": hex}, "25.2"))
        return
    if is_unsearched(p, GERMAN, hex):
        p.revealed = True
        if hex not in p.dumps:
            p.searched += (hex,)
            p.tell(Event("no-dump-there", {"hex": hex}, "25.2"))
    if hex in p.dumps:
        reveal(p, p.dumps.index(hex), "25.2")
    if hex in p.dumps_found:
        p.put(unit, hex)
        capture_dumps(p)


def capture_dumps(p: Field) -> None:
    """25.2 A dump is captured once a German unit is there and a line of supply runs from it to the eastern edge; 12.6
    who holds both has no shortage any more."""
    for dump, hex in enumerate(p.dumps_found):
        if hex == NO_NUMBER or p.dump_states[dump] != ALLIED_DUMP or p.side_in(hex) != GERMAN:
            continue
        if leads_to_east_edge(p, hex):
            p.dump_states = _with(p.dump_states, dump, CAPTURED)
            p.tell(Event("dump-captured", {"hex": hex}, "25.2"))
            if p.dump_states == (CAPTURED, CAPTURED):
                p.fuel_assured = 1
                p.tell(Event("fuel-assured", {}, "25.2"))


def has_fuel_of(p: Field, army: str) -> bool:
    """25.2 Whether the Germans hold the dump that spares an army the shortage."""
    return any(p.dump_states[dump] == CAPTURED and p.data.named.dumps[dump].army == army for dump in DUMPS)


# --- destruction -----------------------------------------------------------------------------------------


class DumpChance(Procedure):
    """25.3 The Allied player may blow dumps: the one in a hex that a German unit has just come up to, or any."""

    stage_name = "stage-dumps"
    side: Side = ALLIED
    hex: Hex = NO_NUMBER


def note_threats(p: Field, passed: Sequence[int]) -> None:
    """25.3 The moment that Germans are, or have passed, beside a hex where Allied units stand and a dump may be: the
    Allied player has his first chance there."""
    for _, hex in untried(p):
        passed_by = any(there in passed for there in p.data.board.around(hex))
        if hex not in p.threatened and (passed_by or is_beside_german(p, hex)):
            p.threatened += (hex,)
            p.interrupt(DumpChance(hex=hex))


def untried(p: Field) -> Iterator[tuple[int, Hex]]:
    """25.3 Dumps that may be tried in this turn, each with the hexes held by Allied units where it may be."""
    for dump in range(len(p.data.dump_sites)):
        if p.dump_states[dump] == ALLIED_DUMP and p.dumps_tried[dump] != p.turn:
            yield from ((dump, hex) for hex in possible_hexes(p, dump) if p.side_in(hex) == ALLIED)


def is_beside_german(p: Field, hex: Hex) -> bool:
    return any(p.side_in(there) == GERMAN for there in p.data.board.around(hex))


def chances(p: Field, chance: DumpChance) -> dict[Hex, int]:
    """25.3 The hexes that the Allied player is asked about, each with its dump: Allied units in it, Germans beside
    it."""
    if chance.hex != NO_NUMBER:
        return {hex: dump for dump, hex in untried(p) if hex == chance.hex}
    return {hex: dump for dump, hex in untried(p) if is_beside_german(p, hex)}


def blown_with(p: Field, dump: int) -> int:
    """25.3, 38.1 The highest die that destroys a dump."""
    event = p.data.named.dumps[dump].hard_by
    row = in_force(p, event) if event else None
    return BLOWN_WITH if row is None else row.amount


class ChooseBurning(Pick[Field, DumpChance]):
    """25.3 Whether a dump is blown. Where there is none the question is put as well, or it would tell."""

    prompt, rule, deliberate = "choose-burning", "25.3", (DONE,)
    reasons = {BURN: ("cannot-burn", "25.3")}
    verb, done = BURN, DONE

    def arguments(self, p: Field, chance: DumpChance) -> dict[str, Any]:
        return {"hexes": tuple(sorted(chances(p, chance)))}

    def choices(self, p: Field, chance: DumpChance) -> Sequence[Hex]:
        return sorted(hex for hex, dump in chances(p, chance).items() if p.dumps[dump] == hex)

    def offers(self, p: Field, chance: DumpChance) -> Sequence[int]:
        return [*(BURN + hex for hex in self.choices(p, chance)), DONE + 0] if chances(p, chance) else []

    def about(self, p: Field, chance: DumpChance, option: int) -> About:
        if option == DONE:
            return About()
        most = blown_with(p, p.dumps.index(object_of(option)))
        return About(chances={"burns": most / 6, "does-not-burn": 1 - most / 6}, rules=("25.3",))

    def pick(self, p: Field, chance: DumpChance, hex: Hex) -> None:
        dump = p.dumps.index(hex)
        reveal(p, dump, "25.3")
        p.dumps_tried = _with(p.dumps_tried, dump, p.turn)
        most, roll = blown_with(p, dump), p.die()
        result = "burns" if roll <= most else "does-not-burn"
        if roll <= most:
            p.dump_states = _with(p.dump_states, dump, DESTROYED)
        p.tell(Event("tries-to-burn", {"hex": hex, "die": roll, "most": most, "result": result}, "25.3"))


DumpChance.steps = (ChooseBurning(),)
