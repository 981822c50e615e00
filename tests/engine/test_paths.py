"""An answer may carry the path to take: checked step by step, walked, written into the log, undone and redone."""

from __future__ import annotations

import msgspec
import pytest

from ardennes.engine.match import Match
from ardennes.engine.procedure import costs
from ardennes.engine.saves import SaveError
from ardennes.engine.texts import Refused
from tests.bulge1944.fields import field as bulge
from tests.crossroads.fields import field as crossroads
from tests.situation import Situation


def option_of(match: Situation, words: str) -> int:
    assert match.asked is not None
    verb, label = words.split()
    return match.game.verbs.named(verb) + match.hex(label)


def hexes(match: Situation, labels: str) -> list[int]:
    return [match.hex(label) for label in labels.split()]


def go(match: Situation, to: str, path: str) -> None:
    match.apply(option_of(match, f"to {to}"), path=hexes(match, path))


def refused(match: Situation, to: str, path: str) -> tuple[str, str]:
    before = match.position.digest()
    with pytest.raises(Refused) as caught:
        go(match, to, path)
    assert match.position.digest() == before, "a refusal changes nothing"
    return caught.value.refusal.code, caught.value.refusal.rule


def entered(match: Situation, code: str) -> list[str]:
    return [match.position.data.place_name(int(str(event.args["hex"]))) for event in match.told(code)]


def test_bent_path_is_walked_instead_of_the_cheapest() -> None:
    match = crossroads("Pz 0703, Rif1 0101")
    match.do("move Pz")
    assert match.tells("to 0503").path == tuple(hexes(match, "0603 0503"))
    go(match, "0503", "0704 0603 0503")
    assert entered(match, "moved") == ["0704", "0603", "0503"]
    assert match.place("Pz") == "0503"


def test_way_through_stops_is_priced_before_it_is_walked() -> None:
    match = crossroads("Pz 0703, Rif1 0101")
    match.do("move Pz")
    straight, chosen_path = match.tells("to 0503"), match.about(option_of(match, "to 0503"), hexes(match, "0704"))
    assert straight.cost == 2
    assert straight.along == (1, 2)
    assert chosen_path.path[0] == match.hex("0704")
    assert chosen_path.along[0] == 2
    assert chosen_path.cost == chosen_path.along[-1] > 2
    go(match, "0503", " ".join(match.position.data.place_name(hex) for hex in chosen_path.path))
    assert match.prompt().args["points"] == match.position.data.counters[match.unit("Pz")].moves * 2 - chosen_path.cost


def test_refused_steps_name_their_rule() -> None:
    match = crossroads("Pz 0703, Gr1 0602, Rif1 0503")
    match.do("move Pz")
    assert refused(match, "0704", "0703 0704") == ("not-beside", "3.1")
    assert refused(match, "0704", "0704 0603") == ("way-ends-elsewhere", "3.1")
    assert refused(match, "0704", "0502 0704") == ("no-such-way", "3.1")
    assert refused(match, "0702", "0602 0702") == ("unit-in-the-way", "3.5")
    assert refused(match, "0704", "0603 0704") == ("zone-in-the-way", "3.3")
    far = "0704 0705 " * 9 + "0704"
    assert refused(match, "0704", far) == ("too-far", "3.1")


def test_stop_that_cannot_be_reached_is_explained() -> None:
    match = crossroads("Pz 0703, Gr1 0602, Rif1 0503")
    match.do("move Pz")
    to = option_of(match, "to 0704")
    for stops, expected in (("0602", "unit-in-the-way"), ("0503", "unit-in-the-way")):
        with pytest.raises(Refused) as caught:
            match.about(to, hexes(match, stops))
        assert caught.value.refusal.code == expected
    with pytest.raises(Refused) as caught:
        match.about(to, [9999])
    assert caught.value.refusal.code == "no-such-way"
    with pytest.raises(Refused) as caught:
        match.about(match.game.verbs.named("done"), hexes(match, "0704"))
    assert caught.value.refusal.code == "way-is-fixed"


def test_path_of_an_answer_without_one_is_refused() -> None:
    match = crossroads("Pz 0703, Rif1 0101")
    with pytest.raises(Refused) as caught:
        match.apply(match.game.verbs.named("move") + match.unit("Pz"), path=[match.hex("0704")])
    assert caught.value.refusal.code == "way-is-fixed"


def test_bent_path_in_1944() -> None:
    match = bulge("1SS 1909, 14Cav 1506", turn=7)
    match.do("move 1SS")
    straight = match.tells("to 1809")
    around = next(hex for hex in match.position.data.board.around(match.hex("1909")) if match.hex("1809") in
                  match.position.data.board.around(hex))  # fmt: skip
    chosen_path = match.about(option_of(match, "to 1809"), [around])
    assert chosen_path.path == (around, match.hex("1809"))
    assert straight.cost is not None
    assert chosen_path.cost is not None
    assert chosen_path.cost > straight.cost
    points = match.prompt().args["points"]
    match.apply(option_of(match, "to 1809"), path=chosen_path.path)
    assert match.prompt().args["points"] == int(str(points)) - chosen_path.cost
    assert len(entered(match, "moves")) == 2


def test_enemy_on_a_bent_path_in_1944() -> None:
    match = bulge("1SS 1909, 14Cav 1809", turn=7)
    match.do("move 1SS")
    beside = [hex for hex in match.position.data.board.around(match.hex("1909")) if hex != match.hex("1809")]
    to = next(hex for hex in beside if match.hex("1809") in match.position.data.board.around(hex))
    label = match.position.data.place_name(to)
    assert refused(match, label, f"1809 {label}") == ("enemy-in-the-way", "11.0")


def test_bent_path_is_replayed_undone_and_redone() -> None:
    match = crossroads("Pz 0703, Rif1 0101")
    match.do("move Pz")
    go(match, "0503", "0704 0603 0503")
    end = match.position.digest()
    again = Match.replay(match.header, match.at(0).position, match.records)
    assert again.position.digest() == end
    match.undo()
    assert match.place("Pz") == "0703"
    match.redo()
    assert match.position.digest() == end, "what is done again takes the same way"


def test_forged_path_in_a_log_is_refused() -> None:
    match = crossroads("Pz 0703, Gr1 0602, Rif1 0101")
    match.do("move Pz", "to 0702")
    record = match.records[-1]
    forged = msgspec.structs.replace(record, outcomes=(tuple(hexes(match, "0602 0702")),))
    with pytest.raises(SaveError, match="the rules do not allow"):
        Match.replay(match.header, match.at(0).position, [*match.records[:-1], forged])


def test_pick_taken_back_keeps_the_later_paths() -> None:
    match = crossroads("Pz 0703, Gr1 0701, Rif1 0101")
    match.do("move Gr1", "to 0702", "done", "move Pz")
    go(match, "0503", "0704 0603 0503")
    match.do("done")
    match.take_back(match.game.verbs.named("to") + match.hex("0702"))
    assert match.place("Gr1") == "0701"
    assert match.place("Pz") == "0503"
    assert entered(match, "moved") == ["0704", "0603", "0503"]


def test_costs_alone_are_those_that_are_described() -> None:
    for match in (crossroads("Pz 0703, Rif1 0503"), bulge("1SS 1909, 14Cav 1506", turn=7)):
        for words in ("move Pz", "move 1SS"):
            if words in match.offers():
                match.do(words)
        assert match.asked is not None
        described = {option: match.about(option).cost for option in match.asked.options}
        assert costs(match.position) == {option: cost for option, cost in described.items() if cost is not None}
