"""9.2, 12.2 to 12.4 Artillery, Nebelwerfer and engineers in combat."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from ardennes.games.deadly_woods.rules.boundaries import FIFTH, SEVENTH, SIXTH
from ardennes.games.deadly_woods.rules.combat import preview
from ardennes.games.deadly_woods.rules.odds import Attack
from ardennes.games.deadly_woods.rules.support import fires_into, gets_guns, rockets
from tests.deadly_woods.fields import Battlefield, field
from tests.deadly_woods.test_combat import attacking

RING = "2SS-a 2914, 2SS-b 3016, 26VG-b 2816"
"""Germans who cut off an Allied unit in 2915, with 26VG-a in 3014."""


def guns(match: Battlefield) -> set[str]:
    return {offer.removeprefix("support ") for offer in match.offers() if offer.startswith("support ")}


def sappers(match: Battlefield) -> set[str]:
    return {asset for asset in guns(match) if asset.startswith("Eng")}


def answering(units: str, target: str, *join: str, moment: str = "german combat", **more: Any) -> Battlefield:
    """The defender's answer to an attack without support."""
    match = attacking(units, target, *join, moment=moment, **more)
    match.dice(1, 1, 1).do("go")
    return match


# --- German ------------------------------------------------------------------------------------------


@pytest.mark.rule("deadly_woods", "9.2-b", "12.2-a")
def test_german_guns_fire_into_their_own_area_at_first() -> None:
    match = attacking("26VG-a 3115, 28-110 3015", "3015", "26VG-a", turn=3)
    assert guns(match) == {"Art-5Pz-1", "Art-5Pz-2", "Neb-5Pz-1", "Neb-5Pz-2"}
    north = attacking("12VG-a 3009, 30-117 3010", "3010", "12VG-a", turn=3)
    assert guns(north) == {"Art-6Pz-1", "Art-6Pz-2", "Neb-6Pz-1", "Neb-6Pz-2"}, "where the defender stands"


@pytest.mark.rule("deadly_woods", "9.2-b", "12.2-a", "12.2-b", "9.2.2-a")
@pytest.mark.parametrize(("turn", "free"), [(1, False), (2, False), (3, False), (4, True), (12, True)])
def test_where_german_guns_fire_by_turn(turn: int, free: bool) -> None:
    p = field("2Pz-a 4010", "german move", turn=turn).position
    reach = {
        (army, area)
        for army in (SIXTH, FIFTH, SEVENTH)
        for area in (SIXTH, FIFTH, SEVENTH)
        if fires_into(p, army, area)
    }
    own = {(SIXTH, SIXTH), (FIFTH, FIFTH), (SEVENTH, SEVENTH)}
    assert reach == (own | {(SIXTH, FIFTH), (FIFTH, SIXTH), (FIFTH, SEVENTH), (SEVENTH, FIFTH)} if free else own)


@pytest.mark.rule("deadly_woods", "12.2-b", "9.2.2-a")
def test_german_guns_from_turn_four() -> None:
    match = attacking("26VG-a 3115, 28-110 3015", "3015", "26VG-a", turn=4)
    assert {"Art-6Pz-1", "Art-5Pz-1", "Art-7Army-1", "Neb-7Army-1"} <= guns(match), "all may fire into the 5th area"
    north = attacking("12VG-a 3009, 30-117 3010", "3010", "12VG-a", turn=4)
    assert "Art-7Army-1" not in guns(north)
    assert "Art-5Pz-1" in guns(north)
    p = match.position
    for turn in (1, 4, 12):
        p.turn = turn
        assert not fires_into(p, SIXTH, SEVENTH)
        assert not fires_into(p, SEVENTH, SIXTH)


@pytest.mark.rule("deadly_woods", "9.2.1-a")
def test_the_open_line_is_open_for_guns_too() -> None:
    entered = ["st_vith_entered = 1"]
    match = attacking("26VG-a 3115, 28-110 3015", "3015", "26VG-a", turn=2, clocks=entered)
    assert "Art-6Pz-1" in guns(match)
    assert fires_into(match.position, FIFTH, SIXTH)
    assert "Art-7Army-1" not in guns(match)


