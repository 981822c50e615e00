"""17.0 Victory conditions."""

from __future__ import annotations

import pytest

from ardennes.games.bitter_woods.rules.victory import allied_losses, german_losses, towns_held
from tests.bitter_woods.fields import Battlefield, box, field

BASTOGNE, ST_VITH, MARCHE, HOUFFALIZE = "2426", "1316", "3518", "2221"
TOWNS = f"26-78 {BASTOGNE}, 26-77 {ST_VITH}, VAK-766 {MARCHE}"
TWO = f"26-78 {BASTOGNE}, 26-77 {ST_VITH}"
ACROSS, NEAR_DINANT = "4203", "4717"
FREE = 9


def result(units: str, turn: int = 22) -> str:
    """How the game ends if the last turn ends like this; nothing where it goes on."""
    verdict = field(units, "allied end", turn=turn).position.over
    return "" if verdict is None else verdict.reason.code


def eliminated(side: int, number: int) -> str:
    ids = [piece.id for piece in box().counters if piece.side == side and piece.kind == "infantry" and not piece.only]
    return ", ".join(f"{id} eliminated" for id in ids[:number])


def leaving(units: str, exits: int, armor: int, moment: str = "german move", **more: object) -> Battlefield:
    clocks = (f"exits = {exits}", f"exits_armor = {armor}")
    return field(units, moment, turn=FREE, clocks=clocks, **more)  # type: ignore[arg-type]


@pytest.mark.rule("bitter_woods", "17.0-a")
def test_the_campaign_is_judged_after_26pm() -> None:
    data = box()
    assert data.turns[data.last_turn - 1].name == "26PM"
    assert result("26-78 3702", 21) == ""
    assert result("26-78 3702", 22)


@pytest.mark.rule("bitter_woods", "17.0-b", "17.1-a")
def test_what_holds_a_town() -> None:
    assert towns_held(field(TOWNS).position) == 3, "a gun will do"
    assert towns_held(field(f"26-78 {BASTOGNE} supply, 26-77 {ST_VITH} supply=2").position) == 0, "supplied units only"
    assert towns_held(field(f"28-110 {BASTOGNE}").position) == 0


@pytest.mark.rule("bitter_woods", "17.1-a", "17.1-b", "17.1-c")
@pytest.mark.parametrize(
    ("units", "exits", "armor", "won"),
    [
        (f"2-2 5518, {TOWNS}", 5, 2, True),
        (f"2-2 5518, {TOWNS}", 4, 2, False),
        (f"2-2 5518, {TOWNS}", 5, 1, False),
        (f"2-3 5518, {TOWNS}", 5, 1, True),
        (f"2-2 5301, {TOWNS}", 5, 2, True),
        (f"2-2 5518, {TWO}", 5, 2, False),
        (f"2-2 5518 supply, {TOWNS}", 5, 2, False),
        (f"2-2 5518, 26-78 {BASTOGNE}, 26-77 {ST_VITH}, VAK-766 {MARCHE} supply", 5, 2, False),
    ],
)
def test_six_supplied_exits_and_three_towns_win_at_once(units: str, exits: int, armor: int, won: bool) -> None:
    match = leaving(units, exits, armor)
    id, hex = units.split(", ", maxsplit=1)[0].split()[:2]
    match.do(f"move {id}", f"exit {hex}")
    over = match.position.over
    assert (over is not None and over.winner == 0 and over.reason.code == "german-strategic") is won


@pytest.mark.rule("bitter_woods", "17.1-c")
def test_it_is_won_in_exploitation_too() -> None:
    match = leaving(f"2-2 5518 reserve, {TOWNS}", 5, 2, "german exploit")
    match.do("move 2-2", "exit 5518")
    assert match.position.over is not None


@pytest.mark.rule("bitter_woods", "17.1-c")
def test_the_last_town_wins_as_well() -> None:
    match = leaving(f"{TWO}, 2-2 3517", 6, 2)
    match.do("move 2-2", f"to {MARCHE}")
    assert match.position.over is not None, "at once"
    advance = leaving(f"{TWO}, 2-2 3517, 2-3 3517, 116-16 3517, FA-402 {MARCHE}", 6, 2, "german combat")
    advance.dice(1).do(f"attack {MARCHE}", "join 2-2", "join 2-3", "join 116-16", "go")
    while advance.asked is not None and advance.prompt_code() != "choose-attack":
        offers = advance.offers()
        advance.do(f"along {MARCHE}" if f"along {MARCHE}" in offers else min(offers))
    assert advance.position.over is not None


