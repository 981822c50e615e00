"""Options: a verb and at most one object, coded as a small integer.

``MOVE + 17`` is "move unit 17". The upper bits say which verb it is, the lower sixteen which unit, hex, hexside,
number or word. Rules build lists of such codes; clients click them, mask them and write them down.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Any

OBJECT_BITS = 16
OBJECT_MASK = (1 << OBJECT_BITS) - 1


class Kind(Enum):
    """What a verb acts on."""

    NOTHING = "nothing"
    UNIT = "unit"
    HEX = "hex"
    HEXSIDE = "hexside"
    NUMBER = "number"
    WORD = "word"


class Verb(int):
    """The code of a verb without its object."""

    name: str
    kind: Kind
    words: tuple[str, ...]

    def __new__(cls, index: int, name: str, kind: Kind, words: tuple[str, ...] = ()) -> Verb:
        verb = super().__new__(cls, index << OBJECT_BITS)
        verb.name, verb.kind, verb.words = name, kind, words
        return verb

    def __reduce__(self) -> tuple[type[int], tuple[int]]:
        """Offered as an option, a bare verb travels to another process as the plain code it is."""
        return int, (int(self),)


class Verbs:
    """All verbs of a game.

    >>> verbs = Verbs()
    >>> move = verbs.add("move", Kind.UNIT)
    >>> verbs.split(move + 17)[0].name, verbs.split(move + 17)[1]
    ('move', 17)
    """

    def __init__(self) -> None:
        self._verbs: list[Verb] = []

    def add(self, name: str, kind: Kind = Kind.NOTHING, words: tuple[str, ...] = ()) -> Verb:
        """Adds a verb; ``words`` are what a verb about words chooses from."""
        verb = Verb(len(self._verbs), name, kind, words)
        self._verbs.append(verb)
        return verb

    def split(self, option: int) -> tuple[Verb, Any]:
        """The verb and the object of an option; KeyError if no verb has this code."""
        index = option >> OBJECT_BITS
        if not 0 <= index < len(self._verbs):
            raise KeyError(option)
        return self._verbs[index], option & OBJECT_MASK

    def named(self, name: str) -> Verb:
        for verb in self._verbs:
            if verb.name == name:
                return verb
        raise KeyError(name)

    def __iter__(self) -> Iterator[Verb]:
        return iter(self._verbs)


def object_of(option: int) -> Any:
    """The unit, hex, hexside, number or word an option is about."""
    return option & OBJECT_MASK


def verb_of(option: int) -> int:
    """The code of the verb an option has."""
    return option & ~OBJECT_MASK


def is_about(option: int, verb: Verb) -> bool:
    """Whether an option has this verb."""
    return option >> OBJECT_BITS == verb >> OBJECT_BITS
