"""12.0 Combat: who attacks, with what, how many dice, and who is hit."""

from __future__ import annotations

import random

import pytest

from ardennes.engine.game_data import UNSEEN
from ardennes.engine.match import Match
from ardennes.games.bulge1944.rules.field import ELIMINATED
from ardennes.games.bulge1944.rules.pieces import ALLIED, GERMAN
from ardennes.games.bulge1944.rules.victory import elimination_points
from tests.bulge1944.fields import Battlefield, field, symbols

OPEN_GROUND = "1508"
"""Clear, without a town, no river around it."""


def dice_of(match: Battlefield, option: str = "go") -> tuple[int, int]:
    """Dice of attacker and defender if the attack were made now."""
    tallies = match.tells(option).tallies
    return tallies["attack"].total, tallies["defence"].total


def asked_side(match: Battlefield) -> int:
    assert match.asked is not None
    return match.asked.side


# --- announcing --------------------------------------------------------------------------------------


@pytest.mark.rule("bulge1944", "12.0-a")
def test_nobody_must_attack_and_not_all_must_join() -> None:
    match = field("12VG 1608, 277VG 1509, 3FJ 1409, 99Inf 1508").dice(symbols(3), symbols(3))
    assert "done" in match.offers(), "the phase may end without an attack"
    match.do("attack 1508")
    assert match.offers() == {"join 12VG", "join 277VG", "join 3FJ"}
    match.do("join 3FJ", "go")
    assert [event.args["units"] for event in match.told("attacks")] == [(match.unit("3FJ"),)]
    assert "attack 1508" in match.offers(), "the others may still attack"


@pytest.mark.rule("bulge1944", "12.0-b")
def test_only_units_in_an_enemy_zone_attack() -> None:
    match = field("12VG 1608, 277VG 1610, 99Inf 1508, 1Inf 1405")
    assert {offer for offer in match.offers() if offer.startswith("attack")} == {"attack 1508"}
    assert match.why("attack 1405") == ("nobody-beside", "12.0")
    match.do("attack 1508")
    assert match.offers() == {"join 12VG"}
    assert match.why("join 277VG") == ("cannot-join", "12.0")


@pytest.mark.rule("bulge1944", "12.0-c")
def test_attackers_first_then_their_support_then_the_defenders() -> None:
    match = field("12VG 1809, 277VG 1708, 99Inf 1709", turn=3).dice(symbols(3), symbols(5))
    match.do("attack 1709")
    assert match.why("support Guns6") == ("cannot-support", "4.2"), "nobody attacks yet"
    assert match.why("go") == ("nobody-attacks", "12.0")
    match.do("join 12VG")
    assert {"support Guns6", "go"} <= match.offers()
    match.do("support Guns6", "go")
    assert match.prompt_code() == "answer-support"
    assert asked_side(match) == ALLIED
    assert not match.told("rolled")
    match.do("support Guns1", "support Air1")
    rolled = match.told("rolled")[-1].args
    assert (rolled["attack_dice"], rolled["defence_dice"]) == (3 - 1 + 1, 3 + 1 + 2)


@pytest.mark.rule("bulge1944", "12.0-d")
def test_germans_add_guns_and_a_leader_to_attacks_only() -> None:
    match = field("18VG 1711, 106Inf 1712", turn=1)
    match.do("attack 1712", "join 18VG")
    assert match.offers() == {"support Guns5", "lead Manteuffel", "go"}
    defence = field("18VG 1711, 106Inf 1712", "allied activation", turn=1).dice(symbols(3), symbols(5))
    defence.do("attack 1711", "join 106Inf", "go")
    assert len(defence.told("rolled")) == 1, "the German player is not asked for support"


