"""Hints and analyses over HTTP, from a real server and its thinking process."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from ardennes.engine.match import Match
from tests.server.serving import Seat, Server, bearing, new_table


def finished(game: str = "crossroads", seed: str = "3") -> Match:
    match, draw = Match.new(game, scenario="noon", seed=seed), random.Random(seed)
    while match.asked is not None:
        match.apply(draw.choice(match.asked.options))
    return match


def uploaded(owner: httpx.Client, match: Match) -> dict[str, Any]:
    reply = owner.post("/api/tables/upload", content=match.packed())
    assert reply.status_code == 201, reply.text
    table: dict[str, Any] = reply.json()
    return table


def analysis(owner: httpx.Client, token: str, language: str = "en") -> Iterator[dict[str, Any]]:
    """How far it is, again and again, and in the end the analysis."""
    while True:
        reply = owner.get("/api/seat/analysis", params={"language": language}, headers=bearing(token))
        assert reply.status_code == 200, reply.text
        yield reply.json()
        if "share" not in reply.json():
            return


def test_a_hint_is_for_whoever_must_decide(owner: httpx.Client) -> None:
    match = Match.new("crossroads", scenario="noon", seed="1")
    table = uploaded(owner, match)
    reply = owner.get("/api/seat/hint", headers=bearing(table["seats"][0])).json()
    assert reply["options"][0] in match.asked.options
    assert 0 <= reply["chance"] <= 1
    for token, language, says in ((1, "en", "must decide"), (1, "it", "deve decidere")):
        refused = owner.get("/api/seat/hint", params={"language": language}, headers=bearing(table["seats"][token]))
        assert refused.status_code == 400
        assert says in refused.json()["detail"]
    assert owner.get("/api/seat/hint", headers=bearing(table["watch"])).status_code == 400


def test_a_finished_game_is_analysed(owner: httpx.Client) -> None:
    match = finished()
    table = uploaded(owner, match)
    *_, found = analysis(owner, table["seats"][0])
    assert found["curve"][0][0] == 0
    assert found["curve"][-1] == [len(match.records), found["turns"][-1]["turn"], float(match.over.winner == 0)]
    records = [record for record, _, _ in found["curve"]]
    assert records == sorted(records)
    assert sum(turn["luck"] for turn in found["turns"]) == pytest.approx(found["luck"])
    for thrown in found["throws"]:
        assert thrown["text"]
    *_, other = analysis(owner, table["seats"][1], "it")
    assert other["curve"] == found["curve"]
    assert [thrown["text"] for thrown in other["throws"]] != [thrown["text"] for thrown in found["throws"]]


def test_a_game_that_goes_on_is_not_analysed(owner: httpx.Client) -> None:
    table = uploaded(owner, Match.new("crossroads", seed="1"))
    refused = owner.get("/api/seat/analysis", headers=bearing(table["seats"][0]))
    assert refused.status_code == 400
    assert "when it is over" in refused.json()["detail"]


def test_the_server_answers_while_it_is_thought(owner: httpx.Client) -> None:
    """A larger game is analysed in another process; meanwhile the table is there for everybody."""
    match, draw = Match.new("bulge1944", seed="1"), random.Random(1)
    while match.asked is not None:
        match.apply(draw.choice(match.asked.options))
    token = uploaded(owner, match)["seats"][0]
    shares = []
    for told in analysis(owner, token):
        assert owner.get("/api/seat/replay", params={"to": len(shares)}, headers=bearing(token)).status_code == 200
        shares.append(told.get("share", 1.0))
    assert len(shares) > 1
    assert shares == sorted(shares)


def test_a_coach_says_one_sentence_after_a_turn(server: Server) -> None:
    with server.owner() as owner:
        table = new_table(owner, scenario="noon")
        seat = Seat(server, table["seats"][0])
        bearer = bearing(table["seats"][0])
        ask = {"language": "it"}
        assert owner.get("/api/seat/coach", headers=bearer, params=ask).json() is None
        assert seat.ask("answer", option=max(seat.asked["options"]), rev=seat.rev)["is"] == "done"
        word = owner.get("/api/seat/coach", headers=bearer, params=ask).json()
        assert word["text"].startswith("Il consigliere avrebbe cominciato così: Muovi")
        later = {"language": "it", "since": word["last"]}
        assert owner.get("/api/seat/coach", headers=bearer, params=later).json() is None
        assert owner.get("/api/seat/coach", headers=bearing(table["watch"])).status_code == 400
        seat.close()
