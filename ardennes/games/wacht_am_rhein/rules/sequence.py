"""5.0 The sequence of play: Game-Turns of two player turns, the Allied one first."""

from __future__ import annotations

from ardennes.engine.procedure import Procedure, SideProcedure, Then
from ardennes.engine.texts import Event
from ardennes.games.wacht_am_rhein.rules import air, fatigue, gun_movement, heydte, supply, victory, weather
from ardennes.games.wacht_am_rhein.rules.breakdown import Breakdown
from ardennes.games.wacht_am_rhein.rules.bridges import BridgePhase
from ardennes.games.wacht_am_rhein.rules.combat import Combat
from ardennes.games.wacht_am_rhein.rules.commitment import Commit
from ardennes.games.wacht_am_rhein.rules.deployment import SetUp
from ardennes.games.wacht_am_rhein.rules.digging import Digging
from ardennes.games.wacht_am_rhein.rules.dismounting import OPTION as DISMOUNTING
from ardennes.games.wacht_am_rhein.rules.dismounting import Dismounting, Remounting
from ardennes.games.wacht_am_rhein.rules.dumps import PlaceDumps
from ardennes.games.wacht_am_rhein.rules.field import FIRED, HAS_SPENT, Field, hexsides_with
from ardennes.games.wacht_am_rhein.rules.formations import LeaveMarch
from ardennes.games.wacht_am_rhein.rules.movement import Movement
from ardennes.games.wacht_am_rhein.rules.pieces import ALLIED, GERMAN
from ardennes.games.wacht_am_rhein.rules.plans import Planning
from ardennes.games.wacht_am_rhein.rules.reinforcements import note_blocked, roll_for_variable
from ardennes.games.wacht_am_rhein.rules.stacking import Overstacked
from ardennes.games.wacht_am_rhein.rules.surrender import roll_for_surrender
from ardennes.games.wacht_am_rhein.rules.truppeneinheit import Infiltrate, Roam, survive_sabotage
from ardennes.numbers import ENEMY_OF, Unit, all_units


class Battle(Procedure):
    """5.1 The game: the set-up, then one Game-Turn after another."""


class GameTurn(Procedure):
    """5.2 A Game-Turn."""


class PlayerTurn(SideProcedure):
    """5.2 The player turn of a side."""


class BonusTurn(SideProcedure):
    """5.3, 13.0 The Night Bonus player turn of a side: movement and combat, and nothing else."""


# --- Game-Turns ----------------------------------------------------------------------------------------


def choose_plan(p: Field, battle: Battle) -> Procedure | None:
    """27.7 Where the German player has a plan to choose."""
    return Planning() if p.data.scenario_data.plans else None


def allied_set_up(p: Field, battle: Battle) -> Procedure | None:
    """26.2 The Allies set up first, where the scenario leaves them something to place."""
    return None if p.data.deploys_alone else SetUp(side=ALLIED)


def german_set_up(p: Field, battle: Battle) -> Procedure | None:
    """25.12 The Germans set up second."""
    return SetUp(side=GERMAN) if p.data.deployable else None


def hide_dumps(p: Field, battle: Battle) -> Procedure | None:
    """25.27 Where fuel dumps are played with."""
    return PlaceDumps() if p.data.scenario_data.dumps is not None else None


def infiltrate(p: Field, battle: Battle) -> Procedure | None:
    """24.31 When both sides stand, where Truppeneinheit are played with."""
    return Infiltrate(side=GERMAN) if p.data.scenario_data.truppeneinheit is not None else None


def begin_play(p: Field, battle: Battle) -> None:
    """11.92 Guns that start the game in Woods are noted, where that counts."""
    gun_movement.take_root(p)


def play_turns(p: Field, battle: Battle) -> Procedure:
    return GameTurn()


def begin_turn(p: Field, turn: GameTurn) -> None:
    p.tell(Event("turn", {"turn": p.turn}, "5.1"))


def allied_turn(p: Field, turn: GameTurn) -> Procedure:
    return PlayerTurn(side=ALLIED)


def german_turn(p: Field, turn: GameTurn) -> Procedure:
    return PlayerTurn(side=GERMAN)


