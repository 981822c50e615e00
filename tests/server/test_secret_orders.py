"""Crossroads 6.1: of a bridge that is prepared the other side is told nothing, not even that something happened."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from ardennes.engine.match import Match
from ardennes.server.numbers import Numbers
from tests.server.serving import Seat, Server, bearing, new_table, serving

PAST = ("replay?to=0&", "replay?to=3&", "clip?", "clip?start=0&", "clip?start=2&", "history?", "words?")
ACTS = ("answer", "answer", "answer", "undo", "redo", "answer", "undo", "answer")


class Table:
    """Both seats and a watcher of a table on which each side does the same, whatever the Allies order in between."""

    def __init__(self, server: Server, owner: httpx.Client, *, orders: bool) -> None:
        self.owner, self.orders = owner, orders
        self.row = new_table(owner, scenario="noon", automatic=False)
        self.links = (*self.row["seats"], self.row["watch"])
        self.sit_down(server)

    def sit_down(self, server: Server) -> None:
        self.german, self.allied, self.watcher = (Seat(server, token) for token in self.links)

    def play(self, acts: int, seed: str) -> None:
        dice = Random(seed)
        for number in range(acts):
            self.order()
            act, moving = ACTS[number % len(ACTS)], self.deciding()
            options = moving.asked["options"]
            if act == "answer":
                done = moving.ask("answer", option=options[dice.randrange(len(options))], rev=moving.rev)
                assert done["is"] == "done", done
            elif moving is self.german:
                done = moving.ask(act, rev=moving.rev)
            else:
                continue
            for seat in (self.german, self.allied, self.watcher):
                if done["is"] == "done" and seat is not moving:
                    seat.wait("change")

    def order(self) -> None:
        """The Allies have a bridge prepared, or spared again."""
        if self.orders:
            told = next(message for message in map(json.loads, reversed(self.allied.heard)) if "anytime" in message)
            done = self.allied.ask("anytime", option=told["anytime"][0])
            assert done["is"] == "done", done

    def deciding(self) -> Seat:
        return (self.german, self.allied)[self.allied.asked["side"]]

    def heard(self) -> list[list[str]]:
        """Every message of the Germans and of the watcher, but for who is here."""
        for seat in (self.german, self.watcher):
            seat.ask("log", before=2)
            seat.ask("sync")
        return [
            [text for text in seat.heard if json.loads(text)["is"] != "presence"]
            for seat in (self.german, self.watcher)
        ]

    def looked_up(self) -> list[bytes]:
        """What has been, over HTTP."""
        return [self.get(path, token) for path in PAST for token in (self.links[0], self.links[2])]

    def get(self, path: str, token: str) -> bytes:
        reply = self.owner.get(f"/api/seat/{path}language=en", headers=bearing(token))
        assert reply.status_code == 200, reply.text
        return reply.content


@pytest.mark.rule("crossroads", "6.1")
def test_an_order_is_in_no_message_and_no_number(tmp_path: Path) -> None:
    """Twin tables that differ in nothing but secret orders, through moves, undo, redo, a restart and what has been."""
    with serving(tmp_path) as running, running.owner() as owner:
        twins = [Table(running, owner, orders=orders) for orders in (False, True)]
        for table in twins:
            table.play(30, "before")
        assert twins[1].allied.ask("sync")["records"] > twins[0].allied.ask("sync")["records"]
        plain, secret = (table.heard() for table in twins)
        assert plain == secret
        assert twins[0].looked_up() == twins[1].looked_up()
    with serving(tmp_path) as running, running.owner() as owner:
        for table in twins:
            table.owner = owner
            table.sit_down(running)
            table.play(10, "after")
        plain, secret = (table.heard() for table in twins)
        assert plain == secret
        assert twins[0].looked_up() == twins[1].looked_up()


def test_undo_goes_back_to_the_record_a_seat_names(server: Server, owner: httpx.Client) -> None:
    table = Table(server, owner, orders=True)
    seat: Any = table.deciding()
    assert seat is table.german
    for _ in range(2):
        table.order()
        seat.ask("answer", option=seat.asked["options"][0], rev=seat.rev)
    assert seat.ask("sync")["picks"][-1][0] == 1
    assert seat.ask("back", to=1, rev=seat.rev)["is"] == "done"
    assert seat.ask("sync")["records"] == 1
    assert table.allied.ask("sync")["records"] == 3, "the orders stand"


def test_an_order_leaves_the_other_side_what_it_could_do_again(server: Server, owner: httpx.Client) -> None:
    table = Table(server, owner, orders=True)
    seat = table.deciding()
    seat.ask("answer", option=seat.asked["options"][0], rev=seat.rev)
    assert seat.ask("undo", rev=seat.rev)["is"] == "done"
    table.order()
    assert seat.ask("sync")["redoable"] == 1
    assert seat.ask("redo", rev=seat.rev)["is"] == "done"


def test_numbers_there_and_back() -> None:
    seat = Numbers((1, 2, 5), 7)
    assert [seat.told(number) for number in range(-1, 8)] == [-1, 0, 1, 1, 1, 2, 3, 3, 4]
    assert [seat.meant(number) for number in range(5)] == [0, 3, 4, 6, 7]
    assert seat.all == 4
    assert Numbers.of(Match.new("bulge1944"), 0) == Numbers(count=0)
