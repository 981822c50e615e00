"""Counters face down: stand-ins, reveals, and truths that are imagined."""

from __future__ import annotations

import pytest

from ardennes.engine.dice import DiceError, SeededDice
from ardennes.engine.duties import give
from ardennes.engine.game_data import UNSEEN
from ardennes.engine.hidden import disguise, hide_unit, is_stand_in, reveal_unit
from ardennes.engine.match import Match
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import answer, view_of_asked
from ardennes.engine.texts import Event
from ardennes.games.bulge1944.rules.field import Field as BulgeField
from ardennes.games.bulge1944.rules.pieces import SECRET
from ardennes.games.crossroads.rules.bridges import demolition
from ardennes.games.crossroads.rules.field import ALLIED, GERMAN, MOVE, TO, Field
from ardennes.games.crossroads.rules.movement import Move


def dawn(seed: str = "") -> Field:
    p = Match.new("crossroads", scenario="dawn", seed=seed).position
    assert isinstance(p, Field)
    return p


def germans(p: Field) -> list[int]:
    return [unit for unit, piece in enumerate(p.data.counters) if piece.side == GERMAN and not piece.stand_in]


def test_stand_ins_are_dealt_by_chance() -> None:
    masks = {tuple(dawn(str(seed)).mask) for seed in range(20)}
    assert len(masks) > 10
    p = dawn()
    used = [mask for mask in p.mask if mask != NO_UNIT]
    assert len(used) == len(set(used)) == 5
    assert all(is_stand_in(p, mask) for mask in used)


def test_nobody_hides_when_no_stand_in_is_free() -> None:
    p = dawn()
    with pytest.raises(DiceError):
        hide_unit(p, p.data.unit("Sherman"), [mask for mask in p.mask if mask != NO_UNIT])


def test_view_shows_stand_ins_in_place_of_units() -> None:
    p = dawn()
    seen = p.view(ALLIED)
    for unit in germans(p):
        stand_in = p.mask[unit]
        assert seen.where[unit] == UNSEEN
        assert (seen.steps[unit], seen.mask[unit]) == (0, NO_UNIT)
        assert seen.where[stand_in] == p.where[unit]
        assert seen.units_in(p.where[unit]) == [stand_in]
    assert seen.seed == ""
    assert seen.viewer == ALLIED
    own = p.view(GERMAN)
    assert list(own.where) == list(p.where)
    assert list(own.mask) == list(p.mask)


def test_a_view_is_made_again_only_if_it_would_show_something_else() -> None:
    p = dawn()
    before, unit = p.seen_by(ALLIED), germans(p)[0]
    assert p.seen_by(ALLIED).where is before.where
    assert p.copy().seen_by(ALLIED).where is before.where
    p.moved[unit] = 1
    after = p.seen_by(ALLIED)
    assert (before.moved[p.mask[unit]], after.moved[p.mask[unit]]) == (0, 1)
    p.put(unit, p.data.board.hexes[-1])
    assert p.seen_by(ALLIED).units_in(p.where[unit]) == [p.mask[unit]]
    assert before.where == after.where, "earlier views stay as they were"


def test_a_view_from_which_no_counter_is_hidden_is_no_copy() -> None:
    p = dawn()
    bridge = p.data.bridges[0]
    give(p, demolition(bridge))
    germans_see, allies_see = p.seen_by(GERMAN), p.seen_by(ALLIED)
    assert germans_see.where is p.where
    assert (germans_see.orders, germans_see.seed, germans_see.viewer) == ((), "", GERMAN)
    assert allies_see.where is not p.where
    assert allies_see.orders == p.orders
    for unit in germans(p):
        reveal_unit(p, unit, "1.5")
    assert p.seen_by(ALLIED).where is p.where
    twin = p.copy()
    assert twin.seen_by(ALLIED).where is twin.where


def test_the_question_of_a_copy_is_seen_on_its_own_view() -> None:
    p = dawn()
    twin = p.copy()
    answer(p, p.asked.options[0])
    assert view_of_asked(twin) is twin, "the Germans know everything there is to know"
    give(twin, demolition(twin.data.bridges[0]))
    assert view_of_asked(twin).digest() == twin.view(GERMAN).digest()
    assert view_of_asked(twin).where is twin.where


