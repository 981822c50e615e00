"""What whoever runs a site reads of it: numbers, and a log in which nobody's secrets are."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import httpx

from ardennes.server.json_log import JsonLines
from tests.server.serving import bearing
from tests.site.people import People, joined
from tests.site.sites import KEY, site


def test_numbers_for_the_owner_and_a_log_without_secrets(database: str, tmp_path: Path) -> None:
    with site(database, tmp_path, 1) as (process,):
        with People(process, database) as people:
            one, other = people.sign_up(), people.sign_up()
            tokens = joined(one, other)
            seat = process.seat(tokens[0])
            seat.ask("answer", option=seat.asked["options"][0])
            with process.browser() as program:
                assert program.get("/metrics").status_code == 401
                assert program.get("/metrics", headers=bearing("wrong")).status_code == 401
                told = program.get("/metrics", headers=bearing(KEY))
                numbers = dict(line.rsplit(" ", 1) for line in told.text.splitlines() if not line.startswith("#"))
                assert told.headers["content-type"].startswith("text/plain")
                assert (numbers["ardennes_open_rooms"], numbers["ardennes_windows"]) == ("1", "1")
                assert numbers["ardennes_listening"] == "1"
                for path in ("/api/seat/data", "/api/seat/replay?to=x", "/nowhere"):
                    program.get(path, headers=bearing(tokens[1]))
                program.post("/api/session/link", json={"token": tokens[1]})
            seat.socket.send("\x00 no JSON")
            seat.close()
            sessions = [httpx.Cookies(browser.cookies)["ardennes-session"] for browser in (one, other)]
        process.process.terminate()
        process.process.wait()
        secrets = [*tokens, *sessions, KEY, one.name]
        assert [line for line in process.log if any(secret in line for secret in secrets)] == []


def test_a_log_is_a_line_of_json_each() -> None:
    trouble = (ValueError, ValueError("of\ntwo lines"), None)
    record = logging.LogRecord("ardennes.x", logging.ERROR, "", 1, "table %s:\n%s", ("t", "é"), trouble)
    line = JsonLines().format(record)
    assert "\n" not in line
    told = json.loads(line)
    assert (told["level"], told["from"], told["text"]) == ("ERROR", "ardennes.x", "table t:\né")
    assert "ValueError" in told["trace"]
