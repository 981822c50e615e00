"""The computer sits at real tables of a real server: it answers, survives, and knows only what it may."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from ardennes.cli.packs import export
from ardennes.engine.game import game_folders, load_game
from ardennes.engine.kit import NOWHERE
from ardennes.engine.match import Match
from ardennes.games.crossroads.field import Field
from ardennes.players import sit_down
from ardennes.server.computers import LEVELS, accepts_draw, call_of, decide, situation, view_of
from ardennes.server.pictures import card
from ardennes.server.pool import Pool, ThinkingFailed
from ardennes.server.store import Store
from tests.server.serving import WAIT, Seat, Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("games")) as running:
        yield running


@pytest.fixture(scope="module")
def owner(server: Server) -> Iterator[httpx.Client]:
    with server.owner() as client:
        yield client


def new_table(owner: httpx.Client, **wanted: Any) -> dict[str, Any]:
    asked = {"game": "crossroads", "scenario": "noon", "seed": "7", "players": ["", "easy"], **wanted}
    reply = owner.post("/api/tables", json=asked)
    assert reply.status_code == 201, reply.text
    table: dict[str, Any] = reply.json()
    return table


def end_turn(seat: Seat) -> None:
    """Answers for a person until the other side is asked, each time with what comes last: mostly "done"."""
    while seat.asked and seat.asked["side"] == 0:
        assert seat.ask("answer", option=seat.asked["options"][-1], rev=seat.rev)["is"] == "done"


def until_asked(seat: Seat) -> None:
    """Waits until the person must decide, or the game is over."""
    while seat.asked and seat.asked["side"] != 0:
        seat.wait("change")


def thinkers(server: Server) -> list[int]:
    """The processes the server has started to think in."""
    children = Path(f"/proc/{server.process.pid}/task").glob("*/children")
    pids = [int(pid) for path in children for pid in path.read_text().split()]
    return [pid for pid in pids if "spawn_main" in Path(f"/proc/{pid}/cmdline").read_text()]


def test_the_computer_answers_and_the_person_is_asked_again(server: Server, owner: httpx.Client) -> None:
    table = new_table(owner)
    seat = Seat(server, table["seats"][0])
    assert seat.table["players"] == ["", "easy"]
    end_turn(seat)
    until_asked(seat)
    assert seat.asked["side"] == 0
    assert any('"thinking":1' in text for text in seat.heard)
    kept = next(row for row in owner.get("/api/tables").json() if row["id"] == table["id"])
    assert kept["records"] == seat.ask("sync")["records"]


def test_two_computers_play_a_game_to_its_end(server: Server, owner: httpx.Client) -> None:
    watcher = Seat(server, new_table(owner, players=["easy", "easy"])["watch"])
    while watcher.wait("change")["over"] is None:
        pass


def test_a_seat_of_the_computer_refuses_people_until_it_is_taken_back(server: Server, owner: httpx.Client) -> None:
    table = new_table(owner, players=["easy", ""])
    token = table["seats"][0]
    seat = Seat(server, token)
    refused = seat.ask("resign")
    assert refused["code"] == "computer-plays"
    reply = owner.post(f"/api/seat/{token}/player", json={"player": ""})
    assert reply.status_code == 201, reply.text
    assert seat.ask("resign")["is"] == "done"
    assert owner.post(f"/api/seat/{token}/player", json={"player": "genius"}).status_code == 400
    assert owner.post(f"/api/seat/{table['watch']}/player", json={"player": "easy"}).status_code == 400


def test_a_person_hands_the_seat_over_in_the_middle(server: Server, owner: httpx.Client) -> None:
    table = new_table(owner, players=["", ""])
    seat = Seat(server, table["seats"][0])
    assert owner.post(f"/api/seat/{table['seats'][0]}/player", json={"player": "easy"}).status_code == 201
    while seat.asked["side"] == 0:
        seat.wait("change")
    assert seat.asked["side"] == 1


def test_it_resumes_after_a_power_cut(tmp_path: Path) -> None:
    with serving(tmp_path) as running, running.owner() as owner:
        table = new_table(owner)
        end_turn(Seat(running, table["seats"][0]))
    with serving(tmp_path) as again:
        seat = Seat(again, table["seats"][0])
        until_asked(seat)
        assert seat.asked["side"] == 0


def test_it_survives_the_death_of_the_process_it_thinks_in(server: Server, owner: httpx.Client) -> None:
    seat = Seat(server, new_table(owner)["seats"][0])
    end_turn(seat)
    until_asked(seat)
    started = thinkers(server)
    assert started
    for pid in started:
        os.kill(pid, signal.SIGKILL)
    end_turn(seat)
    until_asked(seat)
    assert seat.asked["side"] == 0


def test_no_process_outlives_the_server(tmp_path: Path) -> None:
    with serving(tmp_path) as running, running.owner() as owner:
        seat = Seat(running, new_table(owner)["seats"][0])
        end_turn(seat)
        until_asked(seat)
        started = thinkers(running)
        assert started
    deadline = time.monotonic() + WAIT
    while any("spawn_main" in command(pid) for pid in started):
        assert time.monotonic() < deadline
        time.sleep(0.1)


def command(pid: int) -> str:
    """What a process runs; empty for one that is gone."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


