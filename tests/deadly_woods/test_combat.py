"""11.0 Combat: who may attack what, odds and shifts, results and losses."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.games.deadly_woods.rules.odds import Attack, odds, result
from ardennes.games.deadly_woods.rules.pieces import COLUMNS
from tests.deadly_woods.fields import Battlefield, box, field

OPEN, OPEN_TOO = "3015", "3016"
"""A Village in the open, and plain open ground."""


def attacking(units: str, target: str, *join: str, moment: str = "german combat", **more: Any) -> Battlefield:
    """An attack that has been announced but for its support."""
    match = field(units, moment, **more)
    if match.prompt_code() == "choose-move":
        match.do("done")
    match.do(f"attack {target}", *(f"join {id}" for id in join))
    return match


def fought(units: str, target: str, *join: str, die: int, moment: str = "german combat", **more: Any) -> Battlefield:
    """An attack with no support from either side, and the die laid out."""
    match = attacking(units, target, *join, moment=moment, **more)
    match.dice(die, 6, 6, 6).do("go")
    if match.prompt_code() == "answer-guns":
        match.do("go")
    return match


def column(match: Battlefield, words: str = "go") -> str:
    """The final column an attack would be rolled on."""
    note = match.tells(words).notes[0]
    return str(note.args.get("column", note.code))


# --- who attacks whom --------------------------------------------------------------------------------


@pytest.mark.rule("deadly_woods", "11.1-a", "14.4-g")
def test_the_active_side_attacks_in_its_combat_round() -> None:
    match = field("26VG-a 3115, 2Pz-a 3116, FB 3014, 28-110 3015", "german combat")
    match.do("attack 3015")
    assert match.offers() == {"join 26VG-a", "join 2Pz-a", "join FB"}
    assert match.prompt().args["side"] == 0
    assert field("26VG-a 3115, 28-110 3015", "german move").why("attack 3015")[0] == "not-offered"


@pytest.mark.rule("deadly_woods", "11.1-b")
def test_one_defending_hex_from_several_hexes() -> None:
    match = attacking("26VG-a 3115, 2Pz-a 3014, 28-110 3015, 28-112 3015, 28-109 2916", "3015", "26VG-a", "2Pz-a")
    defence = match.tells("go").tallies["defence"]
    assert [entry.args["unit"] for entry in defence.entries if entry.code == "unit"] == [
        match.unit("28-112"),
        match.unit("28-110"),
    ], "all units there, and nobody else"
    assert match.tally("attack") == 5 + 7


@pytest.mark.rule("deadly_woods", "11.1-c")
def test_attacks_cross_adjacent_hexsides_that_are_open() -> None:
    match = field("26VG-a 3115, 28-109 3014, 28-110 3013", "german combat")
    assert match.why("attack 3013") == ("nobody-can-attack", "11.2"), "not beside it"
    assert field("26VG-a 3016, 28-110 3117", "german combat").targets() == {"3117"}, "infantry over the river"
    assert field("2Pz-a 3016, 28-110 3117", "german combat").targets() == set(), "tanks need a bridge"
    assert field("2Pz-a 3017, 28-110 3117", "german combat", blown=["3017/3117"]).targets() == {"3117"}


@pytest.mark.rule("deadly_woods", "11.1-d")
def test_units_of_a_hex_may_attack_different_hexes_or_none() -> None:
    units = "26VG-a 3115, 26VG-b 3115, 2Pz-a 3115, 28-110 3015, 28-112 3116"
    match = fought(units, "3015", "26VG-a", die=1)
    match.do("hit 26VG-a")
    assert match.targets() == {"3116"}
    match.do("attack 3116", "join 26VG-b", "go")
    assert "done" in match.offers() or match.prompt_code() != "choose-attack", "2 Panzer does not have to"


@pytest.mark.rule("deadly_woods", "11.1-e")
def test_only_those_who_fight_are_affected() -> None:
    match = fought("26VG-a 3115, 26VG-b 3115, 28-110 3015, 28-112 3015", "3015", "26VG-a", die=1)
    assert match.offers() == {"hit 26VG-a"}, "its comrade in the hex did not attack"


@pytest.mark.rule("deadly_woods", "11.1-f", "11.3.3-b")
def test_one_combat_is_finished_before_the_next() -> None:
    units = "26VG-a 3115, 26VG-b 3115, 28-110 3015, 28-112 3116"
    match = fought(units, "3015", "26VG-a", die=1)
    assert match.why("attack 3116")[0] == "not-offered", "the loss first"
    match.do("hit 26VG-a")
    assert match.prompt_code() == "choose-attack"


@pytest.mark.rule("deadly_woods", "11.2-a")
def test_a_strength_of_zero_does_not_attack() -> None:
    assert field("Delay 3015, 26VG-a 3115", "allied combat").targets() == set()


@pytest.mark.rule("deadly_woods", "11.2-b", "11.2-c")
def test_once_a_round() -> None:
    units = "26VG-a 3115, 26VG-b 3116, 28-110 3015, 28-112 3117"
    match = fought(units, "3015", "26VG-a", die=1)
    match.do("hit 26VG-a")
    assert match.why("attack 3015") == ("already-attacked", "11.2")
    assert match.targets() == {"3117"}
    match.do("attack 3117")
    assert match.offers() == {"join 26VG-b"}, "the other has attacked"


@pytest.mark.rule("deadly_woods", "11.2-b")
def test_who_has_attacked_does_not_attack_another_hex() -> None:
    units = "26VG-a 3115, 28-110 3015, 28-112 3116"
    alone = fought(units, "3015", "26VG-a", die=1)
    assert alone.do("hit 26VG-a")
    assert alone.prompt_code() != "choose-attack", "the round has nobody left who could"
    two = fought(f"{units}, 26VG-b 3115", "3015", "26VG-a", die=1)
    two.do("hit 26VG-a", "attack 3116")
    assert two.offers() == {"join 26VG-b"}
    assert two.why("join 26VG-a") == ("cannot-join", "11.2")


# --- divisional integrity ----------------------------------------------------------------------------


@pytest.mark.rule("deadly_woods", "11.2.1-a")
def test_allied_defenders_far_from_their_division() -> None:
    alone = attacking("26VG-a 3115, 26VG-b 3115, 28-110 3015", "3015", "26VG-a")
    assert alone.shifts()["defenders-scattered"] == 1
    near = attacking("26VG-a 3115, 26VG-b 3115, 28-110 3015, 28-112 2716", "3015", "26VG-a")
    assert "defenders-scattered" not in near.shifts(), "three hexes"
    far = attacking("26VG-a 3115, 26VG-b 3115, 28-110 3015, 28-112 2616", "3015", "26VG-a")
    assert far.shifts()["defenders-scattered"] == 1, "four"
    two = attacking("26VG-a 3115, 26VG-b 3115, 28-110 3015, 106-422 3015", "3015", "26VG-a")
    assert two.shifts()["defenders-scattered"] == 1, "one shift at most"


@pytest.mark.rule("deadly_woods", "11.2.1-b")
def test_german_defenders_need_nobody() -> None:
    match = attacking("28-110 3015, 28-112 3015, 26VG-a 3115", "3115", "28-110", moment="allied combat")
    assert "defenders-scattered" not in match.shifts()


@pytest.mark.rule("deadly_woods", "11.2.1-c")
def test_attackers_far_from_their_division() -> None:
    german = attacking("26VG-a 3115, 2Pz-a 3116, 28-110 3015", "3015", "26VG-a", "2Pz-a")
    assert german.shifts()["attackers-scattered"] == -1, "one at most"
    allied = attacking("28-110 3015, 26VG-a 3115", "3115", "28-110", moment="allied combat")
    assert allied.shifts()["attackers-scattered"] == -1
    together = attacking("26VG-a 3115, 26VG-b 3115, 28-110 3015", "3015", "26VG-a")
    assert "attackers-scattered" not in together.shifts()


@pytest.mark.rule("deadly_woods", "11.2.1-d")
def test_units_outside_divisions() -> None:
    data = box()
    outside = {piece.id for piece in data.counters if piece.combat_unit and not piece.division}
    assert outside == {
        *("301", "506", "VdH", "150", "FG", "FB"),
        *("29Armd", "33Armd", "517", "4Cav", "6Cav", "14Cav", "102Cav", "Delay"),
    }
    match = attacking("FB 3115, 14Cav 3015", "3015", "FB")
    assert not {"attackers-scattered", "defenders-scattered"} & set(match.shifts())


# --- the order of announcing -------------------------------------------------------------------------


@pytest.mark.rule("deadly_woods", "11.3.1-a", "11.3.1-b", "11.3.1-c")
def test_attackers_then_their_guns_then_the_defenders() -> None:
    match = field("26VG-a 3115, 26VG-b 3115, 28-110 3015", "german combat")
    match.do("attack 3015")
    assert match.offers() == {"join 26VG-a", "join 26VG-b"}, "units before assets"
    match.do("join 26VG-a")
    assert {"support Art-5Pz-1", "join 26VG-b"} <= match.offers()
    match.do("support Art-5Pz-1")
    assert "support Neb-5Pz-1" in match.offers()
    assert match.why("join 26VG-b") == ("joins-too-late", "11.3.1"), "nobody joins after the guns"
    assert match.why("join 26VG-a") == ("has-joined", "11.3.1")
    match.do("go")
    assert (match.prompt_code(), match.prompt().args["side"]) == ("answer-guns", 1)
    assert match.told("supports"), "the defender knows the attacker's guns"
    assert match.offers() == {"support Art-VIII-1", "go"}
    engineers = attacking("26VG-a 3115, 26VG-b 3115, 28-110 3015, Eng-VIII-1 2915", "3015", "26VG-a")
    engineers.do("go")
    assert engineers.offers() == {"support Art-VIII-1", "support Eng-VIII-1", "go"}, "guns, engineers, or neither"


# --- odds --------------------------------------------------------------------------------------------


@pytest.mark.rule("deadly_woods", "11.3.2-a")
def test_odds_are_rounded_in_the_defenders_favour() -> None:
    """The rulebook's example: 33 to 10 is 3-1."""
    from ardennes.rules.odds import odds_column

    assert COLUMNS[odds_column(COLUMNS, 33, 10)] == "3-1"
    assert COLUMNS[odds_column(COLUMNS, 10, 11)] == "1-2"
    match = attacking("26VG-a 3116, 26VG-b 3116, 28-110 3016, 28-112 2916", "3016", "26VG-a", "26VG-b")
    assert (match.tally("attack"), match.tally("defence")) == (10, 4)
    assert match.tells("go").notes[0].args["printed"] == "2-1"


