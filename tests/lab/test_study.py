"""Studies: what they play, what their numbers are, and what the report says and draws."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from playwright.sync_api import Page

from ardennes.engine.game import load_game
from ardennes.errors import ArdennesError
from ardennes.lab.front import Front
from ardennes.lab.local import play_here
from ardennes.lab.plan import make_plan
from ardennes.lab.playing import play_game
from ardennes.lab.rows import Played
from ardennes.lab.series import unwatched
from ardennes.lab.study import report
from ardennes.lab.study.front_maps import FrontMaps
from ardennes.lab.study.report import Report
from ardennes.lab.study.results import Results
from ardennes.lab.study.run import play_study
from ardennes.lab.study.variants import Trial, Variant, make_design
from ardennes.languages import LANGUAGES

PLAYERS = ("random", "random")
GAMES = 6


@contextmanager
def unseen(variant: Variant, number: int) -> Iterator[Callable[[Played], object]]:
    yield unwatched


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    """A small study of a game with a calendar and the real ground."""
    game = load_game("bulge1944")
    design = make_design(game, ["plan_martin", "spoiling_attack"], ["phantoms"])
    here = partial(play_here, jobs=1)
    place = tmp_path_factory.mktemp("study") / "out"
    return play_study(game, design, place, players=PLAYERS, games=GAMES, seed="7", workers=here, watch=unseen)


@pytest.fixture(scope="module")
def pages(results: Results) -> dict[str, str]:
    return {language: Report(results, language).html() for language in LANGUAGES}


def test_a_rule_that_needs_another_is_compared_with_it() -> None:
    design = make_design(load_game("bulge1944"), ["campaign", "autumn_mist"], ["weather", "phantoms"])
    with_hidden = Variant("campaign", ("hidden",))
    assert design.trials == (
        Trial("weather", Variant("campaign"), Variant("campaign", ("weather",))),
        Trial("phantoms", with_hidden, Variant("campaign", ("hidden", "phantoms"))),
    )
    assert len(design.variants) == 5
    everything = make_design(load_game("bulge1944"))
    assert {trial.option for trial in everything.trials} == set(load_game("bulge1944").info.options)


def test_unknown_scenarios_and_options_are_named() -> None:
    with pytest.raises(ArdennesError, match="has no scenario 'sunset'"):
        make_design(load_game("crossroads"), ["sunset"])
    with pytest.raises(ArdennesError, match="has no option 'snow'"):
        make_design(load_game("crossroads"), ["dawn"], ["snow"])


def test_numbers_of_a_study_are_those_of_its_games(results: Results) -> None:
    main = results.main
    assert results.games == GAMES * 4
    (effect,) = results.effects()
    wins = [sum(row.winner == 0 for row in results.series[variant].games) for variant in results.design.variants[2:]]
    assert effect.wins == pytest.approx((wins[1] - wins[0]) / GAMES)
    assert main.dates[1] == "1944-12-16"
    assert main.dates[6] == "1944-12-21"
    assert main.needed(0) == 5
    ends = [played.turns[-1].score for played in main.played]
    assert main.points(0)[6].mean == pytest.approx(sum(end.points[0] or 0 for end in ends) / GAMES)
    formations = main.lost_by_formation(1)
    assert sum(band.mean for band in formations.values()) == pytest.approx(
        sum(end.steps_lost[1] for end in ends) / GAMES
    )


class _Ids(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.ids += [found["id"] or ""] if "id" in found else []
        self.links += [value for name, value in attrs if name.endswith("href") and value]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_is_one_sound_page(pages: dict[str, str], language: str) -> None:
    page = pages[language]
    read = _Ids()
    read.feed(page)
    assert len(set(read.ids)) == len(read.ids)
    local = [link for link in read.links if not link.startswith("data:")]
    assert all(link.startswith("#") and link[1:] in read.ids for link in local), local
    assert "http://" not in re.sub(r'xmlns(:\w+)?="[^"]*"', "", page)
    assert page.count('class="front"') == 6
    assert page.count('class="history"') == 6
    assert page.count('class="chart"') == 6
    assert "#010a0" not in page, "a colour that has not become one of the page"
    assert "{" not in re.sub(r"<(style|svg).*?</\1>", "", page, flags=re.DOTALL)


def test_the_report_tells_what_was_found(results: Results, pages: dict[str, str]) -> None:
    page = pages["en"]
    wins = results.main.tally.wins["German"]
    assert f"The German side wins {100 * wins / GAMES:.1f} % of {GAMES} games" in page
    assert "Phantoms" in page
    assert "5th Panzer Army" in page
    assert "German victory at 5" in page


def test_the_report_looks_right_in_a_browser(pages: dict[str, str], page: Page, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    file.write_text(pages["en"], encoding="utf-8")
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(file.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for scheme, paper in (("light", "rgb(251, 249, 244)"), ("dark", "rgb(25, 26, 28)")):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == paper
    ink = "getComputedStyle(document.querySelector('svg.chart text')).fill"
    assert page.evaluate(ink) == "rgb(161, 155, 142)", "charts follow the page's colours"
    assert complaints == []


def test_every_language_says_the_same_things() -> None:
    def forms(language: str) -> dict[str, Any]:
        words = tomllib.loads((Path(report.__file__).parent / "words" / f"{language}.toml").read_text())
        return {code: _arguments(form) for code, form in words.items()}

    first, *others = (forms(language) for language in LANGUAGES)
    assert all(other == first for other in others)
    source = Path(report.__file__).read_text()
    named = set(re.findall(r'say\(\s*[\'"]([\w-]+)', source)) | set(re.findall(r'"(verdict-\w+)"', source))
    assert named <= set(first)


def _arguments(form: str | dict[str, str]) -> set[str]:
    texts = form.values() if isinstance(form, dict) else [form]
    return {name for text in texts for _, name, _, _ in Formatter().parse(text) if name}


def test_the_front_follows_the_units() -> None:
    plan = make_plan("bulge1944", players=PLAYERS, seed="7", hooks=["ardennes.lab.front:Front"])
    data = load_game("bulge1944").load_data("campaign", ())
    start = data.game.start(data, "7")
    total = Front()
    total.begin(start)
    for unit, hex in enumerate(start.where):
        if hex >= 0:
            assert total.holder[hex] == data.counters[unit].side
    assert total.holder[data.board.hex("0108")] == 1
    total.add(play_game(plan, 0).found["Front"])
    front = total.total()
    assert list(front) == list(range(1, 11))
    assert all(found.games == 1 and set(found.held) <= {0, 1} for found in front.values())


def test_history_holds_what_the_map_shows() -> None:
    """An army that stands exactly where history has it agrees with history in every hex."""
    board = load_game("bulge1944").load_data("campaign", ()).board
    maps = FrontMaps(board)
    assert maps.known_day("1944-12-23") == "1944-12-22"
    assert maps.known_day("1944-12-15") == ""
    from ardennes.lab.front import FrontOfTurn

    nobody, everybody = (maps.agreement(FrontOfTurn(1, [held] * board.size), "1944-12-24") for held in (0, 1))
    assert nobody + everybody == pytest.approx(1)
    assert 0.2 < everybody < 0.6
    assert FrontMaps(load_game("crossroads").load_data("dawn", ()).board).history == {}


def test_a_folder_holds_one_study(results: Results, tmp_path: Path) -> None:
    game = load_game("crossroads")
    design = make_design(game, ["noon"], [])
    settings: dict[str, Any] = {"players": PLAYERS, "seed": "7", "workers": partial(play_here, jobs=1), "watch": unseen}
    play_study(game, design, tmp_path / "out", games=2, **settings)
    with pytest.raises(ArdennesError, match="a study is kept here already"):
        play_study(game, design, tmp_path / "out", games=2, **settings)
    more = play_study(game, design, tmp_path / "out", games=3, resume=True, **settings)
    assert more.games == 3
    page = Report(more).html()
    assert 'class="history"' not in page
    assert 'class="front"' in page
    assert 'id="options"' not in page
