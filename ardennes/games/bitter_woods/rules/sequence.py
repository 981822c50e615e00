"""4.0 Sequence of play: the German player turn, then the Allied, each phase by phase."""

from __future__ import annotations

from ardennes.engine.procedure import Procedure, SideProcedure, Then
from ardennes.engine.texts import Event
from ardennes.games.bitter_woods.rules import victory
from ardennes.games.bitter_woods.rules.air import AirDrops, Interdiction, end_interdiction
from ardennes.games.bitter_woods.rules.artillery import reload_guns
from ardennes.games.bitter_woods.rules.bridges import BridgeWork, Construction, Demolition, Preparation
from ardennes.games.bitter_woods.rules.combat import Combat
from ardennes.games.bitter_woods.rules.details import check_garrison
from ardennes.games.bitter_woods.rules.event_rolls import choice_of, is_due, roll_for_event
from ardennes.games.bitter_woods.rules.events import aircraft_by_event, happened, has_no_shortage, remove_companies
from ardennes.games.bitter_woods.rules.field import HAS_FAILED, NO_PLAN, PICKED, WAS_IN_RESERVE, Field
from ardennes.games.bitter_woods.rules.fuel_dumps import DumpChance
from ardennes.games.bitter_woods.rules.leaders import end_release, release_reserves
from ardennes.games.bitter_woods.rules.marching import Movement
from ardennes.games.bitter_woods.rules.opening import free_the_frozen, is_surprise, note_watched_guns
from ardennes.games.bitter_woods.rules.orders import Planning, air_by_event, roll_before_play
from ardennes.games.bitter_woods.rules.peiper import LastAttack, last_attackers
from ardennes.games.bitter_woods.rules.pieces import ALLIED, GERMAN
from ardennes.games.bitter_woods.rules.points import note_points
from ardennes.games.bitter_woods.rules.positions import Digging
from ardennes.games.bitter_woods.rules.reserves import Reserves, drop_unsupplied, note_contact
from ardennes.games.bitter_woods.rules.shock import end_shock
from ardennes.games.bitter_woods.rules.shortage import end_shortage, roll_for_shortage
from ardennes.games.bitter_woods.rules.stacking import Overstacked
from ardennes.games.bitter_woods.rules.supply import check_supply
from ardennes.games.bitter_woods.rules.surrender import roll_for_surrender


class Battle(Procedure):
    """4.0 One game-turn after another."""


class PlayerTurn(SideProcedure):
    """4.A, 4.B The player turn of one side."""


def before_play(p: Field, battle: Battle) -> Procedure | None:
    """2.9 What a scenario decides before its first turn."""
    roll_before_play(p)
    return Planning() if p.data.scenario_data.plans and p.plan == NO_PLAN else None


def prepare_bridges(p: Field, battle: Battle) -> Procedure | None:
    """2.9, 13.2 Bridges that the Germans have blown before the first turn."""
    scenario = p.data.scenario_data
    begins = p.turn == scenario.first_turn and scenario.bridges_to_blow
    return Preparation(side=GERMAN, left=scenario.bridges_to_blow) if begins else None


def begin_turn(p: Field, battle: Battle) -> None:
    """11.1 The turn marker; the aircraft of the turn."""
    space = p.data.turns[p.turn - 1]
    p.german_air = aircraft_by_event(p, GERMAN, space.german_air)
    p.allied_air = aircraft_by_event(p, ALLIED, air_by_event(p, space.name, space.allied_air))
    if p.happened and space.name == "19AM":
        remove_companies(p, everywhere=True)
    p.tell(Event("turn", {"turn": space.name, "date": space.date, "ground": space.ground}, "4.0"))


def german_turn(p: Field, battle: Battle) -> Procedure:
    return PlayerTurn(side=GERMAN)


def allied_turn(p: Field, battle: Battle) -> Procedure:
    return PlayerTurn(side=ALLIED)


def end_turn(p: Field, battle: Battle) -> Then:
    """4.C, 17.0 The turn is recorded; after the last one the game is decided. 9.5 Hexes that were given up are open
    again."""
    p.open_all()
    note_points(p)
    if happened(p, "companies"):
        remove_companies(p, everywhere=False)
    if p.turn >= p.data.scenario_data.last_turn:
        victory.decide(p)
    else:
        p.turn += 1
    return Then.REPEAT


# --- a player turn ---------------------------------------------------------------------------------------


