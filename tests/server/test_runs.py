"""Runs at a table: many answers as one message, one change and one write, shown to others answer by answer."""

from __future__ import annotations

import json
import random
from typing import Any

import httpx
import msgspec
import pytest
from msgspec import UNSET

from ardennes.engine.game import load_game
from ardennes.engine.match import Match
from ardennes.engine.notation import read_option
from ardennes.engine.options import is_about
from ardennes.players import call_of, sit_down
from ardennes.server import groups
from ardennes.server.clip import Camera, Showing, clip
from ardennes.server.computers import decide, situation, view_of
from ardennes.server.groups import group_reply
from ardennes.server.numbers import Numbers
from ardennes.server.protocol.requests import MOST_STEPS, GroupRequest
from ardennes.server.protocol.table import RunFrame
from ardennes.server.windows import COSTLY
from tests.server.serving import Seat, Server, new_table

NOON = load_game("crossroads").load_data("noon", ())
MARCH = ("move Pz", "to 0603", "done", "move Gr1", "to 0702")


def steps(*words: str) -> list[list[Any]]:
    return [[int(read_option(NOON, said))] for said in words]


def changes(seat: Seat) -> list[dict[str, Any]]:
    """Those heard so far."""
    seat.ask("costs")
    return [message for message in map(json.loads, seat.heard) if message["is"] == "change"]


def test_a_run_is_one_change_and_taken_back_as_one(server: Server, owner: httpx.Client) -> None:
    table = new_table(owner, scenario="noon", automatic=False)
    seat, other = (Seat(server, token) for token in table["seats"])
    before = seat.ask("sync")
    reply = seat.ask("run", rev=seat.rev, steps=steps(*MARCH))
    assert (reply["is"], reply["done"], reply["refusal"], reply["rev"]) == ("done", 5, None, 1)
    (change,) = changes(seat)
    assert change["records"] == 5
    assert change["undoable"] == 1
    assert change["frames"] == []
    (seen,) = changes(other)
    assert [frame["at"] for frame in seen["frames"]] == [1, 2, 3, 4, 5]
    moved = [frame["walks"] for frame in seen["frames"] if frame["walks"]]
    assert [walk for walks in moved for walk in walks] == seen["walks"]
    assert seat.ask("undo", rev=seat.rev)["is"] == "done"
    after = seat.ask("sync")
    for part in ("columns", "clocks", "asked", "records", "log"):
        assert after[part] == before[part]
    assert seat.ask("redo", rev=seat.rev)["is"] == "done"
    assert seat.ask("sync")["records"] == 5


def test_a_run_that_is_refused_on_the_way_says_how_far_it_came(server: Server, owner: httpx.Client) -> None:
    seat = Seat(server, new_table(owner, scenario="noon", automatic=False)["seats"][0])
    reply = seat.ask("run", rev=seat.rev, steps=steps("move Pz", "to 0603", "to 0101", "done"))
    assert (reply["is"], reply["done"], seat.rev) == ("done", 2, 1)
    assert reply["refusal"]["rule"]
    assert reply["refusal"]["text"]


def test_a_run_is_refused_as_a_single_answer_is(server: Server, owner: httpx.Client) -> None:
    table = new_table(owner, scenario="noon", automatic=False)
    seat, other = (Seat(server, token) for token in table["seats"])
    watcher = Seat(server, table["watch"])
    assert seat.ask("run", rev=seat.rev, steps=steps("to 0603", "move Pz"))["is"] == "refused"
    assert other.ask("run", rev=other.rev, steps=steps(*MARCH))["code"] == "not-your-decision"
    assert watcher.ask("run", rev=watcher.rev, steps=steps(*MARCH))["is"] == "refused"
    assert seat.ask("run", rev=seat.rev + 1, steps=steps(*MARCH))["code"] == "error"
    assert seat.ask("run", rev=seat.rev, steps=[])["done"] == 0
    assert seat.ask("sync")["records"] == 0


