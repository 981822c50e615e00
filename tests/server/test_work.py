"""Work beside the table: computed once, in turn, within quotas, stopped when nobody waits, and in nobody's way."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import httpx
import pytest

from ardennes.engine.match import Match
from ardennes.engine.texts import Refusal, Refused
from ardennes.server.mistakes import NotThere, TooMany
from ardennes.server.pool import ThinkingFailed
from ardennes.server.work import MOST_WAITING, Asker, Lane, TookTooLong
from tests.server.serving import WAIT, Seat, Server, bearing, children, command, new_table, serving
from tests.server.test_advice import finished, uploaded

# --- in the other process ------------------------------------------------------------------------


def note(path: str, word: str, seconds: float = 0.0) -> str:
    """Leaves a trace of having been worked out."""
    with Path(path).open("a") as file:
        file.write(f"{word}\n")
    time.sleep(seconds)
    return word


def climb(tell: Callable[[float], None], seconds: float) -> str:
    for step in range(1, 5):
        time.sleep(seconds / 4)
        tell(step / 4)
    return "up"


def refuse(kind: str) -> None:
    raise Refused(Refusal("nowhere", {"hex": 3}, "1.2")) if kind == "refusal" else NotThere("no-such-hex", hex=7)


# --- lanes ---------------------------------------------------------------------------------------


def in_lane(work: Callable[[Lane], Coroutine[Any, Any, None]], **wanted: Any) -> None:
    async def ask() -> None:
        lane = Lane(**{"quota": 4, "seconds": 600, "grace": 0.2, **wanted})
        try:
            await work(lane)
        finally:
            lane.close()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(ask())).result()


def seat(table: str, side: int = 0) -> Asker:
    return Asker(table, f"{table}:{side}")


def test_what_many_ask_is_worked_out_once(tmp_path: Path) -> None:
    trace = str(tmp_path / "trace")

    async def ask(lane: Lane) -> None:
        questions = [lane.ask(seat(f"table {number}"), note, trace, "same", 0.3) for number in range(20)]
        assert await asyncio.gather(*questions) == ["same"] * 20
        assert await lane.ask(seat("later"), note, trace, "same", 0.3) == "same"

    in_lane(ask, kept=1)
    assert Path(trace).read_text() == "same\n"


def test_only_so_many_answers_are_kept(tmp_path: Path) -> None:
    trace = str(tmp_path / "trace")

    async def ask(lane: Lane) -> None:
        for word in ("a", "b", "c", "c", "b", "a"):
            await lane.ask(seat("table"), note, trace, word)

    in_lane(ask, kept=2)
    assert Path(trace).read_text().split() == ["a", "b", "c", "a"]


def test_a_seat_may_ask_only_so_much_and_others_still_may(tmp_path: Path) -> None:
    trace = str(tmp_path / "trace")

    async def ask(lane: Lane) -> None:
        greedy = [asyncio.create_task(lane.ask(seat("table"), note, trace, f"mine {n}", 0.1)) for n in range(10)]
        await asyncio.sleep(0)
        assert await lane.ask(seat("table", 1), note, trace, "yours") == "yours"
        answers = await asyncio.gather(*greedy, return_exceptions=True)
        refused = [answer for answer in answers if isinstance(answer, TooMany)]
        assert len(refused) == 8
        assert refused[0].told("en") != refused[0].told("it")
        assert await lane.ask(seat("table"), note, trace, "again") == "again"

    in_lane(ask, quota=2)


def test_tables_take_turns(tmp_path: Path) -> None:
    trace = str(tmp_path / "trace")

    async def ask(lane: Lane) -> None:
        busy = [lane.ask(seat("busy"), note, trace, f"busy {n}", 0.05) for n in range(8)]
        await asyncio.gather(*busy, lane.ask(seat("quiet"), note, trace, "quiet", 0.05))

    in_lane(ask, quota=8)
    assert Path(trace).read_text().splitlines().index("quiet") <= 2


async def gone(pid: int) -> None:
    deadline = time.monotonic() + WAIT
    while command(pid):
        assert time.monotonic() < deadline, "it goes on"
        await asyncio.sleep(0.05)


def test_work_stops_when_the_last_who_waited_has_gone(tmp_path: Path) -> None:
    trace = tmp_path / "trace"

    async def ask(lane: Lane) -> None:
        first = asyncio.create_task(lane.ask(seat("one"), note, str(trace), "long", 3600.0))
        second = asyncio.create_task(lane.ask(seat("two"), note, str(trace), "long", 3600.0))
        waiting = asyncio.create_task(lane.ask(seat("two"), note, str(trace), "never", 3600.0))
        while not trace.exists():
            await asyncio.sleep(0.05)
        (pid,) = lane.pool.pids
        first.cancel()
        await asyncio.sleep(0.5)
        assert command(pid), "somebody still waits for it"
        waiting.cancel()
        second.cancel()
        await gone(pid)
        assert await lane.ask(seat("one"), note, str(trace), "next") == "next"

    in_lane(ask)
    assert trace.read_text().split() == ["long", "next"]


def test_who_asks_again_in_time_finds_the_work_under_way() -> None:
    async def ask(lane: Lane) -> None:
        told = [await lane.poll(seat("table"), 0.2, climb, 1.5)]
        while told[-1] != "up":
            told.append(await lane.poll(seat("table"), 0.2, climb, 1.5))
        shares = [share for share in told if isinstance(share, float)]
        assert shares == sorted(shares)
        assert len(set(shares)) > 2

    in_lane(ask, grace=5.0)


def test_what_goes_wrong_is_told_and_tried_again() -> None:
    async def ask(lane: Lane) -> None:
        for _ in range(2):
            with pytest.raises(ThinkingFailed, match="died"):
                await lane.ask(seat("table"), os._exit, 1)
            with pytest.raises(NotThere) as missing:
                await lane.ask(seat("table"), refuse, "mistake")
            assert missing.value.told("it") == NotThere("no-such-hex", hex=7).told("it")
            with pytest.raises(Refused) as refused:
                await lane.ask(seat("table"), refuse, "refusal")
            assert refused.value.refusal == Refusal("nowhere", {"hex": 3}, "1.2")

    in_lane(ask, deaths=1, kept=4)


def test_work_that_takes_too_long_is_stopped_and_told(tmp_path: Path) -> None:
    trace = tmp_path / "trace"

    async def ask(lane: Lane) -> None:
        long = asyncio.create_task(lane.ask(seat("one"), note, str(trace), "long", 3600.0))
        while not lane.pool.pids:
            await asyncio.sleep(0)
        (pid,) = lane.pool.pids
        with pytest.raises(TookTooLong, match="longer than 2 seconds") as stopped:
            await long
        assert stopped.value.told("it") != stopped.value.told("en")
        await gone(pid)
        lane.seconds = WAIT
        assert await lane.ask(seat("two"), note, str(trace), "short") == "short"

    in_lane(ask, seconds=2.0, kept=4)


def test_only_so_many_of_a_seat_wait_for_one_answer(tmp_path: Path) -> None:
    trace = str(tmp_path / "trace")

    async def ask(lane: Lane) -> None:
        crowd = [lane.ask(seat("table"), note, trace, "same", 0.5) for _ in range(MOST_WAITING + 5)]
        other = lane.ask(seat("table", 1), note, trace, "same", 0.5)
        *answers, others = await asyncio.gather(*crowd, other, return_exceptions=True)
        assert others == "same"
        assert sum(isinstance(answer, TooMany) for answer in answers) == 5
        assert answers.count("same") == MOST_WAITING
        assert await lane.ask(seat("table"), note, trace, "same", 0.5) == "same"

    in_lane(ask)


def test_a_process_with_nothing_to_do_ends() -> None:
    async def ask(lane: Lane) -> None:
        await lane.ask(seat("table"), abs, -1)
        await gone(lane.pool.pids[0] if lane.pool.pids else 0)

    in_lane(ask, idle=0.2)


# --- a real server -------------------------------------------------------------------------------


def at_work(match: Match, answers: int, seed: int = 1) -> Match:
    draw = random.Random(seed)
    for _ in range(answers):
        assert match.asked is not None
        match.apply(draw.choice(match.asked.options))
    return match


def answer_first(seat: Seat) -> float:
    """Seconds until an answer is acknowledged."""
    began = time.monotonic()
    reply = seat.ask("answer", rev=seat.rev, option=seat.asked["options"][0])
    assert reply["is"] == "done", reply
    return time.monotonic() - began


def test_hints_asked_by_many_leave_the_computer_and_the_players_alone(tmp_path: Path) -> None:
    """Fifty requests for five hints: every one is answered, each hint is worked out once, and a computer plays on."""
    with serving(tmp_path) as server, server.owner() as owner, ThreadPoolExecutor(50) as people:
        seats = []
        for number in range(5):
            match = at_work(Match.new("crossroads", scenario="noon", seed=str(number)), number)
            assert match.asked is not None
            seats.append(uploaded(owner, match)["seats"][match.asked.side])
        playing = new_table(owner, game="bulge1944", scenario="", players=("easy", "easy"))
        watcher = Seat(server, playing["watch"])

        def hint(token: str) -> httpx.Response:
            return httpx.get(f"{server.base}/api/seat/hint", headers=bearing(token), timeout=None)

        before = watcher.rev
        asked = [people.submit(hint, token) for token in seats * 10]
        while watcher.rev < before + 20:
            watcher.wait("change")
        replies = [future.result() for future in asked]
        assert Counter(reply.status_code for reply in replies) == {200: 50}
        for number in range(5):
            assert len({reply.text for reply in replies[number::5]}) == 1, "worked out more than once"


def test_films_and_courses_flooded_by_one_seat_hold_up_nobody(tmp_path: Path) -> None:
    with serving(tmp_path) as server, server.owner() as owner, ThreadPoolExecutor(24) as flood:
        match = at_work(Match.new("deadly_woods", seed="1"), 250)
        table = uploaded(owner, match)
        token = table["seats"][0]
        other = Seat(server, new_table(owner)["seats"][0])
        enough = Event()
        statuses: Counter[int] = Counter()

        def pester(number: int) -> None:
            with httpx.Client(base_url=server.base, headers=bearing(token), timeout=None) as client:
                while not enough.is_set():
                    path = ("clip?start={}", "replay?to={}", "history?n={}")[number % 3]
                    reply = client.get(f"/api/seat/{path.format(number % 250)}")
                    statuses[reply.status_code] += 1
                    if reply.status_code == 429:
                        assert "wait" in reply.json()["detail"]
                        enough.wait(0.05)
                    number += 24

        pests = [flood.submit(pester, number) for number in range(24)]
        try:
            while not {200, 429} <= set(statuses):
                time.sleep(0.05)
            for _ in range(6):
                if other.asked["side"] == 0 and other.asked["options"]:
                    assert answer_first(other) < WAIT
                other.ask("sync")
            watched = owner.get("/api/seat/clip", headers=bearing(table["watch"]), params={"start": 240})
            assert watched.status_code == 200, "another seat cannot see its film"
        finally:
            enough.set()
        for pest in pests:
            pest.result()
        assert set(statuses) == {200, 429}


def test_overlays_asked_without_end_do_not_hold_up_the_table(tmp_path: Path) -> None:
    """A window may ask more than it may have: it is refused, and the table goes on under it."""
    with serving(tmp_path) as server, server.owner() as owner:
        table = new_table(owner)
        player, watcher = Seat(server, table["seats"][0]), Seat(server, table["watch"])
        for number in range(1, 40):
            watcher.socket.send(f'{{"id": {number}, "do": "what_if", "side": 0, "hex": {number}}}')
        assert answer_first(player) < WAIT
        heard = {watcher.wait("reply", "refused")["to"] for _ in range(39)}
        assert heard == set(range(1, 40))


def frozen_child(server: Server) -> int:
    """The process that works beside the server, kept from ever finishing, however fast the machine is."""
    deadline = time.monotonic() + WAIT
    while not children(server.process.pid):
        assert time.monotonic() < deadline, "nobody works"
        time.sleep(0.01)
    (worker,) = children(server.process.pid)
    os.kill(worker, signal.SIGSTOP)
    return worker


def test_a_hint_nobody_waits_for_is_stopped(tmp_path: Path) -> None:
    with serving(tmp_path) as server, server.owner() as owner:
        token = uploaded(owner, Match.new("deadly_woods", seed="1"))["seats"][0]
        with ThreadPoolExecutor(1) as thread:
            asked = thread.submit(httpx.get, f"{server.base}/api/seat/hint", headers=bearing(token), timeout=3)
            thinker = frozen_child(server)
            with pytest.raises(httpx.ReadTimeout):
                asked.result()
        deadline = time.monotonic() + WAIT
        while command(thinker):
            assert time.monotonic() < deadline, "it goes on thinking for nobody"
            time.sleep(0.1)


def test_an_analysis_nobody_asks_for_any_more_is_stopped(tmp_path: Path) -> None:
    with serving(tmp_path) as server, server.owner() as owner:
        match = at_work(Match.new("deadly_woods", seed="1"), 250)
        match.resign(0)
        tokens = [uploaded(owner, match)["seats"][0], uploaded(owner, finished())["seats"][0]]
        with ThreadPoolExecutor(1) as thread:
            asked = thread.submit(owner.get, "/api/seat/analysis", headers=bearing(tokens[0]))
            analyst = frozen_child(server)
            shares = [asked.result().json(), owner.get("/api/seat/analysis", headers=bearing(tokens[1])).json()]
        assert all("share" in share for share in shares)
        deadline = time.monotonic() + 2 * WAIT
        while command(analyst):
            assert time.monotonic() < deadline, "it goes on for nobody"
            time.sleep(0.2)


def test_a_seat_that_asks_too_much_is_told_so_in_its_language(server: Server, owner: httpx.Client) -> None:
    token = uploaded(owner, at_work(Match.new("deadly_woods", seed="2"), 150))["seats"][0]

    def clip(start: int) -> httpx.Response:
        address = f"{server.base}/api/seat/clip?language=it&start={start}"
        return httpx.get(address, headers=bearing(token), timeout=None)

    with ThreadPoolExecutor(30) as people:
        replies = list(people.map(clip, range(30)))
    refused = [reply.json()["detail"] for reply in replies if reply.status_code == 429]
    assert {reply.status_code for reply in replies} == {200, 429}
    assert set(refused) == {"Questo posto aspetta già diverse risposte di questo tipo; attendi che ne arrivi una."}
