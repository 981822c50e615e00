"""What is shown on the map of what happened: every game tells it in the same shape."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from ardennes.engine.game import game_folders, game_info, load_game
from ardennes.engine.match import Match
from ardennes.engine.texts import Event
from ardennes.languages import LANGUAGES
from ardennes.players import sit_down
from ardennes.players.advisers import advice_for
from ardennes.server.displays import display_of, shown_events
from ardennes.server.log import lines_of
from ardennes.server.protocol.table import LogLine

GAMES = sorted(name for name in game_folders() if game_info(name).stage in ("complete", "rules", "tutorial"))
"""Those that can be played."""


def displayed(match: Match, record: int) -> list[LogLine]:
    lines = lines_of(match, record, None, match.game.catalogue("en"))
    return [line for line in lines if line.display]


def battles(game: str, many: int) -> tuple[Match, list[LogLine]]:
    """A game up to its first battles, and what is shown of them."""
    match, found = Match.new(game, seed="3"), list[LogLine]()
    advised = advice_for(match.position.data) is not None
    players = [sit_down("greedy" if advised else "random", match.game, side, "1") for side in (0, 1)]
    while len(found) < many:
        assert match.asked is not None, f"{game} ends after {len(found)} battles"
        before = len(match.records)
        match.apply(players[match.asked.side].choose(match.position.view(match.asked.side)))
        shown = [line for record in range(before, len(match.records)) for line in displayed(match, record)]
        found += [line for line in shown if line.display and line.display.kind == "battle"]
    return match, found


@pytest.mark.parametrize("game", GAMES)
def test_battles_are_told_in_one_shape(game: str) -> None:
    """Dice and who rolled them, the attacker first, where, who attacks, and what it means in words."""
    match, lines = battles(game, 4)
    assert any(line.display.dice for line in lines if line.display)
    for line in lines:
        assert line.display
        assert line.hexes
        assert line.units
        assert line.display.result
        assert line.display.meaning
        (attacker,) = {match.position.data.counters[unit].side for unit in line.units}
        rollers = [group.side for group in line.display.dice]
        assert rollers == [attacker, 1 - attacker][: len(rollers)]
        assert all(group.pips or group.faces for group in line.display.dice)


@pytest.mark.parametrize("side", [0, 1])
def test_dice_belong_to_the_side_that_threw_them(side: int) -> None:
    """One die is the named side's; of two groups the first is its own and the second the enemy's."""
    match = Match.new("crossroads", seed="1")
    data, catalogue = match.position.data, match.game.catalogue("en")

    def thrown(**args: int | str) -> list[tuple[int | None, object]]:
        shown = display_of(Event("rolled", args), data, catalogue)
        assert shown
        return [(group.side, group.pips or group.faces) for group in shown.dice]

    assert thrown(side=side, die=4) == [(side, (4,))]
    assert thrown(side=side, faces="ia- --") == [(side, "ia-"), (1 - side, "--")]
    assert thrown(side=side, faces="i") == [(side, "i")]
    assert thrown(faces="i a") == [(None, "i"), (None, "a")]


def test_every_result_of_bitter_woods_has_words() -> None:
    """9.4 Whatever the table of combat results holds is said in a sentence at the hex."""
    known = load_game("bitter_woods")
    rows = csv.DictReader((known.folder / "data" / "crt.csv").open(encoding="utf-8"))
    results = {result for row in rows for result in row["results"].split()}
    assert len(results) > 20
    for language in LANGUAGES:
        assert {f"result-{result}" for result in results} <= set(known.catalogue(language).sentences)


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