def begin_player_turn(p: Field, turn: PlayerTurn) -> None:
    """Markers of the last turn come off; guns are ready (10.1)."""
    p.tell(Event("player-turn", {"side": turn.side}, "4.0"))
    p.wipe("done", "influenced")
    for unit in p.on_map(turn.side):
        if p.reserve[unit] == WAS_IN_RESERVE:
            p.reserve[unit] = 0
    reload_guns(p, turn.side)
    if turn.side == GERMAN:
        end_shortage(p)
        p.wipe("dropped")
    else:
        free_the_frozen(p)


def additional_event(p: Field, turn: PlayerTurn) -> Procedure | None:
    """38.0 At the beginning of the German turns of 17AM and 19AM."""
    for when in ("17AM", "19AM"):
        if turn.side == GERMAN and is_due(p, when):
            roll_for_event(p, when)
            return choice_of(p, "bombs")
    return None


def garrison_check(p: Field, turn: PlayerTurn) -> None:
    """35.0 At the beginning of a German turn."""
    if turn.side == GERMAN:
        check_garrison(p)


def random_event(p: Field, turn: PlayerTurn) -> Procedure | None:
    """29.0 On 18AM, once the Allied player has placed his aircraft."""
    if turn.side != GERMAN or not is_due(p, "18AM"):
        return None
    roll_for_event(p, "18AM")
    return choice_of(p, "companies", "deception")


def save_bridge(p: Field, turn: PlayerTurn) -> Procedure | None:
    """29.0 At the end of the German turn of 18AM commandos may save a bridge."""
    return choice_of(p, "saved-bridge") if turn.side == GERMAN else None


def air_drops(p: Field, turn: PlayerTurn) -> Procedure | None:
    """12.5 In the German supply phase."""
    return AirDrops() if turn.side == GERMAN and p.allied_air else None


def supply_phase(p: Field, turn: PlayerTurn) -> None:
    """12.1, 12.6 Shortage first, then everybody's supply is checked; 26.0 units may surrender; 17.1 a town may
    count again."""
    due = turn.side == GERMAN and p.turn >= p.data.turn_named(p.data.named.turns.shortage_from)
    if due and not has_no_shortage(p) and not p.fuel_assured:
        roll_for_shortage(p)
    check_supply(p)
    roll_for_surrender(p, turn.side)
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
    if p.data.battalions:
        p.regrouped = 0
        p.wipe("walked")
    return Overstacked(side=turn.side)


def digging(p: Field, turn: PlayerTurn) -> Procedure:
    return Digging(side=turn.side)


def bridge_work(p: Field, turn: PlayerTurn) -> Procedure:
    return BridgeWork(side=turn.side)


def combat_phase(p: Field, turn: PlayerTurn) -> Procedure:
    return Combat(side=turn.side)


def demolition(p: Field, turn: PlayerTurn) -> Procedure:
    return Demolition(side=turn.side)


def dump_demolition(p: Field, turn: PlayerTurn) -> Procedure | None:
    """25.3 At the end of the Allied combat phase."""
    return DumpChance() if turn.side == ALLIED and p.data.dump_sites else None


def exploitation_phase(p: Field, turn: PlayerTurn) -> Procedure:
    for unit in p.on_map(turn.side):
        p.done[unit] &= ~HAS_FAILED
    if "leaders" in p.data.options:
        release_reserves(p, turn.side)
    return Movement(side=turn.side, exploitation=True)


def thin_out_again(p: Field, turn: PlayerTurn) -> Procedure:
    end_release(p, turn.side)
    return thin_out(p, turn)


def last_attack(p: Field, turn: PlayerTurn) -> Procedure | None:
    """27.1 KG Peiper on 17AM."""
    units = last_attackers(p, turn.side)
    return LastAttack(side=turn.side, units=units) if units else None


def bridge_construction(p: Field, turn: PlayerTurn) -> Procedure:
    return Construction(side=turn.side)


def end_player_turn(p: Field, turn: PlayerTurn) -> None:
    """11.3 Interdiction ends with the German turn; 21.3 shock with that of its owner."""
    end_shock(p, turn.side)
    if turn.side == GERMAN:
        end_interdiction(p)


Battle.steps = (before_play, prepare_bridges, begin_turn, german_turn, allied_turn, end_turn)
PlayerTurn.steps = (
    begin_player_turn,
    additional_event,
    garrison_check,
    air_drops,
    supply_phase,
    interdiction,
    random_event,
    reserve_phase,
    movement_phase,
    thin_out,
    digging,
    bridge_work,
    combat_phase,
    demolition,
    dump_demolition,
    exploitation_phase,
    thin_out_again,
    last_attack,
    bridge_construction,
    save_bridge,
    end_player_turn,
)
