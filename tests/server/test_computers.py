"""The computer sits at real tables of a real server: it answers, survives, and knows only what it may."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections import OrderedDict
from functools import partial
from pathlib import Path

import httpx
import msgspec
import pytest

from ardennes.engine.game import game_folders, load_game
from ardennes.engine.game_data import NOWHERE
from ardennes.engine.match import Match
from ardennes.engine.packs import export
from ardennes.games.crossroads.rules.field import Field
from ardennes.players import OPPONENTS, call_of, sit_down
from ardennes.players.campaigning import decoded, encoded
from ardennes.server import computers
from ardennes.server.board_routes import GROUND
from ardennes.server.computers import BETWEEN_LOOKS, accepts_draw, decide, situation, view_of
from ardennes.server.pictures import card
from tests.server.serving import WAIT, Seat, Server, bearing, children, command, new_table, serving

computer_table = partial(new_table, scenario="noon", players=["", "easy"])
"""A table against the computer, where nothing else is wanted."""


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
    return children(server.process.pid)


def test_the_computer_answers_and_the_person_is_asked_again(server: Server, owner: httpx.Client) -> None:
    table = computer_table(owner)
    seat = Seat(server, table["seats"][0])
    assert seat.table["players"] == ["", "easy"]
    end_turn(seat)
    until_asked(seat)
    assert seat.asked["side"] == 0
    assert any('"thinking":1' in text for text in seat.heard)
    kept = next(row for row in owner.get("/api/tables").json()["tables"] if row["id"] == table["id"])
    assert kept["records"] == seat.ask("sync")["records"]


def test_two_computers_play_a_game_to_its_end(server: Server, owner: httpx.Client) -> None:
    watcher = Seat(server, computer_table(owner, players=["easy", "easy"])["watch"])
    while watcher.wait("change")["over"] is None:
        pass


def test_a_seat_of_the_computer_refuses_people_until_it_is_taken_back(server: Server, owner: httpx.Client) -> None:
    table = computer_table(owner, players=["easy", ""])
    token = table["seats"][0]
    seat = Seat(server, token)
    refused = seat.ask("resign")
    assert refused["code"] == "computer-plays"
    reply = owner.post("/api/seat/player", json={"player": ""}, headers=bearing(token))
    assert reply.status_code == 201, reply.text
    assert seat.ask("resign")["is"] == "done"
    assert owner.post("/api/seat/player", json={"player": "genius"}, headers=bearing(token)).status_code == 400
    assert owner.post("/api/seat/player", json={"player": "easy"}, headers=bearing(table["watch"])).status_code == 400


def test_a_person_hands_the_seat_over_in_the_middle(server: Server, owner: httpx.Client) -> None:
    table = computer_table(owner, players=["", ""])
    seat = Seat(server, table["seats"][0])
    assert (
        owner.post("/api/seat/player", json={"player": "easy"}, headers=bearing(table["seats"][0])).status_code == 201
    )
    while seat.asked["side"] == 0:
        seat.wait("change")
    assert seat.asked["side"] == 1


def test_it_resumes_after_a_power_cut(tmp_path: Path) -> None:
    with serving(tmp_path) as running, running.owner() as owner:
        table = computer_table(owner)
        end_turn(Seat(running, table["seats"][0]))
    with serving(tmp_path) as again:
        seat = Seat(again, table["seats"][0])
        until_asked(seat)
        assert seat.asked["side"] == 0


def test_it_survives_the_death_of_the_process_it_thinks_in(server: Server, owner: httpx.Client) -> None:
    seat = Seat(server, computer_table(owner)["seats"][0])
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
        seat = Seat(running, computer_table(owner)["seats"][0])
        end_turn(seat)
        until_asked(seat)
        started = thinkers(running)
        assert started
    deadline = time.monotonic() + WAIT
    while any("spawn_main" in command(pid) for pid in started):
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_a_draw_is_answered(server: Server, owner: httpx.Client) -> None:
    seat = Seat(server, computer_table(owner)["seats"][0])
    seat.ask("draw", offer="offer")
    while seat.wait("presence")["draw"] is not None:
        pass
    assert seat.ask("sync")["over"] is None


def test_a_draw_offered_before_the_computer_sat_down_is_answered(tmp_path: Path) -> None:
    """Also one that a restart found open."""
    with serving(tmp_path) as server, server.owner() as owner:
        table = new_table(owner)
        seat = Seat(server, table["seats"][0])
        assert seat.ask("draw", offer="offer")["is"] == "done"
        with sqlite3.connect(tmp_path / "tables.sqlite") as database:
            offered = database.execute("SELECT draw_offered_by FROM tables").fetchall()
        assert offered == [(0,)]
        server.kill()
        with sqlite3.connect(tmp_path / "tables.sqlite") as database:
            database.execute("UPDATE tables SET players = ',easy'")
    with serving(tmp_path) as server:
        seat = Seat(server, table["seats"][0])
        assert seat.table["draw"] == 0
        while seat.wait("presence")["draw"] is not None:
            pass
    with serving(tmp_path / "other") as server, server.owner() as owner:
        table = new_table(owner)
        seat = Seat(server, table["seats"][0])
        assert seat.ask("draw", offer="offer")["is"] == "done"
        owner.post("/api/seat/player", headers=bearing(table["seats"][1]), json={"player": "easy"})
        while seat.wait("presence")["draw"] is not None:
            pass


def test_resigning_against_the_computer_ends_the_game(server: Server, owner: httpx.Client) -> None:
    seat = Seat(server, computer_table(owner)["seats"][0])
    seat.ask("resign")
    assert seat.ask("sync")["over"]["winner"] == 1


def test_a_fork_keeps_its_opponent(server: Server, owner: httpx.Client) -> None:
    table = computer_table(owner)
    assert owner.post(f"/api/tables/{table['id']}/fork", json={"at": 0}).json()["players"] == ["", "easy"]


def test_unknown_levels_are_refused(owner: httpx.Client) -> None:
    reply = owner.post("/api/tables", json={"game": "crossroads", "players": ["", "genius"]})
    assert "There is no level “genius”" in reply.json()["detail"]


@pytest.mark.parametrize("options", [[], ["hidden"]])
def test_the_computer_tells_what_it_considers_unless_that_is_secret(
    server: Server, owner: httpx.Client, options: list[str]
) -> None:
    table = computer_table(owner, game="bulge1944", scenario="", options=options, players=["easy", ""])
    seat = Seat(server, table["seats"][1])
    while seat.asked["side"] == 0:
        seat.wait("change")
    told = [json.loads(text) for text in seat.heard if '"is":"thinking"' in text]
    assert any(message["thoughts"] for message in told) == (not options)
    assert not any(message["trouble"] for message in told)


@pytest.mark.parametrize("options", [[], ["hidden"]])
def test_a_thought_is_told_while_it_goes_on_unless_that_is_secret(
    server: Server, owner: httpx.Client, options: list[str]
) -> None:
    """Four times a second at most; where counters are hidden, the other side hears only how far it has come."""
    table = computer_table(owner, game="bulge1944", scenario="", options=options, players=["hard", ""])
    other, own = Seat(server, table["seats"][1]), Seat(server, table["seats"][0])
    began = time.monotonic()
    heard = [own.wait("thinking") for _ in range(4)]
    assert time.monotonic() - began > 3 * BETWEEN_LOOKS
    assert owner.post("/api/seat/player", json={"player": ""}, headers=bearing(table["seats"][0])).status_code == 201
    shares = [message["progress"][0] for message in heard]
    assert 0 < shares[0] < shares[-1] <= 1
    assert all(message["progress"][1] >= len(message["thoughts"]) > 0 for message in heard)
    told = [other.wait("thinking")]
    while len(told) < len(heard) or told[-1]["progress"][0] != shares[-1]:
        told.append(other.wait("thinking"))
    told = told[-len(heard) :]
    assert [message["progress"][0] for message in told] == shares
    if options:
        assert all(message["thoughts"] == [] and message["progress"][1:] == [0, 0] for message in told)
    else:
        assert [message["thoughts"] for message in told] == [message["thoughts"] for message in heard]


@pytest.mark.parametrize("level", OPPONENTS)
def test_every_level_has_a_player(level: str) -> None:
    assert sit_down(call_of(level), load_game("crossroads"), 0, "seed")


def test_a_decision_is_among_the_options() -> None:
    match = Match.new("crossroads", scenario="noon", seed="1")
    assert match.asked is not None
    told = situation(match, match.asked.side, "easy", "table", "")
    assert decide(lambda _: None, told).choices[0].option in match.asked.options


def test_another_process_goes_on_with_what_was_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a restart, or where another worker takes the next thought, nothing of the operation is lost."""
    match = Match.new("bulge1944", scenario="campaign", seed="1")
    assert match.asked is not None
    told = situation(match, match.asked.side, "normal-bold", "table", "")
    first = decide(lambda _: None, told)
    begun = decoded(first.memory).operation
    assert begun is not None
    monkeypatch.setattr(computers, "_minds", OrderedDict())
    known = msgspec.structs.replace(begun, name="main", since=0)
    kept = encoded(msgspec.structs.replace(decoded(first.memory), operation=known))
    again = decide(lambda _: None, msgspec.structs.replace(told, memory=kept))
    going_on = decoded(again.memory).operation
    assert going_on is not None
    assert (going_on.name, going_on.since) == ("main", 0)


