"""Finds rules by what a player would call them: in any form of a word, and by its synonyms, in either language.

A text becomes a list of concepts: stems of its words without those that say nothing, where words that mean one thing
(``synonyms.toml``) come to the same concept. A rule is found by the concepts it shares with the question; those of a
chapter that is about one of them come first.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from ardennes.datafiles import read_toml
from ardennes.engine.ledger import Rule
from ardennes.languages import FIRST_LANGUAGE

SYNONYMS = Path(__file__).with_name("synonyms.toml")
STEMMERS = {"en": "english", "it": "italian"}
TITLE, CHAPTER, KIND, STATEMENT, HOME = 4.0, 2.0, 3.0, 1.0, 1.5
"""How much it says about a rule that a concept stands there, and if all of its chapter is about it."""
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
                self._phrases.setdefault(tuple(map(self._stem_of, self._words(phrase))), concept)
        self._longest = max(map(len, self._phrases), default=1)

    def _words(self, text: str) -> list[str]:
        return [word for word in _WORD.findall(plain(text)) if word not in self._stop]

    def _stem_of(self, word: str) -> str:
        return plain(self._stem(word))

    def phrases(self, text: str) -> Iterator[tuple[str, list[str]]]:
        """The concepts of a text, each with its words. The longest phrases first: a zone of control is one thing."""
        words = self._words(text)
        stems, at = [self._stem_of(word) for word in words], 0
        while at < len(stems):
            sizes = range(min(self._longest, len(stems) - at), 0, -1)
            size = next((size for size in sizes if tuple(stems[at : at + size]) in self._phrases), 1)
            phrase = tuple(stems[at : at + size])
            yield self._phrases.get(phrase, phrase[0]), words[at : at + size]
            at += size

    def concepts(self, text: str) -> list[str]:
        return [concept for concept, _ in self.phrases(text)]

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
        return BEGUN * max((weight for word, weight in self.weights.items() if _begins(word, concept)), default=0.0)


def _begins(word: str, concept: str) -> bool:
    return len(concept) >= SHORTEST_BEGINNING and word.startswith(concept)


class RuleIndex:
    """The rules of a game, ready to be searched; those not put into a language yet are read in the first one."""

    def __init__(
        self, rules: Iterable[Rule], chapters: Mapping[str, str], language: str, translated: Container[str]
    ) -> None:
        self._language, self._translated = language, translated
        self._spoken = _speaking(language)
        self._entries = [_Entry(rule, _weights(rule, self._speaker(rule), chapters)) for rule in rules]
        self._favour_homes()

    def _speaker(self, rule: Rule) -> _Language:
        return _speaking(self._language if rule.id in self._translated else FIRST_LANGUAGE)

    def _favour_homes(self) -> None:
        """Where a chapter is about something, there it is laid down; elsewhere it is only mentioned."""
        sizes = Counter(entry.rule.chapter for entry in self._entries)
        alike = Counter((entry.rule.chapter, entry.rule.kind) for entry in self._entries)
        for entry in self._entries:
            chapter, kind = entry.rule.chapter, entry.rule.kind
            entry.weights[kind] += HOME * alike[chapter, kind] / sizes[chapter]

    def search(self, question: str) -> list[Rule]:
        """The rules a question is about, best first: those with all of its concepts, or else with as many as any has.
        A case number finds its rules."""
        wanted = self._wanted(question)
        scores = [[entry.score(concepts) for concepts in wanted] for entry in self._entries]
        rarity = [self._rarity(sum(score > 0 for score in column)) for column in zip(*scores, strict=True)]
        most = max((sum(score > 0 for score in row) for row in scores), default=0)
        best = [
            (sum(score * worth for score, worth in zip(row, rarity, strict=True)), entry.rule)
            for entry, row in zip(self._entries, scores, strict=True)
            if most and sum(score > 0 for score in row) == most
        ]
        return [rule for _, rule in sorted(best, key=lambda found: -found[0])]

    def said(self, question: str, rule: Rule) -> list[str]:
        """The words of a rule that a question is about, without capitals and accents."""
        wanted = set[str]().union(*self._wanted(question))
        phrases = self._speaker(rule).phrases(f"{rule.title} {rule.statement} {rule.note}")
        found = (words for has, words in phrases if any(has == concept or _begins(has, concept) for concept in wanted))
        return sorted({word for words in found for word in words})

    def _wanted(self, question: str) -> list[set[str]]:
        """What is asked for: of each concept all that it may mean."""
        return [self._spoken.meant(concept) for concept in dict.fromkeys(self._spoken.concepts(question))]

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
