"""A browser of the machine, and a server for each module."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from ardennes.engine.game import game_folders
from ardennes.server.pictures import digest_of_drawing, draw
from tests.page.driving import Player
from tests.server.serving import Server, serving

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
PATIENCE = 30_000
"""Milliseconds for whatever is waited for: a busy machine is no reason to fail."""
expect.set_options(timeout=PATIENCE)


def chromium() -> str:
    """The browser of this machine."""
    found = next((path for path in map(shutil.which, NAMES) if path), None)
    assert found, "Chromium is needed to test the page: install the package chromium"
    return found


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, "executable_path": chromium(), "args": FLAGS}


@pytest.fixture(scope="session", autouse=True)
def drawn_maps() -> None:
    """No test waits for a drawing that another run has left in the user's caches, or this one makes first of all."""
    for folder in game_folders().values():
        if (folder / "game.py").exists():
            draw(bool, str(folder), digest_of_drawing(folder))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("games")) as running:
        yield running


@pytest.fixture
def player(browser: Browser, server: Server) -> Iterator[Callable[..., Player]]:
    """Makes players, each with a browser window of their own; none may see an error."""
    contexts: list[BrowserContext] = []
    players: list[Player] = []

    def make(width: int = 1280, height: int = 800, **more: Any) -> Player:
        context = browser.new_context(viewport={"width": width, "height": height}, **more)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        players.append(Player(context.new_page(), server))
        return players[-1]

    yield make
    for made in players:
        assert made.troubles == []
    for context in contexts:
        context.close()