@pytest.mark.rule("deadly_woods", "12.2-c", "12.2-f")
def test_one_gun_and_one_nebelwerfer() -> None:
    match = attacking("26VG-a 3115, 28-110 3015", "3015", "26VG-a", turn=3)
    before = match.tally("attack")
    assert match.tally("attack", "support Art-5Pz-1") == before + 4, "told before it is chosen"
    match.do("support Art-5Pz-1")
    assert match.tally("attack") == before + 4
    assert guns(match) == {"Neb-5Pz-1", "Neb-5Pz-2"}
    match.do("support Neb-5Pz-1")
    assert guns(match) == set()


@pytest.mark.rule("deadly_woods", "12.2-d", "12.2-e", "12.2-m")
def test_german_guns_once_a_turn() -> None:
    match = attacking("26VG-a 3115, 28-110 3015, 28-109 2215", "3015", "26VG-a", turn=3)
    match.do("support Art-5Pz-1", "support Neb-5Pz-1")
    match.dice(1).do("go", "go")
    used = match.position.used
    assert used[match.unit("Art-5Pz-1")]
    assert used[match.unit("Neb-5Pz-1")]
    assert match.place("Art-5Pz-1") == "assets"
    again = attacking("26VG-a 3115, 28-110 3015, Art-5Pz-1 assets used", "3015", "26VG-a", turn=3)
    assert again.why("support Art-5Pz-1") == ("cannot-support", "12.2")
    fresh = field("2Pz-a 4010, Art-5Pz-1 assets used", "end", turn=3)
    assert not fresh.position.used[fresh.unit("Art-5Pz-1")], "until the turn is over"


@pytest.mark.rule("deadly_woods", "12.2-e")
def test_a_german_gun_that_defends_is_used_for_the_turn() -> None:
    """28-110 attacks 26VG-a and 28-109 then attacks 26VG-b, both in the 5th Panzer Army area."""
    units = "28-110 3015, 28-112 3015, 28-109 3012, 26VG-a 3115, 26VG-b 3112"
    match = answering(units, "3115", "28-110", moment="allied combat")
    match.do("support Art-5Pz-1")
    while match.prompt_code() != "choose-attack":
        match.do(sorted(match.offers())[0])
    match.do("attack 3112", "join 28-109")
    match.dice(1, 1, 1).do("go")
    assert "Art-5Pz-2" in guns(match)
    assert match.why("support Art-5Pz-1") == ("cannot-support", "12.2"), "not in another defence"
    attack = attacking("26VG-a 3115, 28-110 3015, Art-5Pz-1 assets used", "3015", "26VG-a", turn=4)
    assert attack.why("support Art-5Pz-1") == ("cannot-support", "12.2"), "nor in an attack"
    defence = answering(
        "28-110 3015, 28-112 3015, 26VG-a 3115, Art-5Pz-1 assets used", "3115", "28-110", moment="allied combat"
    )
    assert defence.why("support Art-5Pz-1") == ("cannot-support", "12.2")


@pytest.mark.rule("deadly_woods", "12.2-d", "12.2-e")
def test_nebelwerfer_only_attack_and_guns_defend_too() -> None:
    match = answering("28-110 3015, 28-112 3015, 26VG-a 3115", "3115", "28-110", moment="allied combat")
    assert guns(match) >= {"Art-5Pz-1", "Art-6Pz-1"}
    assert not any(asset.startswith("Neb") for asset in guns(match))
    match.do("support Art-5Pz-1")
    assert not guns(match), "one gun, and the die is rolled"


@pytest.mark.rule("deadly_woods", "12.2-g", "8.3-i")
def test_no_german_guns_for_units_out_of_supply() -> None:
    match = answering("28-110 3015, 28-112 3015, 26VG-a 3115 cut", "3115", "28-110", moment="allied combat")
    assert match.prompt_code() != "answer-guns"


@pytest.mark.rule("deadly_woods", "12.2-h", "12.2-i", "12.2-j", "12.2-k", "11.3.2-f")
def test_nebelwerfer_and_terrain() -> None:
    match = field("2Pz-a 4010", "german move")
    p, asset = match.position, match.unit("Neb-5Pz-1")
    strength = {
        "3016": 5,  # clear
        "3114": 4,  # woods
        "3015": 3,  # a Village in the open
        "3018": 3,  # forest
        "2012": 3,  # a Village in the forest
        "3318": 2,  # rough
        "3217": 2,  # a Village on rough ground
        "3211": 2,  # a Town in the open
    }
    for hex, guns_there in strength.items():
        assert rockets(p, asset, match.hex(hex), doubled=False) == guns_there, hex
    attack = attacking("26VG-a 3115, 28-110 3015", "3015", "26VG-a", turn=3)
    before = attack.tally("attack")
    attack.do("support Neb-5Pz-1")
    assert attack.tally("attack") == before + 3