@pytest.mark.rule("deadly_woods", "11.3.2-b")
def test_odds_below_the_table_are_a_loss_without_a_die() -> None:
    units = "79VG-a 3116/1, 79VG-b 3116, 28-110 3016, 28-112 3016"
    match = attacking(units, "3016", "79VG-a")
    assert (match.tally("attack"), match.tally("defence")) == (1, 8)
    assert match.tells("go").notes[0].code == "automatic-loss"
    match.dice().do("go")
    if match.prompt_code() == "answer-guns":
        match.do("go")
    assert match.told("hopeless")
    assert match.offers() == {"hit 79VG-a"}, "AL1, and no die was rolled"


@pytest.mark.rule("deadly_woods", "11.3.2-b")
def test_one_to_three_is_the_lowest_column() -> None:
    match = attacking("26VG-a 3116/1, 26VG-b 3116, 28-110 3016, 28-112 3016", "3016", "26VG-a")
    assert (match.tally("attack"), match.tally("defence"), column(match)) == (3, 8, "1-3")
    chances = match.tells("go").chances
    assert [chances[name] for name in ("AL1", "BL1", "DR")] == pytest.approx([3 / 6, 1 / 6, 2 / 6])


@pytest.mark.rule("deadly_woods", "11.3.2-c", "11.3.2-o")
def test_odds_above_the_table_use_six_to_one() -> None:
    units = "2Pz-a 3116, 2Pz-b 3116, 26VG-a 3017, 26VG-b 3017, 14Cav 3016/1"
    match = attacking(units, "3016", "2Pz-a", "2Pz-b", "26VG-a", "26VG-b")
    assert match.tally("attack") == 24
    assert column(match) == "6-1"
    assert match.tally("shifts") > 0, "shifted beyond it"


