"""Opens saves with the games of ``ARDENNES_GAMES`` and plays each on to its end, in a process of its own:
``python -m tests.engine.reopened SAVE…`` prints what came of each as a line of JSON."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import msgspec

from ardennes.engine.match import Match
from ardennes.engine.saves import SaveError
from ardennes.engine.snapshot import snapshot
from tests.battery.checks import check_question, check_sound

MOST_ANSWERS = 5000
CHECKED_ALWAYS, CHECKED_EVERY = 25, 40


class Opened(msgspec.Struct):
    """A save as it was opened, and whether it could be played to the end."""

    refused: str = ""
    changes: tuple[str, ...] = ()
    """The codes of what was told."""
    told: tuple[str, ...] = ()
    """The same in words, in each language."""
    records: int = 0
    asked: str = ""
    over: bool = False


def opened(path: Path) -> Opened:
    try:
        match = Match.load(path)
    except SaveError as error:
        return Opened(refused=str(error))
    found = Opened(
        changes=tuple(text.code for text in match.changes),
        told=tuple(match.sentence(text, language) for language in ("en", "it") for text in match.changes),
        records=len(match.records),
        asked=match.asked.question.prompt if match.asked else "",
    )
    check_kept(match)
    for moment in match.steps():
        moment.log(None)
    rng = random.Random(path.stem)
    for number in range(MOST_ANSWERS):
        if match.asked is None:
            break
        if number < CHECKED_ALWAYS or number % CHECKED_EVERY == 0:
            check_sound(match.position)
            check_question(match)
        match.apply(rng.choice(list(match.asked.options)))
    check_kept(match)
    found.over = match.over is not None
    return found


def check_kept(match: Match) -> None:
    """What was taken up is told once, and leads back to itself."""
    again = Match.unpacked(match.packed())
    assert again.changes == ()
    assert snapshot(again.position) == snapshot(match.position)
    assert again.log(None) == match.log(None)


if __name__ == "__main__":
    for save in sys.argv[1:]:
        print(msgspec.json.encode(opened(Path(save))).decode())
