"""The rules of a game in our words, as the page looks them up: by number or by words, with what concerns them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path

import msgspec
from msgspec import UNSET, UnsetType

from ardennes.engine.game import OptionInfo, title_page
from ardennes.engine.ledger import Rule, Translation, read_chapters, read_ledger, read_translation, under
from ardennes.engine.rule_search import RuleIndex, plain
from ardennes.languages import FIRST_LANGUAGE
from ardennes.server.protocol.review import Rule as RuleTold
from ardennes.server.protocol.review import RuleTitle, Ruling

MOST_FOUND = 120
MOST_RELATED = 8
NUMBER = re.compile(r"(?<![\w.-])\d+(?:\.\d+)+(?![\w.]*\d)")
RULING = re.compile(r"^(?P<ids>\w+-R\d+(?:, R\d+)*): *(?P<text>.+)", re.DOTALL)


def look_up(folder: Path, case: str = "", search: str = "", language: str = FIRST_LANGUAGE) -> Sequence[RuleTitle]:
    """A case with its subcases, or the rules with certain words in them, best first; without either, all titles."""
    book = _book(folder, language)
    if case:
        neighbours = _Neighbours(book.rules)
        return [book.told(rule, neighbours.of(rule)) for rule in of_case(book.rules, case)]
    if search.strip():
        found = book.index.search(search)[:MOST_FOUND]
        return [book.told(rule, found=book.index.said(search, rule)) for rule in found]
    return [
        RuleTitle(rule.id, rule.case, book.chapters.get(rule.chapter, ""), rule.title, rule.id in book.translated)
        for rule in book.rules
    ]


class _Book:
    """The rules of a game in a language."""

    def __init__(self, folder: Path, language: str) -> None:
        self.language = language
        self.translated, self.chapters = read_translation(folder, language), read_chapters(folder, language)
        self.rules = in_language(read_ledger(folder), self.translated)
        self.options = title_page(folder, language).options

    @cached_property
    def index(self) -> RuleIndex:
        return RuleIndex(self.rules, self.chapters, self.language, self.translated)

    def told(
        self, rule: Rule, related: list[str] | UnsetType = UNSET, found: list[str] | UnsetType = UNSET
    ) -> RuleTold:
        ruling = RULING.match(rule.note)
        return RuleTold(
            id=rule.id,
            case=rule.case,
            chapter=self.chapters.get(rule.chapter, ""),
            title=rule.title,
            translated=rule.id in self.translated,
            statement=rule.statement,
            state=rule.state,
            ruling=Ruling(ruling["ids"], ruling["text"]) if ruling else None,
            options=[name for name, option in self.options.items() if _concerns(option, rule)],
            related=related,
            found=found,
        )


_book = lru_cache(maxsize=32)(_Book)


def in_language(rules: Iterable[Rule], translated: Mapping[str, Translation]) -> list[Rule]:
    """The rules with the words of another language, as far as there are any."""
    return [_reworded(rule, translated[rule.id]) if rule.id in translated else rule for rule in rules]


def _reworded(rule: Rule, words: Translation) -> Rule:
    ruling = RULING.match(rule.note)
    note = f"{ruling['ids']}: {words.ruling}" if ruling and words.ruling else rule.note
    return msgspec.structs.replace(rule, title=words.title, statement=words.statement, note=note)


def of_case(rules: Sequence[Rule], case: str) -> list[Rule]:
    """The rules of a case, or of the nearest case above it that has any."""
    while case:
        found = under(rules, case)
        if found:
            return found
        case = case.rpartition(".")[0]
    return []


def cited(rule: Rule) -> set[str]:
    """The numbers of other rules that a rule speaks of."""
    return set(NUMBER.findall(f"{rule.statement} {rule.note}")) - {rule.case}


class _Neighbours:
    """Which cases go with which."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._speaking: dict[str, set[str]] = {}
        """By case, those that speak of it."""
        self._joined: dict[str, set[str]] = {}
        """By module or test, the cases it is about."""
        for rule in rules:
            for case in cited(rule):
                self._speaking.setdefault(case, set()).add(rule.case)
            for place in (*rule.module.split(), *rule.tests.split()):
                self._joined.setdefault(place, set()).add(rule.case)

    def of(self, rule: Rule) -> list[str]:
        """First those it speaks of or that speak of it; then what one module or test joins with it."""
        spoken = cited(rule) | self._speaking.get(rule.case, set())
        places = (*rule.module.split(), *rule.tests.split())
        beside = {case for place in places for case in self._joined[place]} - spoken
        found = [*sorted(spoken, key=_order), *sorted(beside, key=_order)]
        return [case for case in found if case != rule.case][:MOST_RELATED]


def _concerns(option: OptionInfo, rule: Rule) -> bool:
    """Whether an optional rule is part of an option, or a rule speaks of it."""
    if rule.state == "optional" and option.rule and under([rule], option.rule):
        return True
    return plain(option.title) in plain(f"{rule.title} {rule.statement}")


def _order(case: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", case))
