"""Random positions of Crossroads, and what the program says of them beside what the model says."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ardennes.engine.notation import write_position
from tests.crossroads.fields import field
from tests.models.crossroads import Model, counters
from tests.models.shown import SIDES, destinations, zone_differences
from tests.models.written import ground_of
from tests.situation import Situation

PHASES = ("movement", "combat")
BRIDGES = ("0403/0503", "0405/0506")


def random_position(rng: Random) -> Situation:
    """Some units of both sides, crowded around a hex or anywhere, with bridges that stand or are gone."""
    ground = ground_of("crossroads")
    room = sorted(ground.within({rng.choice(sorted(ground.hexes))}, rng.choice((1, 2, 9))))
    known = [id for id, row in counters().items() if row["kind"] not in ("stand-in", "decoy")]
    units = rng.sample(known, min(len(room), rng.randint(2, len(known))))
    places = rng.sample(room, len(units))
    said = ", ".join(f"{unit} {hex}" for unit, hex in zip(units, places, strict=True))
    blown = [bridge for bridge in BRIDGES if rng.random() < 0.3]
    return field(said, f"{rng.choice(SIDES)} {rng.choice(PHASES)}", blown=blown)


def differences(match: Situation) -> Iterator[str]:
    """Where program and model say different things of a position."""
    model = Model(write_position(match.position))
    yield from zone_differences(match, model)
    for words in sorted(match.offers()):
        verb, _, thing = words.partition(" ")
        if verb == "move":
            shown, expected = destinations(match, thing), model.destinations(thing)
            for hex in sorted(shown.keys() | expected.keys()):
                if shown.get(hex) != expected.get(hex):
                    yield f"{thing} from {model.where[thing]} to {hex}: {shown.get(hex)} against {expected.get(hex)}"
        elif verb == "attack":
            yield from _odds(match, model, thing)


def _odds(match: Situation, model: Model, target: str) -> Iterator[str]:
    """The attackers one after the other, until all of them are in it."""
    match.do(f"attack {target}")
    joined: list[str] = []
    while found := sorted(match.objects("join")):
        joined.append(found[0])
        match.do(f"join {found[0]}")
        if "fire" in match.offers():
            (note,) = match.tells("fire").notes
            if note.args["odds"] != model.column(joined, target):
                yield f"{joined} against {target}: {note.args['odds']} against {model.column(joined, target)}"
    match.back_to(0)
