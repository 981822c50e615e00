"""The page of a site in a real browser: an account by passkey, a challenge, a stranger who takes it up elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from playwright.sync_api import Browser, BrowserContext, Page, expect

from ardennes.server.administration import set_role
from ardennes.server.people.accounts import Accounts
from tests.page.conftest import FLAGS, PATIENCE, chromium
from tests.site.people import age_sessions
from tests.site.sites import KEY, Process, site

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, "executable_path": chromium(), "args": FLAGS}


@pytest.fixture
def processes(database: str, tmp_path: Path) -> Iterator[list[Process]]:
    with site(database, tmp_path) as started:
        yield started


@pytest.fixture
def person(browser: Browser) -> Iterator[Callable[[Process], Page]]:
    """Somebody at a process, with an authenticator of his own; nobody may see an error."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def arrive(process: Process) -> Page:
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        line = context.new_cdp_session(page)
        line.send("WebAuthn.enable")
        line.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
        page.goto(process.public)
        return page

    yield arrive
    for context in contexts:
        context.close()
    assert errors == []


def sign_up(page: Page, name: str) -> None:
    page.get_by_label("Name").first.fill(name)
    page.get_by_role("button", name="New account with a passkey").click()
    expect(page.get_by_role("listitem").filter(has=page.locator("code"))).to_have_count(8)
    page.get_by_role("button", name="I have written them down").click()
    expect(page.locator("header")).to_contain_text(name)


def test_the_owners_key_opens_the_list_of_all_tables(
    processes: list[Process], person: Callable[[Process], Page]
) -> None:
    page = person(processes[0])
    page.goto(f"{processes[0].public}/#/enter/{KEY}")
    page.wait_for_url("**/#/tables")
    expect(page.get_by_role("heading", name="Choose a game")).to_be_visible()
    expect(page.get_by_role("button", name="New account with a passkey")).to_have_count(0)