@pytest.mark.rule("deadly_woods", "11.3.2-d", "12.9.1-h")
def test_a_village_adds_one_factor_in_all() -> None:
    one = attacking("26VG-a 3115, 28-110 3015", "3015", "26VG-a")
    assert one.tally("defence") == 5
    two = attacking("26VG-a 3115, 28-110 3015, 28-112 3015", "3015", "26VG-a")
    assert two.tally("defence") == 9
    delay = attacking("26VG-a 3115, Delay 3015", "3015", "26VG-a")
    assert delay.tally("defence") == 2, "the Delay asset too"


@pytest.mark.rule("deadly_woods", "11.3.2-e")
def test_the_westwall_doubles_german_infantry() -> None:
    """3317 is Westwall, Rough and a Village; 3217 lies across the Our."""
    match = attacking("28-110 3217, 26VG-a 3317, 2Pz-a 3317", "3317", "28-110", moment="allied combat")
    defence = match.tells("go").tallies["defence"]
    assert [entry.amount for entry in defence.entries if entry.code == "westwall"] == [5], "the infantry alone"
    assert match.tally("defence") == 5 + 5 + 6 + 1
    assert match.shifts()["rough"] == -1, "terrain shifts come on top"


@pytest.mark.rule("deadly_woods", "11.3.2-g")
def test_infantry_in_town_woods_and_forest() -> None:
    town = attacking("26VG-a 3212, 28-110 3211", "3211", "26VG-a")
    assert town.shifts()["town"] == -1
    woods = attacking("26VG-a 3115, 28-110 3114", "3114", "26VG-a")
    assert woods.shifts()["woods"] == -1
    forest = attacking("26VG-a 3017, 28-110 3018", "3018", "26VG-a")
    assert forest.shifts()["woods"] == -1
    both = attacking("26VG-a 3116, 28-110 3117", "3117", "26VG-a")
    assert (both.shifts()["town"], both.shifts()["woods"]) == (-1, -1), "Clervaux: a Town in Woods"
    tanks = attacking("26VG-a 3115, 9A-CCB 3114", "3114", "26VG-a")
    assert "woods" not in tanks.shifts(), "not for armor"
    delay = attacking("26VG-a 3115, Delay 3114", "3114", "26VG-a")
    assert delay.shifts()["woods"] == -1, "the Delay asset is infantry (2.3.1)"


