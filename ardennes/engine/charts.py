"""The charts of a game for whoever plays: tables made from its data files, with the cells that apply now.

``page/charts.toml`` of a game lists them. A chart shows some columns of a CSV file, some tables of a TOML file, or the
steps of procedures; its title is the message ``chart-NAME``. What the files do not say, :meth:`Game.charts` adds, and
:meth:`Game.chart_marks` says which columns or rows apply now.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from ardennes.datafiles import read_table, read_toml
from ardennes.engine.datapack import Contents
from ardennes.engine.procedure import Procedure, Question, step_names
from ardennes.engine.texts import Text

if TYPE_CHECKING:
    from ardennes.engine.game import AnyGame
    from ardennes.engine.position import Position

FILE = "page/charts.toml"
NOTHING = "–"
Cell = str | Text
"""A word of a data file, shown by its name where it has one; or a text."""


class Chart(msgspec.Struct, frozen=True, kw_only=True):
    """A table to look things up in."""

    name: str
    rule: str = ""
    heads: tuple[Cell, ...]
    """Of all columns; the first is that of the rows' own names."""
    rows: tuple[tuple[Cell, ...], ...]
    marked_rows: frozenset[int] = frozenset()
    marked_columns: frozenset[int] = frozenset()
    source: str = ""


class ChartFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What ``page/charts.toml`` says of a chart."""

    name: str
    rule: str = ""
    file: str = ""
    columns: tuple[str, ...] = ()
    """Of a CSV file, or the tables of a TOML file."""
    cells: str = ""
    """A column of a CSV file, or an entry of a TOML file, that holds the cells of many columns."""
    heads: tuple[str, ...] = ()
    """What those many columns are called; or the entry of the TOML file that says so."""
    clock: str = ""
    """The row whose first cell is what this clock shows applies now."""
    procedures: tuple[str, ...] = ()
    """Whose steps are the chart."""
    machinery: tuple[str, ...] = ()
    """Steps of theirs that a player need not know."""


class ChartFiles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    charts: tuple[ChartFile, ...]


def charts(p: Position, contents: Contents) -> Iterator[Chart]:
    """Every chart of the game that is played: sequence of play and tables as its file lists them, then its own."""
    game = p.data.game
    marks = game.chart_marks(p)
    for wanted in _listed(game.folder):
        if wanted.procedures:
            yield _sequence(p, wanted)
        else:
            yield _with_marks(_from_file(p, wanted, contents), marks)
    for chart in game.charts(p):
        yield _with_marks(chart, marks)


def _listed(folder: Path) -> Sequence[ChartFile]:
    path = folder / FILE
    return read_toml(path, ChartFiles).charts if path.exists() else ()


def _with_marks(chart: Chart, marks: Mapping[str, Iterable[str]]) -> Chart:
    """The columns and rows that a game says apply now, by their words."""
    words = list(marks.get(chart.name, ()))
    if not words:
        return chart
    return msgspec.structs.replace(
        chart,
        marked_columns=chart.marked_columns | {at for at, head in enumerate(chart.heads) if head in words},
        marked_rows=chart.marked_rows | {at for at, row in enumerate(chart.rows) if row[0] in words},
    )


# --- the sequence of play --------------------------------------------------------------------------


def _sequence(p: Position, wanted: ChartFile) -> Chart:
    """The steps of some procedures in order, each by the message ``step-PROCEDURE-STEP``. Those that are open now are
    marked."""
    kinds = {kind.__name__: kind for kind in p.data.game.procedures}
    rows: list[tuple[Cell, ...]] = []
    marked = set()
    for name in wanted.procedures:
        steps = step_names(kinds[name])
        open_now = {_step_of(p, opened) for opened in p.stack if type(opened).__name__ == name}
        for number, step in enumerate(steps):
            if step in wanted.machinery:
                continue
            if number in open_now:
                marked.add(len(rows))
            rows.append((str(len(rows) + 1), Text(f"step-{name}-{step}")))
    heads = (Text("chart-number"), Text("chart-step"))
    return Chart(name=wanted.name, rule=wanted.rule, heads=heads, rows=tuple(rows), marked_rows=frozenset(marked))


def _step_of(p: Position, opened: Procedure) -> int:
    """The step a procedure is at: one that has handed on to another procedure is numbered as the next already."""
    before = opened.step - 1
    handed_on = opened is not p.stack[-1] and before >= 0 and not isinstance(opened.steps[before], Question)
    return before if handed_on else opened.step


# --- data files ------------------------------------------------------------------------------------


def _from_file(p: Position, wanted: ChartFile, contents: Contents) -> Chart:
    path = contents.paths[wanted.file]
    if path.suffix == ".csv":
        return _from_rows(p, wanted, list(contents.rows(wanted.file, object).values()))
    return _from_tables(wanted, read_table(path))


def _from_rows(p: Position, wanted: ChartFile, found: Sequence[Any]) -> Chart:
    rows = [tuple(_shown(getattr(row, column)) for column in wanted.columns) for row in found]
    heads: tuple[Cell, ...] = wanted.columns
    if wanted.cells:
        rows = [(*row, *str(getattr(each, wanted.cells)).split()) for row, each in zip(rows, found, strict=True)]
        heads = (*heads, *wanted.heads)
    now = str(getattr(p, wanted.clock, "")) if wanted.clock else ""
    marked = frozenset(at for at, row in enumerate(rows) if now and row[0] == now)
    sources = dict.fromkeys(getattr(row, "source", "") for row in found)
    return Chart(
        name=wanted.name,
        rule=wanted.rule,
        heads=heads,
        rows=tuple(rows),
        marked_rows=marked,
        source="; ".join(filter(None, sources)),
    )


def _from_tables(wanted: ChartFile, found: Mapping[str, Any]) -> Chart:
    """Tables side by side, a row for each entry that any of them has; or a table of cells with its heads."""
    source = str(found.get("source", ""))
    if wanted.cells:
        heads = tuple(map(str, found[wanted.heads[0]]))
        rows = [(str(number), *map(str, row)) for number, row in enumerate(found[wanted.cells], start=1)]
        return Chart(
            name=wanted.name, rule=wanted.rule, heads=(Text("chart-die"), *heads), rows=tuple(rows), source=source
        )
    entries = dict.fromkeys(entry for column in wanted.columns for entry in found[column])
    rows = [(entry, *(_shown(found[column].get(entry)) for column in wanted.columns)) for entry in entries]
    heads = ("", *wanted.columns)
    return Chart(name=wanted.name, rule=wanted.rule, heads=heads, rows=tuple(rows), source=source)


def _shown(value: object) -> str:
    return NOTHING if value is None or value == "" else str(value)


# --- what is wrong with the list -------------------------------------------------------------------


def chart_mistakes(game: AnyGame) -> Iterator[str]:
    """Sentences about charts that name files, columns or procedures there are not."""
    kinds = {kind.__name__ for kind in game.procedures}
    for wanted in _listed(game.folder):
        for name in wanted.procedures:
            if name not in kinds:
                yield f"{FILE}: chart {wanted.name!r}: there is no procedure {name!r}"
        if not wanted.procedures and wanted.file not in game.data_files:
            yield f"{FILE}: chart {wanted.name!r}: {wanted.file!r} is no data file of this game"
