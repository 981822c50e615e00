"""Positions: copies, digests, stacks, columns, and the text of a position."""

from __future__ import annotations

import random
from array import array

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ardennes.engine.columns import clock, declared, frozen, hex_column, unit_column
from ardennes.engine.derived import Until
from ardennes.engine.dice import DiceError, RecordedDice
from ardennes.engine.duties import Duty, Order, give, lapse, meet, open_duties, owe, stands, withdraw
from ardennes.engine.game import load_game
from ardennes.engine.game_data import NOWHERE, UNSEEN
from ardennes.engine.match import Match
from ardennes.engine.notation import NotationError, read_option, read_position, write_option, write_position
from ardennes.engine.options import Kind, Verbs, is_about, object_of
from ardennes.engine.position import NO_UNIT, Position
from ardennes.engine.saves import SaveError, decode_position, encode_position
from ardennes.games.crossroads.rules.field import DONE, GUNS, MOVE, PREPARE, TO, Field


def field(seed: str = "") -> Field:
    p = Match.new("crossroads", scenario="dawn", seed=seed).position
    assert isinstance(p, Field)
    return p


# --- columns -----------------------------------------------------------------------------------------


def test_columns_are_declared_and_inherited() -> None:
    class Small(Position):
        steps: array[int] = unit_column("b", 2)
        owner: array[int] = hex_column("b", -1, derived=True)
        weather: str = clock("clear")

    columns, clocks = declared(Small)
    assert list(columns) == ["where", "top", "below", "steps", "owner"]
    assert Small.saved_columns == ("where", "steps")
    assert clocks["weather"].start == "clear"
    p = Small(load_game("crossroads").load_data("noon", ()))
    assert list(p.steps) == [2] * len(p.data.counters)
    assert list(p.owner) == [-1] * p.data.board.size
    assert p.weather == "clear"


def test_lists_are_frozen_all_the_way() -> None:
    assert frozen([1, [2, [3]], "a"]) == (1, (2, (3,)), "a")
    assert frozen(5) == 5


# --- copies and digests ------------------------------------------------------------------------------


def test_copy_shares_nothing_that_changes() -> None:
    p = field()
    twin = p.copy()
    assert twin.digest() == p.digest()
    twin.put(0, NOWHERE)
    twin.turn = 3
    owe(twin, Duty(0, "x", 1, 1))
    twin.stack[-1].step += 1
    twin.caches[Until.ANY_CHANGE]["x"] = 1
    assert twin.digest() != p.digest()
    assert (p.turn, p.duties, p.stack[-1].step, p.where[0] >= 0) == (1, (), 0, True)
    assert "x" not in p.caches[Until.ANY_CHANGE]


@pytest.mark.parametrize(
    "change",
    [
        lambda p: p.steps.__setitem__(0, 1),
        lambda p: p.control.__setitem__(3, 0),
        lambda p: p.blown.__setitem__(3, 1),
        lambda p: setattr(p, "turn", 2),
        lambda p: setattr(p, "guns", (0, 1)),
        lambda p: setattr(p, "draws", p.draws + 1),
        lambda p: setattr(p, "seed", "other"),
        lambda p: p.stack.pop(),
        lambda p: owe(p, Duty(0, "x", 1, 1)),
        lambda p: give(p, Order(0, "x", 1)),
        lambda p: setattr(p, "viewer", 1),
    ],
)
def test_digest_notices_every_change(change: object) -> None:
    p = field()
    before = p.digest()
    change(p)  # type: ignore[operator]
    assert p.digest() != before


def test_digest_does_not_see_what_is_derived() -> None:
    p = field()
    before = p.digest()
    p.caches[Until.ANY_CHANGE]["x"] = 1
    p.top[0] = 3
    assert p.digest() == before


# --- stacks ------------------------------------------------------------------------------------------


