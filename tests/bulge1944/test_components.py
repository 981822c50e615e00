"""1.0 to 4.0 What is in the box, what counters say, and what support does. Movement is in sixths of a point."""

from __future__ import annotations

import shutil
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from ardennes.engine.datapack import own_file
from ardennes.engine.dice import SeededDice, every_branch
from ardennes.engine.match import Match
from ardennes.engine.notation import write_option
from ardennes.engine.position import NO_UNIT
from ardennes.errors import ArdennesError
from ardennes.games.bulge1944.game import GAME, Bulge1944
from ardennes.games.bulge1944.rules.field import Field
from ardennes.games.bulge1944.rules.pieces import ALLIED, GERMAN, Piece
from tests.bulge1944.fields import Battlefield, box, field, symbols


def land(side: int) -> list[Piece]:
    return [piece for piece in box().counters if piece.land_unit and piece.side == side]


def dice_of_unit(id: str) -> int:
    piece = box().counters[box().unit(id)]
    return piece.dice_with(piece.steps)


def dice_of(match: Battlefield, option: str = "go") -> tuple[int, int]:
    """Dice of attacker and defender if the attack were made now."""
    tallies = match.tells(option).tallies
    return tallies["attack"].total, tallies["defence"].total


# --- 1.0, 2.0, 3.0 -----------------------------------------------------------------------------------


def test_combat_die_has_six_faces_of_three_kinds() -> None:
    die = box().die
    assert sum(die.faces) == 6
    assert all(faces > 0 for faces in die.faces)
    pools = every_branch(lambda dice: dice.pool(1, die.faces))
    assert pools == {
        (1, 0, 0): Fraction(die.infantry, 6),
        (0, 1, 0): Fraction(die.armor, 6),
        (0, 0, 1): Fraction(die.blank, 6),
    }, "each face as often as another"
    assert sum(SeededDice("many").pool(11, die.faces)) == 11, "more dice than there are in the box are rolled again"


@pytest.mark.parametrize("missing", Bulge1944.data_files)
def test_no_game_without_its_charts(missing: str, tmp_path: Path) -> None:
    for part in ("data", "map"):
        shutil.copytree(GAME.folder / part, tmp_path / part)
    shutil.copy(GAME.folder / "game.toml", tmp_path)
    Bulge1944(tmp_path).load_data("campaign", ())
    own_file(Bulge1944(tmp_path), missing).unlink()
    with pytest.raises(ArdennesError, match=missing):
        Bulge1944(tmp_path).load_data("campaign", ())


@pytest.mark.rule("bulge1944", "19.0-a")
@pytest.mark.parametrize(("options", "cards"), [((), 3), (("fourth_card",), 4)])
def test_cards(options: tuple[str, ...], cards: int) -> None:
    match = Match.new(GAME, scenario="secret_card", options=options)
    assert match.asked is not None
    names = [write_option(match.position.data, option) for option in match.asked.options]
    assert names == ["card autumn_mist", "card plan_martin", "card spoiling_attack", "card campaign"][:cards]
    match.apply(match.asked.options[-1])
    assert isinstance(match.position, Field)
    assert match.position.card == names[-1].removeprefix("card ")
    drawn = {Match.new(GAME, scenario="random_card", options=options, seed=str(n)).position for n in range(30)}
    assert len({p.card for p in drawn if isinstance(p, Field)}) == cards


def test_map_has_all_that_rules_speak_of() -> None:
    board = box().board
    assert set(board.vocabulary["terrain"]) == {"", "clear", "forest", "rough"}
    assert all(board.terrain[hex] for hex in board.hexes)
    for layer in ("river", "road", "bridge"):
        assert any(getattr(board, layer)), layer
    bridges = [side for side in range(board.sides) if board.road[side] and board.river[side]]
    assert bridges == [side for side in range(board.sides) if board.bridge[side]]
    names = {board.name(hex) for hex in box().towns}
    assert names >= {"Liège", "Namur", "Verviers", "Bastogne", "Dinant", "Huy", "Rochefort", "Malmedy", "Spa"}
    assert names >= {"Eupen", "Monschau", "Marche", "Ettelbruck", "Manhay"}
    assert [name for name in ("Liège", "Namur", "Verviers") if board.place[board.hex(name)] != 1] == []
    codes = [f"{edge}{number}" for edge, numbers in (("N", "1234"), ("W", "12"), ("S", "12345")) for number in numbers]
    for code in (*codes, "E5", "E6", "E7"):
        (hex,) = board.area(code)
        edge = {"N": "north", "W": "west", "S": "south", "E": "east"}[code[0]]
        assert hex in board.area(f"{edge}-edge")
        assert any(board.road[board.side(hex, there)] for there in board.around(hex)), f"{code} has a road"
    assert len(board.area("siegfried-line")) > 10


