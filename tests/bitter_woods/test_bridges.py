"""13.0 Bridges: blown and rebuilt."""

from __future__ import annotations

import pytest

from tests.bitter_woods.fields import Battlefield, field, new_game

FREE = 9
SITE = "1324/1424"


def blowing(units: str, side: str = "allied", turn: int = FREE, **more: object) -> Battlefield:
    return field(units, f"{side} demolition", turn=turn, **more)  # type: ignore[arg-type]


def site(match: Battlefield) -> str:
    return match.bridge(SITE)


# --- demolition ------------------------------------------------------------------------------------------


@pytest.mark.rule("bitter_woods", "13.1-a", "13.1-c", "15.4-a")
@pytest.mark.parametrize(("turn", "allied"), [(1, False), (2, False), (3, True), (4, True)])
def test_the_allies_blow_nothing_on_the_first_day(turn: int, allied: bool) -> None:
    units = "28-110 1424, 26-78 1324"
    assert bool(blowing(units, "allied", turn).objects("blow")) is allied
    assert blowing(units, "german", turn).objects("blow"), "the Germans may"


@pytest.mark.rule("bitter_woods", "13.1-a", "4.A.5-a")
def test_bridges_are_blown_after_all_combats() -> None:
    match = field("28-110 1424, 26-78 1324, 2-2 1223", "german combat", turn=FREE)
    assert match.objects("blow") == set()
    match.do("done")
    assert match.objects("blow") == {site(match)}
    assert match.targets() == set()


@pytest.mark.rule("bitter_woods", "4.A.5-a")
def test_a_bridge_one_blows_is_gone_for_ones_own_exploitation() -> None:
    match = blowing("28-110 1425, 26-78 1424, 2-2 1223 reserve, 2-304 1424", "german")
    match.dice(1).do(f"blow {site(match)}")
    match.skip_to("choose-move")
    match.do("move 2-2")
    assert match.price("1324", "1424") is None


@pytest.mark.rule("bitter_woods", "13.1-b")
def test_each_bridge_is_tried_once_a_phase() -> None:
    match = blowing("28-110 1424, 28-112 1424, 26-78 1324, 9CCB 1624, 26-77 1524")
    two = {site(match), match.bridge("1524/1624")}
    assert match.objects("blow") == two
    match.dice(6).do(f"blow {site(match)}")
    assert match.objects("blow") == two - {site(match)}
    assert match.why(f"blow {site(match)}") == ("cannot-blow", "13.1")


@pytest.mark.rule("bitter_woods", "13.1-d")
@pytest.mark.parametrize(
    ("enemy", "may"),
    [
        ("26-78 1324", True),
        ("26-78 1323", True),
        ("26-78 1425", True),
        ("VAK-766 1323", True),
        ("26-78 1123", False),
        ("26-78 1627", False),
    ],
)
def test_an_enemy_must_be_at_the_bridge_or_a_hex_from_it(enemy: str, may: bool) -> None:
    assert bool(blowing(f"28-110 1424, {enemy}").objects("blow")) is may


@pytest.mark.rule("bitter_woods", "13.1-e", "13.1-f")
@pytest.mark.parametrize(
    ("units", "may"),
    [
        ("28-110 1424", True),
        ("28-110 1324", True),
        ("9CCB 1424", True),
        ("14Cav 1424", True),
        ("28-110 1425", False),
        ("FA-402 1424", False),
    ],
)
def test_who_blows_a_bridge(units: str, may: bool) -> None:
    """The pictured example: none of them at bridge C."""
    assert bool(blowing(f"{units}, 26-78 1323").objects("blow")) is may


@pytest.mark.rule("bitter_woods", "13.1-f")
def test_german_guns_do_not_either() -> None:
    assert blowing("Rkt-15 1324, 28-110 1424", "german").objects("blow") == set()
    assert blowing("2-3 1324, 28-110 1424", "german").objects("blow")


