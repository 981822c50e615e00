"""The judgement: weights from a file, numbers of a position, and the chance they come to."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ardennes.advisor.judge import AGAINST, FOR, FREE, Judge, logistic, nearness, outcome
from ardennes.datafiles import DataError
from ardennes.engine.position import Verdict
from ardennes.engine.texts import Text

SIGNS = {"one": FREE, "margin": FOR, "cut": AGAINST}


def weights(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "weights.toml"
    path.write_text(f'source = "a test"\n{text}')
    return path


def test_a_number_that_is_left_out_is_nought(tmp_path: Path) -> None:
    judge = Judge(weights(tmp_path, "[sets.long]\none = 1.0\nmargin = 0.5\n"), SIGNS)
    assert judge.log_odds("long", {"one": 1.0}) == 1.0
    assert judge.log_odds("long", {"one": 1.0, "margin": -4.0, "cut": 3.0}) == -1.0


def test_what_has_no_weights_of_its_own_is_judged_by_the_first(tmp_path: Path) -> None:
    judge = Judge(weights(tmp_path, "[sets.long]\none = 1.0\n[sets.short]\none = 2.0\n"), SIGNS)
    assert [judge.set_like(name) for name in ("short", "long", "unknown")] == ["short", "long", "long"]


def test_a_weight_for_nothing_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"weights.toml: long has a weight for fog, which is no number of this game"):
        Judge(weights(tmp_path, "[sets.long]\nfog = 1.0\n"), SIGNS)


def test_chances_lie_between_nothing_and_one() -> None:
    assert logistic(2.0) == pytest.approx(1 - logistic(-2.0))
    assert 0 < logistic(-1e9) < logistic(1e9) < 1 + 1e-9
    assert [outcome(Verdict(winner, Text("over"))) for winner in (0, 1, None)] == [1.0, 0.0, 0.5]


def test_the_nearest_unit_counts_and_half_of_it_without_supply() -> None:
    table = np.array([[1.0, 0.5, 0.25], [0.125, 0.25, 1.0]], dtype=np.float32)
    supplied = bytes([0, 1, 1])
    assert nearness([table], [[0, 1]], supplied).tolist() == [0.5, 0.25]
    assert nearness([table, table], [[], [2]], supplied).tolist() == [0.25, 1.0]
    assert nearness([table], [[]], supplied).tolist() == [0.0, 0.0]
