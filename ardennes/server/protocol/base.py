"""What all messages are made of."""

from __future__ import annotations

from typing import Annotated

import msgspec

from ardennes.players import OPPONENTS
from ardennes.server.pace import NO_CLOCK, PACES


class Sent(msgspec.Struct):
    """What the server says. A field that may be missing is unset, or omitted where it has its default."""


class Received(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the page says. A field with a default may be left out."""


Side = Annotated[int, msgspec.Meta(extra_json_schema={"enum": [0, 1]})]

Level = Annotated[str, msgspec.Meta(extra_json_schema={"enum": ["", *OPPONENTS]})]
"""The level of the computer at a seat; an empty word for a person."""

PaceName = Annotated[str, msgspec.Meta(extra_json_schema={"enum": [NO_CLOCK, *PACES]})]
"""How fast a game is to be played; an empty word without a clock."""

Clock = int | str | list[int | str]
"""The value of a clock of the position."""

Cells = list[tuple[int, int]]
"""Cells of a column: index and value."""

Walk = tuple[int, list[int]]
"""A unit and the hexes of its way, from where it came."""


class Share(Sent):
    """How much is done of what takes time; ask again."""

    share: float


class Failure(Sent):
    """What is answered to a request that cannot be met."""

    detail: str