def test_two_armies() -> None:
    nations = {piece.nation: piece.side for piece in box().counters if piece.land_unit}
    assert nations == {"German": GERMAN, "US": ALLIED, "British": ALLIED}
    at_start = Counter(piece.side for piece in box().counters if piece.land_unit and piece.arrives == 0)
    later = Counter(piece.side for piece in box().counters if piece.land_unit and piece.arrives)
    assert at_start == {GERMAN: 18, ALLIED: 12}
    assert later == {GERMAN: 10, ALLIED: 21}


# --- 2.0 terrain in combat ---------------------------------------------------------------------------


@pytest.mark.rule("bulge1944", "2.0-d")
def test_ground_of_the_defender_counts() -> None:
    match = field("12VG 1510, 99Inf 1509")
    match.do("attack 1509", "join 12VG")
    assert dice_of(match) == (3, 3), "the attacker stands in a forest, the defender does not"
    match = field("12VG 1509, 99Inf 1510")
    match.do("attack 1510", "join 12VG")
    assert dice_of(match) == (2, 3)


@pytest.mark.rule("bulge1944", "2.0-e", "2.0-f")
def test_woods_behind_a_river_leave_a_brigade_no_dice() -> None:
    match = field("FBB 1310, 112Rgt 1210", turn=4).dice(symbols(0), symbols(2, armor=1))
    match.do("attack 1210", "join FBB")
    assert dice_of(match) == (0, 2)
    reasons = {entry.code: entry.amount for entry in match.tells("go").tallies["attack"].entries}
    assert (reasons["unit"], reasons["terrain"], reasons["across-river"]) == (2, -1, -1)
    match.do("go")
    assert match.offers() == {"hit FBB"}, "it still takes the hit"


@pytest.mark.rule("bulge1944", "2.0-f")
def test_unit_without_dice_may_take_the_hits_of_others() -> None:
    match = field("FBB 1310, Lehr 1211, 112Rgt 1210", turn=4)
    match.do("attack 1210", "join Lehr", "join FBB")
    attack, defence = dice_of(match)
    match.dice(symbols(attack), symbols(defence, armor=1)).do("go")
    assert match.offers() == {"hit FBB", "hit Lehr"}
    match.do("hit FBB")
    assert (match.place("FBB"), match.steps_of("Lehr")) == ("eliminated", 3)


# --- 4.0 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge1944", "4.0-a")
def test_every_unit_has_dice_steps_and_moves() -> None:
    for piece in (*land(GERMAN), *land(ALLIED)):
        assert all(piece.dice_with(steps) > 0 for steps in range(1, piece.steps + 1)), piece.id
        assert 1 <= piece.steps <= 6
        assert piece.moves > 0
    assert {piece.steps for piece in land(GERMAN) if piece.steps > 4} == {6}, "only 1st SS is above strength"


@pytest.mark.rule("bulge1944", "4.0-a", "4.0-f")
@pytest.mark.parametrize(("dice", "shown"), [("5", [5, 5, 5]), ("5/4", [5, 4, 4]), ("5/4/2", [5, 4, 2])])
def test_dice_are_those_of_the_side_that_is_up(dice: str, shown: list[int]) -> None:
    piece = Piece(id="X", name="X", side=GERMAN, kind="armor", dice=dice, steps=3)
    assert [piece.dice_with(steps) for steps in (3, 2, 1)] == shown


@pytest.mark.rule("bulge1944", "4.0-b")
def test_same_dice_in_attack_and_defence() -> None:
    match = field("12VG 1609, 99Inf 1509")
    match.do("attack 1509", "join 12VG")
    assert dice_of(match) == (3, 3)
    match = field("12VG 1609, 99Inf 1509", "allied activation")
    match.do("attack 1609", "join 99Inf")
    assert dice_of(match) == (3, 3)
    match = field("1SS 1609, 14Cav 1509")
    match.do("attack 1509", "join 1SS")
    assert dice_of(match) == (5, 1)


