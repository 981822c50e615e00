"""The drawn map for the page: layers of shapes, and the painted ground as a picture of its own.

Drawings are built, not kept in the repository. An installed package brings those of its games along; any other is
drawn when it is first wanted and then kept among the user's caches, under a digest of all it is drawn from.
"""

from __future__ import annotations

import gzip
import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

import msgspec

from ardennes.board import Board, load_map
from ardennes.shapes import worked_out

PACKAGE = Path(__file__).parents[1]
BUILT = PACKAGE / "pictures"
"""What an installed package has brought along."""
SHEET = ("paper", "title", "legend", "scale", "compass", "credit")
"""Layers of the printed sheet that the page does without."""
TOO_SMALL = ("numbers", "names", "grid", "areas", "regions")
"""Layers that a card of the lobby cannot show."""
PAINTING, CARD = "page.jpg", "card.jpg"
PAINTING_SHARE = 0.6
"""Of the time a drawing takes."""
CARD_PIXELS, CARD_QUALITY = 560, 80


# --- where drawings are --------------------------------------------------------------------------


class Drawing(NamedTuple):
    """The files of a drawn map."""

    layers: Path
    """JSON, compressed."""
    painting: Path

    @classmethod
    def under(cls, folder: Path, digest: str) -> Drawing:
        return cls(folder / f"{digest}.json.gz", folder / f"{digest}.jpg")


def digest_of_map(folder: Path) -> str:
    return blake2b((folder / "map/map.json").read_bytes(), digest_size=8).hexdigest()


def digest_of_drawing(folder: Path) -> str:
    """Of a map and of all that draws it."""
    return blake2b((folder / "map/map.json").read_bytes(), key=_digest_of_tools(), digest_size=12).hexdigest()


@cache
def _digest_of_tools() -> bytes:
    tools = [Path(__file__), *(PACKAGE / "geography").rglob("*.*")]
    digest = blake2b(digest_size=16)
    for file in sorted(path for path in tools if "__pycache__" not in path.parts):
        digest.update(file.read_bytes())
    return digest.digest()


def cache_folder() -> Path:
    """Where this user's drawings are kept."""
    if sys.platform == "darwin":
        base = Path.home() / "Library/Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "ardennes" / "pictures"


def kept(digest: str) -> Drawing | None:
    """A drawing that is there already."""
    known = (Drawing.under(folder, digest) for folder in (BUILT, cache_folder()))
    return next((drawing for drawing in known if drawing.layers.exists() and drawing.painting.exists()), None)


# --- drawing -------------------------------------------------------------------------------------


def draw(tell: Callable[[float], object], folder: str, digest: str) -> None:
    """Draws the map of a folder and keeps it; tells what share is done. Of several processes one draws."""
    from filelock import FileLock

    drawing = Drawing.under(cache_folder(), digest)
    drawing.layers.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(drawing.layers.with_suffix(".lock")):
        if kept(digest) is None:
            painting, layers = _drawn(Path(folder), tell)
            _write(drawing.painting, painting)
            _write(drawing.layers, layers)


def _write(path: Path, content: bytes) -> None:
    """Beside its place first, so that nobody reads half of it."""
    unfinished = path.with_name(f"{path.name}.part")
    unfinished.write_bytes(content)
    unfinished.replace(path)


def _drawn(folder: Path, tell: Callable[[float], object]) -> tuple[bytes, bytes]:
    """The painting of a map, and its other layers."""
    from ardennes.geography.draw.map_picture import map_picture
    from ardennes.geography.draw.shapes import Image
    from ardennes.geography.ground import load_ground

    board = Board(load_map(folder / "map/map.json"))
    picture = map_picture(board, load_ground(), progress=lambda share: tell(PAINTING_SHARE * share))
    tell((1 + PAINTING_SHARE) / 2)
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
    body = {"extent": picture.extent, "paper": picture.paper, "layers": layers}
    return painting, gzip.compress(msgspec.json.encode(_rounded(msgspec.to_builtins(body))), mtime=0)


def _rounded(value: object) -> object:
    """Metres are fine enough for a page."""
    if isinstance(value, float):
        return round(value, 3)
    if isinstance(value, list | tuple):
        return [_rounded(part) for part in value]
    if isinstance(value, dict):
        return {name: _rounded(part) for name, part in value.items()}
    return value


# --- cards of the lobby --------------------------------------------------------------------------


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """A small picture of a map for the lobby, and the ground it shows."""

    map_digest: str
    extent: dict[str, float]
    """Kilometres: west, south, east, north."""


def write_card(folder: Path) -> Path:
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
    path = folder / "map" / CARD
    image.save(path, "JPEG", quality=CARD_QUALITY, comment=msgspec.json.encode(said))
    return path


@lru_cache(maxsize=32)
def card(folder: Path) -> Card | None:
    """What the kept picture of a map shows; None where there is none of this map."""
    from PIL import Image as Pillow

    path = folder / "map" / CARD
    if not path.exists():
        return None
    found = msgspec.json.decode(Pillow.open(path).info.get("comment", b"null"), type=worked_out(Card | None))
    return found if found is not None and found.map_digest == digest_of_map(folder) else None


def write_pictures(folders: Iterable[Path], *, cards: bool = False) -> Iterator[Path]:
    """Draws what is missing for each of these folders: the page's map, or the card of the lobby."""
    for folder in folders:
        if cards:
            yield write_card(folder)
        else:
            name = digest_of_drawing(folder)
            draw(bool, str(folder), name)
            yield from kept(name) or ()
