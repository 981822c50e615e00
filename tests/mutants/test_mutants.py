"""The tool that breaks rules: it finds what it should, and its list of equivalents is current."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from tests.mutants.equivalents import LIST, Equivalent, equivalents, stale, without_equivalents
from tests.mutants.mutate import TURN, Mutant, all_mutants, mutants
from tests.mutants.mutate_data import data_mutants
from tests.mutants.target import CHECKOUT, games, target
from tests.mutants.trial import Trial, chosen

RULES = '''
    """1.0 A tiny game."""

    import tomllib
    from pathlib import Path

    LAST_TURN = 3


    def is_open(turn):
        """1.1 The road is open up to turn 3."""
        return turn <= LAST_TURN


    def cost(woods, mud):
        """1.2 Woods cost one more, and so does mud."""
        return 1 + woods + mud


    def endless(n):
        while n < 3:
            n += 1
        return n


    class Tank:
        moves = 4


    def has_guns(turn):
        named = tomllib.loads((Path(__file__).parents[1] / "data/named.toml").read_bytes().decode())
        return not turn <= named["turns"]["no_guns_until"]
'''
TESTS = """
    from importlib import import_module

    def rules():
        return import_module("tiny.rules.terrain")

    def test_the_road_closes_after_turn_3():
        assert [rules().is_open(turn) for turn in (2, 3, 4)] == [True, True, False]

    def test_woods():
        assert rules().cost(woods=1, mud=0) == 2

    def test_endless():
        assert rules().endless(0) == 3

    def test_what_is_settled_when_the_first_test_loads_the_rules():
        assert rules().Tank.moves == 4

    def test_no_guns_on_turn_1():
        assert not rules().has_guns(1)
"""
NAMED = """
    fog_on = "16AM"      # 3.1
    places = ["3508"]

    [turns]
    no_guns_until = 1    # 2.1
"""
SCENARIO = """
    title = "Dawn of 4"
    last_turn = 4
    amount = 2
    until = "16PM"
    reserve = { until = 2, units = 3 }
"""
TRACK = """
    turn,name
    1,16AM
    2,16PM
    3,17AM
"""
EVENTS = """
    dice,name,first,last,amount
    3,"fog, thick",16AM,,2
    4,frost,,2,3
"""
TRY_ALL = """
import json, sys
from pathlib import Path
from tests.mutants.covering import covering
from tests.mutants.target import Target
from tests.mutants import trial