@given(st.lists(st.tuples(st.integers(0, 12), st.integers(-1, 5)), max_size=60))
def test_stacks_follow_every_move(moves: list[tuple[int, int]]) -> None:
    p = Field(load_game("crossroads").load_data("noon", ()))
    for unit, place in moves:
        p.put(unit, place)
    for hex in range(6):
        assert p.units_in(hex) == sorted((unit for unit, place in enumerate(p.where) if place == hex), reverse=True)
    fresh = p.copy()
    fresh.rebuild()
    assert (fresh.top, fresh.below) == (p.top, p.below)
    assert all(p.below[unit] == NO_UNIT for unit, place in enumerate(p.where) if place < 0)


def test_equal_positions_stack_alike() -> None:
    one, other = (Field(load_game("crossroads").load_data("noon", ())) for _ in range(2))
    for unit in (0, 1, 2):
        one.put(unit, 7)
    for unit in (2, 0, 1):
        other.put(unit, 7)
    assert one.digest() == other.digest()
    assert one.units_in(7) == other.units_in(7)


# --- duties and orders -------------------------------------------------------------------------------


def test_duties_come_and_go() -> None:
    p = field()
    now, later, other = Duty(0, "attack", 4, 1), Duty(0, "attack", 5, 2), Duty(1, "attack", 4, 1)
    for duty in (now, later, other, now):
        owe(p, duty)
    assert p.duties == (now, later, other)
    assert open_duties(p, 0, "attack", 1) == [now]
    assert open_duties(p, 0, "attack", 2) == [now, later]
    assert open_duties(p, 0, "thin-out", 2) == []
    meet(p, now)
    assert p.duties == (later, other)
    p.events = []
    lapse(p, later)
    assert p.duties == (other,)
    (event,) = p.events
    assert (event.code, event.args) == ("lapsed-attack", {"side": 0, "subject": 5})


def test_orders_are_given_and_withdrawn() -> None:
    p, order = field(), Order(1, "demolition", 3)
    assert not stands(p, order)
    give(p, order)
    give(p, order)
    assert p.orders == (order,)
    assert stands(p, order)
    withdraw(p, order)
    withdraw(p, order)
    assert p.orders == ()


# --- options -----------------------------------------------------------------------------------------


def test_options_have_a_verb_and_an_object() -> None:
    verbs = Verbs()
    go, say = verbs.add("go", Kind.HEX), verbs.add("say", Kind.WORD, ("yes", "no"))
    option = say + 1
    verb, thing = verbs.split(option)
    assert (verb, verb.name, verb.words[thing]) == (say, "say", "no")
    assert is_about(option, say)
    assert not is_about(option, go)
    assert object_of(go + 17) == 17
    assert verbs.named("go") is go
    assert list(verbs) == [go, say]
    for unknown in (2 << 16, -1):
        with pytest.raises(KeyError):
            verbs.split(unknown)
    with pytest.raises(KeyError):
        verbs.named("fly")


def every_option() -> list[int]:
    data = load_game("crossroads").load_data("noon", ())
    units = [verb + unit for verb in data.game.verbs if verb.kind is Kind.UNIT for unit in range(len(data.counters))]
    hexes = [verb + hex for verb in data.game.verbs if verb.kind is Kind.HEX for hex in data.board.hexes]
    sides = [verb + side for verb in data.game.verbs if verb.kind is Kind.HEXSIDE for side in range(data.board.sides)]
    return [*units, *hexes, *sides, DONE, GUNS, GUNS + 1]


def test_every_option_can_be_written_and_read() -> None:
    data = load_game("crossroads").load_data("noon", ())
    for option in every_option():
        assert data.exists(option)
        assert read_option(data, write_option(data, option)) == option


def test_options_that_do_not_exist() -> None:
    data = load_game("crossroads").load_data("noon", ())
    for option in (MOVE + 99, TO + 999, PREPARE + 9999, GUNS + 2, DONE + 1, 99 << 16, -5):
        assert not data.exists(option)


