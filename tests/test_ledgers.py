"""The ledgers tell the truth: every rule's tests are those that are marked with it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from ardennes.engine.game import game_info
from ardennes.engine.ledger import read_ledger
from tests.ledger import is_current, ledgers, marks, with_marks

LEDGERS = ledgers()
FINISHED = ("complete", "tutorial")
all_marks = cache(marks)


@pytest.mark.parametrize("game", LEDGERS)
def test_column_of_tests_equals_the_marks(game: str) -> None:
    assert is_current(LEDGERS[game], all_marks()), "run `python -m tests.ledger --write`"


def test_marks_name_rules_that_exist() -> None:
    known = {(game, rule.id) for game, path in LEDGERS.items() for rule in read_ledger(path.parent)}
    unknown = {mark: tests for mark, tests in all_marks().items() if mark not in known}
    assert not unknown


@pytest.mark.parametrize("game", [game for game in LEDGERS if game_info(game).stage in FINISHED])
def test_finished_game_has_every_rule_enforced_and_tested(game: str) -> None:
    rules = read_ledger(LEDGERS[game].parent)
    assert rules
    assert [rule.id for rule in rules if rule.state == "open"] == []
    assert [rule.id for rule in rules if rule.state in ("enforced", "optional") and not rule.tests] == []


@pytest.mark.parametrize("game", LEDGERS)
def test_a_rule_that_does_not_apply_says_why_and_claims_nothing(game: str) -> None:
    rows = [rule for rule in read_ledger(LEDGERS[game].parent) if rule.state == "not applicable"]
    assert [rule.id for rule in rows if not rule.note or rule.module or rule.tests] == []


@pytest.mark.parametrize("game", LEDGERS)
def test_a_mere_component_is_no_rule_that_is_enforced(game: str) -> None:
    rows = [rule for rule in read_ledger(LEDGERS[game].parent) if rule.note.startswith("component")]
    assert [rule.id for rule in rows if rule.state != "not applicable"] == []


def test_marks_are_found_on_functions_and_classes(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(
        "import pytest\n"
        "@pytest.mark.rule('g', '1.1', '1.2')\ndef test_one(): ...\n"
        "@pytest.mark.rule('g', '2.1')\nclass TestMany:\n"
        "    @pytest.mark.rule('g', '2.1', '1.1')\n    def test_two(self): ...\n    def helper(self): ...\n"
    )
    assert marks(tmp_path) == {
        ("g", "1.1"): ["test_some.py::test_one", "test_some.py::TestMany::test_two"],
        ("g", "1.2"): ["test_some.py::test_one"],
        ("g", "2.1"): ["test_some.py::TestMany::test_two"],
    }


def test_column_is_written_and_the_rest_kept(tmp_path: Path) -> None:
    ledger = tmp_path / "g" / "ledger.csv"
    ledger.parent.mkdir()
    ledger.write_text('id,title,statement,tests\n1.1,One,"A, b",old\n1.2,Two,C,\n')
    found = {("g", "1.2"): ["a.py::x", "b.py::y"], ("other", "1.1"): ["c.py::z"]}
    assert with_marks(ledger, found) == 'id,title,statement,tests\n1.1,One,"A, b",\n1.2,Two,C,a.py::x b.py::y\n'
