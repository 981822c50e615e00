"""18.6, 18.7 Hidden markers and phantoms: what they do, and that nothing gives them away."""

from __future__ import annotations

from copy import copy

import msgspec
import pytest

from ardennes.engine.game import load_game
from ardennes.engine.game_data import UNSEEN
from ardennes.engine.hidden import is_stand_in, reveal_unit
from ardennes.engine.match import Match
from ardennes.engine.notation import read_option
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import about
from ardennes.games.bulge1944.rules.combat_dice import Attack
from ardennes.games.bulge1944.rules.field import BESIDE, Field
from ardennes.games.bulge1944.rules.phantoms import may_be_one
from ardennes.games.bulge1944.rules.pieces import ALLIED, GERMAN, GO, REFIT, BulgeData
from ardennes.games.bulge1944.rules.supply import is_supplied
from ardennes.games.bulge1944.rules.walking import near_enemies
from ardennes.hexes import distance
from tests.bulge1944.fields import ON_ALLIED_ENTRIES, Battlefield, box, field, symbols

HIDDEN = ("hidden",)
PHANTOMS = ("hidden", "phantoms")
SIXTHS = 6


def known(match: Battlefield, side: int) -> dict[str, str]:
    """The enemy counters on the map as a side sees them, by hex."""
    view = match.position.view(side)
    return {
        match.data.board.label(hex): match.data.counters[unit].kind
        for unit, hex in enumerate(view.where)
        if hex >= 0 and match.data.counters[unit].side != side
    }


# --- hidden markers ----------------------------------------------------------------------------------


@pytest.mark.rule("bulge1944", "18.6-a")
def test_the_enemy_sees_a_counter_and_nothing_else() -> None:
    match = field("Lehr? 1716/2 moved, 2Pz 1615, 99Inf 1508", options=HIDDEN)
    lehr = match.unit("Lehr")
    view = match.position.view(ALLIED)
    assert known(match, ALLIED) == {"1716": "stand-in", "1615": "armor"}
    assert view.where[lehr] == UNSEEN
    assert view.steps[lehr] == 0
    assert view.mask[lehr] == NO_UNIT
    (stand_in,) = [unit for unit in view.units_in(match.hex("1716")) if is_stand_in(view, unit)]
    assert view.moved[stand_in], "that it has moved everybody sees"
    assert match.position.view(GERMAN).where[lehr] == match.hex("1716"), "its owner knows"


@pytest.mark.rule("bulge1944", "18.6-a")
def test_who_is_away_from_the_enemy_begins_hidden() -> None:
    p = Match.new("bulge1944", options=HIDDEN).position
    assert isinstance(p, Field)
    for side in (GERMAN, ALLIED):
        for unit in p.on_map(side):
            beside_enemy = p.held(1 - side)[p.where[unit]] > 0
            assert (p.mask[unit] == NO_UNIT) == beside_enemy
    free = Match.new("bulge1944", options=("hidden", "free_setup"))
    free.apply(read_option(free.position.data, "set-up historical"))
    assert isinstance(free.position, Field)
    assert all(free.position.mask[unit] != NO_UNIT for unit in free.position.on_map(GERMAN)), "with a free set-up all"


@pytest.mark.rule("bulge1944", "18.6-a")
def test_reinforcements_enter_hidden_and_unnamed() -> None:
    match = field("9SS reinforcements, 2SS reinforcements", "german reinforcement", turn=5, options=HIDDEN)
    pool = match.data.box("reinforcements")
    assert match.position.view(ALLIED).where[match.unit("9SS")] == UNSEEN, "perhaps it is on the map already"
    match.do("enter 9SS", "at 2010")
    assert known(match, ALLIED) == {"2010": "stand-in"}
    assert match.position.where[match.unit("2SS")] == pool
    assert match.position.view(ALLIED).where[match.unit("2SS")] == UNSEEN
    told = match.log(ALLIED)[-1]
    assert told.code == "enters"
    assert told.args["unit"] != match.unit("9SS")


@pytest.mark.rule("bulge1944", "18.6-a")
@pytest.mark.parametrize(
    ("unit", "scenario", "options", "is_seen"),
    [
        ("9SS", "campaign", HIDDEN, False),
        ("9SS", "campaign", (), True),
        ("9SS", "secret_card", (), True),
        ("Heydte", "campaign", HIDDEN, True),
    ],
)
def test_who_is_about_to_enter_is_not_named(unit: str, scenario: str, options: tuple[str, ...], is_seen: bool) -> None:
    """Where units lie face down; a secret card alone hides none of them."""
    turn = 2 if unit == "Heydte" else 5
    units, phase = f"{unit} reinforcements, 99Inf 1508", "german reinforcement"
    match = field(units, phase, turn=turn, scenario=scenario, options=options)
    match.do(f"enter {unit}")
    seen, own = (match.position.view(side).stack[-1] for side in (ALLIED, GERMAN))
    assert getattr(own, "unit", None) == match.unit(unit)
    assert getattr(seen, "unit", None) == (match.unit(unit) if is_seen else NO_UNIT), "everybody sees who jumps"


@pytest.mark.rule("bulge1944", "18.6-a")
def test_moves_of_hidden_units_do_not_name_them_or_their_points() -> None:
    match = field("Lehr? 1716, 99Inf 1508", options=HIDDEN)
    match.do("move Lehr", "to 1815")
    moved = [event for event in match.log(ALLIED) if event.code == "moves"]
    assert moved
    assert all(event.args["unit"] != match.unit("Lehr") for event in moved)
    own = match.position.view(ALLIED).stack[-1]
    assert match.data.counters[getattr(own, "unit", 0)].kind == "stand-in"
    assert getattr(own, "movement_modes", None) == ()