@pytest.mark.rule("bulge1944", "4.0-c", "4.0-f")
def test_unit_takes_as_many_hits_as_it_has_steps() -> None:
    match = field("1SS 1609, 12SS 1610, 99Inf 1509")
    match.dice(symbols(5, infantry=3), symbols(3)).do("attack 1509", "join 1SS", "go")
    assert match.steps_of("99Inf") == 1
    assert match.position.data.counters[match.unit("99Inf")].dice_with(1) == 3, "its last side still shows three dice"
    match.dice(symbols(4, armor=1), symbols(3)).do("attack 1509", "join 12SS", "go")
    assert match.place("99Inf") == "eliminated"


@pytest.mark.rule("bulge1944", "4.0-f")
@pytest.mark.parametrize(("unit", "hits", "left"), [("112Rgt", 1, 0), ("18VG", 2, 1), ("277VG", 1, 1), ("277VG", 2, 0)])
def test_counters_are_flipped_replaced_and_removed(unit: str, hits: int, left: int) -> None:
    phase, attacker = ("allied activation", "2Arm") if unit.endswith("VG") else ("german activation", "12SS")
    match = field(f"{attacker} 1509, {unit} 1609", phase)
    match.dice(symbols(4, infantry=hits), symbols(dice_of_unit(unit))).do("attack 1609", f"join {attacker}", "go")
    assert match.steps_of(unit) == left
    assert match.place(unit) == ("1609" if left else "eliminated")


@pytest.mark.rule("bulge1944", "4.0-d", "10.0-c", "11.0-d")
def test_allowance_is_the_printed_one() -> None:
    match = field("26VG 1116, Lehr 1120")
    assert match.allowance("26VG") == 24
    assert match.allowance("Lehr") == 36
    assert match.tells("move Lehr").rules == ("10.0",)
    match.do("move 26VG")
    assert match.costs("1112") == [24]
    assert match.why("to 1011") == ("too-far", "11.0")
    refusal = match.refusal_of("to 1011")
    assert refusal is not None
    assert (refusal.args["needs"], refusal.args["has"]) == (30, 24)
    match.do("to 1113")
    assert match.why("to 1011") == ("too-far", "11.0"), "what is spent stays spent"
    assert "to 1112" in match.offers()


@pytest.mark.rule("bulge1944", "4.0-e", "8.0-d")
def test_cavalry_and_panzergrenadiers_are_armor() -> None:
    match = field("15PzGr 1116/1, 26VG 1316/2", "german reinforcement", turn=9)
    match.do("refit 15PzGr")
    assert match.points() == 18
    match.do("refit 26VG", "move 15PzGr")
    assert match.costs("1115") == [3], "half a point on the road"
    match = field("14Cav 1116, 1SS 1909", "allied activation")
    match.do("move 14Cav")
    assert match.costs("1115", "1113") == [3, 9]
    match = field("1SS 1609, 14Cav 1509").dice(symbols(5, infantry=5), symbols(1))
    match.do("attack 1509", "join 1SS", "go")
    assert match.place("14Cav") == "1509", "infantry symbols do not hit it"


@pytest.mark.rule("bulge1944", "4.1-a", "4.1-c")
def test_formations() -> None:
    assert {piece.army for piece in land(ALLIED)} == {"1st Army", "3rd Army", "XXX Corps"}
    assert {piece.army for piece in land(GERMAN)} == {"5th Panzer Army", "6th Panzer Army", "7th Army"}
    assert {piece.id for piece in land(ALLIED) if piece.army == "XXX Corps"} == {"Guards", "43Inf", "53Inf"}
    assert {piece.nation for piece in land(ALLIED) if piece.army == "XXX Corps"} == {"British"}


@pytest.mark.rule("bulge1944", "4.1-b", "10.0-f")
def test_viii_corps_is_part_of_3rd_army() -> None:
    assert {piece.army for piece in land(ALLIED) if piece.corps == "VIII"} == {"3rd Army"}
    match = field("110Rgt 1509, 4Arm 1610, 12VG 1609", "allied activation", turn=7)
    match.dice(symbols(6), symbols(3)).do("attack 1609", "join 110Rgt", "join 4Arm", "go")
    assert match.points() == 19


# --- 4.2 types ---------------------------------------------------------------------------------------


