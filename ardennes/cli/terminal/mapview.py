"""A hex map drawn in text: cells eight characters wide and four lines high, staggered as on the printed map.

Flat-topped hexes have slanted sides, pointy-topped ones a roof. Water is drawn along the hexsides, roads across
them; a legal hex carries the number of its option.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import groupby

import msgspec
from rich.text import Text

from ardennes.board import Board
from ardennes.cli.terminal import styles
from ardennes.engine.position import Position
from ardennes.numbers import Hex, Hexside, Unit

Cell = tuple[int, int]
Offset = tuple[int, int]


class Shape(msgspec.Struct, frozen=True):
    """One kind of hex as characters, counted from the upper left corner of its cell, by neighbour's offset."""

    step: tuple[int, int]
    """How many columns and lines one grid coordinate is worth."""
    sides: dict[Offset, tuple[tuple[int, int, str], ...]]
    """Line, column and character of each hexside."""
    roads: dict[Offset, tuple[tuple[int, int, str], ...]]
    """The way out over each hexside; the last cell lies on the hexside itself."""
    corners: tuple[tuple[int, int, str], ...]
    lines: tuple[tuple[int, int, int], ...]
    """The writable lines: line, first column, width. Number, name, unit, rest."""


def _row(line: int, start: int, characters: str) -> tuple[tuple[int, int, str], ...]:
    return tuple((line, start + at, character) for at, character in enumerate(characters))


FLAT = Shape(
    step=(8, 2),
    sides={
        (0, -2): _row(0, 2, "______"),
        (0, 2): _row(4, 2, "______"),
        (-1, -1): ((1, 1, "/"), (2, 0, "/")),
        (1, -1): ((1, 8, "\\"), (2, 9, "\\")),
        (-1, 1): ((3, 0, "\\"), (4, 1, "\\")),
        (1, 1): ((3, 9, "/"), (4, 8, "/")),
    },
    roads={
        (0, -2): ((0, 5, "║"),),
        (0, 2): ((3, 5, "║"), (4, 5, "║")),
        (1, -1): ((2, 7, "╱"), (1, 8, "╱")),
        (-1, 1): ((2, 1, "╱"), (3, 0, "╱")),
        (1, 1): ((3, 7, "╲"), (4, 8, "╲")),
        (-1, -1): ((3, 1, "╲"), (2, 0, "╲")),
    },
    corners=(),
    lines=((1, 2, 6), (2, 1, 8), (3, 1, 8), (4, 2, 6)),
)

POINTY = Shape(
    step=(4, 4),
    sides={
        (-1, -1): _row(0, 1, "_.-"),
        (1, -1): _row(0, 5, "-._"),
        (-1, 1): _row(4, 1, "-._"),
        (1, 1): _row(4, 5, "_.-"),
        (-2, 0): ((1, 0, "|"), (2, 0, "|"), (3, 0, "|")),
        (2, 0): ((1, 8, "|"), (2, 8, "|"), (3, 8, "|")),
    },
    roads={
        (-1, -1): ((1, 2, "╲"), (0, 2, "╲")),
        (1, -1): ((1, 6, "╱"), (0, 6, "╱")),
        (-1, 1): ((3, 2, "╱"), (4, 2, "╱")),
        (1, 1): ((3, 6, "╲"), (4, 6, "╲")),
        (-2, 0): ((2, 1, "═"), (2, 0, "═")),
        (2, 0): ((2, 7, "═"), (2, 8, "═")),
    },
    corners=((0, 0, "|"), (0, 4, "'"), (0, 8, "|"), (4, 0, "'"), (4, 4, "|"), (4, 8, "'")),
    lines=((1, 1, 7), (2, 1, 7), (3, 1, 7)),
)

HEX_WIDTH, HEX_HEIGHT = 10, 5
MARGINS = (10, 24)
"""Lines and columns shown around what matters."""