@pytest.mark.rule("bulge1944", "18.6-a")
def test_units_away_from_the_enemy_may_hide_again() -> None:
    match = field("Lehr 1716, 12VG 1608, 99Inf 1508", options=HIDDEN)
    match.position.source = None
    match.do("done")
    assert match.offers() == {"hide Lehr", "hide-all", "done"}
    assert match.why("hide 12VG") == ("cannot-hide", "18.6")
    match.do("hide Lehr")
    assert known(match, ALLIED)["1716"] == "stand-in"
    assert match.asked is not None
    assert match.asked.side == ALLIED, "the enemy's turn"


@pytest.mark.rule("bulge1944", "18.6-a", "7.0-f")
@pytest.mark.parametrize(("words", "hidden"), [("hide Lehr", {"Lehr"}), ("hide-all", {"Lehr", "2Pz"}), ("done", set())])
def test_one_may_be_hidden_or_all_or_none(words: str, hidden: set[str]) -> None:
    match = field("Lehr 1716, 2Pz 1616, 12VG 1608, 99Inf 1508", options=HIDDEN).dice(1, 1)
    match.do("done")
    events = match.do(words)
    assert {id for id in ("Lehr", "2Pz", "12VG") if match.position.mask[match.unit(id)] != NO_UNIT} == hidden
    assert len([event for event in events if event.code == "hides"]) == len(hidden)
    assert (match.prompt_code() == "choose-hidden") == (words == "hide Lehr"), "as long as one more may be hidden"


@pytest.mark.rule("bulge1944", "18.6-a")
def test_nobody_hides_without_the_option() -> None:
    match = field("Lehr 1716, 99Inf 1508")
    match.do("done")
    assert match.prompt_code() != "choose-hidden"


@pytest.mark.rule("bulge1944", "18.6-a")
def test_a_leader_with_a_hidden_unit_does_not_name_it() -> None:
    match = field("Lehr? 1716, 99Inf 1508", options=HIDDEN)
    match.do("move Lehr", "lead Manteuffel")
    assert match.position.revealed, "everybody sees now which army it belongs to"
    open_field = field("Lehr 1716, 99Inf 1508", options=HIDDEN)
    open_field.do("move Lehr", "lead Manteuffel")
    assert not open_field.position.revealed
    view, leader = match.position.view(ALLIED), match.unit("Manteuffel")
    assert is_stand_in(view, view.leads[leader])
    assert match.log(ALLIED)[-1].args["unit"] == view.leads[leader]
    truth = view.determinize("any")
    assert truth.data.counters[truth.leads[leader]].army == "5th Panzer Army"


@pytest.mark.rule("bulge1944", "18.6-a")
@pytest.mark.parametrize("mark", ["?", ""])
def test_the_question_for_support_does_not_tell_whose_a_hidden_unit_is(mark: str) -> None:
    match = field(f"12VG 1608, 106Inf{mark} 1508", turn=3, options=HIDDEN).dice(symbols(3), symbols(3))
    match.position.used[match.unit("Air1")] = 1
    match.do("attack 1508", "join 12VG", "go")
    assert (match.prompt_code() == "answer-support") == bool(mark), "asked, though 3rd Army has no guns yet"


@pytest.mark.rule("bulge1944", "18.6-a")
def test_the_fuel_dice_do_not_point_at_a_counter() -> None:
    match = field("Lehr? 1716, 99Inf 1508", "allied activation", turn=4, options=("hidden", "fuel")).dice(3)
    match.do("done")
    while match.position.turn == 4:
        match.do("done")
    (event,) = [event for event in match.log(ALLIED) if event.code == "fuel-short"]
    assert event.args["units"] == (match.unit("Lehr"),), "what the table says, not where the division is"


@pytest.mark.rule("bulge1944", "18.6-a")
def test_an_imagined_truth_is_lawful() -> None:
    match = field("9SS? 1716/1, 2Pz? 1615, 2SS reinforcements, 99Inf 1508", turn=5, options=PHANTOMS)
    seen = set()
    for seed in range(40):
        truth = match.position.view(ALLIED).determinize(str(seed))
        assert not list(match.game.invariants(truth))
        seen.add(match.data.counters[truth.top[match.hex("1716")]].id)
    assert {"9SS", "2Pz", "2SS"} <= seen
    assert seen & {"G-Phantom1", "G-Phantom2"}


@pytest.mark.rule("bulge1944", "18.6-a", "18.7-c")
@pytest.mark.parametrize(
    ("units", "phase", "turn", "words"),
    [
        ("9SS? 1716/1, 2Pz? 1615, 2SS reinforcements", "german activation", 5, ["move 9SS"]),
        ("9SS? 1716, G-Phantom1? 1916, 9Pz reinforcements", "german activation", 5, ["move G-Phantom1"]),
        (
            "12VG? 1809, 277VG? 1708, 1SS? 1908",
            "german activation",
            3,
            ["attack 1709", "join 12VG", "join 277VG", "go"],
        ),
        ("9SS reinforcements, 2SS reinforcements, 12VG? 1909", "german reinforcement", 5, ["enter 9SS"]),
        ("Heydte reinforcements, 150Bde reinforcements", "german reinforcement", 2, ["enter Heydte"]),
        ("Lehr? 1716, 12VG? 1717, 3FJ? 1718", "german activation", 5, ["move Lehr", "lead Manteuffel"]),
        ("12VG? 1711, 9SS? 1912, G-Phantom1? 1916", "german activation", 5, []),
    ],
)
def test_what_is_imagined_looks_as_what_is_seen(units: str, phase: str, turn: int, words: list[str]) -> None:
    match = field(f"{units}, 99Inf 1709", phase, turn=turn, options=PHANTOMS)
    match.do(*words)
    view, data = match.position.view(ALLIED), match.data
    for seed in range(12):
        truth = view.determinize(str(seed))
        assert truth.view(ALLIED).digest() == view.digest()
        assert not list(match.game.invariants(truth))
        assert UNSEEN not in truth.where
        assert not near_enemies(truth, GERMAN) & {truth.where[phantom] for phantom in truth.phantoms_on_map(GERMAN)}
        assert all(data.arrival(unit) <= turn for unit in truth.on_map(GERMAN))
        for leader in data.leaders[GERMAN]:
            if truth.leads[leader] != NO_UNIT:
                assert data.counters[truth.leads[leader]].army == data.counters[leader].army
        assert truth.asked is not None
        assert truth.asked.options, "play could go on from there"


