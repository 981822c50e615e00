"""A picture of the table: the drawn map with the counters on it."""

from __future__ import annotations

import io
from functools import lru_cache

import msgspec
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from ardennes.board import Board
from ardennes.engine.game_data import GameData
from ardennes.engine.position import Position
from ardennes.geography.draw.fonts import font_file
from ardennes.geography.draw.hex_shape import HexShape
from ardennes.geography.draw.map_picture import map_picture
from ardennes.geography.draw.png import to_png
from ardennes.geography.draw.shapes import Extent
from ardennes.geography.ground import load_ground

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
        picture = self._map.copy()
        pen = ImageDraw.Draw(picture)
        for hex in self.data.board.hexes:
            for height, unit in enumerate(reversed(seen.units_in(hex))):
                self._counter(pen, unit, hex, height)
        return np.asarray(picture)

    def _counter(self, pen: ImageDraw.ImageDraw, unit: int, hex: int, height: int) -> None:
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
