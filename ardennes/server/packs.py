"""The household's data packs: an owner's own counters, tables, set-ups and scenarios, kept beside the tables.

A pack is a folder of files as ``ardennes data export`` writes them. What the page sends is examined on a copy first,
and kept only where nothing is wrong with it.
"""

from __future__ import annotations

import csv
import io
import re
import shutil
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from ardennes.board import MapFile
from ardennes.datafiles import Mistake as Fault
from ardennes.datafiles import read_text
from ardennes.engine.datapack import LABEL, Contents, read_label
from ardennes.engine.game import AnyGame, load_game, title_page
from ardennes.engine.packdiff import FileChanges, differences
from ardennes.engine.packs import examine, export
from ardennes.engine.phrasebook import PHRASES, Phrasebook, phrasebook
from ardennes.engine.provenance import mark_of
from ardennes.errors import ArdennesError
from ardennes.languages import FIRST_LANGUAGE
from ardennes.server.mistakes import Mistake, NotThere
from ardennes.server.protocol.packs import Fault as FaultTold
from ardennes.server.protocol.packs import Pack, PackFile, PackFinding, PackInfo

NAME = re.compile(r"[\w][\w \-]{0,39}")
MOST_PACKS = 100
LARGEST_UNPACKED = 32 * 1024 * 1024


