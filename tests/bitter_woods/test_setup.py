"""3.0 Prepare for play."""

from __future__ import annotations

import pytest

from ardennes.engine.game import load_game
from ardennes.engine.match import Match
from ardennes.games.bitter_woods.rules.boundaries import anyone_astray
from ardennes.games.bitter_woods.rules.pieces import GERMAN
from tests.bitter_woods.fields import box, field, new_game


@pytest.mark.rule("bitter_woods", "3-b", "3-c")
def test_units_stand_in_their_hexes_or_wait() -> None:
    match = new_game()
    for piece in match.data.counters:
        if piece.only:
            expected = "removed"
        else:
            expected = "turn-track" if piece.arrives else piece.place
        assert match.place(piece.id) == expected, piece.id


@pytest.mark.parametrize("scenario", sorted(load_game("bitter_woods").scenarios()))
def test_nobody_begins_over_a_boundary(scenario: str) -> None:
    """5.4 The German could not end his first movement before whoever did has come back."""
    match = Match.new("bitter_woods", scenario=scenario, options=("leaders",))
    germans = [unit for unit in match.position.on_map(GERMAN) if match.position.data.bound_by_kind[unit]]  # type: ignore[attr-defined]
    assert not anyone_astray(match.position, GERMAN, germans)  # type: ignore[arg-type]


@pytest.mark.rule("bitter_woods", "3-d")
def test_some_begin_in_improved_positions() -> None:
    match = new_game()
    improved = {match.data.board.label(hex) for hex, works in enumerate(match.position.works) if works}
    assert improved == {piece.place for piece in box().counters if piece.starts}
    assert "1424" in improved, "the 110th at its bridge"
    assert len(improved) == 10


@pytest.mark.rule("bitter_woods", "3-d", "5.2-f")
@pytest.mark.parametrize(("turn", "free"), [(1, False), (2, False), (3, False), (4, True)])
def test_the_frozen_regiment(turn: int, free: bool) -> None:
    units = "1-16 2303, 28-110 3702"
    assert ("1-16" in field(units, "allied move", turn=turn).movers()) is free
    assert bool(field("1-16 2303, 26-78 2304", "allied combat", turn=turn).targets()) is free


@pytest.mark.rule("bitter_woods", "3-d")
@pytest.mark.parametrize(("hex", "free"), [("2307", True), ("2308", False)])
def test_a_german_within_four_hexes_frees_it(hex: str, free: bool) -> None:
    match = field(f"1-16 2303, 28-110 3702, 26-78 {hex}", "allied turn", turn=2)
    match.skip_to("choose-move")
    assert ("1-16" in match.movers()) is free
    if not free:
        assert match.why("move 1-16") == ("held-back", "15.5")
