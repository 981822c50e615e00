"""36.0 The Peiper Alternative."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from ardennes.games.bitter_woods.rules.battalions import lonely
from ardennes.games.bitter_woods.rules.peiper import LastAttack
from ardennes.games.bitter_woods.rules.pledges import is_bound
from ardennes.games.bitter_woods.rules.points import german_losses, reaching
from ardennes.games.bitter_woods.rules.stacking import has_room
from ardennes.hexes import distance
from tests.bitter_woods.fields import Battlefield, field, new_game
from tests.bitter_woods.test_details import FAR as GUNS
from tests.bitter_woods.test_details import HERE, TARGET, THERE
from tests.bitter_woods.test_results import after

OPTION = ("peiper_alternative",)
THREE = ("PA-1", "PA-501", "PA-3-2")
FAR = "28-110 4203"


def peiper(units: str, moment: str = "german move", turn: int = 8, **more: Any) -> Battlefield:
    options = more.pop("options", OPTION)
    return field(f"{units}, {FAR}", moment, turn=turn, options=options, **more)


@pytest.mark.rule("bitter_woods", "36-b", "36-d", "36.10-a")
def test_one_unit_at_the_start_and_three_that_are_as_strong() -> None:
    match = new_game(options=OPTION)
    assert match.place("1SS-Peiper") == "0412"
    assert [match.place(id) for id in THREE] == ["removed"] * 3
    faces = [match.data.faces[match.unit(id)][-1] for id in THREE]
    assert sum(face.strength for face in faces) == 15
    assert {(face.endurance, face.moves) for face in faces} == {(6, 5)}


@pytest.mark.rule("bitter_woods", "36-a", "1.4-b", "1.4-a")
def test_where_it_is_played() -> None:
    for scenario in ("patton", "erasing"):
        with pytest.raises(Exception, match="is not played with"):
            new_game(scenario, OPTION)
    for scenario in ("campaign", "six_turns", "eight_turns", "extended", "southern_shoulder"):
        new_game(scenario, (*OPTION, "army_artillery"))


@pytest.mark.rule("bitter_woods", "36.11-a", "36-d")
@pytest.mark.parametrize(("turn", "moment", "allowed"), [(1, "german move", False), (2, "german move", True)])
def test_it_breaks_down_and_comes_together(turn: int, moment: str, allowed: bool) -> None:
    match = peiper("1SS-Peiper 2210, 12-27 2210", moment, turn)
    assert ("regroup" in match.offers()) is allowed
    if not allowed:
        return
    match.do("regroup")
    assert {match.place(id) for id in THREE} == {"2210"}
    assert match.place("1SS-Peiper") == "removed"
    match.do("regroup")
    assert match.place("1SS-Peiper") == "2210"
    assert [match.steps_of("1SS-Peiper"), match.place("PA-1")] == [2, "removed"]
    assert "regroup" not in peiper("1SS-Peiper 2210", turn=8, options=()).offers()


@pytest.mark.rule("bitter_woods", "36.11-a", "36.12-a")
@pytest.mark.parametrize(
    ("units", "allowed"),
    [
        ("1SS-Peiper 2210/1", False),
        ("PA-1 2210, PA-501 2210, PA-3-2 2210", True),
        ("PA-1 2210/1, PA-501 2210, PA-3-2 2210", False),
        ("PA-1 2210, PA-501 2210", False),
        ("PA-1 2210, PA-501 2210, PA-3-2 2110", False),
    ],
)
def test_only_whole_and_together(units: str, allowed: bool) -> None:
    assert ("regroup" in peiper(units).offers()) is allowed


@pytest.mark.rule("bitter_woods", "36.11-b")
@pytest.mark.parametrize(("walked", "left"), [((24, 36, 60), 0), ((24, 36, 12), 2)])
def test_the_least_that_one_of_them_has_left(walked: tuple[int, ...], left: int) -> None:
    units = ", ".join(f"{id} 2210 walked={spent} done=1" for id, spent in zip(THREE, walked, strict=True))
    match = peiper(f"{units}, 12-27 2210")
    match.do("regroup")
    assert ("1SS-Peiper" in match.movers()) is (left > 0)
    if left:
        match.do("move 1SS-Peiper")
        assert all(match.cost(hex) <= left for hex in match.destinations())


@pytest.mark.rule("bitter_woods", "36.11-b")
def test_what_a_march_has_cost_is_remembered() -> None:
    match = peiper("1SS-Peiper 2210, 12-27 2210")
    match.do("move 1SS-Peiper")
    cost, hex = min((match.cost(hex), hex) for hex in match.destinations())
    match.do(f"to {hex}")
    assert match.position.walked[match.unit("1SS-Peiper")] == cost * 12
    match.do("regroup")
    assert set(THREE) <= match.movers()


@pytest.mark.rule("bitter_woods", "36.11-a")
def test_in_a_firefight_a_battalion_takes_the_loss() -> None:
    match = peiper("1SS-Peiper 2210, 28-109 2211", "german combat")
    match.do("attack 2211", "join 1SS-Peiper")
    codes = {}
    for die in range(1, 7):
        trial = peiper("1SS-Peiper 2210, 28-109 2211, 28-112 2211, 30-117 2211", "german combat")
        trial.do("attack 2211", "join 1SS-Peiper")
        trial.dice(die).do("go")
        codes[str(trial.told("rolled")[-1].args["result"])] = trial
    trial = next(trial for code, trial in codes.items() if code.startswith(("1A", "FF")))
    while trial.asked is not None and trial.asked.side != 0:
        trial.do(min(trial.offers()))
    assert trial.prompt_code() == "take-loss"
    trial.do("regroup")
    assert trial.objects("lose") == set(THREE)
    trial.do("lose PA-501")
    assert trial.steps_of("PA-501") == 1


@pytest.mark.rule("bitter_woods", "36.1-a")
def test_the_last_to_move_ends_near_the_others() -> None:
    match = peiper("PA-1 2210 done=1, PA-501 2210 done=1, PA-3-2 2210, 12-27 2210")
    match.do("move PA-3-2")
    near = match.data.within[2][match.hex("2210")]
    assert match.destinations()
    assert all(match.hex(hex) in near for hex in match.destinations())
    first = peiper("PA-1 2210, PA-501 2210, PA-3-2 2210, 12-27 2210")
    first.do("move PA-3-2")
    assert any(first.hex(hex) not in near for hex in first.destinations()), "others may follow"


@pytest.mark.rule("bitter_woods", "36.1-a")
def test_nobody_is_left_alone_while_one_can_move() -> None:
    match = peiper("PA-1 2210, PA-501 2210, PA-3-2 2214, 12-27 2210")
    assert lonely(match.position, {}) == {match.unit("PA-3-2")}
    assert match.why("done") == ("must-stay-together", "36.1")
    assert "done" in peiper("PA-3-2 2214, 12-27 2210").offers(), "the last of them is free"
    assert not lonely(peiper("PA-1 2210, PA-501 2212, PA-3-2 2214").position, {})


@pytest.mark.rule("bitter_woods", "36.1-a")
def test_who_advances_alone_stays_near() -> None:
    units = f"PA-1 3811, PA-501 3811, 28-109 3812, {FAR}"
    match = after(units, "3812", "PA-1", result="D4", options=OPTION)
    match.do(min(match.offers()), "advance PA-1")
    near = match.data.within[2][match.hex("3811")]
    assert {match.hex(hex) for hex in match.objects("along")} <= near
    single = after(f"PA-1 3811, 28-109 3812, {FAR}", "3812", "PA-1", result="D4", options=OPTION)
    single.do(min(single.offers()), "advance PA-1")
    assert not {single.hex(hex) for hex in single.objects("along")} <= near, "the last of them is free"


@pytest.mark.rule("bitter_woods", "36.1-a")
def test_who_advances_first_is_followed() -> None:
    units = f"PA-1 3811, PA-501 3811, 28-109 3812, {FAR}"
    match = after(units, "3812", "PA-1", "PA-501", result="D4", options=OPTION)
    match.do(min(match.offers()), "advance PA-1")
    near = match.data.within[2][match.hex("3811")]
    far = next(hex for hex in sorted(match.objects("along")) if match.hex(hex) not in near)
    match.do(f"along {far}")
    assert match.why("done") == ("must-stay-together", "36.1")
    match.do("advance PA-501")
    around = match.data.within[2][match.hex(far)]
    assert {match.hex(hex) for hex in match.objects("along")} <= around
    close = after(units, "3812", "PA-1", "PA-501", result="D4", options=OPTION)
    close.do(min(close.offers()), "advance PA-1", "along 3812")
    assert "done" in close.offers()


@pytest.mark.rule("bitter_woods", "36.2-a")
@pytest.mark.parametrize(
    ("friend", "ends"),
    [("3808", {"3609"}), ("3408", {"3609"}), ("3712", {"3610"}), ("3411", {"3610"}), ("3610", {"3609", "3610"})],
)
def test_a_retreat_ends_near_another_if_it_can(friend: str, ends: set[str]) -> None:
    """Within two hexes of another battalion; 3609 and 3610 are where PA-1 may go."""
    units = f"PA-1 3811, 28-109 3812, {FAR}"
    free = after(units, "3812", "PA-1", result="A3", options=OPTION)
    assert free.objects("back") == {"3609", "3610"}
    match = after(f"PA-501 {friend}, {units}", "3812", "PA-1", result="A3", options=OPTION)
    assert match.objects("back") == ends
    away = after(f"PA-501 2210, {units}", "3812", "PA-1", result="A3", options=OPTION)
    assert away.objects("back") == {"3609", "3610"}, "where that is impossible it goes where it can"


@pytest.mark.rule("bitter_woods", "36.2-a")
def test_who_has_retreated_too_far_comes_back_in_the_next_turn() -> None:
    match = peiper("PA-1 2210 done=1, PA-501 2210 done=1, PA-3-2 2214, 12-27 2210")
    assert match.why("done") == ("must-stay-together", "36.1")
    match.do("move PA-3-2")
    near = match.data.within[2][match.hex("2210")]
    assert match.destinations()
    assert {match.hex(hex) for hex in match.destinations()} <= near
    assert match.why("done") == ("must-stay-together", "36.1")
    far = peiper("PA-1 2210 done=1, PA-501 2210 done=1, PA-3-2 2230, 12-27 2210")
    far.do("move PA-3-2")
    off = {distance(far.data.board.grid, far.hex(hex), far.hex("2210")) for hex in far.destinations()}
    assert off
    assert max(off) < 20, "too far for one turn: nearer"
    assert "done" not in far.offers()


@pytest.mark.rule("bitter_woods", "36.1-a")
def test_the_last_leaves_nobody_alone_who_was_not() -> None:
    match = peiper("PA-1 2210 done=1, PA-501 2211, PA-3-2 3030 done=1, 12-27 2210")
    match.do("move PA-501")
    near = match.data.within[2][match.hex("2210")]
    assert match.destinations()
    assert {match.hex(hex) for hex in match.destinations()} <= near
    assert "done" in match.offers(), "it cannot mend the other's loneliness"
    assert match.why("to 2213") == ("must-stay-together", "36.1")


@pytest.mark.rule("bitter_woods", "36.6-a")
def test_battalions_ignore_engagements() -> None:
    match = peiper("PA-3-2 2210, 1SS-1 2210")
    assert not is_bound(match.position, match.unit("PA-3-2"))
    assert is_bound(match.position, match.unit("1SS-1"))


@pytest.mark.rule("bitter_woods", "36.7-a", "6.1-e")
@pytest.mark.parametrize(
    ("there", "unit", "room"),
    [
        ("12-27 2210, 12-48 2210", "PA-1", True),
        ("12-27 2210, 12-48 2210, PA-1 2210, PA-501 2210", "PA-3-2", True),
        ("12-27 2210, 12-48 2210, 12-89 2210", "PA-1", False),
        ("12-27 2210, 12-48 2210, PA-1 2210", "12-89", False),
        ("12-27 2210, PA-1 2210, PA-501 2210, PA-3-2 2210", "12-48", True),
        ("12-27 2210, 12-48 2210, PA-1 2210, PA-501 2210, PA-3-2 2210", "12-89", False),
    ],
)
def test_battalions_are_thirds_of_a_unit(there: str, unit: str, room: bool) -> None:
    match = peiper(there)
    assert has_room(match.position, match.unit(unit), match.hex("2210")) is room


@pytest.mark.rule("bitter_woods", "36.9-a", "7.3-b")
@pytest.mark.parametrize(
    ("units", "zone"),
    [
        ("PA-1 2210", False),
        ("PA-3-2 2210", False),
        ("PA-1 2210, PA-501 2210", False),
        ("PA-1 2210, PA-3-2 2210", True),
        ("PA-501 2210, PA-3-2 2210", True),
        ("PA-1 2210, PA-501 2210, PA-3-2 2210", True),
        ("1SS-Peiper 2210", True),
    ],
)
def test_zones_of_battalions(units: str, zone: bool) -> None:
    match = peiper(units)
    assert match.position.in_enemy_zone(match.hex("2211"), 1) is zone
    assert match.position.side_in(match.hex("2210")) == 0, "its own hex is closed to the enemy in any case"


@pytest.mark.rule("bitter_woods", "36.9-a")
def test_a_zone_goes_when_the_grenadiers_leave() -> None:
    match = peiper("PA-1 2210, PA-3-2 2210, PA-501 2110")
    p, hex = match.position, match.hex("2211")
    assert p.in_enemy_zone(hex, 1)
    p.put(match.unit("PA-3-2"), match.hex("2109"))
    assert not p.in_enemy_zone(hex, 1)
    p.put(match.unit("PA-3-2"), match.hex("2210"))
    assert p.in_enemy_zone(hex, 1)


@pytest.mark.rule("bitter_woods", "36.8-a")
def test_three_battalions_are_one_unit_for_victory() -> None:
    match = peiper("PA-1 4203, PA-501 4203, PA-3-2 4203, 12-27 2210")
    hexes = frozenset((match.hex("4203"),))
    assert len(reaching(match.position, 0, hexes)) == 1
    two = peiper("PA-1 4203, PA-501 4203, PA-3-2 4204, 12-27 2210")
    assert reaching(two.position, 0, hexes) == []
    lost = ", ".join(f"{id} eliminated" for id in THREE)
    assert german_losses(peiper(f"{lost}, 12-27 2210").position) == 2
    assert german_losses(peiper("PA-1 eliminated, PA-501 eliminated, 12-27 2210").position) == 0


@pytest.mark.rule("bitter_woods", "36.8-a")
@pytest.mark.parametrize(("others", "exits"), [("exited", 1), ("2210", 0)])
def test_all_three_must_leave_to_count(others: str, exits: int) -> None:
    match = peiper(f"PA-1 5518, PA-501 {others}, PA-3-2 {others}, 12-27 2210", turn=9)
    match.do("move PA-1", "exit 5518")
    assert (match.position.exits, match.position.exits_armor) == (exits, exits)


@pytest.mark.rule("bitter_woods", "36.3-a")
@pytest.mark.parametrize(("attackers", "dice"), [("PA-1", 1), ("PA-501", 1), ("PA-3-2", 0), ("PA-1 PA-501", 1)])
def test_which_battalions_frighten(attackers: str, dice: int) -> None:
    ids = attackers.split()
    units = ", ".join(f"{id} 2210" for id in ids)
    match = peiper(f"{units}, 28-109 2211", "german combat", 3, options=(*OPTION, "panzer_scare"))
    match.do("attack 2211", *(f"join {id}" for id in ids))
    match.dice(*[1] * (dice + 1)).do("go")
    assert len(match.told("rolls-for-scare")) == dice


@pytest.mark.rule("bitter_woods", "36.4-a")
@pytest.mark.parametrize(
    ("joined", "flanks"),
    [
        (("1SS-1", "1SS-2", "PA-1", "PA-3-2"), True),
        (("1SS-1", "1SS-2", "PA-1"), False),
        (("1SS-1", "1SS-2", "PA-3-2", "PA-501"), False),
    ],
)
def test_integrity_needs_four_named_units(joined: tuple[str, ...], flanks: bool) -> None:
    units = "1SS-1 2210, 1SS-2 2210, PA-1 2212, PA-3-2 2212, PA-501 2212, 28-109 2211"
    match = peiper(units, "german combat", options=(*OPTION, "integrity"))
    match.do("attack 2211", *(f"join {id}" for id in joined))
    die = {entry.code: entry.amount for entry in match.tells("go").tallies["die"].entries}
    assert die.get("flanking", 0) == -flanks


@pytest.mark.rule("bitter_woods", "36.5-a")
@pytest.mark.parametrize(
    ("tank", "foot", "shift"), [("PA-1", "1SS-1", 1), ("PA-501", "1SS-1", 1), ("PA-1", "PA-3-2", 0)]
)
def test_the_grenadiers_are_no_regiment(tank: str, foot: str, shift: int) -> None:
    units = f"{tank} {HERE}, {foot} {THERE}, VAK-388 {GUNS}, 28-109 {TARGET}"
    match = peiper(units, "german combat", options=(*OPTION, "combined_arms"))
    match.do(f"attack {TARGET}", f"join {tank}", f"join {foot}", "support VAK-388")
    assert match.shifts().get("combined-arms", 0) == shift


# --- 27.1 on 17AM ----------------------------------------------------------------------------------------

DAY = (*OPTION, "peiper_and_skorzeny")


@pytest.mark.rule("bitter_woods", "36-c")
def test_each_battalion_ignores_zones_and_aircraft_on_its_day() -> None:
    for id in THREE:
        for turn, free in ((3, True), (4, False)):
            units = f"{id} 1211, 99-393 1310, 99-394 1312"
            match = field(units, turn=turn, options=DAY, hexes=["1311: interdicted=1"])
            match.do(f"move {id}")
            assert (match.price("1311", "1411") == 0.5) is free


def last_attack(units: str, *moves: str) -> Battlefield:
    """The moment of the last attack of 17AM, after some have exploited."""
    match = field(units, "german exploit", turn=3, options=DAY)
    for id in moves:
        match.do(f"move {id}", "to 1211", "done")
    match.skip_to("choose-last-attack")
    return match


@pytest.mark.rule("bitter_woods", "36-c")
def test_battalions_from_reserve_attack_once_more_together() -> None:
    units = "PA-1 1112 reserve, PA-501 1112 reserve, PA-3-2 1112, 12SS-25 1211, 99-394 1311, 99-393 1210"
    match = last_attack(units, "PA-1", "PA-501")
    assert match.objects("attack") == {"1210", "1311"}
    match.do("attack 1311")
    assert match.offers() == {"join PA-1", "join PA-501"}, "neither who was not in reserve nor friends"
    match.do("join PA-1")
    assert "go" in match.offers(), "one of them may stay out"
    match.do("join PA-501")
    match.dice(4).do("go")
    assert [event.args["units"] for event in match.told("attacks")] == [(match.unit("PA-1"), match.unit("PA-501"))]
    match.skip_to("choose-last-attack", "choose-demolition", "choose-move", "choose-interdiction")
    assert match.asked is None or match.prompt_code() != "choose-last-attack", "once"


@pytest.mark.rule("bitter_woods", "36-c")
def test_one_of_them_may_not_attack_elsewhere_as_well() -> None:
    units = "PA-1 1112 reserve, PA-501 1112 reserve, PA-3-2 1112, 99-394 1311, 99-393 1210"
    match = last_attack(units, "PA-1", "PA-501")
    match.do("attack 1311", "join PA-1")
    match.dice(4).do("go")
    while any(isinstance(procedure, LastAttack) for procedure in match.position.stack):
        assert match.prompt_code() != "choose-last-attack"
        match.do(min(match.offers()))
    assert len(match.told("attacks")) == 1


@pytest.mark.rule("bitter_woods", "36-c", "36.11-b")
def test_who_breaks_down_in_exploitation_may_attack_as_battalions() -> None:
    match = field("1SS-Peiper 1112 reserve, 99-394 1311, 12-27 2210 reserve", "german exploit", turn=3, options=DAY)
    match.do("move 1SS-Peiper", "to 1211", "done", "regroup")
    match.skip_to("choose-last-attack")
    match.do("attack 1311")
    assert match.objects("join") == set(THREE)


@pytest.mark.rule("bitter_woods", "36.11-b")
def test_what_is_left_of_exploitation() -> None:
    units = "1SS-Peiper 2210 reserve, 12-27 2210 reserve"
    match = peiper(units, "german exploit")
    match.do("move 1SS-Peiper")
    cost, hex = min((match.cost(hex), hex) for hex in match.destinations())
    match.do(f"to {hex}", "regroup")
    assert set(THREE) <= match.movers()
    assert match.allowance("PA-1") == 5 - cost
    some = "PA-1 2210 reserve, PA-501 2210 reserve, PA-3-2 2210, 12-27 2210 reserve"
    match = peiper(some, "german exploit")
    match.do("regroup")
    assert "1SS-Peiper" not in match.movers(), "one of them was not in reserve"


@pytest.mark.rule("bitter_woods", "36.11-a")
def test_a_marker_is_kept_only_by_all() -> None:
    match = peiper("1SS-Peiper 2210 reserve, 12-27 2210", "german move")
    match.do("regroup")
    assert all(match.is_reserve(id) for id in THREE)
    assert not set(THREE) & match.movers()
    match.do("regroup")
    assert match.is_reserve("1SS-Peiper")
    mixed = peiper("PA-1 2210 reserve, PA-501 2210, PA-3-2 2210, 12-27 2210")
    mixed.do("regroup")
    assert not mixed.is_reserve("1SS-Peiper")
    assert "1SS-Peiper" not in mixed.movers(), "one of them had nothing left to march"


@pytest.mark.rule("bitter_woods", "36.11-a")
def test_in_the_enemys_turn_too() -> None:
    match = after(
        f"1SS-Peiper 3811, 28-109 3812, {FAR}", "3811", "28-109", result="D1", moment="allied combat", options=OPTION
    )
    assert match.asked is not None
    assert match.asked.side == 0
    assert match.tells("regroup").path == (), "no way back is told of it"
    match.do("regroup")
    assert match.objects("retreat") == set(THREE), "each goes its own way"


@pytest.mark.rule("bitter_woods", "36.11-a")
def test_not_back_and_forth_without_end() -> None:
    match = peiper("1SS-Peiper 2210, 12-27 2210")
    match.do("regroup", "regroup")
    assert "regroup" not in match.offers()
    match.do("move 1SS-Peiper")
    match.do(f"to {min(match.destinations())}")
    assert "regroup" in match.offers(), "once it has moved"


# --- 36.13 Peiper himself --------------------------------------------------------------------------------

LED = (*OPTION, "leaders")


def led(units: str, moment: str = "german move", turn: int = 9, **more: Any) -> Battlefield:
    return field(f"{units}, {FAR}", moment, turn=turn, options=more.pop("options", LED), **more)


def released(units: str, options: Iterable[str] = LED) -> set[str]:
    """Who may exploit."""
    match = led(units, "german exploit", options=options)
    return match.movers() if match.asked is not None and match.asked.side == 0 else set()


@pytest.mark.rule("bitter_woods", "36-d", "1.3-b", "36.13-h")
def test_peiper_is_there_with_both_options() -> None:
    assert new_game(options=LED).place("Peiper") == new_game(options=LED).place("1SS-Peiper") == "0412"
    assert new_game(options=LED).place("Peiper-other") == "removed"
    assert new_game(options=OPTION).place("Peiper") == "removed"
    assert new_game(options=("leaders",)).place("Peiper") == "removed"


@pytest.mark.rule("bitter_woods", "36.13-h", "36.13-a")
@pytest.mark.parametrize(
    ("leader", "unit", "asked"),
    [
        ("3811", "PA-1", True),
        ("3810", "1SS-Peiper", True),
        ("3809", "PA-3-2", True),
        ("3808", "PA-1", False),
        ("3811", "12SS-12", False),
    ],
)
def test_whom_peiper_lets_stand(leader: str, unit: str, asked: bool) -> None:
    """His range is two hexes, and he leads his own only."""
    units = f"{unit} 3811, Peiper {leader}, 28-109 3812, {FAR}"
    match = after(units, "3812", unit, result="A2", options=LED)
    assert (match.prompt_code() == "choose-hold") is asked
    if asked:
        match.do("hold Peiper", f"stand {unit}", "done")
        assert match.prompt_code() == "take-loss"
        assert match.position.influenced[match.unit("Peiper")] == 1


@pytest.mark.rule("bitter_woods", "36.13-a")
def test_he_does_not_hold_others_in_his_hex() -> None:
    units = f"PA-1 3811, 12SS-12 3811, Peiper 3811, 28-109 3812, {FAR}"
    match = after(units, "3812", "PA-1", "12SS-12", result="A2", options=LED)
    match.do("hold Peiper")
    assert match.objects("stand") == {"PA-1"}


@pytest.mark.rule("bitter_woods", "36.13-b")
@pytest.mark.parametrize(("unit", "able"), [("PA-1", True), ("1SS-Peiper", True), ("12SS-12", False)])
def test_where_peiper_may_be_taken_for_a_loss(unit: str, able: bool) -> None:
    attack = after(f"{unit} 3811, Peiper 3811, 28-109 3812, {FAR}", "3812", unit, result="1A1", options=LED)
    assert ("lose Peiper" in attack.offers()) is able
    defence = after(
        f"{unit} 3811, Peiper 3811, 28-109 3812, {FAR}",
        "3811",
        "28-109",
        result="1D1",
        moment="allied combat",
        options=LED,
    )
    assert ("lose Peiper" in defence.offers()) is able


@pytest.mark.rule("bitter_woods", "36.13-c", "36.13-d", "24.5-d")
def test_who_releases_kg_peiper() -> None:
    for id in ("1SS-Peiper", "PA-1"):
        assert released(f"{id} 3811 reserve, Peiper 3811") == {id, "Peiper"}
        assert released(f"{id} 3811 reserve, Peiper 3811 done=1") == {id}, "though he has moved"
        assert released(f"{id} 3811 reserve, Dietrich 3811") == {id, "Dietrich"}
        assert not released(f"{id} 3811 reserve, Dietrich 3811 done=1"), "Dietrich must not have moved"
        assert not released(f"{id} 3811 reserve, Manteuffel 3811")
        assert not released(f"{id} 3811 reserve, Peiper 3812"), "nor without a leader in the hex"
    assert not released("12SS-12 3811 reserve, Peiper 3811")
    assert released("FuhEs 3811 reserve attached=0, 12SS-12 2020") == {"FuhEs"}
    assert released("1SS-Peiper 3811 reserve", ("leaders",)) == {"1SS-Peiper"}, "without the variant"


@pytest.mark.rule("bitter_woods", "36.13-d")
def test_without_leaders_the_reserve_is_as_before() -> None:
    assert peiper("PA-1 3811 reserve", "german exploit").movers() == {"PA-1"}
    match = peiper("PA-1 2210, PA-501 2210, 1SS-1 2210", "german reserves")
    assert match.objects("reserve") == {"PA-1", "PA-501", "1SS-1"}


@pytest.mark.rule("bitter_woods", "36.13-e")
def test_after_exploitation_peiper_is_near_them() -> None:
    match = led("1SS-Peiper 2210 reserve, Peiper 2210", "german exploit")
    match.do("move 1SS-Peiper")
    far = max(match.destinations(), key=lambda hex: distance(match.data.board.grid, match.hex(hex), match.hex("2210")))
    match.do(f"to {far}")
    assert match.why("done") == ("must-stay-together", "36.1")
    match.do("move Peiper")
    near = match.data.within[2][match.hex(far)]
    assert {match.hex(hex) for hex in match.destinations()} <= near
    bound = led("1SS-Peiper 2210 reserve, Peiper 2210 done=1", "german exploit")
    bound.do("move 1SS-Peiper")
    assert bound.destinations()
    assert {bound.hex(hex) for hex in bound.destinations()} <= bound.data.within[2][bound.hex("2210")]


@pytest.mark.rule("bitter_woods", "36.13-e", "36.1-a")
def test_peiper_is_no_company_and_free_before() -> None:
    match = led("PA-1 2210, PA-501 2214, Peiper 2212", "german move")
    assert match.why("done") == ("must-stay-together", "36.1")
    free = led("1SS-Peiper 2210 done=1, Peiper 2210, 12-27 2210", "german move")
    free.do("move Peiper")
    near = free.data.within[2][free.hex("2210")]
    assert not {free.hex(hex) for hex in free.destinations()} <= near


@pytest.mark.rule("bitter_woods", "36.13-f")
def test_another_counter_after_the_atrocities() -> None:
    options = (*LED, "random_events")
    units = f"1SS-Peiper 2210, Peiper 2210, 2-2 3702, {FAR}"
    match = field(units, "german interdiction", turn=5, air=(0, 1), options=options)
    match.dice(2).do("done")
    assert (match.place("Peiper"), match.place("Peiper-other")) == ("removed", "2210")
    assert match.told("other-peiper")
    other = field(units, "german interdiction", turn=5, air=(0, 1), options=options)
    other.dice(3).do("done")
    assert other.place("Peiper") == "2210"
    assert released("PA-1 3811 reserve, Peiper-other 3811") == {"PA-1", "Peiper-other"}, "he can do the same"


@pytest.mark.rule("bitter_woods", "36.13-g")
def test_peiper_may_join_another_leader() -> None:
    match = led("Peiper 3811, Dietrich 3813, Manteuffel 3815, 12-27 2210", "german move")
    match.do("move Peiper")
    assert "3813" in match.destinations()
    match.do("to 3813", "move Manteuffel")
    assert "3813" not in match.destinations()
    join = led("Peiper 3811, Dietrich 3813, 12-27 2210", "german move")
    join.do("move Dietrich")
    assert "3811" in join.destinations()


@pytest.mark.rule("bitter_woods", "36.8-a")
def test_peiper_himself_counts_for_nothing() -> None:
    match = led("Peiper 4203, 12-27 2210", "german move")
    assert reaching(match.position, 0, frozenset((match.hex("4203"),))) == []
    assert german_losses(led("Peiper eliminated, 12-27 2210", "german move").position) == 0


@pytest.mark.rule("bitter_woods", "24.5-j")
def test_with_peiper_only_his_markers_go() -> None:
    units = "PA-1 2210 reserve, 12SS-12 2212 reserve, Peiper 3813, 28-109 3815, 28-110 4203"
    match = field(units, "allied move", turn=9, options=LED)
    match.do("move 28-109", "to 3814")
    assert match.place("Peiper") == "eliminated"
    assert not match.is_reserve("PA-1")
    assert match.is_reserve("12SS-12")