def weather_stage(p: Field, turn: GameTurn) -> None:
    """5.2A On mornings from December 17 on."""
    if weather.is_due(p):
        weather.determine_weather(p)
        weather.determine_ground(p)


def air_stage(p: Field, turn: GameTurn) -> Procedure | None:
    """5.2B On the same mornings, unless it is overcast, when nothing flies."""
    return air.AirAllocation() if weather.is_due(p) else None


def surrender_stage(p: Field, turn: GameTurn) -> None:
    """5.2C On all mornings."""
    if p.space.kind == "am":
        for side in (ALLIED, GERMAN):
            roll_for_surrender(p, side)


def fatigue_stage(p: Field, turn: GameTurn) -> None:
    """5.2F"""
    fatigue.rest(p)


def begin_bonus(p: Field, turn: GameTurn) -> None:
    """5.3, 13.0 A Night Bonus Game-Turn follows each Night Game-Turn but the last; for protective fire it is one of its
    own (WAR-R117)."""
    if p.is_night() and p.turn < p.data.scenario_data.last_turn:
        p.bonus = 1
        guns_reload(p)
        p.tell(Event("bonus-turn", {}, "13.0"))


def allied_bonus(p: Field, turn: GameTurn) -> Procedure | None:
    return BonusTurn(side=ALLIED) if p.bonus else None


def german_bonus(p: Field, turn: GameTurn) -> Procedure | None:
    return BonusTurn(side=GERMAN) if p.bonus else None


def guns_reload(p: Field) -> None:
    """11.46 Guns may use their protective fire again."""
    for unit in all_units(len(p.fought)):
        p.fought[unit] &= ~FIRED


def end_turn(p: Field, turn: GameTurn) -> Then:
    """5.2 The Game-Turn marker is advanced; 25.11 the scenario ends with its last Game-Turn."""
    guns_reload(p)
    if p.turn >= p.data.scenario_data.last_turn:
        victory.decide(p)
    else:
        p.turn, p.bonus = p.turn + 1, 0
    return Then.REPEAT


# --- a player turn -------------------------------------------------------------------------------------


def begin_player_turn(p: Field, turn: PlayerTurn) -> None:
    """What was done and spent in the last player turn is forgotten."""
    p.tell(Event("player-turn", {"side": turn.side}, "5.2"))
    p.wipe("done", "spent")


def supply_phase(p: Field, turn: PlayerTurn) -> None:
    """5.2D1, 5.2E1 Both players determine the supply of their units, who is not phasing first."""
    for side in (ENEMY_OF[turn.side], turn.side):
        supply.determine(p, side)


def air_supply(p: Field, turn: PlayerTurn) -> Procedure | None:
    """19.31 In the Allied player turn of a morning."""
    return air.AirSupply() if turn.side == ALLIED and p.space.kind == "am" else None


def march_interdiction(p: Field, turn: PlayerTurn) -> Procedure | None:
    """5.2D1, 19.43 After supply has been determined in the Allied player turn."""
    points = air.points_on(p, ALLIED, air.INTERDICTION)
    return air.MarchInterdiction(points=points) if turn.side == ALLIED and points else None


def reinforcements_wait(p: Field, turn: PlayerTurn) -> None:
    """21.1, 21.22 Columns form anew, and who finds the way blocked has to wait."""
    p.queued = ()
    if turn.side == GERMAN and p.space.kind == "am" and p.data.scenario_data.variable:
        roll_for_variable(p)
    note_blocked(p, turn.side)


def breakdown(p: Field, turn: PlayerTurn) -> Procedure | None:
    """5.2D2b In the Allied player turn only."""
    return Breakdown() if turn.side == ALLIED else None


def digging(p: Field, turn: PlayerTurn | BonusTurn) -> Procedure:
    """5.2D2c Positions are finished and begun, before anybody moves."""
    return Digging(side=turn.side)


def bridge_phase(p: Field, turn: PlayerTurn) -> Procedure:
    return BridgePhase(side=turn.side)


def after_movement(p: Field, turn: BonusTurn) -> None:
    """13.24 Before the Combat Phase."""
    fatigue.tire(p, [unit for unit in p.on_map(turn.side) if p.done[unit] & HAS_SPENT], "13.24")


