"""Orders in a large game: a stack, a box or a formation of Bastogne goes where it is sent, shown before it is done, and
marches on over turns."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import pytest
from playwright.sync_api import expect

from ardennes.engine.match import Match
from tests.page.bastogne import ALLIED, GAME, GERMAN, allied_reinforcements, german_air, german_combat, german_movement
from tests.page.driving import MAP, QUIET, Player
from tests.page.test_access import check
from tests.server.serving import Server, new_table

pytestmark = pytest.mark.xdist_group("page")
LANGUAGES = {  # each test speaks one of them: that all is said in both needs no page (test_words)
    "en": {
        "chosen": "Chosen: ",
        "short": "do not get there",
        "march": "March on",
        "battle": "Order of battle",
        "able": "can act",
        "hold": "let the attack come",
        "given": "given",
        "in": "Bring in all",
        "guns": "guns can still fire",
        "book": "Order book",
    },
    "it": {
        "chosen": "Scelte: ",
        "short": "non ci arrivano",
        "march": "Prosegui la marcia",
        "battle": "Ordine di battaglia",
        "able": "possono agire",
        "hold": "lascia venire l'attacco",
        "given": "assegnati",
        "in": "Fai entrare tutte",
        "guns": "pezzi possono ancora sparare",
        "book": "Libro degli ordini",
    },
}


@pytest.fixture
def sit(player: Callable[..., Player], server: Server) -> Callable[..., Player]:
    """Opens a seat of a table at a moment of Bastogne."""

    def open_table(
        moment: Callable[[], Match] = german_movement, language: str = "en", side: int = GERMAN, token: str = ""
    ) -> Player:
        if not token:
            with server.owner() as owner:
                token = owner.post("/api/tables/upload", content=packed(moment)).json()["seats"][side]
        both = player(1366, 768)
        settings = json.dumps({**QUIET, "language": language})
        both.page.add_init_script(f"localStorage.setItem('ardennes-settings', '{settings}')")
        both.enter(lobby=False)
        both.open(token)
        return both

    return open_table


@cache
def packed(moment: Callable[[], Match]) -> bytes:
    return moment().packed()


def formation_of(both: Player, name: str) -> list[int]:
    """The units of a formation that can move."""
    counters = both.data["counters"]
    return [unit for unit in both.options("move") if counters[unit]["formation"][-1] == name and both.where(unit) >= 0]


def ghosts(both: Player) -> dict[int, int]:
    """Where an order would take each, as it is drawn."""
    return dict(json.loads(both.page.locator(MAP).get_attribute("data-ghosts") or "[]"))


def foresee(both: Player, label: str) -> dict[int, int]:
    """Points at a hex until the page says what an order there would bring: where each would end."""
    goal, foreseen = both.hex(label), both.page.locator("[data-part=foreseen]")

    def is_said() -> bool:
        both.point_at(goal)
        return foreseen.count() > 0 and label in foreseen.inner_text()

    both.wait_until(is_said, f"what an order to {label} would bring")
    return ghosts(both)


def choose_stack(both: Player, hex: int) -> None:
    both.page.mouse.click(*both.spot(hex), button="right")
    both.page.locator("aside [data-part=together]").click()
    expect(both.page.locator("[data-part=stay]")).to_be_visible()


@pytest.mark.parametrize("language", ["en"])
def test_a_formation_is_sent_far_away_and_marches_on(sit: Callable[..., Player], language: str) -> None:
    both, words = sit(language=language), LANGUAGES[language]
    units = formation_of(both, "2P")
    stack = max((both.where(unit) for unit in units), key=lambda hex: sum(both.where(unit) == hex for unit in units))
    choose_stack(both, stack)
    both.page.locator("[data-part=whole-formation]").click()
    both.expect_prompt(f"{words['chosen']}{len(units)}")
    check(both, "orders to a group")
    goal, shown = both.hex("D1434"), foresee(both, "D1434")
    rev, before = both.rev, {unit: both.where(unit) for unit in units}
    both.click(goal)
    both.wait_until(lambda: both.rev > rev, "the run")
    assert both.rev == rev + 1, "one change"
    assert {unit: both.where(unit) for unit in shown} == shown, "each ends where its ghost was"
    assert any(both.where(unit) != before[unit] for unit in units)
    expect(both.page.locator(".toast").last).to_contain_text(words["short"])
    assert len(shown) == len(units)
    expect(both.page.locator("[data-part=march-on]")).to_have_count(0)
    both.page.keyboard.press("u")
    both.wait_until(lambda: both.rev > rev + 1, "undo")
    assert {unit: both.where(unit) for unit in units} == before, "one undo"
    expect(both.page.locator("[data-part=march-on]")).to_contain_text(f"{words['march']} ({len(units)})")
    both.page.keyboard.press("m")
    both.wait_until(lambda: both.rev > rev + 2, "the march")
    assert all(both.where(unit) != before[unit] for unit in units)


@pytest.mark.parametrize("language", ["it"])
def test_the_order_book_lists_marches_on_every_device(sit: Callable[..., Player], language: str) -> None:
    """They are kept with the table: another browser reads them and carries them out."""
    both, words = sit(language=language), LANGUAGES[language]
    units = formation_of(both, "2P")
    stack = max((both.where(unit) for unit in units), key=lambda hex: sum(both.where(unit) == hex for unit in units))
    choose_stack(both, stack)
    both.page.locator("[data-part=whole-formation]").click()
    both.expect_prompt(f"{words['chosen']}{len(units)}")
    goal, rev = both.hex("D1434"), both.rev
    both.click(goal)
    both.wait_until(lambda: both.rev > rev, "the run")
    both.page.keyboard.press("u")
    both.wait_until(lambda: both.rev > rev + 1, "undo")
    other = sit(language=language, token=both.tokens[0])
    other.page.locator("#tab-units").click()
    book = other.page.locator("[data-part=order-book]")
    expect(book.get_by_role("heading")).to_have_text(words["book"])
    row = book.locator(f"[data-march='{goal}']")
    expect(row).to_have_attribute("data-units", str(len(units)))
    expect(row).to_contain_text("D1434")
    check(other, "the order book")
    before = {unit: other.where(unit) for unit in units}
    book.locator("[data-part=carry-out]").click()
    other.wait_until(lambda: all(other.where(unit) != before[unit] for unit in units), "the march")
    expect(row).to_contain_text("%")
    row.locator("[data-part=cancel-march]").click()
    expect(both.page.locator("[data-part=order-book]")).to_have_count(0)
    expect(book).to_have_count(0)


def test_a_box_takes_all(sit: Callable[..., Player]) -> None:
    both = sit()
    units = [unit for unit in both.options("move") if both.where(unit) >= 0]
    assert len(units) > 100
    canvas = both.page.locator(MAP).bounding_box()
    assert canvas
    both.page.locator("[data-part=box]").click()
    both.page.mouse.move(canvas["x"] + 2, canvas["y"] + 2)
    both.page.mouse.down()
    both.page.mouse.move(canvas["x"] + canvas["width"] - 2, canvas["y"] + canvas["height"] - 2)
    both.page.mouse.up()
    both.expect_prompt(f"Chosen: {len(units)}")
    assert both.page.locator(".toast").count() == 0


def test_another_way_to_go_is_chosen_in_the_bar(sit: Callable[..., Player]) -> None:
    """7.11 They take up March Mode on the way."""
    both = sit()
    units = formation_of(both, "2P")
    choose_stack(both, both.where(units[0]))
    march, to = (both.page.locator(f"[data-verb={verb}]") for verb in ("march", "to"))
    expect(to).to_have_attribute("aria-pressed", "true")
    march.click()
    expect(march).to_have_attribute("aria-pressed", "true")
    goal, unit = both.hex("D1226"), next(iter(foresee(both, "D1226")))
    both.click(goal)
    marching = both.verb("march")
    both.wait_until(lambda: unit not in both.options("move"), "the move")
    sent = [json.loads(frame) for frame in both.sent if '"run"' in frame]
    assert any(step[0] >> 16 == marching for step in sent[-1]["steps"])


def test_who_stays_is_not_asked_about_again(sit: Callable[..., Player]) -> None:
    both = sit()
    both.page.keyboard.press("n")
    canvas = both.page.locator(MAP)
    first = int(canvas.get_attribute("data-cursor") or -1)
    staying = [unit for unit in both.options("move") if both.where(unit) == first]
    choose_stack(both, first) if len(staying) > 1 else both.page.keyboard.press("g")
    both.page.keyboard.press("s")
    for _ in range(len(both.options("move")) - len(staying)):
        both.page.keyboard.press("n")
        assert int(canvas.get_attribute("data-cursor") or -1) != first


def test_a_march_can_be_forgotten(sit: Callable[..., Player]) -> None:
    both = sit()
    units = formation_of(both, "2P")
    choose_stack(both, both.where(units[0]))
    rev = both.rev
    both.click(both.hex("D1434"))
    both.wait_until(lambda: both.rev > rev, "the run")
    both.page.keyboard.press("u")
    both.wait_until(lambda: both.rev > rev + 1, "undo")
    expect(both.page.locator("[data-part=march-on]")).to_have_count(1)
    choose_stack(both, both.where(units[0]))
    both.page.locator("[data-part=forget-march]").click()
    both.page.keyboard.press("Escape")
    expect(both.page.locator("[data-part=march-on]")).to_have_count(0)


# --- panels ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en"])
def test_the_order_of_battle_filters_counts_and_chooses(sit: Callable[..., Player], language: str) -> None:
    both, words = sit(language=language), LANGUAGES[language]
    page, units = both.page, formation_of(both, "2P")
    page.locator("#tab-units").click()
    panel = page.locator("[data-part=order-of-battle]")
    expect(panel.get_by_role("heading", name=words["battle"])).to_be_visible()
    able = [unit for unit in both.options("move") if both.where(unit) >= 0]
    expect(panel.locator("[data-only=able]")).to_have_text(f"◆ {words['able']}: {len(able)}")
    assert panel.locator("[data-formation]").count() > 10
    panel.get_by_role("searchbox").fill("lehr")
    expect(panel.locator("[data-formation]")).to_have_count(1)
    panel.locator("[data-only=able]").click()
    expect(panel.locator("[data-formation]")).to_have_count(0), "Panzer Lehr waits to be committed"
    panel.get_by_role("searchbox").fill("")
    panel.locator("[data-formation='2P']").click()
    both.expect_prompt(f"{words['chosen']}{len(units)}")
    page.keyboard.press("Escape")
    panel.locator("li", has=page.locator("[data-formation='2P']")).locator("[aria-expanded]").click()
    piece = panel.locator("[data-unit]").first
    unit = int(piece.get_attribute("data-unit") or -1)
    piece.click()
    expect(page.locator(MAP)).to_have_attribute("data-cursor", str(both.where(unit)))


def test_from_afar_formations_are_named(sit: Callable[..., Player]) -> None:
    both = sit()
    plates = both.page.locator(f"{MAP}[data-plates]")
    both.wait_until(lambda: int(plates.get_attribute("data-plates") or 0) > 8, "plates")
    both.page.keyboard.press("+")
    both.page.keyboard.press("+")
    expect(plates).to_have_attribute("data-plates", "0")


@pytest.mark.parametrize("language", ["it"])
def test_reinforcements_lie_in_a_tray_by_road_and_come_in_together(sit: Callable[..., Player], language: str) -> None:
    both, words = sit(allied_reinforcements, language, ALLIED), LANGUAGES[language]
    page, counters = both.page, both.data["counters"]
    waiting = [unit for unit in both.options("move") if both.where(unit) < 0]
    entries = {counters[unit]["entry"] for unit in waiting}
    expect(page.locator("[data-part=tray] [data-entry]")).to_have_count(len(entries))
    coming = [unit for unit in waiting if counters[unit]["entry"] == "D6"]
    page.locator("[data-entry='D6']").click()
    expect(page.locator("[data-part=tray] .piece")).to_have_count(len(coming))
    expect(page.locator("[data-part=bring-all]")).to_contain_text(words["in"])
    page.locator("[data-part=bring-all]").click()
    both.expect_prompt(f"{words['chosen']}{len(coming)}")
    goal, shown = both.hex("D3020"), foresee(both, "D3020")
    assert len(shown) > 1
    both.click(goal)
    both.wait_until(lambda: {unit: both.where(unit) for unit in shown} == shown, "the entry")
    assert len({both.where(unit) for unit in shown}) > 1, "in a column"


@pytest.mark.parametrize("language", ["en"])
def test_points_are_allocated_by_a_form(sit: Callable[..., Player], language: str) -> None:
    both, words = sit(german_air, language), LANGUAGES[language]
    form = both.page.locator("[data-part=form]")
    sliders = form.get_by_role("slider")
    expect(sliders).to_have_count(2)
    most, rev = int(sliders.first.get_attribute("max") or 0), both.rev
    expect(form).to_contain_text(words["given"])
    expect(form.locator("label span")).to_have_text(["Ground support", "Patrol"])
    both.expect_prompt(f"{most} air points? to allocate in secret")
    check(both, "form")
    sliders.first.fill(str(most))
    sliders.last.fill(str(most))
    expect(form.locator("[data-part=give]")).to_be_disabled()
    sliders.last.fill("0")
    form.locator("[data-part=give]").click()
    both.wait_until(lambda: both.rev > rev, "the allocation")
    run = json.loads(next(frame for frame in reversed(both.sent) if '"run"' in frame))
    assert [step[0] & 0xFFFF for step in run["steps"]] == [most, 0]


@pytest.mark.parametrize("language", ["it"])
def test_attacks_are_listed_with_their_odds(sit: Callable[..., Player], language: str) -> None:
    both, words = sit(german_combat, language), LANGUAGES[language]
    page, targets = both.page, both.options("attack")
    page.locator("[data-part=attack-list]").click()
    attacks = page.locator("[data-attack]")
    expect(attacks).to_have_count(len(both.asked["options"]))
    expect(attacks.last).to_contain_text("%")
    expect(page.locator("[data-part=unspent]")).to_contain_text(words["guns"])
    check(both, "list of attacks")
    attacks.first.click()
    both.wait_until(lambda: both.asked["hexes"] == [targets[0]], "the declaration")


@pytest.mark.parametrize("language", ["en"])
def test_a_phase_that_may_not_end_yet_says_why(sit: Callable[..., Player], language: str) -> None:
    """8.41 While battles are owed, their end stands where it will be pressed, and says what must be done before."""
    both = sit(german_combat, language)
    both.expect_prompt("Some battles must still be fought")
    not_yet = both.page.locator(".bar [data-part=not-yet]")
    expect(not_yet).to_have_text("End the combats")
    expect(both.page.locator("[data-part=end-phase]")).to_have_count(0)
    not_yet.click()
    both.expect_refusal("8.41")
    expect(both.page.locator(".toast.refused").last).to_contain_text("Still to be attacked")
    both.page.keyboard.press("e")
    expect(both.page.locator(".toast.refused")).to_have_count(2)


def test_all_who_can_are_taken_along_by_one_button(sit: Callable[..., Player]) -> None:
    both = sit(german_combat)
    page = both.page
    declare(both, both.options("attack")[0])
    joining = len(both.options("join"))
    assert joining > 1
    assert both.verb("all") << 16 in both.asked["options"]
    expect(page.locator("[data-part=all]")).to_have_text(f"All ({joining})")
    expect(page.locator(f".bar [data-option='{both.verb('all') << 16}']")).to_have_count(0)
    expect(page.locator(".bar .primary")).to_have_count(0)
    wait_for_change(both, page.locator("[data-part=all]").click)
    expect(page.locator(".picked button")).to_have_count(2), "of three in one hex a third may not attack with them"
    expect(page.locator(".bar .primary")).to_have_text("Roll the die")


def test_a_long_campaign_leaves_room_for_its_day_and_its_question(
    player: Callable[..., Player], server: Server
) -> None:
    """Of fifty-five Game-Turns those around the present one are shown; five plans to choose from squeeze nothing."""
    with server.owner() as owner:
        token: str = new_table(owner, game=GAME, scenario="campaign")["seats"][GERMAN]
    german = player(1366, 768)
    german.enter()
    german.open(token)
    header = german.page.locator("header")
    expect(header.locator(".track .now")).to_have_text("1")
    day, tools = header.locator(".date").bounding_box(), header.locator(".tools").bounding_box()
    assert day
    assert tools
    assert day["x"] + day["width"] <= tools["x"]
    expect(header.locator(".more")).to_have_text("… 55")
    german.expect_prompt("which plan")
    assert (german.page.locator(".prompt").bounding_box() or {"width": 0})["width"] > 300


@pytest.mark.parametrize(("language", "words"), [("en", "16 Dec before dawn"), ("it", "16 dic prima dell'alba")])
def test_a_turn_has_its_day_and_hour(sit: Callable[..., Player], language: str, words: str) -> None:
    both = sit(german_movement, language)
    expect(both.page.locator("header .date")).to_have_text(words)


def test_as_last_time_the_same_units_take_part(sit: Callable[..., Player]) -> None:
    """What was picked for an attack is remembered when it is made, and offered when the same hex is attacked again."""
    both = sit(german_combat)
    page, (first, *_) = both.page, both.options("attack")
    declare(both, first)
    pick_all(both)
    picks = [option for _, option in both.latest[both.tokens[0]]["picks"]][1:]
    assert picks
    page.locator(f".bar [data-option='{both.verb('go') << 16}']").click()
    both.wait_until(lambda: bool(remembered(both)), "what was picked")
    assert [made["picks"] for made in remembered(both)] == [picks]
    assert remembered(both)[0]["hexes"] == [first]


@pytest.mark.parametrize("language", ["en"])
def test_a_standing_order_answers_for_the_defender(sit: Callable[..., Player], language: str) -> None:
    """11.4 The Allies say once that they hold their fire."""
    both, words = sit(answered_attack, language, ALLIED), LANGUAGES[language]
    page = both.page
    both.wait_until(lambda: both.asked["code"] == "answer-with-fire", "the question")
    rev = both.rev
    page.locator("[data-part=standing]").select_option(index=1)
    both.wait_until(lambda: both.rev > rev, "the answer")
    expect(page.locator("[data-part=standing-order]")).to_contain_text(words["hold"])
    both.wait_until(lambda: both.asked["code"] != "answer-with-fire", "the next question")
    page.locator("[data-part=standing-order]").click()
    expect(page.locator("[data-part=standing-order]")).to_have_count(0)


def declare(both: Player, hex: int) -> None:
    """Begins an attack from the list."""
    both.page.locator("[data-part=attack-list]").click()
    both.page.locator(f"[data-attack='{(both.verb('attack') << 16) + hex}']").click()
    both.wait_until(lambda: both.asked["hexes"] == [hex], "the declaration")


def pick_all(both: Player) -> None:
    """Lets units join until the attack can be made."""
    go = both.verb("go") << 16
    while go not in both.asked["options"]:
        wait_for_change(both, partial(join_next, both))


def join_next(both: Player) -> None:
    first, *others = both.options("join")
    if others:
        both.page.keyboard.press("a")
    else:
        both.click(both.where(first))


def wait_for_change(both: Player, act: Callable[[], None]) -> None:
    rev = both.rev
    act()
    both.wait_until(lambda: both.rev > rev, "a change")


def remembered(both: Player) -> list[dict[str, Any]]:
    """The decisions that the browser remembers."""
    kept: dict[str, Any] = both.page.evaluate("JSON.parse(localStorage.getItem('ardennes-last-time') ?? '{}')")
    return next(iter(kept.values()), [])


def answered_attack() -> Match:
    """An attack of the Germans that guns can answer."""
    match = german_combat()
    while match.asked is not None and match.prompt().code != "answer-with-fire":
        options = list(match.asked.options)
        go = [option for option in options if match.game.verbs.split(option)[0].name in ("go", "apply")]
        match.apply(go[0] if go else options[0])
    return match
