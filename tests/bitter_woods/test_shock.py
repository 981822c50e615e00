"""19.0 to 21.0 SS panzer scare, attrition, bombardment and shock."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.games.bitter_woods.rules.attacks import Attack
from ardennes.games.bitter_woods.rules.pieces import COLUMNS
from ardennes.games.bitter_woods.rules.reinforcements import enter
from ardennes.games.bitter_woods.rules.shock import frightens
from tests.bitter_woods.fields import Battlefield, field
from tests.bitter_woods.test_odds import columns, declared, strengths
from tests.bitter_woods.test_results import after

# --- 19.0 SS panzer scare --------------------------------------------------------------------------------

PANZERS = "12SS-12 3811, 2-9 3812"


def scared(units: str, *words: str, dice: tuple[int, ...], also: tuple[str, ...] = (), **more: Any) -> tuple[str, int]:
    """The column of an attack after these dice, and how many were rolled."""
    match = declared(units, "3812", *words, options=["panzer_scare", *also], **more)
    match.dice(*dice).do("go")
    if match.prompt_code() == "answer-attack":
        match.do("go")
    return str(match.told("rolled")[-1].args["column"]), 1 + len(match.told("rolls-for-scare"))


@pytest.mark.rule("bitter_woods", "19-a")
@pytest.mark.parametrize(("turn", "rolls"), [(1, 0), (2, 1), (3, 1), (4, 1), (5, 0)])
def test_ss_panzers_frighten_from_16pm_to_17pm(turn: int, rolls: int) -> None:
    match = field(PANZERS, "german combat", turn=turn, options=["panzer_scare"])
    attack = Attack(side=0, target=match.hex("3812"), attackers=(match.unit("12SS-12"),))
    assert frightens(match.position, attack) == bool(rolls)
    if rolls:
        assert scared(PANZERS, "12SS-12", dice=(6, 3), turn=turn)[1] == 2


@pytest.mark.rule("bitter_woods", "19-a", "19-e")
def test_only_ss_panzer_regiments_in_a_german_attack() -> None:
    assert scared("12SS-25 3811, 2-9 3812", "12SS-25", dice=(3,), turn=3)[1] == 1, "panzergrenadiers"
    assert scared("2-3 3811, 2-9 3812", "2-3", dice=(3,), turn=3)[1] == 1, "not SS"
    assert scared("12SS-12 3812, 2-9 3811", "2-9", dice=(3,), turn=3, moment="allied combat")[1] == 1
    match = declared(PANZERS, "3812", "12SS-12", turn=3)
    assert not match.dice(3).do("go")[0].code.startswith("rolls-for"), "without the option"
    box = match.data
    assert {piece.id for piece in box.counters if "scare" in piece.words and piece.only == "peiper"} == {
        "PA-1",
        "PA-501",
    }


@pytest.mark.rule("bitter_woods", "19-b", "19-c")
@pytest.mark.parametrize(("die", "shift"), [(4, 0), (5, 1), (6, 1)])
def test_the_die_is_compared_with_the_defenders(die: int, shift: int) -> None:
    """2/9 has endurance 5: a 5 or a 6 shifts, as in the rulebook's example."""
    plain, _ = scared("12SS-12 3811, 2-9 3812", "12SS-12", dice=(1, 3), turn=3)
    column, _ = scared("12SS-12 3811, 2-9 3812", "12SS-12", dice=(die, 3), turn=3)
    assert COLUMNS.index(column) - COLUMNS.index(plain) == shift


@pytest.mark.rule("bitter_woods", "19-b")
def test_the_die_comes_after_the_answer_of_the_defender() -> None:
    match = declared("12SS-12 3811, 2-9 3812, FA-402 3815", "3812", "12SS-12", turn=3, options=["panzer_scare"])
    match.do("go")
    assert match.prompt_code() == "answer-attack"
    assert not match.told("rolls-for-scare")
    match.dice(5, 3).do("support FA-402")
    assert len(match.told("rolls-for-scare")) == 1