def test_a_draw_is_answered(server: Server, owner: httpx.Client) -> None:
    seat = Seat(server, new_table(owner)["seats"][0])
    seat.ask("draw", offer="offer")
    while True:
        told = seat.wait("change", "presence")
        if told["draw"] is None and told["is"] == "change":
            break
    assert seat.ask("sync")["over"] is None


def test_resigning_against_the_computer_ends_the_game(server: Server, owner: httpx.Client) -> None:
    seat = Seat(server, new_table(owner)["seats"][0])
    seat.ask("resign")
    assert seat.ask("sync")["over"]["winner"] == 1


def test_a_fork_keeps_its_opponent(server: Server, owner: httpx.Client) -> None:
    table = new_table(owner)
    assert owner.post(f"/api/tables/{table['id']}/fork", json={"at": 0}).json()["players"] == ["", "easy"]


def test_unknown_levels_are_refused(owner: httpx.Client) -> None:
    reply = owner.post("/api/tables", json={"game": "crossroads", "players": ["", "genius"]})
    assert "there is no level 'genius'" in reply.json()["detail"]


@pytest.mark.parametrize("options", [[], ["hidden"]])
def test_the_computer_tells_what_it_considers_unless_that_is_secret(
    server: Server, owner: httpx.Client, options: list[str]
) -> None:
    table = new_table(owner, game="bulge1944", scenario="", options=options, players=["easy", ""])
    seat = Seat(server, table["seats"][1])
    while seat.asked["side"] == 0:
        seat.wait("change")
    told = [json.loads(text) for text in seat.heard if '"is":"thinking"' in text]
    assert any(message["thoughts"] for message in told) == (not options)
    assert not any(message["trouble"] for message in told)


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_has_a_player(level: str) -> None:
    assert sit_down(call_of(level), load_game("crossroads"), 0, "seed")


def test_a_decision_is_among_the_options() -> None:
    match = Match.new("crossroads", scenario="noon", seed="1")
    assert match.asked is not None
    told = situation(match, match.asked.side, "easy", "table", "")
    assert decide(told).option in match.asked.options


def test_a_draw_is_accepted_only_in_a_lost_game() -> None:
    match = Match.new("crossroads", scenario="noon", seed="1")
    field = match.position
    assert isinstance(field, Field)
    assert not accepts_draw(situation(match, 1, "easy", "table", ""))
    (crossroads,) = field.kit.board.area("crossroads")
    field.control[crossroads] = 0
    for unit, counter in enumerate(field.kit.counters):
        if counter.side == 1:
            field.put(unit, NOWHERE)
    assert accepts_draw(situation(match, 1, "easy", "table", ""))


