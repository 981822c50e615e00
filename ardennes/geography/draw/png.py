"""Turns a picture into PNG, with our own type and nothing from the system."""

from __future__ import annotations

import io

import msgspec
import resvg_py
from PIL import Image as Pillow

from ardennes.errors import ArdennesError
from ardennes.geography.draw.fonts import FACES, font_file
from ardennes.geography.draw.shapes import Image, Picture
from ardennes.geography.draw.svg import to_svg


def to_png(picture: Picture, pixels_per_km: float) -> bytes:
    """The picture as a PNG file."""
    layers = [
        msgspec.structs.replace(
            layer,
            shapes=[_fitted(shape, pixels_per_km) if isinstance(shape, Image) else shape for shape in layer.shapes],
        )
        for layer in picture.layers
    ]
    svg = to_svg(msgspec.structs.replace(picture, layers=layers), pixels_per_km, exact_images=True)
    try:
        painted = resvg_py.svg_to_bytes(
            svg_string=svg,
            skip_system_fonts=True,
            font_files=[str(font_file(font)) for font in FACES],
        )
    except ValueError as error:
        raise ArdennesError(f"the map could not be painted: {error}") from None
    return bytes(painted)


def _fitted(image: Image, pixels_per_km: float) -> Image:
    """The same image in the pixels of the picture: much faster here than in the renderer."""
    size = round(image.extent.width * pixels_per_km), round(image.extent.height * pixels_per_km)
    file = io.BytesIO()
    Pillow.open(io.BytesIO(image.data)).resize(size, Pillow.Resampling.BICUBIC).save(file, "JPEG", quality=94)
    return Image(kind="image/jpeg", data=file.getvalue(), extent=image.extent)
