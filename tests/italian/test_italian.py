"""Italian to the last counter: names, terms of the glossary, words that are not used, agreement and ordinals.

``glossary.csv`` has the terms of all games; what a test can hold of it is held here.
"""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from ardennes.engine.datapack import open_data
from ardennes.engine.game import ENGINE_MESSAGES, game_folders, game_info, load_game
from ardennes.engine.ledger import read_ledger, read_translation
from ardennes.engine.match import Match
from ardennes.engine.rule_search import plain
from ardennes.engine.texts import Catalogue, Text
from ardennes.server.mistakes import MESSAGES as SERVER_MESSAGES

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FINISHED = sorted(name for name in game_folders() if game_info(name).stage in ("complete", "tutorial"))
GAMES = sorted(name for name, folder in game_folders().items() if (folder / "game.py").exists())
SAME_IN_BOTH = {"Kampfgruppe Peiper", "Kampfgruppe von der Heydte", "Manteuffel", "Patton"}
"""German names and those of generals stay."""
NOT_USED = {
    r"\bsteps?\b": "livello, livelli",
    r"\b(perd\w+|cost\w+|prezzo di) (un|\{n\}) pass[oi]\b": "livello, livelli",
    r"\bsegnalin[oi]\b": "indicatore",
    r"\bimpil\w+": "raggruppamento",
    r"\bmorte improvvisa\b": "vittoria improvvisa",
    r"\bfacoltativ\w+": "opzionale",
    r"\bpatta\b": "pareggio",
    r"\bcollegament\w+ (?:sbagliat|non port)": "link",
    r"\baviotrupp\w+": "aviotrasportati",
    r"\bappoggi\w*": "supporto",
    r"\blanci\w* (?:il|i) dad\w": "tirare",
    r"\bingegner\w+": "genieri",
    r"\bsguscia\b": "si infiltra",
    r"\bBullingen\b": "Büllingen",
    r"\bPV\b|(?:\}|[½⅓]|costa \d|paga \d) PM\b": "MP, VP",
    r"\b\d+°": "1ª, 1º",
    r"\b1 livelli\b|\bGli livell|\bUno livell|\btanti livello\b": "agreement",
    r"\b(?:Attendere|Riprovare|Ricaricare)\b": "tu, imperative",
    r"\b(?:Division|Regiment|Brigade|Battalion|Infantry|Armored|Artillery)\b": "translated",
}
HOMONYMS = {"clear (weather)", "draw", "no effect (NE)", "replacement", "stack"}
"""English words of rules that mean something else besides: clear ground, to draw a chit, to replace, to stack."""
OFTEN = 8
"""So many rules with a term say whether it is put into Italian as the glossary has it."""
NAMED_BY_NUMBERS = ("bitter_woods", "deadly_woods")
"""Games in which most counters have a designation such as 26/78, which is the same in every language."""


def strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from strings(each)


def italian_texts() -> Iterator[tuple[str, str]]:
    """Everything that is said in Italian, with the file it stands in."""
    tomls = [ENGINE_MESSAGES / "it.toml", SERVER_MESSAGES / "it.toml", ROOT / "ardennes/lab/study/words/it.toml"]
    for folder in game_folders().values():
        tomls += sorted(folder.glob("texts/it/*.toml"))
        for path in sorted(folder.glob("texts/it/*.csv")):
            for row in csv.DictReader(path.read_text("utf-8").splitlines()):
                yield str(path), " ".join(value for name, value in row.items() if name not in ("id", "name"))
        for path in sorted(folder.glob("page/tutorial.toml")):
            for step in tomllib.loads(path.read_text("utf-8"))["steps"]:
                yield str(path), step["text"]["it"]
        for path in sorted(folder.glob("data/scenarios/*.toml")):
            for text in strings(tomllib.loads(path.read_text("utf-8")).get("words", {}).get("it", {})):
                yield str(path), text
    for path in tomls:
        for text in strings(tomllib.loads(path.read_text("utf-8"))):
            yield str(path), text
    page = ROOT / "web/src/words/it.ts"
    for text in re.findall(r'^\s+(?:"[^"]+"|\w+):\s*"(.*)",$', page.read_text("utf-8"), re.MULTILINE):
        yield str(page), text


@pytest.mark.parametrize(("pattern", "instead"), NOT_USED.items())
def test_words_that_are_not_used(pattern: str, instead: str) -> None:
    found = [(Path(file).name, text) for file, text in italian_texts() if re.search(pattern, text)]
    assert found == [], f"better: {instead}"


