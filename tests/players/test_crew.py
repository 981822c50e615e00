"""Time well used: playouts over several cores come to the same, and a second is what the machine does in it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ardennes.engine.game import AnyGame, load_game
from ardennes.engine.position import Position
from ardennes.engine.saves import encode_position
from ardennes.errors import ArdennesError
from ardennes.players import pace, sit_down
from ardennes.players.advisers import advice_for
from ardennes.players.crew import Box, Helpers, Work, played
from ardennes.players.pace import answers_a_second
from ardennes.players.planner import PlannerPlayer
from ardennes.players.thinking import Playout, play_out
from tests.situation import data_of


def new_game(name: str = "bulge1944", options: frozenset[str] = frozenset()) -> tuple[AnyGame, Position]:
    game = load_game(name)
    return game, game.start(data_of(name, game.first_scenario, options), "dice")


def playouts(p: Position, count: int) -> list[Playout]:
    advice = advice_for(p.data)
    assert advice is not None
    plans, side = advice.plans(p, 0), 0
    return [
        Playout(world=0, side=side, plan=plans[n % len(plans)], model=n % 3, seed="s", number=n, stages_ahead=2)  # type: ignore[arg-type]
        for n in range(count)
    ]


@pytest.mark.parametrize("options", [frozenset(), frozenset(("hidden", "phantoms"))])
def test_helpers_come_to_the_same_and_in_order(options: frozenset[str]) -> None:
    _, p = new_game(options=options)
    advice = advice_for(p.data)
    assert advice is not None
    world = advice.reveal_all(p.view(0).determinize("world"))
    jobs, helpers = playouts(world, 5), Helpers(2)
    try:
        crew = helpers.crew_for(p.data, advice)
        alone = Helpers(1).crew_for(p.data, advice)([world], jobs)
        assert crew([world], jobs) == alone
        assert [score for score, _ in alone] == [play_out(advice, world, job)[0] for job in jobs]
        helpers._running[0].kill()
        helpers._running[0].wait()
        assert crew([world], jobs[:1]) == alone[:1], "one that died is replaced"
    finally:
        helpers.stop()
    assert helpers._running == []


def test_a_helper_plays_what_it_is_given() -> None:
    _, p = new_game("crossroads")
    advice = advice_for(p.data)
    assert advice is not None
    job = playouts(p, 1)[0]._replace(model=None)
    box = Box("crossroads", p.data.scenario, tuple(sorted(p.data.options)), "", advice.version)
    world = advice.reveal_all(p.view(0).determinize("world"))
    assert played(Work(box, (encode_position(world),), (job,))) == [play_out(advice, world, job)]


def test_the_same_master_for_any_number_of_workers() -> None:
    given = []
    for workers in (1, 2):
        game, p = new_game()
        mind = sit_down(f"planner:level=master,time=0.9,workers={workers}", game, 0, "mind")  # type: ignore[arg-type]
        assert isinstance(mind, PlannerPlayer)
        first = mind.choose(p.view(0))  # type: ignore[arg-type]
        given.append((first, mind.work, mind._plan, mind.thoughts))
    assert given[0] == given[1]
    assert given[0][1] > 1000


@pytest.mark.parametrize(
    ("call", "says"),
    [
        ("planner:workers=many", "workers must be a number up to"),
        ("planner:workers=999", "workers must be a number up to"),
        ("planner:pace=fast", "pace must be one of counted, here"),
    ],
)
def test_a_call_that_means_nothing(call: str, says: str) -> None:
    with pytest.raises(ArdennesError, match=says):
        sit_down(call, load_game("crossroads"), 0, "seed")  # type: ignore[arg-type]


# --- pace ------------------------------------------------------------------------------------------


def test_the_pace_is_measured_once_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ARDENNES_PACE")
    monkeypatch.setattr(pace, "MEASURED", 0.01)
    _, p = new_game("crossroads")
    advice = advice_for(p.data)
    assert advice is not None
    file = tmp_path / "cache" / "pace.json"
    found = answers_a_second(advice, file)
    assert found > 0
    assert list(json.loads(file.read_text()).values()) == [found]
    monkeypatch.setattr(pace, "measured", lambda _: pytest.fail("it is known"))
    assert answers_a_second(advice, file) == found
    monkeypatch.setattr(pace, "measured", lambda _: 77.4)
    for spoilt in ("{", "[]", '{"a": "b"}', '{"x": -1}'):
        file.write_text(spoilt)
        assert answers_a_second(advice, file) == 77
    (tmp_path / "a file").write_text("")
    assert answers_a_second(advice, tmp_path / "a file" / "pace.json") == 77, "it cannot be kept"


def test_at_a_table_a_second_is_what_the_machine_does_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    _, p = new_game("crossroads")
    advice = advice_for(p.data)
    assert advice is not None
    monkeypatch.setenv("ARDENNES_PACE", "1234")
    assert answers_a_second(advice) == 1234
    minds = {
        call: sit_down(f"planner:{call}", p.data.game, 0, "mind")  # type: ignore[arg-type]
        for call in ("level=hard", "level=hard,pace=here", "level=master,workers=3,pace=here", "level=master,workers=3")
    }
    paces = {call: mind._pace(advice) for call, mind in minds.items()}  # type: ignore[attr-defined]
    assert list(paces.values()) == [advice.answers_a_second, 1234, 3 * 1234, advice.answers_a_second]
    monkeypatch.setenv("ARDENNES_PACE", "fast")
    with pytest.raises(ArdennesError, match="must be a number of answers a second"):
        answers_a_second(advice)
