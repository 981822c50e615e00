"""Records in blocks say what a plain list of them says, and take less room."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ardennes.engine.match import Match
from ardennes.engine.packed_records import BLOCK, PackedRecords
from ardennes.engine.saves import Record
from ardennes.numbers import SIDES

MANY = 5 * BLOCK + 7
PLACES = st.integers(-MANY - 3, MANY + 3)


def records(count: int, first: int = 0) -> list[Record]:
    """None says the same as another."""
    return [
        Record(SIDES[number % 2], number, ((number, number + 1), number % 6 + 1), "answer", number // 3)
        for number in range(first, first + count)
    ]


@given(st.integers(0, MANY), PLACES, PLACES)
def test_parts_are_those_of_a_list(count: int, first: int, last: int) -> None:
    plain = records(count)
    packed = PackedRecords(plain)
    assert len(packed) == count
    assert packed[first:last] == plain[first:last]
    assert (packed[first:], packed[:last]) == (plain[first:], plain[:last])
    if -count <= first < count:
        assert packed[first] == plain[first]
    else:
        with pytest.raises(IndexError):
            packed[first]


@given(st.integers(0, MANY), st.integers(0, MANY), st.integers(0, 2 * BLOCK + 1))
def test_what_is_taken_back_and_played_otherwise(count: int, cut: int, more: int) -> None:
    plain = records(count)
    packed = PackedRecords(plain)
    del plain[cut:], packed[cut:]
    assert packed == plain
    later = records(more, first=10 * MANY)
    plain += later
    packed += later
    assert list(packed) == plain
    plain[cut:] = packed[cut:] = records(3)
    assert packed == plain


def test_the_last_one_is_put_in_its_place() -> None:
    packed, other = PackedRecords(records(BLOCK)), Record(SIDES[0], 77)
    packed[-1] = other
    assert packed == [*records(BLOCK - 1), other]
    packed[3] = other
    assert (packed[2:5], len(packed)) == ([records(3)[2], other, records(5)[4]], BLOCK)


def test_equal_is_what_says_the_same() -> None:
    packed = PackedRecords(records(MANY))
    assert packed == PackedRecords(records(MANY))
    assert packed != records(MANY - 1)
    assert packed != [*records(MANY - 1), Record(SIDES[0], 77)]
    assert packed != "records"


def test_nothing_comes_in_between() -> None:
    packed = PackedRecords(records(3))
    with pytest.raises(AssertionError):
        packed.insert(1, records(1)[0])
    packed.insert(3, records(1)[0])
    assert packed == [*records(3), *records(1)]


def test_old_records_take_a_few_octets() -> None:
    packed = PackedRecords(records(100 * BLOCK))
    assert sum(map(sys.getsizeof, packed._blocks)) < 12 * 99 * BLOCK
    assert len(packed._latest) < 2 * BLOCK


def test_a_match_goes_on_and_back_on_packed_records() -> None:
    plain, packed = (Match.new("crossroads", scenario="noon", seed="packed") for _ in range(2))
    packed.records = PackedRecords()
    for match in (plain, packed):
        for _ in range(30):
            assert match.asked is not None
            match.apply(match.asked.options[0])
            if match.undoable:
                match.undo()
                match.redo()
    assert packed.records == plain.records
    assert packed.packed() == plain.packed()
    assert packed.log(None) == plain.log(None)
    assert packed.at(9).position.digest() == plain.at(9).position.digest()