@pytest.mark.rule("deadly_woods", "12.2-l")
def test_nebelwerfer_doubled() -> None:
    match = attacking("26VG-a 3115, 28-110 3015, 28-109 2215", "3015", "26VG-a", turn=3)
    assert match.why("double Neb-5Pz-1") == ("cannot-double", "12.2")
    match.do("support Neb-5Pz-1")
    before = match.tally("attack")
    assert match.tally("attack", "double Neb-5Pz-1") == before + 3, "told before it is chosen"
    match.do("double Neb-5Pz-1")
    assert match.tally("attack") == before + 3, "twice its modified three"
    match.dice(1).do("go", "go")
    assert match.place("Neb-5Pz-1") == "turn-track"
    assert match.position.due[match.unit("Neb-5Pz-1")] == 5


# --- Allied ------------------------------------------------------------------------------------------


@pytest.mark.rule("deadly_woods", "12.3-a", "12.3-b")
def test_allied_guns_of_the_corps() -> None:
    match = answering("12VG-a 3009, 12VG-b 3009, 30-117 3010", "3010", "12VG-a", turn=4)
    assert guns(match) == {"Art-V-1", "Art-V-2"}, "30th Division: V Corps"
    match.do("support Art-V-1", "support Art-V-2")
    assert match.prompt_code() != "answer-guns", "two at most"
    attack = attacking("28-110 3015, 28-112 3015, 26VG-a 3115", "3115", "28-110", moment="allied combat")
    assert guns(attack) == {"Art-VIII-1"}


TWO_CORPS = "28-110 3015, 28-112 3015, 30-117 3114, 30-119 3114, 82-504 3116, 26VG-a 3115"


@pytest.mark.rule("deadly_woods", "12.3-b")
def test_guns_where_two_corps_attack_together() -> None:
    """The English text asks for a unit of the corps; by the Italian one all must be of it."""
    join = ("28-110", "30-117")
    either = attacking(TWO_CORPS, "3115", *join, moment="allied combat")
    assert guns(either) == {"Art-VIII-1", "Art-V-1", "Art-V-2"}
    strict: dict[str, Any] = {"moment": "allied combat", "options": ["one_corps_guns"]}
    assert guns(attacking(TWO_CORPS, "3115", *join, **strict)) == set()
    alone = attacking(TWO_CORPS, "3115", "28-110", **strict)
    assert guns(alone) == {"Art-VIII-1"}
    alone.do("support Art-VIII-1")
    assert alone.why("join 30-117") == ("joins-too-late", "11.3.1"), "the other corps does not come after the guns"
    airborne = attacking(TWO_CORPS, "3115", *join, "82-504", **strict)
    assert guns(airborne) == {"Art-VIII-1", "Art-V-1", "Art-V-2"}, "airborne still have the guns of their neighbours"


@pytest.mark.rule("deadly_woods", "12.3-c")
def test_guns_for_american_airborne() -> None:
    """The rulebook's example: with VII Corps in the hex and V Corps within three hexes, either or both."""
    units = "82-504 3015, 84-333 3015, 30-117 2916, 26VG-a 3115, 26VG-b 3115"
    match = answering(units, "3015", "26VG-a", turn=4)
    assert guns(match) == {"Art-V-1", "Art-V-2", "Art-VII-1", "Art-VII-2"}
    far = answering("82-504 3015, 30-117 2215, 26VG-a 3115, 26VG-b 3115", "3015", "26VG-a", turn=4)
    assert far.prompt_code() != "answer-guns"