@pytest.mark.rule("bulge1944", "4.2-a")
def test_both_symbols_hit_infantry_without_armor() -> None:
    match = field("1SS 1609, 99Inf 1509").dice(symbols(5, infantry=1, armor=1), symbols(3))
    match.do("attack 1509", "join 1SS", "go")
    assert match.steps_of("99Inf") == 2


@pytest.mark.rule("bulge1944", "4.2-a")
def test_armor_symbols_hit_armor_where_there_is_some() -> None:
    match = field("1SS 1609, 12VG 1610, 99Inf 1509").dice(symbols(8), symbols(3, infantry=1, armor=1))
    match.do("attack 1509", "join 12VG", "join 1SS", "go")
    assert match.offers() == {"hit 1SS"}
    assert match.why("hit 12VG") == ("cannot-be-hit", "12.0")
    match.do("hit 1SS")
    assert match.offers() == {"hit 12VG"}, "and infantry symbols infantry"
    match.do("hit 12VG")
    assert (match.steps_of("1SS"), match.steps_of("12VG")) == (5, 2)


@pytest.mark.rule("bulge1944", "4.2-b")
@pytest.mark.parametrize("unit", ["2Arm", "14Cav"])
def test_infantry_symbols_do_not_hit_armor(unit: str) -> None:
    match = field(f"1SS 1609, {unit} 1509")
    match.dice(symbols(5, infantry=3), symbols(dice_of_unit(unit))).do("attack 1509", "join 1SS", "go")
    assert match.steps_of(unit) == match.data.counters[match.unit(unit)].steps


@pytest.mark.rule("bulge1944", "4.2-b")
def test_armor_symbols_hit_panzergrenadiers() -> None:
    match = field("2Arm 1509, 15PzGr 1609", "allied activation", turn=8)
    match.dice(symbols(4, infantry=3, armor=1), symbols(3)).do("attack 1609", "join 2Arm", "go")
    assert match.steps_of("15PzGr") == 1


# --- 4.2 artillery -----------------------------------------------------------------------------------


@pytest.mark.rule("bulge1944", "4.2-c")
def test_artillery_is_never_on_the_map() -> None:
    match = field("12VG 1609, 99Inf 1509").dice(symbols(4), symbols(3))
    match.do("attack 1509", "join 12VG", "support Guns6")
    assert match.place("Guns6") == "beside-the-map"
    match.do("go")
    assert match.place("Guns6") == "beside-the-map"
    assert not any(offer.startswith(("move Guns", "enter Guns")) for offer in match.offers())


@pytest.mark.rule("bulge1944", "4.2-d", "4.2-h")
def test_german_guns_add_a_die_for_a_supplied_unit_of_their_army() -> None:
    match = field("12VG 1609, 26VG 1610, 99Inf 1509")
    match.do("attack 1509", "join 12VG")
    assert dice_of(match) == (3, 3)
    assert {"support Guns6"} == {offer for offer in match.offers() if offer.startswith("support")}
    assert match.why("support Guns5") == ("cannot-support", "4.2")
    match.do("support Guns6")
    assert dice_of(match) == (4, 3)
    match.dice(symbols(4), symbols(3)).do("go")
    match.do("attack 1509", "join 26VG")
    assert "support Guns5" in match.offers()


@pytest.mark.rule("bulge1944", "4.2-d")
def test_no_guns_for_a_unit_out_of_supply() -> None:
    match = field("12VG 1509, 99Inf 1508, 2Inf 1610")
    match.do("attack 1508", "join 12VG")
    assert match.why("support Guns6") == ("cannot-support", "4.2")
    match = field("12VG 1509, 99Inf 1508")
    match.do("attack 1508", "join 12VG")
    assert "support Guns6" in match.offers()


@pytest.mark.rule("bulge1944", "4.2-e")
def test_one_artillery_in_a_combat() -> None:
    match = field("99Inf 1509, 4Arm 1610, 12VG 1609", "allied activation", turn=7)
    match.do("attack 1609", "join 99Inf", "join 4Arm")
    assert {"support Guns1", "support Guns3"} <= match.offers()
    match.do("support Guns1")
    assert not {"support Guns1", "support Guns3"} & match.offers()
    assert match.why("support Guns3") == ("cannot-support", "4.2")


