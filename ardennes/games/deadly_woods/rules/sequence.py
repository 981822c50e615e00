"""4.0 Sequence of play: assets, replacements, Action Rounds, victory check; and how turn 1 opens (14.3)."""

from __future__ import annotations

from ardennes.engine.game_data import NOWHERE
from ardennes.engine.procedure import Procedure, Then
from ardennes.engine.texts import Argument, Event
from ardennes.games.deadly_woods.rules import actions, assets, chits, replacements, victory
from ardennes.games.deadly_woods.rules.boundaries import SIXTH
from ardennes.games.deadly_woods.rules.chits import Cup
from ardennes.games.deadly_woods.rules.field import PLAYED, REMOVED, TRACK, Field
from ardennes.games.deadly_woods.rules.pieces import ALLIED, AT, GERMAN, WoodsData
from ardennes.games.deadly_woods.rules.terrain import CLEAR, WOODS
from ardennes.kernels.flags import BARRED
from ardennes.numbers import ENEMY_OF, Hex, Side, Unit
from ardennes.rules.picking import Pick

JUMP_SUCCEEDS_ON = 2


class Battle(Procedure):
    """4.0 One turn after another."""


class Opening(Procedure):
    """14.3 The surprise attack: what happens on turn 1 before the cup is used."""

    stage_name = "stage-surprise"
    side: Side = GERMAN


def begin_turn(p: Field, battle: Battle) -> None:
    """2.6, 5.2 The Game Turn marker shows the turn and who has the initiative."""
    victory.set_initiative(p)
    p.tell(Event("turn", {"turn": p.turn, "date": p.data.turns[p.turn - 1].date, "side": p.initiative}, "4.0"))


def withdraw_ss(p: Field, battle: Battle) -> Procedure | None:
    """12.10 The SS may leave at the start of a turn."""
    terms = p.data.scenario_data.withdrawal
    return victory.Withdrawal() if terms is not None and p.turn == terms.turn else None


def asset_phase(p: Field, battle: Battle) -> Procedure | None:
    """4.1 On turn 1 nothing is deployed."""
    return assets.AssetPhase() if p.turn > p.data.named.turns.opening else None


def first_replacements(p: Field, battle: Battle) -> Procedure | None:
    """13.2 The player without the initiative spends his points first."""
    return replacements.begin(p, ENEMY_OF[p.initiative])


def second_replacements(p: Field, battle: Battle) -> Procedure | None:
    return replacements.begin(p, p.initiative)


def open_turn_one(p: Field, battle: Battle) -> Procedure | None:
    chits.fill(p)
    return Opening() if p.turn == p.data.named.turns.opening else None


def action_rounds(p: Field, battle: Battle) -> Procedure:
    return Cup(side=p.initiative)


def end_turn(p: Field, battle: Battle) -> Then:
    """15.0 Victory is checked; if the game goes on, assets and markers are made ready for the next turn."""
    victory.check_victory(p)
    if p.over is None:
        clean_up(p)
        p.turn += 1
    return Then.REPEAT


def clean_up(p: Field) -> None:
    """15.0 14.3.1, 14.6 Chits for a single turn and scattered paratroopers leave the game."""
    data = p.data
    assets.expire(p)
    p.rebuilt, p.track = (), ()
    for chit in data.chits:
        if p.where[chit] == data.box(PLAYED):
            p.put(chit, NOWHERE)
        if data.counters[chit].chit == chits.REACTION:
            p.put(chit, data.box(REMOVED))
    jumpers = jumper(data)
    if p.face_down[jumpers] and p.turn >= data.named.turns.scattered_until:
        p.put(jumpers, data.box(REMOVED))
        p.face_down[jumpers] = 0


# --- turn 1 ------------------------------------------------------------------------------------------


def play_opening_chit(p: Field, side: Side, name: str) -> Unit:
    """The rounds of the opening stand on the Action Round Track like others."""
    chits.take(p, side, (name,), PLAYED)
    chit = next(chit for chit in chits.in_box(p, PLAYED) if chit not in p.track)
    p.track += (chit,)
    return chit


def german_combat(p: Field, opening: Opening) -> Procedure:
    """14.3 First a German Combat round, in which retreats may be turned into losses (11.3.3)."""
    opened = actions.play_side(p, play_opening_chit(p, GERMAN, "move-combat"), actions.AS_COMBAT, "14.3")
    opened.conversion = True
    return opened


def german_move(p: Field, opening: Opening) -> Procedure:
    """14.3 Then a German Move round."""
    return actions.play_side(p, play_opening_chit(p, GERMAN, "move-combat"), actions.AS_MOVE, "14.3")


def close_dump(p: Field, opening: Opening) -> None:
    """8.5 If Peiper has not come to Büllingen by now, the dump is of no use to him."""
    if p.fuel == "dump":
        p.fuel = "gone"


def first_reaction(p: Field, opening: Opening) -> Procedure:
    """14.3.1 The first Reaction chit moves three Allied units; it counts as an Allied chit (14.3)."""
    play_opening_chit(p, ALLIED, chits.REACTION)
    return actions.Reaction(first=True)


class ChooseDrop(Pick[Field, Opening]):
    """12.7 Von der Heydte jumps over clear or wooded ground in the 6th Panzer Army area, away from the enemy."""

    prompt, rule, refusal = "choose-drop", "12.7", "no-drop-there"
    verb = AT

    def arguments(self, p: Field, opening: Opening) -> dict[str, Argument]:
        return {"unit": jumper(p.data)}

    def choices(self, p: Field, opening: Opening) -> list[Hex]:
        return drop_hexes(p) if p.where[jumper(p.data)] == p.data.box(TRACK) else []

    def pick(self, p: Field, opening: Opening, hex: Hex) -> None:
        drop(p, hex)


def jumper(data: WoodsData) -> Unit:
    return next(unit for unit in data.units[GERMAN] if data.counters[unit].special == "paradrop")


def drop_hexes(p: Field) -> list[Hex]:
    """12.7 Where von der Heydte may jump."""
    terrain, board = p.data.terrain, p.data.board
    return [
        hex
        for hex in board.hexes
        if terrain[hex] in (CLEAR, WOODS)
        and not board.place[hex]
        and p.data.area[hex] == SIXTH
        and not p.way(GERMAN)[hex] & BARRED
        and not p.in_enemy_zone(hex, GERMAN)
    ]


def drop(p: Field, hex: Hex) -> None:
    """12.7 On a 1 or 2 the unit holds together; otherwise only its scattered men trouble Allied movement."""
    unit, roll = jumper(p.data), p.die()
    p.steps[unit] = p.data.full_steps[unit]
    p.face_down[unit] = roll > JUMP_SUCCEEDS_ON
    p.put(unit, hex)
    p.tell(Event("drops" if roll <= JUMP_SUCCEEDS_ON else "scatters", {"unit": unit, "hex": hex, "die": roll}, "12.7"))


Opening.steps = (german_combat, german_move, close_dump, assets.PLACE_TRAFFIC, first_reaction, ChooseDrop())
Battle.steps = (
    begin_turn,
    withdraw_ss,
    asset_phase,
    first_replacements,
    second_replacements,
    open_turn_one,
    action_rounds,
    end_turn,
)
