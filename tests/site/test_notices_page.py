"""Notices and clocks in the page of a site, in a real browser."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from playwright.sync_api import Page, expect

from ardennes.server.pace import DAY
from tests.site.sites import Process, site
from tests.site.test_page import browser_type_launch_args, person, sign_up
from tests.site.test_workers import until

__all__ = ["browser_type_launch_args", "person"]


@pytest.fixture
def processes(database: str, tmp_path: Path) -> Iterator[list[Process]]:
    with site(database, tmp_path, 2, "--notice-after", "0") as started:
        yield started


def test_a_stranger_is_told_of_his_turn_and_claims_when_time_is_out(
    database: str, processes: list[Process], person: Callable[[Process], Page]
) -> None:
    host, guest = (person(process) for process in processes)
    sign_up(host, "Ada Host")
    host.get_by_label("Choose a game").select_option("crossroads")
    host.get_by_label("Pace").select_option("fast")
    host.get_by_role("button", name="Challenge", exact=True).click()
    expect(host.get_by_role("button", name="Withdraw")).to_be_visible()
    sign_up(guest, "Bo Guest")
    expect(guest.locator("section", has_text="Open challenges")).to_contain_text("fast: 3 days each")
    guest.get_by_role("button", name="Take it up").click()
    clock = guest.get_by_role("group", name="Time left")
    expect(clock).to_contain_text("2 d 23 h")
    expect(clock.get_by_role("button", name="+24 h")).to_be_visible()

    engine = sa.create_engine(database, poolclass=sa.NullPool)
    until(lambda: len(rows(engine, "SELECT 1 FROM notices")) == 2)
    host.reload()
    expect(host.get_by_role("button", name="Notices: 2 new")).to_be_visible()
    host.get_by_role("button", name="Notices: 2 new").click()
    expect(host.get_by_role("link", name="it is your turn")).to_be_visible()
    tables = host.locator("section", has_text="Your tables")
    expect(tables).to_contain_text("left")
    host.get_by_role("link", name="it is your turn").click()
    host.wait_for_url("**/#/seat/*")
    expect(host.get_by_role("group", name="Time left")).to_contain_text("2 d 23 h")

    with engine.begin() as connection:
        (timer,) = connection.execute(sa.text("SELECT timer FROM tables")).one()
        kept = json.loads(bytes(timer))
        kept["since"] -= 60 * DAY
        wanted = {"timer": json.dumps(kept).encode()}
        connection.execute(sa.text("UPDATE tables SET timer = :timer, rev = rev + 1"), wanted)
    guest.reload()
    clock = guest.get_by_role("group", name="Time left")
    expect(clock).to_contain_text("out of time")
    guest.on("dialog", lambda dialog: dialog.accept())
    clock.get_by_role("button", name="Claim the game").click()
    expect(guest.get_by_text("has run out of time").first).to_be_visible()


def test_what_one_wants_to_hear_of_is_kept_in_either_language(
    processes: list[Process], person: Callable[[Process], Page]
) -> None:
    page = person(processes[0])
    sign_up(page, "Ada Host")
    page.goto(f"{processes[0].public}/#/notices")
    expect(page.get_by_text("This site sends no mail.")).to_be_visible()
    expect(page.get_by_text("Nothing is sent to you")).to_be_visible()
    page.get_by_label("Time zone").select_option("Europe/Rome")
    page.get_by_label("Quiet from").select_option("22:00")
    page.get_by_label("Quiet until").select_option("7:00")
    page.get_by_label("that somebody writes to me").uncheck()
    page.get_by_role("button", name="Keep").click()
    expect(page.get_by_text("Kept.")).to_be_visible()
    page.get_by_label("Chat service or web address").fill("ntfy://my-games")
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_text("first day")).to_be_visible()
    page.reload()
    expect(page.get_by_label("Time zone")).to_have_value("Europe/Rome")
    expect(page.get_by_label("that somebody writes to me")).not_to_be_checked()
    page.goto(f"{processes[0].public}/#/")
    page.get_by_label("Language").select_option("it")
    page.goto(f"{processes[0].public}/#/notices")
    expect(page.get_by_text("Questo sito non manda mail.")).to_be_visible()


def rows(engine: sa.Engine, query: str) -> list[Any]:
    with engine.connect() as connection:
        return list(connection.execute(sa.text(query)))
