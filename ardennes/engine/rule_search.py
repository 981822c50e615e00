"""Finds rules by what a player would call them: in any form of a word, and by its synonyms, in either language.

A text becomes a list of concepts: stems of its words without those that say nothing, where words that mean one thing
(``synonyms.toml``) come to the same concept. A rule is found by the concepts it shares with the question.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from ardennes.datafiles import read_toml
from ardennes.engine.ledger import Rule
from ardennes.languages import FIRST_LANGUAGE

SYNONYMS = Path(__file__).with_name("synonyms.toml")
STEMMERS = {"en": "english", "it": "italian"}
TITLE, CHAPTER, KIND, STATEMENT = 4.0, 2.0, 3.0, 1.0
"""How much it says about a rule that a concept stands there."""
BEGUN = 0.5
"""What a word counts of which only the beginning has been typed."""
SHORTEST_BEGINNING = 3
_WORD = re.compile(r"[a-z0-9]+(?:\.[0-9]+)*")


class _Synonyms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    stop: dict[str, str]
    concept: dict[str, dict[str, list[str]]]


def plain(text: str) -> str:
    """Without capitals and accents."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part))


class _Language:
    """Turns texts of one language into concepts."""

    def __init__(self, language: str) -> None:
        tables = read_toml(SYNONYMS, _Synonyms)
        self._stem = _stemmer(language)
        self._stop = set(plain(tables.stop.get(language, "")).split())
        self._phrases: dict[tuple[str, ...], str] = {}
        for concept, words in tables.concept.items():
            for phrase in words.get(language, []):
                self._phrases.setdefault(tuple(self._stems(phrase)), concept)
        self._longest = max(map(len, self._phrases), default=1)

    def _stems(self, text: str) -> list[str]:
        words = (word for word in _WORD.findall(plain(text)) if word not in self._stop)
        return [plain(self._stem(word)) for word in words]

    def concepts(self, text: str) -> list[str]:
        """The longest phrases first: a zone of control is one thing."""
        stems, found, at = self._stems(text), [], 0
        while at < len(stems):
            sizes = range(min(self._longest, len(stems) - at), 0, -1)
            size = next((size for size in sizes if tuple(stems[at : at + size]) in self._phrases), 1)
            phrase = tuple(stems[at : at + size])
            found.append(self._phrases.get(phrase, phrase[0]))
            at += size
        return found

    def meant(self, concept: str) -> set[str]:
        """A concept, and those of which one has perhaps typed the beginning of a word."""
        begun = (
            named
            for (first, *others), named in self._phrases.items()
            if not others and len(concept) > SHORTEST_BEGINNING and first.startswith(concept)
        )
        return {concept, *begun}


@lru_cache
def _speaking(language: str) -> _Language:
    return _Language(language if language in STEMMERS else FIRST_LANGUAGE)


def _stemmer(language: str) -> Callable[[str], str]:
    from snowballstemmer import stemmer  # only where somebody searches

    stem: Callable[[str], str] = stemmer(STEMMERS[language]).stemWord
    return lru_cache(maxsize=20_000)(stem)


class _Entry(NamedTuple):
    """Where a rule has which concepts, and how much each says."""

    rule: Rule
    weights: dict[str, float]

    def score(self, concepts: Iterable[str]) -> float:
        """How much the rule is about one of these."""
        return max(self._score(concept) for concept in concepts)

    def _score(self, concept: str) -> float:
        if self.rule.id == concept or self.rule.id.startswith((f"{concept}.", f"{concept}-")):
            return 2 * TITLE
        if concept in self.weights:
            return self.weights[concept]
        if len(concept) < SHORTEST_BEGINNING:
            return 0.0
        return BEGUN * max((weight for word, weight in self.weights.items() if word.startswith(concept)), default=0.0)


class RuleIndex:
    """The rules of a game, ready to be searched; those not put into a language yet are read in the first one."""

    def __init__(
        self, rules: Iterable[Rule], chapters: Mapping[str, str], language: str, translated: Container[str]
    ) -> None:
        self._spoken = _speaking(language)
        self._entries = [
            _Entry(rule, _weights(rule, _speaking(language if rule.id in translated else FIRST_LANGUAGE), chapters))
            for rule in rules
        ]

    def search(self, question: str) -> list[Rule]:
        """The rules a question is about, best first: those with all of its concepts, or else with as many as any has.
        A case number finds its rules."""
        wanted = [self._spoken.meant(concept) for concept in dict.fromkeys(self._spoken.concepts(question))]
        scores = [[entry.score(concepts) for concepts in wanted] for entry in self._entries]
        rarity = [self._rarity(sum(score > 0 for score in column)) for column in zip(*scores, strict=True)]
        most = max((sum(score > 0 for score in row) for row in scores), default=0)
        best = [
            (sum(score * worth for score, worth in zip(row, rarity, strict=True)), entry.rule)
            for entry, row in zip(self._entries, scores, strict=True)
            if most and sum(score > 0 for score in row) == most
        ]
        return [rule for _, rule in sorted(best, key=lambda found: -found[0])]

    def _rarity(self, having: int) -> float:
        """A concept that few rules have says more than one that all have."""
        return math.log(1 + len(self._entries) / (1 + having))


def _weights(rule: Rule, spoken: _Language, chapters: Mapping[str, str]) -> dict[str, float]:
    weights: dict[str, float] = {}
    places: Sequence[tuple[float, Iterable[str]]] = (
        (TITLE, spoken.concepts(rule.title)),
        (CHAPTER, spoken.concepts(chapters.get(rule.chapter, ""))),
        (KIND, [rule.kind]),
        (STATEMENT, spoken.concepts(f"{rule.statement} {rule.note}")),
    )
    for weight, concepts in places:
        for concept in set(concepts):
            weights[concept] = weights.get(concept, 0.0) + weight
    return weights