@pytest.mark.parametrize("game", FINISHED)
def test_every_counter_has_an_italian_name(game: str) -> None:
    folder, names, played = game_folders()[game], set(), load_game(game)
    contents = open_data(played, None)
    for scenario in game_info(game).scenarios:
        for option in ((), *((name,) for name, info in game_info(game).options.items() if not info.needs)):
            if not set(option).intersection(game_info(game).scenarios[scenario].barred):
                _, options = played.check_choice(scenario, option)
                setting = played.scenario_with(contents.scenario(scenario, played.scenario_type), contents, options)
                names |= {counter.name for counter in played.counters(contents, setting, options)}
    italian = {
        row["name"]: row["translation"]
        for row in csv.DictReader((folder / "texts/it/counters.csv").read_text("utf-8").splitlines())
    }
    assert names - set(italian) == set()
    assert {name for name, said in italian.items() if name == said} <= SAME_IN_BOTH | (
        names if game in NAMED_BY_NUMBERS else set()
    )


def test_units_and_sides_are_italian_in_an_italian_sentence() -> None:
    match = Match.new("bulge1944", seed="7")
    unit = match.position.data.unit("1SS")
    said = match.sentence(Text("moves", {"unit": unit, "from": match.position.where[unit], "hex": -1}), "it")
    assert said.startswith("1ª Divisione Panzer SS muove da ")
    assert said.endswith(" a fuori mappa.")
    assert match.sentence(Text("resigned", {"side": 0}), "it") == "Tedeschi: partita abbandonata."
    assert match.question("it").startswith("Tedeschi: "), "a sentence begins with a capital letter"


def glossary() -> list[dict[str, str]]:
    return list(csv.DictReader((HERE / "glossary.csv").read_text("utf-8").splitlines()))


def test_the_glossary_is_whole() -> None:
    rows = glossary()
    assert len(rows) == 532
    assert len({row["term_en"] for row in rows}) == len(rows)
    assert all(row["term_it"] and row["confidence"] in ("high", "medium", "low") for row in rows)


def without_brackets(term: str) -> str:
    return re.sub(r"\(.*?\)", "", term).strip()


def stems(text: str, language: str) -> str:
    from snowballstemmer import stemmer

    words = re.findall(r"[a-z0-9]+", plain(text))
    return f" {' '.join(stemmer(language).stemWords(words))} "


def _head(term: str) -> str:
    """The word a term is known by where the rest is plain: lato for lato di esagono."""
    return f" {stems(term, 'italian').split()[0]} "


def test_rules_use_the_terms_of_the_glossary() -> None:
    """A term that many English rules have stands in most of them in Italian, in some form."""
    nouns = [row for row in glossary() if row["confidence"] == "high" and row["gender"] not in ("v", "-", "adj")]
    terms = [row for row in nouns if row["term_en"] not in HOMONYMS]
    english = {row["term_en"]: stems(without_brackets(row["term_en"]), "english") for row in terms}
    italian = {
        row["term_en"]: [_head(without_brackets(row[form])) for form in ("term_it", "plural") if row[form] != "-"]
        for row in terms
    }
    seen: dict[str, list[bool]] = {}
    for game in FINISHED:
        translated = read_translation(game_folders()[game], "it")
        for rule in read_ledger(game_folders()[game]):
            said = stems(f"{rule.title} {rule.statement}", "english")
            words = translated[rule.id]
            put = stems(f"{words.title} {words.statement}", "italian")
            for term, form in english.items():
                if form.strip() and form in said:
                    seen.setdefault(term, []).append(any(each in put for each in italian[term]))
    often = {term: sum(found) / len(found) for term, found in seen.items() if len(found) >= OFTEN}
    assert len(often) > 40
    assert {term: share for term, share in often.items() if share < 0.5} == {}


@pytest.mark.parametrize("name", ["en", "it"])
def test_the_catalogue_of_every_game_can_be_read(name: str) -> None:
    for game in FINISHED:
        assert isinstance(load_game(game).catalogue(name), Catalogue)


@pytest.mark.parametrize("game", GAMES)
def test_sides_are_called_alike_in_lobby_prompt_and_log(game: str) -> None:
    catalogue, sides = load_game(game).catalogue("it"), game_info(game, "it").sides
    assert [catalogue.sentences[f"side-{side}"] for side in (0, 1)] == list(sides) == ["Tedeschi", "Alleati"]


@pytest.mark.parametrize("game", GAMES)
def test_no_sentence_makes_a_side_agree_with_a_word_before_it(game: str) -> None:
    """Sides are peoples in the plural: "il giocatore Tedeschi" is no Italian."""
    for code, text in load_game(game).catalogue("it").sentences.items():
        assert "giocatore {" not in str(text), code


def test_the_adviser_speaks_of_a_unit_without_agreement() -> None:
    """Units are masculine and feminine, and a hex takes "in"."""
    said = load_game("crossroads").catalogue("it").sentences["coach-difference"]
    assert not re.search(r"l'hai \w+at[ao]\b| a \{(hex|stands)", str(said))