@pytest.mark.rule("deadly_woods", "12.3-d", "8.3-j")
def test_guns_for_allied_units_out_of_supply() -> None:
    alone = answering(f"28-110 2915, 26VG-a 3014, {RING}", "2915", "26VG-a")
    assert alone.prompt_code() != "answer-guns"
    near = answering(f"28-110 2915, 28-112 2714, 26VG-a 3014, {RING}", "2915", "26VG-a")
    assert guns(near) == {"Art-VIII-1"}, "a supplied unit of the corps within three hexes"
    other = answering(f"28-110 2915, 30-117 2714, 26VG-a 3014, {RING}", "2915", "26VG-a")
    assert other.prompt_code() != "answer-guns", "of another corps"
    engineers = answering(f"28-110 2915, Eng-VIII-1 2714, 26VG-a 3014, {RING}", "2915", "26VG-a")
    assert guns(engineers) == {"Eng-VIII-1"}, "engineers do not count"


@pytest.mark.rule("deadly_woods", "12.3-e", "12.3-a")
def test_guns_for_airborne_out_of_supply() -> None:
    match = answering(f"82-504 2915, 28-112 2714, 30-117 2715, 26VG-a 3014, {RING}", "2915", "26VG-a")
    assert guns(match) == {"Art-VIII-1", "Art-V-1", "Art-V-2"}
    match.do("support Art-VIII-1", "support Art-V-1")
    assert match.prompt_code() != "answer-guns", "two at most"


@pytest.mark.rule("deadly_woods", "12.3-d", "12.3-e", "8.6-b")
def test_airborne_supplied_by_air_alone_attack_without_guns() -> None:
    units = f"28-112 2714, 30-117 2715, 26VG-a 3014, AirSupply 2915, {RING}"
    match = field(f"82-504 2915, {units}", "allied combat", turn=6)
    match.do("attack 3014", "join 82-504")
    assert not guns(match)


@pytest.mark.rule("deadly_woods", "12.3-d", "8.6-b")
def test_who_is_supplied_by_air_alone_has_guns_in_defence_only() -> None:
    """A supplied regiment of its corps within three hexes gives guns to its defence, and none to its attacks."""
    units = f"28-110 2915, 28-112 2714, 26VG-a 3014, AirSupply 2915, {RING}"
    match = field(units, "allied combat", turn=6)
    match.do("attack 3014", "join 28-110")
    assert not guns(match)
    assert guns(answering(units, "2915", "26VG-a", turn=6)) == {"Art-VIII-1"}


@pytest.mark.rule("deadly_woods", "12.3-e")
def test_guns_of_any_corps_for_british_airborne_out_of_supply() -> None:
    units = f"28-112 2714, 26VG-a 3014, {RING}"
    assert guns(answering(f"6Abn-3 2915, {units}", "2915", "26VG-a", turn=9)) == {"Art-VIII-1"}
    assert answering(f"43-129 2915, {units}", "2915", "26VG-a", turn=9).prompt_code() != "answer-guns"


@pytest.mark.rule("deadly_woods", "12.3-f", "12.3-g")
def test_allied_guns_once_a_round() -> None:
    match = answering("26VG-a 3115, 2Pz-a 3116, 28-110 3015, 28-112 3117", "3015", "26VG-a")
    match.do("support Art-VIII-1")
    assert match.position.used[match.unit("Art-VIII-1")]
    while match.prompt_code() != "choose-attack":
        match.do(sorted(match.offers())[0])
    match.do("attack 3117", "join 2Pz-a")
    match.dice(1).do("go")
    assert match.prompt_code() != "answer-guns", "used in this round"
    after = field("26VG-a 3115, 28-110 3015, Art-VIII-1 assets used", "german combat", cup=["A-MC-1"])
    after.do("done")
    assert not after.position.used[after.unit("Art-VIII-1")], "fresh in the next"


@pytest.mark.rule("deadly_woods", "12.3-f", "12.3-g")
def test_allied_guns_that_attack_are_used_for_the_round() -> None:
    units = "28-110 3015, 28-112 3015, 28-109 3012, 26VG-a 3115, 26VG-b 3112"
    match = attacking(units, "3115", "28-110", moment="allied combat", cup=["G-MC-1"])
    assert guns(match) == {"Art-VIII-1"}
    match.dice(1, 1, 1).do("support Art-VIII-1", "go")
    while match.prompt_code() != "choose-attack":
        match.do("go" if "go" in match.offers() else sorted(match.offers())[0])
    match.do("attack 3112", "join 28-109")
    assert match.why("support Art-VIII-1") == ("cannot-support", "12.3"), "once in a round"
    match.dice(1, 1, 1).do("go")
    while match.prompt_code() != "choose-side-of-chit":
        match.do("done" if "done" in match.offers() else sorted(match.offers())[0])
    match.do("as combat")
    while match.prompt_code() != "choose-attack":
        match.do("done")
    match.do("attack 3015", "join 26VG-a")
    match.dice(1, 1, 1).do("go")
    assert guns(match) == {"Art-VIII-1"}, "and again in the next, in defence"