class Packs:
    """The packs in a folder, each in one of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def listed(self, language: str) -> list[PackInfo]:
        found = sorted(path for path in self.folder.glob("*") if (path / LABEL).is_file())
        return [self._info(path, language) for path in found]

    def path(self, name: str) -> Path:
        """Where a pack is kept; the name is looked up, so that no other folder can be meant."""
        found = {path.name: path for path in self.folder.glob("*") if (path / LABEL).is_file()}
        if name not in found:
            raise NotThere("no-such-pack", pack=name)
        return found[name]

    def game(self, name: str) -> AnyGame:
        label = read_label(self.path(name))
        assert label is not None
        return load_game(label.game)

    def make(self, game: str, name: str, language: str) -> PackInfo:
        """A new pack with our own values in it."""
        target = self._free(name)
        export(load_game(game), target)
        return self._info(target, language)

    def remove(self, name: str) -> None:
        shutil.rmtree(self.path(name))

    # --- files -----------------------------------------------------------------------------------

    def opened(self, name: str, language: str) -> Pack:
        """All that can be edited: every file but the map."""
        path, game = self.path(name), self.game(name)
        theirs, ours = Contents(game, path), Contents(game)
        files = [_file(file, theirs.paths[file]) for file, shape in theirs.shapes.items() if shape is not MapFile]
        finding = _finding(game, language, theirs.mistakes, differences(theirs, ours))
        return Pack(name, game.id, files, finding.faults, finding.changes)

    def check(self, name: str, file: str, text: str, language: str) -> PackFinding:
        """What would be wrong, and what differs from our data, were this in a file."""
        with self._copy(name, file, text) as (game, copy):
            theirs = Contents(game, copy)
            return _finding(game, language, theirs.mistakes, differences(theirs, Contents(game)))

    def keep(self, name: str, file: str, text: str, language: str) -> PackFinding:
        """Writes a file, whole or not at all; nothing is written where every scenario cannot be set up with it."""
        with self._copy(name, file, text) as (game, copy):
            faults, changes, _ = examine(game, copy)
            if not faults:
                (copy / file).replace(self.path(name) / file)
            return _finding(game, language, faults, changes, kept=not faults)

    @contextmanager
    def _copy(self, name: str, file: str, text: str) -> Iterator[tuple[AnyGame, Path]]:
        path, game = self.path(name), self.game(name)
        if file not in Contents(game, path).shapes:
            raise NotThere("no-such-file", file=file)
        with TemporaryDirectory(prefix=".check-", dir=self.folder) as scratch:
            copy = Path(scratch) / path.name
            shutil.copytree(path, copy)
            (copy / file).parent.mkdir(exist_ok=True)
            (copy / file).write_text(text, "utf-8", newline="")
            yield game, copy

    # --- import and export -----------------------------------------------------------------------

    def zipped(self, name: str) -> bytes:
        path, made = self.path(name), io.BytesIO()
        with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
            for file in sorted(path.rglob("*")):
                if file.is_file():
                    archive.write(file, f"{path.name}/{file.relative_to(path).as_posix()}")
        return made.getvalue()

    def unzipped(self, body: bytes, language: str) -> PackInfo:
        """A pack from an archive such as :meth:`zipped` makes; kept only where nothing is wrong with it."""
        with TemporaryDirectory(prefix=".import-", dir=self._made()) as scratch:
            root = _unpack(body, Path(scratch), language)
            label = read_label(root)
            if label is None:
                raise _no_pack(language, f"it has no {LABEL}")
            try:
                faults, _, _ = examine(load_game(label.game), root)
            except ArdennesError as error:
                raise _no_pack(language, error) from None
            if faults:
                raise _no_pack(language, faults[0], load_game(label.game).folder)
            target = self._free(root.name if NAME.fullmatch(root.name) else label.game)
            root.rename(target)
        return self._info(target, language)

    # --- helpers ---------------------------------------------------------------------------------

    def _made(self) -> Path:
        self.folder.mkdir(parents=True, exist_ok=True)
        return self.folder

    def _free(self, name: str) -> Path:
        """A folder that is not there yet, under this name or the next with a number."""
        wanted = " ".join(name.split())
        if not NAME.fullmatch(wanted):
            raise Mistake("no-pack-name", name=name)
        taken = {path.name for path in self._made().iterdir()}
        if len(taken) >= MOST_PACKS:
            raise Mistake("too-many-packs", most=MOST_PACKS)
        names = (wanted, *(f"{wanted} {number}" for number in range(2, MOST_PACKS + 2)))
        return self.folder / next(each for each in names if each not in taken)

    def _info(self, path: Path, language: str) -> PackInfo:
        label = read_label(path)
        assert label is not None
        try:
            game = load_game(label.game)
            page = title_page(game.folder, language, path)
            faults = Contents(game, path).mistakes
        except ArdennesError as error:
            fault = _told(Fault(LABEL, str(error)), phrasebook(language, path), language)
            return PackInfo(path.name, label.game, label.game, {}, [fault])
        told = _finding(game, language, faults, ()).faults
        return PackInfo(path.name, label.game, page.title, page.scenarios, told)


def _file(name: str, path: Path) -> PackFile:
    """A CSV file as its rows, any other as text; with the rows whose values are rebuilt."""
    text = read_text(path)
    if path.suffix != ".csv":
        return PackFile(name, text, [], [], [])
    table = list(csv.reader(io.StringIO(text, newline="")))
    heads, rows = (table[0], table[1:]) if table else ([], [])
    at = heads.index("source") if "source" in heads else -1
    rebuilt = [number for number, row in enumerate(rows) if 0 <= at < len(row) and mark_of(row[at]) == "reconstructed"]
    return PackFile(name, "", heads, rows, rebuilt)


def _told(fault: Fault, book: Phrasebook, language: str) -> FaultTold:
    says = book.told(fault.says)
    spoken = FIRST_LANGUAGE if says is None else language
    return FaultTold(fault.file, says or fault.says, spoken, fault.row, fault.field, fault.line)


def _finding(
    game: AnyGame, language: str, faults: Iterable[Fault], changes: Iterable[FileChanges], kept: bool = False
) -> PackFinding:
    """What is wrong and what differs, as far as there are words for it in a language."""
    book = phrasebook(language, game.folder)
    told = [book.told(str(change)) or str(change) for change in changes]
    return PackFinding([_told(fault, book, language) for fault in faults], told, kept)


def _no_pack(language: str, reason: object, folder: Path = PHRASES) -> Mistake:
    """That an archive is no pack, and why, as far as there are words for it in a language."""
    return Mistake("no-pack", reason=phrasebook(language, folder).told(str(reason)) or reason)


def _unpack(body: bytes, scratch: Path, language: str) -> Path:
    """The folder of the pack in an archive: the one with its label."""
    try:
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > LARGEST_UNPACKED:
                raise Mistake("too-large")
            archive.extractall(scratch)
    except (zipfile.BadZipFile, OSError, ValueError, RuntimeError) as error:
        raise _no_pack(language, error) from None
    labels = [*scratch.glob(LABEL), *scratch.glob(f"*/{LABEL}")]
    if not labels:
        raise _no_pack(language, f"it has no {LABEL}")
    root = labels[0].parent
    if root == scratch:
        inner = scratch / "pack"
        inner.mkdir()
        for path in scratch.iterdir():
            if path != inner:
                path.rename(inner / path.name)
        return inner
    return root
