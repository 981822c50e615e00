"""Rules are found by what players call them."""

from __future__ import annotations

import pytest

from ardennes.engine.game import game_folder, game_folders
from ardennes.engine.ledger import Rule, read_chapters, read_ledger, read_translation
from ardennes.engine.rule_search import RuleIndex
from ardennes.server.rulebook import look_up

KINDS = [
    ("en", "how do I win", "victory"),
    ("en", "winning", "victory"),
    ("en", "zone of control", "zoc"),
    ("en", "zones", "zoc"),
    ("en", "stacks", "stacking"),
    ("it", "come si vince", "victory"),
    ("it", "zona di controllo", "zoc"),
    ("it", "zone di controllo", "zoc"),
    ("it", "movimenti", "movement"),
]


def found(game: str, question: str, language: str = "en") -> list[str]:
    return [rule.id for rule in look_up(game_folder(game), search=question, language=language)]


@pytest.mark.parametrize(("language", "question", "kind"), KINDS)
@pytest.mark.parametrize("game", sorted(game_folders()))
def test_questions_find_the_rules_they_are_about(game: str, language: str, question: str, kind: str) -> None:
    kinds = {rule.id: rule.kind for rule in read_ledger(game_folder(game))}
    best = found(game, question, language)[:2]
    assert kind in {kinds[id] for id in best}, best


@pytest.mark.parametrize(
    ("language", "question"), [("en", "retreat"), ("en", "retreating"), ("it", "ritirata"), ("it", "ritirarsi")]
)
@pytest.mark.parametrize("game", ["deadly_woods", "bitter_woods", "wacht_am_rhein"])
def test_retreats_are_found_in_any_form(game: str, language: str, question: str) -> None:
    titles = [rule.title.casefold() for rule in look_up(game_folder(game), search=question, language=language)[:3]]
    assert all("retreat" in title or "ritirata" in title for title in titles)
    assert titles


def test_a_beginning_a_number_and_nothing() -> None:
    assert "14.0-d" in found("bulge1944", "paratroo")[:4], "one types on"
    assert found("deadly_woods", "11.3.2")[0] == "11.3.2-a"
    assert found("bulge1944", "retreat") == [], "there are none in this game"
    assert found("bulge1944", "the of and") == []
    assert found("deadly_woods", "unita", "it"), "accents do not matter"


def test_words_that_no_rule_has_together_find_those_with_most_of_them() -> None:
    assert found("bulge1944", "bridge xylophone") == found("bulge1944", "bridge")


def test_a_rule_that_is_not_translated_is_found_in_italian() -> None:
    rule = Rule(id="1", title="Withdrawals", statement="Units may fall back.")
    assert RuleIndex([rule], {}, "it", ()).search("ritirate") == [rule]


@pytest.mark.parametrize("game", sorted(game_folders()))
def test_every_chapter_has_a_title_in_both_languages(game: str) -> None:
    folder = game_folder(game)
    numbers = {rule.chapter for rule in read_ledger(folder)}
    english, italian = read_chapters(folder), read_chapters(folder, "it")
    assert set(english) == set(italian) == numbers
    assert all(english[number] != italian[number] or number in "31" for number in numbers), "Morale is morale"
    assert read_chapters(folder, "../it") == english
    translated = read_translation(folder, "it")
    assert all(rule.chapter for rule in look_up(folder, language="it" if translated else "en"))