@pytest.mark.rule("deadly_woods", "12.3-h")
def test_no_guns_for_two_regiments_of_the_99th_on_turn_one() -> None:
    for id, hex in (("99-393", "3707"), ("99-394", "3708")):
        units = f"12VG-a 3807, 12VG-b 3807, {id} {hex}"
        assert answering(units, hex, "12VG-a", turn=1).prompt_code() != "answer-guns"
        assert guns(answering(units, hex, "12VG-a", turn=2)) == {"Art-V-1", "Art-V-2"}
    third = answering("326VG-a 3604, 326VG-b 3604, 99-395 3505", "3505", "326VG-a", turn=1)
    assert guns(third) == {"Art-V-1", "Art-V-2"}


@pytest.mark.rule("deadly_woods", "9.3-b")
def test_british_guns_and_attacks_at_their_boundary() -> None:
    board = field("2Pz-a 4010").data.board
    british = board.area("british")
    pairs = [(hex, there) for hex in sorted(british) for there in board.around(hex) if there not in british]
    for here, there in ((board.label(hex), board.label(other)) for hex, other in pairs):
        match = field(f"29Armd {here}, 26VG-a {there}", "allied combat", turn=6)
        if match.targets() == {there}:
            break
    match.do(f"attack {there}", "join 29Armd")
    assert guns(match) == {"Art-XXX-1"}, "attack and guns into the hex next to the boundary"
    far = attacking("29Armd 3015, 26VG-a 3115", "3115", "29Armd", moment="allied combat", turn=6)
    assert guns(far) == set(), "not farther away"


@pytest.mark.rule("deadly_woods", "12.7-c", "12.9.1-e")
def test_no_guns_for_paratroopers_and_delay() -> None:
    vdh = answering("28-110 3015, 28-112 3015, VdH 3115", "3115", "28-110", moment="allied combat", turn=2)
    assert vdh.prompt_code() != "answer-guns"
    delay = answering("26VG-a 3115, Delay 3015", "3015", "26VG-a")
    assert delay.prompt_code() != "answer-guns"
    assert not gets_guns(delay.position, delay.unit("Delay")), "whatever corps a data pack gives it"
    assert gets_guns(delay.position, delay.unit("28-110"))


@pytest.mark.rule("deadly_woods", "12.7-c")
def test_no_guns_for_paratroopers_who_attack() -> None:
    units = "VdH 2810, 12VG-a 2812, 30-117 2811"
    alone = attacking(units, "2811", "VdH", turn=2)
    assert guns(alone) == set(), "neither guns nor rockets"
    alone.do("join 12VG-a")
    assert guns(alone) == {"Art-5Pz-1", "Art-5Pz-2", "Neb-5Pz-1", "Neb-5Pz-2"}, "for the others in the attack"
    plus = attacking(units, "2811", "VdH", turn=2, options=["plus_two"])
    assert guns(plus) == {"Plus2"}, "which is no artillery"


# --- engineers ---------------------------------------------------------------------------------------


@pytest.mark.rule("deadly_woods", "12.4.2-a", "12.9.1-d")
def test_engineers_help_the_defence() -> None:
    units = "26VG-a 3115, 26VG-b 3115, 28-110 3015"
    near = answering(f"{units}, Eng-VIII-1 2714", "3015", "26VG-a")
    assert sappers(near) == {"Eng-VIII-1"}, "three hexes"
    assert "engineers" not in near.shifts(), "only if the defender says so"
    assert near.shifts("support Eng-VIII-1")["engineers"] == -1
    assert not sappers(answering(f"{units}, Eng-VIII-1 2614", "3015", "26VG-a")), "four"
    assert not sappers(answering(f"{units}, Eng-VII-1 2714", "3015", "26VG-a")), "another corps"
    airborne = answering("26VG-a 3115, 82-504 3015, Eng-VII-1 2714", "3015", "26VG-a")
    assert sappers(airborne) == {"Eng-VII-1"}, "airborne from any corps"
    delay = answering("26VG-a 3115, Delay 3015, Eng-VII-1 2714, Eng-VIII-1 2715", "3015", "26VG-a")
    assert sappers(delay) == {"Eng-VII-1", "Eng-VIII-1"}, "so does the Delay asset"
    delay.do("support Eng-VII-1")
    assert delay.prompt_code() != "answer-guns", "and only one counts"


