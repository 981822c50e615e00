"""The owner's data packs: what is in them, what is wrong with them, and how they differ from our data."""

from __future__ import annotations

from ardennes.engine.scenarios import ScenarioInfo
from ardennes.server.protocol.base import Received, Sent


class Fault(Sent):
    """One thing that is wrong with a data file."""

    file: str
    says: str
    language: str
    """In which it is said: the one asked for, or English where there are no words for it."""
    row: int
    """As a spreadsheet counts: the header is row 1; 0 where there are no rows."""
    field: str
    line: int
    """In a file without rows; 0 where it has none."""


class PackInfo(Sent):
    """A pack in the list."""

    name: str
    game: str
    title: str
    scenarios: dict[str, ScenarioInfo]
    faults: list[Fault]


class PackFile(Sent):
    """A data file: rows of cells, or a text."""

    name: str
    text: str
    heads: list[str]
    rows: list[list[str]]
    rebuilt: list[int]
    """Rows with values that are not from the printed game."""


class Pack(Sent):
    """All that can be edited of a pack."""

    name: str
    game: str
    files: list[PackFile]
    faults: list[Fault]
    changes: list[str]
    """How it differs from our data, file by file."""


class PackFinding(Sent):
    """What is wrong with a file as it would be, and what it changes."""

    faults: list[Fault]
    changes: list[str]
    kept: bool


class NewPack(Received, frozen=True):
    game: str
    name: str


class FileText(Received, frozen=True):
    """A file of a pack as the page has it now."""

    file: str
    text: str
    keep: bool = False
