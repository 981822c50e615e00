"""8.6, 14.8 Reinforcements."""

from __future__ import annotations

import pytest

from ardennes.games.deadly_woods.rules.reinforcements import detours
from tests.deadly_woods.fields import Battlefield, box, field


def entering(match: Battlefield) -> str:
    """The unit that is about to enter."""
    unit = match.prompt().args["unit"]
    assert isinstance(unit, int)
    return match.data.counters[unit].id


@pytest.mark.rule("deadly_woods", "14.8-a")
def test_first_and_second_box() -> None:
    track = "80-317 turn-track, 5-2 turn-track"
    first = field(track, "allied reinforcement", turn=4)
    assert entering(first) == "80-317", "80th Division: First box"
    first.do("at 2631")
    assert first.place("5-2") == "turn-track"
    second = field(track, "second allied reinforcement", turn=4)
    assert entering(second) == "5-2"
    german = field("FG turn-track, 9Pz-a turn-track", "second german reinforcement", turn=4)
    assert entering(german) == "9Pz-a"


@pytest.mark.rule("deadly_woods", "14.8-b")
def test_no_stacking_limits_until_the_round_is_over() -> None:
    units = "79VG-a turn-track, 79VG-b turn-track, FG turn-track, 26VG-a 4219, 26VG-b 4219"
    match = field(units, "german reinforcement", turn=4)
    while match.prompt_code() == "choose-entry":
        assert match.offers() == {"at 4219", "at 4222"}
        match.do("at 4219")
    assert len(match.position.combat_units_in(match.hex("4219"))) == 5
    match.do("done")
    assert match.prompt_code() == "choose-sacrifice"


@pytest.mark.rule("deadly_woods", "14.8-c")
def test_blocked_allied_entry() -> None:
    """The rulebook's example: III Corps due at B and C, all blocked, enters anywhere at D."""
    blocked = "80-317 turn-track, 26-101 turn-track, 2Pz-a 2631, 2Pz-b 2731, 116Pz-a 2031, 116Pz-b 2131"
    match = field(blocked, "allied reinforcement", turn=4)
    assert {offer for offer in match.offers() if offer.startswith("at ")} == {"at 1531", "at 1631"}
    open_c = field("26-101 turn-track, 2Pz-a 2031", "allied reinforcement", turn=4)
    assert "at 2031" not in open_c.offers()
    assert detours(match.position, "J")[0] == "I"
    assert detours(match.position, "A")[0] == "B"


@pytest.mark.rule("deadly_woods", "14.8-d")
def test_blocked_german_entry() -> None:
    match = field("FG turn-track, 28-110 4219, 28-112 4222", "german reinforcement", turn=4)
    assert match.place("FG") == "removed"
    zone = field("FG turn-track, 28-110 4218, 28-112 4221", "german reinforcement", turn=4)
    assert zone.place("FG") == "removed", "enemy zones close an entry hex too"
    half = field("FG turn-track, 28-110 4219", "german reinforcement", turn=4)
    assert half.offers() == {"at 4222"}


@pytest.mark.rule("deadly_woods", "14.8-e")
def test_reinforcements_move_and_armor_attacks() -> None:
    match = field(
        "9Pz-a turn-track, 15PG-104 turn-track, 26VG-a 3115, 28-110 4013", "second german reinforcement", turn=4
    )
    while match.prompt_code() == "choose-entry":
        match.do("at 4213")
    assert match.movers() == {"9Pz-a", "15PG-104"}, "nobody else"
    match.do("move 9Pz-a")
    beside = match.destinations() & {match.data.board.label(hex) for hex in match.data.board.around(match.hex("4013"))}
    match.do(f"to {sorted(beside)[0]}", "done")
    assert match.targets() == {"4013"}
    match.do("attack 4013")
    assert match.offers() == {"join 9Pz-a"}


@pytest.mark.rule("deadly_woods", "14.8-g", "10.5-c")
def test_german_infantry_rides_on_entry() -> None:
    match = field("79VG-a turn-track", "german reinforcement", turn=4)
    match.do("at 4219", "move 79VG-a")
    assert max(len(match.tells(f"to {hex}").path) for hex in match.destinations()) == 12
    later = field("79VG-a 4219", "german move", turn=5)
    later.do("move 79VG-a")
    assert max(len(later.tells(f"to {hex}").path) for hex in later.destinations()) == 3


@pytest.mark.rule("deadly_woods", "14.8.1-a")
def test_third_corps_at_d_one_chit_later() -> None:
    """The rulebook's example: due with the second chit of turn 3 at C, it comes with the first of turn 4 at D."""
    match = field("4A-CCA turn-track", "second allied reinforcement", turn=3)
    assert match.offers() == {"at 2031", "at 2131", "later"}
    match.do("later")
    assert match.place("4A-CCA") == "turn-track"
    due = match.position.due[match.unit("4A-CCA")]
    next_turn = field(f"4A-CCA turn-track due={due}", "allied reinforcement", turn=4)
    assert next_turn.offers() == {"at 1531", "at 1631"}
    next_turn.do("at 1531")
    assert not next_turn.position.due[next_turn.unit("4A-CCA")], "it waits no more"
    same_turn = field(f"80-317 turn-track due={due}", "second allied reinforcement", turn=4)
    assert entering(same_turn) == "80-317", "due with the first chit, it comes with the second"
    other = field("84-333 turn-track", "second allied reinforcement", turn=3)
    assert other.why("later") == ("cannot-wait", "14.8.1"), "III Corps only"