@pytest.mark.rule("bulge1944", "4.2-f")
def test_artillery_fires_once_a_turn() -> None:
    match = field("12VG 1609, 277VG 1610, 99Inf 1509").dice(symbols(4), symbols(3))
    match.do("attack 1509", "join 12VG", "support Guns6", "go", "attack 1509", "join 277VG")
    assert match.why("support Guns6") == ("cannot-support", "4.2")
    match.dice(symbols(2), symbols(3)).do("go", "done", "done", "attack 1509", "join 12VG")
    assert match.position.turn == 2
    assert "support Guns6" in match.offers()


@pytest.mark.rule("bulge1944", "4.2-g")
@pytest.mark.parametrize(("turn", "there"), [(1, True), (3, True), (4, False), (10, False)])
def test_german_guns_on_the_first_three_turns(turn: int, there: bool) -> None:
    match = field("12VG 1609, 99Inf 1509", turn=turn)
    match.do("attack 1509", "join 12VG")
    assert ("support Guns6" in match.offers()) == there
    assert sum(piece.kind == "artillery" and piece.side == GERMAN for piece in box().counters) == 3


@pytest.mark.rule("bulge1944", "4.2-h")
def test_no_german_guns_in_defence() -> None:
    match = field("12VG 1609, 99Inf 1509", "allied activation").dice(symbols(3), symbols(3))
    match.do("attack 1609", "join 99Inf", "go")
    assert match.prompt_code() == "choose-activation", "nobody was asked for support"


@pytest.mark.rule("bulge1944", "4.2-i")
@pytest.mark.parametrize(("attacker", "target", "there"), [("1213", "1113", True), ("1113", "1013", False)])
def test_german_guns_reach_five_hexes_from_the_wall(attacker: str, target: str, there: bool) -> None:
    match = field(f"12VG {attacker}, 99Inf {target}")
    match.do(f"attack {target}", "join 12VG")
    assert ("support Guns6" in match.offers()) == there


@pytest.mark.rule("bulge1944", "4.2-j")
@pytest.mark.parametrize(
    ("guns", "unit", "turn", "there"),
    [
        ("Guns1", "99Inf", 1, False),
        ("Guns1", "99Inf", 2, True),
        ("Guns1", "99Inf", 10, True),
        ("Guns3", "4Arm", 6, False),
        ("Guns3", "4Arm", 7, True),
        ("Guns3", "4Arm", 10, True),
    ],
)
def test_american_guns_come_later(guns: str, unit: str, turn: int, there: bool) -> None:
    match = field(f"{unit} 1509, 12VG 1609", "allied activation", turn=turn)
    match.do("attack 1609", f"join {unit}")
    assert (f"support {guns}" in match.offers()) == there


@pytest.mark.rule("bulge1944", "4.2-k")
def test_american_guns_in_attack_and_defence() -> None:
    match = field("99Inf 1509, 12VG 1609", "allied activation", turn=4)
    match.do("attack 1609", "join 99Inf", "support Guns1")
    assert dice_of(match) == (4, 3)
    match = field("99Inf 1509, 12VG 1609", turn=4)
    match.do("attack 1509", "join 12VG", "go")
    assert match.offers() == {"support Guns1", "go"}
    match.dice(symbols(3), symbols(4)).do("support Guns1")
    assert match.told("rolled")[0].args["defence_dice"] == 4


@pytest.mark.rule("bulge1944", "4.2-k")
def test_no_american_guns_for_a_defender_out_of_supply() -> None:
    match = field("99Inf 1509, 12VG 1610, 1SS 1508", turn=4).dice(symbols(3), symbols(2))
    match.do("attack 1509", "join 12VG", "go")
    assert match.prompt_code() == "choose-activation", "no support to ask for"
    assert match.told("rolled")[0].args["defence_dice"] == 2


@pytest.mark.rule("bulge1944", "4.2-l")
def test_3rd_army_guns_for_viii_corps() -> None:
    match = field("106Inf 1509, 12VG 1609", turn=7)
    match.do("attack 1509", "join 12VG", "go")
    assert "support Guns3" in match.offers()
    assert match.why("support Guns1") == ("cannot-support", "4.2")
    match = field("106Inf 1509, 12VG 1609", "allied activation", turn=7)
    match.do("attack 1609", "join 106Inf")
    assert "support Guns3" in match.offers(), "in attack as in defence"
    assert match.why("support Guns1") == ("cannot-support", "4.2")


# --- 4.2 air -----------------------------------------------------------------------------------------


