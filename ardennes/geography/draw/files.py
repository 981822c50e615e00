"""Draws a map or the ground into a file, whole or not at all."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable
from pathlib import Path
from tempfile import NamedTemporaryFile

from ardennes.board import Board
from ardennes.errors import ArdennesError
from ardennes.geography.draw.png import to_png
from ardennes.geography.draw.shapes import Picture
from ardennes.geography.draw.svg import to_svg
from ardennes.geography.hexfacts import find_hex
from ardennes.hexes.grid import NOWHERE

PIXELS_PER_HEX = 100.0
MOST_PIXELS = 26e6
"""Of a PNG file when nothing else is asked for."""
GROUND_PIXELS_PER_KM = 24.0
LARGEST_PNG = 120e6


def hexes_between(board: Board, corners: str) -> list[int]:
    """The block of hexes between two corner hexes, written ``3010-3620``."""
    one, dash, other = corners.partition("-")
    if not dash:
        raise ArdennesError(f"{corners!r} is not a range of hexes: two corner hexes and a dash expected, as 3010-3620")
    (lane_a, place_a), (lane_b, place_b) = (
        board.grid.lane_place(find_hex(board, label.strip())) for label in (one, other)
    )
    lanes = range(min(lane_a, lane_b), max(lane_a, lane_b) + 1)
    places = range(min(place_a, place_b), max(place_a, place_b) + 1)
    on_map = set(board.hexes)
    block = (board.grid.index(lane, place) for lane in lanes for place in places)
    return [hex for hex in block if hex != NOWHERE and hex in on_map]


def write_picture(picture: Picture, path: Path, pixels_per_km: float) -> int:
    """Writes SVG or PNG by the file's ending; the size of the file."""
    kind = path.suffix.casefold()
    if kind == ".svg":
        return write_whole(path, to_svg(picture, pixels_per_km).encode())
    if kind != ".png":
        raise ArdennesError(f"{path}: a picture is a .png or .svg file")
    pixels = picture.extent.width * picture.extent.height * pixels_per_km**2
    if pixels > LARGEST_PNG:
        raise ArdennesError(f"a picture of {pixels / 1e6:.0f} million pixels is too large: choose a smaller scale")
    return write_whole(path, to_png(picture, pixels_per_km))


def map_scale(picture: Picture, board: Board, pixels_per_hex: float | None) -> float:
    """Pixels per kilometre: what was asked for, or as many as make a file one can still open."""
    if pixels_per_hex is not None:
        return pixels_per_hex / board.grid.km_per_hex
    largest = math.sqrt(MOST_PIXELS / (picture.extent.width * picture.extent.height))
    return min(PIXELS_PER_HEX / board.grid.km_per_hex, largest)


def write_whole(path: Path, data: bytes) -> int:
    """Writes beside the target first, so that a failure leaves no half a file."""
    try:
        with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            file.write(data)
    except OSError as error:
        raise ArdennesError(f"{path}: cannot be written: {error.strerror or error}") from None
    try:
        os.chmod(file.name, 0o644)
        os.replace(file.name, path)
    except OSError as error:
        os.unlink(file.name)
        raise ArdennesError(f"{path}: cannot be written: {error.strerror or error}") from None
    return len(data)


def check_writable(paths: Iterable[Path]) -> None:
    """Refuses a target before minutes are spent on drawing it."""
    for path in paths:
        if path.is_dir() or not path.parent.is_dir():
            raise ArdennesError(f"{path}: cannot be written: there is no such folder, or it is one")
        if path.suffix.casefold() not in (".png", ".svg"):
            raise ArdennesError(f"{path}: a picture is a .png or .svg file")
