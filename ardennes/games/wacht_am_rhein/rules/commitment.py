"""25.16 Commitment: on the first days only committed units move."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.engine.options import Verb, is_about, object_of
from ardennes.engine.procedure import SideProcedure
from ardennes.engine.texts import Argument, Event, Refusal
from ardennes.games.wacht_am_rhein.rules.field import ENTRENCHED, IMPROVED, Field
from ardennes.games.wacht_am_rhein.rules.pieces import COMMIT, DONE, WachtData
from ardennes.games.wacht_am_rhein.rules.scenario import Commitment
from ardennes.numbers import Side, Unit, all_units, by_unit
from ardennes.rules.picking import Pick


class Commit(SideProcedure):
    """25.16 At the beginning of a Movement Phase units are committed, some by themselves, some by their owner."""

    stage_name = "stage-commitment"


def is_free(p: Field, unit: Unit) -> bool:
    """25.16 Whether a unit is committed."""
    return bool(p.committed[unit])


def commit(p: Field, unit: Unit) -> None:
    """25.16 A unit is free to move for the rest of the game."""
    p.committed[unit] = 1


def commit_all(p: Field) -> None:
    """Where a scenario keeps nobody back."""
    for unit in all_units(len(p.committed)):
        commit(p, unit)


def due(p: Field, side: Side) -> tuple[Commitment, ...]:
    """25.16, 27.62 What the scenario says of this Game-Turn, for each part of the map; of its bonus turn nothing."""
    entries = () if p.bonus else p.data.scenario_data.commitments
    return tuple(entry for entry in entries if entry.turn == p.turn and entry.side == side)


def speaks_of(p: Field, entry: Commitment, unit: Unit) -> bool:
    """27.62 Whether an entry is for units that started where this one did, wherever it stands now."""
    return not entry.area or p.data.start_areas.get(unit) == entry.area


def start_areas(data: WachtData) -> dict[Unit, str]:
    """27.62 For each unit the first area, in the order of the entries, that it starts in."""
    found: dict[Unit, str] = {}
    for entry in data.scenario_data.commitments:
        hexes = data.board.area(entry.area) if entry.area else frozenset()
        for unit, piece in by_unit(data.counters):
            if hexes and not piece.arrives and piece.place and data.board.hex(piece.place) in hexes:
                found.setdefault(unit, entry.area)
    return found


def commit_by_rule(p: Field, segment: Commit) -> None:
    """25.16, WAR-R65 Who is beside an enemy is committed; from some Game-Turn on everybody is, but for a few. Then the
    quotas of the Game-Turn, each by a die if there is one."""
    side, entries = segment.side, due(p, segment.side)
    waiting = [unit for unit in p.on_map(side) if not is_free(p, unit)]
    for unit in waiting:
        if p.is_beside_enemy(unit) or any(is_committed_by(p, entry, unit) for entry in entries):
            commit(p, unit)
    p.quota = tuple(quota_of(p, entry) for entry in entries)


def quota_of(p: Field, entry: Commitment) -> int:
    """25.16 How many units of an entry the player may commit."""
    if len(entry.quota) < 2:
        return sum(entry.quota)
    roll = p.die()
    p.tell(Event("rolls-for-commitment", {"side": entry.side, "die": roll, "n": entry.quota[roll - 1]}, "25.16"))
    return entry.quota[roll - 1]


def is_committed_by(p: Field, entry: Commitment, unit: Unit) -> bool:
    """25.16, 25.26 Whether a Game-Turn commits a unit: not one whose formation waits longer, nor one of those that are
    left out."""
    if entry.all_but is None or not speaks_of(p, entry, unit) or is_held_back(p, unit):
        return False
    in_position = p.positions[p.where[unit]] in (IMPROVED, ENTRENCHED)
    left_out = {
        "positions": in_position,
        "isolated-positions": in_position and p.is_isolated(unit),
        "corps-engineers": p.data.counters[unit].corps_engineer,
    }
    return not any(left_out[group] for group in entry.all_but)


def is_held_back(p: Field, unit: Unit) -> bool:
    """25.16, 25.26 Panzer divisions that are let loose on a later Game-Turn."""
    piece = p.data.counters[unit]
    return any(
        p.turn < reserve.until
        and piece.formation in reserve.formations
        and (not reserve.kinds or piece.kind in reserve.kinds)
        for reserve in p.data.scenario_data.reserves
    )


class ChooseCommitment(Pick[Field, Commit]):
    """25.16 Whom the player commits: nobody in a finished position, no engineer of a corps."""

    prompt, rule, ends = "choose-commitment", "25.16", DONE
    verb, done, refusal = COMMIT, DONE, "cannot-be-committed"
    reasons = {DONE: ("must-commit", "25.26")}

    def gathers(self) -> Sequence[Verb]:
        return (COMMIT,)

    def most_gathered(self, p: Field, segment: Commit) -> int:
        return sum(p.quota)

    def arguments(self, p: Field, segment: Commit) -> dict[str, Argument]:
        return {"n": sum(p.quota)}

    def choices(self, p: Field, segment: Commit) -> Sequence[Unit]:
        if not any(p.quota):
            return ()
        return [unit for unit in p.on_map(segment.side) if entry_for(p, unit) is not None]

    def may_stop(self, p: Field, segment: Commit) -> bool:
        """25.26 Who is named must be committed, if that is still possible."""
        entries = enumerate(due(p, segment.side))
        named = {id for number, entry in entries if p.quota[number] for id in entry.named}
        return not any(entry_for(p, unit) is not None for unit in map(p.data.unit, named))

    def why_not(self, p: Field, segment: Commit, option: int) -> Refusal | None:
        if not is_about(option, COMMIT):
            return super().why_not(p, segment, option)
        return why_waiting(p, segment.side, object_of(option)) or super().why_not(p, segment, option)

    def pick(self, p: Field, segment: Commit, unit: Unit) -> None:
        number = entry_for(p, unit)
        p.quota = tuple(left - (place == number) for place, left in enumerate(p.quota))
        commit(p, unit)
        p.tell(Event("committed", {"unit": unit}, "25.16"))


def entry_for(p: Field, unit: Unit) -> int | None:
    """25.16, 25.26 The number of the entry under whose quota the player may commit a unit: nobody in a finished
    position, no engineer of a corps; only those whom the entry names, if it names any."""
    piece = p.data.counters[unit]
    if is_free(p, unit) or p.where[unit] < 0 or piece.corps_engineer:
        return None
    if p.positions[p.where[unit]] in (IMPROVED, ENTRENCHED):
        return None
    for number, entry in enumerate(due(p, p.data.sides[unit])):
        named = not entry.named or piece.id in entry.named
        if p.quota[number] and named and speaks_of(p, entry, unit):
            return number
    return None


def why_waiting(p: Field, side: Side, unit: Unit) -> Refusal | None:
    """25.16 What keeps a player from committing a unit, as he would go through it."""
    args: dict[str, Argument] = {"unit": unit}
    if p.data.sides[unit] != side:
        return Refusal("not-yours", args, "25.16")
    if p.where[unit] < 0:
        return Refusal("not-on-map", args, "25.16")
    if is_free(p, unit):
        return Refusal("committed-already", args, "25.16")
    if p.data.counters[unit].corps_engineer:
        return Refusal("corps-engineers-wait", args, "25.16")
    in_position = p.positions[p.where[unit]] in (IMPROVED, ENTRENCHED)
    return Refusal("position-keeps-waiting", args, "25.16") if in_position else None


Commit.steps = (commit_by_rule, ChooseCommitment())
