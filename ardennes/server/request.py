"""What a window may ask of a table, and how much of it in one message."""

from __future__ import annotations

from typing import Annotated

import msgspec

MOST_STEPS = 100
"""Answers in one run."""
Number = Annotated[int, msgspec.Meta(ge=-(2**31), lt=2**31)]
Text = Annotated[str, msgspec.Meta(max_length=80)]


class Step(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """One answer of a run."""

    option: Number
    path: tuple[Number, ...] = ()


class Request(msgspec.Struct, forbid_unknown_fields=True):
    """What a window may ask."""

    do: Text
    id: Annotated[int, msgspec.Meta(ge=0, lt=2**53)] = 0
    rev: Number = -1
    option: Number = -1
    options: tuple[Number, ...] | None = None
    to: Number = -1
    before: Number = -1
    path: tuple[Number, ...] = ()
    """The hexes a unit is to enter on its way; for `about`, those its way is to lead through."""
    steps: Annotated[tuple[Step, ...], msgspec.Meta(max_length=MOST_STEPS)] = ()
    name: Text = ""
    unit: Number = -1
    hex: Number = -1
    side: Number = -1
    language: Text = ""
    offer: Text = ""
    on: bool = True
