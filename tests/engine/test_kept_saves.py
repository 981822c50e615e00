"""Saves of every release open in this one: ``saves/VERSION`` holds some of each, made by that release and never again.

``moments.csv`` says what each of them is: its records, the question that stands and the open procedures. A folder
with a ``pack`` has saves made with that data pack.
"""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from ardennes.engine.match import Match
from ardennes.engine.saves import FORMAT, unpack
from ardennes.engine.snapshot import snapshot

SAVES = Path(__file__).parent / "saves"
MOMENTS = {
    f"{table.parent.name}/{row['save']}": row
    for table in sorted(SAVES.glob("*/moments.csv"))
    for row in csv.DictReader(table.read_text("utf-8").splitlines())
}


def pack_of(save: str) -> Path | None:
    pack = (SAVES / save).with_name("pack")
    return pack if pack.exists() else None


@pytest.mark.parametrize("save", MOMENTS)
def test_save_of_a_release_opens_at_its_moment(save: str) -> None:
    moment, match = MOMENTS[save], Match.load(SAVES / f"{save}.ardennes", pack_of(save))
    assert len(match.records) == int(moment["records"])
    assert (match.asked.question.prompt if match.asked else "") == moment["asked"]
    assert " ".join(type(procedure).__name__ for procedure in match.position.stack) == moment["stack"]


@pytest.mark.parametrize("save", MOMENTS)
def test_save_of_a_release_is_saved_again_as_this_one_does(save: str) -> None:
    match = Match.load(SAVES / f"{save}.ardennes", pack_of(save))
    kept = unpack(match.packed())
    assert kept.header.format == FORMAT
    assert kept.checkpoints[-1].number == len(match.records)
    again = Match.unpacked(match.packed(), pack=pack_of(save))
    assert again.changes == ()
    assert again.log(None) == match.log(None)
    assert snapshot(again.position) == snapshot(match.position)


def test_every_save_has_its_moment() -> None:
    assert {f"{path.parent.name}/{path.stem}" for path in SAVES.glob("*/*.ardennes")} == set(MOMENTS)