def commitment(p: Field, turn: PlayerTurn) -> Procedure | None:
    """25.16 At the beginning of the Movement Phase."""
    return Commit(side=turn.side) if p.data.scenario_data.commitments else None


def march_removal(p: Field, turn: PlayerTurn) -> Procedure:
    return LeaveMarch(side=turn.side)


def in_battery(p: Field, turn: PlayerTurn) -> None:
    """6.35, 7.37 All guns go In Battery, but for those in March Mode; 24.21 some only when they have stood still."""
    for unit in p.data.guns[turn.side]:
        if p.where[unit] < 0 or p.march[unit] or p.battery[unit]:
            continue
        if is_slow(p, unit) and not p.stood[unit]:
            p.stood[unit] = 1
        else:
            p.battery[unit], p.stood[unit] = 1, 0


def is_slow(p: Field, unit: Unit) -> bool:
    """24.21, WAR-R142 A gun of a German corps or army, rockets too, where these take two Game-Turns."""
    piece = p.data.counters[unit]
    return "slow_corps_guns" in p.data.options and piece.side == GERMAN and not piece.formation


def parachute_drop(p: Field, turn: PlayerTurn) -> Procedure | None:
    """24.41 At the beginning of a German Movement Phase."""
    return heydte.Drop(side=GERMAN) if turn.side == GERMAN and heydte.may_drop(p) else None


def hunt(p: Field, turn: PlayerTurn) -> None:
    """24.44 Before the Allies move."""
    if turn.side == ALLIED:
        heydte.begin_hunt(p)


def dismounting(p: Field, turn: PlayerTurn | BonusTurn) -> Procedure | None:
    """24.1 At the beginning of a Movement Phase."""
    return Dismounting(side=turn.side) if DISMOUNTING in p.data.options else None


def remounting(p: Field, turn: PlayerTurn | BonusTurn) -> Procedure | None:
    """24.1 At its end."""
    return Remounting(side=turn.side) if DISMOUNTING in p.data.options else None


def roam(p: Field, turn: PlayerTurn | BonusTurn) -> Procedure | None:
    """24.32 In the German Movement Phase, of a bonus turn too."""
    return Roam(side=GERMAN) if turn.side == GERMAN and p.truppeneinheit else None


def movement(p: Field, turn: PlayerTurn) -> Procedure:
    return Movement(side=turn.side)


def sabotage_ends(p: Field, turn: PlayerTurn | BonusTurn) -> None:
    """24.34 At the end of the Movement Phase."""
    survive_sabotage(p)


def clear_bridges(p: Field, turn: PlayerTurn) -> None:
    """25.14f Bottleneck markers are removed at the end of the German Movement Phase."""
    for hexside in hexsides_with(p.crossings):
        p.set_crossings(hexside, 0)


def thin_out(p: Field, turn: PlayerTurn) -> Procedure:
    """9.12 At the end of a Movement Phase."""
    return Overstacked(side=turn.side)


def combat_phase(p: Field, turn: PlayerTurn | BonusTurn) -> Procedure:
    """10.0 The Combat Phase."""
    return Combat(side=turn.side)


Battle.steps = (hide_dumps, choose_plan, allied_set_up, german_set_up, infiltrate, begin_play, play_turns)
GameTurn.steps = (
    begin_turn,
    weather_stage,
    air_stage,
    surrender_stage,
    allied_turn,
    german_turn,
    fatigue_stage,
    begin_bonus,
    allied_bonus,
    german_bonus,
    end_turn,
)
PlayerTurn.steps = (
    begin_player_turn,
    supply_phase,
    air_supply,
    march_interdiction,
    commitment,
    reinforcements_wait,
    parachute_drop,
    march_removal,
    breakdown,
    digging,
    in_battery,
    dismounting,
    hunt,
    roam,
    movement,
    sabotage_ends,
    clear_bridges,
    thin_out,
    remounting,
    bridge_phase,
    combat_phase,
)
BonusTurn.steps = (
    begin_player_turn,
    commitment,
    march_removal,
    digging,
    dismounting,
    roam,
    movement,
    sabotage_ends,
    thin_out,
    remounting,
    after_movement,
    combat_phase,
)