@pytest.mark.rule("bitter_woods", "19-c")
def test_the_highest_endurance_in_the_hex_as_it_is_now() -> None:
    """99/394 has 4; out of supply it has 3. Guns that support do not count, unless that is played."""
    base = declared("12SS-12 3811, 99-394 3812, FA-402 3815", "3812", "12SS-12", turn=3, options=["panzer_scare"])
    assert base.tells("go").notes[-1].args["least"] == 4
    weak = declared("12SS-12 3811, 99-394 3812 supply", "3812", "12SS-12", turn=3, options=["panzer_scare"])
    assert weak.tells("go").notes[-1].args["least"] == 3
    both = declared("12SS-12 3811, 99-394 3812, 2-9 3812", "3812", "12SS-12", turn=3, options=["panzer_scare"])
    assert both.tells("go").notes[-1].args["least"] == 5
    units = "12SS-12 3811, 99-394 3812 supply, FA-402 3815, FA-422 3815"
    for also, least in (((), 3), (("scare_counts_guns",), 4)):
        match = declared(units, "3812", "12SS-12", turn=3, options=["panzer_scare", *also])
        match.do("go", "support FA-402")
        assert match.tells("go").notes[-1].args["least"] == least


@pytest.mark.rule("bitter_woods", "19-d")
def test_one_die_however_many_panzers() -> None:
    units = "12SS-12 3811, 1SS-Peiper 3811, 2-9 3812"
    assert scared(units, "12SS-12", "1SS-Peiper", dice=(6, 3), turn=3)[1] == 2


@pytest.mark.rule("bitter_woods", "19-c")
def test_the_preview_knows_the_die_to_come() -> None:
    match = declared(PANZERS, "3812", "12SS-12", turn=3, options=["panzer_scare"])
    assert sum(match.tells("go").chances.values()) == pytest.approx(1)
    plain = declared(PANZERS, "3812", "12SS-12", turn=3)
    assert match.tells("go").chances != plain.tells("go").chances


# --- 20.0 attrition --------------------------------------------------------------------------------------


def worn(units: str, *attackers: str, result: str = "SU*", turn: int = 11, **more: Any) -> Battlefield:
    return after(units, "3812", *attackers, result=result, turn=turn, options=["attrition"], **more)


@pytest.mark.rule("bitter_woods", "20-a")
@pytest.mark.parametrize(("turn", "since", "loses"), [(10, 0, False), (11, 0, True), (14, 5, False), (15, 5, True)])
def test_after_five_days_in_play_and_from_21am(turn: int, since: int, loses: bool) -> None:
    match = worn(f"2-3 3811 since={since}, 28-110 3812", "2-3", turn=turn)
    assert ("lose 2-3" in match.offers()) is loses


@pytest.mark.rule("bitter_woods", "20-a")
def test_a_reinforcement_counts_from_its_arrival() -> None:
    match = field("FuhEs turn-track, 28-110 3812", turn=7)
    enter(match.position, match.unit("FuhEs"), match.hex("3811"))
    assert match.position.since[match.unit("FuhEs")] == 7


@pytest.mark.rule("bitter_woods", "20-b")
def test_an_asterisk_costs_one_step_besides() -> None:
    match = worn("2-3 3811, 2-2 3811, 26-78 3811, FuhEs 3811 since=9, 28-110 3812", "2-3", "2-2", "26-78", "FuhEs")
    assert match.offers() == {"lose 2-3", "lose 2-2"}, "neither the infantry nor the newcomer"
    match.do("lose 2-2")
    assert match.steps_of("2-2") == 1
    assert match.told("loses-step")[-1].rule == "20.0"
    assert match.prompt_code() != "take-loss"
    plain = worn("2-3 3811, 28-110 3812", "2-3", result="SU")
    assert plain.asked is None or plain.prompt_code() != "take-loss"


@pytest.mark.rule("bitter_woods", "20-b")
def test_the_defender_comes_first() -> None:
    match = worn("2-3 3811, 28-110 3812", "2-3", result="D1*")
    assert match.prompt_code() == "choose-retreat"


@pytest.mark.rule("bitter_woods", "20-c", "20-d")
def test_no_reduced_unit_and_no_infantry_takes_it() -> None:
    assert worn("2-3 3811/1, 2-2 3811, 28-110 3812", "2-3", "2-2").offers() == {"lose 2-2"}
    for units, attacker in (("2-3 3811/1", "2-3"), ("26-78 3811", "26-78")):
        match = worn(f"{units}, 28-110 3812", attacker)
        assert match.asked is None or match.prompt_code() != "take-loss"


