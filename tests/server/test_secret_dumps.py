"""Bitter Woods 25.1: where the fuel dumps are goes to the Allied seat alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.serving import Seat, Server, bearing, kept_match, new_table, serving

GAME = {"game": "bitter_woods", "scenario": "campaign", "options": ["fuel_dumps"], "automatic": False}
PAST = ("replay?to=0&", "replay?to=5&", "clip?", "clip?start=0&", "history?", "words?")
ANSWERS = 24
"""So many of the Germans need no die."""


class Table:
    """Both seats and a watcher of a table on which the Germans do the first thing that is offered."""

    def __init__(self, server: Server, owner: httpx.Client, seed: str) -> None:
        self.owner, self.row = owner, new_table(owner, **GAME, seed=seed)
        self.links = (*self.row["seats"], self.row["watch"])
        self.german, self.allied, self.watcher = (Seat(server, token) for token in self.links)
        self.dumps = list(kept_match(server, self.row["id"]).position.dumps)  # type: ignore[attr-defined]
        for _ in range(ANSWERS):
            seat = (self.german, self.allied)[self.german.asked["side"]]
            assert seat.ask("answer", option=seat.asked["options"][0], rev=seat.rev)["is"] == "done"
            for other in (self.german, self.allied, self.watcher):
                if other is not seat:
                    other.wait("change")

    def heard(self, seat: Seat, token: str) -> list[Any]:
        """Every message of a seat but for who is here, and what it may look up."""
        seat.ask("log", before=2)
        seat.ask("sync")
        told = [json.loads(text) for text in seat.heard]
        found = [message for message in told if message["is"] != "presence"]
        for path in PAST:
            reply = self.owner.get(f"/api/seat/{path}language=en", headers=bearing(token))
            assert reply.status_code == 200, reply.text
            found.append(reply.json())
        return [_without_promise(message) for message in found]


def _without_promise(value: Any) -> Any:
    """Without the promise about the dice, which every table has for itself."""
    if isinstance(value, dict):
        return {key: _without_promise(part) for key, part in value.items() if key != "commitment"}
    return [_without_promise(part) for part in value] if isinstance(value, list) else value


@pytest.mark.rule("bitter_woods", "25.1-a")
def test_dumps_elsewhere_are_no_other_message(tmp_path: Path) -> None:
    """Twin tables on which the dumps are in other hexes and everything else is done alike: neither the Germans nor a
    watcher hear or find a difference; the Allies do."""
    with serving(tmp_path) as running, running.owner() as owner:
        one, other = Table(running, owner, "7"), Table(running, owner, "8")
        assert one.dumps != other.dumps
        assert one.heard(one.german, one.links[0]) == other.heard(other.german, other.links[0])
        assert one.heard(one.watcher, one.links[2]) == other.heard(other.watcher, other.links[2])
        for table in (one, other):
            told = json.dumps(table.heard(table.allied, table.links[1]))
            assert f'"dumps": {json.dumps(table.dumps)}' in told
            assert "Only the Allied player knows" in told