@pytest.mark.rule("deadly_woods", "11.3.2-g")
def test_one_shift_for_a_town_in_woods() -> None:
    clervaux = attacking("26VG-a 3116, 28-110 3117", "3117", "26VG-a", options=["one_cover_shift"])
    assert (clervaux.shifts()["town"], clervaux.shifts().get("woods", 0)) == (-1, 0)
    woods = attacking("26VG-a 3115, 28-110 3114", "3114", "26VG-a", options=["one_cover_shift"])
    assert woods.shifts()["woods"] == -1, "Woods without a Town as ever"


@pytest.mark.rule("deadly_woods", "11.3.2-h")
def test_rough_helps_everybody() -> None:
    assert attacking("26VG-a 3116, 9A-CCB 3216", "3216", "26VG-a").shifts()["rough"] == -1
    assert attacking("26VG-a 3116, 28-110 3216", "3216", "26VG-a").shifts()["rough"] == -1


@pytest.mark.rule("deadly_woods", "11.3.2-i")
def test_a_river_helps_if_all_attack_across_it() -> None:
    across = attacking("26VG-a 3017, 28-110 3117", "3117", "26VG-a")
    assert across.shifts()["across-river"] == -1, "at a bridge too"
    mixed = attacking("26VG-a 3017, 26VG-b 3116, 28-110 3117", "3117", "26VG-a", "26VG-b")
    assert "across-river" not in mixed.shifts()


