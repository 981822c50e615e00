"""Pictures of the table: the drawn map with the counters on it, of one position or of a whole game in motion."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import lru_cache

import msgspec
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from ardennes.board import Board
from ardennes.engine.game_data import GameData
from ardennes.engine.match import Match
from ardennes.engine.position import Position
from ardennes.engine.score import turn_of
from ardennes.geography.draw.fonts import font_file
from ardennes.geography.draw.hex_shape import HexShape
from ardennes.geography.draw.map_picture import map_picture
from ardennes.geography.draw.png import to_png
from ardennes.geography.draw.shapes import Extent
from ardennes.geography.ground import load_ground
from ardennes.numbers import Hex, Side, Unit

HEX_PIXELS = 48
MOST_PIXELS = 1600
"""Of the longer side of the picture; on a large map hexes are smaller."""
SHEET = ("paper", "title", "legend", "scale", "compass", "credit")
"""Layers of the printed sheet around the map."""
COUNTER = 0.62
"""Of a counter, as a share of a hex."""
STACKED = 0.09
"""How far the counters of a stack are shifted, as a share of a hex."""
FACES = ((141, 154, 143), (172, 178, 104))
INK = (32, 32, 28)
PAPER = (255, 250, 240)
MOST_FRAMES = 120
"""Of a game in motion; a longer one leaves some of its moments out."""
FRAME_TIME, LAST_TIME = 450, 4000
"""Milliseconds for which a moment is shown, and the last."""
MOTION_PIXELS = 900
"""Of the longer side of a game in motion."""
MOTION_KINDS = {".gif": "GIF", ".webp": "WEBP"}
PICTURE_KINDS = {".png": "PNG", ".webp": "WEBP"}


@lru_cache(maxsize=4)
def _drawn(board: Board) -> tuple[Image.Image, Extent, float]:
    """The empty map, what it shows, and its pixels for a kilometre. Takes its time, once."""
    shape = HexShape(board)
    extent = shape.extent.grown(0.1 * shape.size)
    scale = min(HEX_PIXELS / shape.size, MOST_PIXELS / max(extent.width, extent.height))
    picture = map_picture(board, load_ground())
    layers = [layer for layer in picture.layers if layer.id not in SHEET]
    painted = to_png(msgspec.structs.replace(picture, layers=layers, extent=extent), scale)
    return Image.open(io.BytesIO(painted)).convert("RGB"), extent, scale


class TablePicture:
    """Draws positions of one game."""

    def __init__(self, data: GameData) -> None:
        self.data = data
        self._map, self._extent, self._scale = _drawn(data.board)
        self._hex = data.board.grid.km_per_hex * self._scale
        self._type = ImageFont.truetype(str(font_file("sans-bold")), max(7, round(0.17 * self._hex)))

    def draw(self, seen: Position) -> npt.NDArray[np.uint8]:
        """The table as an array of rows, columns and red, green, blue."""
        return np.asarray(self.image(seen))

    def image(self, seen: Position) -> Image.Image:
        picture = self._map.copy()
        pen = ImageDraw.Draw(picture)
        for hex in self.data.board.hexes:
            for height, unit in enumerate(reversed(seen.units_in(hex))):
                self._counter(pen, unit, hex, height)
        return picture

    def _counter(self, pen: ImageDraw.ImageDraw, unit: Unit, hex: Hex, height: int) -> None:
        counter = self.data.counters[unit]
        east, north = self.data.board.grid.centre_km(hex)
        shift, half = STACKED * height * self._hex, COUNTER * self._hex / 2
        x = (east - self._extent.west) * self._scale + shift
        y = (self._extent.north - north) * self._scale - shift
        pen.rectangle((x - half, y - half, x + half, y + half), FACES[counter.side], INK)
        pen.text((x, y - 0.45 * half), self._fitted(counter.id, 1.9 * half), INK, self._type, anchor="mm")
        numbers = [str(value) for name in counter.printed if isinstance(value := getattr(counter, name), int)]
        pen.text((x, y + 0.5 * half), self._fitted("-".join(numbers), 1.9 * half), INK, self._type, anchor="mm")

    def _fitted(self, text: str, width: float) -> str:
        while text and self._type.getlength(text) > width:
            text = text[:-1]
        return text


# --- a game in motion ----------------------------------------------------------------------------


def moments(match: Match) -> list[int]:
    """After how many records a game is shown: where the turn or whoever decides changes, and at its end."""
    found, before = [], None
    for number, now in enumerate(match.steps(0)):
        asked = now.asked
        here = turn_of(now.position), asked.side if asked is not None else None
        if here != before:
            found.append(number)
        before = here
    found += [len(match.records)] if found[-1:] != [len(match.records)] else []
    step = max(1, -(-len(found) // MOST_FRAMES))
    return [*found[:-1:step], found[-1]]


def motion(match: Match, side: Side | None, language: str, ending: str) -> bytes:
    """A game as an animated picture, GIF or WebP by the ending: all of it, or what one side saw."""
    frames = list(_frames(match, side, language))
    times = [FRAME_TIME] * (len(frames) - 1) + [LAST_TIME]
    file = io.BytesIO()
    frames[0].save(
        file, MOTION_KINDS[ending], save_all=True, append_images=frames[1:], duration=times, loop=0, quality=70
    )
    return file.getvalue()


def _frames(match: Match, side: Side | None, language: str) -> Iterator[Image.Image]:
    table, wanted = TablePicture(match.position.data), set(moments(match))
    catalogue, data = match.game.catalogue(language), match.position.data
    for number, now in enumerate(match.steps(0)):
        if number not in wanted:
            continue
        picture = table.image(now.position if side is None else now.position.view(side))
        picture.thumbnail((MOTION_PIXELS, MOTION_PIXELS))
        asked, over = now.asked, now.over
        said = catalogue.say(over.reason, data) if over else catalogue.side_name(asked.side, data) if asked else ""
        yield _captioned(picture, f"{turn_of(now.position)} · {said}")


def _captioned(picture: Image.Image, text: str) -> Image.Image:
    """The picture with a line of text below: the turn, and who decides."""
    high = max(20, picture.height // 24)
    framed = Image.new("RGB", (picture.width, picture.height + high), PAPER)
    framed.paste(picture, (0, 0))
    type_ = ImageFont.truetype(str(font_file("sans-bold")), round(0.62 * high))
    ImageDraw.Draw(framed).text((high // 2, picture.height + high // 2), text, INK, type_, anchor="lm")
    return framed