@pytest.mark.rule("bulge1944", "12.0-e")
def test_allies_add_guns_air_and_a_leader_to_attacks() -> None:
    match = field("4Arm 1608, 12VG 1508", "allied activation", turn=8)
    match.do("attack 1508", "join 4Arm")
    flying = {"support Air1", "support Air2", "support Air3"}
    assert match.offers() == {"support Guns3", "lead Patton", "go"} | flying
    match.do("support Air2")
    assert match.offers() == {"support Guns3", "lead Patton", "go"}, "one air unit to an attack"
    match.do("support Guns3", "lead Patton")
    assert match.offers() == {"go"}
    assert dice_of(match) == (4 + 2 + 1 + 1, 3)


@pytest.mark.rule("bulge1944", "12.0-e")
def test_allies_add_guns_and_air_but_no_leader_to_a_defence() -> None:
    match = field("12VG 1608, 4Arm 1508", turn=8).dice(symbols(3), symbols(7))
    match.do("attack 1508", "join 12VG", "go")
    assert match.offers() == {"support Guns3", "support Air1", "support Air2", "support Air3", "go"}
    assert match.why("lead Patton")[0] == "not-offered"
    match.do("support Air3")
    assert match.offers() == {"support Guns3", "go"}
    match.do("support Guns3")
    assert match.told("rolled")[-1].args["defence_dice"] == 4 + 2 + 1


@pytest.mark.rule("bulge1944", "12.0-f")
def test_support_is_free_used_once_and_ignores_terrain() -> None:
    units = "1Inf 0903, 2Inf 0702, 12VG 0904, 277VG 0701"
    match = field(units, "allied activation", turn=8, points=9).dice(symbols(5), symbols(5))
    match.do("attack 0904", "join 1Inf", "support Guns1", "support Air1")
    assert dice_of(match) == (3 - 1 + 1 + 2, 3 + 2), "the city takes a die from the division only"
    match.do("go")
    assert match.points() == 8
    match.do("attack 0701", "join 2Inf")
    assert match.offers() == {"support Air2", "support Air3", "go"}


@pytest.mark.rule("bulge1944", "12.0-g")
def test_hidden_units_are_revealed_after_support_and_before_the_dice() -> None:
    match = field("12VG? 1809, 99Inf? 1709", turn=3, options=("hidden",)).dice(symbols(2), symbols(3))
    match.do("attack 1709", "join 12VG")
    view = match.position.view(GERMAN)
    assert view.where[match.unit("99Inf")] == UNSEEN
    assert dice_of(match) == (2, 0), "the defender's own dice are not known"
    assert not match.tells("go").chances
    assert [note.code for note in match.tells("go").notes][-1] == "defender-hidden"
    match.do("go")
    assert asked_side(match) == ALLIED
    assert match.position.view(ALLIED).where[match.unit("12VG")] == UNSEEN
    assert match.log(ALLIED)[-1].args["units"] != (match.unit("12VG"),)
    codes = [event.code for event in match.do("go")]
    assert codes[:3] == ["revealed", "revealed", "rolled"]
    assert match.position.view(GERMAN).where[match.unit("99Inf")] == match.hex("1709")


@pytest.mark.rule("bulge1944", "12.0-g")
def test_odds_are_shown_against_a_defender_face_up() -> None:
    match = field("12VG 1608, 14Cav 1508")
    match.do("attack 1508", "join 12VG")
    chances = match.tells("go").chances
    assert sum(chances.values()) == pytest.approx(1)
    assert set(chances) == {"0:0", "0:1", "1:0", "1:1"}
    armor_on_three, any_on_one = 1 - (5 / 6) ** 3, 2 / 6
    assert chances["1:1"] == pytest.approx(armor_on_three * any_on_one), "infantry symbols do nothing to cavalry"


@pytest.mark.rule("bulge1944", "12.0-g")
@pytest.mark.parametrize(
    ("units", "joining", "is_told"),
    [
        ("12VG? 1809, 277VG? 1708", ("12VG", "277VG"), True),
        ("12VG 1809, 277VG? 1708", ("12VG", "277VG"), True),
        ("12VG 1809, 277VG 1708", ("12VG", "277VG"), False),
        ("12VG? 1809, 277VG? 1708", ("12VG",), False),
    ],
)
def test_the_price_of_several_hidden_attackers_cannot_be_taken_back(
    units: str, joining: tuple[str, ...], is_told: bool
) -> None:
    match = field(f"{units}, 99Inf 1709", turn=3, options=("hidden",))
    match.do("attack 1709", *(f"join {unit}" for unit in joining), "go")
    assert match.prompt_code() == "answer-support", "nobody is turned up yet"
    assert match.position.revealed == is_told, "one point or two: of one army or of several"