def test_the_thinking_process_is_told_only_what_its_side_may_know() -> None:
    """Two truths that look alike to the Allies travel as the same bytes, without the seed."""
    match = Match.new("crossroads", scenario="dawn", seed="a secret seed")
    told = situation(match, 1, "easy", "table", "")
    assert b"a secret seed" not in told.view
    view = view_of(told)
    imagined = match.position.view(1).imagine("another")
    assert list(imagined.where) != list(match.position.where)
    match.position = imagined
    assert situation(match, 1, "easy", "table", "").view == told.view
    assert view.digest() == match.position.view(1).digest()


def test_tables_kept_by_an_earlier_version_are_read(tmp_path: Path) -> None:
    import sqlalchemy as sa

    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    with serving(tmp_path) as running, running.owner() as owner:
        new_table(owner, players=["", ""])
    with sa.create_engine(url).begin() as old:
        old.execute(sa.text("ALTER TABLE tables DROP COLUMN players"))
        old.execute(sa.text("ALTER TABLE tables DROP COLUMN pack"))
    (row,) = Store(url).rows()
    assert row.players == ("", "")
    assert row.pack == ""


# --- what happened ---------------------------------------------------------------------------------


def test_the_film_shows_what_the_other_side_did_since_the_last_turn(server: Server, owner: httpx.Client) -> None:
    table = new_table(owner)
    token = table["seats"][0]
    seat = Seat(server, token)
    end_turn(seat)
    mine = sum(json.loads(text)["is"] == "done" for text in seat.heard)
    until_asked(seat)
    after = seat.ask("sync")
    film = owner.get(f"/api/seat/{token}/film").json()
    assert {frame["side"] for frame in film["frames"]} == {1}
    assert film["start"]["at"] >= mine
    before = owner.get(f"/api/seat/{token}/replay?to={film['start']['at']}").json()
    where = film["start"]["columns"]["where"]
    assert where == before["columns"]["where"]
    for frame in film["frames"]:
        for unit, way in frame["walks"]:
            assert way[0] == where[unit]
        for unit, place in frame["columns"].get("where", []):
            where[unit] = place
        assert all(where[unit] == way[-1] for unit, way in frame["walks"])
    assert where == after["columns"]["where"]
    lines = [line["text"] for frame in film["frames"] for line in frame["log"]]
    assert lines == [line["text"] for line in after["log"][len(before["log"]) :]]


def test_the_film_hides_what_the_seat_may_not_know(server: Server, owner: httpx.Client) -> None:
    table = new_table(owner, scenario="dawn", players=["easy", ""])
    seat = Seat(server, table["seats"][1])
    while seat.asked["side"] == 0:
        seat.wait("change")
    kit = owner.get(f"/api/seat/{table['seats'][1]}/kit").json()
    said = " ".join(line["text"] for line in seat.ask("sync")["log"])
    film = owner.get(f"/api/seat/{table['seats'][1]}/film?start=0").text
    names = [counter["name"] for counter in kit["counters"] if counter["side"] == 0 and not counter["face"]["stand_in"]]
    assert all(name not in film or f"{name} is revealed" in said for name in names)


def test_film_and_replay_speak_the_seats_language(server: Server, owner: httpx.Client) -> None:
    table = new_table(owner, players=["", ""])
    token = table["seats"][0]
    seat = Seat(server, token)
    seat.ask("answer", option=seat.asked["options"][0])
    for address in ("film?start=0", "replay?to=1"):
        english = owner.get(f"/api/seat/{token}/{address}").json()
        italian = owner.get(f"/api/seat/{token}/{address}&language=it").json()
        assert english != italian
        assert owner.get(f"/api/seat/{token}/{address}&language=xx").status_code == 400
    assert owner.get(f"/api/seat/{token}/film?start=99").status_code == 400


# --- the lobby and data packs ----------------------------------------------------------------------