def test_a_draw_is_accepted_only_in_a_lost_game() -> None:
    match = Match.new("crossroads", scenario="noon", seed="1")
    field = match.position
    assert isinstance(field, Field)
    assert not accepts_draw(situation(match, 1, "easy", "table", ""))
    (crossroads,) = field.data.board.area("crossroads")
    field.control[crossroads] = 0
    for unit, counter in enumerate(field.data.counters):
        if counter.side == 1:
            field.put(unit, NOWHERE)
    assert accepts_draw(situation(match, 1, "easy", "table", ""))


def test_the_thinking_process_is_told_only_what_its_side_may_know() -> None:
    """Two truths that look alike to the Allies travel as the same bytes, without the seed."""
    match = Match.new("crossroads", scenario="dawn", seed="a secret seed")
    told = situation(match, 1, "easy", "table", "")
    assert b"a secret seed" not in told.view
    view = view_of(told)
    determinized = match.position.view(1).determinize("another")
    assert list(determinized.where) != list(match.position.where)
    match.position = determinized
    assert situation(match, 1, "easy", "table", "").view == told.view
    assert view.digest() == match.position.view(1).digest()


# --- what happened ---------------------------------------------------------------------------------


def test_the_film_shows_what_the_other_side_did_since_the_last_turn(server: Server, owner: httpx.Client) -> None:
    table = computer_table(owner)
    token = table["seats"][0]
    seat = Seat(server, token)
    end_turn(seat)
    mine = sum(json.loads(text)["is"] == "done" for text in seat.heard)
    until_asked(seat)
    after = seat.ask("sync")
    clip = owner.get("/api/seat/clip", headers=bearing(token)).json()
    assert {frame["side"] for frame in clip["frames"]} == {1}
    assert clip["start"]["at"] >= mine
    before = owner.get(f"/api/seat/replay?to={clip['start']['at']}", headers=bearing(token)).json()
    where = clip["start"]["columns"]["where"]
    assert where == before["columns"]["where"]
    for frame in clip["frames"]:
        for unit, way in frame["walks"]:
            assert way[0] == where[unit]
        for unit, place in frame["columns"].get("where", []):
            where[unit] = place
        assert all(where[unit] == way[-1] for unit, way in frame["walks"])
    assert where == after["columns"]["where"]
    lines = [line["text"] for frame in clip["frames"] for line in frame["log"]]
    assert lines == [line["text"] for line in after["log"][len(before["log"]) :]]