@pytest.mark.rule("bulge1944", "12.0-c")
def test_dice_and_odds_are_told_for_each_who_might_still_join() -> None:
    match = field("2Pz 1809, 12VG 1708, 99Inf 1709", turn=3)
    match.do("attack 1709", "join 2Pz")
    assert [dice_of(match, option)[0] for option in ("go", "join 12VG", "support Guns5", "lead Manteuffel")] == [
        3,
        3 + 2,
        3 + 1,
        3 + 1,
    ]
    assert [note.args.get("n") for note in match.tells("go").notes if note.code == "attack-costs"] == [1]
    assert [note.args.get("n") for note in match.tells("join 12VG").notes if note.code == "attack-costs"] == [2]
    named = {result.partition(": ")[0] for result in match.tells("go").chances if ": " in result}
    assert named == {"air", "artillery", "air+artillery"}, "whatever the defender may add"
    match.do("go")
    assert [dice_of(match, option)[1] for option in ("go", "support Guns1", "support Air1")] == [3, 3 + 1, 3 + 2]
    for option in ("go", "support Guns1"):
        assert not any(": " in result for result in match.tells(option).chances), "the defender knows what he adds"
        assert sum(match.tells(option).chances.values()) == pytest.approx(1)
    allied = field("99Inf 1709, 12VG 1809", "allied activation", turn=3)
    allied.do("attack 1809", "join 99Inf")
    assert not any(": " in result for result in allied.tells("go").chances), "Germans add nothing to a defence"


@pytest.mark.rule("bulge1944", "12.0-g")
def test_a_defender_is_not_told_the_odds_of_hidden_attackers() -> None:
    match = field("12VG? 1809, 99Inf 1709", turn=3, options=("hidden",))
    match.do("attack 1709", "join 12VG", "go")
    assert [note.code for note in match.tells("go").notes] == ["attackers-hidden"]
    assert not match.tells("go").chances


@pytest.mark.rule("bulge1944", "12.0-b")
def test_an_enemy_does_not_join() -> None:
    match = field("12VG 1608, 99Inf 1508 attacked, 1Inf 1609 attacked")
    match.do("attack 1508")
    assert match.why("join 99Inf") == match.why("join 1Inf") == ("cannot-join", "12.0")


# --- dice --------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge1944", "12.0-h")
@pytest.mark.parametrize(("attacker", "dice"), [("2Pz", 4 - 2), ("12VG", 3 - 1), ("Heydte", 1 - 1)])
def test_attackers_out_of_supply_roll_fewer_dice(attacker: str, dice: int) -> None:
    match = field(f"{attacker} 0117, 106Inf 0217")
    match.do("attack 0217", f"join {attacker}")
    assert dice_of(match)[0] == max(0, dice - 1), "the woods take one more"
    match.dice(symbols(dice_of(match)[0]), symbols(3)).do("go")
    assert match.told("rolled")[-1].args["attack_dice"] == max(0, dice - 1), "rolled as it was told"


@pytest.mark.rule("bulge1944", "12.0-h", "18.4-a")
def test_attackers_without_fuel_roll_fewer_dice() -> None:
    match = field("2Pz 1608 dry, 99Inf 1508", options=("fuel",)).dice(symbols(2), symbols(3))
    match.do("attack 1508", "join 2Pz", "go")
    assert match.told("rolled")[-1].args["attack_dice"] == 4 - 2