@pytest.mark.rule("bitter_woods", "13.1-h", "13.1-i", "13.2-b")
@pytest.mark.parametrize(
    ("enemy", "most"),
    [("26-78 1324", 3), ("FA 1324", 3), ("26-78 1323", 4), ("26-78 1425", 4), ("26-78 1324, 26-77 1323", 3)],
)
def test_the_die_that_blows_it(enemy: str, most: int) -> None:
    """The pictured example: three across the bridge, four a hex from it."""
    units = f"28-110 1424, {enemy.replace('FA', 'VAK-766')}"
    match = blowing(units, turn=7)
    assert match.tells(f"blow {site(match)}").chances["blown"] == pytest.approx(most / 6)
    for die in (most, most + 1):
        match = blowing(units, turn=7)
        match.dice(die).do(f"blow {site(match)}")
        assert match.is_blown(SITE) is (die == most)


# --- blown bridges ---------------------------------------------------------------------------------------


@pytest.mark.rule("bitter_woods", "13.2-a")
@pytest.mark.parametrize(
    ("id", "side", "price"),
    [("2-3", "german", None), ("26-78", "german", 3), ("28-110", "allied", 3), ("9CCB", "allied", 3)],
)
def test_a_blown_bridge_is_a_river(id: str, side: str, price: float | None) -> None:
    match = field(f"{id} 1324", f"{side} move", turn=FREE, blown=(SITE,))
    match.do(f"move {id}")
    assert match.price("1424") == (price if id != "9CCB" else None), "armor leaves the forest by the road alone"


@pytest.mark.rule("bitter_woods", "13.2-c")
def test_three_bridges_are_blown_at_the_start() -> None:
    match = new_game()
    blown = {hexside for hexside in match.data.bridges if match.position.blown[hexside]}
    assert blown == {match.side(pair) for pair in ("1324/1424", "1029/1129", "0432/0533")}


# --- rebuilding ------------------------------------------------------------------------------------------


def building(units: str, side: str = "german", **more: object) -> Battlefield:
    return field(units, f"{side} bridges", turn=FREE, blown=(SITE,), **more)  # type: ignore[arg-type]


@pytest.mark.rule("bitter_woods", "13.3-a", "13.3-b", "13.3-c")
@pytest.mark.parametrize(
    ("units", "side", "able"),
    [
        ("26-78 1324", "german", True),
        ("2-3 1324", "german", True),
        ("28-110 1424", "allied", True),
        ("9CCB 1424", "allied", True),
        ("VAK-766 1324", "german", False),
        ("FA-402 1424", "allied", False),
        ("26-78 1324 supply", "german", False),
        ("26-78 1324 done=1", "german", False),
        ("26-78 1223", "german", False),
    ],
)
def test_who_rebuilds_a_bridge(units: str, side: str, able: bool) -> None:
    match = building(units, side)
    assert match.objects("bridge") == ({site(match)} if able else set()), "and only where one was"


@pytest.mark.rule("bitter_woods", "13.3-c", "13.3-d")
def test_a_builder_neither_moves_nor_attacks() -> None:
    match = building("26-78 1324, 26-77 1324, 28-110 1424")
    match.do(f"bridge {site(match)}", "builder 26-78")
    match.do("attack 1424")
    assert match.objects("join") == {"26-77"}
    bridging = f"bridging={match.side(SITE)}"
    moving = field(f"26-78 1324 {bridging}, 26-77 3702", turn=FREE, blown=(SITE,))
    assert moving.why("move 26-78") == ("builds-bridge", "13.3")


def built(units: str, *, side: str = "german", turn: int = FREE, clocks: tuple[str, ...] = ()) -> Battlefield:
    """The last phase of a player turn, with a bridge begun by the first unit."""
    data = field("").data
    board = data.board
    number = board.side(board.hex("1324"), board.hex("1424"))
    first, *others = units.split(", ")
    return field(
        ", ".join((f"{first} bridging={number}", *others)),
        f"{side} construction",
        turn=turn,
        blown=(SITE,),
        clocks=clocks,
    )


@pytest.mark.rule("bitter_woods", "13.3-e", "13.3-g", "4.A.7-a")
def test_a_bridge_is_finished_by_its_builder_crossing() -> None:
    match = built("26-78 1324, 26-77 1324, 28-110 1626")
    assert match.objects("builder") == {"26-78"}
    assert match.is_blown(SITE)
    assert match.objects("cross") == set(), "nobody crosses before the builder"
    match.do("builder 26-78")
    assert match.place("26-78") == "1424"
    assert not match.is_blown(SITE)


