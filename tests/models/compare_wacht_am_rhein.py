"""Random positions on Map D, and what the program finds of supply there beside what the model finds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from ardennes.engine.notation import write_position
from ardennes.games.wacht_am_rhein.rules.supply import CUT, ISOLATED, TRACED, Survey, needs_supply
from tests.models.wacht_am_rhein import ALONE, AREA, CUT_OFF, GAME, SUPPLIED, Model, counters, scenario
from tests.models.written import ground_of
from tests.wacht_am_rhein.fields import Battlefield, field

FINDINGS = {TRACED: SUPPLIED, CUT: CUT_OFF, ISOLATED: ALONE}
AFTER_THE_FIRST_DAY = 8


def random_position(rng: Random) -> Battlefield:
    """Units of both sides, headquarters always among them, crowded or spread; bridges blown, built and placed."""
    ground = ground_of(GAME)
    area = sorted(ground.area(AREA) - ground.area("closed-25.16"))
    taking_part = [id for id in counters() if id in scenario()["set_up"] or id in scenario()["arrivals"]]
    headquarters = [id for id in taking_part if counters()[id]["kind"] == "headquarters"]
    others = [id for id in taking_part if id not in headquarters]
    room = sorted(ground.within({rng.choice(area)}, rng.choice((3, 4, 5, 8, 60))) & set(area))
    rng.shuffle(room)
    owner = {hex: number % 2 for number, hex in enumerate(room)}
    free = dict.fromkeys(room, 3)
    units, lost = [], rng.sample(headquarters, rng.randint(0, 8))
    for unit in [*(hq for hq in headquarters if hq not in lost), *rng.sample(others, rng.randint(5, 60))]:
        row = counters()[unit]
        fit = [hex for hex in room if free[hex] and owner[hex] == int(row["side"])]
        if not fit:
            continue
        hex = rng.choice(fit)
        free[hex] -= 1
        steps = rng.randint(1, row["strength"].count("/") + 1)
        marks = [f"supply={rng.randint(0, 4)}"] if row["kind"] != "headquarters" and rng.random() < 0.3 else []
        if row["kind"] != "headquarters" and free[hex] == 2 and rng.random() < 0.2:
            marks.append("march")
        units.append(" ".join([unit, f"{hex}/{steps}", *marks]))
    units += [f"{hq} eliminated" for hq in lost]
    wet = [row for row in ground.sides() if row.river and set(row.hexes) <= set(area)]
    spans = {"/".join(row.hexes): 1 for row in wet if row.bridge == "bridge" and rng.random() < 0.3}
    spans |= {"/".join(row.hexes): rng.choice((2, 3)) for row in rng.sample(wet, 20) if row.bridge != "ford"}
    dug = [f"{hex}: positions=4" for hex in room if free[hex] < 3 and rng.random() < 0.2]
    moment = rng.choice(("german move", "allied move"))
    spans = {printed(side): span for side, span in spans.items()}
    return field(printed(", ".join(units)), moment, turn=AFTER_THE_FIRST_DAY, spans=spans, hexes=[*map(printed, dug)])


def printed(text: str) -> str:
    """Hexes as sheet D prints them: the model knows those that two sheets share by their numbers on sheet C."""
    return re.sub(r"\bC3([5-9])(\d\d)\b", lambda hex: f"D0{int(hex[1]) - 4}{hex[2]}", text)


def on_sheet_c(text: str) -> str:
    return re.sub(r"\bD0([1-5])(\d\d)\b", lambda hex: f"C3{int(hex[1]) + 4}{hex[2]}", text)


def differences(match: Battlefield) -> Iterator[str]:
    """Where program and model find different things: rigid zones, and the supply of every unit."""
    p, model = match.position, Model(on_sheet_c(write_position(match.position)))
    for side in (0, 1):
        shown = {
            on_sheet_c(match.data.board.label(hex)) for hex in match.data.board.hexes if p.in_rigid_zone(hex, 1 - side)
        }
        if shown != model.rigid[side]:
            yield f"rigid zones of side {side}: {sorted(shown ^ model.rigid[side])}"
        survey = Survey(p, side)
        for unit in p.on_map(side):
            id = match.data.counters[unit].id
            found = FINDINGS[survey.finding(unit)] if needs_supply(p, unit) else SUPPLIED
            if found != model.state(id):
                yield f"{id} in {model.where[id]}: {found} against {model.state(id)}"