@pytest.mark.rule("bulge1944", "12.0-i", "2.0-c")
def test_attack_dice_are_summed_over_units_with_none_below_zero() -> None:
    match = field("FBB 1409, 12VG 1510, 30Inf 1410")
    match.do("attack 1410", "join FBB")
    assert dice_of(match) == (0, 3), "two dice, less one for the woods, less one for the river"
    match.do("join 12VG")
    assert dice_of(match) == (2, 3), "the brigade takes nothing away from the others"
    match.do("go")
    assert match.told("attacks")[-1].args["units"] == (match.unit("FBB"), match.unit("12VG"))


@pytest.mark.rule("bulge1944", "12.0-i")
def test_support_comes_on_top_of_what_terrain_leaves() -> None:
    match = field("FBB 1409, 30Inf 1410")
    match.do("attack 1410", "join FBB", "lead Manteuffel")
    assert dice_of(match) == (1, 3)


@pytest.mark.rule("bulge1944", "12.0-j")
def test_defence_dice_are_own_terrain_supply_and_support() -> None:
    city = field("12VG 0903, 30Inf 0904")
    city.do("attack 0904", "join 12VG")
    assert dice_of(city) == (2, 5)
    cut_off = field("12VG 1608, 277VG 1408, 99Inf 1508")
    cut_off.do("attack 1508", "join 12VG")
    assert dice_of(cut_off) == (3, 2)


# --- hits --------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge1944", "12.0-k")
def test_both_sides_roll_before_anybody_is_hit() -> None:
    match = field("FBB 1608, 14Cav 1508").dice(symbols(2, armor=1), symbols(1, armor=1))
    match.do("attack 1508", "join FBB", "go", "hit FBB")
    assert match.place("14Cav") == match.place("FBB") == ELIMINATED


@pytest.mark.rule("bulge1944", "12.0-k")
def test_a_unit_that_will_fall_strikes_with_all_its_dice() -> None:
    match = field("12VG 1608, 112Rgt 1508").dice(symbols(3, infantry=3), symbols(2, infantry=2))
    match.do("attack 1508", "join 12VG", "go", "hit 12VG", "hit 12VG")
    assert match.place("112Rgt") == ELIMINATED
    assert match.steps_of("12VG") == 1


@pytest.mark.rule("bulge1944", "12.0-l")
def test_a_symbol_hits_units_of_its_type() -> None:
    match = field("99Inf 1608, 1Inf 1509, FBB 1508", "allied activation").dice(symbols(6, infantry=5), symbols(2))
    match.do("attack 1508", "join 99Inf", "join 1Inf", "go")
    assert match.steps_of("FBB") == 1, "infantry symbols do nothing to armor"
    match = field("99Inf 1608, FBB 1508", "allied activation").dice(symbols(3, armor=1), symbols(2))
    match.do("attack 1508", "join 99Inf", "go")
    assert match.place("FBB") == ELIMINATED


@pytest.mark.rule("bulge1944", "12.0-l")
def test_both_symbols_hit_infantry_without_armor() -> None:
    match = field("12VG 1608, 99Inf 1508").dice(symbols(3, infantry=1, armor=2), symbols(3))
    match.do("attack 1508", "join 12VG", "go")
    assert match.steps_of("99Inf") == 1
    assert match.told("rolled")[-1].args["faces"] == "⊠⊙⊙ □□□"


@pytest.mark.rule("bulge1944", "12.0-m")
def test_armor_hits_fall_on_armor_first() -> None:
    match = field("2Pz 1608, 12VG 1509, 99Inf 1508").dice(symbols(7), symbols(3, infantry=1, armor=1))
    match.do("attack 1508", "join 2Pz", "join 12VG", "go")
    assert match.offers() == {"hit 2Pz"}
    assert match.why("hit 12VG") == ("cannot-be-hit", "12.0")
    match.do("hit 2Pz")
    assert match.offers() == {"hit 12VG"}, "and the infantry symbol on infantry"


