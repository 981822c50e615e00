"""Data packs: a folder with an owner's own counters, tables or map, in files of the same names as ours.

A pack may hold only some of the files; a game then takes the others from its own folder. The digest of a game goes
over the files that are used, so a pack that changes nothing is no other game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast
from weakref import WeakValueDictionary

import msgspec

from ardennes.board import Board, HexRow, MapFile, SideRow, load_map
from ardennes.board.mapfile import HEX_LAYERS, SIDE_LAYERS
from ardennes.datafiles import (
    DataError,
    Mistake,
    digest_of,
    examine_csv,
    examine_toml,
    read_file,
    read_text,
    read_toml,
)
from ardennes.engine.game_data import Counter, counter_mistakes
from ardennes.engine.scenarios import Scenario, file_of, scenario_files
from ardennes.errors import ArdennesError
from ardennes.shapes import worked_out

if TYPE_CHECKING:
    from ardennes.engine.game import AnyGame

T = TypeVar("T")

LABEL = "pack.toml"
FORMAT = 1
DATA_SUFFIXES = (".csv", ".json", ".toml")


class PackLabel(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``pack.toml``: which game a pack is for, and what wrote it."""

    game: str
    format: int
    made_by: str = ""


def read_label(folder: Path) -> PackLabel | None:
    """A pack's label; None where it has none."""
    if not (folder / LABEL).exists():
        return None
    label = read_toml(folder / LABEL, PackLabel)
    if label.format != FORMAT:
        raise DataError(f"{LABEL}: format {label.format} is not {FORMAT}, the one this version reads")
    return label


def own_file(game: AnyGame, name: str) -> Path:
    """Where a game keeps what a pack may bring under this name: its map beside its other data."""
    return game.folder / name if name.startswith("map/") else game.folder / "data" / name


class Contents:
    """What the data files of a game say, with every mistake in them."""

    def __init__(self, game: AnyGame, pack: Path | None = None) -> None:
        self.mistakes: list[Mistake] = list(_folder_mistakes(game, pack)) if pack is not None else []
        self._files = tuple(game.data_files)
        self.paths = {name: own_file(game, name) for name in self._files}
        if pack is not None:
            self.paths.update({name: pack / name for name in game.data_files if (pack / name).exists()})
        scenarios = scenario_files(game.folder, pack)
        self.paths.update(scenarios)
        self.shapes: dict[str, type[Any]] = {**game.data_files, **dict.fromkeys(scenarios, game.scenario_type)}
        self._found: dict[str, Any] = {}
        self.board: Board | None = None
        for name, shape in self.shapes.items():
            self.mistakes += [msgspec.structs.replace(mistake, file=name) for mistake in self._read(name, shape)]
        self.scenarios: dict[str, Scenario] = {
            path.stem: self._found[name] for name, path in scenarios.items() if self._found.get(name) is not None
        }
        """Those that could be read, by their names."""
        self.mistakes += [self._with_line(mistake) for mistake in game.check_data(self)]

    def _with_line(self, mistake: Mistake) -> Mistake:
        path = self.paths.get(mistake.file)
        if path is None or path.suffix != ".toml":
            return mistake
        return mistake.found_in(read_text(path))

    def _read(self, name: str, shape: type[Any]) -> Sequence[Mistake]:
        path = self.paths[name]
        mistakes: Sequence[Mistake]
        try:
            if shape is MapFile:
                self.board, mistakes = _read_map(path)
            else:
                examine = examine_csv if path.suffix == ".csv" else examine_toml
                self._found[name], mistakes = examine(path, shape)
        except ArdennesError as error:
            return [msgspec.structs.replace(Mistake.unreadable(path.name, error), file=name)]
        return mistakes

    def rows(self, name: str, shape: type[T]) -> dict[int, T]:
        """The sound rows of a CSV file, by their number."""
        return cast(dict[int, T], self._found.get(name) or {})

    def table(self, name: str, shape: type[T]) -> T | None:
        """A TOML file; None if something is wrong with it."""
        return cast(T | None, self._found.get(name))

    def sound_table(self, name: str, shape: type[T]) -> T:
        """A TOML file of data without mistakes."""
        return cast(T, self._found[name])

    def scenario(self, name: str, shape: type[T]) -> T:
        """One of the scenarios; DataError if there is none of this name, as where its data pack is gone."""
        if name not in self.scenarios:
            raise DataError(f"there is no scenario {name!r}; there are {', '.join(self.scenarios)}")
        return cast(T, self.scenarios[name])

    def is_sound(self, name: str) -> bool:
        """Whether a whole file could be read."""
        return all(mistake.file != name for mistake in self.mistakes)

    def digest(self, *scenarios: str) -> str:
        """Of the files that a game of these scenarios uses; a scenario more in the folder is no other game."""
        used = (*self._files, *map(file_of, scenarios))
        return digest_of(self.paths[name] for name in used)


