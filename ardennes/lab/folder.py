"""The folder of a series: its plan, a journal that grows game by game, and the tables made from it.

The journal is all that matters: whatever interrupts a series, it holds every game that was finished. The tables are
written from it, in the order of the games, so they are the same for any number of workers.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import IO

import msgspec

from ardennes.errors import ArdennesError
from ardennes.lab.plan import Plan
from ardennes.lab.rows import Crash, Played

PLAN, JOURNAL, CRASHES = "plan.json", "journal.jsonl", "crashes"
_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Played)


class Folder:
    """Where a series is kept while it is played and afterwards. To be used in a ``with`` statement."""

    def __init__(self, place: Path, plan: Plan, *, resume: bool = False) -> None:
        self.place, self.plan = place, plan
        self.played: dict[int, Played] = {}
        """Every game so far, by its number; the saves of crashed ones lie in files."""
        self._journal: IO[bytes] | None = None
        begun = has_games(place)
        if begun and not resume:
            raise ArdennesError(f"{place}: a series is kept here already; go on with --resume, or take another folder")
        if not (place / PLAN).exists() and place.exists() and (not place.is_dir() or any(place.iterdir())):
            raise ArdennesError(f"{place}: a new or empty folder is needed")
        try:
            place.mkdir(parents=True, exist_ok=True)
            if begun:
                _check_same(place, read_plan(place), plan)
                self.played = {played.number: played for played in read_journal(place)}
                _keep_whole_lines(place / JOURNAL)
            else:
                (place / PLAN).write_bytes(msgspec.json.format(_encoder.encode(plan)))
            self._journal = (place / JOURNAL).open("ab")
        except OSError as error:
            raise ArdennesError(f"{place}: cannot be written ({error.strerror})") from None

    def __enter__(self) -> Folder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._journal is not None:
            self._journal.close()

    def add(self, played: Played) -> Played:
        """Keeps a game at once; of a crash, the save becomes a file of its own."""
        assert self._journal is not None
        if played.crash is not None:
            played = msgspec.structs.replace(played, crash=self._keep_crash(played.number, played.crash))
        self._journal.write(_encoder.encode(played) + b"\n")
        self._journal.flush()
        self.played[played.number] = played
        return played

    def _keep_crash(self, number: int, crash: Crash) -> Crash:
        if crash.save:
            (self.place / CRASHES).mkdir(exist_ok=True)
            self.save_of(number).write_bytes(crash.save)
            self.save_of(number).with_suffix(".txt").write_text(crash.trace, encoding="utf-8")
        return msgspec.structs.replace(crash, save=b"")

    def save_of(self, number: int) -> Path:
        """Where the save of a crashed game lies, if it could be saved."""
        return self.place / CRASHES / f"game-{number}.save"

    def in_order(self) -> list[Played]:
        return [self.played[number] for number in sorted(self.played)]


def has_games(place: Path) -> bool:
    """Whether a series has been begun here: a plan that came to nothing is none."""
    journal = place / JOURNAL
    return journal.exists() and journal.stat().st_size > 0


def read_plan(place: Path) -> Plan:
    try:
        return msgspec.json.decode((place / PLAN).read_bytes(), type=Plan)
    except OSError as error:
        raise ArdennesError(f"{place / PLAN}: cannot be read ({error.strerror})") from None
    except msgspec.DecodeError as error:
        raise ArdennesError(f"{place / PLAN}: {error}") from None


def read_journal(place: Path) -> Iterator[Played]:
    """Every game of the journal; a last line that was cut short is left out, any other damage is named."""
    path = place / JOURNAL
    if not path.exists():
        return
    for number, line in enumerate(path.read_bytes().splitlines(keepends=True), start=1):
        if not line.endswith(b"\n"):
            return
        try:
            yield _decoder.decode(line)
        except msgspec.DecodeError as error:
            raise ArdennesError(f"{path}: line {number}: {error}") from None


def _keep_whole_lines(path: Path) -> None:
    """Cuts a last line off that was not finished, before others are written after it."""
    if path.exists():
        whole = path.read_bytes().rfind(b"\n") + 1
        with path.open("r+b") as file:
            file.truncate(whole)


def _check_same(place: Path, kept: Plan, wanted: Plan) -> None:
    """A series goes on as it was begun."""
    for field in msgspec.structs.fields(Plan):
        before, now = getattr(kept, field.name), getattr(wanted, field.name)
        if before != now:
            raise ArdennesError(
                f"{place}: the series kept here was begun with {field.name} {_shown(before)}, not {_shown(now)}"
            )


def _shown(value: object) -> str:
    return repr(msgspec.to_builtins(value))