@pytest.mark.rule("bulge1944", "12.0-n", "12.0-p")
def test_who_has_no_step_left_takes_no_more_hits() -> None:
    match = field("2Pz 1608, Heydte 1509, 12VG 1507, 99Inf 1508")
    match.dice(symbols(8), symbols(3, infantry=2, armor=1)).do(
        "attack 1508", "join 2Pz", "join Heydte", "join 12VG", "go"
    )
    assert (match.prompt().args["n"], match.offers()) == (3, {"hit 2Pz"})
    match.do("hit 2Pz")
    assert (match.prompt().args["n"], match.offers()) == (2, {"hit Heydte", "hit 12VG"})
    match.do("hit Heydte")
    assert match.offers() == {"hit 12VG"}
    match.do("hit 12VG")
    assert [match.steps_of(id) for id in ("2Pz", "Heydte", "12VG")] == [2, 0, 2]


@pytest.mark.rule("bulge1944", "12.0-d", "4.2-q")
def test_a_leader_joins_the_attacker_of_his_own_army() -> None:
    match = field("12VG 1608, 2Pz 1509, 99Inf 1508", points=9).dice(symbols(8), symbols(3))
    match.do("attack 1508", "join 12VG")
    assert "lead Manteuffel" not in match.offers()
    match.do("join 2Pz", "lead Manteuffel")
    assert dice_of(match) == (3 + 4 + 1, 3), "one die, however many attack"
    match.do("go")
    assert (match.allowance("2Pz"), match.allowance("12VG")) == (7 * 6, 4 * 6)


@pytest.mark.rule("bulge1944", "12.0-m")
@pytest.mark.parametrize(("options", "left"), [((), 1), (("surplus_lost",), 3)])
def test_armor_hits_beyond_the_armor_go_on_to_infantry(options: tuple[str, ...], left: int) -> None:
    match = field("FBB 1608, 12VG 1509, 99Inf 1508", options=options).dice(symbols(5), symbols(3, armor=3))
    match.do("attack 1508", "join FBB", "join 12VG", "go", "hit FBB")
    while match.prompt_code() == "take-hit":
        match.do("hit 12VG")
    assert match.place("FBB") == ELIMINATED
    assert match.steps_of("12VG") == left


@pytest.mark.rule("bulge1944", "12.0-m")
@pytest.mark.parametrize("options", [(), ("surplus_lost",)])
def test_against_infantry_alone_no_armor_hit_is_surplus(options: tuple[str, ...]) -> None:
    match = field("12VG 1608, 99Inf 1508", options=options).dice(symbols(3, armor=2), symbols(3, armor=2))
    match.do("attack 1508", "join 12VG", "go", "hit 12VG", "hit 12VG")
    assert (match.steps_of("99Inf"), match.steps_of("12VG")) == (2, 1)


@pytest.mark.rule("bulge1944", "12.0-n", "12.0-o", "12.0-i", "12.0-l")
def test_the_attack_of_two_divisions_on_a_brigade_in_the_woods() -> None:
    units = "99Inf 1406/2, 1Inf 1505, 4Arm 1508, FBB 1507"
    match = field(units, "allied activation", points=8, as_shipped=True)
    match.dice(symbols(4, armor=1), symbols(2, infantry=1, armor=1))
    match.do("move 99Inf", "to 1407", "done", "move 1Inf", "to 1506", "done")
    assert match.points() == 6
    match.do("attack 1507", "join 99Inf", "join 1Inf")
    assert dice_of(match) == (4, 2)
    match.do("go")
    assert match.points() == 5, "one army: one point"
    assert match.offers() == {"hit 99Inf", "hit 1Inf"}, "the owner chooses"
    match.do("hit 1Inf", "hit 1Inf")
    assert match.place("FBB") == ELIMINATED
    assert (match.steps_of("99Inf"), match.steps_of("1Inf")) == (2, 2)
    assert match.why("move 1Inf") == ("has-moved", "10.0"), "no advance into the hex"
    match.do("move 4Arm")
    assert "to 1507" in match.offers(), "who has not moved may go through"


