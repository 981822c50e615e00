"""Random positions of Bitter Woods, and what the program says of them beside what the model says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from random import Random
from typing import NamedTuple

from ardennes.engine.notation import write_position
from tests.bitter_woods.fields import Battlefield, field
from tests.models.bitter_woods import ARMIES, MECHANIZED, Model, began_in_zone, counters, ground_on, turn_named
from tests.models.shown import destinations, zone_differences
from tests.models.written import ground_of

TURNS = (1, 2, 3, 4, 5, 6, 7, 8, 12, 15, 30)
OPTION_SETS = (
    (),
    ("integrity", "combined_arms", "cooperation"),
    ("integrity", "all_across_meuse", "bombardment", "challenge_interdiction", "leaders"),
    ("army_artillery", "variable_surprise", "garrison", "peiper_and_skorzeny"),
    ("leaders", "fast_leaders", "cooperation", "army_artillery", "bombardment", "combined_arms", "spare_monschau"),
)
"""Options that change what the model knows about, in rotation."""
OWN_WAYS = ("company",)
MOMENTS = ("supply", "move", "exploit", "combat")
SIDES = ("german", "allied")
GARRISONED = (turn_named("garrison_from"), turn_named("garrison_until"))


class Scattered(NamedTuple):
    """A random position at the first question of a phase."""

    match: Battlefield
    phase: str
    side: int
    options: frozenset[str]


def playable(options: frozenset[str], turn: int) -> list[str]:
    """Counters whose place on the map follows the common rules at that time."""
    found = []
    for id, row in counters().items():
        if row["only"] in ("event", "peiper", "extended", "late-panzers") or row["kind"] in OWN_WAYS:
            continue
        if row["only"].replace("-", "_") not in {"", *options}:
            continue
        traits = row["traits"].split()
        if ("sneak" in traits and "peiper_and_skorzeny" in options) or ("frozen" in traits and turn < 4):
            continue
        found.append(id)
    return found


def random_position(rng: Random) -> Scattered:
    """Some units of both sides, crowded around a hex or spread over the whole map, bridges blown and markers laid."""
    ground, turn, options = ground_of("bitter_woods"), rng.choice(TURNS), frozenset(rng.choice(OPTION_SETS))
    phase, side = rng.choice(MOMENTS), rng.randrange(2)
    if phase == "exploit" and "leaders" in options:
        options = frozenset()
    if phase == "supply" and side == 0 and turn >= turn_named("shortage_from"):
        side = 1
    room = sorted(ground.within({rng.choice(sorted(ground.hexes))}, rng.choice((2, 3, 5, 8, 60))))
    rng.shuffle(room)
    owner = {hex: number % 2 for number, hex in enumerate(room)}
    model = Model(f"turn = {turn}", options)
    free = dict.fromkeys(room, 2)
    led: set[str] = set()
    nation: dict[str, str] = {}
    placed: list[tuple[str, str, list[str]]] = []
    units = playable(options, turn)
    for unit in rng.sample(units, min(len(units), rng.randint(2, 45))):
        row = counters()[unit]
        markers = []
        if row["side"] == "0" and row["kind"] in MECHANIZED and rng.random() < 0.1:
            markers.append("unbound=1")
        if row["army"] == "declared":
            markers.append(f"attached={rng.randrange(len(ARMIES))}")
        if turn == turn_named("surprise") and unit in began_in_zone():
            markers.append("watched=1")
        model.said.units[unit] = dict(marker.split("=") for marker in markers)
        fit = [
            hex
            for hex in room
            if owner[hex] == int(row["side"])
            and (free[hex] or row["kind"] == "leader")
            and (row["kind"] != "leader" or hex not in led)
            and model.keeps_boundary(unit, hex)
            and ("cooperation" not in options or nation.get(hex, row["nation"]) == row["nation"])
            and ("north-bank" not in row["traits"] or "west-of-meuse" in ground.hexes[hex].areas)
            and model.has_way_out(unit, hex)
        ]
        if not fit:
            continue
        hex = fit[0] if rng.random() < 0.3 else rng.choice(fit)
        if row["kind"] == "leader":
            led.add(hex)
        else:
            free[hex] -= 1
        if unit != "Montgomery":
            nation[hex] = row["nation"]
        placed.append((unit, hex, markers))
    match = _laid_out(rng, placed, (SIDES[side], phase), turn, options)
    return Scattered(match, phase, side, options)


def _laid_out(
    rng: Random, placed: list[tuple[str, str, list[str]]], moment: tuple[str, str], turn: int, options: frozenset[str]
) -> Battlefield:
    """With steps, supply, shock, reserves, guns that have fired, bridges, works and interdiction."""
    ground, (side, phase) = ground_of("bitter_woods"), moment
    held = [{hex for unit, hex, _ in placed if counters()[unit]["side"] == str(number)} for number in (0, 1)]
    fighting = {hex for unit, hex, _ in placed if counters()[unit]["kind"] != "leader"}
    lines = []
    for unit, hex, markers in placed:
        row = counters()[unit]
        own = int(row["side"])
        beside = any(there in held[1 - own] for there in ground.around[hex])
        if row["kind"] == "leader" and hex not in fighting and beside:
            continue
        steps = rng.randint(1, row["strength"].count("/") + 1)
        if phase != "supply" and rng.random() < 0.2 and (own == 1 or turn > turn_named("free_supply_until")):
            markers.append("supply")
        if "bombardment" in options and row["kind"] != "leader" and rng.random() < 0.15:
            markers.append("shocked")
        if phase == "exploit" and SIDES[own] == side and row["kind"] in MECHANIZED and not beside and turn > 1:
            markers.append("reserve")
        if phase == "combat" and row["range"] and row["kind"] != "leader" and rng.random() < 0.2:
            markers.append("fired")
        lines.append(" ".join((unit, f"{hex}/{steps}", *markers)))
    towns = {hex for hex, row in ground.hexes.items() if row.place == "town"}
    near = sorted({there for hexes in held for hex in hexes for there in ground.around[hex]})
    hexes = [f"{hex}: works=2" for hex in sorted(held[1] & ground.area("fort-sites")) if rng.random() < 0.5]
    if side == "german" and phase in ("move", "exploit") and near:
        hexes += [f"{hex}: interdicted=1" for hex in rng.sample(near, min(len(near), rng.randint(0, 6)))]
    lacking = "garrison" in options and GARRISONED[0] <= turn <= GARRISONED[1] and rng.random() < 0.5
    bridges = [row.hexes for row in ground.sides() if row.bridge]
    return field(
        ", ".join(lines),
        f"{side} {phase}",
        turn=turn,
        air=(rng.randint(0, 1), rng.randint(0, 1)),
        blown=["/".join(hexes) for hexes in rng.sample(bridges, rng.randint(0, 60))],
        improved=[hex for hex in sorted(held[0] | held[1]) if hex not in towns and rng.random() < 0.2],
        hexes=_joined(hexes),
        clocks=["garrison_missing = 1"] if lacking else [],
        options=sorted(options),
        scenario="extended" if ground_on(turn) == "snow" else "campaign",
    )


def _joined(lines: list[str]) -> list[str]:
    """One line for each hex."""
    found: dict[str, list[str]] = {}
    for line in lines:
        hex, _, said = line.partition(": ")
        found.setdefault(hex, []).append(said)
    return [f"{hex}: {' '.join(said)}" for hex, said in found.items()]


def differences(position: Scattered) -> Iterator[str]:
    """Where program and model say different things of a position: as it stands, of every move, of every attack."""
    match, phase, side, options = position
    model = Model(write_position(match.position), options)
    yield from zone_differences(match, model)
    if phase == "supply":
        yield from _supply(match, model)
    elif phase == "exploit" and not any(model.noted(unit, "reserve") for unit in model.where):
        return
    elif match.asked is not None and match.asked.side == side:
        if match.prompt_code() == "choose-move":
            yield from _moves(match, model, side, exploiting=phase == "exploit")
        elif match.prompt_code() == "choose-attack":
            for target in sorted(match.targets()):
                yield from _attack(match, model, target, side)


def _supply(match: Battlefield, model: Model) -> Iterator[str]:
    """12.1: what the phase that has just passed found."""
    for unit in model.where:
        if model.is_supplied(unit) != model.would_be_supplied(unit):
            yield f"supply of {unit} in {model.where[unit]}: {model.is_supplied(unit)} against the contrary"


def _moves(match: Battlefield, model: Model, side: int, *, exploiting: bool) -> Iterator[str]:
    """Where every unit may go, and at what price."""
    movers = match.movers()
    for unit in sorted(model.where):
        if model.side(unit) != side:
            continue
        shown = destinations(match, unit) if unit in movers else {}
        expected = model.destinations(unit, exploiting=exploiting)
        for hex in sorted(shown.keys() | expected.keys()):
            if hex not in shown or hex not in expected or not _same(shown[hex], expected[hex]):
                yield f"{unit} from {model.where[unit]} to {hex}: {shown.get(hex)} against {expected.get(hex, 'no')}"


def _same(shown: Fraction, expected: Fraction | None) -> bool:
    """The one hex that is always free of its price is shown with whatever price."""
    return expected is None or shown == expected


def _attack(position: Battlefield, model: Model, target: str, side: int) -> Iterator[str]:
    """Who may attack; each attacker alone, then all of them, with guns and aircraft of both sides."""
    match = Battlefield(position.header, position.position.copy())
    match.do(f"attack {target}")
    if match.prompt_code() == "choose-bombardment":
        match.do("done")
    attackers = sorted(match.objects("join"))
    able = {unit for unit in model.where if model.side(unit) == side and model.may_attack(unit, target)}
    if able != set(attackers):
        yield f"who may attack {target}: {sorted(able ^ set(attackers))}"
    for unit in attackers:
        yield from _odds(match, model, f"join {unit}", [unit], target)
    match.do(*(f"join {unit}" for unit in attackers))
    guns = sorted(match.objects("support"))
    able = {unit for unit in model.where if model.may_fire_at(unit, target, attackers)}
    if able != set(guns):
        yield f"who may support the attack on {target}: {sorted(able ^ set(guns))}"
    match.do(*(f"support {unit}" for unit in guns))
    attackers += guns
    yield from _odds(match, model, "go", attackers, target)
    flying = "fly" in match.offers()
    if flying:
        match.do("fly")
        yield from _odds(match, model, "go", attackers, target, right=1)
    match.do("go")
    if match.asked is not None and match.prompt_code() == "answer-attack":
        yield from _answer(match, model, attackers, target, flying=flying)


def _answer(match: Battlefield, model: Model, attackers: list[str], target: str, *, flying: bool) -> Iterator[str]:
    """The defender's guns one after the other, and his aircraft."""
    right, answered = int(flying), list[str]()
    able = {unit for unit in model.where if model.may_fire_for(unit, target, attackers)}
    if able != match.objects("support"):
        yield f"who may support the defence of {target}: {sorted(able ^ match.objects('support'))}"
    yield from _odds(match, model, "go", attackers, target, right=right)
    if "fly" in match.offers():
        yield from _odds(match, model, "fly", attackers, target, left=1 - right)
    for gun in sorted(match.objects("support")):
        answered.append(gun)
        yield from _odds(match, model, f"support {gun}", attackers, target, guns=answered, right=right)
        match.do(f"support {gun}")
        if match.asked is None or match.prompt_code() != "answer-attack":
            break


def _odds(
    match: Battlefield,
    model: Model,
    words: str,
    attackers: list[str],
    target: str,
    *,
    guns: Sequence[str] = (),
    right: int = 0,
    left: int = 0,
) -> Iterator[str]:
    """Strengths, modifiers, and the column that comes of strengths and shifts."""
    about = match.tells(words)
    attack, defence = model.attack_strength(attackers), model.defence_strength(target, attackers, guns)
    column = next(note.args["column"] for note in about.notes if note.code == "final-column")
    shown = [*(about.tallies[name].total for name in ("attack", "defence", "die")), column]
    right += model.right(attackers, target, guns)
    left += model.left(attackers, target)
    die = model.modifier(attackers, target, guns)
    expected = [attack, defence, die, model.column(attack, defence, right, left)]
    if shown != expected:
        yield f"{attackers} against {target} with {guns}: {shown} against {expected}"
