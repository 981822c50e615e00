"""The ledger: every rule of a game, in our words, with its state and the tests that prove it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import msgspec

from ardennes.datafiles import read_csv
from ardennes.errors import ArdennesError
from ardennes.languages import FIRST_LANGUAGE

_CHAPTER = re.compile(r"\d+|[A-Za-z]+")
State = Literal["enforced", "optional", "not applicable", "open"]


class Rule(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the ledger."""

    id: str
    """The case number, with a letter behind it where a case says several things: ``10.6-b``."""
    title: str
    kind: str = ""
    """What sort of rule it is: movement, combat, supply, set-up, data …"""
    statement: str
    state: State = "open"
    module: str = ""
    """Where in the game's folder it lives."""
    tests: str = ""
    """The tests marked with its id, separated by spaces."""
    note: str = ""

    @property
    def case(self) -> str:
        """The case number in the rulebook."""
        return self.id.partition("-")[0]

    @property
    def chapter(self) -> str:
        """The first number of the case, or what stands instead of it."""
        found = _CHAPTER.match(self.id)
        return found.group() if found else self.id


class Translation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One row of a ledger in another language, ``texts/it/ledger.csv``."""

    id: str
    title: str
    statement: str
    ruling: str = ""
    """What our ruling says, where the note of the rule has one."""


class Chapter(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One row of ``chapters.csv``, or of ``texts/it/chapters.csv``: what a chapter of the rulebook is about."""

    number: str
    title: str


class Count(msgspec.Struct, frozen=True, kw_only=True):
    """How far a game's rules are."""

    rows: int
    enforced: int
    optional: int
    not_applicable: int
    open: int
    tested: int


def read_ledger(folder: Path) -> list[Rule]:
    """A game's ledger; ids must be unique."""
    rules = read_csv(folder / "ledger.csv", Rule)
    seen: set[str] = set()
    for rule in rules:
        if rule.id in seen:
            raise ArdennesError(f"ledger.csv: id {rule.id!r} stands in two rows")
        seen.add(rule.id)
    return rules


def read_translation(folder: Path, language: str) -> dict[str, Translation]:
    """A game's rules in another language by id; none where nobody has put them into it."""
    path = folder / "texts" / language / "ledger.csv"
    known = path in folder.glob("texts/*/ledger.csv")
    return {row.id: row for row in read_csv(path, Translation)} if known else {}


def read_chapters(folder: Path, language: str = FIRST_LANGUAGE) -> dict[str, str]:
    """The titles of a game's chapters by number, in a language as far as they have been put into it."""
    own, translated = folder / "chapters.csv", folder / "texts" / language / "chapters.csv"
    known = translated in folder.glob("texts/*/chapters.csv")
    files = [path for path in (own, translated) if path == own or known]
    return {row.number: row.title for path in files if path.exists() for row in read_csv(path, Chapter)}


def count(rules: Iterable[Rule]) -> Count:
    rows = list(rules)

    def states(*wanted: State) -> int:
        return sum(rule.state in wanted for rule in rows)

    return Count(
        rows=len(rows),
        enforced=states("enforced"),
        optional=states("optional"),
        not_applicable=states("not applicable"),
        open=states("open"),
        tested=sum(bool(rule.tests) for rule in rows),
    )


def under(rules: Iterable[Rule], case: str) -> list[Rule]:
    """The rules of a case and its subcases: ``10.6`` has ``10.6.1``, not ``10.61``; an id is fine too."""
    return [rule for rule in rules if case in (rule.id, rule.case) or rule.case.startswith(f"{case}.")]