def test_a_wrong_name_is_explained_and_no_account_made(
    processes: list[Process], person: Callable[[Process], Page]
) -> None:
    page = person(processes[0])
    page.get_by_label("Name").first.fill("<img src=x onerror=alert(1)>")
    page.get_by_role("button", name="New account with a passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("letters, digits")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("button", name="Sign out", exact=True)).to_have_count(0)


def test_a_contest_is_made_entered_and_begins(processes: list[Process], person: Callable[[Process], Page]) -> None:
    host, guest, third = (person(processes[number % 2]) for number in range(3))
    sign_up(host, "Ada Host")
    host.get_by_label("Choose a game").select_option("crossroads")
    host.get_by_label("Against").select_option("3")
    host.get_by_label("Name of the contest").fill("Cup")
    host.get_by_role("button", name="Make the contest").click()
    expect(host.locator("section", has_text="Contests")).to_contain_text("1 of 3 places taken")
    assert host.evaluate("Object.keys(JSON.parse(localStorage['ardennes-dice-shares'])).length") == 6
    sign_up(guest, "Bo Guest")
    guest.get_by_label("Language").select_option("it")
    guest.get_by_role("button", name="Partecipa").click()
    expect(guest.locator("section", has_text="Tornei")).to_contain_text("posti occupati: 2 su 3")
    sign_up(third, "Cy Third")
    third.get_by_role("button", name="Enter", exact=True).click()
    expect(third.locator("section", has_text="Your tables").get_by_text("rated")).to_have_count(4)
    third.get_by_role("link", name="Cup").last.click()
    expect(third.get_by_role("heading", name="Results")).to_be_visible()
    expect(third.get_by_role("row")).to_have_count(4)


EVIL = "<img src=x onerror='window.hacked=1'><script>window.hacked=1</script>"


def post(page: Page, path: str, body: dict[str, Any]) -> Any:
    """What the page itself would send, with words that it would not."""
    return page.evaluate(
        """async ([path, body]) => {
            const headers = { "Content-Type": "application/json" };
            const reply = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
            return reply.status < 300 && reply.status !== 204 ? reply.json() : null;
        }""",
        [path, body],
    )


def moderate(database: str, page: Page) -> None:
    """A moderator signs in with a code, is asked for a passkey, mutes whoever was reported; later he is asked anew."""
    sign_up(page, "Marie")
    set_role(database, "Marie", "moderator")
    accounts = Accounts(sa.create_engine(database, poolclass=sa.NullPool))
    marie = accounts.by_name("Marie")
    assert marie is not None
    code = accounts.new_recovery_codes(marie.id)[0]
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_text("Use a recovery code").click()
    form = page.locator("details form")
    form.get_by_label("Name").fill("Marie")
    form.get_by_label("Recovery code").fill(code)
    form.get_by_role("button").click()
    page.get_by_role("link", name="Moderation").click()
    expect(page.get_by_text("Whoever moderates shows a passkey first")).to_be_visible()
    expect(page.get_by_role("heading", name="Reports")).to_have_count(0)
    page.get_by_role("button", name="Show my passkey").click()
    expect(page.locator("blockquote")).to_contain_text("<script>")
    page.get_by_role("button", name="Mute for a week").click()
    expect(page.get_by_text("muted Mallory")).to_be_visible()
    assert page.locator("img[src='x']").count() == 0
    assert page.evaluate("window.hacked") is None
    age_sessions(accounts, marie.id)
    page.get_by_role("button", name="Let in again").click()
    expect(page.get_by_role("alert")).to_contain_text("Show your passkey first")
    page.get_by_role("button", name="Show my passkey").click()
    expect(page.get_by_role("button", name="Let in again")).to_be_visible()


def test_whatever_people_write_is_text_and_their_account_is_theirs(
    database: str, processes: list[Process], person: Callable[[Process], Page]
) -> None:
    """Names of tables, what is said, notes and reports: nothing of it becomes a part of the page. Then the settings."""
    host, guest = (person(process) for process in processes)
    sign_up(host, "Eve O'Hara")
    sign_up(guest, "Mallory")
    table = post(host, "/api/challenges", {"game": "crossroads", "name": EVIL, "rated": True})
    guest.reload()
    expect(guest.locator("section", has_text="Open challenges")).to_contain_text("rated")
    guest.get_by_role("button", name="Take it up").click()
    guest.wait_for_url("**/#/seat/*")
    guest.get_by_role("tab", name="Talk").click()
    guest.get_by_label("Say something to the other side").fill(EVIL)
    guest.get_by_role("button", name="Send", exact=True).click()
    expect(guest.get_by_role("list", name="Talk")).to_contain_text("<img src=x")
    guest.get_by_label("Private note").fill(EVIL)
    guest.get_by_role("button", name="Keep", exact=True).click()
    expect(guest.get_by_text("Kept.")).to_be_visible()
    host.reload()
    host.get_by_role("link", name=EVIL[:20]).click()
    expect(host.get_by_role("button", name="End the movement")).to_be_visible()
    expect(host.locator("[data-part='hint']")).to_have_count(0)
    host.get_by_role("tab", name="Talk").click()
    said = host.get_by_role("list", name="Talk")
    expect(said).to_contain_text("<script>")
    host.get_by_role("button", name="Report this line").click()
    host.get_by_label("What is wrong with what Mallory said?").fill(EVIL)
    host.get_by_role("button", name="Report this line").last.click()
    expect(host.get_by_text("The moderators will look at it.")).to_be_visible()
    moderate(database, person(processes[0]))
    assert post(host, f"/api/mine/{table['id']}/note", {"note": EVIL}) is None
    for page in (host, guest):
        assert page.locator("img[src='x']").count() == 0
        assert page.evaluate("window.hacked") is None
        page.goto(f"{page.url.partition('#')[0]}#/player/Mallory")
        expect(page.get_by_role("heading", name="Mallory")).to_be_visible()
        page.get_by_role("link", name="Crossroads").click()
        expect(page.get_by_role("heading", name="Ladder: Crossroads")).to_be_visible()

    guest.goto(f"{guest.url.partition('#')[0]}#/account")
    guest.get_by_label("Time zone").select_option("Europe/Rome")
    expect(guest.get_by_text("Kept.")).to_be_visible()
    with guest.expect_download() as download:
        guest.get_by_role("button", name="Save all that is kept of you").click()
    assert download.value.suggested_filename == "ardennes.zip"
    forget = guest.get_by_role("button", name="Delete the account")
    expect(forget).to_be_disabled()
    guest.get_by_label("To be sure, type Mallory").fill("Mallory")
    forget.click()
    expect(guest.get_by_role("button", name="Sign in with a passkey")).to_be_visible()
    host.goto(f"{host.url.partition('#')[0]}#/")
    expect(host.locator("section", has_text="Your tables")).to_contain_text("former player")
