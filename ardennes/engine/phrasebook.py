"""What is said of data files, in other languages.

The checks of data files say what is wrong in English, and so do the libraries that read them. A phrase book has their
sentences with gaps, ``"there is no turn {turn} on the track"``, and beside each the same in another language. The book
is looked through from the sentence with the most words to that with the fewest.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path

from ardennes.datafiles import read_table

PHRASES = Path(__file__).parent / "phrases"
GAP = re.compile(r"\{(\w+)\}")
LONGEST = 1000
"""Characters of a sentence that is looked up."""


class Phrasebook:
    """Sentences with gaps, and what they are in another language.

    >>> book = Phrasebook({"no {thing} in {place}": "nessun {thing} in {place}", "hex {n}": "esagono {n}"})
    >>> book.told("no 3rd in hex 5")
    'nessun 3rd in esagono 5'
    >>> book.told("something else")
    """

    def __init__(self, phrases: Mapping[str, str]) -> None:
        by_length = sorted(phrases.items(), key=lambda phrase: -len(GAP.sub("", phrase[0])))
        self._phrases = [(_pattern(english), other, _has_words(english)) for english, other in by_length]

    def told(self, sentence: str) -> str | None:
        """A sentence in the other language, with what stands in its gaps; None where the book does not have it. A
        phrase without words only puts together what the book has."""
        for pattern, other, has_words in self._phrases if len(sentence) <= LONGEST else ():
            if found := pattern.fullmatch(sentence):
                gaps = {gap: self.told(text) for gap, text in found.groupdict().items()}
                if has_words or any(gaps.values()):
                    return other.format(**{gap: told or found[gap] for gap, told in gaps.items()})
        return None


def _pattern(english: str) -> re.Pattern[str]:
    """A gap between backquotes ends at the second."""
    parts, texts = GAP.split(english), list[str]()
    for at, part in enumerate(parts):
        inside = "[^`]+?" if at % 2 and parts[at - 1].endswith("`") else ".+?"
        texts.append(f"(?P<{part}>{inside})" if at % 2 else re.escape(part))
    return re.compile("".join(texts), re.DOTALL)


def _has_words(english: str) -> bool:
    return any(character.isalpha() for character in GAP.sub("", english))


def phrases_in(paths: Iterable[Path]) -> dict[str, str]:
    """The phrases of several files; a language or a game need not have any."""
    return {english: other for path in paths if path.exists() for english, other in read_table(path).items()}


@lru_cache
def phrasebook(language: str, folder: Path) -> Phrasebook:
    """What is said of the data of the game in a folder."""
    return Phrasebook(phrases_in((PHRASES / f"{language}.toml", folder / "texts" / language / "faults.toml")))
