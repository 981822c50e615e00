"""10.0, 13.3 The Combat Phase as a whole: random phases to their end, bonus turns, and what single cases add."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from ardennes.engine.dice import SeededDice
from ardennes.engine.procedure import advance, answer
from ardennes.games.wacht_am_rhein.rules.attacks import Combat
from ardennes.games.wacht_am_rhein.rules.field import FATIGUED, FRESH, Field
from ardennes.games.wacht_am_rhein.rules.pieces import WachtData
from ardennes.numbers import Side, Unit
from tests.situation import data_of
from tests.wacht_am_rhein.battles import GAME, battle


def random_field(rng: random.Random, units: int, turn: int) -> Field:
    """Units of both sides mixed up on a few hexes, with all sorts of markers."""
    data = data_of(GAME, "bastogne", frozenset())
    assert isinstance(data, WachtData)
    p = Field(data)
    p.turn, p.bonus = turn, int(rng.random() < 0.2)
    hexes = list(data.within[4][rng.choice(data.board.hexes)])
    rng.shuffle(hexes)
    places = hexes[: len(hexes) // 3], hexes[len(hexes) // 3 : 2 * len(hexes) // 3]
    stacks = Counter[int]()
    for unit in rng.sample([Unit(n) for n in range(len(data.counters))], units):
        piece = data.counters[unit]
        room = [hex for hex in places[piece.side] if stacks[hex] < 3]
        if not room:
            continue
        hex = rng.choice(room)
        stacks[hex] += 1
        p.steps[unit] = rng.randint(1, data.full_steps[unit])
        p.put(unit, hex)
        p.battery[unit] = int(piece.gun and rng.random() < 0.8)
        alone = not any(p.march[mate] for mate in p.units_in(hex))
        if not piece.gun and not piece.headquarters and alone and rng.random() < 0.15:
            p.set_march(unit, True)
        if rng.random() < 0.15:
            p.set_supply(unit, rng.randint(1, 4))
        p.done[unit] = rng.choice((0, 0, 2, 4))
    for hex in stacks:
        if rng.random() < 0.1:
            p.set_position(data.board.hexes[data.board.hexes.index(hex)], rng.randint(1, 4))
    return p


@pytest.mark.rule("wacht_am_rhein", "10.11", "10.16", "9.31", "10.0-a")
@pytest.mark.parametrize(("turn", "units"), [(2, 40), (5, 60), (7, 60), (8, 90)])
def test_random_phases_meet_every_duty_and_never_stand_still(turn: int, units: int) -> None:
    """At the end everybody who had to be attacked was, once; no unit attacked twice; no hex sent too many; and whoever
    had to attack did, or others of his hex took all its places."""
    for seed in range(12):
        rng = random.Random(f"{turn}:{units}:{seed}")
        p = random_field(rng, units, turn)
        p.source = SeededDice(str(seed))
        combat = Combat(side=Side(seed % 2))
        p.stack.append(combat)
        p.asked = advance(p)
        owed, owing, sizes = set(combat.owed), set(combat.owing), p.data.fighting_sizes
        at_start = {unit: p.where[unit] for unit in p.on_map(combat.side)}
        mixed = {
            hex
            for unit, hex in at_start.items()
            if not p.data.counters[unit].gun and unit not in p.data.headquarters[combat.side]
        }
        targets, attackers, sent = Counter[int](), Counter[int](), Counter[tuple[int, int]]()
        while p.asked is not None:
            answer(p, rng.choice(p.asked.options))
            for event in p.events:
                if event.code not in ("attacks", "barrages", "bombs"):
                    continue
                hexes, taking, guns = (event.args[name] for name in ("hexes", "units", "guns"))
                assert isinstance(hexes, tuple)
                assert isinstance(taking, tuple)
                assert isinstance(guns, tuple)
                targets.update(hexes)
                attackers.update({*taking, *guns})
                sent.update((at_start[Unit(n)], sizes[n]) for n in {*taking, *guns} if at_start[Unit(n)] in mixed)
        assert not p.stack
        assert owed <= set(targets), "a hex that had to be attacked was not"
        assert max(targets.values(), default=0) <= 1
        assert max(attackers.values(), default=0) <= 1
        assert all(many <= (2, 1)[size] for (_, size), many in sent.items())
        for unit in owing - set(attackers):
            hex, size = at_start[unit], sizes[unit]
            assert sent[hex, size] >= (2, 1)[size] or p.where[unit] < 0, "who had to attack did not, though it could"


# --- bonus turns -------------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "13.31")
def test_in_a_bonus_turn_who_has_not_moved_need_not_attack_but_then_attacks_all() -> None:
    match = battle("A1 D0834, J1 D0833, K1 D0735", "allied", turn=7, bonus=True)
    assert "done" in match.offers()
    match.do("attack D0833", "join A1")
    assert match.why("go") == ("must-attack-as-well", "10.21")


@pytest.mark.rule("wacht_am_rhein", "13.32-a", "13.32-b", "13.32-c", "13.33")
def test_ex_27_a_mover_obliges_its_stack_and_fights_fatigued() -> None:
    match = battle("A1 D0834 done=2 fatigue=1, B1 D0834, J1 D0833", "allied", turn=7, bonus=True).dice(3)
    assert match.offers() == {"attack D0833"}
    match.do("attack D0833", "join A1", "join B1")
    assert match.tally("attack") == 1 + 3
    assert match.column().endswith("woods")
    match.do("go")
    fatigue = match.position.fatigue
    assert [fatigue[match.unit(name)] for name in ("A1", "B1", "J1")] == [FATIGUED, FATIGUED, FRESH]


# --- single cases --------------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "10.19-c")
def test_parenthesised_units_defend_as_any_other() -> None:
    match = battle("J1 D0833, i1 D0834")
    match.do("attack D0834", "join J1")
    assert match.tally("defence") == 2


@pytest.mark.rule("wacht_am_rhein", "10.76-f", "11.12-c")
def test_a_barrage_has_no_shifts_of_the_attacker_and_supports_who_is_beside_the_target() -> None:
    match = battle("J1 D0833, J2 D0833, Pz D0833, K150 D0831, g105 D0831, h105 D0831, A1 D0834, B1 D0734", turn=2)
    match.do("barrage D0834", "support K150")
    assert match.shifts() == {}
    assert match.tally("attack", "support g105") == 8 + 4
    assert match.tally("attack", "support h105") == 8 + 2


@pytest.mark.rule("wacht_am_rhein", "10.62-e", "10.87-c")
def test_a_hex_that_a_headquarters_leaves_drops_out_of_a_combat_on_several() -> None:
    match = battle("J1 D0833, A1 D0834, hq D0734").dice(3)
    match.do("attack D0834", "join J1", "also D0734", "go", "withdraw hq", "to D0634")
    assert match.told("rolled")[-1].args["column"] == "1-2"
    assert match.result() == "A1"


@pytest.mark.rule("wacht_am_rhein", "10.8-e2")
def test_a_stack_carries_out_several_results_one_after_another() -> None:
    match = battle("J1 D0833, K1 D0833, A1 D0834, B1 D0734").dice(3, 3)
    match.attack("D0834", "J1").attack("D0734", "K1")
    assert [event.args["result"] for event in match.told("rolled")] == ["A1", "A1"]
    match.do("apply", "next D0834", "hit J1", "hit K1")
    assert (match.steps_of("J1"), match.steps_of("K1")) == (1, 1)


@pytest.mark.rule("wacht_am_rhein", "10.91-c", "10.94-e")
def test_guns_beside_the_target_may_advance_and_distant_ones_not() -> None:
    match = battle("J1 D0833, g105 D0833, K150 D0831, A1 D0834/1, B1 D0836").dice(1)
    match.do("attack D0834", "join J1", "support g105", "support K150", "go", "apply")
    assert match.result() == "D3(2)"
    match.do("hit A1")
    assert match.offers() == {"advance J1", "advance g105", "done"}
    match.do("advance g105", "along D0834")
    assert not match.position.battery[match.unit("g105")]
    match.do("advance J1", "along D0834")
    assert match.is_over(), "nobody attacks again, whomever he has come to stand beside"


@pytest.mark.rule("wacht_am_rhein", "10.91-c")
@pytest.mark.parametrize(
    ("gun", "advances"), [("g105", True), ("GE-XLVII-A-210", False), ("GE-XLVII-RKT-NW210", False)]
)
def test_guns_that_cannot_move_do_not_advance_either(gun: str, advances: bool) -> None:
    match = battle(f"J1 D0833, {gun} D0833, A1 D0834/1, B1 D0836").dice(1)
    match.attack("D0834", "J1").do("apply", "hit A1")
    assert match.offers() == {"advance J1", "done"} | ({f"advance {gun}"} if advances else set())


@pytest.mark.rule("wacht_am_rhein", "7.12-b")
def test_a_bystander_comes_out_of_march_mode_with_its_stack() -> None:
    match = battle("J1 D0833, J2 D0833, K1 D0833 march, A1 D0834, B1 D0834").dice(6)
    match.attack("D0834", "J1", "J2").do("apply", "hit J1", "hit J2", "back", "to D0832")
    assert not match.position.march[match.unit("K1")]


@pytest.mark.rule("wacht_am_rhein", "14.66-a", "14.66-b")
def test_isolated_units_have_no_zone_and_attack_if_they_like() -> None:
    match = battle("A1 D0834 supply=3, J1 D0833", "allied")
    assert match.position.exerts[match.unit("A1")] == 0
    assert match.offers() == {"attack D0833", "done"}


@pytest.mark.rule("wacht_am_rhein", "25.14-0", "25.14d", "25.14e")
def test_the_first_day_ends_with_game_turn_3() -> None:
    guns = "J1 D0833, K150 D0831, K151 D0831, g105 D0831, g150 D0731, A1 D0834"
    for turn, limited in ((3, False), (4, True)):
        match = battle(guns, turn=turn)
        match.do("attack D0834", "join J1", "support K150", "support K151", "support g105")
        assert ("support g150" not in match.offers()) is limited
        assert ("surprise" not in match.shifts()) is limited


@pytest.mark.rule("wacht_am_rhein", "25.14c-d")
def test_the_green_divisions_of_bastogne() -> None:
    data = battle("J1 D0833, A1 D0834").data
    green = {piece.formation for piece in data.counters if "standard" in piece.green.split()}
    assert green == {"9A", "352", "560"}


@pytest.mark.rule("wacht_am_rhein", "11.1-e1")
def test_volksgrenadiers_belong_to_the_corps_of_the_errata() -> None:
    data = battle("J1 D0833, A1 D0834").data
    corps = {piece.formation: piece.corps for piece in data.counters if piece.side == 0 and not piece.headquarters}
    expected = {"212": "7 Army", "276": "7 Army", "352": "7 Army", "5FJ": "7 Army", "26": "XLVII", "560": "LVIII"}
    assert {division: corps[division] for division in expected} == expected