@pytest.mark.rule("bulge1944", "14.0-d", "18.6-a")
def test_who_has_jumped_is_imagined_on_the_map() -> None:
    """Everybody saw the drop, so Heydte lies behind one of two counters, whoever else may wait beside the map."""
    units = "Heydte? 1511, 12VG? 1711, 9SS reinforcements, 2SS reinforcements, 9Pz reinforcements, 99Inf 0404"
    match = field(units, turn=7, options=HIDDEN)
    view, jumped = match.position.view(ALLIED), match.unit("Heydte")
    for seed in range(20):
        truth = view.determinize(str(seed))
        assert truth.where[jumped] in (match.hex("1511"), match.hex("1711")), seed


@pytest.mark.rule("bulge1944", "18.6-a")
def test_nobody_imagines_that_one_enters_who_has_no_way_in() -> None:
    units = "9SS reinforcements, FBB reinforcements, 99Inf 2013"
    match = field(units, "german reinforcement", turn=5, options=(*HIDDEN, "germans_wait"))
    assert match.offers() == {"enter 9SS", "done"}
    match.do("enter 9SS")
    entering = [match.position.view(ALLIED).determinize(str(seed)).stack[-1] for seed in range(12)]
    assert {getattr(entry, "unit", None) for entry in entering} == {match.unit("9SS")}


@pytest.mark.rule("bulge1944", "18.6-a")
def test_nobody_imagines_phantoms_that_are_not_played() -> None:
    match = field("9SS? 1716, 2SS reinforcements, 99Inf 1508", turn=5, options=HIDDEN)
    truths = [match.position.view(ALLIED).determinize(str(seed)) for seed in range(20)]
    assert {match.data.counters[truth.top[match.hex("1716")]].id for truth in truths} == {"9SS", "2SS"}


# --- phantoms ----------------------------------------------------------------------------------------


def with_phantom() -> Battlefield:
    """A turn on which a unit and a phantom have come in together."""
    match = field("9SS reinforcements", "german reinforcement", turn=5, options=PHANTOMS)
    match.do("enter 9SS", "at 2010", "phantom 2010")
    return match


@pytest.mark.rule("bulge1944", "18.7-a")
def test_a_phantom_comes_with_a_unit_and_both_move_for_one_point() -> None:
    match = with_phantom()
    assert match.place("G-Phantom1") == "2010"
    assert [event.args["unit"] for event in match.log(ALLIED)][-1] != match.unit("G-Phantom1")
    assert [(event.code, event.rule) for event in match.log(ALLIED)] == [("enters", "9.0")] * 2, "in the same words"
    points = match.points()
    match.do("done")
    assert match.prompt_code() == "choose-activation"
    partner = match.unit("9SS")
    assert match.position.view(GERMAN).partner[partner] == match.unit("G-Phantom1")
    assert set(match.position.view(ALLIED).partner) == {NO_UNIT}, "who came with whom is not told"
    match.do("move G-Phantom1", "to 1909", "done")
    assert match.position.paid[partner]
    assert not any(match.position.view(ALLIED).paid)
    assert match.points() == points - 1
    match.do("move 9SS")
    assert match.points() == points - 1
    assert match.position.revealed, "the enemy sees that nothing was paid, and there is no way back"


@pytest.mark.rule("bulge1944", "18.6-a")
@pytest.mark.parametrize("swapped", [False, True])
def test_which_of_two_hidden_units_goes_back_tells_nothing(swapped: bool) -> None:
    match = field("1Inf? 1501, 9Inf? 1501, 26VG 2010", "allied activation", turn=6, points=0, options=HIDDEN)
    mask, units = match.position.mask, (match.unit("1Inf"), match.unit("9Inf"))
    stays, goes = sorted(mask[unit] for unit in units)
    mask[units[0]], mask[units[1]] = (goes, stays) if swapped else (stays, goes)
    match.do("done")
    assert match.place("9Inf" if swapped else "1Inf") == "1501"
    assert {event.args["unit"] for event in match.log(GERMAN) if event.code == "goes-back-to-pool"} == {goes}
    assert sorted(mask[unit] for unit in units) == [NO_UNIT, stays], "its marker is free again"


@pytest.mark.rule("bulge1944", "18.6-a")
def test_points_kept_for_a_crowd_are_not_told() -> None:
    units = "1Inf? 1501, 9Inf? 1501, 106Inf 1508, 12VG 1608"
    match = field(units, "allied activation", turn=6, points=5, options=HIDDEN)
    match.do("attack 1608")
    attack, seen, own = (p.stack[-1] for p in (match.position, *map(match.position.view, (GERMAN, ALLIED))))
    assert isinstance(attack, Attack)
    assert attack.budget < match.points()
    assert seen == msgspec.structs.replace(attack, budget=match.points())
    assert own == attack


@pytest.mark.rule("bulge1944", "18.7-a")
def test_one_phantom_a_turn_and_only_beside_a_newcomer() -> None:
    match = field("9SS reinforcements, 2SS reinforcements", "german reinforcement", turn=5, options=PHANTOMS)
    assert not [offer for offer in match.offers() if offer.startswith("phantom")]
    assert match.why("phantom 2010") == ("no-phantom", "18.7")
    match.do("enter 9SS", "at 2010")
    assert {offer for offer in match.offers() if offer.startswith("phantom")} == {"phantom 2010"}
    assert "done" in match.offers(), "none need come"
    match.do("phantom 2010")
    assert not [offer for offer in match.offers() if offer.startswith("phantom")]
    without = field("9SS reinforcements, 2SS reinforcements", "german reinforcement", turn=5, options=HIDDEN)
    without.do("enter 9SS", "at 2010")
    assert "phantom 2010" not in without.offers()