def test_the_film_hides_what_the_seat_may_not_know(server: Server, owner: httpx.Client) -> None:
    table = computer_table(owner, scenario="dawn", players=["easy", ""])
    seat = Seat(server, table["seats"][1])
    while seat.asked["side"] == 0:
        seat.wait("change")
    data = owner.get("/api/seat/data", headers=bearing(table["seats"][1])).json()
    said = " ".join(line["text"] for line in seat.ask("sync")["log"])
    clip = owner.get("/api/seat/clip?start=0", headers=bearing(table["seats"][1])).text
    names = [
        counter["name"] for counter in data["counters"] if counter["side"] == 0 and not counter["face"]["stand_in"]
    ]
    assert all(name not in clip or f"{name} is revealed" in said for name in names)


def test_film_and_replay_speak_the_seats_language(server: Server, owner: httpx.Client) -> None:
    table = computer_table(owner, players=["", ""])
    token = table["seats"][0]
    seat = Seat(server, token)
    seat.ask("answer", option=seat.asked["options"][0])
    for address in ("clip?start=0", "replay?to=1"):
        english = owner.get(f"/api/seat/{address}", headers=bearing(token)).json()
        italian = owner.get(f"/api/seat/{address}&language=it", headers=bearing(token)).json()
        assert english != italian
        assert owner.get(f"/api/seat/{address}&language=xx", headers=bearing(token)).status_code == 400
    assert owner.get("/api/seat/clip?start=99", headers=bearing(token)).status_code == 400


# --- the lobby and data packs ----------------------------------------------------------------------


def test_the_lobby_shows_only_what_anybody_may_see(server: Server, owner: httpx.Client) -> None:
    table = computer_table(owner, scenario="dawn", players=["", ""])
    seen = Seat(server, table["watch"]).table["columns"]["where"]
    assert len(table["stacks"]) == len({place for place in seen if place >= 0})
    (game,) = (game for game in owner.get("/api/games").json() if game["id"] == "crossroads")
    assert all(game["card"]["west"] < east < game["card"]["east"] for east, _, _ in table["stacks"])


