"""Chance: from a seed, laid out, from a log, and every branch of it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ardennes.engine.dice import Dice, DiceError, FixedDice, RecordedDice, SeededDice, every_branch, seeded_pick


def test_seed_decides_every_pick() -> None:
    one, other = SeededDice("a"), SeededDice("a")
    rolls = [one.die() for _ in range(50)]
    assert rolls == [other.die() for _ in range(50)]
    assert rolls != [SeededDice("b").die() for _ in range(50)]
    assert [seeded_pick("a", number, 6) + 1 for number in range(50)] == rolls


def test_seeded_dice_are_fair() -> None:
    faces = Counter(seeded_pick("fair", number, 6) for number in range(6000))
    assert set(faces) == set(range(6))
    assert all(850 < count < 1150 for count in faces.values())


def test_weights_are_kept() -> None:
    found = Counter(seeded_pick("weights", number, 3, (1, 0, 3)) for number in range(4000))
    assert set(found) == {0, 2}
    assert 850 < found[0] < 1150


def test_nothing_to_pick_from() -> None:
    with pytest.raises(DiceError, match="nothing to pick"):
        SeededDice("a").draw([])
    with pytest.raises(DiceError, match="positive"):
        seeded_pick("a", 0, 2, (0, 0))


@given(st.text(), st.integers(0, 10**6), st.integers(1, 1000))
def test_picks_stay_in_range(seed: str, number: int, count: int) -> None:
    assert 0 <= seeded_pick(seed, number, count) < count


def test_fixed_dice_show_what_was_laid_out() -> None:
    dice = FixedDice.rolls(6, 1)
    assert (dice.die(), dice.die()) == (6, 1)
    with pytest.raises(DiceError, match="no dice result is left"):
        dice.die()
    with pytest.raises(DiceError, match="7 does not fit"):
        FixedDice.rolls(7).die()
    assert FixedDice([2]).draw("abc") == "c"


def test_log_has_dice_and_paths() -> None:
    dice = RecordedDice([3, (4, 5)])
    assert dice.die() == 4
    assert dice.path((9, 5)) == (4, 5)
    with pytest.raises(DiceError, match="log ends"):
        dice.die()


@pytest.mark.parametrize(("outcome", "given"), [(3, (1, 2)), ((1, 3), (1, 2)), ((), (1, 2)), ((1, 2), ())], ids=str)
def test_log_with_another_path(outcome: int | tuple[int, ...], given: tuple[int, ...]) -> None:
    with pytest.raises(DiceError, match="another path"):
        RecordedDice([outcome]).path(given)


@pytest.mark.parametrize("outcome", [(1, 2), -1, 6])
def test_log_with_another_die(outcome: int | tuple[int, ...]) -> None:
    with pytest.raises(DiceError, match="6 results"):
        RecordedDice([outcome]).die()


def brute_pool(dice: int, faces: tuple[int, ...]) -> dict[tuple[int, ...], Fraction]:
    sides = [kind for kind, share in enumerate(faces) for _ in range(share)]
    found: Counter[tuple[int, ...]] = Counter()
    for rolled in product(sides, repeat=dice):
        found[tuple(rolled.count(kind) for kind in range(len(faces)))] += 1
    return {result: Fraction(count, len(sides) ** dice) for result, count in found.items()}


@given(st.integers(0, 4), st.lists(st.integers(0, 3), min_size=1, max_size=3).filter(any))
def test_pool_equals_all_its_dice(dice: int, faces: list[int]) -> None:
    assert every_branch(lambda source: source.pool(dice, faces)) == brute_pool(dice, tuple(faces))


def test_every_branch_of_dependent_rolls() -> None:
    def resolve(dice: Dice) -> str:
        if dice.die() >= 5:
            return "hit"
        return "late hit" if dice.die(4) == 1 else dice.draw(("miss", "near"))

    assert every_branch(resolve) == {
        "hit": Fraction(1, 3),
        "late hit": Fraction(1, 6),
        "miss": Fraction(1, 4),
        "near": Fraction(1, 4),
    }


@given(st.lists(st.integers(1, 5), min_size=1, max_size=4))
def test_branches_sum_to_one(counts: list[int]) -> None:
    found = every_branch(lambda dice: tuple(dice.pick(count) for count in counts))
    assert sum(found.values()) == 1
    assert set(found) == set(product(*(range(count) for count in counts)))


def test_branches_without_chance() -> None:
    assert every_branch(lambda _: "sure") == {"sure": 1}