@pytest.mark.rule("bulge1944", "18.7-a")
def test_no_phantom_drops_from_the_air() -> None:
    units = "Heydte reinforcements, 99Inf 0404"
    match = field(units, "german reinforcement", turn=2, options=PHANTOMS).dice(6, 1)
    match.do("enter Heydte", "at 1508")
    assert match.place("Heydte") == "1508"
    assert match.why("phantom 1508") == ("no-phantom", "18.7")


@pytest.mark.rule("bulge1944", "18.7-a")
def test_only_the_pair_moves_for_one_point() -> None:
    match = field("12VG 1909, G-Phantom1? 1916", turn=5, options=PHANTOMS, points=3)
    match.do("move 12VG", "done", "move G-Phantom1", "done")
    assert match.points() == 1


@pytest.mark.rule("bulge1944", "18.7-a")
def test_a_unit_that_is_known_does_not_tell_of_its_phantom() -> None:
    match = with_phantom()
    unit = match.unit("9SS")
    reveal_unit(match.position, unit, "18.6")
    assert match.position.view(ALLIED).where[unit] == match.hex("2010")
    assert match.position.view(ALLIED).partner[unit] == NO_UNIT
    assert match.position.view(GERMAN).partner[unit] == match.unit("G-Phantom1")


@pytest.mark.rule("bulge1944", "18.7-a")
@pytest.mark.parametrize("first", ["G-Phantom1", "9SS"])
@pytest.mark.parametrize("earlier", [True, False])
def test_nobody_else_moves_for_the_point_of_the_pair(first: str, earlier: bool) -> None:
    units = "9SS reinforcements, 2SS reinforcements, 12VG 1909"
    match = field(units, "german reinforcement", turn=5, options=PHANTOMS)
    pair, other = ["enter 9SS", "at 2010", "phantom 2010"], ["enter 2SS", "at 2013"]
    match.do(*([*other, *pair] if earlier else [*pair, *other]), "done")
    second = "9SS" if first == "G-Phantom1" else "G-Phantom1"
    spent = []
    for id, hex in ((first, "2009"), ("2SS", "2014"), ("12VG", "1908"), (second, "2011")):
        before = match.points()
        match.do(f"move {id}")
        assert match.position.revealed == (id == second), "only that it costs nothing tells anything"
        match.do(f"to {hex}", "done")
        spent.append(before - match.points())
    assert spent == [1, 1, 1, 0]


@pytest.mark.rule("bulge1944", "18.7-a", "18.7-b")
def test_a_phantom_of_an_earlier_turn_is_no_partner() -> None:
    units = "9SS reinforcements, G-Phantom1? 2010"
    match = field(units, "german reinforcement", turn=5, options=PHANTOMS)
    match.position.entered[match.unit("G-Phantom1")] = 4
    match.do("enter 9SS", "at 2010", "done")
    before = match.points()
    match.do("move G-Phantom1", "to 2009", "done", "move 9SS", "to 2011", "done")
    assert before - match.points() == 2


def two_with_phantom(points: int = 5) -> Battlefield:
    """7th Armored, a phantom and 1st Infantry have come in together, in this order."""
    units = "7Arm reinforcements, 1Inf reinforcements, 99Inf 1708, 277VG 1808"
    match = field(units, "allied reinforcement", turn=2, options=PHANTOMS, points=points)
    match.do("enter 7Arm", "at 1501", "phantom 1501", "enter 1Inf", "at 1501", "done")
    return match


@pytest.mark.rule("bulge1944", "18.7-a")
@pytest.mark.parametrize(("one", "other"), [("7Arm", "1Inf"), ("1Inf", "7Arm")])
@pytest.mark.parametrize("phantom_first", [False, True])
def test_the_first_unit_to_move_is_the_partner_of_the_phantom(one: str, other: str, phantom_first: bool) -> None:
    match = two_with_phantom()
    pair = ("A-Phantom1", one) if phantom_first else (one, "A-Phantom1")
    spent = []
    for id, hex in zip((*pair, other), ("1502", "1401", "1602"), strict=True):
        before = match.points()
        match.do(f"move {id}", f"to {hex}", "done")
        spent.append(before - match.points())
    assert spent == [1, 0, 1]


@pytest.mark.rule("bulge1944", "18.7-a", "9.0-e")
def test_a_pair_clears_its_hex_for_one_point() -> None:
    match = two_with_phantom(points=2)
    assert "attack 1808" in match.offers(), "the other point moves the phantom and a unit"
    match.do("move 99Inf", "done")
    assert match.why("attack 1808") == ("must-clear", "9.0")
    match.do("move 1Inf", "to 1502", "done", "move A-Phantom1", "to 1401", "done", "done")
    assert [match.place(id) for id in ("7Arm", "1Inf", "A-Phantom1")] == ["1501", "1502", "1401"]


@pytest.mark.rule("bulge1944", "18.7-a", "9.0-e")
def test_the_last_point_is_kept_for_the_pair() -> None:
    units = "1Inf reinforcements, 9Inf 1501, 99Inf 1708, 277VG 1808"
    match = field(units, "allied reinforcement", turn=5, options=PHANTOMS, points=1)
    match.do("enter 1Inf", "at 1501", "phantom 1501", "done")
    assert match.offers() == {"move 1Inf", "move A-Phantom1"}, "9th Infantry would leave two behind"
    match.do("move A-Phantom1", "to 1401", "done", "move 1Inf", "to 1502", "done")
    assert "done" in match.offers()