@pytest.mark.rule("bulge1944", "4.2-m")
@pytest.mark.parametrize(("turn", "squadrons"), [(1, 0), (2, 0), (3, 1), (4, 0), (7, 0), (8, 3), (10, 3)])
def test_air_units_fly_as_the_track_says(turn: int, squadrons: int) -> None:
    assert [space.air for space in box().turns] == [0, 0, 1, 0, 0, 0, 0, 3, 3, 3]
    match = field("99Inf 1509, 12VG 1609", "allied activation", turn=turn)
    match.do("attack 1609", "join 99Inf")
    offers = {offer for offer in match.offers() if offer.startswith("support Air")}
    assert offers == {f"support Air{number}" for number in range(1, squadrons + 1)}
    assert match.place("Air1") == "beside-the-map"


@pytest.mark.rule("bulge1944", "4.2-m")
@pytest.mark.parametrize(("weather", "squadrons"), [("overcast", 0), ("mist", 1), ("clear", 3)])
def test_air_units_fly_as_the_weather_allows(weather: str, squadrons: int) -> None:
    match = field("99Inf 1509, 12VG 1609", "allied activation", turn=4, weather=weather, options=["weather"])
    match.do("attack 1609", "join 99Inf")
    assert sum(offer.startswith("support Air") for offer in match.offers()) == squadrons


@pytest.mark.rule("bulge1944", "4.2-n")
def test_air_unit_adds_two_dice() -> None:
    match = field("99Inf 1509, 12VG 1609", "allied activation", turn=8)
    match.do("attack 1609", "join 99Inf", "support Air1")
    assert dice_of(match) == (5, 3)
    match = field("99Inf 1509, 12VG 1609", turn=8)
    match.do("attack 1509", "join 12VG", "go")
    match.dice(symbols(3), symbols(5)).do("support Air2", "go")
    assert match.told("rolled")[0].args["defence_dice"] == 5


@pytest.mark.rule("bulge1944", "4.2-m", "4.2-n")
def test_air_units_help_units_out_of_supply_too() -> None:
    match = field("99Inf 1509, 12VG 1610, 1SS 1508", "allied activation", turn=8)
    match.do("attack 1610", "join 99Inf")
    assert match.offers() == {"support Air1", "support Air2", "support Air3", "go"}, "but no guns"
    match = field("99Inf 1509, 12VG 1610, 1SS 1508", turn=8)
    match.do("attack 1509", "join 12VG", "go")
    assert match.offers() == {"support Air1", "support Air2", "support Air3", "go"}


@pytest.mark.rule("bulge1944", "4.2-o", "4.2-t")
def test_one_air_unit_with_guns_and_leader() -> None:
    match = field("4Arm 1509, 12VG 1609", "allied activation", turn=8)
    match.do("attack 1609", "join 4Arm", "support Air1", "support Guns3", "lead Patton")
    assert dice_of(match) == (8, 3), "four of its own, two from the air, one from guns, one from the leader"
    assert match.why("support Air2") == ("cannot-support", "4.2")


@pytest.mark.rule("bulge1944", "4.2-p")
def test_air_unit_is_used_once_a_turn() -> None:
    match = field("4Arm 1509, 99Inf 1610, 2Inf 1608, 2Arm 1709, 12VG 1609", "allied activation", turn=8)
    for number, unit in enumerate(("4Arm", "99Inf", "2Inf"), start=1):
        match.do("attack 1609", f"join {unit}", f"support Air{number}")
        match.dice(symbols(dice_of(match)[0]), symbols(dice_of(match)[1])).do("go")
    match.do("attack 1609", "join 2Arm")
    assert not any(offer.startswith("support Air") for offer in match.offers())


@pytest.mark.rule("bulge1944", "4.2-f", "4.2-p")
@pytest.mark.parametrize("support", ["Air1", "Guns1"])
def test_support_used_in_defence_is_spent_for_the_turn(support: str) -> None:
    match = field("99Inf 1509, 12VG 1609, 277VG 1610", turn=8).dice(symbols(3), symbols(3 + 2))
    match.do("attack 1509", "join 12VG", "go", f"support {support}")
    match.dice(symbols(3), symbols(3 + (2 if support == "Air1" else 1))).do("go")
    match.do("attack 1509", "join 277VG", "go")
    assert match.why(f"support {support}") == ("cannot-support", "4.2"), "not in another defence"
    match.dice(symbols(2), symbols(3)).do("go", "done", "attack 1609", "join 99Inf")
    assert match.why(f"support {support}") == ("cannot-support", "4.2"), "nor in an attack of the same turn"
    assert "support Air2" in match.offers()
    match.dice(symbols(3), symbols(3)).do("go", "done", "attack 1509", "join 12VG", "go")
    assert (match.position.turn, f"support {support}" in match.offers()) == (9, True)