@pytest.mark.rule("bitter_woods", "20-e")
def test_allied_attackers_wear_out_too() -> None:
    match = worn("7CCA 3811 since=1, 26-78 3812", "7CCA", moment="allied combat")
    assert match.offers() == {"lose 7CCA"}


@pytest.mark.rule("bitter_woods", "20-a")
def test_without_the_option_an_asterisk_is_nothing() -> None:
    match = after("2-3 3811, 28-110 3812", "3812", "2-3", result="SU*", turn=11)
    assert match.asked is None or match.prompt_code() != "take-loss"


# --- 21.0 bombardment ------------------------------------------------------------------------------------

GUNS = "VAK-401 3808, VAK-402 3808, VAK-388 3709"


def guns(units: str, moment: str = "german combat", hex: str = "3812", **more: Any) -> Battlefield:
    """Just after a hex has been picked for an attack."""
    match = field(units, moment, turn=more.pop("turn", 9), options=["bombardment", *more.pop("also", ())], **more)
    match.do(f"attack {hex}")
    return match


def bombarded(units: str, *batteries: str, dice: tuple[int, ...], **more: Any) -> Battlefield:
    match = guns(units, **more)
    match.do(*(f"batter {gun}" for gun in batteries))
    match.dice(*dice).do("go")
    return match


def shocked(match: Battlefield, id: str) -> bool:
    return bool(match.position.shocked[match.unit(id)])


@pytest.mark.rule("bitter_woods", "21.1-a", "21.2-a")
def test_two_guns_or_two_rocket_units() -> None:
    match = guns(f"26-78 3811, {GUNS}, Rkt-7 3811, 28-110 3812")
    assert match.prompt_code() == "choose-bombardment"
    match.do("batter VAK-401")
    assert match.why("go") == ("too-few-guns", "21.2")
    match.do("batter Rkt-7")
    assert "go" not in match.offers(), "one of each is not enough"
    match.do("batter VAK-402")
    assert "go" in match.offers()
    rockets = guns("26-78 3811, Rkt-7 3811, Rkt-9 3811, 28-110 3812")
    rockets.do("batter Rkt-7", "batter Rkt-9")
    assert "go" in rockets.offers()


@pytest.mark.rule("bitter_woods", "21.1-a", "21.2-a")
def test_nobody_is_asked_without_guns_or_option_and_everybody_may_decline() -> None:
    assert guns("26-78 3811, VAK-401 3808, Rkt-7 3811, 28-110 3812").prompt_code() == "declare-attack"
    match = field(f"26-78 3811, {GUNS}, 28-110 3812", "german combat", turn=9)
    match.do("attack 3812")
    assert match.prompt_code() == "declare-attack"
    declining = guns(f"26-78 3811, {GUNS}, 28-110 3812")
    declining.do("done", "join 26-78", "support VAK-401")
    assert not declining.told("bombards")


@pytest.mark.rule("bitter_woods", "21.2-a", "21.2-e")
@pytest.mark.parametrize(
    ("gun", "able"),
    [
        ("VAK-388 3709", True),
        ("VAK-388 3806", False),
        ("VAK-388 3811", False),
        ("VAK-388 3808 supply", False),
        ("VAK-388 3808 fired", False),
    ],
)
def test_guns_that_could_support_can_bombard(gun: str, able: bool) -> None:
    match = guns(f"26-78 3811, VAK-401 3808, VAK-402 3808, {gun}, 28-110 3812")
    assert ("batter VAK-388" in match.offers()) is able
    if not able:
        assert match.why("batter VAK-388") == ("cannot-bombard", "21.1")


@pytest.mark.rule("bitter_woods", "21.1-b")
def test_who_bombards_does_not_support_and_has_fired() -> None:
    match = bombarded(f"26-78 3811, {GUNS}, 28-110 3812", "VAK-401", "VAK-402", dice=(1,))
    match.do("join 26-78")
    assert match.objects("support") == {"VAK-388"}
    allied = bombarded(
        "28-110 3811, FA-402 3808, FA-422 3808, 26-78 3812", "FA-402", "FA-422", dice=(1,), moment="allied combat"
    )
    assert [allied.position.fired[allied.unit(id)] for id in ("FA-402", "FA-422")] == [1, 1]