@pytest.mark.rule("bulge1944", "18.7-a", "9.0-e")
def test_the_last_point_is_kept_for_one_of_the_pair() -> None:
    match = field("9SS reinforcements, 12VG 1909", "german reinforcement", turn=5, options=PHANTOMS, points=1)
    match.do("enter 9SS", "at 2010", "phantom 2010", "done")
    assert match.offers() == {"move 9SS", "move G-Phantom1"}
    assert match.why("move 12VG") == ("must-clear", "9.0")


@pytest.mark.rule("bulge1944", "18.7-a")
@pytest.mark.parametrize(("first", "second"), [("9SS", "G-Phantom1"), ("G-Phantom1", "9SS")])
def test_the_last_point_moves_the_whole_pair(first: str, second: str) -> None:
    match = field("9SS reinforcements, 12VG 1909", "german reinforcement", turn=5, options=PHANTOMS, points=1)
    match.do("enter 9SS", "at 2010", "phantom 2010", "done", f"move {first}", "to 2009", "done")
    assert (match.points(), match.offers()) == (0, {f"move {second}", "done"}), "nobody stands on another any more"


@pytest.mark.rule("bulge1944", "18.7-a", "9.0-d")
def test_a_phantom_that_cannot_leave_is_taken_away() -> None:
    match = field("9SS reinforcements", "german reinforcement", turn=5, options=PHANTOMS, points=0)
    match.do("enter 9SS", "at 2010", "phantom 2010", "done", "done")
    assert (match.place("9SS"), match.place("G-Phantom1")) == ("2010", BESIDE)


@pytest.mark.rule("bulge1944", "18.7-b")
def test_later_a_phantom_costs_a_point_to_move() -> None:
    match = field("G-Phantom1? 1916", turn=6, options=PHANTOMS, points=2)
    match.do("move G-Phantom1", "to 1917", "done")
    assert match.points() == 1


@pytest.mark.rule("bulge1944", "18.7-a", "18.7-b")
def test_a_pair_moves_for_one_point_on_its_first_turn_only() -> None:
    match = field("9SS reinforcements, 99Inf 0404", "german reinforcement", turn=5, options=PHANTOMS)
    match.dice(*[1] * 9).do(
        "enter 9SS", "at 2010", "phantom 2010", "done", "move G-Phantom1", "to 2009", "done", "done"
    )
    while match.position.turn == 5 or match.prompt_code() != "choose-activation":
        match.do("done")
    points = match.points()
    match.do("move G-Phantom1", "to 2008", "done", "move 9SS", "to 2009", "done")
    assert points - match.points() == 2


@pytest.mark.rule("bulge1944", "18.7-c")
def test_a_phantom_moves_as_armor_or_as_infantry() -> None:
    match = field("G-Phantom1? 2012", turn=6, options=PHANTOMS)
    match.do("move G-Phantom1")
    movement_modes = {kind: limit for kind, _, limit in match.position.stack[-1].movement_modes}  # type: ignore[attr-defined]
    assert movement_modes == {0: 6 * SIXTHS, 1: 4 * SIXTHS}
    match.do("to 2013")
    armor, infantry = match.position.stack[-1].movement_modes  # type: ignore[attr-defined]
    assert (armor[1], infantry[1]) == (3 * SIXTHS, 2 * SIXTHS), "rough, each at its own price"


@pytest.mark.rule("bulge1944", "18.7-c", "11.0-j")
@pytest.mark.parametrize(
    ("units", "movement_modes"),
    [
        ("A-Phantom1? 1116", {0: 6, 1: 4, 2: 4}),
        (f"A-Phantom1? 1116, {ON_ALLIED_ENTRIES}", {0: 3, 1: 3}),
    ],
)
def test_a_phantom_moves_as_units_of_its_side_would_from_there(units: str, movement_modes: dict[int, int]) -> None:
    match = field(units, "allied activation", turn=6, options=PHANTOMS)
    match.do("move A-Phantom1")
    found = {kind: own for kind, *own in match.position.stack[-1].movement_modes}  # type: ignore[attr-defined]
    assert found == {kind: [0, points * SIXTHS] for kind, points in movement_modes.items()}, "by truck in supply only"


@pytest.mark.rule("bulge1944", "4.2-q", "18.7-c")
def test_no_leader_joins_a_phantom() -> None:
    match = field("G-Phantom1? 2012", options=PHANTOMS)
    match.do("move G-Phantom1")
    assert match.why("lead Manteuffel") == ("no-leader", "4.2")


@pytest.mark.rule("bulge1944", "18.7-c")
@pytest.mark.parametrize("slow", ["12VG", "9SS", "99Inf", "7Arm"])
def test_a_phantom_is_as_fast_as_the_fastest_of_its_side(slow: str) -> None:
    data = copy(box())
    data.__dict__.pop("allowances", None)
    data.counters = tuple(
        msgspec.structs.replace(piece, moves=1 if piece.id == slow else 4 + piece.side + piece.armor)
        for piece in data.counters
    )
    assert data.allowances == ((4, 5), (5, 6))


@pytest.mark.rule("bulge1944", "18.7-c")
def test_a_phantom_keeps_away_from_the_enemy() -> None:
    match = field("G-Phantom1? 1812, 99Inf 1508", turn=6, options=PHANTOMS)
    match.do("move G-Phantom1")
    hexes = [match.hex(offer.removeprefix("to ")) for offer in match.offers() if offer.startswith("to ")]
    assert min(distance(match.data.board.grid, hex, match.hex("1508")) for hex in hexes) == 3
    assert match.why("to 1510") == ("phantom-keeps-away", "18.7")
    entry = field("9SS reinforcements, 99Inf 1909", "german reinforcement", turn=5, options=PHANTOMS)
    entry.do("enter 9SS", "at 2010")
    assert "phantom 2010" not in entry.offers(), "nor does it enter beside one"