TWO_SAPPERS = (
    "26VG-a 3115, 26VG-b 3115, 2Pz-b 3115, 2Pz-a 3116, 28-110 3015, 28-112 3117, "
    "Eng-VIII-1 2915, Eng-VIII-2 2916, Art-VIII-1 turn-track"
)


@pytest.mark.rule("deadly_woods", "12.4.2-a")
def test_one_engineer_shift_to_a_combat_unless_they_add_up() -> None:
    one = answering(TWO_SAPPERS, "3015", "26VG-a")
    one.do("support Eng-VIII-2")
    assert one.prompt_code() != "answer-guns"
    attack = attacking(TWO_SAPPERS, "3015", "26VG-a", "26VG-b", "2Pz-b", options=["engineers_add_up"])
    names = {name.rpartition(": ")[0] for name in attack.tells("go").chances}
    assert names == {"", "engineers-1", "engineers-2"}, "the attacker is told what may come"
    attack.dice(1, 1, 1).do("go", "support Eng-VIII-2")
    assert attack.shifts("support Eng-VIII-1")["engineers"] == -1
    assert attack.tally("shifts", "support Eng-VIII-1") == attack.tally("shifts") - 1
    delay = answering(
        "26VG-a 3115, Delay 3015, Eng-VII-1 2714, Eng-VIII-1 2715", "3015", "26VG-a", options=["engineers_add_up"]
    )
    delay.do("support Eng-VII-1")
    assert delay.prompt_code() != "answer-guns", "12.9.1: a single engineer for the Delay asset"


@pytest.mark.rule("deadly_woods", "11.3.1-c", "12.4.2-a")
def test_what_the_defender_may_still_add_is_named_without_what_he_has() -> None:
    match = field("26VG-a 3115, 28-110 3015, Eng-VIII-1 2915", "german combat")
    attack = Attack(side=0, target=match.hex("3015"), attackers=(match.unit("26VG-a"),))

    def named(*answer: str) -> set[str]:
        own = replace(attack, answer=tuple(match.unit(id) for id in answer))
        return {name.rpartition(": ")[0] for name in preview(match.position, own).chances}

    guns_alone = {name for name in named() if name.startswith("guns") and "+" not in name}
    assert named() == {"", "engineers-1", *guns_alone, *(f"{name}+engineers-1" for name in guns_alone)}
    assert named("Eng-VIII-1") == {"", *guns_alone}
    assert named("Art-VIII-1") == {"", "engineers-1"}


@pytest.mark.rule("deadly_woods", "12.4.2-a")
@pytest.mark.parametrize(
    ("options", "again"), [((), {"Eng-VIII-1", "Eng-VIII-2"}), (("engineers_once",), {"Eng-VIII-2"})]
)
def test_how_often_engineers_help_in_a_round(options: tuple[str, ...], again: set[str]) -> None:
    match = answering(TWO_SAPPERS, "3015", "26VG-a", options=options)
    match.do("support Eng-VIII-1")
    while match.prompt_code() != "choose-attack":
        match.do(sorted(match.offers())[0])
    match.do("attack 3117", "join 2Pz-a")
    match.dice(1).do("go")
    assert sappers(match) == again
    match.do("go")
    while match.prompt_code() != "choose-first-chit":
        match.do("done" if "done" in match.offers() else sorted(match.offers())[0])
    assert not match.position.used[match.unit("Eng-VIII-1")], "the next round they are ready again"


@pytest.mark.rule("deadly_woods", "8.4-b")
def test_engineers_help_units_out_of_supply() -> None:
    match = answering(f"28-110 2915, Eng-VIII-1 2714, 26VG-a 3014, {RING}", "2915", "26VG-a")
    assert match.shifts("support Eng-VIII-1")["engineers"] == -1
    assert match.shifts("support Eng-VIII-1")["defender-out-of-supply"] == 1


