"""What the page promises: dice that nobody can foretell, checked at the end; and what an update changed, said once."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import msgspec
from playwright.sync_api import Browser, expect

from ardennes.engine.match import Match
from ardennes.engine.saves import pack, unpack
from tests.page.driving import Player
from tests.server.serving import Seat, Server, bearing, new_table, serving

Players = Callable[..., Player]


def play(server: Server, seats: list[str], answers: int) -> None:
    """Both sides answer at random, then one gives up."""
    windows, rng = [Seat(server, token) for token in seats], random.Random(5)
    for _ in range(answers):
        asked = windows[0].asked
        if asked is None:
            break
        seat = windows[asked["side"]]
        assert seat.ask("answer", option=rng.choice(seat.asked["options"]), rev=seat.rev)["is"] == "done"
        for other in windows:
            while other.rev < seat.rev:
                other.wait("change", "table")
    if windows[0].asked is not None:
        assert windows[0].ask("resign", rev=windows[0].rev)["is"] == "done"
    for window in windows:
        window.close()


def test_the_dice_are_promised_and_the_promise_is_checked(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, secret_dice=True) as server, server.owner() as owner:
        table = new_table(owner, scenario="noon")
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        watcher = Player(context.new_page(), server)
        watcher.open(table["watch"])
        watcher.page.locator("#tab-score").click()
        promise = watcher.page.get_by_role("region", name="Promise of the dice")
        expect(promise).to_contain_text(watcher.data["commitment"])
        expect(promise).not_to_contain_text("✓")
        play(server, table["seats"], 60)
        expect(promise).to_contain_text("✓ The secret is the one that was promised.")
        expect(promise).to_contain_text("throws follow from it.")
        expect(promise).not_to_contain_text("✗")
        watcher.page.evaluate(
            "table => localStorage.setItem('ardennes-promises', JSON.stringify({[table]: '00'}))", watcher.data["table"]
        )
        watcher.page.reload()
        watcher.page.locator("#tab-score").click()
        expect(promise).to_contain_text("✗ The secret is not the one that was promised.")
        assert watcher.troubles == []
        context.close()


def test_known_dice_say_so(player: Players, server: Server) -> None:
    with server.owner() as owner:
        table = new_table(owner, seed="7")
    somebody = player()
    somebody.open(table["watch"])
    somebody.page.locator("#tab-score").click()
    promise = somebody.page.get_by_role("region", name="Promise of the dice")
    expect(promise).to_contain_text("The dice of this table are known")


def test_replay_and_score_name_what_cannot_be_shown_again(player: Players, server: Server) -> None:
    """A log with an answer that the rules do not allow, taken up behind it."""
    match = Match.new("crossroads", scenario="noon", seed="update")
    for _ in range(12):
        assert match.asked is not None
        match.apply(match.asked.options[0])
    kept, at = unpack(match.packed()), 3
    older = [msgspec.structs.replace(made, code_digest="another") for made in kept.checkpoints]
    forbidden = [*kept.records[:at], msgspec.structs.replace(kept.records[at], option=99), *kept.records[at + 1 :]]
    with server.owner() as owner:
        table = owner.post("/api/tables/upload", content=pack(kept.header, older, forbidden)).json()
        heard = bearing(table["seats"][0])
        words = owner.get("/api/seat/words", params={"language": "it"}, headers=heard).json()
        for moment in range(len(kept.records) + 1):  # The unit that the answer speaks of is none.
            reply = owner.get("/api/seat/replay", params={"to": moment, "language": "it"}, headers=heard)
            assert reply.status_code == 200, reply.text
    ((*_, text),) = words["changes"]["unseen"]
    assert f"Le risposte da {at + 1} a {len(kept.records)} sono state date con altre regole" in text
    somebody, said = player(), f"Answers {at + 1} to {len(kept.records)} were given under other rules"
    page = somebody.page
    somebody.open(table["seats"][0])
    page.get_by_role("tab", name="Score").click()
    expect(page.get_by_role("note")).to_contain_text(said)
    page.get_by_role("button", name="Menu").click()
    page.locator(".sheet").get_by_role("button", name="Replay", exact=True).click()
    bar = page.get_by_role("region", name="Replay")
    bar.get_by_role("slider").fill(str(at + 1))
    expect(bar.get_by_role("status")).to_contain_text(said)
    bar.get_by_role("slider").fill(str(at))
    expect(bar.get_by_role("status")).to_have_count(0)


def test_what_an_update_changed_is_said_once(player: Players, server: Server) -> None:
    match = Match.new("crossroads", scenario="noon", seed="update")
    for _ in range(6):
        assert match.asked is not None
        match.apply(match.asked.options[0])
    kept = unpack(match.packed())
    older = [msgspec.structs.replace(made, rules_version=made.rules_version - 1) for made in kept.checkpoints]
    with server.owner() as owner:
        table = owner.post("/api/tables/upload", content=pack(kept.header, older, kept.records)).json()
    somebody = player()
    somebody.open(table["seats"][0])
    said = "put right since this game was kept (version 0 → 1): the game goes on from turn 1"
    notice = somebody.page.get_by_role("region", name="What has changed")
    expect(notice).to_contain_text(said)
    expect(somebody.page.locator("#tab-panel")).to_contain_text(said)
    notice.get_by_role("button", name="Understood").click()
    expect(notice).to_have_count(0)
    somebody.page.reload()
    expect(somebody.page.locator("#tab-panel")).to_contain_text(said)
    expect(notice).to_have_count(0)
