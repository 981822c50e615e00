"""30.0 to 35.0 Options for the first turn, combined arms and the garrison of 7th Army."""

from __future__ import annotations

import pytest

from ardennes.games.bitter_woods.rules.advance import Advance
from ardennes.games.bitter_woods.rules.retreats import Rout
from tests.bitter_woods.fields import Battlefield, field

# --- 30.0 ------------------------------------------------------------------------------------------------


def hexes_after(defender: str, units: str, die: int, turn: int, options: tuple[str, ...]) -> int:
    """How many hexes the German advance or retreat after an attack has; 0 where there is none."""
    target, here = "1717", "1716"
    ids = units.split()
    line = ", ".join(f"{id} {here}" for id in ids)
    match = field(f"{line}, {defender} {target}, 28-110 4203", "german combat", turn=turn, options=options)
    match.do(f"attack {target}", *(f"join {id}" for id in ids))
    match.dice(die).do("go")
    while match.prompt_code() in ("answer-attack",):
        match.do("go")
    for _ in range(9):
        top = match.position.stack[-1]
        if isinstance(top, Advance) and top.side == 0:
            return top.hexes
        if isinstance(top, Rout) and top.side == 0:
            return top.hexes
        if match.prompt_code() in ("choose-attack", "choose-move") or match.asked is None:
            return 0
        match.do(min(match.offers()))
    return 0


@pytest.mark.rule("bitter_woods", "30-a")
@pytest.mark.parametrize(
    ("defender", "turn", "options", "less"),
    [
        ("106-422", 1, ("schnee_eifel",), 1),
        ("106-423", 1, ("schnee_eifel",), 1),
        ("106-424", 1, ("schnee_eifel",), 0),
        ("106-422", 2, ("schnee_eifel",), 0),
        ("106-422", 1, (), 0),
    ],
)
def test_advances_in_the_schnee_eifel(defender: str, turn: int, options: tuple[str, ...], less: int) -> None:
    strong = "18-293 18-294 18-295"
    plain = hexes_after("106-424", strong, 1, turn, ())
    assert plain >= 1
    assert hexes_after(defender, strong, 1, turn, options) == max(0, plain - less)


@pytest.mark.rule("bitter_woods", "30-a")
def test_retreats_in_the_schnee_eifel() -> None:
    weak, worst = "18-293", 6
    plain = hexes_after("106-424", weak, worst, 1, ("schnee_eifel",))
    assert plain >= 1
    assert hexes_after("106-422", weak, worst, 1, ("schnee_eifel",)) == plain - 1
    assert hexes_after("106-422", weak, worst, 2, ("schnee_eifel",)) == hexes_after("106-424", weak, worst, 2, ())


# --- 31.0 ------------------------------------------------------------------------------------------------


def lehr(turn: int = 1, options: tuple[str, ...] = ("variable_surprise",), unit: str = "Lehr-130") -> Battlefield:
    """T24: Panzer Lehr attacks the 14th Cavalry, whose endurance is 4."""
    match = field(f"{unit} 0815, 14Cav 0715", "german combat", turn=turn, options=options)
    match.do("attack 0715", f"join {unit}")
    return match


@pytest.mark.rule("bitter_woods", "31-a", "31-b", "31-c")
@pytest.mark.parametrize(("die", "surprised"), [(4, False), (5, True), (6, True), (1, False)])
def test_a_die_decides_on_surprise(die: int, surprised: bool) -> None:
    match = lehr()
    assert "surprise" not in match.shifts(), "nothing is sure"
    match.dice(die, 3).do("go")
    rolled = match.told("rolls-for-surprise")[-1].args
    assert (rolled["die"], rolled["least"]) == (die, 5)
    plain = lehr(options=())
    plain.dice(3).do("go")
    sure = plain.told("rolled")[-1].args["column"]
    assert (match.told("rolled")[-1].args["column"] == sure) is surprised


@pytest.mark.rule("bitter_woods", "31-a", "31-b")
def test_who_rolls_for_surprise() -> None:
    infantry = field("26-78 0815, 14Cav 0715", "german combat", turn=1, options=("variable_surprise",))
    infantry.do("attack 0715", "join 26-78")
    assert "surprise" not in infantry.shifts()
    infantry.dice(3).do("go")
    assert not infantry.told("rolls-for-surprise")
    later = lehr(turn=2)
    later.dice(3).do("go")
    assert not later.told("rolls-for-surprise")
    plain = lehr(options=())
    assert plain.shifts()["surprise"] == 1
    (entry,) = (entry for entry in plain.tells("go").tallies["right"].entries if entry.code == "surprise")
    assert entry.rule == "15.1", "without the option by the rule of the first turn"


