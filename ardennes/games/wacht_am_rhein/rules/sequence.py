"""5.0 The sequence of play: Game-Turns of two player turns, the Allied one first."""

from __future__ import annotations

from ardennes.engine.procedure import Procedure, Then
from ardennes.engine.texts import Event, Text
from ardennes.games.wacht_am_rhein.rules.commitment import Commit
from ardennes.games.wacht_am_rhein.rules.field import FIRED, Field
from ardennes.games.wacht_am_rhein.rules.formations import LeaveMarch
from ardennes.games.wacht_am_rhein.rules.movement import Movement
from ardennes.games.wacht_am_rhein.rules.pieces import ALLIED, GERMAN
from ardennes.games.wacht_am_rhein.rules.set_up import SetUp
from ardennes.games.wacht_am_rhein.rules.stacking import Overstacked
from ardennes.numbers import Side, all_units


class Battle(Procedure):
    """5.1 The game: the set-up, then one Game-Turn after another."""


class GameTurn(Procedure):
    """5.2 A Game-Turn."""


class PlayerTurn(Procedure):
    """5.2 The player turn of a side."""

    side: Side


# --- Game-Turns ----------------------------------------------------------------------------------------


def set_up(p: Field, battle: Battle) -> Procedure | None:
    """25.12 Where the scenario leaves something to be placed."""
    return SetUp() if p.data.deployable else None


def play_turns(p: Field, battle: Battle) -> Procedure:
    return GameTurn()


def begin_turn(p: Field, turn: GameTurn) -> None:
    p.tell(Event("turn", {"turn": p.turn}, "5.1"))


def allied_turn(p: Field, turn: GameTurn) -> Procedure:
    return PlayerTurn(side=ALLIED)


def german_turn(p: Field, turn: GameTurn) -> Procedure:
    return PlayerTurn(side=GERMAN)


def end_turn(p: Field, turn: GameTurn) -> Then:
    """5.2 The Game-Turn marker is advanced; 25.11 the scenario ends with its last Game-Turn."""
    for unit in all_units(len(p.fought)):
        p.fought[unit] &= ~FIRED
    if p.turn >= p.data.scenario_data.last_turn:
        p.end(None, Text("time-is-up", {}, "25.11"))
    else:
        p.turn += 1
    return Then.REPEAT


# --- a player turn -------------------------------------------------------------------------------------


def begin_player_turn(p: Field, turn: PlayerTurn) -> None:
    """What was done and spent in the last player turn is forgotten."""
    p.tell(Event("player-turn", {"side": turn.side}, "5.2"))
    p.wipe("done", "spent")


def commitment(p: Field, turn: PlayerTurn) -> Procedure | None:
    """25.16 At the beginning of the Movement Phase."""
    return Commit(side=turn.side) if p.data.scenario_data.commitments else None


def march_removal(p: Field, turn: PlayerTurn) -> Procedure:
    return LeaveMarch(side=turn.side)


def in_battery(p: Field, turn: PlayerTurn) -> None:
    """6.35, 7.37 All guns go In Battery, but for those in March Mode."""
    for unit in p.data.guns[turn.side]:
        if p.where[unit] >= 0 and not p.march[unit]:
            p.battery[unit] = 1


def movement(p: Field, turn: PlayerTurn) -> Procedure:
    return Movement(side=turn.side)


def thin_out(p: Field, turn: PlayerTurn) -> Procedure:
    """9.12 At the end of a Movement Phase."""
    return Overstacked(side=turn.side)


Battle.steps = (set_up, play_turns)
GameTurn.steps = (begin_turn, allied_turn, german_turn, end_turn)
PlayerTurn.steps = (begin_player_turn, commitment, march_removal, in_battery, movement, thin_out)