class Layout:
    """Where each hex of a board lies on the sheet, whichever way its numbers run."""

    def __init__(self, board: Board) -> None:
        grid = board.grid
        (a, b), (c, d), _ = grid.ground
        flat = abs(d) >= abs(c)
        self.shape = FLAT if flat else POINTY
        across = 1 if (a if flat else -b) >= 0 else -1
        along = 1 if (-d if flat else c) >= 0 else -1
        self.at: dict[Hex, Offset] = {}
        for hex in board.hexes:
            lane, place = grid.lane_place(hex)
            half = (2 * place + grid.is_shifted(lane)) * along
            self.at[hex] = (lane * across, half) if flat else (half, lane * across)

    def corner(self, hex: Hex) -> Cell:
        """Line and column of the upper left corner of a hex."""
        x, y = self.at[hex]
        return y * self.shape.step[1], x * self.shape.step[0]

    def offset(self, one: Hex, other: Hex) -> Offset:
        """In which direction on the sheet another hex lies."""
        (x, y), (there_x, there_y) = self.at[one], self.at[other]
        return there_x - x, there_y - y

    def part(self, focus: Collection[Hex], columns: int, lines: int) -> list[Hex]:
        """The whole map where it fits, or else the hexes around ``focus``, as far as they do."""
        corners = {hex: self.corner(hex) for hex in self.at}
        windows = []
        for axis, room in enumerate((lines - HEX_HEIGHT, columns - HEX_WIDTH)):
            every = [corner[axis] for corner in corners.values()]
            wanted = [corners[hex][axis] for hex in focus] or every
            windows.append(_window((min(every), max(every)), (min(wanted), max(wanted)), room, MARGINS[axis]))
        (top, bottom), (left, right) = windows
        return [hex for hex, (line, column) in corners.items() if top <= line <= bottom and left <= column <= right]


