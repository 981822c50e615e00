"""The editor of data packs: an owner writes in what his counters say, and plays with it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.page.driving import Player

Players = Callable[..., Player]


def faults(player: Player) -> list[str]:
    """What a screen reader would stumble over."""
    return [each["id"] for each in Axe().run(player.page).response["violations"]]


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (390, 844)])
def test_a_value_is_written_in_checked_kept_and_played_with(player: Players, width: int, height: int) -> None:
    owner = player(width, height)
    owner.enter()
    page, name = owner.page, f"Printed {width}"
    link = page.get_by_role("link", name="Data packs").first  # the lobby still grows around it
    page.goto(f"{owner.server.base}/{link.get_attribute('href')}")
    page.get_by_role("combobox", name="Game").select_option("crossroads")
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="New data pack").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    assert faults(owner) == []
    page.get_by_label("Rows").select_option(label="Sherman · Tank company")
    strength, save = page.get_by_label("strength"), page.get_by_role("button", name="Save")
    strength.fill("lots")
    expect(strength).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_text("Mistakes: 1")).to_be_visible()
    expect(page.locator(".faults")).to_contain_text("units.csv · row 7 · strength")
    expect(save).to_be_disabled()
    assert faults(owner) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("button", name="Discard changes").click()
    expect(strength).to_have_value("3")
    expect(page.get_by_text("Nothing is wrong with it.")).to_be_visible()
    strength.fill("8")
    expect(page.get_by_text("Nothing is wrong with it; not saved yet.")).to_be_visible()
    save.click()
    expect(page.get_by_text("units.csv is saved.")).to_be_visible()
    expect(page.get_by_text("1 row changed: Sherman strength 3 -> 8")).to_be_visible()
    page.goto(f"{owner.server.base}/#/")
    page.locator(".games").get_by_role("button", name="Crossroads").click()
    page.locator(".pack select").select_option(name)
    page.get_by_role("radio", name="Both sides here").check()
    page.get_by_role("button", name="Start").click()
    owner.sit_down()
    assert owner.data["counters"][owner.unit("Sherman")]["printed"]["strength"] == 8


def test_a_scenario_by_keyboard_in_italian(player: Players) -> None:
    owner = player(1366, 768)
    with owner.server.owner() as client:
        client.post("/api/packs", json={"game": "crossroads", "name": "Tastiera"})
    owner.enter()
    owner.page.get_by_label("Language").first.select_option("it")
    owner.page.goto(f"{owner.server.base}/#/packs/Tastiera")
    page = owner.page
    page.get_by_role("button", name="scenarios/noon.toml").press("Enter")
    page.get_by_role("button", name="Come testo").press("Enter")
    text = page.get_by_role("textbox")
    text.fill(text.input_value().replace("last_turn = 4", "last_turn = 0"))
    expect(page.get_by_text("Errori: 1")).to_be_visible()
    expect(page.locator(".faults")).to_contain_text("linea")
    expect(page.locator(".faults q[lang=it]")).to_have_text("ci si aspetta `int` >= 1, nel campo `last_turn`")
    expect(page.locator(".faults")).not_to_contain_text("parlano inglese")
    line = text.input_value().splitlines().index("last_turn = 0") + 1
    expect(page.locator(".numbers .faulty")).to_have_text(str(line))
    page.locator(".faults").get_by_role("button", name=f"linea {line}").press("Enter")
    assert text.evaluate("area => area.value.slice(area.selectionStart, area.selectionEnd)") == "last_turn = 0"
    text.fill(text.input_value().replace("last_turn = 0", "last_turn = 3"))
    expect(page.get_by_text("Non c'è nulla di sbagliato; non ancora salvato.")).to_be_visible()
    page.get_by_role("button", name="Salva").press("Enter")
    expect(page.get_by_text("scenarios/noon.toml: file salvato.")).to_be_visible()
    expect(page.get_by_text("scenarios/noon.toml: 1 voce cambiata: last_turn 4 -> 3")).to_be_visible()
    assert faults(owner) == []


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (390, 844)])
def test_a_scenario_is_filled_in_as_a_form(player: Players, width: int, height: int) -> None:
    """Its text stays as it is but for the values, and a mistake stands at its field."""
    owner = player(width, height)
    with owner.server.owner() as client:
        client.post("/api/packs", json={"game": "bulge1944", "name": f"Forma {width}"})
    owner.enter()
    page = owner.page
    page.goto(f"{owner.server.base}/#/packs/Forma {width}")
    heading = page.get_by_role("heading", name=f"Forma {width}").bounding_box()
    assert heading
    assert heading["height"] < 45, "the name stands in one line"
    page.get_by_role("button", name="scenarios/campaign.toml").click()
    turns, exits = page.get_by_label("last_turn"), page.get_by_label("exits")
    expect(turns).to_have_value("10")
    expect(exits).to_have_value('["N1", "N2", "W1", "W2"]')
    expect(page.get_by_label("title").first).to_have_value("The battle, 16–25 December")
    assert faults(owner) == []
    turns.fill("none")
    expect(turns).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_role("button", name="Save")).to_be_disabled()
    expect(page.get_by_role("button", name="units.csv")).to_have_attribute(
        "title", "Save or discard your changes first."
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("button", name="Discard changes").click()
    expect(turns).to_have_value("10")
    fetch = f"fetch('/api/packs/Forma {width}').then(reply => reply.json())"
    before = page.evaluate(fetch)
    turns.fill("9")
    expect(page.get_by_text("Nothing is wrong with it; not saved yet.")).to_be_visible()
    page.get_by_role("button", name="As text").click()
    expect(page.get_by_role("textbox")).to_have_value(re.compile("last_turn = 9\n"))
    page.get_by_role("button", name="As a form").click()
    expect(turns).to_have_value("9")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("scenarios/campaign.toml: 1 entry changed: last_turn 10 -> 9")).to_be_visible()
    after = page.evaluate(fetch)
    text = {each["name"]: each["text"] for each in before["files"]}["scenarios/campaign.toml"]
    assert {each["name"]: each["text"] for each in after["files"]}["scenarios/campaign.toml"] == text.replace(
        "last_turn = 10", "last_turn = 9"
    )
    page.get_by_role("button", name="named.toml").click()
    expect(page.get_by_label("fuel_early")).to_have_value("[5, 7]")
    expect(page.get_by_text("first and last turn of the first table")).to_be_visible()


def test_export_import_and_deletion(player: Players, tmp_path: Path) -> None:
    owner = player()
    with owner.server.owner() as client:
        client.post("/api/packs", json={"game": "crossroads", "name": "Travels"})
    owner.enter()
    page = owner.page
    page.goto(f"{owner.server.base}/#/packs/")
    row = page.get_by_role("listitem").filter(has_text="Travels")
    with page.expect_download() as download:
        row.get_by_role("link", name="Export").click()
    archive = tmp_path / "pack.zip"
    download.value.save_as(archive)
    page.on("dialog", lambda dialog: dialog.accept())
    row.get_by_role("button", name="Delete").click()
    expect(row).to_have_count(0)
    page.get_by_label("Import").set_input_files(archive)
    expect(row).to_have_count(1)
    archive.write_bytes(b"nothing of the kind")
    owner.troubles.clear()
    page.get_by_label("Import").set_input_files(archive)
    expect(page.locator(".toast.refused")).to_contain_text("no data pack")
    owner.troubles.clear()  # the browser reports the refusal on its console


def test_lobby_and_counters_say_what_is_rebuilt(player: Players) -> None:
    owner = player(1366, 768)
    owner.enter()
    page = owner.page
    page.locator(".games").get_by_role("button", name="1944").click()
    page.get_by_text("How sure the data is").click()
    expect(page.get_by_role("row", name="units.csv")).to_contain_text("67")
    assert faults(owner) == []
    owner.start("1944")
    page.mouse.click(*owner.spot(owner.where(owner.unit("1SS"))), button="right")
    line = page.get_by_role("listitem").filter(has_text="1st SS Panzer Division")
    line.get_by_text("values rebuilt").click()
    expect(line).to_contain_text("reconstructed")
