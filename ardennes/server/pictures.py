"""The drawn map for the page: layers of shapes, and the painted ground as a picture of its own."""

from __future__ import annotations

import argparse
import gzip
import io
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

import msgspec

from ardennes.board import Board, load_map

SHEET = ("paper", "title", "legend", "scale", "compass", "credit")
"""Layers of the printed sheet that the page does without."""
TOO_SMALL = ("numbers", "names", "grid", "areas", "regions")
"""Layers that a card of the lobby cannot show."""
LAYERS, PAINTING, CARD = "page.json.gz", "page.jpg", "card.jpg"
CARD_PIXELS, CARD_QUALITY = 560, 80


class PagePicture(msgspec.Struct, frozen=True, kw_only=True):
    """A map as the page draws it."""

    map_digest: str
    layers: bytes
    """JSON, compressed."""
    painting: bytes


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """A small picture of a map for the lobby, and the ground it shows."""

    map_digest: str
    extent: dict[str, float]
    """Kilometres: west, south, east, north."""


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


def write_card(folder: Path) -> None:
    """Keeps the lobby's picture beside the map; what it shows stands in its comment."""
    from PIL import Image as Pillow

    from ardennes.geography.draw.map_picture import map_picture
    from ardennes.geography.draw.png import to_png
    from ardennes.geography.draw.shapes import Image
    from ardennes.geography.ground import load_ground

    picture = map_picture(Board(load_map(folder / "map/map.json")), load_ground())
    layers = [layer for layer in picture.layers if layer.id not in (*SHEET, *TOO_SMALL)]
    extent = next(shape.extent for layer in layers for shape in layer.shapes if isinstance(shape, Image))
    small = msgspec.structs.replace(picture, layers=layers, extent=extent)
    painted = to_png(small, CARD_PIXELS / max(extent.width, extent.height))
    said = Card(map_digest=digest_of_map(folder), extent=msgspec.to_builtins(extent))
    image = Pillow.open(io.BytesIO(painted)).convert("RGB")
    image.save(folder / "map" / CARD, "JPEG", quality=CARD_QUALITY, comment=msgspec.json.encode(said))


@lru_cache(maxsize=32)
def card(folder: Path) -> Card | None:
    """What the kept picture of a map shows; None where there is none of this map."""
    from PIL import Image as Pillow

    path = folder / "map" / CARD
    if not path.exists():
        return None
    found = msgspec.json.decode(Pillow.open(path).info.get("comment", b"null"), type=Card | None)
    return found if found is not None and found.map_digest == digest_of_map(folder) else None


def write_page(folder: Path) -> None:
    """Keeps the drawing beside the map, so that nobody waits for it."""
    drawn = draw_page(folder)
    (folder / "map" / LAYERS).write_bytes(drawn.layers)
    (folder / "map" / PAINTING).write_bytes(drawn.painting)


class _Kept(msgspec.Struct):
    """Of a drawing that was kept, the map it is of; the shapes need not be read for that."""

    map: str


@lru_cache(maxsize=8)
def page_picture(folder: Path) -> PagePicture:
    """The drawing kept beside the map if it is of this map; a fresh one otherwise."""
    layers, painting = folder / "map" / LAYERS, folder / "map" / PAINTING
    if layers.exists() and painting.exists():
        kept = layers.read_bytes()
        digest = msgspec.json.decode(gzip.decompress(kept), type=_Kept).map
        if digest == digest_of_map(folder):
            return PagePicture(map_digest=digest, layers=kept, painting=painting.read_bytes())
    return draw_page(folder)


if __name__ == "__main__":
    from ardennes.engine.game import game_folders

    folders = game_folders()
    parser = argparse.ArgumentParser(prog="python -m ardennes.server.pictures", description="Draws maps for the page.")
    parser.add_argument("game", nargs="*", help="games to draw; all if none is named")
    names = parser.parse_args().game or list(folders)
    if unknown := [name for name in names if name not in folders]:
        parser.error(f"no game {unknown[0]!r}; there are {', '.join(folders)}")
    for name in names:
        write_card(folders[name])
        if (folders[name] / "game.py").exists():
            write_page(folders[name])