@pytest.mark.rule("bulge1944", "12.0-o")
def test_attackers_stay_where_they_are_until_they_move() -> None:
    match = field("12VG 1608, 14Cav 1508").dice(symbols(3, armor=1), symbols(1))
    match.do("attack 1508", "join 12VG", "go")
    assert match.place("12VG") == "1608"
    points = match.points()
    match.do("move 12VG", "to 1508")
    assert match.place("12VG") == "1508"
    assert match.points() == points - 1, "the move is paid for like any other"


@pytest.mark.rule("bulge1944", "12.0-p")
def test_a_unit_without_steps_is_removed() -> None:
    match = field("12VG 1608, 112Rgt 1508").dice(symbols(3, infantry=2), symbols(2))
    codes = [event.code for event in match.do("attack 1508", "join 12VG", "go")]
    assert codes == ["attacks", "rolled", "eliminated"]
    assert match.place("112Rgt") == ELIMINATED
    assert match.steps_of("112Rgt") == 0
    assert "attack 1508" not in match.offers()


@pytest.mark.rule("bulge1944", "12.0-q")
def test_eliminated_divisions_are_kept_for_the_count() -> None:
    units = "12VG 1608, 106Inf 1508/1, 112Rgt eliminated, 7Arm eliminated"
    match = field(units, scenario="spoiling_attack").dice(symbols(3, infantry=1), symbols(3))
    assert elimination_points(match.position) == (3, 0), "the regiment counts nothing"
    match.do("attack 1508", "join 12VG", "go")
    assert elimination_points(match.position) == (5, 0)


@pytest.mark.rule("bulge1944", "12.0-r")
def test_a_unit_held_back_goes_through_the_gap_and_attacks() -> None:
    match = field("12VG 1608, 2Pz 1609, 14Cav 1508, 112Rgt 1407").dice(
        symbols(3, armor=1), symbols(1), symbols(3), symbols(2)
    )
    match.do("attack 1508", "join 12VG", "go", "move 2Pz", "to 1508", "done")
    match.do("attack 1407", "join 2Pz")
    assert dice_of(match) == (3, 2)
    match.do("go")
    assert match.why("attack 1407") == ("have-attacked", "10.0"), "the division has attacked"


@pytest.mark.rule("bulge1944", "12.0-r")
def test_a_hex_may_be_attacked_again_by_others() -> None:
    match = field("12VG 1608, 277VG 1509, 99Inf 1508", points=4).dice(symbols(3), symbols(3), symbols(2), symbols(3))
    match.do("attack 1508", "join 12VG", "go", "attack 1508")
    assert match.offers() == {"join 277VG"}
    match.do("join 277VG", "go")
    assert match.points() == 2


def test_dice_never_roll_by_themselves() -> None:
    """Questions with one answer answer themselves, but for the one that lets the dice roll: it can be taken back."""
    match, draw = Match.new("bulge1944", seed="dice"), random.Random(2)
    go = match.game.verbs.named("go")
    alone = 0
    while match.asked is not None and len(match.records) < 600:
        if list(match.asked.options) == [go]:
            alone += 1
            assert match.undoable
        match.apply(draw.choice(match.asked.options))
    assert alone
    assert not any(record.option == go and record.kind == "forced" for record in match.records)


@pytest.mark.rule("bulge1944", "12.0-k")
@pytest.mark.parametrize(
    ("phase", "own", "enemy", "steps"),
    [("german", "1SS", "99Inf", 4), ("german", "1SS", "99Inf", 2), ("allied", "2Arm", "277VG", 2)],
)
def test_how_likely_the_defender_is_destroyed(phase: str, own: str, enemy: str, steps: int) -> None:
    """As many steps of the defender as he has, whatever the attackers lose."""
    match = field(f"{own} 1609, {enemy} 1509/{steps}", f"{phase} activation")
    match.do("attack 1509", f"join {own}")
    about = match.tells("go")
    assert about.summary is not None
    destroyed = sum(chance for result, chance in about.chances.items() if int(result.split(":")[0]) >= steps)
    assert 0 < destroyed < 1
    assert about.summary.args["chance"] == round(100 * destroyed)