def test_no_window_gives_more_answers_by_runs_than_it_may(server: Server, owner: httpx.Client) -> None:
    seat = Seat(server, new_table(owner, scenario="noon", automatic=False)["seats"][0])
    assert seat.ask("run", rev=seat.rev, steps=steps("done") * (MOST_STEPS + 1))["code"] == "message"
    many, _ = COSTLY["run"]
    replies = [seat.ask("run", rev=99, steps=steps("done") * MOST_STEPS) for _ in range(int(many) // MOST_STEPS + 1)]
    assert [reply["code"] for reply in replies] == ["error"] * (len(replies) - 1) + ["message"]


def test_the_computers_turn_is_a_few_changes_shown_answer_by_answer(server: Server, owner: httpx.Client) -> None:
    table = new_table(owner, game="deadly_woods", scenario="", players=["easy", ""])
    seat = Seat(server, table["seats"][1])
    while seat.asked["side"] == 0 or not changes(seat)[-1]["records"]:
        seat.wait("change")
    heard = changes(seat)
    records, at = heard[-1]["records"], 0
    assert records > 3 * len(heard), "a message for every answer"
    for change in heard:
        assert change["frames"][-1]["at"] == change["records"]
        shown: dict[str, dict[int, int]] = {}
        for frame in change["frames"]:
            assert frame["at"] > at, "a frame for every answer"
            at = frame["at"]
            for name, cells in frame["columns"].items():
                shown.setdefault(name, {}).update(dict(map(tuple, cells)))
        for name, cells in change["columns"].items():
            assert dict(map(tuple, cells)).items() <= shown[name].items(), "the frames lead elsewhere than the change"
    assert any(frame["thoughts"] for change in heard for frame in change["frames"] if "thoughts" in frame)


@pytest.mark.parametrize(
    ("game", "scenario", "options"),
    [("crossroads", "dawn", ()), ("bulge1944", "", ("hidden",)), ("deadly_woods", "", ())],
)
def test_the_computer_foresees_what_it_would_choose_answer_by_answer(
    game: str, scenario: str, options: tuple[str, ...]
) -> None:
    """The choices of a run are those it makes when it is shown the truth's view before each."""
    match = Match.new(game, scenario=scenario, options=options, seed="3")
    longest = 0
    while match.asked is not None and len(match.records) < 120:
        side = match.asked.side
        table = f"{game} {len(match.records)}"
        told = situation(match, side, "easy", table, "")
        choices = [choice.option for choice in decide(lambda _: None, told).choices]
        mind, settled = sit_down(call_of("easy"), match.game, side, table), match.settled
        singly, done = match.fork(len(match.records)), 0
        for option in choices:
            if singly.settled != settled:
                break  # Something came to light that nobody foresaw.
            view = view_of(situation(singly, side, "easy", table, ""))
            view.asked = singly.position.view(side).asked
            assert mind.choose(view) == option
            singly.apply(option, side)
            done += 1
        run = match.apply_run([(option, ()) for option in choices], side)
        assert (run.done, run.refusal) == (done, None)
        assert match.position.digest() == singly.position.digest()
        longest = max(longest, done)
    assert longest > 3


def test_a_clip_shows_a_run_answer_by_answer() -> None:
    match = Match.new("crossroads", scenario="noon", seed="1", automatic=False)
    run = match.apply_run([(step[0], ()) for step in steps(*MARCH)], 0)
    frames = clip(match, 1, "en", 0, Numbers.of(match, 1)).frames
    assert [frame.at for frame in frames] == list(range(1, run.done + 1))
    assert [len(frame.walks) for frame in frames] == [0, 1, 0, 0, 1], "one unit after the other"
    assert sum(len(frame.log) for frame in frames) == len(run.events)


@pytest.mark.parametrize("side", [0, 1, None])
def test_frames_show_what_single_answers_would(side: int | None) -> None:
    """With hidden counters: no more of them, and no less, than a window is told of answers given one by one."""
    rng = random.Random(5)
    match = Match.new("crossroads", scenario="dawn", seed="5")
    for _ in range(12):
        assert match.asked is not None
        acting, singly, given = match.asked.side, match.fork(len(match.records)), []
        camera = Camera(singly, side)
        while singly.asked is not None and singly.settled == match.settled:
            given.append((rng.choice(list(singly.asked.options)), ()))
            singly.apply(given[-1][0], acting)
            camera.take(singly)
        showing = Showing(match, 1 - acting if side == acting else acting, [side])
        match.apply_run(given, acting, showing.take)
        assert showing.frames(side, "en", Numbers()) == [
            RunFrame(**msgspec.structs.asdict(frame)) for frame in camera.frames
        ]


def test_a_group_is_told_where_it_could_go_and_sent_there_by_a_run(server: Server, owner: httpx.Client) -> None:
    table = new_table(owner, scenario="noon", automatic=False)
    seat, other = (Seat(server, token) for token in table["seats"])
    picks = [step[0] for step in steps("move Pz", "move Gr1")]
    told = seat.ask("group", options=picks)["group"]
    both = [hex for hex, units in told["hexes"] if units == 2]
    assert both
    sent = seat.ask("group", options=picks, goals=[both[0]])["group"]
    assert [one["rule"] for one in sent["short"]] == ["3.5"], "a hex holds one unit"
    assert sent["short"][0]["text"]
    assert seat.ask("sync")["records"] == 0, "nothing has been ordered yet"
    done = seat.ask("run", rev=seat.rev, steps=sent["steps"])
    assert (done["done"], done["refusal"]) == (len(sent["steps"]), None)
    assert other.ask("group", options=picks)["code"] == "not-your-decision"
    assert seat.ask("group", options=[steps("done")[0][0], -1])["code"] == "not-offered"
    assert seat.ask("group")["code"] == "not-offered"


def test_an_order_to_too_many_says_how_many_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(groups, "MOST_UNITS", most := 20)
    match = Match.new("deadly_woods", scenario="attack", seed="groups")
    match.apply(read_option(match.position.data, "done"))
    assert match.asked is not None
    (act,) = match.game.acts
    picks = [int(option) for option in match.asked.options if is_about(option, act.pick)]
    assert len(picks) > most
    for many, taken in ((len(picks), most), (most, UNSET)):
        group = group_reply(match, "en", GroupRequest(options=tuple(picks[:many]))).group
        assert group is not UNSET
        assert group.taken == taken
        assert isinstance(group.hexes, list)
        assert max(units for _, units in group.hexes) <= most