@pytest.mark.rule("deadly_woods", "11.3.2-j", "8.3-b", "8.3-e")
def test_armor_defending_in_the_open() -> None:
    match = attacking("26VG-a 3116, 9A-CCB 3016", "3016", "26VG-a")
    assert match.shifts()["armor-defends"] == -1
    village = attacking("26VG-a 3115, 9A-CCB 3015", "3015", "26VG-a")
    assert village.shifts()["armor-defends"] == -1, "a Village may stand there"
    town = attacking("26VG-a 3212, 9A-CCB 3211", "3211", "26VG-a")
    assert "armor-defends" not in town.shifts()
    armor = attacking("26VG-a 3116, 2Pz-a 3116, 9A-CCB 3016", "3016", "26VG-a", "2Pz-a")
    assert "armor-defends" not in armor.shifts(), "armor attacks too"
    ring = "2SS-a 2914, 2SS-b 2817, FB 3016, 26VG-a 3014, 9A-CCB 2915"
    cut_off = attacking(f"{ring}, 26VG-b 2916", "2915", "26VG-a")
    assert "armor-defends" not in cut_off.shifts(), "out of supply"
    german = attacking("28-110 3015, 2Pz-a 3016 cut", "3016", "28-110", moment="allied combat")
    assert "armor-defends" not in german.shifts()
    assert (
        attacking("28-110 3015, 2Pz-a 3016", "3016", "28-110", moment="allied combat").shifts()["armor-defends"] == -1
    )


@pytest.mark.rule("deadly_woods", "11.3.2-k")
def test_armor_attacking_in_the_open() -> None:
    match = attacking("2Pz-a 3115, 2Pz-b 3115, 28-110 3015", "3015", "2Pz-a")
    assert match.shifts()["armor-attacks"] == 1
    assert "armor-attacks" not in attacking("2Pz-a 3115, 9A-CCB 3015", "3015", "2Pz-a").shifts(), "armor defends"
    assert "armor-attacks" not in attacking("2Pz-a 3115, 28-110 3114", "3114", "2Pz-a").shifts(), "woods"
    assert "armor-attacks" not in attacking("2Pz-a 3018, 28-110 3118", "3118", "2Pz-a").shifts(), "across a river"
    assert "armor-attacks" not in attacking("FB 3115, 28-110 3015", "3015", "FB").shifts(), "mechanized is not armor"
    assert "armor-attacks" not in attacking("2Pz-a 3115/1, 28-110 3015", "3015", "2Pz-a").shifts(), (
        "nor is a third step"
    )
    allied = attacking("9A-CCB 3115, 26VG-a 3015", "3015", "9A-CCB", moment="allied combat")
    assert allied.shifts()["armor-attacks"] == 1
    met = attacking("9A-CCB 3115, 2Pz-a 3015", "3015", "9A-CCB", moment="allied combat")
    assert "armor-attacks" not in met.shifts(), "armor defends"


@pytest.mark.rule("deadly_woods", "11.3.2-l")
def test_defenders_out_of_supply() -> None:
    match = attacking("28-110 3015, 26VG-a 3016 cut", "3016", "28-110", moment="allied combat")
    assert match.shifts()["defender-out-of-supply"] == 1
    mixed = attacking("28-110 3015, 26VG-a 3016 cut, 26VG-b 3016", "3016", "28-110", moment="allied combat")
    assert mixed.shifts()["defender-out-of-supply"] == 1, "one is enough"


