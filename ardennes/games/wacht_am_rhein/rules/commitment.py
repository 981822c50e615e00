"""25.16 Commitment: on the first days only committed units move."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.engine.procedure import SideProcedure
from ardennes.engine.texts import Argument, Event
from ardennes.games.wacht_am_rhein.rules.field import ENTRENCHED, IMPROVED, Field
from ardennes.games.wacht_am_rhein.rules.pieces import COMMIT, DONE
from ardennes.games.wacht_am_rhein.rules.scenario import Commitment
from ardennes.numbers import Side, Unit, all_units
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


def due(p: Field, side: Side) -> Commitment | None:
    """25.16 What the scenario says of this Game-Turn; of its bonus turn nothing."""
    entries = () if p.bonus else p.data.scenario_data.commitments
    return next((entry for entry in entries if entry.turn == p.turn and entry.side == side), None)


def commit_by_rule(p: Field, segment: Commit) -> None:
    """25.16, WAR-R65 Who is beside an enemy is committed; from some Game-Turn on everybody is, but for a few. Then the
    quota of the Game-Turn, by a die if there is one."""
    p.quota, side = 0, segment.side
    entry = due(p, side)
    waiting = [unit for unit in p.on_map(side) if not is_free(p, unit)]
    for unit in waiting:
        if p.is_beside_enemy(unit) or (entry is not None and is_committed_by(p, entry, unit)):
            commit(p, unit)
    if entry is None or not entry.quota:
        return
    p.quota = entry.quota[0]
    if len(entry.quota) > 1:
        roll = p.die()
        p.quota = entry.quota[roll - 1]
        p.tell(Event("rolls-for-commitment", {"side": side, "die": roll, "n": p.quota}, "25.16"))


def is_committed_by(p: Field, entry: Commitment, unit: Unit) -> bool:
    """25.16, 25.26 Whether a Game-Turn commits a unit: not one whose formation waits longer, nor one of those that are
    left out."""
    if entry.all_but is None or is_held_back(p, unit):
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

    prompt, rule = "choose-commitment", "25.16"
    verb, done, refusal = COMMIT, DONE, "cannot-be-committed"
    reasons = {DONE: ("must-commit", "25.26")}

    def arguments(self, p: Field, segment: Commit) -> dict[str, Argument]:
        return {"n": p.quota}

    def choices(self, p: Field, segment: Commit) -> Sequence[Unit]:
        if not p.quota:
            return ()
        return [unit for unit in p.on_map(segment.side) if may_be_committed(p, unit)]

    def may_stop(self, p: Field, segment: Commit) -> bool:
        entry = due(p, segment.side)
        return entry is None or not entry.named

    def pick(self, p: Field, segment: Commit, unit: Unit) -> None:
        p.quota -= 1
        commit(p, unit)
        p.tell(Event("committed", {"unit": unit}, "25.16"))


def may_be_committed(p: Field, unit: Unit) -> bool:
    """25.16, 25.26 Whether the player may commit a unit: one that the Game-Turn names, if it names any."""
    entry, piece = due(p, p.data.sides[unit]), p.data.counters[unit]
    if is_free(p, unit) or (entry is not None and entry.named and piece.id not in entry.named):
        return False
    return p.positions[p.where[unit]] not in (IMPROVED, ENTRENCHED) and not piece.corps_engineer


Commit.steps = (commit_by_rule, ChooseCommitment())
