"""4.0 Sequence of play: the German player turn, then the Allied, each phase by phase."""

from __future__ import annotations

from ardennes.engine.procedure import Procedure, Then
from ardennes.engine.texts import Event
from ardennes.games.bitter_woods.rules import victory
from ardennes.games.bitter_woods.rules.air import AirDrops, Interdiction, end_interdiction
from ardennes.games.bitter_woods.rules.artillery import reload_guns
from ardennes.games.bitter_woods.rules.bridges import BridgeWork, Construction, Demolition
from ardennes.games.bitter_woods.rules.combat import Combat
from ardennes.games.bitter_woods.rules.field import PICKED, WAS_IN_RESERVE, Field
from ardennes.games.bitter_woods.rules.movement import Movement
from ardennes.games.bitter_woods.rules.opening import free_the_frozen, is_surprise, note_watched_guns
from ardennes.games.bitter_woods.rules.pieces import ALLIED, GERMAN
from ardennes.games.bitter_woods.rules.positions import Digging
from ardennes.games.bitter_woods.rules.reserves import Reserves, drop_unsupplied, note_contact
from ardennes.games.bitter_woods.rules.stacking import Overstacked
from ardennes.games.bitter_woods.rules.supply import check_supply, end_shortage, roll_for_shortage


class Battle(Procedure):
    """4.0 One game-turn after another."""


class PlayerTurn(Procedure):
    """4.A, 4.B The player turn of one side."""

    side: int


def begin_turn(p: Field, battle: Battle) -> None:
    """11.1 The turn marker; the aircraft of the turn."""
    space = p.data.turns[p.turn - 1]
    p.german_air, p.allied_air = space.german_air, space.allied_air
    p.tell(Event("turn", {"turn": space.name, "date": space.date, "ground": space.ground}, "4.0"))


def german_turn(p: Field, battle: Battle) -> Procedure:
    return PlayerTurn(side=GERMAN)


def allied_turn(p: Field, battle: Battle) -> Procedure:
    return PlayerTurn(side=ALLIED)


def end_turn(p: Field, battle: Battle) -> Then:
    """4.C, 17.0 The turn is recorded; after the last one the game is decided. 9.5 Hexes that were given up are open
    again."""
    p.wipe("closed")
    if p.turn >= p.data.last_turn:
        victory.decide(p)
    else:
        p.turn += 1
    return Then.REPEAT


# --- a player turn ---------------------------------------------------------------------------------------


def begin_player_turn(p: Field, turn: PlayerTurn) -> None:
    """Markers of the last turn come off; guns are ready (10.1)."""
    p.tell(Event("player-turn", {"side": turn.side}, "4.0"))
    p.wipe("done")
    for unit in p.on_map(turn.side):
        if p.reserve[unit] == WAS_IN_RESERVE:
            p.reserve[unit] = 0
    reload_guns(p, turn.side)
    if turn.side == GERMAN:
        end_shortage(p)
        p.wipe("dropped")
    else:
        free_the_frozen(p)


def air_drops(p: Field, turn: PlayerTurn) -> Procedure | None:
    """12.5 In the German supply phase."""
    return AirDrops() if turn.side == GERMAN and p.allied_air else None


def supply_phase(p: Field, turn: PlayerTurn) -> None:
    """12.1, 12.6 Shortage first, then everybody's supply is checked; 17.1 a town may count again."""
    if turn.side == GERMAN and p.turn >= p.data.turn_named(p.data.named.turns.shortage_from):
        roll_for_shortage(p)
    check_supply(p)
    victory.check_exits(p)
    drop_unsupplied(p, turn.side)
    note_contact(p)


def interdiction(p: Field, turn: PlayerTurn) -> Procedure | None:
    """11.3 In the German turn only."""
    return Interdiction() if turn.side == GERMAN and p.allied_air else None


def reserve_phase(p: Field, turn: PlayerTurn) -> Procedure:
    return Reserves(side=turn.side)


def movement_phase(p: Field, turn: PlayerTurn) -> Procedure:
    if turn.side == ALLIED and is_surprise(p):
        note_watched_guns(p)
    return Movement(side=turn.side)


def thin_out(p: Field, turn: PlayerTurn) -> Procedure:
    """6.1 At the end of a phase of movement."""
    for unit in p.on_map(turn.side):
        p.done[unit] &= ~PICKED
    return Overstacked(side=turn.side)


def digging(p: Field, turn: PlayerTurn) -> Procedure:
    return Digging(side=turn.side)


def bridge_work(p: Field, turn: PlayerTurn) -> Procedure:
    return BridgeWork(side=turn.side)


def combat_phase(p: Field, turn: PlayerTurn) -> Procedure:
    return Combat(side=turn.side)


def demolition(p: Field, turn: PlayerTurn) -> Procedure:
    return Demolition(side=turn.side)


def exploitation_phase(p: Field, turn: PlayerTurn) -> Procedure:
    return Movement(side=turn.side, exploitation=True)


def thin_out_again(p: Field, turn: PlayerTurn) -> Procedure:
    return thin_out(p, turn)


def bridge_construction(p: Field, turn: PlayerTurn) -> Procedure:
    return Construction(side=turn.side)


def end_player_turn(p: Field, turn: PlayerTurn) -> None:
    """11.3 Interdiction ends with the German turn."""
    if turn.side == GERMAN:
        end_interdiction(p)


Battle.steps = (begin_turn, german_turn, allied_turn, end_turn)
PlayerTurn.steps = (
    begin_player_turn,
    air_drops,
    supply_phase,
    interdiction,
    reserve_phase,
    movement_phase,
    thin_out,
    digging,
    bridge_work,
    combat_phase,
    demolition,
    exploitation_phase,
    thin_out_again,
    bridge_construction,
    end_player_turn,
)
