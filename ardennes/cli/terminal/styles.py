"""How things look on a text map. Every colour has a sign beside it, so that a map without colours reads the same."""

from __future__ import annotations

from ardennes.board import Board
from ardennes.numbers import Hex

TERRAIN = {
    "clear": (" ", "on #23281d"),
    "woods": ("♣", "on #1c3a1f"),
    "light woods": ("♧", "on #24401f"),
    "forest": ("♠", "on #12301a"),
    "rough": ("▴", "on #3d3122"),
    "broken": ("▴", "on #3d3122"),
    "mixed": ("♧", "on #2c3a22"),
    "swamp": ("≋", "on #1d3a38"),
    "marsh": ("≋", "on #1d3a38"),
    "city": ("▦", "on #43302f"),
    "town": ("▦", "on #3b302f"),
}
"""The sign and the tint of a kind of ground; what is not here shows its first letter."""

OTHER_TINT = "on #2b2b2b"
BORDER = "#6f746a"
RIVER = "bold #58a6ff"
ROAD = "#d9a45b"
BRIDGE = "bold #ffd479"
CHANGED = "bold red"
NUMBER = "#9aa093"
PLACE = "bold #f2e3c0"
OPTION = "bold black on #ffd75f"
CONCERNED = "bold black on #ff9f43"
SIDES = (("■", "bold white on #4d5358"), ("□", "bold white on #2f5d9b"))
"""The sign before a unit of each side, and its colours."""


def terrain_look(board: Board, hex: Hex) -> tuple[str, str]:
    word = board.row(hex).terrain
    return TERRAIN.get(word, (word[:1].upper(), OTHER_TINT))


def fitted(text: str, width: int) -> str:
    """The text, cut where it is too long.

    >>> fitted("Croix-du-Bois", 8)
    'Croix-d…'
    """
    return text if len(text) <= width else text[: width - 1] + "…"
