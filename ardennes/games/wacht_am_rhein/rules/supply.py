"""14.0 Supply: who is in supply, Out of Communications (14.5) or Isolated (14.6), as both players determine it at the
beginning of each player turn; markers that flip in combat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from ardennes.engine.texts import Event
from ardennes.games.wacht_am_rhein.rules import air
from ardennes.games.wacht_am_rhein.rules.field import (
    ISOLATED_1,
    ISOLATED_2,
    OUT_OF_COMMUNICATIONS,
    SUPPLIED,
    UNSUPPLIED,
    Field,
)
from ardennes.games.wacht_am_rhein.rules.lines import LONGEST, NO_RIVER, Lines
from ardennes.games.wacht_am_rhein.rules.pieces import ALLIED, GERMAN, Piece, WachtData
from ardennes.numbers import Hex, Side, Unit

TRACED, CUT, ISOLATED = range(3)
"""What a unit's lines tell, whatever marker it has."""


# --- whose headquarters serve whom (14.12, 14.22, 14.32, 14.33) --------------------------------------------------


def sources_of(data: WachtData, unit: Unit) -> tuple[Unit, ...]:
    """The headquarters that a unit's designation lets it use, whether they take part or not."""
    side = data.sides[unit]
    serves = _german_source if side == GERMAN else _allied_source
    return tuple(hq for hq in data.headquarters[side] if serves(data, unit, data.counters[hq]))


def _allied_source(data: WachtData, unit: Unit, headquarters: Piece) -> bool:
    """14.12 Of its division; for corps units any of the same corps; for brigades, units with a dash and companies
    (errata 17.0) any of the same nation."""
    piece, formation = data.counters[unit], data.formation_of(unit)
    if formation is not None and formation.kind != "brigade":
        return _same_formation(piece, headquarters)
    if formation is None and piece.corps != "any":
        return headquarters.corps == piece.corps
    return same_nation(piece, headquarters)


def _german_source(data: WachtData, unit: Unit, headquarters: Piece) -> bool:
    """14.22 For Volksgrenadiers and paratroopers any corps or army headquarters; 14.32 for panzer divisions their own
    or that of their corps, for corps units that of their corps; 14.33 for brigades any."""
    piece, formation = data.counters[unit], data.formation_of(unit)
    of_corps = not headquarters.formation
    if formation is None:
        return of_corps and headquarters.corps == piece.corps
    if formation.kind == "brigade":
        return True
    if formation.on_foot:
        return of_corps
    return _same_formation(piece, headquarters) or (of_corps and headquarters.corps == formation.corps)


def _same_formation(piece: Piece, other: Piece) -> bool:
    return (piece.nation, piece.formation) == (other.nation, other.formation)


def same_nation(piece: Piece, headquarters: Piece) -> bool:
    """14.12 French, Belgians and Canadians have no headquarters of their own and use those of the Americans."""
    british = "British"
    return (piece.nation == british) == (headquarters.nation == british)


def sources(p: Field, unit: Unit) -> list[Unit]:
    """The headquarters on the map that a unit may use now. While none of its own has been in play, it may use any of
    its nation."""
    data = p.data
    own = data.supply_sources[unit]
    if not any(p.has_been_in_play(hq) for hq in own):
        piece = data.counters[unit]
        own = tuple(hq for hq in data.headquarters[piece.side] if same_nation(piece, data.counters[hq]))
    attached = dict(p.attached).get(data.counters[unit].formation)
    return [hq for hq in (*own, *([] if attached is None else [attached])) if p.where[hq] >= 0]


def needs_supply(p: Field, unit: Unit) -> bool:
    """14.56 Headquarters are always in supply, and so are parachute-commandos (WAR-R143); errata 14.0 so are German
    guns that cannot move; 25.14b all Germans on the first day."""
    piece = p.data.counters[unit]
    if piece.headquarters or piece.commando or (piece.side == GERMAN and p.is_first_day()):
        return False
    return not (piece.side == GERMAN and piece.gun and not piece.full.moves)


# --- what lines tell ---------------------------------------------------------------------------------------------


Alike = tuple[tuple[Unit, ...], str, str]
"""What decides which headquarters a unit may use: those of its designation, its nation and its formation."""