@pytest.mark.rule("deadly_woods", "14.8.3-a", "14.8.3-b")
def test_conditional_german_divisions() -> None:
    track = "10SS-a turn-track, 11Pz-a turn-track"
    both = field(track, "second german reinforcement", turn=3, german=("St. Vith", "Bastogne"))
    assert entering(both) == "10SS-a"
    both.do("at 4204")
    assert entering(both) == "11Pz-a"
    one = field(track, "second german reinforcement", turn=3, german=("Bastogne",))
    assert one.place("10SS-a") == "removed", "it never enters"
    assert entering(one) == "11Pz-a"
    other = field(track, "second german reinforcement", turn=3, german=("St. Vith",))
    assert other.place("11Pz-a") == "removed"
    assert entering(other) == "10SS-a"
    pieces = {piece.id: piece for piece in box().counters}
    for id in ("10SS-a", "10SS-b", "11Pz-a", "11Pz-b"):
        assert (pieces[id].arrives, pieces[id].box) == (3, "second")


@pytest.mark.rule("deadly_woods", "8.6-a")
def test_air_supply_is_placed_once() -> None:
    match = field("28-110 2215", "second allied reinforcement", turn=5)
    assert match.prompt_code() == "place-air-supply"
    assert "at 2519" in match.offers(), "Bastogne lies in the open"
    assert "at 2615" not in match.offers(), "Houffalize in the forest"
    assert match.why("at 2615") == ("no-air-supply-there", "8.6")
    held = field("28-110 2215", "second allied reinforcement", turn=5, german=("Bastogne",))
    assert "at 2519" not in held.offers()
    match.do("at 2519")
    assert match.place("AirSupply") == "2519"
    assert field("28-110 2215, 75-289 turn-track", "allied reinforcement", turn=5).prompt_code() == "choose-entry"
    declined = field("28-110 2215", "second allied reinforcement", turn=5)
    declined.do("done")
    assert declined.place("AirSupply") == "removed", "no second chance"


@pytest.mark.rule("deadly_woods", "8.6-a")
@pytest.mark.parametrize(
    ("moment", "turn", "asked"),
    [
        ("second allied reinforcement", 4, False),
        ("allied reinforcement", 5, False),
        ("second allied reinforcement", 5, True),
        ("second german reinforcement", 5, False),
        ("second allied reinforcement", 6, False),
    ],
)
def test_air_supply_comes_with_the_second_chit_of_turn_five(moment: str, turn: int, asked: bool) -> None:
    match = field("28-110 2215, 26VG-a 4010", moment, turn=turn)
    assert (match.prompt_code() == "place-air-supply") == asked


@pytest.mark.rule("deadly_woods", "10.6.4-e", "10.6.4-f")
def test_5th_armored_enters_at_j_or_goes_free() -> None:
    match = field("5A-CCA turn-track", "second allied reinforcement", turn=3)
    assert match.offers() == {"at 3101", "at 3301"}
    match.do("at 3101")
    assert not match.position.unleashed[match.unit("5A-CCA")]
    blocked = field("5A-CCA turn-track, 2Pz-a 3101, 2Pz-b 3301", "second allied reinforcement", turn=3)
    blocked.do(sorted(blocked.offers())[0])
    assert blocked.position.unleashed[blocked.unit("5A-CCA")]


@pytest.mark.rule("deadly_woods", "9.3-a")
def test_british_units_enter_in_their_area() -> None:
    match = field("43-129 turn-track, 2Pz-a 1101, 2Pz-b 1201", "second allied reinforcement", turn=3)
    british = match.data.board.area("british")
    entries = [match.hex(offer.removeprefix("at ")) for offer in match.offers() if offer.startswith("at ")]
    assert entries
    assert all(hex in british for hex in entries)


@pytest.mark.rule("deadly_woods", "9.3-a", "14.8-c", "14.8.1-a")
def test_units_with_every_entry_closed_come_later() -> None:
    closed = "2Pz-a 1101, 2Pz-b 1201, 116Pz-a 0107, 116Pz-b 0108, 9SS-a 0114, 9SS-b 0115"
    british = field(f"43-129 turn-track, {closed}", "second allied reinforcement", turn=3)
    assert british.offers() == {"later"}
    british.do("later")
    assert [event.rule for event in british.told("comes-later")] == ["14.8"], "nobody's choice"
    due = british.position.due[british.unit("43-129")]
    own = field("43-129 turn-track", "second allied reinforcement", turn=3)
    again = field(f"43-129 turn-track due={due}", "allied reinforcement", turn=4)
    assert again.offers() == own.offers() - {"later"}, "with the next chit where it was due; only III Corps goes to D"
    third = field("4A-CCA turn-track", "second allied reinforcement", turn=3)
    third.do("later")
    assert [event.rule for event in third.told("comes-later")] == ["14.8.1"]