@pytest.mark.rule("bulge1944", "18.7-d")
def test_a_phantom_has_no_zone_and_cuts_no_supply() -> None:
    match = field("2Pz 1508, A-Phantom1? 1407, 2Inf 1509", turn=6, options=PHANTOMS)
    assert match.position.held(ALLIED)[match.hex("1408")] == 0
    assert is_supplied(match.position, match.unit("2Pz"))
    real = field("2Pz 1508, 99Inf? 1407, 2Inf 1509", turn=6, options=PHANTOMS)
    assert not is_supplied(real.position, real.unit("2Pz"))


SEEMS_CUT_OFF = "2Pz 1604/2, A-Phantom1? 1305, 99Inf 1605, 2Inf 1918, 1Inf 1705"
IS_CUT_OFF = SEEMS_CUT_OFF.replace("A-Phantom1", "106Inf")


@pytest.mark.rule("bulge1944", "18.7-d", "9.0-j")
def test_who_only_seems_cut_off_is_refitted() -> None:
    match = field(SEEMS_CUT_OFF, "german reinforcement", turn=3, options=PHANTOMS)
    assert not is_supplied(match.position.view(GERMAN), match.unit("2Pz"))
    (doubt,) = match.about(REFIT + match.unit("2Pz")).notes
    assert doubt.code == "refit-in-doubt"
    match.do("refit 2Pz")
    assert (match.steps_of("2Pz"), match.position.revealed) == (3, True)
    real = field(IS_CUT_OFF, "german reinforcement", turn=3, options=PHANTOMS, points=5)
    real.do("refit 2Pz")
    assert (real.steps_of("2Pz"), real.position.points, real.position.revealed) == (2, 5, True)
    (event,) = real.position.events
    assert event.code == "cut-off-indeed"
    assert event.for_side(ALLIED) is None, "the enemy does not hear that it was tried"
    assert real.why("refit 2Pz") == ("refit-needs-supply", "9.0"), "now its owner knows"
    known = [getattr(real.position.view(side).stack[-1], "cut", None) for side in (GERMAN, ALLIED)]
    assert known == [(real.unit("2Pz"),), ()], "and nobody else"
    plain = field("2Pz 1604/2", "german reinforcement", turn=3, options=PHANTOMS)
    assert plain.about(REFIT + plain.unit("2Pz")).notes == ()


@pytest.mark.rule("bulge1944", "18.7-d", "9.0-j")
def test_who_was_cut_off_may_try_again_when_somebody_has_come() -> None:
    match = field(f"{IS_CUT_OFF}, 9SS reinforcements", "german reinforcement", turn=5, options=PHANTOMS)
    match.do("refit 2Pz")
    assert "refit 2Pz" not in match.offers()
    match.do("enter 9SS", "at 2010")
    assert "refit 2Pz" in match.offers(), "who comes may have opened its line"


@pytest.mark.rule("bulge1944", "18.7-d", "9.0-j")
def test_an_ally_who_only_seems_cut_off_is_refitted() -> None:
    units = "99Inf 1909/2, G-Phantom1? 1607, 12VG 1809, 277VG 1910, 3FJ 1615, 18VG 0804, 1Inf 1501/3"
    match = field(units, "allied reinforcement", turn=4, options=PHANTOMS)
    assert {"refit 99Inf", "refit 1Inf"} <= match.offers()
    match.do("refit 99Inf")
    assert (match.steps_of("99Inf"), match.position.revealed) == (3, True)
    real = field(units.replace("G-Phantom1", "26VG"), "allied reinforcement", turn=4, options=PHANTOMS)
    real.do("refit 99Inf")
    assert (real.steps_of("99Inf"), real.why("refit 99Inf")) == (2, ("refit-needs-supply", "9.0"))
    heard = [[event.code for event in real.log(side)].count("cut-off-indeed") for side in (ALLIED, GERMAN)]
    assert heard == [1, 0], "the enemy does not hear of it"


@pytest.mark.rule("bulge1944", "18.7-d", "9.0-j")
@pytest.mark.parametrize(
    ("ring", "options"),
    [
        ("99Inf 1407, 2Inf 1509", PHANTOMS),
        ("99Inf? 1407, 2Inf? 1509", PHANTOMS),
        ("99Inf? 1407, 2Inf? 1509", HIDDEN),
    ],
)
def test_what_cannot_be_a_phantom_leaves_no_doubt_of_supply(ring: str, options: tuple[str, ...]) -> None:
    match = field(f"2Pz 1508/2, 12VG 2010/2, {ring}", "german reinforcement", turn=3, options=options)
    assert match.why("refit 2Pz") == ("refit-needs-supply", "9.0"), "face up, or within two hexes"


def attack_total(match: Battlefield) -> int:
    """The dice of the attack that is being announced, as the attacker is told."""
    return match.about(GO).tallies["attack"].total


@pytest.mark.rule("bulge1944", "18.7-d", "4.2-d", "4.2-q")
def test_who_only_seems_cut_off_has_guns_and_a_leader() -> None:
    match = field(SEEMS_CUT_OFF, turn=3, options=PHANTOMS)
    match.do("attack 1605", "join 2Pz")
    assert {"support Guns5", "lead Manteuffel"} <= match.offers()
    assert attack_total(match) == 4
    attack, seen, own = (p.stack[-1] for p in (match.position, *map(match.position.view, (ALLIED, GERMAN))))
    assert isinstance(attack, Attack)
    assert own == attack
    assert seen == msgspec.structs.replace(attack, after_all=()), "which is not for the enemy to know"
    for elsewhere in ("", ", A-Phantom1? 0505"):
        real = field(IS_CUT_OFF + elsewhere, turn=3, options=PHANTOMS)
        real.do("attack 1605", "join 2Pz")
        assert real.offers() == {"go"}
        assert attack_total(real) == 2
    open_line = field("2Pz 1508, 99Inf 1408, A-Phantom1? 0505", turn=3, options=PHANTOMS)
    open_line.do("attack 1408", "join 2Pz")
    assert not open_line.position.revealed, "nothing has come to light"
    moving = field(SEEMS_CUT_OFF, turn=3, options=PHANTOMS)
    moving.do("move 2Pz")
    assert "lead Manteuffel" in moving.offers()


