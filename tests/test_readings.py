"""One page a game lists every reading of an unclear rule that its ledger notes, and names options that there are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ardennes.engine.game import game_folder, game_info
from ardennes.engine.ledger import read_ledger
from ardennes.server.rulebook import RULING

DOCS = Path(__file__).parent.parent / "docs"
PAGES = {
    "bulge1944": "bulge1944-readings.md",
    "deadly_woods": "deadly-woods-readings.md",
    "bitter_woods": "bitter-woods-readings.md",
}
WITH_OPTIONS = {
    **PAGES,
    "wacht_am_rhein": "wacht-am-rhein-readings.md",
}


@pytest.mark.parametrize("game", PAGES)
def test_the_page_lists_every_reading_of_the_ledger(game: str) -> None:
    page = (DOCS / PAGES[game]).read_text("utf-8")
    rulings = [found["ids"] for rule in read_ledger(game_folder(game)) if (found := RULING.match(rule.note))]
    assert set(re.findall(r"\| (R\d+) \|", page)) == {id for ids in rulings for id in re.findall(r"R\d+", ids)}


def test_the_page_has_every_reading_a_rule_of_wacht_am_rhein_names() -> None:
    page = (DOCS / WITH_OPTIONS["wacht_am_rhein"]).read_text("utf-8")
    told = " ".join(f"{rule.statement} {rule.note}" for rule in read_ledger(game_folder("wacht_am_rhein")))
    named = {id for ids in re.findall(r"\bWAR-(R\d+(?:, R\d+)*)", told) for id in re.findall(r"R\d+", ids)}
    assert len(named) > 100
    assert named - set(re.findall(r"\| (R\d+) \|", page)) == set()


@pytest.mark.parametrize("game", WITH_OPTIONS)
def test_the_page_names_options_that_there_are(game: str) -> None:
    page = (DOCS / WITH_OPTIONS[game]).read_text("utf-8")
    named = set(re.findall(r"\| `(\w+)` \|$", page, re.MULTILINE))
    assert named
    assert named <= set(game_info(game).options)


@pytest.mark.parametrize("game", PAGES)
def test_no_note_hides_the_number_of_a_reading(game: str) -> None:
    notes = [rule.note for rule in read_ledger(game_folder(game)) if re.search(r"\b\w+-R\d", rule.note)]
    assert [note for note in notes if not RULING.match(note)] == [], "the page would not show it as a reading"
