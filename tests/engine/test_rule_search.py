"""Rules are found by what players call them."""

from __future__ import annotations

import pytest
from msgspec import UNSET

from ardennes.engine.game import game_folder, game_folders
from ardennes.engine.ledger import Rule, read_chapters, read_ledger, read_translation
from ardennes.engine.rule_search import RuleIndex
from ardennes.server.protocol.review import Rule as RuleTold
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
@pytest.mark.parametrize(("game", "chapter"), [("deadly_woods", "11"), ("bitter_woods", "9"), ("wacht_am_rhein", "10")])
def test_retreats_are_found_in_any_form_first_where_they_are_laid_down(
    game: str, chapter: str, language: str, question: str
) -> None:
    ledger = {rule.id: rule for rule in read_ledger(game_folder(game))}
    best = look_up(game_folder(game), search=question, language=language)[:3]
    assert [ledger[rule.id].chapter for rule in best] == [chapter] * 3
    assert all("retreat" in rule.title.casefold() or "ritira" in rule.title.casefold() for rule in best)


def test_the_words_that_were_meant_are_told() -> None:
    """Synonyms and other forms are; words that say nothing, and parts of other words, are not."""

    def told(game: str, question: str, language: str) -> tuple[str, list[str]]:
        best = look_up(game_folder(game), search=question, language=language)[0]
        assert isinstance(best, RuleTold)
        assert best.found is not UNSET
        return best.id, best.found

    assert told("bulge1944", "zona di controllo", "it") == ("11.0-n", ["zoc"])
    assert told("bulge1944", "come si vince", "it") == ("15.0-a", ["improvvisa", "vince", "vittoria"])
    assert told("deadly_woods", "retreating", "en") == ("11.4-a", ["retreat"])
    assert told("bulge1944", "paratroo", "en")[1] == ["airborne"], "a synonym of what one is about to type"


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
