"""Names of accounts: such that nobody can be taken for somebody else."""

from __future__ import annotations

import unicodedata

from ardennes.server.mistakes import Mistake
from ardennes.server.store import search_key

SHORTEST, LONGEST = 2, 30
BESIDES_LETTERS = frozenset(" -_.'")
TAKEN = frozenset(("former player", "ardennes", "admin", "moderator", "computer"))
"""Names that the site itself uses."""


def checked_name(text: str) -> str:
    """The name as it is shown; a Mistake says what is wrong with it."""
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if not SHORTEST <= len(name) <= LONGEST:
        raise Mistake("name-length", shortest=SHORTEST, longest=LONGEST)
    if any(not letter.isalnum() and letter not in BESIDES_LETTERS for letter in name):
        raise Mistake("name-letters")
    if len({script(letter) for letter in name if letter.isalpha()}) > 1:
        raise Mistake("name-scripts")
    if search_key(name) in TAKEN or name.isdecimal():
        raise Mistake("name-taken")
    return name


def script(letter: str) -> str:
    """The script of a letter, by the first word of its name; those that are written together count as one."""
    first = unicodedata.name(letter, "UNKNOWN").partition(" ")[0].partition("-")[0]
    return "JAPANESE" if first in ("HIRAGANA", "KATAKANA", "CJK") else first
