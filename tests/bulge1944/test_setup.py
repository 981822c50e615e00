"""2.0, 5.0, 6.0 The board at the start, markers, and who holds what."""

from __future__ import annotations

import pytest

from ardennes.engine.game_data import UNSEEN
from ardennes.engine.match import Match
from ardennes.engine.position import NO_UNIT
from ardennes.games.bulge1944.rules.field import Field
from ardennes.games.bulge1944.rules.pieces import ALLIED, GERMAN
from tests.bulge1944.fields import field, symbols


def new_game(*options: str) -> tuple[Match, Field]:
    match = Match.new("bulge1944", options=options, seed="set-up")
    assert isinstance(match.position, Field)
    return match, match.position


def named(match: Match, option: str) -> int:
    """An option of one word."""
    return match.game.verbs.named(option) + 0


@pytest.mark.rule("bulge1944", "6.0-a")
def test_starting_units_are_in_their_hexes_at_full_strength() -> None:
    _, p = new_game()
    for unit, piece in enumerate(p.data.counters):
        if piece.arrives == 0:
            assert p.data.place_name(p.where[unit]) == piece.place
            assert p.steps[unit] == piece.steps
        elif piece.arrives:
            assert p.data.place_name(p.where[unit]) == "reinforcements"
    assert len(p.on_map(GERMAN)) == 18
    assert len(p.on_map(ALLIED)) == 12
    assert all(len(p.units_in(hex)) <= 1 for hex in p.data.board.hexes)


@pytest.mark.rule("bulge1944", "2.0-b")
def test_allies_hold_every_town_at_the_start() -> None:
    _, p = new_game()
    assert {p.control[hex] for hex in p.data.towns} == {ALLIED}
    assert len(p.data.towns) == 26


@pytest.mark.rule("bulge1944", "6.0-b", "6.0-d")
def test_first_turn_and_its_points() -> None:
    match, p = new_game()
    assert (p.turn, p.data.turns[0].date) == (1, "16 Dec 1944")
    assert match.log(None)[0].code == "turn"
    assert p.points == 20
    match.apply(named(match, "done"))
    assert match.asked is not None
    assert match.asked.side == ALLIED
    assert match.position.points == 6  # type: ignore[attr-defined]


@pytest.mark.rule("bulge1944", "6.0-c")
def test_support_beside_the_board() -> None:
    _, p = new_game()
    ready = {
        piece.id
        for unit, piece in enumerate(p.data.counters)
        if piece.kind in ("artillery", "leader")
        and p.data.place_name(p.where[unit]) == "beside-the-map"
        and piece.first_turn <= 1
    }
    assert ready == {"Guns5", "Guns6", "Guns7", "Manteuffel"}
    assert not any(p.used)


@pytest.mark.rule("bulge1944", "6.0-e")
def test_weather_begins_overcast_without_a_roll() -> None:
    match, p = new_game("weather")
    assert p.weather == "overcast"
    assert p.draws == 0
    assert not any(event.code.startswith("weather") for event in match.log(None))


@pytest.mark.rule("bulge1944", "6.0-f")
def test_units_away_from_the_enemy_begin_hidden() -> None:
    _, p = new_game("hidden")
    for side in (GERMAN, ALLIED):
        seen = p.view(1 - side)
        units = p.on_map(side)
        assert {unit for unit in units if p.mask[unit] == NO_UNIT} == {
            unit for unit in units if p.in_enemy_zone(p.where[unit], side)
        }
        hidden = [unit for unit in units if p.mask[unit] != NO_UNIT]
        assert hidden
        for unit in hidden:
            assert seen.where[unit] == UNSEEN
            assert [p.data.counters[other].kind for other in seen.units_in(p.where[unit])] == ["stand-in"]


@pytest.mark.rule("bulge1944", "6.0-f")
def test_free_set_up_hides_all_germans() -> None:
    match, _ = new_game("hidden", "free_setup")
    match.apply(named(match, "set-up"))
    p = match.position
    assert isinstance(p, Field)
    assert len(p.on_map(GERMAN)) == 18
    assert any(p.in_enemy_zone(p.where[unit], GERMAN) for unit in p.on_map(GERMAN))
    assert all(p.mask[unit] != NO_UNIT for unit in p.on_map(GERMAN))
    assert any(p.mask[unit] == NO_UNIT for unit in p.on_map(ALLIED)), "the Allies only where no zone is"


# --- control -----------------------------------------------------------------------------------------


@pytest.mark.rule("bulge1944", "2.0-c", "5.0-d")
def test_who_passes_a_town_takes_it() -> None:
    match = field("1SS 1508, 14Cav 0404")
    assert match.holder("Malmedy") == "allied"
    match.do("move 1SS", "to 1308")
    assert match.holder("Malmedy") == "german", "it did not stop there"
    assert [event.args["hex"] for event in match.told("takes")] == [match.hex("Malmedy")]
    assert match.holder("Spa") == "allied"
    match.do("done", "done")
    assert match.holder("Malmedy") == "german", "the marker stays though nobody is there"


@pytest.mark.rule("bulge1944", "2.0-c", "5.0-d")
def test_allies_take_a_town_back_by_passing_it() -> None:
    match = field("14Cav 1207, 1SS 2010", "allied activation", german_towns=["Malmedy"])
    assert match.holder("Malmedy") == "german"
    match.do("move 14Cav", "to 1508")
    assert match.holder("Malmedy") == "allied"


@pytest.mark.rule("bulge1944", "2.0-c")
def test_attack_alone_takes_nothing() -> None:
    match = field("1SS 1508, 112Rgt 1408").dice(symbols(4, infantry=1), symbols(3))
    match.do("attack 1408", "join 1SS", "go")
    assert match.place("112Rgt") == "eliminated"
    assert match.holder("Malmedy") == "allied"


# --- markers -----------------------------------------------------------------------------------------


@pytest.mark.rule("bulge1944", "8.0-e", "8.0-f")
def test_points_go_down_as_they_are_spent() -> None:
    match = field("1SS 1508, 12SS 1608, 112Rgt 1408", points=9).dice(symbols(4), symbols(3))
    match.do("move 12SS", "done")
    assert match.points() == 8
    match.do("attack 1408", "join 1SS", "go")
    assert match.points() == 7


@pytest.mark.rule("bulge1944", "10.0-a")
def test_unit_that_moved_and_attacked_is_finished() -> None:
    match = field("1SS 1508, 12SS 1608, 112Rgt 1408").dice(symbols(4), symbols(3))
    unit = match.unit("1SS")
    match.do("move 1SS", "done")
    assert (match.position.moved[unit], match.position.attacked[unit]) == (1, 0)
    match.do("attack 1408", "join 1SS", "go")
    assert (match.position.moved[unit], match.position.attacked[unit]) == (1, 1)
    assert match.offers() == {"move 12SS", "done"}
    match.do("done", "done")
    assert {"move 1SS", "attack 1408"} <= match.offers(), "markers come off for the next turn"


@pytest.mark.rule("bulge1944", "7.0-d", "13.0-e")
def test_supply_is_worked_out_and_not_marked() -> None:
    match = field("Lehr 1509, 99Inf 1508, 112Rgt 1610, 1SS 1710")
    assert match.allowance("Lehr") == 18
    match.dice(symbols(5, infantry=1), symbols(2)).do("attack 1610", "join 1SS", "go")
    assert match.allowance("Lehr") == 36, "its line is open again at once"