@pytest.mark.rule("deadly_woods", "11.3.2-m", "16.1-b")
def test_peiper_on_turn_one() -> None:
    units = "1SS-Peiper 3809, 1SS-Hansen 3809, 14Cav 3710"
    assert attacking(units, "3710", "1SS-Peiper", turn=1).tally("die") == 1
    assert attacking(units, "3710", "1SS-Peiper", turn=2).tally("die") == 0
    assert attacking(units, "3710", "1SS-Hansen", turn=1).tally("die") == 0
    assert attacking(units, "3710", "1SS-Peiper", turn=1, options=["plus_two"]).tally("die") == 0


@pytest.mark.rule("deadly_woods", "16.1-a")
def test_plus_two_asset() -> None:
    units = "1SS-Peiper 3809, 1SS-Hansen 3809, 12VG-a 3808, 12VG-b 3808, 14Cav 3710, 99-394 3708, 99-393 3707"
    match = attacking(units, "3710", "1SS-Peiper", turn=1, options=["plus_two"])
    match.do("support Plus2")
    assert match.tally("die") == 2
    match.dice(6).do("go")
    match.finish()
    again = attacking(f"{units}, Plus2 assets used", "3708", "12VG-a", turn=1, options=["plus_two"])
    assert again.why("support Plus2") == ("cannot-support", "16.1"), "one combat a turn"
    later = attacking(units, "3710", "1SS-Peiper", turn=2, options=["plus_two"])
    assert "support Plus2" in later.offers()
    kept = field("2Pz-a 4010, Plus2 assets used", "end", turn=1, options=["plus_two"])
    assert kept.place("Plus2") == "assets"
    assert not kept.position.used[kept.unit("Plus2")], "at hand again on turn 2"
    gone = field("2Pz-a 4010, Plus2 assets", "end", turn=2, options=["plus_two"])
    assert gone.place("Plus2") == "removed"
    without = attacking(units, "3710", "1SS-Peiper", turn=1)
    assert "support Plus2" not in without.offers()


@pytest.mark.rule("deadly_woods", "11.3.2-n")
def test_shifts_are_netted() -> None:
    match = attacking("26VG-a 3116, 28-110 3117", "3117", "26VG-a")
    assert match.shifts() == {"town": -1, "woods": -1, "attackers-scattered": -1, "defenders-scattered": 1}
    assert match.tally("shifts") == -2


@pytest.mark.rule("deadly_woods", "11.3.2-o")
def test_shifted_off_the_table() -> None:
    units = "79VG-a 3116, 79VG-b 3116, 28-110 3117, 28-112 3118"
    match = attacking(units, "3117", "79VG-a")
    assert match.tells("go").notes[0].code == "automatic-loss", "1-2 and two to the left"
    assert match.tally("shifts") == -2


# --- the die -----------------------------------------------------------------------------------------


@pytest.mark.rule("deadly_woods", "11.3.3-a")
def test_the_die_on_the_table() -> None:
    match = attacking("26VG-a 3116, 26VG-b 3116, 28-110 3016, 28-112 2916", "3016", "26VG-a", "26VG-b")
    p = match.position
    attackers = match.unit("26VG-a"), match.unit("26VG-b")
    found = odds(p, Attack(side=0, target=match.hex("3016"), attackers=attackers))
    assert COLUMNS[found.column] == "2-1"
    at = COLUMNS.index("2-1")
    assert [result(p, found, die) for die in range(1, 7)] == [p.data.results[die - 1][at] for die in range(1, 7)]
    assert match.tells("go").chances["DR"] == pytest.approx(3 / 6)


