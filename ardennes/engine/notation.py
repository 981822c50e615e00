"""Readable notation: an option as ``move 1SS-Pz`` or ``to 1824``, a position as a page of text.

Both can be read back. The text of a position lists only what differs from the start of its columns, so that a
test can set up a situation in a few lines.
"""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

import msgspec

from ardennes.engine.columns import frozen
from ardennes.engine.duties import Duty, Order
from ardennes.engine.game_data import GameData
from ardennes.engine.options import Kind, Verb
from ardennes.engine.position import Position, Verdict
from ardennes.engine.procedure import advance
from ardennes.engine.saves import SaveError, check_places
from ardennes.errors import ArdennesError
from ardennes.numbers import all_hexes, all_hexsides
from ardennes.shapes import worked_out

_SHAPES: dict[str, Any] = {
    "duties": tuple[Duty, ...],
    "orders": tuple[Order, ...],
    "over": Verdict | None,
    "seed": str,
    "draws": int,
}


class NotationError(ArdennesError):
    """Words that are no option, or lines that are no position."""


def write_option(data: GameData, option: int) -> str:
    """An option as words."""
    verb, thing = data.game.verbs.split(option)
    name = _object_name(data, verb, thing)
    return f"{verb.name} {name}" if name else verb.name


def _object_name(data: GameData, verb: Verb, thing: Any) -> str:
    match verb.kind:
        case Kind.UNIT:
            return str(data.counters[thing].id)
        case Kind.HEX:
            return data.board.label(thing)
        case Kind.HEXSIDE:
            return data.board.side_label(thing)
        case Kind.NUMBER:
            return str(thing)
        case Kind.WORD:
            return str(verb.words[thing])
        case Kind.NOTHING:
            return ""


def read_option(data: GameData, words: str) -> int:
    """The option these words mean; NotationError if they mean none."""
    name, _, thing = words.strip().partition(" ")
    try:
        verb = data.game.verbs.named(name.casefold())
    except KeyError:
        known = ", ".join(verb.name for verb in data.game.verbs)
        raise NotationError(f"{name!r} is not a thing to do here; known are {known}") from None
    try:
        return verb + _object(data, verb, thing.strip())
    except NotationError:
        raise
    except (ValueError, IndexError):
        raise NotationError(f"{name} {thing}: {thing!r} is not a {verb.kind.value}") from None


def _object(data: GameData, verb: Verb, name: str) -> int:
    match verb.kind:
        case Kind.UNIT:
            return data.unit(name)
        case Kind.HEX:
            return data.board.hex(name)
        case Kind.HEXSIDE:
            one, other = name.split("/")
            return data.board.side(data.board.hex(one), data.board.hex(other))
        case Kind.NUMBER:
            number = int(name)
            if not 0 <= number < 1 << 16:
                raise ValueError(name)
            return number
        case Kind.WORD:
            return verb.words.index(name)
        case Kind.NOTHING:
            if name:
                raise NotationError(f"{verb.name} stands alone, without {name!r}")
            return 0


# --- positions -----------------------------------------------------------------------------------


def write_position(p: Position) -> str:
    """The whole position as text that :func:`read_position` understands."""
    lines = [f"{name} = {json.dumps(p.__dict__[name])}" for name in p.clocks]
    lines += [f"seed = {json.dumps(p.seed)}", f"draws = {p.draws}"]
    for kind, value in (("stack", p.stack), ("duties", p.duties), ("orders", p.orders), ("over", p.over)):
        if value:
            lines.append(f"{kind} = {msgspec.json.encode(value).decode()}")
    for owner, names in _owners(p).items():
        lines += [f"{owner} {names[index]}: {' '.join(cells)}" for index, cells in sorted(_cells(p, owner).items())]
    return "\n".join(lines) + "\n"


def _owners(p: Position) -> dict[str, list[str]]:
    board = p.data.board
    on_map = set(board.hexes)
    return {
        "unit": [counter.id for counter in p.data.counters],
        "hex": [board.label(hex) if hex in on_map else "" for hex in all_hexes(board.size)],
        "hexside": [board.side_label(side) for side in all_hexsides(board.sides)],
    }


def _cells(p: Position, owner: str) -> dict[int, list[str]]:
    """What differs from the start, by unit, hex or hexside."""
    found = defaultdict[int, list[str]](list)
    for name in p.saved_columns:
        if p.columns[name].owner == owner:
            start = p.columns[name].start
            for index, value in enumerate(p.__dict__[name]):
                if value != start:
                    found[index].append(f"{name}={p.data.place_name(value) if name == 'where' else value}")
    return found


def read_position(data: GameData, text: str) -> Position:
    """The position a text describes, run to its question; NotationError names the line that makes no sense."""
    p: Position = data.game.position_type(data)
    indexes = {owner: {name: index for index, name in enumerate(names)} for owner, names in _owners(p).items()}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            if " = " in line and not line.startswith(("unit ", "hex ", "hexside ")):
                _read_value(p, *line.split(" = ", 1))
            else:
                owner, _, rest = line.partition(" ")
                name, _, cells = rest.partition(":")
                for cell in cells.split():
                    _read_cell(p, owner, indexes[owner][name], cell)
        except KeyError as error:
            raise NotationError(f"line {number} of the position, {line.strip()!r}: {error} is not known") from None
        except (ValueError, TypeError, OverflowError, RecursionError) as error:
            raise NotationError(f"line {number} of the position, {line.strip()!r}: {error}") from None
    try:
        check_places(p)
    except SaveError as error:
        raise NotationError(f"the position: {error}") from None
    p.rebuild()
    p.asked = advance(p)
    return p


def _read_value(p: Position, name: str, text: str) -> None:
    shapes: dict[str, Any] = {"stack": p.data.game.stack_type, **_SHAPES}
    if name in shapes:
        setattr(p, name, msgspec.json.decode(text, type=worked_out(shapes[name])))
    elif name in p.clocks:
        setattr(p, name, frozen(json.loads(text)))
    else:
        raise ValueError(f"{name!r} is nothing a position of this game has")


def _read_cell(p: Position, owner: str, index: int, cell: str) -> None:
    name, _, value = cell.partition("=")
    column = p.columns.get(name)
    if column is None or column.owner != owner or column.derived:
        raise ValueError(f"{name!r} is not kept for a {owner}")
    getattr(p, name)[index] = p.data.place(value) if name == "where" else int(value)