def test_the_lobby_shows_only_what_anybody_may_see(server: Server, owner: httpx.Client) -> None:
    table = new_table(owner, scenario="dawn", players=["", ""])
    seen = Seat(server, table["watch"]).table["columns"]["where"]
    assert len(table["stacks"]) == len({place for place in seen if place >= 0})
    (game,) = (game for game in owner.get("/api/games").json() if game["id"] == "crossroads")
    assert all(game["card"]["west"] < east < game["card"]["east"] for east, _, _ in table["stacks"])


@pytest.mark.parametrize("game", game_folders())
def test_every_game_has_a_card(owner: httpx.Client, game: str) -> None:
    assert card(game_folders()[game]), "draw it again: python -m ardennes.server.pictures"
    assert owner.get(f"/api/board/{game}/card.jpg").content[:2] == b"\xff\xd8"


def test_tables_remember_their_data_pack(tmp_path: Path) -> None:
    pack, games = tmp_path / "mine", tmp_path / "games"
    export(load_game("crossroads"), pack)
    units = pack / "units.csv"
    units.write_text(units.read_text().replace("Panzer battalion", "Panther battalion"))
    own_map = pack / "map/map.json"
    own_map.write_text(own_map.read_text().replace("East farm", "Eastern farm"))
    with serving(games, "--data", str(pack)) as running, running.owner() as owner:
        table = new_table(owner)
        assert table["pack"] == str(pack)
        kit = owner.get(f"/api/seat/{table['seats'][0]}/kit").json()
        assert "Panther battalion" in {counter["name"] for counter in kit["counters"]}
        assert "Eastern farm" in owner.get(kit["ground"]).text
        assert owner.get(f"{kit['ground']}/page.jpg").content[:2] == b"\xff\xd8"
        seat = Seat(running, table["seats"][0])
        end_turn(seat)
        until_asked(seat)
        saved = owner.get(f"/api/tables/{table['id']}/download").content
        assert owner.post("/api/tables/upload", content=saved).json()["pack"] == str(pack)
    with serving(games) as without, without.owner() as owner:
        Seat(without, table["seats"][0])
        assert "other data" in owner.post("/api/tables/upload", content=saved).json()["detail"]
        pack.rename(tmp_path / "elsewhere")
    with serving(games) as gone, gone.owner() as owner:
        told = owner.get(f"/api/seat/{table['seats'][0]}/kit").json()["detail"]
        assert "its data pack" in told
        assert "is gone" in told


def test_a_bad_pack_stops_the_server_with_a_reason(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from ardennes.cli import main; main()", "play", "--no-browser"]
    command += ["--data", str(tmp_path / "none")]
    run = subprocess.run(command, capture_output=True, text=True, timeout=WAIT, check=False)
    assert run.returncode == 1
    assert "cannot be read" in run.stderr


# --- the processes ---------------------------------------------------------------------------------


def run_apart(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """In an event loop of its own: a browser that is tested too may run one in this thread."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(work())).result()


def test_what_goes_wrong_in_a_process_is_told() -> None:
    async def ask() -> None:
        pool = Pool(1)
        try:
            assert await pool.run("table", abs, -3) == 3
            with pytest.raises(ThinkingFailed, match="ValueError"):
                await pool.run("table", int, "three")
            with pytest.raises(ThinkingFailed, match="died again and again"):
                await pool.run("table", os._exit, 1)
            assert await pool.run("table", abs, -4) == 4
        finally:
            pool.close()

    run_apart(ask)


def test_a_thought_nobody_waits_for_is_stopped() -> None:
    async def ask() -> None:
        pool = Pool(1)
        try:
            first = asyncio.create_task(pool.run("table", time.sleep, 3600))
            while not pool.pids:
                await asyncio.sleep(0.05)
            (pid,) = pool.pids
            first.cancel()
            await asyncio.wait([first])
            assert not command(pid)
            assert await pool.run("table", abs, -5) == 5
        finally:
            pool.close()

    run_apart(ask)
