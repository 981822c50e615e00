"""The drawn map for the page: layers of shapes, and the painted ground as a picture of its own."""

from __future__ import annotations

import gzip
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

import msgspec

from ardennes.board import Board, load_map

SHEET = ("paper", "title", "legend", "scale", "compass", "credit")
"""Layers of the printed sheet that the page does without."""
LAYERS, PAINTING = "page.json.gz", "page.jpg"


class PagePicture(msgspec.Struct, frozen=True, kw_only=True):
    """A map as the page draws it."""

    map_digest: str
    layers: bytes
    """JSON, compressed."""
    painting: bytes


def digest_of_map(folder: Path) -> str:
    return blake2b((folder / "map/map.json").read_bytes(), digest_size=8).hexdigest()


def draw_page(folder: Path) -> PagePicture:
    """Draws a game's map for the page; takes its time on large maps."""
    from ardennes.geography.draw.map_picture import map_picture
    from ardennes.geography.draw.shapes import Image
    from ardennes.geography.ground import load_ground

    picture = map_picture(Board(load_map(folder / "map/map.json")), load_ground())
    painting = b""
    layers = []
    for layer in picture.layers:
        if layer.id in SHEET:
            continue
        shapes = []
        for shape in layer.shapes:
            if isinstance(shape, Image):
                painting = shape.data
                shapes.append({"type": "image", "url": PAINTING, "extent": shape.extent})
            else:
                shapes.append(msgspec.to_builtins(shape))
        layers.append({"id": layer.id, "opacity": layer.opacity, "blend": layer.blend, "shapes": shapes})
    digest = digest_of_map(folder)
    body = {"map": digest, "extent": picture.extent, "paper": picture.paper, "layers": layers}
    return PagePicture(
        map_digest=digest,
        layers=gzip.compress(msgspec.json.encode(_rounded(msgspec.to_builtins(body))), mtime=0),
        painting=painting,
    )


def _rounded(value: object) -> object:
    """Metres are fine enough for a page."""
    if isinstance(value, float):
        return round(value, 3)
    if isinstance(value, list | tuple):
        return [_rounded(part) for part in value]
    if isinstance(value, dict):
        return {name: _rounded(part) for name, part in value.items()}
    return value


def write_page(folder: Path) -> None:
    """Keeps the drawing beside the map, so that nobody waits for it."""
    drawn = draw_page(folder)
    (folder / "map" / LAYERS).write_bytes(drawn.layers)
    (folder / "map" / PAINTING).write_bytes(drawn.painting)


@lru_cache(maxsize=8)
def page_picture(folder: Path) -> PagePicture:
    """The drawing kept beside the map if it is of this map; a fresh one otherwise."""
    layers, painting = folder / "map" / LAYERS, folder / "map" / PAINTING
    if layers.exists() and painting.exists():
        kept = layers.read_bytes()
        digest = msgspec.json.decode(gzip.decompress(kept))["map"]
        if digest == digest_of_map(folder):
            return PagePicture(map_digest=digest, layers=kept, painting=painting.read_bytes())
    return draw_page(folder)


if __name__ == "__main__":
    from ardennes.engine.game import game_folders

    for place in game_folders().values():
        if (place / "game.py").exists():
            write_page(place)
