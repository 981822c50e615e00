"""Refusals, each where nothing else forbids what is asked for: the reason, and the rule it stands on."""

from __future__ import annotations

import pytest

from ardennes.engine.notation import read_option
from ardennes.engine.procedure import about
from ardennes.engine.texts import Refused
from tests.deadly_woods.fields import Battlefield, field
from tests.deadly_woods.test_combat import attacking, fought
from tests.deadly_woods.test_replacements import spending
from tests.deadly_woods.test_retreat import beaten


def moving(units: str, id: str, moment: str = "german move", **more: object) -> Battlefield:
    match = field(units, moment, **more)  # type: ignore[arg-type]
    match.do(f"move {id}")
    return match


# --- movement ----------------------------------------------------------------------------------------


@pytest.mark.rule("deadly_woods", "10.2-a", "14.4-h")
@pytest.mark.parametrize(
    ("units", "id", "moment", "hex", "why"),
    [
        ("26VG-a 3115, 28-110 0101", "26VG-a", "german move", "3115", ("is-there-already", "10.2")),
        ("26VG-a 3115, 506 3116, 28-110 3117", "26VG-a", "german move", "3117", ("enemy-in-the-way", "10.2")),
        ("28-110 3115, 26VG-a 3016", "28-110", "allied move", "3016", ("enemy-in-the-way", "10.2")),
        ("2Pz-a 3213, 28-110 0101", "2Pz-a", "german combat", "3115", ("one-hex-only", "14.4")),
        ("9A-CCB 3213, 26VG-a 4010", "9A-CCB", "allied combat", "3115", ("one-hex-only", "14.4")),
    ],
)
def test_why_a_unit_cannot_go_there(units: str, id: str, moment: str, hex: str, why: tuple[str, str]) -> None:
    assert moving(units, id, moment).why(f"to {hex}") == why


@pytest.mark.rule("deadly_woods", "7.3-d")
def test_the_150th_goes_on_only_by_slipping() -> None:
    match = moving("150 3115, 28-110 3012", "150", turn=3)
    match.do("to 3112")
    assert match.why("to 3211") == ("zone-in-the-way", "7.3")


@pytest.mark.rule("deadly_woods", "14.1-a", "14.4-h", "14.5-a", "10.1-a", "12.7-b")
@pytest.mark.parametrize(
    ("units", "moment", "id", "why"),
    [
        ("2Pz-a 3115, 12VG-a 3808, 28-110 0101", "5th", "12VG-a", ("not-activated", "14.1")),
        ("2Pz-a 3213, 2Pz-b 3114, 28-110 3115", "german combat", "2Pz-b", ("no-hex-before-combat", "14.4")),
        ("2Pz-a 3213, 26VG-a 3212, 28-110 0101", "german combat", "26VG-a", ("not-activated", "14.1")),
        ("2Pz-a 3213, 26VG-a eliminated, 28-110 0101", "german move", "26VG-a", ("not-on-map", "10.1")),
        ("2Pz-a 3213, VdH 2810 face_down, 28-110 0101", "german move", "VdH", ("not-on-map", "10.1")),
        ("2Pz-a 3213, VdH 2810, 28-110 0101", "german move", "VdH", ("cannot-move-at-all", "10.1")),
        ("2Pz-a 3213, 28-110 0101", "german move", "28-110", ("not-yours", "10.1")),
        ("2Pz-a 3213, 28-110 0101, Greif 3115", "german move", "Greif", ("not-yours", "10.1")),
        ("28-110 2215, Eng-VIII-1 3115, 26VG-a 4010", "allied move", "Eng-VIII-1", ("not-yours", "10.1")),
        ("2Pz-a 3213 cut, 26VG-a 3212, 28-110 0101", "german move", "2Pz-a", ("tanks-stranded", "8.3")),
    ],
)
def test_why_a_unit_cannot_be_moved(units: str, moment: str, id: str, why: tuple[str, str]) -> None:
    assert field(units, moment).why(f"move {id}") == why


# --- combat ------------------------------------------------------------------------------------------


@pytest.mark.rule("deadly_woods", "11.1-a", "11.1-b", "12.4.2-c")
def test_why_a_hex_cannot_be_attacked() -> None:
    match = field("26VG-a 3115, 28-110 3015, Eng-VIII-1 3116, Eng-V-1 3214, 26VG-b 3114", "german combat")
    assert match.why("attack 3014") == ("no-enemy-there", "11.1"), "empty"
    assert match.why("attack 3114") == ("no-enemy-there", "11.1"), "his own"
    assert match.why("attack 3116") == ("engineers-alone", "12.4.2")
    allied = field("28-110 3015, Eng-VIII-1 3014, 26VG-a 3115", "allied combat")
    assert allied.why("attack 3014") == ("no-enemy-there", "11.1"), "nobody attacks his own engineers"


@pytest.mark.rule("deadly_woods", "11.2-a", "11.3.1-a")
def test_why_a_unit_cannot_join() -> None:
    match = field("26VG-a 3115, 26VG-b 3213, 28-110 3015", "german combat")
    match.do("attack 3015")
    assert match.why("join 26VG-b") == ("cannot-join", "11.2"), "not beside the target"
    assert match.why("go") == ("nobody-attacks", "11.3.1")


