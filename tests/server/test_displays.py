"""What is shown on the map of what happened: every game tells it in the same shape."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ardennes.engine.game import game_folders, game_info, load_game
from ardennes.engine.match import Match
from ardennes.engine.texts import Event
from ardennes.languages import LANGUAGES
from ardennes.players import sit_down
from ardennes.server.displays import display_of, shown_events
from ardennes.server.log import lines_of
from ardennes.server.protocol.table import LogLine

GAMES = sorted(name for name in game_folders() if game_info(name).stage in ("complete", "tutorial"))
"""Those with every rule; the others follow."""


def displayed(match: Match) -> Iterator[LogLine]:
    catalogue = match.game.catalogue("en")
    for record in range(-1, len(match.records)):
        yield from (line for line in lines_of(match, record, None, catalogue) if line.display)


def played(game: str, records: int) -> Match:
    match = Match.new(game, seed="3")
    players = [sit_down("greedy", match.game, side, "1") for side in (0, 1)]
    while match.asked is not None and len(match.records) < records:
        match.apply(players[match.asked.side].choose(match.position.view(match.asked.side)))
    return match


@pytest.mark.parametrize("game", GAMES)
def test_battles_are_told_in_one_shape(game: str) -> None:
    """Dice and who rolled them, where, who attacks, and what it means in words."""
    lines = [line for line in displayed(played(game, 120)) if line.display and line.display.kind == "battle"]
    assert lines
    for line in lines:
        assert line.display
        assert line.hexes
        assert line.units
        assert line.display.result
        assert line.display.meaning
        for group in line.display.dice:
            assert group.side in (0, 1)
            assert group.pips or group.faces


@pytest.mark.parametrize("game", GAMES)
def test_what_a_game_shows_has_words(game: str) -> None:
    """Every event in ``page/events.toml`` has a sentence; whoever throws a die is shown in the way that is named."""
    known = load_game(game)
    for language in LANGUAGES:
        sentences = known.catalogue(language).sentences
        assert set(shown_events(known.folder)) <= set(sentences)
        rolling = {code for code, form in sentences.items() if isinstance(form, str) and "{die}" in form}
        assert rolling <= set(shown_events(known.folder))


def test_dice_are_shown_even_where_a_game_says_nothing(tmp_path: Path) -> None:
    assert not shown_events(tmp_path)
    match = Match.new("crossroads", seed="1")
    data, catalogue = match.position.data, match.game.catalogue("en")
    assert display_of(Event("moved", {"unit": 0, "from": 1, "hex": 2}), data, catalogue) is None
    shown = display_of(Event("moved", {"unit": 0, "from": 1, "hex": 2, "die": 4, "added": -1}), data, catalogue)
    assert shown
    assert (shown.kind, shown.dice[0].pips, shown.dice[0].added) == ("check", (4,), -1)