# --- 4.2 leaders -------------------------------------------------------------------------------------


@pytest.mark.rule("bulge1944", "4.2-q")
def test_leader_joins_a_supplied_unit_of_his_army() -> None:
    match = field("Lehr 1116, 1SS 1316, 5FJ 1516")
    assert match.place("Manteuffel") == "beside-the-map"
    match.do("move 1SS")
    assert match.why("lead Manteuffel") == ("no-leader", "4.2")
    match.do("done", "move 5FJ")
    assert match.why("lead Manteuffel") == ("no-leader", "4.2")
    match.do("done", "move Lehr")
    assert "lead Manteuffel" in match.offers()
    match = field("Lehr 1509, 99Inf 1508, 2Inf 1610")
    match.do("move Lehr")
    assert match.why("lead Manteuffel") == ("no-leader", "4.2"), "it is out of supply"


@pytest.mark.rule("bulge1944", "4.2-q")
def test_patton_leads_viii_corps_too() -> None:
    match = field("101Abn 1116, 4Arm 1120, 99Inf 1404", "allied activation", turn=7)
    match.do("move 99Inf")
    assert "lead Patton" not in match.offers()
    match.do("done", "move 101Abn")
    assert "lead Patton" in match.offers()
    early = field("101Abn 1116", "allied activation", turn=6)
    early.do("move 101Abn")
    assert early.why("lead Patton") == ("no-leader", "4.2"), "he comes on turn 7"


@pytest.mark.rule("bulge1944", "4.2-q")
@pytest.mark.parametrize(
    ("unit", "side", "leader", "turn"),
    [
        ("Lehr", "german", "Manteuffel", 1),
        ("Lehr", "german", "Manteuffel", 10),
        ("4Arm", "allied", "Patton", 7),
        ("4Arm", "allied", "Patton", 10),
    ],
)
def test_leaders_stay_to_the_end(unit: str, side: str, leader: str, turn: int) -> None:
    match = field(f"{unit} 1116", f"{side} activation", turn=turn)
    match.do(f"move {unit}")
    assert f"lead {leader}" in match.offers()


@pytest.mark.rule("bulge1944", "4.2-r", "11.0-r")
@pytest.mark.parametrize("attack_first", [True, False])
def test_leader_helps_move_and_attack_in_either_order(attack_first: bool) -> None:
    match = field("2Pz 1609, 99Inf 1509")
    if attack_first:
        match.do("attack 1509", "join 2Pz", "lead Manteuffel")
        assert dice_of(match) == (5, 3)
        match.dice(symbols(5), symbols(3)).do("go")
        assert match.allowance("2Pz") == 42
        match.do("move 2Pz")
    else:
        match.do("move 2Pz", "lead Manteuffel")
        assert match.prompt().args["points"] == 42
        match.do("done", "attack 1509", "join 2Pz")
        assert dice_of(match) == (5, 3)


@pytest.mark.rule("bulge1944", "4.2-s")
def test_leader_leads_one_unit_a_turn() -> None:
    match = field("2Pz 1609, Lehr 1608, 99Inf 1509").dice(symbols(5), symbols(3))
    match.do("move 2Pz", "lead Manteuffel", "done", "move Lehr")
    assert match.why("lead Manteuffel") == ("no-leader", "4.2"), "he is with 2nd Panzer until its attack is made"
    match.do("done", "attack 1509", "join 2Pz", "go", "attack 1509", "join Lehr")
    assert match.why("lead Manteuffel") == ("no-leader", "4.2"), "and then finished"
    assert dice_of(match)[0] == 4
    match.dice(symbols(4), symbols(3)).do("go", "done", "done", "move Lehr")
    assert match.position.turn == 2
    assert "lead Manteuffel" in match.offers()


@pytest.mark.rule("bulge1944", "4.2-s")
def test_leader_goes_when_the_phase_ends() -> None:
    match = field("2Pz 1609, 99Inf 1509")
    match.do("move 2Pz", "lead Manteuffel", "done", "done")
    assert match.position.leads[match.unit("Manteuffel")] == NO_UNIT
    match.do("done")
    assert match.allowance("2Pz") == 36
