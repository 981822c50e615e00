"""The guided first turn of a game: its ``page/tutorial.toml``, a script whose steps wait for what is done at the table.

A step is shown while one of its questions stands. Without ``act`` it has a button to go on; with it, it waits until
the next question for which the script has a step. What it points at is a counter, a hex, a button of the bar (by the
verb's name) or a part of the page.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from ardennes.datafiles import read_toml
from ardennes.engine.game import AnyGame
from ardennes.engine.game_data import GameData
from ardennes.engine.procedure import Procedure, Question
from ardennes.languages import FIRST_LANGUAGE
from ardennes.server.mistakes import Mistake
from ardennes.server.protocol.lobby import Guide, GuideStep, PagePart

FILE = "page/tutorial.toml"


class Step(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing to read or to do."""

    text: dict[str, str]
    """What is said, by language."""
    rule: str = ""
    at: tuple[str, ...] = ()
    """The questions at which it is shown, by their prompts; any where there is none."""
    act: bool = False
    unit: str = ""
    hex: str = ""
    """A hex to be chosen, or one that has the hexside to be chosen."""
    button: str = ""
    part: PagePart = ""


class Script(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    scenario: str
    options: tuple[str, ...] = ()
    seed: str
    """Fixed, so that the dice fall as the script says."""
    steps: tuple[Step, ...]


def has_guide(folder: Path) -> bool:
    return (folder / FILE).is_file()


def read_guide(folder: Path) -> Script:
    if not has_guide(folder):
        raise Mistake("no-guide", game=folder.name)
    return read_toml(folder / FILE, Script)


def guide_in_language(script: Script, language: str) -> Guide:
    """The script as the page gets it: one text to a step, English where the language is missing."""
    return Guide(script.scenario, script.options, script.seed, [_told(step, language) for step in script.steps])


def _told(step: Step, language: str) -> GuideStep:
    return GuideStep(
        text=step.text.get(language) or step.text[FIRST_LANGUAGE],
        rule=step.rule,
        at=step.at,
        act=step.act,
        unit=step.unit,
        hex=step.hex,
        button=step.button,
        part=step.part,
    )


def mistakes(script: Script, game: AnyGame, data: GameData) -> Iterator[str]:
    """What a script speaks of that the game does not have."""
    prompts, verbs = _prompts(game), {verb.name for verb in game.verbs}
    units, hexes = {counter.id for counter in data.counters}, data.board
    for number, step in enumerate(script.steps, start=1):
        for prompt in set(step.at) - prompts:
            yield f"step {number}: there is no question {prompt!r}"
        if step.unit and step.unit not in units:
            yield f"step {number}: there is no unit {step.unit!r}"
        if step.hex and not hexes.has_label(step.hex):
            yield f"step {number}: there is no hex {step.hex!r}"
        if step.button and step.button not in verbs:
            yield f"step {number}: there is no verb {step.button!r}"


def _prompts(game: AnyGame) -> set[str]:
    procedures: tuple[type[Procedure], ...] = game.procedures
    return {step.prompt for procedure in procedures for step in procedure.steps if isinstance(step, Question)}