trial.LEAST_SECONDS = 1
root = Path(sys.argv[1])
tiny = Target("tiny", "tiny", root / "tiny", (root / "checks",), root)
result = trial.trial(tiny, covering(tiny, root / "cache"), tiny.mutants())
print(json.dumps([len(result.tried), [mutant.key for mutant in result.survivors], result.passed]))
"""


def tiny_game(root: Path) -> Path:
    """A package with one chapter, and tests that overlook mud; its only chapter."""
    for name, text in (
        ("tiny/__init__.py", ""),
        ("tiny/rules/__init__.py", ""),
        ("tiny/rules/terrain.py", RULES),
        ("tiny/data/named.toml", NAMED),
        ("tiny/data/scenarios/dawn.toml", SCENARIO),
        ("tiny/data/turns.csv", TRACK),
        ("tiny/data/events.csv", EVENTS),
        ("checks/test_rules.py", TESTS),
    ):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(dedent(text).lstrip())
    return root / "tiny/rules/terrain.py"


def by_change(path: Path) -> dict[str, Mutant]:
    return {mutant.after: mutant for mutant in all_mutants([path])}


def test_a_planted_survivor_is_found_and_the_rest_is_noticed(tmp_path: Path) -> None:
    tiny_game(tmp_path)
    command = [sys.executable, "-c", TRY_ALL, str(tmp_path)]
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=True)
    tried, survivors, passed = json.loads(done.stdout.splitlines()[-1])
    assert survivors == [
        ["terrain.py", "cost", "return 1 + woods + mud", "return 1 + woods - mud"],
        ["named.toml", "", 'fog_on = "16AM"', 'fog_on = "16PM"'],
        ["named.toml", "", "no_guns_until = 1", "no_guns_until = 2"],
        ["events.csv", "", '3,"fog, thick",16AM,,2', '3,"fog, thick",16PM,,2'],
        ["events.csv", "", "4,frost,,2,3", "4,frost,,3,3"],
        ["events.csv", "", "4,frost,,2,3", "4,frost,,1,3"],
        ["dawn.toml", "", "last_turn = 4", "last_turn = 5"],
        ["dawn.toml", "", "last_turn = 4", "last_turn = 3"],
        ["dawn.toml", "", 'until = "16PM"', 'until = "16AM"'],
        ["dawn.toml", "", 'until = "16PM"', 'until = "17AM"'],
        ["dawn.toml", "", "reserve = { until = 2, units = 3 }", "reserve = { until = 3, units = 3 }"],
        ["dawn.toml", "", "reserve = { until = 2, units = 3 }", "reserve = { until = 1, units = 3 }"],
    ]
    assert tried == 30, "among them one that comes to no end"
    assert not passed


def test_what_is_changed(tmp_path: Path) -> None:
    chapter = tmp_path / "rules.py"
    chapter.write_text(
        dedent("""
        LAST_TURN, DICE = 3, 2
        Answer = int | None

        def legal(p: int | None, side, units):
            if p.turn == 4 and not p.used[GERMAN]:
                p.used[side] = 1
                p.tell(Event("used", {"n": 5}))
            return any(unit > 1 for unit in units if p.where[unit] in p.held(1 - side))
        """)
    )
    assert {(mutant.kind, mutant.after) for mutant in mutants(chapter, {"LAST_TURN"})} == {
        (TURN, "LAST_TURN, DICE = 4, 2"),
        (TURN, "LAST_TURN, DICE = 2, 2"),
        ("constant", "LAST_TURN, DICE = 3, 3"),
        ("negated condition", "if not (p.turn == 4 and not p.used[GERMAN]):"),
        ("dropped clause", "if True and not p.used[GERMAN]:"),
        ("dropped clause", "if p.turn == 4 and True:"),
        ("operator", "if p.turn == 4 or not p.used[GERMAN]:"),
        ("comparison", "if p.turn != 4 and not p.used[GERMAN]:"),
        (TURN, "if p.turn == 5 and not p.used[GERMAN]:"),
        (TURN, "if p.turn == 3 and not p.used[GERMAN]:"),
        ("dropped not", "if p.turn == 4 and p.used[GERMAN]:"),
        ("swapped sides", "if p.turn == 4 and not p.used[ALLIED]:"),
        ("dropped statement", "pass"),
        ("swapped sides", "p.used[1 - side] = 1"),
        ("constant", "p.used[side] = 0"),
        ("operator", "return all(unit > 1 for unit in units if p.where[unit] in p.held(1 - side))"),
        ("boundary", "return any(unit >= 1 for unit in units if p.where[unit] in p.held(1 - side))"),
        ("comparison", "return any(unit <= 1 for unit in units if p.where[unit] in p.held(1 - side))"),
        ("constant", "return any(unit > 0 for unit in units if p.where[unit] in p.held(1 - side))"),
        ("dropped clause", "return any(unit > 1 for unit in units if True)"),
        ("comparison", "return any(unit > 1 for unit in units if p.where[unit] not in p.held(1 - side))"),
        ("swapped sides", "return any(unit > 1 for unit in units if p.where[unit] in p.held(side))"),
    }


def test_a_mutant_names_its_place_and_cases(tmp_path: Path) -> None:
    mutant = by_change(tiny_game(tmp_path))["return turn < LAST_TURN"]
    assert (mutant.file, mutant.function, mutant.line, mutant.cases) == ("terrain.py", "is_open", 11, ("1.1",))
    assert mutant.before == "return turn <= LAST_TURN"


def test_turns_in_data_are_moved_both_ways(tmp_path: Path) -> None:
    tiny_game(tmp_path)
    assert [(mutant.line, mutant.after, mutant.cases) for mutant in data_mutants(tmp_path / "tiny")] == [
        (1, 'fog_on = "16PM"', ("3.1",)),
        (5, "no_guns_until = 2", ("2.1",)),
        (2, '3,"fog, thick",16PM,,2', ()),
        (3, "4,frost,,3,3", ()),
        (3, "4,frost,,1,3", ()),
        (2, "last_turn = 5", ()),
        (2, "last_turn = 3", ()),
        (4, 'until = "16AM"', ()),
        (4, 'until = "17AM"', ()),
        (5, "reserve = { until = 3, units = 3 }", ()),
        (5, "reserve = { until = 1, units = 3 }", ()),
    ]
    chapter = tmp_path / "tiny/data/named.toml"
    first, second = list(data_mutants(tmp_path / "tiny"))[:2]
    assert first.applied_to(chapter.read_bytes()).startswith(b'fog_on = "16PM"  ')
    assert b"no_guns_until = 2 " in second.applied_to(chapter.read_bytes())


def test_the_sample_has_every_turn(tmp_path: Path) -> None:
    every = list(all_mutants([tiny_game(tmp_path)]))
    turns = [mutant for mutant in every if mutant.kind == TURN]
    assert len(turns) == 4
    picked = chosen(every, 2, "any")
    assert picked[:4] == turns
    assert len(picked) == 6
    assert chosen(every, 100, "any")[:4] == turns
    assert len(chosen(every, 100, "any")) == len(every)


@pytest.mark.parametrize(("survivors", "passed"), [(0, True), (2, True), (3, False)])
def test_one_survivor_in_twenty_is_allowed(tmp_path: Path, survivors: int, passed: bool) -> None:
    mutant = by_change(tiny_game(tmp_path))["return 1 + woods - mud"]
    assert Trial([mutant] * 40, []).passed
    tried = [Mutant(str(n), "f", "constant", "1", "0", n, n, (), ()) for n in range(40)]
    assert Trial(tried, tried[:survivors]).passed == passed


def test_no_turn_may_survive(tmp_path: Path) -> None:
    mutant = by_change(tiny_game(tmp_path))["return turn < LAST_TURN"]
    others = [Mutant(str(n), "f", "constant", "1", "0", n, n, (), ()) for n in range(400)]
    assert not Trial([mutant, *others], [mutant]).passed


def test_equivalents_are_left_out_wherever_their_line_moves(tmp_path: Path) -> None:
    chapter = tiny_game(tmp_path)
    row = Equivalent("tiny", "terrain.py", "cost", "return 1 + woods + mud", "return 1 + woods - mud", "No mud here.")
    chapter.write_text("X = 1\n\n\n" + chapter.read_text())
    every = list(all_mutants([chapter]))
    left = without_equivalents([row], every)
    assert [mutant.key for mutant in every if mutant not in left] == [row.key]
    assert stale([row], every) == []


def test_an_equivalent_is_stale_once_its_line_changes(tmp_path: Path) -> None:
    chapter = tiny_game(tmp_path)
    row = Equivalent("tiny", "terrain.py", "cost", "return 1 + woods + mud", "return 1 + woods - mud", "No mud here.")
    chapter.write_text(chapter.read_text().replace("1 + woods + mud", "2 + woods + mud"))
    assert stale([row], all_mutants([chapter])) == [row]


def test_an_equivalent_needs_a_reason(tmp_path: Path) -> None:
    rows = tmp_path / "equivalent.csv"
    rows.write_text("game,file,function,before,after,reason\ntiny,rules.py,cost,a,b,\n")
    with pytest.raises(ValueError, match=r"rules\.py, cost: an equivalent mutant needs a reason"):
        equivalents("tiny", rows)


@pytest.mark.parametrize("game", games())
def test_reviewed_equivalents_are_current(game: str) -> None:
    assert stale(equivalents(game), target(game).mutants()) == [], f"judge these rows of {LIST.name} again"