def test_options_in_other_words() -> None:
    data = load_game("crossroads").load_data("noon", ())
    assert read_option(data, "  MOVE pz ") == MOVE
    assert read_option(data, "to Croix-du-Bois") == TO + data.board.hex("0303")
    assert read_option(data, "prepare 0503/0403") == read_option(data, "prepare 0403/0503")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "'' is not a thing to do here"),
        ("fly Pz", "'fly' is not a thing to do here; known are move, to"),
        ("move Tiger", "'Tiger' is not a unit"),
        ("to 9999", "'9999' is not a hex"),
        ("prepare 0101", "'0101' is not a hexside"),
        ("prepare 0101/0303", "is not a hexside"),
        ("guns maybe", "'maybe' is not a word"),
        ("done now", "done stands alone, without 'now'"),
    ],
)
def test_words_that_are_no_option(words: str, said: str) -> None:
    data = load_game("crossroads").load_data("noon", ())
    with pytest.raises(NotationError) as raised:
        read_option(data, words)
    assert said in str(raised.value)


# --- positions as text and bytes ---------------------------------------------------------------------


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.integers(0, 60), st.sampled_from(["dawn", "noon"]))
def test_positions_can_be_written_and_read(seed: int, answers: int, scenario: str) -> None:
    rng = random.Random(seed)
    match = Match.new("crossroads", scenario=scenario, seed=str(seed))
    for _ in range(answers):
        if match.asked is not None:
            match.apply(rng.choice(list(match.asked.options)))
    p = match.position
    for again in (read_position(p.data, write_position(p)), decode_position(p.data, encode_position(p))):
        assert again.digest() == p.digest()
        assert (again.top, again.below) == (p.top, p.below)
    assert write_position(read_position(p.data, write_position(p))) == write_position(p)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("unit Tiger: where=0101", "'Tiger' is not known"),
        ("unit Pz: where=9999", "no hex '9999'"),
        ("unit Pz: strength=3", "'strength' is not kept for a unit"),
        ("unit Pz: control=3", "'control' is not kept for a unit"),
        ("unit Pz: below=3", "'below' is not kept"),
        ("unit Pz: steps=many", "invalid literal"),
        ("unit Pz: steps=999", "signed char"),
        ("hex 9999: control=1", "'9999' is not known"),
        ("box X: control=1", "'box' is not known"),
        ("weather = 3", "'weather' is nothing a position of this game has"),
        ("turn = soon", "Expecting value"),
        ('stack = [{"type": "Nap"}]', "Invalid value 'Nap'"),
        ("draws = []", "Expected `int`"),
        ("duties = 3", "Expected `array`"),
    ],
)
def test_lines_that_make_no_sense_are_named(line: str, said: str) -> None:
    data = load_game("crossroads").load_data("noon", ())
    with pytest.raises(NotationError) as raised:
        read_position(data, f"# a remark\n\n{line}\n")
    assert "line 3" in str(raised.value)
    assert said in str(raised.value)


def test_procedure_at_a_step_it_does_not_have() -> None:
    data = load_game("crossroads").load_data("noon", ())
    with pytest.raises(NotationError, match="Fight has no step 9"):
        read_position(data, 'stack = [{"type": "Fight", "step": 9}]')


def test_bytes_that_are_no_position() -> None:
    p = field()
    raw = encode_position(p)
    for wrong in (b"", raw[:-1], raw[1:], b"\x91" * 50_000, b"\xc1"):
        with pytest.raises(SaveError):
            decode_position(p.data, wrong)


def test_position_of_another_map() -> None:
    p = field()
    p.where[0] = 500
    with pytest.raises(SaveError, match="Pz stands in a place that does not exist"):
        decode_position(p.data, encode_position(p))
    p.where[0] = -9
    with pytest.raises(SaveError, match="Pz stands in a place"):
        decode_position(p.data, encode_position(p))


# --- places and dice ---------------------------------------------------------------------------------


def test_names_of_places() -> None:
    data = field().data
    data.boxes = ("reserve", "dead pile")
    for place in (0, 5, NOWHERE, UNSEEN, -3, -4):
        assert data.place(data.place_name(place)) == place
    assert data.place_name(-4) == "dead pile"
    with pytest.raises(ValueError, match="no box 'attic'"):
        data.box("attic")


def test_paths_stay_on_the_map() -> None:
    p = field()
    assert p.chosen_path_or((1, 2)) == (1, 2)
    p.source = RecordedDice([(4000, 2)])
    with pytest.raises(DiceError, match="leaves the map"):
        p.chosen_path_or((1, 2))