@pytest.mark.rule("bulge1944", "18.7-d", "4.2-k")
def test_a_defender_who_only_seems_cut_off_has_guns() -> None:
    units = "99Inf 1909/2, G-Phantom1? 1607, 12VG 1809, 277VG 1910, 3FJ 1615, 18VG 0804"
    match = field(units, turn=4, options=PHANTOMS)
    match.do("attack 1909", "join 12VG", "go")
    assert match.offers() == {"support Guns1", "go"}
    real = field(units.replace("G-Phantom1", "26VG"), turn=4, options=PHANTOMS)
    real.do("attack 1909", "join 12VG", "go")
    assert real.position.asked is not None
    assert real.position.asked.side == GERMAN, "the Allied player has nothing to add"


@pytest.mark.rule("bulge1944", "18.7-d")
def test_a_phantom_interdicts_no_bridge() -> None:
    match = field("2Pz 1512, A-Phantom1? 1407", turn=6, options=PHANTOMS)
    match.do("move 2Pz", "to 1510")
    assert match.place("A-Phantom1") == "1407", "three hexes away"
    real = field("2Pz 1510, 99Inf? 1408", turn=6, options=PHANTOMS)
    real.do("move 2Pz")
    bluff = field("2Pz 1510, A-Phantom1? 1408", turn=6, options=PHANTOMS)
    bluff.do("move 2Pz")
    assert real.tells("to 1409") == bluff.tells("to 1409"), "foretold as for any counter"
    bluff.do("to 1409")
    spent = [movement_mode[1] for movement_mode in bluff.position.stack[-1].movement_modes]  # type: ignore[attr-defined]
    assert bluff.place("A-Phantom1") == BESIDE
    assert spent[0] < 3 * SIXTHS, "and crossed as if nobody were there"


@pytest.mark.rule("bulge1944", "18.7-e")
def test_a_phantom_vanishes_when_an_enemy_comes_within_two_hexes() -> None:
    match = field("2Pz 1712, A-Phantom1? 1408", turn=6, options=PHANTOMS)
    match.do("move 2Pz", "to 1511")
    assert match.place("A-Phantom1") == "1408", "three hexes"
    match.do("to 1510")
    assert match.place("A-Phantom1") == BESIDE
    assert match.told("phantom-gone")
    assert match.prompt_code() == "choose-destination", "the unit may go on"
    assert "to 1409" in match.offers()


BLOCKED_ENTRY = "9Inf reinforcements, 26VG 2010"


@pytest.mark.rule("bulge1944", "18.7-e", "9.0-g")
def test_a_phantom_keeps_no_reinforcement_out() -> None:
    match = field(f"{BLOCKED_ENTRY}, G-Phantom1? 1501", "allied reinforcement", turn=5, options=PHANTOMS)
    match.do("enter 9Inf")
    assert match.offers() == {"at 1501"}
    match.do("at 1501")
    assert (match.place("9Inf"), match.place("G-Phantom1")) == ("1501", BESIDE)
    assert match.position.revealed


@pytest.mark.rule("bulge1944", "18.7-e", "9.0-g")
def test_what_was_no_phantom_keeps_reinforcements_out_once_it_is_known() -> None:
    match = field(f"{BLOCKED_ENTRY}, 12VG? 1501", "allied reinforcement", turn=5, options=PHANTOMS)
    match.do("enter 9Inf")
    assert match.offers() == {"at 1501"}, "as with a phantom"
    match.do("at 1501")
    assert (match.place("9Inf"), known(match, ALLIED)["1501"]) == ("reinforcements", "infantry")
    assert match.position.revealed
    assert match.prompt_code() == "choose-entry", "again, with what is known now"
    assert match.offers() == {"at 1301", "at 1401"}
    assert match.why("at 1501") == ("not-an-entry", "9.0")


@pytest.mark.rule("bulge1944", "18.7-e", "9.0-g")
@pytest.mark.parametrize(
    ("units", "options"),
    [
        ("12VG? 1501", HIDDEN),
        ("12VG 1501", PHANTOMS),
        ("12VG? 1501, 99Inf 1503", PHANTOMS),
    ],
)
def test_what_cannot_be_a_phantom_keeps_reinforcements_out(units: str, options: tuple[str, ...]) -> None:
    match = field(f"{BLOCKED_ENTRY}, {units}", "allied reinforcement", turn=5, options=options)
    match.do("enter 9Inf")
    assert match.offers() == {"at 1301", "at 1401"}


@pytest.mark.rule("bulge1944", "18.7-c")
def test_the_points_of_a_phantom_are_those_of_the_manner_that_is_cheapest_in_all() -> None:
    match = field("G-Phantom1? 1604, 26VG 2010", turn=3, options=PHANTOMS)
    match.do("move G-Phantom1")
    assert match.tells("to 1705").along == (6, 18), "as infantry, though armor begins more cheaply"
    match = field("G-Phantom1? 0903, 26VG 2010", turn=3, options=PHANTOMS)
    match.do("move G-Phantom1", "to 1003")
    assert match.tells("to 1204").along == (6, 9), "as armor, though armor has spent more so far"


@pytest.mark.rule("bulge1944", "18.7-c", "4.2-q")
def test_a_counter_with_a_leader_is_no_phantom() -> None:
    match = field("2Pz? 1508, 99Inf 1501", turn=3, options=PHANTOMS)
    p, division = match.position, match.unit("2Pz")
    counter = p.mask[division]
    assert (may_be_one(p, division), may_be_one(p.view(ALLIED), counter)) == (True, True)
    match.do("move 2Pz", "lead Manteuffel")
    assert (may_be_one(p, division), may_be_one(p.view(ALLIED), counter)) == (False, False)


