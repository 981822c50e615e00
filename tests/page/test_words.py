"""Everything the page and the title pages say is there in both languages, and nothing is kept that nobody says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ardennes
from ardennes.engine.game import game_folder, game_folders, game_info, load_game
from ardennes.engine.ledger import read_ledger, read_translation
from ardennes.engine.match import Match
from ardennes.engine.notation import read_option
from ardennes.engine.options import Kind
from ardennes.server.guide import has_guide, mistakes, read_guide
from ardennes.server.rulebook import RULING, look_up

SOURCES = Path(ardennes.__file__).parent.parent / "web/src"
ENTRY = re.compile(r'^  "?([\w-]+)"?:\s*"((?:[^"\\]|\\.)*)",$', re.MULTILINE)
SAME_IN_BOTH = {"account", "channel-mail", "end-title", "hours-minutes", "menu", "scenario", "way-costs"}
GUIDED = [name for name, folder in game_folders().items() if has_guide(folder)]
PLAYABLE = [name for name, folder in game_folders().items() if (folder / "game.py").exists()]
FINISHED = [name for name in PLAYABLE if game_info(name).stage in ("complete", "tutorial")]


def phrases(language: str) -> dict[str, str]:
    return dict(ENTRY.findall((SOURCES / f"words/{language}.ts").read_text("utf-8")))


def test_both_languages_have_the_same_phrases_with_the_same_names_in_them() -> None:
    english, italian = phrases("en"), phrases("it")
    assert len(english) > 150
    assert set(english) == set(italian)
    for word, phrase in english.items():
        assert sorted(re.findall(r"{\w+}", phrase)) == sorted(re.findall(r"{\w+}", italian[word])), word
    alike = {word: re.sub(r"{\w+}", "", phrase) for word, phrase in english.items() if phrase == italian[word]}
    same = {word for word, said in alike.items() if re.search(r"[a-z]{3}", said)}
    assert same <= SAME_IN_BOTH


def test_every_phrase_is_said_somewhere() -> None:
    files = [path for path in SOURCES.rglob("*") if path.suffix in (".ts", ".svelte") and path.parent.name != "words"]
    spoken = [SOURCES / "words/words.ts", SOURCES / "words/duration.ts"]
    source = "\n".join(path.read_text("utf-8") for path in [*files, *spoken])
    built = re.findall(r"say\(\s*`([\w-]+-)\$", source)
    unsaid = {word for word in phrases("en") if f'"{word}"' not in source}
    assert {word for word in unsaid if not word.startswith(tuple(built))} == set()


@pytest.mark.parametrize("name", PLAYABLE)
def test_the_title_page_is_there_in_italian(name: str) -> None:
    english, italian = game_info(name), game_info(name, "it")
    assert italian.about != english.about
    assert italian.sides != english.sides
    for scenario, info in english.scenarios.items():
        assert italian.scenarios[scenario].about != info.about
    for option, rule in english.options.items():
        assert italian.options[option].about != rule.about
        assert italian.options[option].rule == rule.rule
    assert game_info(name, "../en") == english


@pytest.mark.parametrize("name", FINISHED)
def test_every_rule_is_there_in_italian(name: str) -> None:
    folder = game_folder(name)
    rules, italian = read_ledger(folder), read_translation(folder, "it")
    assert [rule.id for rule in rules] == list(italian)
    for rule in rules:
        words = italian[rule.id]
        assert words.statement != rule.statement, rule.id
        assert bool(words.ruling) == bool(RULING.match(rule.note)), rule.id
    assert [rule.id for rule in look_up(folder, search="unita", language="it")]
    assert all(rule.translated for rule in look_up(folder, case="3", language="it"))


@pytest.mark.parametrize("name", GUIDED)
def test_a_guide_speaks_of_what_there_is_in_both_languages(name: str) -> None:
    game = load_game(name)
    script = read_guide(game.folder)
    assert list(mistakes(script, game, game.load_data(script.scenario, script.options))) == []
    for step in script.steps:
        assert set(step.text) == {"en", "it"}
        assert step.text["en"] != step.text["it"]


@pytest.mark.parametrize("name", GUIDED)
def test_a_guide_can_be_followed(name: str) -> None:
    """Every act of the script is offered when its turn comes, and leads to the question of the next."""
    script = read_guide(load_game(name).folder)
    match = Match.new(name, scenario=script.scenario, options=script.options, seed=script.seed)
    for number, step in enumerate(script.steps, start=1):
        assert match.asked is not None
        assert match.asked.question.prompt in step.at, f"step {number}"
        if not step.act:
            continue
        wanted = [option for option in match.asked.options if _is(match, option, step.unit, step.hex, step.button)]
        assert wanted, f"step {number} asks for what is not offered"
        match.apply(wanted[0], match.asked.side)


def _is(match: Match, option: int, unit: str, hex: str, button: str) -> bool:
    verb, thing = match.game.verbs.split(option)
    if button:
        return verb.name == button
    board = match.position.data.board
    if hex and verb.kind is Kind.HEXSIDE:
        return board.hex(hex) in board.side_hexes[thing]
    kind, name = ("unit", unit) if unit else ("hex", hex)
    return verb.kind.value == kind and option == read_option(match.position.data, f"{verb.name} {name}")
