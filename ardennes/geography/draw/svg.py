"""Writes a picture as SVG."""

from __future__ import annotations

import base64
import math
from collections.abc import Iterable
from itertools import pairwise
from xml.sax.saxutils import escape

from ardennes.geography.draw.fonts import FACES
from ardennes.geography.draw.shapes import (
    Disc,
    Extent,
    Image,
    Layer,
    Line,
    Path,
    Picture,
    Point,
    Shape,
    Stamps,
    Style,
    Text,
    TextAlong,
)


def to_svg(picture: Picture, pixels_per_km: float, *, exact_images: bool = False) -> str:
    """The picture as one self-contained SVG document; ``exact_images`` says that images have its very pixels."""
    return "".join(_Writer(picture, pixels_per_km, exact_images).document())


class _Writer:
    def __init__(self, picture: Picture, scale: float, exact_images: bool) -> None:
        self.picture, self.scale = picture, scale
        self.left, self.top = picture.extent.west, picture.extent.north
        self.paths = 0
        self.exact = ' image-rendering="optimizeSpeed"' if exact_images else ""

    def document(self) -> Iterable[str]:
        width, height = self.n(self.picture.extent.width), self.n(self.picture.extent.height)
        yield (
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
            f'width="{width}" height="{height}" viewBox="0 0 {width} {height}">\n'
            f"<title>{escape(self.picture.title)}</title>\n"
            f'<rect width="{width}" height="{height}" fill="{self.picture.paper}"/>\n'
        )
        for layer in self.picture.layers:
            yield from self.group(layer)
        yield "</svg>\n"

    def group(self, layer: Layer) -> Iterable[str]:
        attributes = f' id="{layer.id}"'
        if layer.opacity != 1:
            attributes += f' opacity="{layer.opacity:g}"'
        if layer.blend != "normal":
            attributes += f' style="mix-blend-mode:{layer.blend}"'
        if layer.clip:
            yield f'<clipPath id="clip-{layer.id}">{self.rectangle(layer.clip)}</clipPath>\n'
            attributes += f' clip-path="url(#clip-{layer.id})"'
        yield f"<g{attributes}>\n"
        for shape in layer.shapes:
            yield self.shape(shape)
        yield "</g>\n"

    def shape(self, shape: Shape) -> str:
        match shape:
            case Path():
                body = "".join(self.outline(line, shape.closed, shape.curved) for line in shape.lines)
                return f'<path d="{body}"{self.style(shape.style)}/>\n'
            case Stamps():
                return f'<path d="{self.stamped(shape)}"{self.style(shape.style)}/>\n'
            case Disc():
                x, y = self.xy(shape.centre)
                return f'<circle cx="{x}" cy="{y}" r="{self.n(shape.radius)}"{self.style(shape.style)}/>\n'
            case Text():
                return self.text(shape)
            case TextAlong():
                return self.text_along(shape)
            case Image():
                return self.image(shape)

    # --- lines and areas -------------------------------------------------------------------------

    def outline(self, line: Line, closed: bool, curved: bool) -> str:
        spots = [self.place(point) for point in line]
        if closed and spots[0] == spots[-1]:
            spots.pop()
        if not curved or len(spots) < 3:
            body = "M" + "L".join(f"{_short(x)} {_short(y)}" for x, y in spots)
            return body + ("Z" if closed else "")
        return _smooth(spots, closed)

    def stamped(self, stamps: Stamps) -> str:
        parts = []
        for east, north, size, turn in stamps.at:
            x, y = self.place((east, north))
            cos, sin = (
                math.cos(math.radians(turn)) * size * self.scale,
                math.sin(math.radians(turn)) * size * self.scale,
            )
            spots = [(x + cos * a + sin * b, y + sin * a - cos * b) for a, b in stamps.figure]
            first, rest = spots[0], pairwise(spots)
            moves = "".join(f"l{_short(b[0] - a[0])} {_short(b[1] - a[1])}" for a, b in rest)
            parts.append(f"M{_short(first[0])} {_short(first[1])}{moves}z")
        return "".join(parts)

    def style(self, style: Style) -> str:
        parts = f' fill="{style.fill or "none"}"'
        if style.fill:
            parts += ' fill-rule="evenodd"'
        if style.stroke:
            parts += f' stroke="{style.stroke}" stroke-width="{self.n(style.width)}"'
            parts += f' stroke-linecap="{style.cap}" stroke-linejoin="round"'
        if style.dash:
            parts += f' stroke-dasharray="{" ".join(self.n(length) for length in style.dash)}"'
        if style.opacity != 1:
            parts += f' opacity="{style.opacity:g}"'
        return parts

    def rectangle(self, extent: Extent) -> str:
        x, y = self.xy((extent.west, extent.north))
        return f'<rect x="{x}" y="{y}" width="{self.n(extent.width)}" height="{self.n(extent.height)}"/>'

    # --- type and pictures -----------------------------------------------------------------------

    def text(self, text: Text) -> str:
        x, y = self.xy(text.at)
        turn = f' transform="rotate({text.turn:.1f} {x} {y})"' if text.turn else ""
        anchor = f' text-anchor="{text.anchor}"' if text.anchor != "start" else ""
        opacity = f' opacity="{text.opacity:g}"' if text.opacity != 1 else ""
        return f'<text x="{x}" y="{y}"{anchor}{turn}{opacity}{self.face(text)}>{escape(text.text)}</text>\n'

    def text_along(self, text: TextAlong) -> str:
        self.paths += 1
        name = f"way-{self.paths}"
        body = self.outline(text.line, closed=False, curved=True)
        lift = f' dy="{self.n(-text.lift)}"' if text.lift else ""
        inner = f'<textPath xlink:href="#{name}" startOffset="50%"><tspan{lift}>{escape(text.text)}</tspan></textPath>'
        return f'<path id="{name}" d="{body}" fill="none"/><text text-anchor="middle"{self.face(text)}>{inner}</text>\n'

    def face(self, text: Text | TextAlong) -> str:
        face = FACES[text.font]
        parts = f' fill="{text.fill}" font-family="{face.family}" font-size="{self.n(text.size)}"'
        if text.halo:
            width = self.n(2 * text.halo_width)
            parts += f' stroke="{text.halo}" stroke-width="{width}" stroke-linejoin="round" paint-order="stroke"'
        if face.weight != 400:
            parts += f' font-weight="{face.weight}"'
        if face.italic:
            parts += ' font-style="italic"'
        if text.spacing:
            parts += f' letter-spacing="{self.n(text.spacing)}"'
        return parts

    def image(self, image: Image) -> str:
        x, y = self.xy((image.extent.west, image.extent.north))
        data = base64.b64encode(image.data).decode()
        return (
            f'<image x="{x}" y="{y}" width="{self.n(image.extent.width)}" height="{self.n(image.extent.height)}" '
            f'preserveAspectRatio="none"{self.exact} xlink:href="data:{image.kind};base64,{data}"/>\n'
        )

    # --- numbers ---------------------------------------------------------------------------------

    def place(self, point: Point) -> Point:
        return (point[0] - self.left) * self.scale, (self.top - point[1]) * self.scale

    def xy(self, point: Point) -> tuple[str, str]:
        x, y = self.place(point)
        return _short(x), _short(y)

    def n(self, km: float) -> str:
        return _short(km * self.scale)


def _short(value: float) -> str:
    """Two decimals at most, none where they say nothing."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _smooth(spots: list[Point], closed: bool) -> str:
    """A curve through every spot (Catmull-Rom as cubic Béziers)."""
    count = len(spots)
    parts = [f"M{_short(spots[0][0])} {_short(spots[0][1])}C"]
    for here in range(count if closed else count - 1):
        before = spots[(here - 1) % count] if closed or here else spots[0]
        start, end = spots[here], spots[(here + 1) % count]
        after = spots[(here + 2) % count] if closed or here + 2 < count else end
        for anchor, other, sign in ((start, (before, end), 1), (end, (start, after), -1)):
            x = anchor[0] + sign * (other[1][0] - other[0][0]) / 6
            y = anchor[1] + sign * (other[1][1] - other[0][1]) / 6
            parts.append(f"{_short(x)} {_short(y)} ")
        parts.append(f"{_short(end[0])} {_short(end[1])} ")
    return "".join(parts).rstrip() + ("Z" if closed else "")