def _window(whole: tuple[int, int], wanted: tuple[int, int], room: int, margin: int) -> tuple[int, int]:
    """The stretch of one axis that is shown: all of it, or what is wanted with a margin, not beyond the map."""
    if whole[1] - whole[0] <= room:
        return whole
    size = min(room, wanted[1] - wanted[0] + 2 * margin)
    first = min(max((wanted[0] + wanted[1] - size) // 2, whole[0]), whole[1] - size)
    return first, first + size


class MapPicture(msgspec.Struct, frozen=True):
    """A drawn map, and what had to be left out of it."""

    text: Text
    unseen: int
    """How many of the hexes that matter lie beyond the part shown."""


def draw_map(
    view: Position,
    layout: Layout,
    *,
    columns: int,
    lines: int,
    focus: Collection[Hex] = (),
    options: Mapping[Hex, str] | None = None,
    concerned: Collection[int] = (),
) -> MapPicture:
    """The map around ``focus``, as a side sees it; ``options`` are signs for hexes, ``concerned`` units stand out."""
    shown = layout.part(focus, columns, lines)
    canvas: dict[Cell, tuple[str, str]] = {}
    for hex in shown:
        _draw_ground(canvas, view, layout, hex)
    for hex in shown:
        _draw_sides(canvas, view, layout, hex)
    for hex in shown:
        _write(canvas, view, layout, hex, option=(options or {}).get(hex, ""), concerned=concerned)
    return MapPicture(_as_text(canvas), len(set(focus) - set(shown)))


def _draw_ground(canvas: dict[Cell, tuple[str, str]], view: Position, layout: Layout, hex: Hex) -> None:
    line, column = layout.corner(hex)
    sign, tint = styles.terrain_look(view.data.board, hex)
    for down, first, width in layout.shape.lines:
        for right in range(first, first + width):
            speckled = (right + 2 * down) % 5 == 0
            canvas[line + down, column + right] = (sign if speckled else " ", f"{styles.BORDER} {tint}")


def _draw_sides(canvas: dict[Cell, tuple[str, str]], view: Position, layout: Layout, hex: Hex) -> None:
    board, (line, column) = view.data.board, layout.corner(hex)
    for down, right, character in layout.shape.corners:
        canvas.setdefault((line + down, column + right), (character, styles.BORDER))
    around = {layout.offset(hex, there): board.side(hex, there) for there in board.around(hex)}
    for offset, cells in layout.shape.sides.items():
        side = around.get(offset)
        wet = side is not None and board.river[side]
        for down, right, character in cells:
            _over(
                canvas, (line + down, column + right), "≈" if wet else character, styles.RIVER if wet else styles.BORDER
            )
    for offset, side in around.items():
        if board.road[side]:
            *way, (down, right, character) = layout.shape.roads[offset]
            for inner_down, inner_right, inner in way:
                _over(canvas, (line + inner_down, column + inner_right), inner, styles.ROAD)
            sign, style = (character, styles.ROAD) if not board.river[side] else ("╬", styles.BRIDGE)
            _over(canvas, (line + down, column + right), sign, style)
        if changes(view, side):
            down, right, _ = layout.shape.roads[offset][-1]
            _over(canvas, (line + down, column + right), "✗", styles.CHANGED)


def changes(view: Position, side: Hexside) -> list[str]:
    """What has happened to a hexside in play, by the names the game gives it: ``blown``."""
    return [
        name
        for name, column in view.columns.items()
        if column.owner == "hexside" and not column.derived and getattr(view, name)[side] != column.start
    ]


def _over(canvas: dict[Cell, tuple[str, str]], cell: Cell, character: str, style: str) -> None:
    """Puts a character on a cell and keeps the tint of what lies below."""
    _, below = canvas.get(cell, ("", ""))
    tint = below[below.index("on ") :] if "on " in below else ""
    canvas[cell] = (character, f"{style} {tint}".strip() if " on " not in style else style)


def _write(
    canvas: dict[Cell, tuple[str, str]],
    view: Position,
    layout: Layout,
    hex: Hex,
    *,
    option: str,
    concerned: Collection[int],
) -> None:
    board, corner = view.data.board, layout.corner(hex)
    number, upper, lower = layout.shape.lines[:3]
    sign, _ = styles.terrain_look(board, hex)
    _put(canvas, corner, number, [(board.label(hex), styles.NUMBER), (sign.strip() and f" {sign}", styles.NUMBER)])
    name = board.name(hex) or ("•" if board.place[hex] else "")
    stack = view.units_in(hex)
    tag = [(f" {option} ", styles.OPTION)] if option else []
    left = upper[2] - sum(len(text) for text, _ in tag)
    if name and not (tag and not stack):
        tag.append((styles.fitted(name, left) if left > 2 else "", styles.PLACE))
    _put(canvas, corner, upper, tag)
    if stack:
        _put(canvas, corner, lower, list(_stack(view, stack, lower[2], concerned)))
    elif option and name:
        _put(canvas, corner, lower, [(styles.fitted(name, lower[2]), styles.PLACE)])


def _stack(view: Position, stack: list[Unit], width: int, concerned: Collection[int]) -> Iterator[tuple[str, str]]:
    top = view.data.counters[stack[0]]
    sign, style = styles.SIDES[top.side]
    more = f"+{len(stack) - 1}" if len(stack) > 1 else ""
    yield (
        sign + styles.fitted(top.id, width - 1 - len(more)) + more,
        styles.CONCERNED if any(unit in concerned for unit in stack) else style,
    )


def _put(
    canvas: dict[Cell, tuple[str, str]], corner: Cell, line: tuple[int, int, int], parts: list[tuple[str, str]]
) -> None:
    """Writes parts of text in the middle of a line of a hex."""
    down, first, width = line
    at = first + max(0, (width - sum(len(text) for text, _ in parts)) // 2)
    for text, style in parts:
        for character in text:
            if at < first + width:
                _over(canvas, (corner[0] + down, corner[1] + at), character, style)
            at += 1


def _as_text(canvas: Mapping[Cell, tuple[str, str]]) -> Text:
    rows: dict[int, dict[int, tuple[str, str]]] = {}
    for (line, column), cell in canvas.items():
        rows.setdefault(line, {})[column] = cell
    left = min((column for _, column in canvas), default=0)
    text = Text(no_wrap=True, end="")
    for line in sorted(rows):
        row = rows[line]
        cells = [row.get(column, (" ", "")) for column in range(left, max(row) + 1)]
        for style, run in groupby(cells, key=lambda cell: cell[1]):
            text.append("".join(character for character, _ in run), style)
        text.append("\n")
    return text