@pytest.mark.rule("deadly_woods", "11.3.3-c")
def test_the_owner_chooses_who_loses() -> None:
    units = "26VG-a 3116, 26VG-b 3116, 28-110 3016, 28-112 3016"
    match = fought(units, "3016", "26VG-a", "26VG-b", die=2)
    assert match.position.stack[-2].result == "BL1"  # type: ignore[attr-defined]
    assert (match.prompt().args["side"], match.offers()) == (1, {"hit 28-110", "hit 28-112"})
    match.do("hit 28-112")
    assert (match.prompt().args["side"], match.offers()) == (0, {"hit 26VG-a", "hit 26VG-b"})
    match.do("hit 26VG-b")
    assert [match.steps_of(id) for id in ("28-110", "28-112", "26VG-a", "26VG-b")] == [2, 1, 2, 1]


@pytest.mark.rule("deadly_woods", "2.3.1.1-b", "2.3.1.1-d")
def test_units_lose_their_steps_one_by_one() -> None:
    match = fought("2Pz-a 3116/2, 28-110 3016, 28-112 3016", "3016", "2Pz-a", die=1)
    match.do("hit 2Pz-a")
    assert match.steps_of("2Pz-a") == 1
    assert match.position.kind(match.unit("2Pz-a")) == "mech", "the third step is a mechanized unit"
    match = fought("2Pz-a 3116/1, 2Pz-b 3214, 28-110 3016, 28-112 3016", "3016", "2Pz-a", die=1)
    match.do("hit 2Pz-a")
    assert match.place("2Pz-a") == "eliminated"


@pytest.mark.rule("deadly_woods", "11.3.3-d")
def test_retreats_become_losses_in_the_first_combat_round() -> None:
    from tests.deadly_woods.fields import new_game

    match = new_game()
    match.do("attack 3710", "join 1SS-Peiper", "join 3FJ-5", "join 3FJ-8")
    match.dice(6).do("go")
    while match.prompt_code() == "answer-guns":
        match.do("go")
    assert match.offers() == {"convert", "done"}
    match.do("convert")
    assert match.offers() == {"hit 14Cav"}
    match.do("hit 14Cav")
    assert match.prompt().args["side"] == 0, "and the attacker loses one as well"
    later = fought("26VG-a 3116, 26VG-b 3116, 2Pz-a 3116, 28-110 3016, 28-112 2916", "3016", "2Pz-a", "26VG-a", die=6)
    assert later.prompt_code() != "choose-conversion"


@pytest.mark.rule("deadly_woods", "11.3.2-b")
def test_no_shift_saves_odds_below_the_table() -> None:
    match = attacking("79VG-a 3116/1, 79VG-b 3116, 28-110 3016", "3016", "79VG-a")
    assert (match.tally("attack"), match.tally("defence"), match.tally("shifts")) == (1, 4, 1)
    assert match.tells("go").notes[0].code == "automatic-loss"


@pytest.mark.rule("deadly_woods", "11.3.3-a")
@pytest.mark.parametrize(
    ("units", "attackers", "at_odds", "expected"),
    [
        ("2Pz-a 3116, 28-110 3016, 28-112 3016", ["2Pz-a"], "1-2", {"chance": 50, "least": 50, "loss": 2, "cost": 5}),
        (
            "26VG-a 3116, 26VG-b 3116, 28-110 3016/1",
            ["26VG-a", "26VG-b"],
            "6-1",
            {"chance": 100, "least": 100, "loss": 10, "cost": 2},
        ),
    ],
)
def test_what_an_attack_costs_on_average(
    units: str, attackers: list[str], at_odds: str, expected: dict[str, int]
) -> None:
    """At 1-2 two faces of six cost the attacker a step and one costs both; at 6-1 one costs both, and the other five
    cost the defender his last step. Losses are told in tenths of a step."""
    match = attacking(units, "3016", *attackers)
    assert column(match) == at_odds
    summary = match.tells("go").summary
    assert summary is not None
    assert summary.args == expected
