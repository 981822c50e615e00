"""6.0 Stacking."""

from __future__ import annotations

import pytest

from ardennes.engine.group_orders import group_order
from tests.bitter_woods.fields import Battlefield, field

FREE = 9
MOVED = "done=1"


def crowd(side: str, hex: str, marker: str = MOVED) -> str:
    ids = ("26-78", "26-77", "26-39") if side == "german" else ("28-110", "28-112", "28-109")
    return ", ".join(f"{id} {hex} {marker}" for id in ids)


def moving(units: str, id: str, moment: str) -> Battlefield:
    match = field(units, moment, turn=FREE)
    match.do(f"move {id}")
    return match


@pytest.mark.rule("bitter_woods", "6.1-a", "6.1-b")
@pytest.mark.parametrize(
    ("side", "id"), [("german", "2-2"), ("german", "VAK-766"), ("allied", "9CCB"), ("allied", "FA-402")]
)
def test_three_units_fill_a_hex_but_let_others_through(side: str, id: str) -> None:
    match = moving(f"{id} 3702, {crowd(side, '3703')}", id, f"{side} move")
    assert match.why("to 3703") == ("too-many-there", "6.1")
    assert match.price("3703", "3704") == 2, "through them"
    two = crowd(side, "3703").rsplit(", ", 1)[0]
    assert "3703" in moving(f"{id} 3702, {two}", id, f"{side} move").destinations()


@pytest.mark.rule("bitter_woods", "6.1-a")
def test_guns_count_like_any_other_unit() -> None:
    full = f"VAK-766 3703 {MOVED}, VAK-401 3703 {MOVED}, Rkt-15 3703 {MOVED}"
    assert "3703" not in moving(f"2-2 3702, {full}", "2-2", "german move").destinations()


@pytest.mark.rule("bitter_woods", "6.1-a")
def test_a_full_hex_is_open_while_somebody_there_can_move_off() -> None:
    match = moving(f"2-2 3702, {crowd('german', '3703', 'done=0')}", "2-2", "german move")
    match.do("to 3703", "done")
    assert match.prompt_code() == "choose-sacrifice", "nobody did"
    assert match.offers() == {f"sacrifice {id}" for id in ("2-2", "26-78", "26-77", "26-39")}
    match.do("sacrifice 26-39")
    assert match.place("26-39") == "eliminated"
    assert match.prompt_code() != "choose-sacrifice"


@pytest.mark.rule("bitter_woods", "6.1-a")
def test_exploitation_obeys_the_limit() -> None:
    match = moving(f"2-2 3702 reserve, {crowd('german', '3703')}", "2-2", "german exploit")
    assert "3703" not in match.destinations()
    leaving = "2-304 3703 reserve, 26-77 3703, 26-39 3703"
    open_hex = moving(f"2-2 3702 reserve, {leaving}", "2-2", "german exploit")
    assert "3703" in open_hex.destinations(), "one of them may still exploit"


@pytest.mark.rule("bitter_woods", "6.1-c")
def test_the_jagdtigers_stack_free() -> None:
    assert "3703" in moving(f"653 3702 attached=1, {crowd('german', '3703')}", "653", "german move").destinations()
    three = f"653 3703 {MOVED}, 26-78 3703 {MOVED}, 26-77 3703 {MOVED}"
    assert "3703" in moving(f"26-39 3702, {three}", "26-39", "german move").destinations()


@pytest.mark.rule("bitter_woods", "6.1-d")
def test_panzer_lehr_stacks_all_four() -> None:
    lehr = f"Lehr-130 3703 {MOVED}, Lehr-901 3703 {MOVED}, Lehr-902 3703 {MOVED}"
    assert "3703" in moving(f"Lehr-Rec 3702, {lehr}", "Lehr-Rec", "german move").destinations()
    assert "3703" not in moving(f"2-2 3702, {lehr}", "2-2", "german move").destinations()
    whole = f"{lehr}, Lehr-Rec 3703 {MOVED}"
    assert "3703" not in moving(f"26-78 3702, {whole}", "26-78", "german move").destinations()
    assert "3703" in moving(f"653 3702 attached=1, {whole}", "653", "german move").destinations()
    mixed = f"Lehr-130 3703 {MOVED}, Lehr-901 3703 {MOVED}, 26-78 3703 {MOVED}"
    assert "3703" not in moving(f"Lehr-Rec 3702, {mixed}", "Lehr-Rec", "german move").destinations()


@pytest.mark.rule("bitter_woods", "6.2-a")
def test_markers_and_aircraft_do_not_count() -> None:
    two = crowd("german", "3703").rsplit(", ", 1)[0]
    match = field(f"26-39 3702, {two}", turn=4, improved=("3703",), hexes=("3704: interdicted=1",), air=(1, 1))
    match.do("move 26-39", "to 3703", "done")
    assert match.prompt_code() != "choose-sacrifice"


def test_a_group_order_counts_on_nobody_to_make_room() -> None:
    match = field(f"2-304 3701, {crowd('german', '3703', 'done=0')}", "german move", turn=FREE)
    (act,) = match.game.acts
    goals = [(match.unit("2-304"), match.hex("3703"))]
    found = group_order(match.position.view(0), act, goals, automatic=True, near=True)
    assert found.ends == ((match.unit("2-304"), match.hex("3702")),)
    assert [(refusal.code, refusal.rule) for _, refusal in found.short] == [("too-many-there", "6.1")]
