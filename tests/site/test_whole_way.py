"""Two strangers at two processes of a site, from the account to the rematch, each in a browser of his own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from aiosmtpd.controller import Controller
from playwright.sync_api import Page, expect

from tests.site.sites import Process, site
from tests.site.test_page import browser_type_launch_args, person, post, sign_up
from tests.site.test_people import Inbox
from tests.site.test_workers import until

__all__ = ["browser_type_launch_args", "person"]


@pytest.fixture
def inbox() -> Iterator[Inbox]:
    kept = Inbox()
    server = Controller(kept, hostname="127.0.0.1", port=kept.port)
    server.start()
    yield kept
    server.stop()


@pytest.fixture
def processes(database: str, inbox: Inbox, tmp_path: Path) -> Iterator[list[Process]]:
    mail = ["--mail", f"smtp://127.0.0.1:{inbox.port}", "--mail-from", "games@example.org"]
    with site(database, tmp_path, 2, "--notice-after", "0", *mail) as started:
        yield started


def give_address(database: str, name: str) -> None:
    """As if the link that was sent there had been followed."""
    engine = sa.create_engine(database, poolclass=sa.NullPool)
    address = {"key": "ada@example.org", "name": name}
    statement = "INSERT INTO emails SELECT :key, :key, id FROM accounts WHERE name = :name"
    with engine.begin() as connection:
        connection.execute(sa.text(statement), address)


def end_phase(page: Page) -> None:
    """Ends what the side that is asked does, whether or not something is left to do."""
    page.locator("[data-part='end-phase']").click()
    sure = page.locator("[data-part='end']")
    if sure.count():
        sure.click()


def ask(page: Page, what: str) -> None:
    page.get_by_role("button", name="Menu").click()
    page.locator(f"[data-part='{what}']").click()


def test_two_strangers_come_to_one_table_play_and_meet_again(
    database: str, inbox: Inbox, processes: list[Process], person: Callable[[Process], Page]
) -> None:
    host, guest = (person(process) for process in processes)
    expect(host.get_by_text("Nobody waits for an opponent now.")).to_be_visible()
    sign_up(host, "Ada Host")
    give_address(database, "Ada Host")
    post(host, "/api/me/channels", {"kind": "mail", "address": "ada@example.org"})
    host.get_by_label("Choose a game").select_option("crossroads")
    host.get_by_label("My side").select_option("1")
    host.get_by_label("Pace").select_option("live")
    host.get_by_role("button", name="Challenge", exact=True).click()
    expect(host.get_by_role("button", name="Withdraw")).to_be_visible()

    guest.reload()
    expect(guest.get_by_role("button", name="Take it up")).to_have_count(0)
    sign_up(guest, "Bo Guest")
    expect(guest.locator("section", has_text="Open challenges")).to_contain_text("Ada Host")
    guest.get_by_role("button", name="Take it up").click()
    guest.wait_for_url("**/#/seat/*")
    expect(guest.get_by_role("group", name="Time left")).to_contain_text(re.compile("1 h 59"))
    end_phase(guest)
    until(lambda: any("it is your turn" in mail.get_payload(decode=True).decode() for mail in inbox.mails))

    host.reload()
    tables = host.locator("section", has_text="Your tables")
    expect(tables).to_contain_text("Bo Guest")
    expect(tables).to_contain_text("Your turn")
    host.get_by_role("link", name="Next table").click()
    host.wait_for_url("**/#/seat/*")
    expect(host.locator("[data-part='end-phase']")).to_be_visible()
    ask(guest, "ask-back")
    expect(guest.get_by_text("You have asked to take back")).to_be_visible()
    expect(host.get_by_text("asks to take back the last answer")).to_be_visible()
    host.locator("[data-part='undo-agree']").click()
    expect(host.locator("[data-part='undo-agree']")).to_have_count(0)
    expect(guest.locator("[data-part='end-phase']")).to_be_visible()
    end_phase(guest)
    expect(host.locator("[data-part='end-phase']")).to_be_visible()
    end_phase(host)
    expect(host.get_by_text("By agreement").first).to_be_visible()

    guest.on("dialog", lambda dialog: dialog.accept())
    guest.get_by_role("button", name="Menu").click()
    guest.get_by_role("button", name="Resign").click()
    expect(guest.get_by_text("wins").first).to_be_visible()
    meet_again(host, guest, processes)


def meet_again(host: Page, guest: Page, processes: list[Process]) -> None:
    """The host signs in again, in Italian, and challenges the guest with sides swapped."""
    host.goto(f"{processes[0].public}/#/")
    host.get_by_label("Language").select_option("it")
    expect(host.get_by_role("heading", name="Sfide aperte")).to_be_visible()
    host.get_by_role("button", name="Esci", exact=True).click()
    host.get_by_role("button", name="Entra con una passkey").click()
    expect(host.locator("header")).to_contain_text("Ada Host")
    host.get_by_role("button", name="Chiedi la rivincita").click()
    expect(host.get_by_role("button", name="Ritira")).to_be_visible()
    guest.goto(f"{processes[1].public}/#/")
    challenges = guest.locator("section", has_text="Open challenges")
    expect(challenges).to_contain_text("for you")
    expect(challenges).to_contain_text("Allied")
