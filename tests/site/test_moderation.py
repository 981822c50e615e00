"""Reports of lines, hiding, muting, suspending, all of it noted; settings, export and deletion of an account."""

from __future__ import annotations

import io
import json
import time
import zipfile
from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from ardennes.engine.match import Match
from tests.server.serving import bearing
from tests.site.people import People, challenge, joined
from tests.site.sites import Process, site


@pytest.fixture(scope="module")
def url(cluster: Any, template: str) -> str:
    return str(cluster.url(cluster.new(template)))


@pytest.fixture(scope="module")
def process(url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with site(url, tmp_path_factory.mktemp("site"), 1) as (started,):
        yield started


@pytest.fixture
def people(process: Process, url: str) -> Iterator[People]:
    with People(process, url) as found:
        yield found


def test_a_line_is_reported_hidden_and_its_speaker_muted(people: People) -> None:
    victim, rude, moderator, stranger = (people.sign_up(role) for role in ("player", "player", "moderator", "player"))
    tokens = joined(victim, rude)
    (table,) = victim.get("/api/mine").json()

    def say(text: str) -> int:
        return rude.post("/api/seat/say", json={"text": text}, headers=bearing(tokens[1])).status_code

    def heard() -> list[dict[str, Any]]:
        return list(victim.get("/api/seat/said", headers=bearing(tokens[0])).json())

    assert (say("hello"), say("you fool")) == (201, 201)
    line = {"text": "rude", "table": table["id"], "said": 1}
    assert stranger.post(f"/api/players/{rude.name}/report", json=line).status_code == 404, "he was not there"
    assert victim.post(f"/api/players/{rude.name}/report", json=line).status_code == 201
    (report,) = [each for each in moderator.get("/api/moderation/reports").json() if each["about"] == rude.name]
    assert (report["line"], report["said"], report["text"]) == ("you fool", 1, "rude")
    there = f"/api/moderation/reports/{report['id']}"
    assert [each["text"] for each in moderator.get(f"{there}/said").json()] == ["hello", "you fool"]
    assert moderator.post(f"{there}/hide", json={"number": 1}).status_code == 201
    assert [(each["text"], each["hidden"]) for each in heard()] == [("hello", False), ("", True)]
    assert moderator.post(f"{there}/hide", json={"number": 1, "hidden": False}).status_code == 201
    assert heard()[1]["text"] == "you fool"
    until = {"until": time.time() + 3600}
    assert moderator.post(f"/api/moderation/players/{rude.name}/mute", json=until).status_code == 201
    assert say("still here") == 401
    assert moderator.post(f"/api/moderation/players/{rude.name}/mute", json={"until": None}).status_code == 201
    assert say("sorry") == 201
    assert moderator.post(f"{there}/handled").status_code == 201
    assert moderator.get(f"{there}/said").status_code == 404, "the report is closed, and so is the table"
    noted = [(each["by"], each["what"]) for each in moderator.get("/api/moderation/audit").json()]
    wanted = ["handled", "unmuted", "muted", "shown", "hidden"]
    assert [what for by, what in noted if by == moderator.name] == wanted


def test_a_seat_need_not_read_what_the_other_says(people: People) -> None:
    one, other = people.sign_up(), people.sign_up()
    tokens = joined(one, other)
    (table,) = one.get("/api/mine").json()
    for browser, token in ((other, tokens[1]), (one, tokens[0])):
        browser.post("/api/seat/say", json={"text": "words"}, headers=bearing(token))
    assert one.post(f"/api/mine/{table['id']}/mute", json={"on": True}).status_code == 201
    assert [each["side"] for each in one.get("/api/seat/said", headers=bearing(tokens[0])).json()] == [0]
    assert len(other.get("/api/seat/said", headers=bearing(tokens[1])).json()) == 2
    one.post(f"/api/mine/{table['id']}/mute", json={"on": False})
    assert len(one.get("/api/seat/said", headers=bearing(tokens[0])).json()) == 2


def test_nobody_floods_a_table_or_the_moderators(people: People) -> None:
    one, other = people.sign_up(), people.sign_up()
    tokens = joined(one, other)
    said = [one.post("/api/seat/say", json={"text": "x"}, headers=bearing(tokens[0])).status_code for _ in range(40)]
    assert said[0] == 201
    assert 429 in said
    for _ in range(25):
        one.post(f"/api/players/{other.name}/report", json={"text": "again"})
    moderator = people.sign_up("moderator")
    assert len([each for each in moderator.get("/api/moderation/reports").json() if each["by"] == one.name]) == 20


def test_settings_and_sessions_of_an_account(people: People) -> None:
    person = people.sign_up()
    assert person.post("/api/me/settings", json={"language": "it", "zone": "Europe/Rome"}).status_code == 201
    for wrong in ({"language": "xx"}, {"language": 3}, {"language": {}}, {"zone": "Mars/Olympus"}, {"zone": 3}):
        assert person.post("/api/me/settings", json=wrong).status_code == 400
    me = person.get("/api/me").json()
    assert (me["language"], me["zone"]) == ("it", "Europe/Rome")
    elsewhere = people.accounts.sign_in(person.account)
    others = [each for each in person.get("/api/me").json()["sessions"] if not each["current"]]
    assert len(others) == 1
    assert person.delete(f"/api/me/sessions/{others[0]['id']}").status_code == 204
    assert people.accounts.of_session(elsewhere) is None
    stranger = people.sign_up()
    own = person.get("/api/me").json()["sessions"][0]["id"]
    stranger.delete(f"/api/me/sessions/{own}")
    assert person.get("/api/me").status_code == 200, "nobody ends another's session"


def test_an_export_has_everything_but_the_secrets_of_running_games(process: Process, people: People) -> None:
    person, other = people.sign_up(), people.sign_up()
    finished = joined(person, other)
    seat = process.seat(finished[0])
    assert seat.ask("resign", rev=seat.rev)["is"] == "done"
    running = joined(person, other)
    person.post("/api/seat/say", json={"text": "my words"}, headers=bearing(running[0]))
    other.post("/api/seat/say", json={"text": "their words"}, headers=bearing(running[1]))
    person.post(f"/api/players/{other.name}/block")
    reply = person.get("/api/me/export")
    assert reply.status_code == 200
    with zipfile.ZipFile(io.BytesIO(reply.content)) as archive:
        told = json.loads(archive.read("account.json"))
        games = [name for name in archive.namelist() if name.startswith("games/")]
        saved = Match.unpacked(archive.read(games[0]))
    assert (told["account"]["name"], told["blocked"]) == (person.name, [other.name])
    assert [line["text"] for line in told["said"]] == ["my words"]
    assert sorted(table["over"] for table in told["tables"]) == [False, True]
    assert len(games) == 1
    assert saved.over is not None
    assert not {*finished, *running} & set(reply.text.split('"')), "no links of seats"
    assert [person.get("/api/me/export").status_code for _ in range(3)][-1] == 429


def test_what_is_left_of_a_deleted_account(people: People, url: str) -> None:
    leaver, other = people.sign_up(), people.sign_up()
    joined(leaver, other)
    challenge(leaver)
    leaver.post("/api/me/settings", json={"zone": "Europe/Rome"})
    assert leaver.delete("/api/me").status_code == 204
    engine = sa.create_engine(url, poolclass=sa.NullPool)
    mine = {"me": leaver.account}
    with engine.connect() as connection:
        left = {
            table: connection.scalar(sa.text(f"SELECT count(*) FROM {table} WHERE account = :me"), mine)
            for table in ("credentials", "emails", "sessions", "blocks", "entries", "seats")
        }
        row = connection.execute(sa.text("SELECT name, zone FROM accounts WHERE id = :me"), mine).one()
    assert left == {"credentials": 0, "emails": 0, "sessions": 0, "blocks": 0, "entries": 0, "seats": 2}
    assert tuple(row) == ("former player", "")
