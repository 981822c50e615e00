"""Sentences in any language."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ardennes.engine.game import ENGINE_MESSAGES, game_folder, game_folders, languages_of, load_game
from ardennes.engine.modifiers import Modifier, Tally
from ardennes.engine.texts import Catalogue, Event, Refusal, Refused, Text, first_refusal, fraction_text
from ardennes.errors import ArdennesError
from ardennes.server.mistakes import MESSAGES as SERVER_MESSAGES


class Names:
    points_in_one = 4

    def unit_name(self, unit: int) -> str:
        return f"U{unit}"

    def hex_name(self, hex: int) -> str:
        return f"H{hex}"

    def hexside_name(self, hexside: int) -> str:
        return f"S{hexside}"

    def side_name(self, side: int) -> str:
        return ("German", "Allied")[side]


def say(form: object, code: str = "x", **args: object) -> str:
    return Catalogue("en", {"x": form}).say(Text(code, args), Names())  # type: ignore[dict-item, arg-type]


@pytest.mark.parametrize(
    ("amount", "said"),
    [
        (Fraction(0), "0"),
        (Fraction(3), "3"),
        (Fraction(5, 2), "2½"),
        (Fraction(1, 2), "½"),
        (Fraction(7, 4), "1¾"),
        (Fraction(2, 3), "⅔"),
        (Fraction(1, 6), "1/6"),
        (Fraction(13, 6), "2 1/6"),
    ],
)
def test_fractions(amount: Fraction, said: str) -> None:
    assert fraction_text(amount) == said


def test_names_of_things() -> None:
    assert say("{u:unit} {h:hex} {s:hexside} {side:side} {p:points} {n}", u=1, h=2, s=3, side=1, p=7, n=5) == (
        "U1 H2 S3 Allied 1¾ 5"
    )
    assert say("{us:unit} in {hs:hex}", us=(1, 2), hs=()) == "U1, U2 in "
    assert say("{word} {n:03d}", word="so", n=7) == "so 007"


def test_lists_are_told_apart_from_names_with_commas() -> None:
    assert say("{u:unit}", u=(1, 2)) == "U1, U2"
    assert say("{names}", names=("1st Regiment, 3rd Division", "Peiper")) == "1st Regiment, 3rd Division; Peiper"


def test_sides_are_named_in_the_language() -> None:
    sentences = {"x": "{side:side}", "side-0": "Tedesco"}
    catalogue = Catalogue("it", sentences)
    assert catalogue.say(Text("x", {"side": 0}), Names()) == "Tedesco"
    assert catalogue.say(Text("x", {"side": 1}), Names()) == "Allied"


def test_forms_by_number() -> None:
    form = {"one": "{n} step", "other": "{n} steps"}
    assert [say(form, n=n) for n in (0, 1, 2)] == ["0 steps", "1 step", "2 steps"]
    assert say({"other": "{n} steps"}, n=1) == "1 steps"


def test_unknown_code_is_not_silent() -> None:
    assert say("", code="never-written") == "never-written"


def test_refusals_show_their_rule() -> None:
    catalogue = Catalogue("en", {"x": "no"})
    assert catalogue.refuse(Refusal("x", {}, "4.2"), Names()) == "4.2: no"
    assert catalogue.refuse(Refusal("x"), Names()) == "no"
    refused = Refused(Refusal("x", {}, "4.2"))
    assert isinstance(refused, ArdennesError)
    assert str(refused) == "4.2: x"
    assert str(Refused(Refusal("x"), "A sentence.")) == "A sentence."


def test_gaps_of_a_catalogue() -> None:
    assert Catalogue("en", {"a": "A"}).gaps(["b", "a", "c"]) == ["b", "c"]


def test_events_as_each_side_saw_them() -> None:
    event = Event("moved", {"unit": 3}, "1.1", {0: {"unit": 9}, 1: None})
    assert event.for_side(None) == Event("moved", {"unit": 3}, "1.1")
    assert event.for_side(0) == Event("moved", {"unit": 9}, "1.1")
    assert event.for_side(1) is None
    plain = Event("moved", {"unit": 3})
    assert [plain.for_side(side) for side in (None, 0, 1)] == [plain] * 3


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = 3", "x: 3 is no sentence"),
        ("[x]\none = 'a'", "x: a sentence has the forms"),
        ("[x]\nother = 'a'\nfew = 'b'", "x: a sentence has the forms"),
        ("[x]\nother = 1", "x: 1 is no sentence"),
        ("x = 'open {brace'", "x: expected '}'"),
        ("x = 'shut }'", "x: Single '}'"),
        ("x = ", "Invalid value"),
        (b"x = '\xff'", "not UTF-8"),
    ],
)
def test_broken_catalogues(tmp_path: Path, text: str | bytes, said: str) -> None:
    (tmp_path / "en.toml").write_bytes(text.encode() if isinstance(text, str) else text)
    with pytest.raises(ArdennesError) as raised:
        Catalogue.load("en", [tmp_path / "en.toml"])
    assert "en.toml" in str(raised.value)
    assert said in str(raised.value)


def test_language_that_nobody_speaks() -> None:
    with pytest.raises(ArdennesError, match="no messages in language 'xx'"):
        load_game("crossroads").catalogue("xx")


def test_later_files_win(tmp_path: Path) -> None:
    for name, text in (("a.toml", "x = '1'\ny = '1'"), ("b.toml", "y = '2'")):
        (tmp_path / name).write_text(text)
    assert Catalogue.load("en", [tmp_path / "a.toml", tmp_path / "b.toml"]).sentences == {"x": "1", "y": "2"}


CATALOGUES = {
    "engine": {path.stem: path for path in ENGINE_MESSAGES.glob("*.toml")},
    "server": {path.stem: path for path in SERVER_MESSAGES.glob("*.toml")},
    **{
        name: {language: folder / "texts" / language / "messages.toml" for language in languages_of(folder)}
        for name, folder in game_folders().items()
        if languages_of(folder)
    },
}


@pytest.mark.parametrize("name", CATALOGUES)
def test_all_languages_say_the_same_things_about_the_same_arguments(name: str) -> None:
    languages = {language: Catalogue.load(language, [path]).sentences for language, path in CATALOGUES[name].items()}
    english = languages["en"]
    for language, sentences in languages.items():
        assert set(sentences) == set(english), f"{language} and English have different codes"
        for code, form in sentences.items():
            used, known = (set(re.findall(r"{[^{}]*}", str(text))) for text in (form, english[code]))
            assert used <= known, f"{code} in {language} speaks of {used - known}"


def test_modifiers_sum() -> None:
    tally = Tally.of((Modifier("woods", -1, "5.4"), None, Modifier("nothing", 0, "5.4"), Modifier("tanks", 3, "5.4")))
    assert [entry.code for entry in tally.entries] == ["woods", "tanks"]
    assert tally.total == 2
    assert Tally.of(()).total == 0


@given(st.lists(st.integers(-5, 5)))
def test_modifiers_keep_the_sum(amounts: list[int]) -> None:
    assert Tally.of(Modifier("x", amount, "") for amount in amounts).total == sum(amounts)


def test_crossroads_speaks_italian() -> None:
    assert "it" in languages_of(game_folder("crossroads"))


def test_first_reason_that_holds_is_the_refusal() -> None:
    args, last = {"unit": 3}, (True, "not-activated", "14.1")
    both = first_refusal(args, (False, "not-yours", "10.1"), (True, "has-moved", "10.2"), last)
    assert both == Refusal("has-moved", args, "10.2")
    assert first_refusal(args, (False, "not-yours", "10.1"), last) == Refusal("not-activated", args, "14.1")


@pytest.mark.parametrize("name", [name for name, folder in game_folders().items() if (folder / "game.py").exists()])
def test_what_ends_a_move_is_not_called_like_what_ends_a_phase(name: str) -> None:
    """No button that ends something of a unit sounds like one that ends a phase, nor the attack like its dice."""
    for language in languages_of(game_folder(name)):
        labels = load_game(name).catalogue(language).sentences
        done = {code: str(label) for code, label in labels.items() if code.startswith("verb-done-choose-")}
        unit = done.get("verb-done-choose-destination", "")
        others = [label for code, label in done.items() if code != "verb-done-choose-destination"]
        assert others
        assert all(unit not in label and label not in unit for label in others if unit)
        rolls = [str(label) for code, label in labels.items() if code.startswith(("verb-go", "verb-fire"))]
        assert len(rolls) == len(set(rolls))