@pytest.mark.rule("deadly_woods", "12.4.2-b")
def test_engineers_do_not_help_attacks() -> None:
    match = attacking(
        "28-110 3015, 28-112 3015, Eng-VIII-1 3015, 26VG-a 3115", "3115", "28-110", moment="allied combat"
    )
    assert not sappers(match)


@pytest.mark.rule("deadly_woods", "12.4.2-c")
def test_engineers_alone_cannot_be_attacked() -> None:
    match = field("26VG-a 3115, Eng-VIII-1 3015, 28-110 3114", "german combat")
    assert match.targets() == {"3114"}
    assert match.why("attack 3015") == ("engineers-alone", "12.4.2")


# --- by which rule -----------------------------------------------------------------------------------


ALLIED_ATTACK = ("28-110 3015, 28-112 3015, 26VG-a 3115, Eng-VIII-1 3015", "3115", "28-110", "allied combat")
DELAY_DEFENDS = ("26VG-a 3115, Delay 3015, Eng-VII-1 2714", "3015", "26VG-a", "german combat")
GERMAN_ATTACK = ("26VG-a 3115, 26VG-b 3115, 28-110 3015, Eng-VIII-1 2614", "3015", "26VG-a", "german combat")
PARATROOPERS_ATTACK = ("VdH 2810, 30-117 2811", "2811", "VdH", "german combat")


@pytest.mark.rule("deadly_woods", "12.2-a", "12.3-b", "12.4.2-b", "12.7-c")
@pytest.mark.parametrize(
    ("attack", "asset", "rule"),
    [
        (GERMAN_ATTACK, "Art-6Pz-1", "12.2"),
        (GERMAN_ATTACK, "Plus2", "16.1"),
        (ALLIED_ATTACK, "Art-V-1", "12.3"),
        (ALLIED_ATTACK, "Eng-VIII-1", "12.4.2"),
        (PARATROOPERS_ATTACK, "Art-5Pz-1", "12.7"),
        (PARATROOPERS_ATTACK, "Neb-5Pz-1", "12.7"),
        (PARATROOPERS_ATTACK, "Traffic", "12.1"),
    ],
)
def test_the_rule_that_refuses_support_in_attack(attack: tuple[str, ...], asset: str, rule: str) -> None:
    units, target, unit, moment = attack
    match = attacking(units, target, unit, moment=moment, turn=3)
    assert match.why(f"support {asset}") == ("cannot-support", rule)


@pytest.mark.rule("deadly_woods", "12.2-d", "12.3-b", "12.4.2-a", "12.9.1-e")
@pytest.mark.parametrize(
    ("attack", "asset", "rule"),
    [
        (ALLIED_ATTACK, "Neb-5Pz-1", "12.2"),
        (GERMAN_ATTACK, "Art-V-1", "12.3"),
        (GERMAN_ATTACK, "Eng-VIII-1", "12.4.2"),
        (DELAY_DEFENDS, "Art-VIII-1", "12.9.1"),
    ],
)
def test_the_rule_that_refuses_support_in_defence(attack: tuple[str, ...], asset: str, rule: str) -> None:
    units, target, unit, moment = attack
    match = answering(units, target, unit, moment=moment, turn=3)
    assert match.prompt_code() == "answer-guns"
    assert match.why(f"support {asset}") == ("cannot-support", rule)


@pytest.mark.rule("deadly_woods", "12.2-c", "12.3-b", "12.4.2-a")
def test_support_is_told_with_its_rule() -> None:
    allied = attacking(*ALLIED_ATTACK[:3], moment="allied combat")
    allied.dice(1, 1, 1).do("support Art-VIII-1", "go", "support Art-5Pz-1")
    assert [event.rule for event in allied.told("supports")] == ["12.3", "12.2"]
    units = f"{GERMAN_ATTACK[0]}, Eng-VIII-2 2915"
    german = attacking(units, "3015", "26VG-a", turn=2, options=["plus_two"])
    german.do("support Art-5Pz-1", "support Neb-5Pz-1", "support Plus2")
    german.dice(1, 1, 1).do("go", "support Eng-VIII-2", "support Art-VIII-1")
    assert [event.rule for event in german.told("supports")] == ["12.2", "12.2", "16.1", "12.4.2", "12.3"]
