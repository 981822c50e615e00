"""Snapshots: a position by names leads back to itself, and into a game whose counters are numbered otherwise."""

from __future__ import annotations

import csv
import io
import random
import zlib
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from ardennes.engine.checkpoints import with_question
from ardennes.engine.game import load_game
from ardennes.engine.game_data import NOWHERE
from ardennes.engine.layout import Renumbering
from ardennes.engine.match import Match
from ardennes.engine.notation import write_option
from ardennes.engine.packs import export
from ardennes.engine.position import Position
from ardennes.engine.saves import SaveError, pack, unpack
from ardennes.engine.snapshot import read_snapshot, snapshot, take

GAMES = {
    "crossroads-dawn": ("crossroads", "dawn", ("muddy",)),
    "crossroads-noon": ("crossroads", "noon", ()),
    "bulge1944": ("bulge1944", "secret_card", ("hidden", "phantoms", "alternate_units", "weather")),
    "bulge1944-free": ("bulge1944", "campaign", ("free_setup", "fuel")),
    "deadly_woods": ("deadly_woods", "attack", ("plus_two",)),
    "bitter_woods": ("bitter_woods", "campaign", ()),
}
FORMATIONS = "choose-formation"


def moments(name: str, answers: int, every: int) -> Iterator[Match]:
    """A game played at random, looked at now and then, whenever another procedure is open."""
    game, scenario, options = GAMES[name]
    match, rng = Match.new(game, scenario=scenario, options=options, seed=name), random.Random(name)
    seen: set[tuple[str, ...]] = set()
    while match.asked is not None and len(match.records) < answers:
        match.apply(rng.choice(list(match.asked.options)))
        orders = match.anytime(1)
        if orders and rng.random() < 0.1:
            match.apply(rng.choice(orders), 1)
        stack = tuple(type(procedure).__name__ for procedure in match.position.stack)
        if stack not in seen or len(match.records) % every == 0:
            seen.add(stack)
            yield match


def turned_over(game: str, folder: Path) -> Path:
    """A data pack with the counters of a game in the opposite order."""
    export(load_game(game), folder)
    rows = list(csv.reader(io.StringIO((folder / "units.csv").read_text("utf-8"), newline="")))
    with (folder / "units.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([rows[0], *reversed(rows[1:])])
    return folder


def offered(p: Position) -> list[str]:
    """What is offered, in words; of a formation, which unit stands for it depends on the order of the counters."""
    if p.asked is None:
        return []
    words = [write_option(p.data, option) for option in p.asked.options]
    return sorted(word.partition(" ")[0] for word in words) if p.asked.question.prompt == FORMATIONS else sorted(words)


@pytest.mark.parametrize("name", GAMES)
def test_snapshot_leads_back(name: str) -> None:
    for match in moments(name, 1200, 97):
        p = match.position
        again = with_question(take(p.data, snapshot(p)).position, p.seed)
        assert again.digest() == p.digest()
        assert offered(again) == offered(p)


@pytest.mark.parametrize("name", GAMES)
def test_snapshot_is_read_by_names(name: str, tmp_path: Path) -> None:
    """With the counters in another order every number means another one, and the game is the same."""
    game, scenario, options = GAMES[name]
    data = load_game(game).load_data(scenario, frozenset(options), turned_over(game, tmp_path / "pack"))
    for match in moments(name, 1200, 97):
        p = match.position
        taken = take(data, snapshot(p))
        other = with_question(taken.position, p.seed)
        assert offered(other) == offered(p)
        assert (taken.units, taken.columns) == ([], [])
        for unit, counter in enumerate(p.data.counters):
            place = other.where[data.unit(counter.id)]
            assert data.place_name(place) == p.data.place_name(p.where[unit])
        numbers = Renumbering(taken.layout, data)
        assert not numbers.same
        for record in match.records[-5:]:
            if record.kind == "answer":
                assert write_option(data, numbers.record(record).option) == write_option(p.data, record.option)
        assert take(p.data, snapshot(other)).position.where == p.where


def test_what_is_gone_is_left_out_and_said() -> None:
    p = Match.new("crossroads", scenario="noon", seed="gone").position
    kept = read_snapshot(snapshot(p))
    units, on_map = (*kept.layout.units[:-1], "Lost"), next(unit for unit, place in enumerate(p.where) if place >= 0)
    where = ["9999" if unit == on_map else name for unit, name in enumerate(kept.columns["where"])]
    older = msgspec.structs.replace(
        kept,
        layout=msgspec.structs.replace(kept.layout, units=units),
        columns={**kept.columns, "where": where, "fuel": [0] * len(units), "fog": {"0101": 1}},
        clocks={**kept.clocks, "morale": 4},
    )
    del older.columns["fought"]
    taken = take(p.data, zlib.compress(msgspec.msgpack.encode(older)))
    assert taken.units == ["Lost"]
    assert taken.columns == ["fuel", "fog", "morale"]
    assert taken.placeless == [p.data.counters[on_map].id]
    assert taken.position.where[on_map] == NOWHERE
    taken.position.where[on_map] = p.where[on_map]
    taken.position.rebuild()
    assert taken.position.where[:-1] == p.where[:-1]
    assert offered(with_question(taken.position, "")) == offered(p)


def test_steps_that_have_another_name_now_are_found_by_it() -> None:
    p = Match.new("crossroads", scenario="noon", seed="steps").position
    kept = read_snapshot(snapshot(p))
    fight, *others = kept.stack
    assert fight["step"] == "PlayerTurn 2"
    older = msgspec.structs.replace(kept, stack=[{**fight, "step": "allied_turn"}, *others])
    taken = take(p.data, zlib.compress(msgspec.msgpack.encode(older)))
    assert taken.position.stack == p.stack


def test_later_answers_that_are_no_longer_allowed_are_dropped_and_told() -> None:
    match = Match.new("crossroads", scenario="noon", seed="dropped")
    for _ in range(30):
        assert match.asked is not None
        match.apply(match.asked.options[0])
    kept = unpack(match.packed())
    older = [msgspec.structs.replace(made, code_digest="another") for made in kept.checkpoints[:2]]
    at = older[-1].number
    nonsense = [msgspec.structs.replace(record, option=99) for record in kept.records[at + 1 :]]
    again = Match.unpacked(pack(kept.header, older, [*kept.records[: at + 1], *nonsense]))
    assert again.records[: at + 1] == kept.records[: at + 1]
    assert [text.code for text in again.changes] == ["resumed-program", "resumed-without-answers"]
    assert again.changes[-1].args == {"n": len(nonsense)}
    assert Match.unpacked(again.packed()).log(None) == again.log(None)


@pytest.mark.parametrize("raw", [b"", b"x", b"\x78\x9c" + b"\0" * 20])
def test_what_is_no_snapshot(raw: bytes) -> None:
    with pytest.raises(SaveError, match="position"):
        take(load_game("crossroads").load_data("dawn", ()), raw)


def test_snapshot_has_no_seed() -> None:
    one, other = (Match.new("crossroads", scenario="noon", seed=seed).position for seed in ("one", "other"))
    assert snapshot(one) == snapshot(other)