class Survey:
    """14.11 to 14.62 The supply lines of all units of a side, as things stand."""

    def __init__(self, p: Field, side: Side) -> None:
        self.p, self.side, self.lines = p, side, Lines(p, side)
        self.limit = LONGEST - air.lines_shortened(p) if side == GERMAN else LONGEST
        self.headquarters = [hq for hq in p.data.headquarters[side] if p.where[hq] >= 0]
        self._sources: dict[Alike, tuple[Unit, ...]] = {}
        self._findings: dict[tuple[Hex, Alike], int] = {}
        self._on_road: dict[Unit, bool] = {}
        self._points: dict[Unit, Sequence[int]] = {}
        self._near: dict[tuple[Unit, ...], bytearray] = {}

    def finding(self, unit: Unit) -> int:
        """TRACED, CUT or ISOLATED: the same for all units of a formation in a hex."""
        data, piece, hex = self.p.data, self.p.data.counters[unit], self.p.where[unit]
        alike = data.supply_sources[unit], piece.nation, piece.formation
        if alike not in self._sources:
            self._sources[alike] = tuple(sources(self.p, unit))
        if (hex, alike) not in self._findings:
            own, formation = self._sources[alike], data.formation_of(unit)
            on_foot = formation is not None and formation.on_foot
            trace = self._allied if self.side == ALLIED else self._on_foot if on_foot else self._by_vehicle
            self._findings[hex, alike] = trace(hex, own)
        return self._findings[hex, alike]

    def _allied(self, hex: Hex, own: Sequence[Unit]) -> int:
        """14.11, 14.51 Its own headquarters with a road; 14.61 any at all."""
        lines, where = self.lines, self.p.where
        linked = [hq for hq in own if lines.part(where[hq])[hex]]
        if any(self._leads_off(hq, lines.has_road) for hq in linked):
            return TRACED
        return CUT if linked or lines.are_linked(hex, self.headquarters) else ISOLATED

    def _on_foot(self, hex: Hex, own: tuple[Unit, ...]) -> int:
        """14.21 Seven hexes to a headquarters on a road; 14.52 a longer line; 14.62 none."""
        if own not in self._near:
            self._near[own] = self.lines.within_hexes(own, self.limit)
        if self._near[own][hex]:
            return TRACED
        return CUT if self.lines.are_linked(hex, own) else ISOLATED

    def _by_vehicle(self, hex: Hex, own: Sequence[Unit]) -> int:
        """14.31 Seven points to a headquarters, and seven from there to a road; 14.43 over rivers by bridges and
        fords."""
        reaches_road = partial(self.lines.reaches_road, limit=self.limit)
        if any(self._points_to(hq)[hex] >= 0 and self._leads_off(hq, reaches_road) for hq in own):
            return TRACED
        return CUT if self.lines.are_linked(hex, own, NO_RIVER) else ISOLATED

    def _leads_off(self, headquarters: Unit, has_road: Callable[[Unit], bool]) -> bool:
        if headquarters not in self._on_road:
            self._on_road[headquarters] = has_road(headquarters)
        return self._on_road[headquarters]

    def _points_to(self, headquarters: Unit) -> Sequence[int]:
        if headquarters not in self._points:
            self._points[headquarters] = self.lines.points_to(headquarters, self.limit)
        return self._points[headquarters]


# --- markers -----------------------------------------------------------------------------------------------------


def marker(old: int, finding: int, *, fresh: bool = False) -> int:
    """14.53, 14.63 The marker that a finding brings: a worse one stays on a unit that is no better off; who comes from
    Isolated-2 to a headquarters is Unsupplied, or with an option afresh Out of Communications (WAR-R44)."""
    if finding == TRACED:
        return SUPPLIED
    if finding == CUT:
        worn = (UNSUPPLIED,) if fresh else (UNSUPPLIED, ISOLATED_2)
        return UNSUPPLIED if old in worn else OUT_OF_COMMUNICATIONS
    return ISOLATED_2 if old == ISOLATED_2 else ISOLATED_1


def is_spared(p: Field, unit: Unit, finding: int) -> bool:
    """19.34, 19.35 A formation supplied from the air; 25.24a a division that never goes short, though it may be
    Isolated."""
    if finding == CUT and p.data.counters[unit].formation in p.data.scenario_data.never_short:
        return True
    return finding != TRACED and air.is_resupplied(p, unit, isolated=finding == ISOLATED)


def is_kept_short(p: Field, unit: Unit) -> bool:
    """26.4c Units of formations that are Unsupplied through some Game-Turn whatever their lines, nothing better and
    nothing worse (WAR-R151)."""
    formation = p.data.counters[unit].formation
    return any(p.turn <= short.until and formation in short.formations for short in p.data.scenario_data.short)


def determine(p: Field, side: Side) -> None:
    """14.0 A side determines the supply of all its units; the new markers count at once, so that the other side, which
    comes second, meets no zones of units that are Isolated by now (14.66)."""
    survey, fresh = Survey(p, side), "fresh_after_isolation" in p.data.options
    found = dict.fromkeys(p.on_map(side), SUPPLIED)
    for unit in found:
        if not needs_supply(p, unit):
            continue
        if is_kept_short(p, unit):
            found[unit] = UNSUPPLIED
        else:
            finding = survey.finding(unit)
            found[unit] = SUPPLIED if is_spared(p, unit, finding) else marker(p.supply[unit], finding, fresh=fresh)
    changed: dict[int, list[Unit]] = {}
    for unit, state in found.items():
        if state != p.supply[unit]:
            changed.setdefault(state, []).append(unit)
    for state, units in sorted(changed.items()):
        for unit in units:
            p.set_supply(unit, state)
        p.tell(Event(TOLD[state][0], {"side": side, "units": tuple(units), "n": len(units)}, TOLD[state][1]))


TOLD = {
    SUPPLIED: ("in-supply-again", "14.0"),
    OUT_OF_COMMUNICATIONS: ("out-of-communications", "14.53"),
    UNSUPPLIED: ("unsupplied", "14.54"),
    ISOLATED_1: ("isolated", "14.63"),
    ISOLATED_2: ("isolated-2", "14.64"),
}


def flip(p: Field, units: Iterable[Unit], rule: str) -> None:
    """14.54, 14.64 Who fought is Unsupplied from now on, or Isolated-2; 14.55, 14.65 so is a gun that has fired."""
    worse = {OUT_OF_COMMUNICATIONS: UNSUPPLIED, ISOLATED_1: ISOLATED_2}
    for state, after in worse.items():
        flipped = [unit for unit in units if p.where[unit] >= 0 and p.supply[unit] == state]
        for unit in flipped:
            p.set_supply(unit, after)
        if flipped:
            code = TOLD[after][0]
            p.tell(Event(code, {"side": p.data.sides[flipped[0]], "units": tuple(flipped), "n": len(flipped)}, rule))