@pytest.mark.rule("bitter_woods", "21.1-c")
def test_defending_guns_neither_bombard_nor_answer_a_bombardment() -> None:
    units = f"26-78 3811, {GUNS}, 28-110 3812, FA-402 3815, FA-422 3815"
    match = guns(units)
    assert match.prompt().args["side"] == 0
    assert not any("FA-" in offer for offer in match.offers())
    for also, answers in (((), True), (("bombarded_alone",), False)):
        match = bombarded(units, "VAK-401", "VAK-402", dice=(1,), also=also)
        assert match.prompt_code() == "declare-attack"
        match.do("join 26-78")
        if not answers:
            match.dice(3)
        match.do("go")
        assert (match.prompt_code() == "answer-attack") is answers


@pytest.mark.rule("bitter_woods", "21.2-b", "21.3-e")
def test_a_die_for_each_unit_against_its_endurance() -> None:
    """28/110 has 4, 2/9 has 5, the guns 4; out of supply one less."""
    units = f"26-78 3811, {GUNS}, 28-110 3812, 2-9 3812, FA-402 3812 supply"
    match = bombarded(units, "VAK-401", "VAK-402", dice=(5, 5, 4))
    rolls = {event.args["unit"]: event.args["die"] for event in match.told("shocked") + match.told("not-shocked")}
    assert len(rolls) == 3
    assert [shocked(match, id) for id in ("28-110", "2-9", "FA-402")] == [True, False, True]
    led = bombarded(f"26-78 3811, {GUNS}, 28-110 3812, Hodges 3812", "VAK-401", "VAK-402", dice=(4,))
    assert not led.told("shocked"), "no die for a leader, and a 4 is not above 4"


@pytest.mark.rule("bitter_woods", "21.2-c", "21.2-d", "ESC-b")
@pytest.mark.parametrize(
    ("number", "fort", "die", "shocks"),
    [(3, False, 4, False), (4, False, 4, True), (4, False, 3, False), (5, False, 3, False), (3, True, 5, False)],
)
def test_four_guns_add_one_and_a_fortification_takes_one_off(number: int, fort: bool, die: int, shocks: bool) -> None:
    units = f"26-78 3811, {GUNS}, Rkt-7 3811, VAK-405 3709, 28-110 3812"
    batteries = ("VAK-401", "VAK-402", "VAK-388", "Rkt-7", "VAK-405")[:number]
    match = bombarded(units, *batteries, dice=(die,), hexes=["3812: works=2"] if fort else [])
    assert shocked(match, "28-110") is shocks


@pytest.mark.rule("bitter_woods", "21.2-b", "21.2-c", "21.2-d")
def test_the_example_of_the_rulebook_at_dinant() -> None:
    """Three guns and a rocket unit against endurance 4 in Dinant: a 4 stays a 4 and is not enough, a 5 is."""
    board = field("26-78 3811").data.board
    dinant = board.hex("Dinant")
    near = next(hex for hex in board.around(dinant) if not board.wall[board.side(dinant, hex)])
    second = next(hex for hex in board.around(dinant) if hex != near and not board.wall[board.side(dinant, hex)])
    back = next(hex for hex in board.around(near) if hex not in (dinant, *board.around(dinant)))
    units = (
        f"26-78 {board.label(near)}, Rkt-7 {board.label(second)}, VAK-401 {board.label(back)}, "
        f"VAK-402 {board.label(back)}, VAK-388 {board.label(back)}, 28-110 {board.label(dinant)}"
    )
    for die, shocks in ((4, False), (5, True)):
        match = bombarded(
            units, "VAK-401", "VAK-402", "VAK-388", "Rkt-7", dice=(die,), hex=board.label(dinant), turn=15
        )
        assert shocked(match, "28-110") is shocks


@pytest.mark.rule("bitter_woods", "21.2-e")
def test_the_attack_follows_and_cannot_be_called_off() -> None:
    match = bombarded(f"26-78 3811, 62-164 3813, {GUNS}, 28-110 3812", "VAK-401", "VAK-402", dice=(1,))
    assert match.prompt_code() == "declare-attack"
    assert match.objects("join") == {"26-78", "62-164"}
    assert "done" not in match.offers()
    assert match.why("go") == ("nobody-attacks", "9.2")