def test_a_secret_clock_is_its_owners() -> None:
    p = Match.new("bulge1944", scenario="random_card", seed="secret").position
    assert isinstance(p, BulgeField)
    assert p.seen_by(GERMAN) is p
    assert p.card != SECRET
    seen = p.seen_by(ALLIED)
    assert seen.card == SECRET
    assert seen.where is p.where
    p.turn = 4
    assert p.seen_by(ALLIED).turn == 4
    assert p.card != SECRET


def test_public_marks_are_seen_on_the_stand_in() -> None:
    p = dawn()
    panzer = p.data.unit("Pz")
    p.moved[panzer] = 1
    assert p.view(ALLIED).moved[p.mask[panzer]] == 1
    assert p.view(ALLIED).moved[panzer] == 0


def test_reveal_is_an_event_and_binds() -> None:
    p = dawn()
    panzer = p.data.unit("Pz")
    stand_in = p.mask[panzer]
    p.begin_record()
    reveal_unit(p, panzer, "1.5")
    assert p.revealed
    (event,) = p.events
    assert event.args == {"unit": panzer, "stand_in": stand_in, "hex": p.where[panzer]}
    assert event.for_side(ALLIED) == event.for_side(GERMAN)
    assert p.view(ALLIED).where[panzer] == p.where[panzer]
    p.begin_record()
    reveal_unit(p, panzer, "1.5")
    assert not p.revealed
    assert p.events == []


def test_events_are_disguised() -> None:
    p = dawn()
    panzer, sherman = p.data.unit("Pz"), p.data.unit("Sherman")
    event = disguise(p, Event("moved", {"unit": panzer, "units": (panzer, sherman)}), ("unit", "units"))
    seen, own = event.for_side(ALLIED), event.for_side(GERMAN)
    assert seen is not None
    assert own is not None
    assert seen.args == {"unit": p.mask[panzer], "units": (p.mask[panzer], sherman)}
    assert own.args == {"unit": panzer, "units": (panzer, sherman)}
    plain = Event("moved", {"unit": sherman})
    assert disguise(p, plain) is plain


def test_imagined_truths_differ_and_look_alike() -> None:
    p = dawn()
    view = p.view(ALLIED)
    truths = [view.determinize(str(seed)) for seed in range(30)]
    assert len({tuple(truth.where) for truth in truths}) > 10
    for truth in truths:
        assert truth.viewer is None
        assert truth.view(ALLIED).digest() == view.digest()
        assert sorted(truth.where[unit] for unit in germans(p)) == sorted(p.where[unit] for unit in germans(p))
        assert truth.die() in range(1, 7)
        assert not list(p.data.game.invariants(truth))
    assert view.determinize("a").digest() == view.determinize("a").digest()


def test_truth_is_not_imagined_and_views_have_no_dice() -> None:
    p = dawn()
    with pytest.raises(ValueError, match="only a view"):
        p.determinize("a")
    with pytest.raises(DiceError):
        p.view(ALLIED).die()


def test_move_under_way_is_imagined_with_the_unit_behind_the_stand_in() -> None:
    p = dawn()
    answer(p, MOVE + p.data.unit("Pz"))
    answer(p, TO + p.data.board.hex("0603"))
    view = p.view(ALLIED)
    move = view.stack[-1]
    assert isinstance(move, Move)
    assert move.unit == p.mask[p.data.unit("Pz")]
    for seed in range(10):
        truth = view.determinize(str(seed))
        moving = truth.stack[-1]
        assert isinstance(moving, Move)
        assert truth.where[moving.unit] == p.data.board.hex("0603")
        assert truth.asked is not None


def test_fresh_dice_of_an_imagined_truth_are_not_the_real_ones() -> None:
    p = dawn("secret")
    truth = p.view(ALLIED).determinize("mine")
    assert "secret" not in truth.seed
    real = [p.copy().die() for _ in range(1)]
    assert real == [SeededDiceFrom(p).die()]


class SeededDiceFrom(SeededDice):
    """The generator as a position stands."""

    def __init__(self, p: Field) -> None:
        super().__init__(p.seed)
        self.picks = p.draws