def counters_mistakes(contents: Contents, files: Mapping[str, type[Counter]]) -> Iterator[Mistake]:
    """What is wrong with counters in any game: their short names and their side."""
    places = [(name, row) for name, shape in files.items() for row in contents.rows(name, shape)]
    counters = [counter for name, shape in files.items() for counter in contents.rows(name, shape).values()]
    for index, field, says in counter_mistakes(counters):
        file, row = places[index]
        yield Mistake(file, says, row, field)


_open: WeakValueDictionary[tuple[object, ...], Contents] = WeakValueDictionary()
"""What has been read and is held by game data."""


def open_data(game: AnyGame, pack: Path | None) -> Contents:
    """The data of a game, from its own folder or with a pack; DataError names the first mistake. What was read from its
    own folder is used again while it is held: with other options files and map are the same."""
    key = (game, state_of_files(game, None))
    contents = _open.get(key) if pack is None else None
    if contents is None:
        contents = Contents(game, pack)
        if contents.mistakes:
            raise DataError(str(contents.mistakes[0]))
        if pack is None:
            _open[key] = contents
    return contents


def state_of_files(game: AnyGame, pack: Path | None) -> tuple[object, ...]:
    """Number, size and time of every data file, by which one sees that it was edited."""
    paths = [own_file(game, name) for name in game.data_files]
    if pack is not None:
        paths += [pack / name for name in game.data_files]
    paths += scenario_files(game.folder, pack).values()
    found = [path.stat() for path in paths if path.exists()]
    return tuple((stat.st_ino, stat.st_size, stat.st_mtime_ns) for stat in found)


def _folder_mistakes(game: AnyGame, pack: Path) -> Iterator[Mistake]:
    """A folder that is no pack of this game, and files in it that nothing would read."""
    if not pack.is_dir():
        reason = "not a folder" if pack.exists() else "No such file or directory"
        raise DataError(f"{pack}: cannot be read ({reason})")
    label = read_label(pack)
    if label is not None and label.game != game.id:
        raise DataError(f"{pack}: a data pack for {label.game}, not for {game.id}")
    known = ", ".join((*game.data_files, file_of("…")))
    read = (LABEL, *game.data_files, *scenario_files(game.folder, pack))
    if label is None and not any((pack / name).exists() for name in read):
        raise DataError(f"{pack}: not a data pack for {game.id}: it has none of {known}")
    for path in sorted((*pack.glob("*"), *pack.glob("*/*"))):
        name = path.relative_to(pack).as_posix()
        is_data = path.suffix.casefold() in DATA_SUFFIXES
        if is_data and name not in read and not own_file(game, name).exists():
            yield Mistake(name, f"no file of this game; there may be {known}")


# --- maps ------------------------------------------------------------------------------------------


def _read_map(path: Path) -> tuple[Board | None, list[Mistake]]:
    """The board; or row by row what is wrong with the map."""
    raw = read_file(path)
    try:
        return Board(load_map(path)), []
    except ArdennesError as error:
        first = Mistake(path.name, str(error).removeprefix(f"{path.name}: "))
    try:
        found = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None, [first]
    return None, list(_map_mistakes(path.name, found)) or [first]


def _map_mistakes(file: str, found: Any) -> Iterator[Mistake]:
    """Mistakes of single hexes and hexsides; those of the whole map are left to its reader."""
    if not isinstance(found, dict) or not isinstance(found.get("vocabulary"), dict):
        return
    vocabulary = found["vocabulary"]
    layers: tuple[tuple[str, type[HexRow | SideRow], Sequence[str]], ...] = (
        ("hexes", HexRow, HEX_LAYERS),
        ("sides", SideRow, SIDE_LAYERS),
    )
    for part, shape, words in layers:
        rows = found.get(part)
        for number, raw in enumerate(rows if isinstance(rows, list) else (), start=1):
            try:
                row = msgspec.convert(raw, worked_out(shape))
            except msgspec.ValidationError as error:
                yield Mistake(file, f"{part}, number {number}: {error}")
                continue
            where = f"hex {row.hex}" if isinstance(row, HexRow) else f"hexside {'/'.join(row.hexes)}"
            for layer in words:
                word = getattr(row, layer)
                if word and word not in (vocabulary.get(layer) or ()):
                    yield Mistake(file, f"{where}: {layer} {word!r} is not in the map's vocabulary", field=layer)
            for area in row.areas if isinstance(row, HexRow) else ():
                if area not in (vocabulary.get("area") or ()):
                    yield Mistake(file, f"{where}: area {area!r} is not in the map's vocabulary", field="areas")