@pytest.mark.parametrize("game", game_folders())
def test_every_game_has_a_card(owner: httpx.Client, game: str) -> None:
    assert card(game_folders()[game]), "draw it again: ardennes geography draw --cards"
    assert owner.get(f"/api/board/{game}/card.jpg").content[:2] == b"\xff\xd8"


def test_tables_remember_their_data_pack(tmp_path: Path) -> None:
    pack, games = tmp_path / "mine", tmp_path / "games"
    export(load_game("crossroads"), pack)
    units = pack / "units.csv"
    units.write_text(units.read_text().replace("Panzer battalion", "Panther battalion"))
    own_map = pack / "map/map.json"
    own_map.write_text(own_map.read_text().replace("East farm", "Eastern farm"))
    with serving(games, "--data", str(pack)) as running, running.owner() as owner:
        table = computer_table(owner)
        assert table["pack"] == str(pack)
        token = table["seats"][0]
        data = owner.get("/api/seat/data", headers=bearing(token)).json()
        assert "Panther battalion" in {counter["name"] for counter in data["counters"]}
        painting = owner.get(f"{GROUND}/page.jpg", headers=bearing(token))
        assert painting.content[:2] == b"\xff\xd8"
        assert "Eastern farm" in owner.get(GROUND, headers=bearing(token)).text
        seat = Seat(running, table["seats"][0], running.key)
        end_turn(seat)
        until_asked(seat)
        owner.post("/api/seat/player", json={"player": ""}, headers=bearing(table["seats"][1]))
        saved = owner.get(f"/api/tables/{table['id']}/download").content
        assert owner.post("/api/tables/upload", content=saved).json()["pack"] == str(pack)
    with serving(games) as without, without.owner() as owner:
        Seat(without, table["seats"][0])
        assert "other data" in owner.post("/api/tables/upload", content=saved).json()["detail"]
        pack.rename(tmp_path / "elsewhere")
    with serving(games) as gone, gone.owner() as owner:
        data = owner.get("/api/seat/data", headers=bearing(table["seats"][0])).json()
        assert "Panzer battalion" in {counter["name"] for counter in data["counters"]}
        assert f"The data pack {pack.name} is gone" in data["changes"]["texts"][0]
        end_turn(Seat(gone, table["seats"][0]))
        (tmp_path / "elsewhere").rename(pack)
    with serving(games) as back, back.owner() as owner:
        data = owner.get("/api/seat/data", headers=bearing(table["seats"][0])).json()
        assert "Panther battalion" in {counter["name"] for counter in data["counters"]}


def test_a_scenario_of_a_pack_is_offered_and_played(tmp_path: Path) -> None:
    pack, games = tmp_path / "mine", tmp_path / "games"
    (pack / "scenarios").mkdir(parents=True)
    (pack / "pack.toml").write_text('game = "crossroads"\nformat = 1\n')
    dusk = 'title = "Dusk"\nsource = "made up"\nlast_turn = 2\nfog = false\nforced = ["muddy"]\n'
    (pack / "scenarios/dusk.toml").write_text(dusk)
    with serving(games, "--data", str(pack)) as running, running.owner() as owner:
        (found,) = (game for game in owner.get("/api/games").json() if game["id"] == "crossroads")
        assert list(found["scenarios"]) == ["dawn", "noon", "dusk"]
        assert found["scenarios"]["dusk"]["forced"] == ["muddy"]
        table = computer_table(owner, scenario="dusk")
        assert (table["scenario"], table["options"]) == ("dusk", ["muddy"])
        seat = Seat(running, table["seats"][0])
        end_turn(seat)
        until_asked(seat)
    (pack / "scenarios/dusk.toml").unlink()
    with serving(games, "--data", str(pack)) as without, without.owner() as owner:
        told = owner.get("/api/seat/data", headers=bearing(table["seats"][0]))
        assert "there is no scenario 'dusk'" in told.json()["detail"]
        (pack / "scenarios/dusk.toml").write_text(dusk)
        end_turn(Seat(without, table["seats"][0]))


def test_a_bad_pack_stops_the_server_with_a_reason(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from ardennes.cli import main; main()", "play", "--no-browser"]
    command += ["--data", str(tmp_path / "none")]
    run = subprocess.run(command, capture_output=True, text=True, timeout=WAIT, check=False)
    assert run.returncode == 1
    assert "cannot be read" in run.stderr
