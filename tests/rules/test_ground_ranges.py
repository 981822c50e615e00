"""Tables of the ground, ranges, and what is checked of the data of every game."""

from __future__ import annotations

from ardennes.hexes import distance
from ardennes.rules.data_checks import arrival_mistakes
from ardennes.rules.ground import bridges, step_table
from ardennes.rules.ranges import Near
from tests.rules.small_boards import small_board


class Unit:
    def __init__(self, arrives: int | None, place: str) -> None:
        self.arrives, self.place = arrives, place


def test_every_step_is_asked_for_once_and_none_off_the_map() -> None:
    board = small_board(without=("0202",))
    asked: list[tuple[int, int]] = []

    def of_step(here: int, there: int, side: int) -> int:
        assert {here, there} == set(board.side_hexes[side])
        asked.append((here, there))
        return 7

    table = step_table(board, of_step)
    assert sorted(asked) == sorted((hex, there) for hex in board.hexes for there in board.around(hex))
    assert [value == 7 for value in table] == [there >= 0 for there in board.neighbours]
    assert bridges(board) == ()


def test_near_is_everything_within_the_distance() -> None:
    board = small_board(6, 6)
    near = Near(board, 2)
    for hex in board.hexes:
        assert near[hex] == {there for there in board.hexes if distance(board.grid, hex, there) <= 2}


def test_units_come_from_somewhere_at_some_time() -> None:
    board = small_board()

    def wrong(arrives: int | None, place: str, entries: tuple[str, ...] = ("N1", "N2")) -> list[str]:
        return [field for field, _ in arrival_mistakes(Unit(arrives, place), board, 3, entries, "an entry")]

    assert wrong(0, "0101") == wrong(2, "N1 N2") == wrong(None, "") == wrong(2, "", ()) == []
    assert wrong(0, "0909") == wrong(1, "N3") == wrong(1, "") == ["place"]
    assert wrong(4, "N1") == ["arrives"]
