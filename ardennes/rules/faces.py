"""What is printed on the sides of a counter."""

from __future__ import annotations

import re


def read_sides(text: str, form: re.Pattern[str], says: str) -> list[re.Match[str]]:
    """The sides of a counter, from full strength down, with strokes between; ValueError where one is not in its form.

    >>> [side[0] for side in read_sides("6-5/2-2", re.compile("[0-9]-[0-9]"), "attack and defence")]
    ['6-5', '2-2']
    """
    sides = []
    for side in text.split("/") if text else ():
        match = form.fullmatch(side)
        if match is None:
            raise ValueError(f"strength {side!r} is not {says}")
        sides.append(match)
    return sides