@pytest.mark.rule("bitter_woods", "17.1-d")
def test_fewer_exits_are_worth_nothing() -> None:
    assert result(f"{TWO}, 2-3 exited, 2-2 exited, 2-304 exited") == result(TWO) == "allied-tactical"


@pytest.mark.rule("bitter_woods", "17.2-a", "17.2-b")
@pytest.mark.parametrize(
    ("units", "found"),
    [
        (f"{TWO}, 2-3 {ACROSS}, 2-2 {ACROSS}, 2-304 {ACROSS}", "german-tactical"),
        (f"{TWO}, 116-60 {ACROSS}, 2-2 {ACROSS}, 2-304 {ACROSS}", "draw"),
        (f"{TWO}, 2-3 {ACROSS}, 2-2 {ACROSS}", "draw"),
        (f"{TWO}, 2-3 {ACROSS} supply, 2-2 {ACROSS}, 2-304 {ACROSS}", "draw"),
        (f"26-78 {BASTOGNE}, 2-3 {ACROSS}, 2-2 {ACROSS}, 2-304 {ACROSS}", "allied-tactical"),
        (f"{TWO}, 2-3 5330, 2-2 5430, 2-304 5431", "allied-tactical"),
    ],
)
def test_german_tactical_victory(units: str, found: str) -> None:
    assert result(units) == found


@pytest.mark.rule("bitter_woods", "17.3-a", "17.3-b")
@pytest.mark.parametrize(
    ("units", "found"),
    [
        (f"{TWO}, 2-3 {ACROSS}", "draw"),
        (f"{TWO}, 2-2 {NEAR_DINANT}", "draw"),
        (f"{TWO}, 2-2 {NEAR_DINANT} supply", "allied-tactical"),
        (f"{TWO}, 26-39 {NEAR_DINANT}", "allied-tactical"),
        (f"{TWO}, 2-2 2904", "allied-tactical"),
        (f"{TWO}, 2-2 2903", "draw"),
        (f"{TWO}, 2-2 4514", "allied-tactical"),
        (f"26-78 {BASTOGNE}, 2-2 {NEAR_DINANT}", "allied-tactical"),
    ],
)
def test_a_draw(units: str, found: str) -> None:
    assert result(units) == found


@pytest.mark.rule("bitter_woods", "17.4-a", "17.5-a")
@pytest.mark.parametrize("town", [BASTOGNE, MARCHE, HOUFFALIZE])
def test_allied_victories(town: str) -> None:
    assert result("26-78 3702") == "allied-strategic"
    assert result(f"26-78 {ST_VITH}") == "allied-strategic"
    assert result(f"26-78 {town} supply") == "allied-tactical"
    assert result(f"VAK-766 {town}") == "allied-tactical"


@pytest.mark.rule("bitter_woods", "17.6-a")
def test_allied_losses_help_the_germans() -> None:
    assert result(f"{TWO}, {eliminated(1, 47)}") == "allied-tactical"
    assert result(f"{TWO}, {eliminated(1, 48)}") == "draw"
    assert result(f"{TWO}, {eliminated(1, 60)}") == "draw", "one level at most"
    guns = field("FA-402 eliminated, 9CCB eliminated, 28-110 eliminated, 28-112 exited")
    assert allied_losses(guns.position) == 3


@pytest.mark.rule("bitter_woods", "17.6-b", "17.6-c")
def test_german_losses_help_the_allies() -> None:
    draw = f"{TWO}, Lehr-901 {ACROSS}"
    panzers = "2-3 eliminated, 116-16 eliminated, 12SS-12 eliminated, 150 eliminated"
    grenadiers = "2-2 eliminated, 2-304 eliminated, 116-60 eliminated"
    assert german_losses(field(panzers).position) == 8
    assert german_losses(field(f"26-39 eliminated, VAK-401 eliminated, {grenadiers}").position) == 3
    assert result(f"{draw}, {panzers}, {grenadiers}") == "draw", "eleven"
    assert result(f"{draw}, {panzers}, {grenadiers}, 116-156 eliminated") == "allied-tactical", "twelve"


@pytest.mark.rule("bitter_woods", "17.6-d")
def test_shifts_end_with_the_ladder_and_cancel_each_other() -> None:
    panzers = ", ".join(f"{id} eliminated" for id in ("2-3", "116-16", "12SS-12", "150", "Lehr-130", "1SS-Peiper"))
    assert result(f"26-39 3702, {panzers}") == "allied-strategic"
    assert result(f"{TWO}, {panzers}, {eliminated(1, 48)}") == "allied-tactical"
    assert result(f"{TWO}, {panzers}") == "allied-strategic"