@pytest.mark.rule("bitter_woods", "21.2-f")
def test_a_hex_is_bombarded_once_in_a_phase() -> None:
    units = "26-78 3811, 62-164 3813, VAK-401 3808, VAK-402 3808, VAK-388 3709, VAK-405 3709, 28-110 3812, 2-9 3812"
    match = bombarded(units, "VAK-401", "VAK-402", dice=(1, 1))
    match.do("join 26-78")
    match.dice(1).do("go")
    while match.prompt_code() not in ("choose-attack", "declare-attack"):
        match.do(sorted(match.offers())[0])
    match.do("attack 3812")
    assert match.prompt_code() == "declare-attack"


@pytest.mark.rule("bitter_woods", "21.3-a", "21.3-b")
def test_shock_costs_endurance_and_half_the_strength_in_attack_and_defence() -> None:
    """28/110 5-4, 2/3 9-5; out of supply the attack is halved again, and the endurance falls by two."""
    defending = declared("26-78 3811, 28-110 3812 shocked", "3812", "26-78")
    assert strengths(defending) == (5, 3)
    assert defending.tally("die") == -1, "4 against 3"
    attacking = declared("2-3 3811 shocked, 28-110 3812", "3812", "2-3")
    assert strengths(attacking) == (5, 5)
    assert attacking.tally("die") == 0, "4 against 4"
    both = declared("2-3 3811 shocked supply, 28-110 3812", "3812", "2-3")
    assert strengths(both) == (3, 5)
    assert both.tally("die") == 1, "3 against 4"
    town = declared("26-78 3811, 28-110 3812 shocked, FA-402 3812 shocked", "3812", "26-78")
    assert strengths(town)[1] == 3 + 2, "guns are halved twice"
    support = declared("26-78 3811, VAK-401 3808 shocked, 28-110 3812", "3812", "26-78", "support VAK-401")
    assert strengths(support)[0] == 5 + 3


@pytest.mark.rule("bitter_woods", "21.3-b")
def test_a_shocked_unit_is_halved_before_it_is_doubled() -> None:
    board = field("26-78 3811").data.board
    town = next(hex for hex in sorted(field("26-78 3811").data.towns) if len(board.around(hex)) == 6)
    near = next(
        hex
        for hex in board.around(town)
        if not board.wall[board.side(town, hex)] and not board.river[board.side(town, hex)]
    )
    units = f"26-78 {board.label(near)}, 28-110 {board.label(town)} shocked"
    assert strengths(declared(units, board.label(town), "26-78"))[1] == 6


@pytest.mark.rule("bitter_woods", "21.3-f")
@pytest.mark.parametrize(("also", "after_german", "after_allied"), [((), True, False), (("brief_shock",), False, True)])
def test_shock_ends_with_the_owners_turn_or_that_of_who_fired(
    also: tuple[str, ...], after_german: bool, after_allied: bool
) -> None:
    """An Allied unit shocked in the German turn; the other case has a unit shocked in its enemy's turn as well."""
    for moment, expected in (("german end", after_german), ("allied end", after_allied)):
        units = "26-78 2010, 28-110 3812 shocked"
        match = field(units, moment, turn=9, options=["bombardment", *also])
        assert match.asked is not None
        assert shocked(match, "28-110") is expected


@pytest.mark.rule("bitter_woods", "21.2-b")
def test_the_preview_of_a_bombardment_is_exact() -> None:
    match = guns(f"26-78 3811, {GUNS}, 28-110 3812, 2-9 3812")
    match.do("batter VAK-401", "batter VAK-402")
    chances = match.tells("go").chances
    assert chances["shocked-2"] == pytest.approx(2 / 6 * 1 / 6)
    assert chances["shocked-0"] == pytest.approx(4 / 6 * 5 / 6)


def test_columns_follow_from_shocked_strengths() -> None:
    match = declared("26-78 3811, 28-110 3812 shocked", "3812", "26-78")
    assert columns(match)[0] == "1-1"
