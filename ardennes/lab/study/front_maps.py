"""Where the front stood, turn by turn: the share of games in which each hex was held, drawn over the map."""

from __future__ import annotations

import io
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import cached_property

from ardennes.board import Board
from ardennes.geography import Front, Ground, load_ground
from ardennes.geography.checks import german_held
from ardennes.geography.draw.curves import curve
from ardennes.geography.draw.hex_ground import on_real_ground
from ardennes.geography.draw.hex_shape import HexShape
from ardennes.geography.draw.map_picture import map_picture
from ardennes.geography.draw.project import line_km
from ardennes.geography.draw.shapes import Line, Picture
from ardennes.lab.front import FrontOfTurn

MAP_WIDTH = 900
"""Pixels of the map under all pictures."""
SHEET = ("paper", "title", "legend", "scale", "compass", "credit", "numbers")
"""Layers of the printed sheet that a small picture does without."""
STEPS = 10
"""Shades between held in no game and in all."""
OLDEST_DAYS = 2
"""How old a known front may be that is drawn on a day without one."""
GROUND_ID = "the-ground"


class FrontMaps:
    """Draws the fronts of one game's map."""

    def __init__(self, board: Board) -> None:
        self.shape = HexShape(board)
        self.ground: Ground = load_ground()
        self.extent = self.shape.extent.grown(0.2 * self.shape.size)

    @cached_property
    def history(self) -> Mapping[str, Front]:
        """The front of each day we know, where the map is one of the real ground."""
        if not on_real_ground(self.shape, self.ground):
            return {}
        return {front.date: front for front in self.ground.fronts.values() if front.time == "evening"}

    def known_day(self, date: str) -> str:
        """The last day up to a date whose front is known, if it is not long ago; otherwise nothing."""
        day = max((known for known in self.history if known <= date), default="")
        recent = bool(day) and (datetime.fromisoformat(date) - datetime.fromisoformat(day)).days <= OLDEST_DAYS
        return day if recent else ""

    @cached_property
    def base(self) -> str:
        """The map itself, once for all pictures of a page."""
        from PIL import Image

        from ardennes.geography.draw.png import to_png

        whole = map_picture(self.shape.board, self.ground)
        layers = [layer for layer in whole.layers if layer.id not in SHEET]
        picture = Picture(title=whole.title, extent=self.extent, paper=whole.paper, layers=layers)
        file = io.BytesIO()
        painted = Image.open(io.BytesIO(to_png(picture, MAP_WIDTH / self.extent.width)))
        painted.convert("RGB").save(file, "JPEG", quality=82, optimize=True)
        data = b64encode(file.getvalue()).decode()
        return (
            f'<svg class="hidden" aria-hidden="true" viewBox="{self._box}"><defs><image id="{GROUND_ID}" '
            f'x="{self.extent.west:.2f}" y="{-self.extent.north:.2f}" width="{self.extent.width:.2f}" '
            f'height="{self.extent.height:.2f}" href="data:image/jpeg;base64,{data}"/></defs></svg>'
        )

    def draw(self, front: FrontOfTurn, day: str, label: str) -> str:
        """One turn: shades by share of games, the line where half of them stood, and the front of a known day."""
        share = [held / front.games for held in front.held]
        parts = [f'<use href="#{GROUND_ID}" class="ground"/>']
        for step in range(1, STEPS + 1):
            hexes = [hex for hex in self.shape.hexes if round(share[hex] * STEPS) == step]
            if hexes:
                outlines = "".join(_path(self.shape.outline(hex), closed=True) for hex in hexes)
                parts.append(f'<path class="held" fill-opacity="{0.07 * step:.2f}" d="{outlines}"/>')
        parts.append(f'<path class="half" d="{"".join(_path(edge) for edge in self._half_line(share))}"/>')
        if day:
            lines = "".join(self._historical(self.history[day]))
            parts.append(f'<path class="history-edge" d="{lines}"/><path class="history" d="{lines}"/>')
        return f'<svg role="img" aria-label="{label}" class="front" viewBox="{self._box}">{"".join(parts)}</svg>'

    def agreement(self, front: FrontOfTurn, day: str) -> float:
        """The share of hexes that most games left with the side that held them on a known day."""
        from shapely import Point

        german, grid = german_held(self.history[day]), self.shape.grid
        right = 0
        for hex in self.shape.hexes:
            lat, lon = grid.lat_lon(*self.shape.centre(hex))
            right += (front.held[hex] * 2 >= front.games) == german.contains(Point(lon, lat))
        return right / len(self.shape.hexes)

    @property
    def _box(self) -> str:
        return f"{self.extent.west:.2f} {-self.extent.north:.2f} {self.extent.width:.2f} {self.extent.height:.2f}"

    def _half_line(self, share: Sequence[float]) -> Iterable[Line]:
        board = self.shape.board
        for hex, direction, _ in self.shape.inner_sides():
            if (share[hex] >= 0.5) != (share[board.neighbour(hex, direction)] >= 0.5):
                yield self.shape.edge(hex, direction)

    @staticmethod
    def _historical(front: Front) -> Iterable[str]:
        yield _path(curve(line_km(front.line)))
        for pocket in front.pockets:
            yield _path(curve(line_km(pocket.ring), closed=True), closed=True)


def _path(line: Iterable[tuple[float, float]], *, closed: bool = False) -> str:
    """A line as SVG wants it: south is down."""
    points = "L".join(f"{east:.2f} {-north:.2f}" for east, north in line)
    return f"M{points}Z" if closed else f"M{points}"