@pytest.mark.rule("bitter_woods", "31-c")
def test_the_highest_endurance_in_the_hex_counts() -> None:
    def least(units: str) -> int:
        match = field(f"Lehr-130 0815, {units}", "german combat", turn=1, options=("variable_surprise",))
        match.do("attack 0715", "join Lehr-130")
        notes = {note.code: note.args for note in match.tells("go").notes}
        return int(str(notes["surprise-to-come"]["least"]))

    assert least("14Cav 0715 supply") == 4, "as it is now"
    assert least("14Cav 0715 supply, 28-110 0715") == 5


# --- 32.0 ------------------------------------------------------------------------------------------------


def combined(units: str, joins: str, target: str = "1111", **more: object) -> int:
    options = more.pop("options", ("combined_arms",))
    match = field(f"{units}, 28-110 {target}", "german combat", turn=6, options=options, **more)  # type: ignore[arg-type]
    match.do(f"attack {target}", *joins.split(", "))
    return match.shifts().get("combined-arms", 0)


def open_hexes() -> tuple[str, str, str, str]:
    """A clear hex, two beside it and one at range, found on the map."""
    match = field("28-110 4203")
    board, terrain = match.data.board, match.data.terrain
    for hex in board.hexes:
        around = [there for there in board.around(hex) if not board.river[board.side(hex, there)]]
        label = board.label(hex)
        if terrain[hex] == 0 and len(around) == 6 and 5 < int(label[:2]) < 15 and 5 < int(label[2:]) < 30:
            far = next(there for there in match.data.within[3][hex] if there not in match.data.within[2][hex])
            return label, board.label(around[0]), board.label(around[1]), board.label(far)
    raise AssertionError("no clear hex")


TARGET, HERE, THERE, FAR = open_hexes()


@pytest.mark.rule("bitter_woods", "32-a", "32-b", "32-c", "32-d", "ESC-b", "ESC-c")
@pytest.mark.parametrize(
    ("joins", "shift"),
    [
        ("join 2-3, join 26-78, support VAK-766", 1),
        ("join 2-3, join 2-2, support VAK-766", 1),
        ("join 2-3, join 26-78", 0),
        ("join 2-3, support VAK-766", 0),
        ("join 26-78, join 2-2, support VAK-766", 0),
    ],
)
def test_armor_infantry_and_guns_together(joins: str, shift: int) -> None:
    units = f"2-3 {HERE}, 26-78 {THERE}, 2-2 {THERE}, VAK-766 {FAR}"
    assert combined(units, joins, TARGET) == shift
    assert combined(units, joins, TARGET, options=()) == 0
    assert combined(units, joins, TARGET, improved=(TARGET,)) == 0
    fort = combined(units, joins, TARGET, hexes=(f"{TARGET}: works=2",))
    assert fort == 0


@pytest.mark.rule("bitter_woods", "32-a")
def test_combined_arms_of_the_allies_and_bad_ground() -> None:
    units = f"9CCB {HERE}, 28-109 {THERE}, FA-402 {FAR}, 26-78 {TARGET}"
    match = field(units, "allied combat", turn=6, options=("combined_arms",))
    match.do(f"attack {TARGET}", "join 9CCB", "join 28-109", "support FA-402")
    assert match.shifts()["combined-arms"] == 1
    assert combined("2-3 3517, 26-78 3517, VAK-766 3720", "join 2-3, join 26-78, support VAK-766", "3518") == 0, (
        "a town"
    )


@pytest.mark.rule("bitter_woods", "32-c")
@pytest.mark.parametrize(("battered", "shift"), [(2, 1), (1, 0), (0, 0)])
def test_a_bombardment_that_shocked_somebody_counts(battered: int, shift: int) -> None:
    units = f"2-3 {HERE}, 26-78 {THERE}, 28-110 {TARGET}"
    match = field(units, "german combat", turn=6, options=("combined_arms", "bombardment"))
    match.position.bombarded[match.hex(TARGET)] = battered
    match.position.forget()
    match.do(f"attack {TARGET}", "join 2-3", "join 26-78")
    assert match.shifts().get("combined-arms", 0) == shift


