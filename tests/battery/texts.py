"""Whatever is said must be a whole sentence, in every language the game speaks."""

from __future__ import annotations

from ardennes.engine.match import Match
from ardennes.engine.texts import Refusal, Text
from ardennes.languages import LANGUAGES

GENERIC_CODES = frozenset({"game-is-over", "no-such-option", "not-offered", "not-your-decision"})
"""Refusals that need no rule of the game behind them."""


def check_text(match: Match, text: Text) -> None:
    """The text has a sentence in every language, and no gap is left in it."""
    for language in LANGUAGES:
        assert text.code in match.game.catalogue(language).sentences, f"{language}.toml has no sentence {text.code!r}"
        sentence = match.sentence(text, language)
        assert sentence.strip(), f"{text.code} says nothing in {language}"
        assert not set(sentence) & {"{", "}"}, f"{text.code} in {language} has gaps: {sentence!r}"


def check_refusal(match: Match, refusal: object) -> None:
    """A refusal names the rule that forbids the action, or is one of the few that every game shares."""
    assert isinstance(refusal, Refusal), f"{refusal!r} is no reason"
    assert refusal.rule or refusal.code in GENERIC_CODES, f"refusal {refusal.code!r} names no rule"
    check_text(match, refusal)