@pytest.mark.rule("bitter_woods", "13.3-e", "13.3-g")
def test_an_enemy_across_or_a_full_bank_keeps_it_from_being_built() -> None:
    match = built("26-78 1324, 28-110 1424")
    assert match.objects("builder") == set()
    assert match.is_blown(SITE)
    assert match.position.bridging[match.unit("26-78")] < 0, "the work is given up"
    full = built("26-78 1324, 26-77 1424, 26-39 1424, 2-2 1424, 28-110 1730")
    assert full.objects("builder") == set()
    left = built("26-78 1323, 28-110 1730")
    assert left.objects("builder") == set(), "who has lost his hex"
    stays = built("26-78 1324, 26-77 1324, 28-110 1730")
    stays.do("done")
    assert stays.is_blown(SITE)


@pytest.mark.rule("bitter_woods", "13.3-f", "13.3-i")
def test_companions_cross_with_the_builder_as_far_as_there_is_room() -> None:
    """The worked example: infantry builds, the panzer regiment crosses, the reconnaissance unit is there already."""
    match = built("26-78 1324, 2-3 1324 done=5, VAK-766 1324, Lehr-Rec 1424, 28-110 1730", turn=2)
    match.do("builder 26-78")
    assert match.objects("cross") == {"2-3", "VAK-766"}, "heavy tanks and guns too"
    match.do("cross 2-3")
    assert match.place("2-3") == "1424"
    assert match.objects("cross") == set(), "three units fill the hex"


@pytest.mark.rule("bitter_woods", "13.3-f", "15.5-a")
@pytest.mark.parametrize("turn", [1, 2])
def test_who_takes_no_part_neither_builds_nor_crosses(turn: int) -> None:
    """I SS Panzer Corps on 16AM; by the orders of a scenario others."""
    match = field("12SS-25 1324 unbound", "german bridges", turn=turn, blown=(SITE,))
    assert bool(match.objects("bridge")) is (turn > 1)
    crossing = built("26-78 1324, 2-3 1324, 12SS-25 1324 unbound, 28-110 1730", turn=turn)
    crossing.do("builder 26-78")
    assert ("12SS-25" in crossing.objects("cross")) is (turn > 1)


@pytest.mark.rule("bitter_woods", "13.3-f")
def test_boundaries_bar_the_crossing() -> None:
    match = built("26-78 1324, 2-3 1324, 12SS-25 1324, 28-110 1730", turn=6)
    match.do("builder 26-78")
    assert match.objects("cross") == {"2-3"}
    later = built("26-78 1324, 2-3 1324, 12SS-25 1324, 28-110 1730", turn=7)
    later.do("builder 26-78")
    assert later.objects("cross") == {"2-3", "12SS-25"}


@pytest.mark.rule("bitter_woods", "13.3-j")
def test_a_finished_bridge_carries_supply_and_roads() -> None:
    match = built("26-78 1324, 28-110 1730")
    match.do("builder 26-78")
    moved = field("2-3 1324", turn=FREE)
    moved.do("move 2-3")
    assert moved.price("1424") == 0.25
    assert match.position.sides[match.side(SITE)] == 0, "open at once"


@pytest.mark.rule("bitter_woods", "13.3-k", "13.4-a")
def test_the_germans_rebuild_eight_bridges_in_all() -> None:
    match = built("26-78 1324, 28-110 1730", clocks=("built = 1",))
    match.do("builder 26-78")
    assert match.position.built == 2, "a site done twice counts twice"
    assert building("26-78 1324", clocks=("built = 7",)).objects("bridge")
    assert building("26-78 1324", clocks=("built = 8",)).objects("bridge") == set()
    assert building("28-110 1424", "allied", clocks=("built = 8",)).objects("bridge"), "the Allies have no limit"
    allied = built("28-110 1424, 26-78 1123", side="allied", clocks=("built = 1",))
    allied.do("builder 28-110")
    assert allied.position.built == 1


@pytest.mark.rule("bitter_woods", "13.3-k")
def test_a_rebuilt_bridge_may_be_blown_again() -> None:
    assert blowing("26-78 1324, 28-110 1424", "german", clocks=("built = 1",)).objects("blow")