@pytest.mark.rule("bitter_woods", "32-c")
def test_a_bombardment_is_marked_by_its_success() -> None:
    units = f"VAK-766 {FAR}, VAK-401 {FAR}, 26-78 {HERE}, 28-110 {TARGET}"
    for die, mark in ((6, 2), (1, 1)):
        match = field(units, "german combat", turn=6, options=("combined_arms", "bombardment"))
        match.do(f"attack {TARGET}", "batter VAK-766", "batter VAK-401")
        match.dice(die).do("go")
        assert match.position.bombarded[match.hex(TARGET)] == mark


# --- 33.0 ------------------------------------------------------------------------------------------------

MONSCHAU = "1005"


@pytest.mark.rule("bitter_woods", "33-a")
@pytest.mark.parametrize(
    ("turn", "options", "spared"), [(1, ("spare_monschau",), True), (2, ("spare_monschau",), False), (1, (), False)]
)
def test_no_guns_at_monschau(turn: int, options: tuple[str, ...], spared: bool) -> None:
    units = f"326-751 0905, VAK-405 0706, Rkt-17 0905, 102Cav {MONSCHAU}"
    match = field(units, "german combat", turn=turn, options=options)
    match.do(f"attack {MONSCHAU}", "join 326-751")
    assert (match.objects("support") == set()) is spared


@pytest.mark.rule("bitter_woods", "33-a")
def test_no_bombardment_of_monschau_but_guns_elsewhere() -> None:
    options = ("spare_monschau", "bombardment")
    units = "326-751 0905, VAK-405 0706, VAK-388 0706, 102Cav 1005, 99-395 0906"
    match = field(units, "german combat", turn=1, options=options)
    match.do("attack 1005")
    assert match.prompt_code() == "declare-attack", "nobody bombards"
    other = field(units, "german combat", turn=1, options=options)
    other.do("attack 0906")
    assert other.prompt_code() == "choose-bombardment"


# --- 35.0 ------------------------------------------------------------------------------------------------

GARRISON = "352-914 1335, 352-915 0735, 352-916 1134, 276-986 0335"


def german_turn(units: str, turn: int, options: tuple[str, ...] = ("garrison",)) -> Battlefield:
    match = field(f"{units}, 28-110 4203", "german turn", turn=turn, options=options)
    match.skip_to("choose-move")
    return match


@pytest.mark.rule("bitter_woods", "35-a", "35-b")
@pytest.mark.parametrize(("turn", "slower"), [(4, 0), (5, 1), (12, 1), (13, 0)])
def test_7th_army_without_a_garrison_is_slower(turn: int, slower: int) -> None:
    three = GARRISON.rpartition(",")[0]
    match = german_turn(f"{three}, 212-316 0126, 26-78 0118", turn)
    assert match.allowance("212-316") == 3 - slower
    assert match.allowance("26-78") == 3, "of another army"
    whole = german_turn(f"{GARRISON}, 212-316 0126", turn)
    assert whole.allowance("212-316") == 3
    off = german_turn(f"{three}, 212-316 0126", turn, ())
    assert off.allowance("212-316") == 3


@pytest.mark.rule("bitter_woods", "35-a")
def test_who_occupies_a_place() -> None:
    three = GARRISON.rpartition(",")[0]
    other = german_turn(f"{three}, 26-78 0335, 212-316 0126", 6)
    assert other.allowance("212-316") == 3, "any German unit"
    enemy = german_turn(f"{three}, 4-12 0335, 212-316 0126", 6)
    assert enemy.allowance("212-316") == 2


@pytest.mark.rule("bitter_woods", "35-b")
def test_the_loss_comes_before_halving() -> None:
    match = field("212-316 0126 supply, 28-110 4203", "german move", turn=6, options=("garrison",))
    match.position.garrison_missing = 1
    match.position.forget()
    assert match.allowance("212-316") == 1, "half of two"