@pytest.mark.rule("deadly_woods", "11.3.3-c", "11.4-b", "11.5-a")
def test_why_losses_and_ways_are_not_others() -> None:
    hit = fought("26VG-a 3115, 26VG-b 3115, 28-110 3015, 28-112 3015", "3015", "26VG-a", die=1)
    assert hit.why("hit 26VG-b") == ("not-among-them", "11.3.3")
    back = beaten("28-110 3016, 26VG-a 3116", "3016")
    assert back.why("back 3017") == ("no-retreat-there", "11.4"), "one hex is too few"
    stand = beaten("101-506 2519, 10A-CCB 2519, 26VG-a 2518", "2519")
    assert stand.why("stand 10A-CCB") == ("cannot-stand", "11.4.1")
    units = "26VG-a 3116, 26VG-b 3116, 2Pz-a 3015, 28-110 3016/1"
    gone = fought(units, "3016", "26VG-a", "26VG-b", die=6)
    while gone.prompt_code() != "choose-advance":
        gone.do(sorted(gone.offers())[0])
    assert gone.why("advance 2Pz-a") == ("cannot-advance", "11.5"), "it did not attack"


# --- bridges, entry, replacements ----------------------------------------------------------------------


@pytest.mark.rule("deadly_woods", "10.6.1-a", "10.6.2-a", "14.8-a")
def test_why_bridges_and_entries_are_not_others() -> None:
    match = field("28-110 3117, Eng-VIII-1 3115, Eng-VIII-2 3016, 28-112 2313", "allied move")
    match.do("blow 3017/3117")
    assert match.why("activate Eng-V-1") == ("not-these-engineers", "12.4.3")
    crossed = field("26VG-a 3018, 26VG-b 3016", blown=["3018/3118", "3017/3117"])
    crossed.do("move 26VG-a", "to 3118")
    assert crossed.why("rebuild 3017/3117") == ("cannot-rebuild", "10.6.2"), "nobody has crossed it"
    held = fought("26VG-a 3017/1, 26VG-b 3017, 28-110 3117, 28-112 3117", "3117", "26VG-a", die=1)
    held.do("hit 26VG-a")
    assert held.why("blow 3018/3118") == ("cannot-blow-before", "10.6.1")
    entry = field("80-317 turn-track", "allied reinforcement", turn=4)
    assert entry.why("at 3115") == ("not-an-entry", "14.8")


@pytest.mark.rule("deadly_woods", "13.2-a", "13.2.2-d")
def test_why_a_unit_cannot_be_raised() -> None:
    units = "28-110 eliminated, 28-112 2217/1, 9A-CCB 2216/1"
    no_points = spending(units, 1, infantry=0, armor=1)
    assert no_points.why("raise 28-110") == ("no-such-points", "13.2")
    assert no_points.why("raise 26VG-a") == ("not-yours", "13.2")
    assert no_points.why("replace Eng-V-1") == ("not-yours", "13.2")
    board = no_points.data.board
    assert no_points.why("raise 9A-CCB") == ("not-eliminated", "13.2.2")
    towns = [board.label(hex) for hex in sorted(no_points.data.towns)]
    match = spending(f"{units}, 26VG-a 4010", 1, german=towns)
    assert match.why("raise 28-110") == ("no-town", "13.2.2"), "all Towns are German"


@pytest.mark.rule("deadly_woods", "12.2-l", "11.3.1-b")
def test_a_nebelwerfer_is_doubled_once_and_alone() -> None:
    match = attacking("26VG-a 3115, 28-110 3015, 28-109 2215", "3015", "26VG-a", turn=3)
    match.do("support Neb-5Pz-1", "double Neb-5Pz-1")
    assert match.why("double Neb-5Pz-1") == ("cannot-double", "12.2")
    match.do("support Art-5Pz-1")
    assert match.why("double Art-5Pz-1") == ("cannot-double", "12.2"), "artillery never"


@pytest.mark.rule("deadly_woods", "7.3-c", "12.4.4-a", "14.4-h")
@pytest.mark.parametrize(
    ("units", "moment", "words", "by"),
    [
        ("2Pz-a 3213, 28-110 0101", "german combat", "to 3114", "3113"),
        ("9A-CCB 3213, 26VG-a 4010", "allied combat", "to 3114", "3113"),
        ("2Pz-a 3115, Eng-VIII-1 3114, 28-110 0101", "german move", "to 3114", "3014"),
        ("150 3014, 28-110 3015", "german move", "slip 3115", "3114"),
    ],
)
def test_a_single_step_has_no_other_way(units: str, moment: str, words: str, by: str) -> None:
    match = moving(units, units.split(maxsplit=1)[0], moment, turn=3)
    option, end = read_option(match.data, words), match.hex(words.split()[1])
    with pytest.raises(Refused) as told:
        about(match.position, option, [match.hex(by)])
    assert told.value.refusal.code == "way-is-fixed"
    found = match.refusal(option, None, [match.hex(by), end])
    assert found is not None
    assert found.code == "way-is-fixed"
