"""The type on our maps: Source Serif and Source Sans (SIL Open Font License), from their packages."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path

import msgspec
from PIL import ImageFont

from ardennes.errors import ArdennesError
from ardennes.geography.draw.shapes import Font

MEASURED_AT = 200
"""Type size in pixels at which lengths are measured."""


class Face(msgspec.Struct, frozen=True):
    package: str
    file: str
    family: str
    weight: int = 400
    italic: bool = False


_SERIF, _SANS = "'Source Serif Pro', Georgia, serif", "'Source Sans Pro', 'Helvetica Neue', sans-serif"
FACES: dict[Font, Face] = {
    "serif": Face("font_source_serif_pro", "SourceSerifPro-Regular.ttf", _SERIF),
    "serif-bold": Face("font_source_serif_pro", "SourceSerifPro-Bold.ttf", _SERIF, 700),
    "serif-italic": Face("font_source_serif_pro", "SourceSerifPro-It.ttf", _SERIF, italic=True),
    "sans": Face("font_source_sans_pro", "SourceSansPro-Regular.ttf", _SANS),
    "sans-bold": Face("font_source_sans_pro", "SourceSansPro-Bold.ttf", _SANS, 700),
    "sans-light": Face("font_source_sans_pro", "SourceSansPro-Light.ttf", _SANS, 300),
}


def font_file(font: Font) -> Path:
    face = FACES[font]
    package = find_spec(face.package)
    if package is None or package.origin is None:
        raise ArdennesError(f"the type for maps is missing: install the package {face.package.replace('_', '-')}")
    return Path(package.origin).parent / "files" / face.file


@cache
def _loaded(font: Font) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(font_file(font)), MEASURED_AT, layout_engine=ImageFont.Layout.BASIC)


@cache
def length(text: str, font: Font, size: float, spacing: float = 0.0) -> float:
    """How long a line of type is, in the unit of its size."""
    return float(_loaded(font).getlength(text)) * size / MEASURED_AT + spacing * len(text)
