"""The order book of a side: kept with the table, told to that side alone, followed as units march."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from ardennes.engine.game import load_game
from ardennes.engine.match import Match
from ardennes.engine.notation import read_option
from ardennes.numbers import SIDES, Unit
from ardennes.server.order_book import OrderBook, changed, followed, has_marched, shown
from ardennes.server.protocol.requests import MarchOrder, OrdersRequest
from tests.page.test_orders import answered_attack
from tests.server.serving import Seat, Server, new_table, serving

GERMAN = SIDES[0]
NOON = load_game("crossroads").load_data("noon", ())
BOARD = NOON.board


def unit(name: str) -> Unit:
    return next(Unit(number) for number, counter in enumerate(NOON.counters) if counter.id == name)


def sent(match: Match, name: str, goal: str) -> OrderBook:
    """A unit is told to march to a hex."""
    order = OrdersRequest(marches=(MarchOrder(unit(name), BOARD.hex(goal)),))
    return changed(OrderBook(), match.position.view(GERMAN), GERMAN, order)


def after(match: Match, book: OrderBook, *words: str) -> OrderBook:
    """The book when more has been played."""
    before = len(match.records)
    for word in words:
        match.play(word)
    goes = has_marched(match.game, GERMAN, match.records[before:])
    return followed(book, match.position.view(GERMAN), goes=goes)


def only(match: Match, book: OrderBook) -> Any:
    (march,) = shown(book, match.position.view(GERMAN), "en").marches
    return march


def noon() -> Match:
    return Match.new("crossroads", scenario="noon", seed="7", automatic=False)


def test_a_march_tells_how_far_it_has_come_and_when_it_arrives() -> None:
    match = noon()
    book = sent(match, "Pz", "0303")
    whole = only(match, book).whole
    assert (only(match, book).left, only(match, book).arrives) == (whole, None)
    book = after(match, book, "move Pz", "to 0603")
    march = only(match, book)
    assert 0 < march.left < whole
    assert march.stopped == ""
    assert march.arrives == match.position.turn - 1 + -(-whole // (whole - march.left))  # type: ignore[attr-defined]


def test_who_has_arrived_has_no_order_left() -> None:
    match = noon()
    book = after(match, sent(match, "Pz", "0603"), "move Pz", "to 0603")
    assert not book.marches


def test_orders_are_for_ones_own_units_and_for_hexes_that_there_are() -> None:
    view = noon().position.view(GERMAN)
    for order in (MarchOrder(unit("Sherman"), BOARD.hex("0303")), MarchOrder(unit("Pz"), -1), MarchOrder(Unit(999), 3)):
        assert not changed(OrderBook(), view, GERMAN, OrdersRequest(marches=(order,)))


@pytest.mark.parametrize(
    ("hexes", "steps", "why"),
    [
        ({"Sherman": "0602"}, {}, "enemy"),
        ({"Pz": "0702"}, {}, "moved"),
        ({}, {"Pz": 1}, "loss"),
        ({"Sherman": "0301"}, {}, ""),
    ],
)
def test_a_surprise_stops_a_march_until_it_is_renewed(hexes: dict[str, str], steps: dict[str, int], why: str) -> None:
    match = noon()
    position = match.position
    position.put(unit("Sherman"), BOARD.hex("0301"))
    book = sent(match, "Pz", "0303")
    for name, hex in hexes.items():
        position.put(unit(name), BOARD.hex(hex))
    for name, left in steps.items():
        position.steps[unit(name)] = left  # type: ignore[attr-defined]
    book = followed(book, position.view(GERMAN), goes=False)
    assert only(match, book).stopped == why
    renewed = changed(book, position.view(GERMAN), GERMAN, OrdersRequest(renew=(unit("Pz"),)))
    assert only(match, renewed).stopped == ""
    assert not changed(book, position.view(GERMAN), GERMAN, OrdersRequest(forget=(unit("Pz"),)))


def test_who_is_no_more_has_no_order() -> None:
    match = noon()
    book = sent(match, "Pz", "0303")
    match.position.put(unit("Pz"), -1)
    assert not followed(book, match.position.view(GERMAN), goes=False)


# --- at the table --------------------------------------------------------------------------------


def orders(seat: Seat) -> list[dict[str, Any]]:
    """The order books that a seat has heard of."""
    seat.ask("costs")
    return [message for message in map(json.loads, seat.heard) if message["is"] == "orders"]


def test_the_book_is_for_its_side_on_every_device_and_for_nobody_else(server: Server, owner: httpx.Client) -> None:
    table = new_table(owner, scenario="noon", automatic=False)
    german, allied, watcher = (Seat(server, token) for token in (*table["seats"], table["watch"]))
    order = [unit("Pz"), BOARD.hex("0303"), -1]
    telephone = Seat(server, table["seats"][0])
    assert german.ask("orders", marches=[order])["is"] == "done"
    for seat in (german, telephone):
        assert [(march["unit"], march["goal"]) for march in orders(seat)[-1]["marches"]] == [tuple(order[:2])]
    assert orders(Seat(server, table["seats"][0]))[-1]["marches"] == orders(german)[-1]["marches"]
    assert all(not message["marches"] and not message["standing"] for message in orders(allied))
    watcher.ask("sync")
    assert not any(json.loads(text)["is"] == "orders" for text in watcher.heard)
    assert watcher.ask("orders", marches=[order])["is"] == "refused"
    assert german.ask("orders", forget=order[:1])["is"] == "done"
    assert orders(telephone)[-1]["marches"] == []


def test_the_book_survives_the_server_and_an_undo(tmp_path: Path) -> None:
    steps = [[int(read_option(NOON, said))] for said in ("move Pz", "to 0603")]
    with serving(tmp_path) as server, server.owner() as owner:
        table = new_table(owner, scenario="noon", automatic=False)
        seat = Seat(server, table["seats"][0])
        seat.ask("orders", marches=[[unit("Pz"), BOARD.hex("0303"), -1]])
        assert seat.ask("run", rev=seat.rev, steps=steps)["is"] == "done"
        (march,) = orders(seat)[-1]["marches"]
        assert march["left"] < march["whole"]
    with serving(tmp_path) as server:
        seat = Seat(server, table["seats"][0])
        assert orders(seat)[-1]["marches"] == [march]
        assert seat.ask("undo", rev=seat.rev)["is"] == "done"
        (back,) = orders(seat)[-1]["marches"]
        assert (back["left"], back["stopped"]) == (march["whole"], ""), "one's own undo is no surprise"


def test_what_is_ordered_in_advance_is_answered_with_nobody_there(server: Server, owner: httpx.Client) -> None:
    """11.4 of Wacht am Rhein: the Allies hold their fire, and have gone to bed."""
    table = owner.post("/api/tables/upload", content=answered_attack().packed()).json()
    allied = Seat(server, table["seats"][1])
    assert allied.asked["code"] == "answer-with-fire"
    order = allied.asked["standing"][0]
    german = Seat(server, table["seats"][0])
    assert allied.ask("orders", standing=[["answer-with-fire", order["name"]]])["is"] == "done"
    allied.close()
    assert german.wait("change")["asked"]["code"] != "answer-with-fire"
    assert orders(Seat(server, table["seats"][1]))[-1]["standing"] == [["answer-with-fire", order["label"]]]
