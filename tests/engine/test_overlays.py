"""Overlays and what-ifs: what they show is what the rules say, told from a side's view and from nothing else."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from ardennes.engine.match import Match
from ardennes.engine.options import object_of
from ardennes.engine.overlays import Layer
from ardennes.engine.position import Position
from ardennes.engine.what_if import fights_around
from ardennes.games.bulge1944.rules.pieces import LEAD, SUPPORT
from ardennes.games.bulge1944.rules.supply import is_supplied
from ardennes.games.crossroads.rules.combat import SUPPORT as GUNS
from ardennes.games.crossroads.rules.field import JOIN as JOINS
from ardennes.games.crossroads.rules.field import Field
from ardennes.rules.overlays import marked
from tests.bulge1944.fields import field as bulge
from tests.crossroads.fields import field as crossroads
from tests.situation import Situation

GERMAN, ALLIED = 0, 1


def layers(match: Match, side: int | None, name: str) -> list[Layer]:
    view = match.position.view(side) if side is not None else match.position.view(0).view(1)
    return list(match.game.overlays.layers(view, side, name))


def labels(match: Situation, hexes: object) -> set[str]:
    assert isinstance(hexes, tuple)
    return {match.position.data.place_name(hex) for hex in hexes}


def told(p: Position, side: int) -> list[object]:
    """All that overlays and what-ifs tell a side."""
    view, game, board = p.view(side), p.data.game, p.data.board
    found: list[object] = [list(game.overlays.layers(view, side, name)) for name in game.overlays.names]
    found += [game.overlays.supply_line(view, unit) for unit, hex in enumerate(view.where) if hex >= 0]
    for hex in sorted({hex for hex in view.where if hex in board}):
        fights = fights_around(view, hex)
        found += [fights, *(game.what_ifs.foretell(view, *fight, None) for fight in fights)]
    return found


# --- zones ---------------------------------------------------------------------------------------


def test_zones_of_crossroads() -> None:
    match = crossroads("Pz 0703, Rif1 0503")
    german, allied = layers(match, GERMAN, "zones")
    assert isinstance(match.position, Field)
    assert set(german.hexes) == set(marked(match.position.held(GERMAN)))
    assert set(allied.hexes) == set(marked(match.position.held(ALLIED)))
    assert german.pattern != allied.pattern, "colours alone do not tell sides apart"
    assert (german.title.rule, german.side, allied.side) == ("1.4", GERMAN, ALLIED)


def test_zones_of_1944() -> None:
    match = bulge("1SS 1909, 14Cav 1809")
    german, allied = layers(match, ALLIED, "zones")
    assert set(german.hexes) == set(match.data.board.around(match.hex("1909")))
    assert set(allied.hexes) == set(match.data.board.around(match.hex("1809")))


# --- supply --------------------------------------------------------------------------------------


def test_supply_of_all_and_of_one() -> None:
    match = bulge("1SS 1509, 12SS 1909, 99Inf 1508, 2Inf 1610")
    fed, cut, where = layers(match, GERMAN, "supply")
    p = match.position
    assert {match.data.counters[unit].id for unit in cut.units} == {"1SS"}
    assert set(fed.units) == {match.unit(id) for id in ("12SS", "99Inf", "2Inf")}
    assert fed.sign != cut.sign
    assert match.hex("1909") in where.hexes
    assert match.hex("1509") not in where.hexes
    for unit in (*p.on_map(GERMAN), *p.on_map(ALLIED)):
        line = match.game.overlays.supply_line(p.view(GERMAN), unit)
        assert line is not None
        assert bool(line.hexes) == is_supplied(p, unit)
        assert line.hexes[:1] == ((p.where[unit],) if line.hexes else ())
        assert line.title.code == ("layer-supply-line" if line.hexes else "layer-no-supply-line")
        for here, there in zip(line.hexes, line.hexes[1:], strict=False):
            assert there in match.data.board.around(here)


# --- victory -------------------------------------------------------------------------------------


def test_towns_count_by_who_holds_them() -> None:
    match = bulge("1SS 1909, 14Cav 1809", german_towns=["Bastogne"])
    german, allied, exits = layers(match, GERMAN, "victory")
    goal, bastogne = match.data.scenario_data, match.hex("Bastogne")
    assert german.hexes == (bastogne,)
    assert german.labels[bastogne] == str(goal.worth.get("Bastogne", goal.other_town))
    assert match.data.towns == {*german.hexes, *allied.hexes}
    assert set(exits.hexes) == {match.data.code(code) for code in goal.exits}


def test_secret_card_does_not_show_through() -> None:
    seen = set()
    for card in ("autumn_mist", "plan_martin", "spoiling_attack"):
        match = bulge("1SS 1909, 14Cav 1809", scenario="secret_card")
        match.position.card = card
        seen.add(repr(layers(match, ALLIED, "victory")))
        german = layers(match, GERMAN, "victory")
        assert "?" not in {label for layer in german for label in layer.labels.values()}
    assert len(seen) == 1


# --- reach of the enemy --------------------------------------------------------------------------


def test_reach_of_the_enemy_is_where_he_could_go() -> None:
    match = crossroads("Pz 0703, Gr1 0701, Rif1 0101")
    (layer,) = layers(match, ALLIED, "enemy-reach")
    expected: dict[str, int] = {}
    for unit in ("Pz", "Gr1"):
        mover = crossroads("Pz 0703, Gr1 0701, Rif1 0101")
        mover.do(f"move {unit}")
        for offer in mover.offers() - {"done"}:
            hex = offer.removeprefix("to ")
            expected[hex] = expected.get(hex, 0) + 1
    assert {match.position.data.place_name(hex): amount for hex, amount in layer.amounts.items()} == expected
    both = match.hex(next(hex for hex, amount in expected.items() if amount == 2))
    counters = match.position.data.counters
    strength = sum(getattr(counters[match.unit(unit)], "strength") for unit in ("Pz", "Gr1"))  # noqa: B009
    assert layer.labels[both] == f"2: {strength}"


def test_reach_in_1944_minds_supply() -> None:
    free, cut = bulge("1SS 1509, 99Inf 1307"), bulge("1SS 1509, 99Inf 1508, 2Inf 1610")
    (far,), (near,) = layers(free, ALLIED, "enemy-reach"), layers(cut, ALLIED, "enemy-reach")
    cut.do("move 1SS")
    assert labels(cut, near.hexes) == {offer[3:] for offer in cut.offers() if offer.startswith("to ")}
    assert len(near.hexes) < len(far.hexes)
    assert layers(free, None, "enemy-reach")[0].side == GERMAN, "a watcher is shown both sides"
    assert len(layers(free, None, "enemy-reach")) == 2


def test_strength_of_what_lies_face_down_is_not_counted() -> None:
    match = bulge("1SS? 1909, 12VG 1908, 99Inf 1508", options=["hidden"])
    (layer,) = layers(match, ALLIED, "enemy-reach")
    assert layer.hexes
    assert {label[-1] for hex, label in layer.labels.items() if layer.amounts[hex] == 2} == {"?"}


# --- the date ------------------------------------------------------------------------------------


def test_date_of_a_turn() -> None:
    assert bulge("1SS 1909, 14Cav 1809", turn=3).game.overlays.date(bulge("1SS 1909, 14Cav 1809", turn=3).position) == (
        "1944-12-18"
    )
    match = crossroads("Pz 0703, Rif1 0503")
    assert match.game.overlays.date(match.position) == ""


# --- what-ifs ------------------------------------------------------------------------------------


def test_what_if_in_crossroads_is_the_preview() -> None:
    match = crossroads("Pz 0603, Gr1 0602, Rif1 0503", "german combat", guns=(0, 1))
    view = match.position.view(GERMAN)
    what_ifs, target = match.game.what_ifs, match.hex("0503")
    every = what_ifs.foretell(view, GERMAN, target, None)
    match.do("attack 0503", "join Pz", "join Gr1")
    assert every.about == match.tells("fire")
    one = what_ifs.foretell(view, GERMAN, target, [JOINS + match.unit("Pz")])
    assert one.chosen == (JOINS + match.unit("Pz"),)
    assert one.about != every.about
    match.do("fire")
    defended = what_ifs.foretell(view, GERMAN, target, [*every.chosen, GUNS])
    assert defended.about == match.tells("guns support")


def test_what_if_in_crossroads_tells_the_defender_of_the_answer_he_chose() -> None:
    match = crossroads("Pz 0603, Gr1 0602, Rif1 0503", "german combat", guns=(0, 1))
    view, target = match.position.view(ALLIED), match.hex("0503")
    silent = match.game.what_ifs.foretell(view, GERMAN, target, None)
    answered = match.game.what_ifs.foretell(view, GERMAN, target, [*silent.chosen, GUNS])
    match.do("attack 0503", "join Pz", "join Gr1", "fire")
    assert (silent.about, answered.about) == (match.tells("guns silent"), match.tells("guns support"))


@pytest.mark.parametrize("support", ["support Guns5", "lead Manteuffel"])
def test_what_if_in_1944_is_the_preview(support: str) -> None:
    match = bulge("2Pz 1909, 116Pz 1908, 14Cav 1809", points=5)
    view, target = match.position.view(GERMAN), match.hex("1809")
    what_ifs = match.game.what_ifs
    every = what_ifs.foretell(view, GERMAN, target, None)
    assert {match.data.counters[object_of(option)].id for option in every.chosen} == {"2Pz", "116Pz"}
    match.do("attack 1809", "join 116Pz", "join 2Pz")
    offered = {offer for offer in match.offers() if offer.split()[0] in ("support", "lead")}
    found = {
        f"{'lead' if option >= LEAD and option < SUPPORT else 'support'} {match.data.counters[object_of(option)].id}"
        for option in every.choices["whatif-support"]
    }
    assert found == offered
    assert every.about == match.tells("go")
    verb, id = support.split()
    with_it = [*every.chosen, match.game.verbs.named(verb) + match.unit(id)]
    assert what_ifs.foretell(view, GERMAN, target, with_it).about == match.tells(support)


def test_what_if_the_enemy_attacks_although_it_is_not_his_turn() -> None:
    match = bulge("1SS 1909, 12SS 1908, 14Cav 1809", "allied activation", turn=3, points=5)
    view, target = match.position.view(ALLIED), match.hex("1809")
    assert (GERMAN, target) in fights_around(view, target)
    foretold = match.game.what_ifs.foretell(view, GERMAN, target, None)
    assert sum(foretold.about.chances.values()) == pytest.approx(1), "who defends decides on his support himself"
    answers = foretold.choices["whatif-answer"]
    assert answers, "there is an air unit on the third turn"
    more = match.game.what_ifs.foretell(view, GERMAN, target, [*foretold.chosen, *answers[:1]])
    assert more.about.tallies["defence"].total > foretold.about.tallies["defence"].total
    assert set(more.chosen) == {*foretold.chosen, answers[0]}


def test_defender_is_told_the_odds_of_his_answer() -> None:
    match = bulge("1SS 1909, 14Cav 1809", turn=3, points=5)
    match.do("attack 1809", "join 1SS", "go")
    assert match.asked is not None
    assert match.asked.side == ALLIED
    foretold = match.game.what_ifs.foretell(match.position.view(ALLIED), GERMAN, match.hex("1809"), None)
    assert match.tells("go").chances == foretold.about.chances
    support = next(offer for offer in match.offers() if offer.startswith("support"))
    assert match.tells(support).tallies["defence"].total > match.tells("go").tallies["defence"].total


def test_fights_are_found_from_either_end() -> None:
    match = bulge("1SS 1909, 14Cav 1809, 99Inf 1508")
    view = match.position.view(GERMAN)
    here, there = match.hex("1909"), match.hex("1809")
    assert set(fights_around(view, here)) == {(ALLIED, here), (GERMAN, there)}
    assert set(fights_around(view, there)) == {(GERMAN, there), (ALLIED, here)}
    assert fights_around(view, match.hex("1508")) == []
    nobody = match.game.what_ifs.foretell(view, GERMAN, there, [])
    assert [note.code for note in nobody.about.notes] == ["nobody-attacks"]
    assert not nobody.about.chances


# --- The Deadly Woods ----------------------------------------------------------------------------


def test_deadly_woods_over_its_map() -> None:
    match = Match.new("deadly_woods", seed="3")
    p, overlays = match.position, match.game.overlays
    dates = {}
    for turn in (1, 8, 9, 12):
        later = p.copy()
        later.turn = turn  # type: ignore[attr-defined]
        dates[turn] = overlays.date(later)
    assert dates == {1: "1944-12-17", 8: "1944-12-31", 9: "1945-01-03", 12: "1945-01-15"}
    german, allied = layers(match, GERMAN, "victory")
    assert {*german.hexes, *allied.hexes} == set(p.data.board.area("vp"))
    fed, cut, _ = layers(match, ALLIED, "supply")
    assert fed.units
    for unit in (*fed.units, *cut.units):
        line = overlays.supply_line(p.view(ALLIED), unit)
        assert line is not None
        assert line.hexes[:1] in ((), (p.where[unit],))


def test_what_if_in_the_deadly_woods_is_the_preview() -> None:
    match = Match.new("deadly_woods", seed="3")
    verbs, what_ifs = match.game.verbs, match.game.what_ifs
    assert match.asked is not None
    target = object_of(match.asked.options[0])
    view = match.position.view(GERMAN)
    every = what_ifs.foretell(view, GERMAN, target, None)
    match.apply(match.asked.options[0])
    joined = []
    while joins := [option for option in match.asked.options if verbs.split(option)[0].name == "join"]:
        joined.append(joins[0])
        match.apply(joins[0])
    assert what_ifs.foretell(view, GERMAN, target, joined).about == match.about(verbs.named("go"))
    assert set(joined) <= set(every.chosen), "a what-if lets also those attack whom this round does not"


# --- secrets -------------------------------------------------------------------------------------


def secret_positions() -> Iterator[Match]:
    yield crossroads("Pz? 0703, Gr1? 0602, Sham1? 0702, Rif1 0503, Rif2 0303", scenario="dawn")
    yield bulge("1SS? 1909, 12SS? 1907, 12VG 1908, 14Cav 1809, 99Inf 1807", turn=2, options=["hidden", "phantoms"])
    yield bulge("1SS 1909, 12VG 1908, 14Cav? 1809, 99Inf? 1807", turn=2, options=["hidden"])


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_twin_truths_show_the_same(number: int, side: int) -> None:
    p = list(secret_positions())[number].position
    view = p.view(side)
    seen = told(p, side)
    for seed in "abcdef":
        twin = view.determinize(seed)
        assert twin.view(side).digest() == view.digest()
        assert told(twin, side) == seen
    hidden = {p.mask[unit]: unit for unit in range(len(p.where)) if p.mask[unit] >= 0}  # type: ignore[attr-defined]
    text = msgspec.json.encode(seen, enc_hook=repr).decode()
    for unit in hidden.values():
        if p.data.counters[unit].side != side:
            assert f'"unit":{unit}}}' not in text, "a hidden unit is named"