@pytest.mark.rule("bulge1944", "18.7-e", "18.6-a")
def test_the_owner_of_what_bars_an_entry_imagines_a_lawful_truth() -> None:
    units = "9SS reinforcements, 99Inf? 2013, 2Inf? 2010"
    match = field(units, "german reinforcement", turn=5, options=(*PHANTOMS, "germans_wait"))
    match.do("enter 9SS")
    assert match.offers() == {"at 2013", "at 2010"}
    truth = match.position.view(ALLIED).determinize("any")
    assert truth.view(ALLIED).digest() == match.position.view(ALLIED).digest()
    match.do("at 2013", "at 2010")
    assert match.place("9SS") == "reinforcements"
    assert match.prompt_code() == "choose-reinforcement", "there is no way in"
    assert match.why("enter 9SS") == ("no-way-in", "9.0")


@pytest.mark.rule("bulge1944", "18.7-e")
def test_the_move_halts_where_something_comes_to_light() -> None:
    match = field("2Pz 1610, A-Phantom1? 1408", turn=6, options=PHANTOMS)
    match.do("move 2Pz", "to 1508")
    assert match.place("A-Phantom1") == BESIDE
    assert match.place("2Pz") != "1508", "the player may think again"
    assert match.prompt_code() == "choose-destination"
    drop = field("Heydte reinforcements, A-Phantom1? 1408", "german reinforcement", turn=2, options=PHANTOMS).dice(6, 1)
    drop.do("enter Heydte", "at 1509")
    assert drop.place("A-Phantom1") == BESIDE, "paratroops see it too"


@pytest.mark.rule("bulge1944", "18.7-e")
def test_nobody_attacks_a_phantom_and_it_does_not_fight() -> None:
    match = field("12VG 1608, 99Inf? 1508, A-Phantom1? 1404", turn=6, options=PHANTOMS).dice(symbols(3), symbols(3))
    assert {offer for offer in match.offers() if offer.startswith("attack")} == {"attack 1508"}
    allied = field("12VG 1608, 99Inf 1508, A-Phantom1? 1404", "allied activation", turn=6, options=PHANTOMS)
    allied.do("attack 1608")
    assert allied.offers() == {"join 99Inf"}


@pytest.mark.rule("bulge1944", "18.7-f")
def test_the_owner_may_remove_a_phantom_at_any_time() -> None:
    match = field("12VG 1608, 99Inf 1508, A-Phantom1? 1404", turn=6, options=PHANTOMS)
    assert match.asked is not None
    assert match.asked.side == GERMAN
    match.do("remove A-Phantom1", side=ALLIED)
    assert match.place("A-Phantom1") == BESIDE
    assert match.prompt_code() == "choose-activation", "and the Germans go on"
    assert match.refusal(read_option(match.data, "remove A-Phantom1"), GERMAN) is not None
    moving = field("G-Phantom1? 1916, G-Phantom2? 1918, A-Phantom1? 1404", turn=6, options=PHANTOMS)
    assert moving.refusal(read_option(moving.data, "remove A-Phantom1"), GERMAN) is not None, "not the enemy's"
    moving.do("move G-Phantom1")
    assert moving.refusal(read_option(moving.data, "remove G-Phantom1"), GERMAN) is not None, "it is on its way"
    moving.do("remove G-Phantom2", side=GERMAN)
    assert (moving.place("G-Phantom1"), moving.place("G-Phantom2")) == ("1916", BESIDE)


@pytest.mark.rule("bulge1944", "18.7-g")
def test_two_phantoms_a_side() -> None:
    full = "9SS reinforcements, G-Phantom1? 1916, G-Phantom2? 1918"
    match = field(full, "german reinforcement", turn=5, options=PHANTOMS)
    match.do("enter 9SS", "at 2010")
    assert match.why("phantom 2010") == ("no-phantom", "18.7")
    match.do("remove G-Phantom2", side=GERMAN)
    assert "phantom 2010" in match.offers(), "the place is free again"


@pytest.mark.rule("bulge1944", "18.7-a")
def test_a_phantom_takes_a_hex_for_itself_and_takes_no_town() -> None:
    match = field("12VG 2012, G-Phantom1? 2011", turn=6, options=PHANTOMS)
    match.do("move 12VG")
    assert "to 2011" not in match.offers()
    road = field("2Pz 1608, G-Phantom1? 1508", turn=6, options=PHANTOMS)
    road.do("move 2Pz")
    assert road.costs("1408") == [SIXTHS + SIXTHS // 2], "a road with a phantom on it is crowded like any other"
    town = field("G-Phantom1? 1408", turn=6, options=PHANTOMS)
    town.do("move G-Phantom1", "to 1309")
    assert (town.holder("Stavelot"), town.position.revealed) == ("allied", True), "and is known by that"
    crowd = with_phantom()
    crowd.do("done")
    assert "done" not in crowd.offers(), "one of the two must leave the entry hex"


@pytest.mark.rule("bulge1944", "18.6-a")
def test_every_counter_of_a_side_can_lie_face_down_at_once() -> None:
    data = load_game("bulge1944").load_data("campaign", ("alternate_units", "hidden", "phantoms"))
    assert isinstance(data, BulgeData)
    for side in (GERMAN, ALLIED):
        assert len(data.stand_ins[side]) >= len(data.units[side]) + len(data.phantoms[side])


def test_a_copy_keeps_its_question_while_the_original_plays_on() -> None:
    match = field("Lehr? 1716, 2Pz 1615, 99Inf 0508", options=HIDDEN)
    match.do("move Lehr")
    for _ in range(2):
        match.position.seen_by(GERMAN)
    earlier = match.position.copy()
    assert earlier.asked is not None
    before = [about(earlier, option) for option in earlier.asked.options]
    match.do("to 1617")
    assert [about(earlier, option) for option in earlier.asked.options] == before