@pytest.mark.rule("bitter_woods", "35-c")
@pytest.mark.parametrize(("missing", "exploits"), [(1, False), (0, True)])
def test_no_exploitation_without_a_garrison(missing: int, exploits: bool) -> None:
    clocks = (f"garrison_missing = {missing}",)
    units = "FuhGd 0126 reserve attached=2, 2-2 4203 reserve, 28-110 3702"
    match = field(units, "german exploit", turn=6, options=("garrison",), clocks=clocks)
    assert ("FuhGd" in match.movers()) is exploits
    assert "2-2" in match.movers()
    if not exploits:
        assert match.why("move FuhGd") == ("no-garrison", "35.0")


@pytest.mark.rule("bitter_woods", "35-b", "35-c")
@pytest.mark.parametrize(("missing", "slower"), [(1, 1), (0, 0)])
def test_the_leader_of_7th_army_is_no_mechanized_unit(missing: int, slower: int) -> None:
    """He is slower like everybody in the movement phase, but whom he releases keeps, he does not."""
    options, clocks = ("garrison", "leaders"), (f"garrison_missing = {missing}",)
    units = "Brandenberger 0126, FuhGd 0126 reserve attached=2, 28-110 3702"
    before = field(units, "german move", turn=6, options=options, clocks=clocks)
    assert before.allowance("Brandenberger") == 5 - slower
    match = field(units, "german exploit", turn=6, options=options, clocks=clocks)
    assert "Brandenberger" in match.movers()
    assert match.allowance("Brandenberger") == 5, "the loss is one of the movement phase"
    assert ("FuhGd" in match.movers()) is not missing


# --- 34.0 ------------------------------------------------------------------------------------------------


@pytest.mark.rule("bitter_woods", "34-a", "15.2-g")
@pytest.mark.parametrize(
    ("options", "turn", "points"),
    [
        (("leaders",), 1, 2),
        (("leaders", "fast_leaders"), 1, 5),
        (("leaders",), 2, 5),
        (("leaders", "fast_leaders"), 2, 5),
    ],
)
def test_allied_leaders_on_the_first_turn(options: tuple[str, ...], turn: int, points: int) -> None:
    match = field("Hodges 2108, 28-110 2108, 26-39 0124", "allied move", turn=turn, options=options)
    assert match.allowance("Hodges") == points
    assert match.allowance("28-110") == (2 if turn == 1 else 4)


@pytest.mark.rule("bitter_woods", "15.2-g")
def test_allied_reserves_of_the_first_turn_go_two_hexes() -> None:
    match = field("9CCB 4203 reserve, 28-110 4203, 26-39 0124", "allied exploit", turn=1)
    assert match.allowance("9CCB") == 2


@pytest.mark.rule("bitter_woods", "5.3-z")
def test_leaders_at_rivers() -> None:
    units = "Middleton 1424, 28-110 1424, 26-39 0124"
    match = field(units, "allied move", turn=6, options=("leaders",), blown=("1324/1424",))
    match.do("move Middleton")
    assert match.price("1324") is not None, "over a river like infantry"
    assert match.price("1324", "1224") is not None, "and on"
    meuse = field("Middleton 4203, 28-110 4203, 26-39 0124", "allied move", turn=6, options=("leaders",))
    board = meuse.data.board
    river = board.code("river", "meuse")
    bank = next(
        (board.label(hex), board.label(there))
        for hex in board.hexes
        for there in board.around(hex)
        if board.river[board.side(hex, there)] == river
        and not board.bridge[board.side(hex, there)]
        and not board.wall[board.side(hex, there)]
    )
    there = field(f"Middleton {bank[0]}, 28-110 {bank[0]}, 26-39 0124", "allied move", turn=6, options=("leaders",))
    there.do("move Middleton")
    assert there.price(bank[1]) is not None, "like infantry"
    beyond = next(hex for hex in board.around(board.hex(bank[1])) if board.label(hex) != bank[0])
    assert there.price(bank[1], board.label(beyond)) is None, "and stops"


@pytest.mark.rule("bitter_woods", "7.3-c")
def test_leaders_have_no_zone() -> None:
    match = field("Dietrich 3517, 26-39 0124, 28-110 3716", "allied move", turn=6, options=("leaders",))
    assert not match.position.in_enemy_zone(match.hex("3518"), 1)
    assert field("26-78 3517, 28-110 3716", turn=6).position.in_enemy_zone(match.hex("3518"), 1)
