"""5.0, 14.1 to 14.3, 14.8.2, 17.0 The chit cup, the initiative, and the opening of turn 1."""

from __future__ import annotations

from collections import Counter

import pytest

from ardennes.engine.dice import FixedDice
from ardennes.engine.notation import write_position
from ardennes.engine.procedure import advance
from ardennes.games.deadly_woods.rules import chits, victory
from ardennes.games.deadly_woods.rules.actions import WORDS
from ardennes.games.deadly_woods.rules.pieces import ALLIED, GERMAN
from tests.deadly_woods.fields import Battlefield, field, new_game

M, R, S = "move-combat", "reinforcement", "supply-check"
FIVE, SIX, THREE = "5th-panzer", "6th-panzer", "three-formations"
LATE = (THREE, M, M, S, S)
CHART: dict[int, tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = {
    1: ((FIVE, SIX), (R, R), ("reaction",)),
    2: (("all-german", THREE, R, R, M, M, S, S, FIVE, SIX), (M, M, R), (R,)),
    3: (("one-army", THREE, R, R, M, M, S, S, FIVE, SIX), (M, M, R), (R,)),
    4: ((THREE, R, R, M, M, S, S), (M, M, R), (R,)),
    5: ((THREE, R, R, M, M, S, S), (M, M, R), (R,)),
    6: ((THREE, R, R, M, M, S, S), ("patton-monty", M, M, R), (R,)),
    7: (LATE, ("patton-monty", M, M), (R,)),
    8: (LATE, ("patton-monty", M, M), ()),
    9: (LATE, ("patton-monty", M, M), ()),
    10: ((M, M, S, S), ("patton-monty", M, M, R), ()),
    11: ((M, M, S, S), ("patton-monty", M, M), ()),
    12: ((M, M, S, S), ("patton-monty", M, M), ()),
}
"""17.0 German cup (turns 4 to 6 without the Panzer Army chits of the footnotes), Allied cup, Allied hand."""


def filled(turn: int, german: tuple[str, ...] = ()) -> Battlefield:
    """A turn with its chits taken out, before anything is chosen."""
    match = field("2Pz-a 4010", "turn", turn=turn, german=german)
    chits.fill(match.position)
    return match


def names(match: Battlefield, box: str, side: int) -> Counter[str]:
    p = match.position
    return Counter(p.data.counters[chit].chit for chit in chits.in_box(p, box) if p.data.counters[chit].side == side)


@pytest.mark.parametrize("turn", CHART)
@pytest.mark.rule("deadly_woods", "2.5-a")
@pytest.mark.rule(
    "deadly_woods",
    "17.0-T1-G",
    "17.0-T1-A",
    "17.0-T2-G",
    "17.0-T2-A",
    "17.0-T3-G",
    "17.0-T3-A",
    "17.0-T4-G",
    "17.0-T4-A",
)
@pytest.mark.rule(
    "deadly_woods",
    "17.0-T5-G",
    "17.0-T5-A",
    "17.0-T6-G",
    "17.0-T6-A",
    "17.0-T7-G",
    "17.0-T7-A",
    "17.0-T8-G",
    "17.0-T8-A",
)
@pytest.mark.rule(
    "deadly_woods",
    "17.0-T9-G",
    "17.0-T9-A",
    "17.0-T10-G",
    "17.0-T10-A",
    "17.0-T11-G",
    "17.0-T11-A",
    "17.0-T12-G",
    "17.0-T12-A",
)
def test_chits_of_each_turn(turn: int) -> None:
    match = filled(turn)
    german, allied, hand = CHART[turn]
    assert names(match, "cup", GERMAN) == Counter(german)
    assert names(match, "cup", ALLIED) == Counter(allied)
    assert names(match, "hand", ALLIED) == Counter(hand)
    assert not names(match, "hand", GERMAN)


@pytest.mark.rule("deadly_woods", "17.0-T4-G")
def test_panzer_army_chits_of_turn_four() -> None:
    one = field("2Pz-a 4010", "chits", turn=4)
    assert one.offers() == {"play Chit-5Pz", "play Chit-6Pz"}
    assert one.prompt().args["side"] == GERMAN
    one.do("play Chit-6Pz")
    assert names(one, "cup", GERMAN)[SIX] == 1
    assert names(one, "cup", GERMAN)[FIVE] == 0
    both = field("2Pz-a 4010", "chits", turn=4, german=("St. Vith", "Bastogne"))
    assert both.prompt_code() == "choose-first-chit"
    assert names(both, "cup", GERMAN)[FIVE] == names(both, "cup", GERMAN)[SIX] == 1


@pytest.mark.parametrize("turn", [5, 6])
@pytest.mark.rule("deadly_woods", "17.0-T5-G", "17.0-T6-G")
def test_panzer_army_chits_of_turns_five_and_six(turn: int) -> None:
    none = field("2Pz-a 4010", "chits", turn=turn, german=("St. Vith",), clocks=["initiative = 0"])
    assert none.prompt_code() == "choose-first-chit"
    assert names(none, "cup", GERMAN)[FIVE] + names(none, "cup", GERMAN)[SIX] == 0
    for initiative in (GERMAN, ALLIED):
        clocks = [f"initiative = {initiative}"]
        one = field("2Pz-a 4010", "chits", turn=turn, german=("St. Vith", "Bastogne"), clocks=clocks)
        assert one.offers() == {"play Chit-5Pz", "play Chit-6Pz"}
        assert one.prompt().args["side"] == GERMAN, "his choice, whoever begins"


# --- initiative --------------------------------------------------------------------------------------


@pytest.mark.rule("deadly_woods", "5.2-a", "5.2-c")
def test_initiative_by_turn() -> None:
    match = field("2Pz-a 4010", "german move")
    for turn in (1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12):
        match.position.turn = turn
        victory.set_initiative(match.position)
        assert match.position.initiative == (GERMAN if turn <= 5 else ALLIED)


@pytest.mark.rule("deadly_woods", "5.2-b", "17.0-a")
def test_initiative_on_turn_six_by_victory_hexes() -> None:
    three = field("2Pz-a 4010", "turn", turn=6, german=("St. Vith", "La Roche", "Houffalize"))
    assert three.position.initiative == GERMAN
    two = field("2Pz-a 4010", "turn", turn=6, german=("St. Vith", "La Roche"))
    assert two.position.initiative == ALLIED


@pytest.mark.rule("deadly_woods", "4.3-a", "5.1-a", "14.1-a")
def test_the_initiative_player_begins_with_a_chit_of_his_choice() -> None:
    """The rulebook's example: All German on turn 2."""
    match = field("2Pz-a 4010", "chits", turn=2)
    assert match.prompt_code() == "choose-first-chit"
    assert match.prompt().args["side"] == GERMAN
    assert "done" not in match.offers()
    assert match.why("done") == ("must-play-chit", "4.3")
    match.do("play AllGerman")
    assert match.position.track == (match.unit("AllGerman"),)
    assert match.place("AllGerman") == "played"
    while len(match.position.track) < 3:
        match.do("done" if "done" in match.offers() else sorted(match.offers())[0])
    assert match.position.track[0] == match.unit("AllGerman"), "in the order they were played"


@pytest.mark.rule("deadly_woods", "5.1-a", "14.2-c")
def test_nobody_begins_with_a_supply_check() -> None:
    match = field("2Pz-a 4010", "chits", turn=2)
    kinds = {chits.chit_type(match.position, match.unit(offer.removeprefix("play "))) for offer in match.offers()}
    assert kinds == {"all-german", THREE, R, M, FIVE, SIX}
    assert match.why("play Supply-1") == ("supply-check-not-first", "14.2")


@pytest.mark.rule("deadly_woods", "4.3-b", "14.1-a")
def test_the_others_go_into_the_cup() -> None:
    match = field("2Pz-a 4010", "chits", turn=2)
    match.do("play AllGerman")
    assert names(match, "cup", GERMAN) == Counter((THREE, R, R, M, M, S, S, FIVE, SIX))
    assert names(match, "cup", ALLIED) == Counter((M, M, R))
    assert names(match, "hand", ALLIED) == Counter((R,))


@pytest.mark.rule("deadly_woods", "4.3-c")
def test_play_goes_on_until_the_cup_is_empty() -> None:
    match = field("2Pz-a 4010, 28-110 2215", "supply check", cup=["G-MC-1", "A-MC-1"], turn=8)
    while match.position.turn == 8 and match.over is None:
        match.do(sorted(match.offers())[0])
    assert match.position.turn == 9
    assert not chits.in_box(match.position, "played")


@pytest.mark.rule("deadly_woods", "2.1-b")
def test_nobody_knows_the_order_of_the_cup() -> None:
    match = field("2Pz-a 4010", "chits", turn=2)
    for side in (GERMAN, ALLIED):
        view = match.position.view(side)
        assert view.seed == ""
        assert {chits.chit_type(view, chit) for chit in chits.in_box(view, "cup")} >= {M, R, S}
        assert "seed" not in write_position(view) or 'seed = ""' in write_position(view)


@pytest.mark.rule("deadly_woods", "5.1-a", "14.8.2-b")
def test_the_held_chit_may_be_the_first() -> None:
    """On turn 6 the Allies have a Reinforcement chit in the cup and one in their hand."""
    match = field("2Pz-a 4010, 28-110 2215", "chits", turn=6)
    assert (match.place("A-Reinf-1"), match.place("A-Reinf-2")) == ("hand", "cup")
    assert {"play A-Reinf-1", "play A-Reinf-2"} <= match.offers()
    match.do("play A-Reinf-1")
    assert match.position.track[0] == match.unit("A-Reinf-1")


# --- two in a row ------------------------------------------------------------------------------------


def drawing(track: list[str], cup: list[str], *picks: int) -> Battlefield:
    """The next draw after these chits, with the picks from the cup laid out; counted from 1 in the order of chits."""
    match = field("2Pz-a 4010, 28-110 2215", "turn", turn=8)
    p = match.position
    p.stack, p.asked = [], None
    for chit in p.data.chits:
        p.put(chit, -1)
    for id in track:
        p.put(p.data.unit(id), p.data.box("played"))
    for id in cup:
        p.put(p.data.unit(id), p.data.box("cup"))
    p.track = tuple(p.data.unit(id) for id in track)
    p.source = FixedDice.rolls(*picks)
    own = chits.Cup(side=ALLIED)
    chits.draw(p, own)
    p.track += (own.drawn,)
    return match


@pytest.mark.rule("deadly_woods", "14.2-a", "14.2-b")
def test_no_third_chit_in_a_row() -> None:
    match = drawing(["G-MC-1", "3Form"], ["G-MC-2", "A-MC-1"], 1, 1)
    assert match.position.track[-1] == match.unit("A-MC-1"), "the German chit is put back"
    assert match.place("G-MC-2") == "cup"
    assert match.position.events[-2].code == "back-into-the-cup"
    match = drawing(["G-MC-1", "3Form"], ["G-MC-2", "G-Reinf-1"], 1)
    assert match.position.track[-1] in (match.unit("G-MC-2"), match.unit("G-Reinf-1")), "only their chits remain"


@pytest.mark.rule("deadly_woods", "14.2-c")
def test_supply_checks_count_for_neither_side() -> None:
    """The rulebook's example, in two halves."""
    match = drawing(["Supply-1", "G-MC-1"], ["Chit-5Pz", "A-MC-1"], 1)
    assert match.position.track[-1] == match.unit("Chit-5Pz"), "the second German chit"
    track = ["Supply-1", "G-MC-1", "Chit-5Pz", "A-Reinf-1", "Supply-2", "A-MC-1"]
    match = drawing(track, ["3Form", "A-MC-2"], 2, 1)
    assert match.position.track[-1] == match.unit("3Form"), "the next must be German"
    match = drawing(["G-MC-1", "Chit-5Pz"], ["G-MC-2", "Supply-1"], 1)
    assert match.position.track[-1] == match.unit("G-MC-2"), "a Supply Check does not count as an Allied chit left"


@pytest.mark.rule("deadly_woods", "14.2-a", "14.2-c")
def test_a_supply_check_is_never_the_third_in_a_row() -> None:
    match = drawing(["G-MC-1", "3Form"], ["Supply-1", "A-MC-1"], 1)
    assert match.position.track[-1] == match.unit("Supply-1"), "after two German chits"
    match = drawing(["A-Reinf-1", "A-MC-1"], ["A-MC-2", "Supply-1"], 2)
    assert match.position.track[-1] == match.unit("A-MC-2"), "nor is it a German chit that could come instead"
    match = drawing(["A-MC-1", "G-MC-1", "3Form"], ["G-MC-2", "A-MC-2"], 1, 1)
    assert match.position.track[-1] == match.unit("A-MC-2"), "the last two count"
    match = drawing(["G-MC-1", "A-MC-1", "3Form"], ["G-MC-2", "A-MC-2"], 1)
    assert match.position.track[-1] == match.unit("G-MC-2"), "two with another between them are not in a row"


@pytest.mark.rule("deadly_woods", "14.4-c")
def test_a_new_turn_forgets_what_chits_were_played_as() -> None:
    match = filled(4)
    match.position.used[match.unit("G-MC-1")] = 1
    chits.fill(match.position)
    assert not match.position.used[match.unit("G-MC-1")]


@pytest.mark.parametrize(
    ("turn", "towns", "offered"),
    [
        (3, ("St. Vith", "Bastogne"), 0),
        (4, ("Bastogne",), 2),
        (4, ("St. Vith",), 2),
        (5, ("Bastogne",), 0),
        (6, ("Bastogne",), 0),
        (7, ("St. Vith", "Bastogne"), 0),
    ],
)
@pytest.mark.rule("deadly_woods", "17.0-T4-G", "17.0-T5-G", "17.0-T6-G", "17.0-T7-G")
def test_both_towns_and_the_right_turn_for_panzer_army_chits(turn: int, towns: tuple[str, ...], offered: int) -> None:
    match = field("2Pz-a 4010, 28-110 2215", "chits", turn=turn, german=towns)
    assert (match.prompt_code() == "choose-panzer-army") == bool(offered)
    assert sum(offer in match.offers() for offer in ("play Chit-5Pz", "play Chit-6Pz") if offered) == offered


# --- the held chit -----------------------------------------------------------------------------------


def drawn(id: str, hand: str = "A-Reinf-2", **more: str) -> Battlefield:
    """The Allied player has drawn a chit and holds another."""
    match = field("2Pz-a 4010, 28-110 2215, 80-317 turn-track", "turn", turn=4)
    p = match.position
    for chit in p.data.chits:
        p.put(chit, -1)
    for name, box in ((id, "cup"), (hand, "hand"), ("3Form", "played"), *more.items()):
        p.put(p.data.unit(name.replace("_", "-")), p.data.box(box))
    p.track = (p.data.unit("3Form"),)
    p.stack = [chits.Cup(side=GERMAN, drawn=p.data.unit(id), step=3)]
    p.asked = advance(p)
    return match


@pytest.mark.rule("deadly_woods", "14.8.2-a")
def test_one_reinforcement_chit_in_hand_on_turns_two_to_seven() -> None:
    for turn in range(1, 13):
        held = names(filled(turn), "hand", ALLIED)[R]
        assert held == (1 if 2 <= turn <= 7 else 0)


@pytest.mark.rule("deadly_woods", "14.8.2-b")
def test_the_held_chit_may_replace_a_drawn_one() -> None:
    match = drawn("A-MC-1", G_MC_1="cup", A_MC_2="cup")
    assert match.offers() == {"swap A-Reinf-2", "done"}
    assert match.prompt().args["side"] == ALLIED
    match.do("swap A-Reinf-2")
    assert match.place("A-MC-1") == "cup"
    assert match.place("A-Reinf-2") == "played"


@pytest.mark.rule("deadly_woods", "14.8.2-d")
def test_a_reinforcement_chit_may_replace_another() -> None:
    match = drawn("A-Reinf-1", G_MC_1="cup", A_MC_2="cup")
    match.do("swap A-Reinf-2")
    assert match.place("A-Reinf-1") == "cup", "it can come again"
    assert chits.number_played(match.position, ALLIED, R) == 1, "and the First box was opened"


@pytest.mark.rule("deadly_woods", "14.8.2-c")
def test_the_held_chit_follows_the_last_into_the_cup() -> None:
    match = drawn("A-MC-1", G_MC_1="cup")
    match.do("done")
    assert match.place("A-Reinf-2") == "cup"
    others = drawn("A-MC-1", G_MC_1="cup", A_MC_2="cup")
    others.do("done")
    assert others.place("A-Reinf-2") == "hand", "another Allied chit is left"


@pytest.mark.rule("deadly_woods", "14.8.2-b")
def test_only_a_drawn_allied_chit_is_replaced() -> None:
    assert drawn("G-MC-1", A_MC_2="cup").prompt_code() != "choose-swap", "a German chit"
    first = field("2Pz-a 4010, 28-110 2215", "chits", turn=7)
    first.do("play A-MC-1")
    assert first.prompt_code() == "choose-side-of-chit", "the first chit of a turn is not drawn"
    held = field("2Pz-a 4010, 28-110 2215", "chits", turn=7)
    held.do("play A-Reinf-1")
    assert held.place("A-Reinf-1") == "played"
    reaction = drawn("A-Reinf-1", "React-2", A_Reinf_2="cup")
    assert reaction.prompt_code() != "choose-swap", "a Reaction chit replaces nothing"


@pytest.mark.rule("deadly_woods", "14.8.2-c", "14.3.1-b")
def test_a_held_reaction_does_not_go_into_the_cup() -> None:
    match = drawn("A-Reinf-1", "React-2", G_MC_1="cup")
    assert match.place("React-2") == "hand"


# --- turn 1 ------------------------------------------------------------------------------------------


def opening() -> list[str]:
    """The prompts of turn 1 while every question is answered with as little as possible."""
    match = new_game()
    seen: list[str] = []
    while match.position.turn == 1 and match.over is None:
        code = match.prompt_code()
        if not seen or seen[-1] != code:
            seen.append(code)
        offers = match.offers()
        match.do("done" if "done" in offers else sorted(offers)[0])
    return seen


@pytest.mark.rule("deadly_woods", "14.3-a", "14.4-d", "12.8-c", "4.1-e")
def test_opening_sequence_of_turn_one() -> None:
    assert opening()[:5] == ["choose-attack", "choose-move", "place-traffic", "choose-reacting", "choose-drop"]


@pytest.mark.rule("deadly_woods", "14.3-b", "14.3-c")
def test_cup_after_the_opening() -> None:
    match = new_game()
    while match.prompt_code() != "choose-drop":
        match.do("done")
    p = match.position
    assert [p.data.counters[chit].chit for chit in p.track] == [M, M, "reaction"]
    assert [WORDS[p.used[chit] - 1] for chit in p.track[:2]] == ["combat", "move"], "combat first (14.4)"
    assert chits.in_a_row(p) == (ALLIED, 1)
    assert names(match, "cup", GERMAN) == Counter((FIVE, SIX))
    assert names(match, "cup", ALLIED) == Counter((R, R))
    assert names(match, "hand", ALLIED) == Counter(("reaction",))


def at_first_reaction() -> Battlefield:
    match = new_game()
    while match.prompt_code() != "choose-reacting":
        match.do("done")
    return match


@pytest.mark.rule("deadly_woods", "14.3.1-a")
def test_first_reaction() -> None:
    match = at_first_reaction()
    assert match.why("activate 99-393") == ("cannot-react", "14.3.1")
    assert match.why("activate 2-9") == ("cannot-react", "14.3.1")
    match.do("activate 9A-CCB", "activate 28-110", "activate 106-424")
    assert match.prompt_code() == "choose-move", "three and no more"
    assert match.movers() == {"9A-CCB", "28-110", "106-424"}


@pytest.mark.rule("deadly_woods", "14.3.1-d", "14.3.1-c")
def test_second_reaction() -> None:
    match = field("99-393 3405, 2-9 3406, 9A-CCB 3015, 26VG-a 3115, 28-110 2215", "reaction", turn=1)
    match.do("activate 99-393", "activate 9A-CCB", "activate 2-9", "move 99-393", "to 3404", "done")
    assert match.targets() == {"3115"}, "armor that stays may attack, even on turn 1"
    match.do("attack 3115")
    assert match.offers() == {"join 9A-CCB"}
    picking = field("99-393 3405, 2-9 3406, Delay 3015, 28-110 2215, 26VG-a 4010", "reaction", turn=1)
    assert picking.offers() == {"activate 99-393", "activate 2-9", "activate 28-110", "done"}, "Delay never moves"
    picking.do("activate 2-9")
    assert picking.offers() == {"activate 99-393", "activate 28-110", "done"}, "nobody twice"
    moved = field("9A-CCB 3014, 26VG-a 3215, 28-110 2215", "reaction", turn=1)
    moved.do("activate 9A-CCB", "done", "move 9A-CCB", "to 3115")
    assert moved.prompt_code() != "choose-attack", "it has moved"


@pytest.mark.rule("deadly_woods", "14.3.1-b")
def test_when_the_second_reaction_may_be_played() -> None:
    units = "2Pz-a 3217, 28-110 2215"
    after = field(units, "5th", turn=1, hand=["React-2"], cup=["Chit-6Pz", "A-Reinf-1"])
    after.do("done")
    assert after.offers() == {"play React-2", "done"}, "after a Panzer Army chit"
    after.do("play React-2")
    assert after.prompt_code() == "choose-reacting"
    last = field(units, "allied reinforcement", turn=1, hand=["React-2"])
    assert last.offers() == {"play React-2", "done"}, "as the last chit"
    early = field(f"{units}, 12SS-a 3808", "allied reinforcement", turn=1, hand=["React-2"], cup=["Chit-6Pz"])
    assert early.prompt_code() == "choose-move", "the next chit is drawn first"


@pytest.mark.rule("deadly_woods", "14.3.1-b")
@pytest.mark.parametrize(
    ("moment", "offered"), [("5th", True), ("6th", True), ("allied reinforcement", False), ("german move", False)]
)
def test_a_reaction_follows_either_panzer_army_and_nothing_else(moment: str, offered: bool) -> None:
    match = field("2Pz-a 4010, 28-110 2215", moment, turn=1, hand=["React-2"], cup=["A-Reinf-2", "G-MC-2"])
    match.dice(1, 1, 1)
    if match.prompt_code() == "choose-move":
        match.do("done")
    assert (match.prompt_code() == "offer-reaction") == offered
    if offered:
        assert match.offers() == {"play React-2", "done"}
        assert match.prompt().args["side"] == ALLIED
        match.do("play React-2")
        assert match.place("React-2") == "played"
        assert match.position.track[-1] == match.unit("React-2"), "it counts as an Allied chit"


@pytest.mark.rule("deadly_woods", "14.3.1-b")
def test_a_reaction_declined_is_offered_again() -> None:
    match = field("2Pz-a 3417, 12SS-a 3907, 28-110 2215", "5th", turn=1, hand=["React-2"], cup=["Chit-6Pz"])
    match.do("done", "done")
    assert match.told("draws"), "the 6th Panzer Army comes next"
    match.do("done")
    assert match.prompt_code() == "offer-reaction"
    match.do("done")
    assert match.position.turn == 2, "or never"


@pytest.mark.rule("deadly_woods", "14.3.1-e")
def test_reactions_leave_the_game() -> None:
    match = field("2Pz-a 3217, 28-110 2215", "allied reinforcement", turn=1, hand=["React-2"])
    match.do("done")
    assert match.position.turn == 2
    assert match.place("React-1") == match.place("React-2") == "removed"
