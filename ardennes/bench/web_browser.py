"""The page in a real browser: how soon a table is there, how soon a click shows, how smoothly the map moves."""

from __future__ import annotations

import json
import math
import shutil
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median
from typing import Any, NamedTuple

from ardennes.bench.findings import Finding, at_least, at_most, beside, percentile
from ardennes.bench.shape import SHAPE
from ardennes.bench.web_server import Server
from ardennes.errors import ArdennesError
from ardennes.numbers import Hex

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
WIDE, HIGH = 1280, 800
LOOKS_AT = (WIDE * 0.62, HIGH * 0.55)
LEVELS = {"the whole map": 0, "symbols": 20, "symbols and strengths": 32, "all of a counter": 60}
"""Pixels of a hex at which the page draws more and more of a counter."""
MAP = "canvas[role=application]"
SETTINGS = {"welcomed": True, "speed": "off", "language": "en"}
WATCH = """
localStorage.setItem('ardennes-settings', SETTINGS);
addEventListener('pointerup', event => { window.clickedAt = event.timeStamp; window.shownAt = 0; }, true);
const painted = then => requestAnimationFrame(() => setTimeout(() => then(performance.now())));
new MutationObserver(changes => {
  const prompt = document.querySelector('.prompt');
  if (!window.readyAt && prompt && document.querySelector("MAP[data-camera]")) {
    window.readyAt = Infinity;
    painted(now => { window.readyAt = now; });
  }
  if (window.clickedAt && !window.shownAt && changes.some(change => prompt?.contains(change.target))) {
    window.shownAt = Infinity;
    painted(now => { window.shownAt = now; });
  }
}).observe(document, {subtree: true, childList: true, characterData: true, attributes: true});
""".replace("SETTINGS", repr(json.dumps(SETTINGS))).replace("MAP", MAP)
COUNT_FRAMES = """() => {
  window.frames_ = []; window.counting = true;
  const next = now => { window.frames_.push(now); if (window.counting) requestAnimationFrame(next); };
  requestAnimationFrame(next);
}"""
FRAMES = "() => { window.counting = false; return [...new Set(window.frames_)]; }"


@contextmanager
def browser() -> Iterator[Any]:
    """A browser of this machine, without a window and without a graphics card."""
    try:
        from playwright.sync_api import sync_playwright
    except ModuleNotFoundError:
        raise ArdennesError("the bench of the page needs Playwright: pip install 'ardennes[bench]'") from None
    path = next((found for found in map(shutil.which, BROWSERS) if found), None)
    if path is None:
        raise ArdennesError(f"the bench of the page needs a browser; none of {', '.join(BROWSERS)} is installed")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield found
        found.close()


class Frames(NamedTuple):
    rate: float
    """Pictures a second."""
    work: float
    """Milliseconds of the page's thread for one of them."""


class Onlooker:
    """A player whose browser notes when things can be seen."""

    def __init__(self, browser: Any, server: Server) -> None:
        self.context = browser.new_context(viewport={"width": WIDE, "height": HIGH}, bypass_csp=True)
        self.page = self.context.new_page()
        self.page.add_init_script(WATCH)
        self.page.on("websocket", lambda socket: socket.on("framereceived", self._hear))
        self._meter = self.context.new_cdp_session(self.page)
        self._meter.send("Performance.enable", {"timeDomain": "threadTicks"})
        self.server = server
        self.where: list[Hex] = []
        self.asked: dict[str, Any] = {}

    def _hear(self, frame: str) -> None:
        message = json.loads(frame)
        if message["is"] == "table":
            self.where = message["columns"]["where"]
        elif message["is"] == "change":
            for unit, place in message["columns"].get("where", []):
                self.where[unit] = place
        self.asked = message.get("asked") or self.asked

    def open(self, token: str) -> float:
        """Opens a seat; milliseconds until the table can be used."""
        self.page.goto(f"{self.server.base}/#/seat/{token}")
        self.page.wait_for_function("window.readyAt && window.readyAt < Infinity")
        self.data = self.server.ask("/api/seat/data", token=token)
        return float(self.page.evaluate("window.readyAt"))

    def spot(self, hex: Hex) -> tuple[float, float]:
        canvas = self.page.locator(MAP)
        left, top, scale = map(float, canvas.get_attribute("data-camera").split())
        box, hexes = canvas.bounding_box(), self.data["hexes"]
        return box["x"] + (hexes["x"][hex] - left) * scale, box["y"] + (-hexes["y"][hex] - top) * scale

    def places(self) -> list[Hex]:
        """The hexes in sight where a click means one thing and no other."""
        kinds = [verb["kind"] for verb in self.data["verbs"]]
        things = [(kinds[option >> 16], option & 0xFFFF) for option in self.asked["options"]]
        hexes = [self.where[thing] if kind == "unit" else thing for kind, thing in things if kind in ("unit", "hex")]
        return [hex for hex, many in Counter(hexes).items() if many == 1 and hex >= 0 and self._in_sight(hex)]

    def _in_sight(self, hex: Hex) -> bool:
        x, y = self.spot(hex)
        there = "([x, y, map]) => document.elementFromPoint(x, y)?.matches(map) ?? false"
        return bool(self.page.evaluate(there, [x, y, MAP]))

    def click_to_highlight(self, hex: Hex) -> float:
        """Milliseconds from a click until what can be chosen next glows; then the choice is taken back."""
        self.page.mouse.click(*self.spot(hex))
        self.page.wait_for_function("window.shownAt && window.shownAt < Infinity")
        taken = float(self.page.evaluate("window.shownAt - window.clickedAt"))
        self.page.keyboard.press("Escape")
        self.page.wait_for_timeout(300)
        return taken

    def frames(self, move: Callable[[float], None], seconds: float) -> Frames:
        """How many pictures a second there are while the map moves, and what one of them costs."""
        self.page.evaluate(COUNT_FRAMES)
        before = self._processor_time()
        move(seconds)
        times = self.page.evaluate(FRAMES)
        count = len(times) - 1
        return Frames(count / (times[-1] - times[0]) * 1000, (self._processor_time() - before) / count)

    def _processor_time(self) -> float:
        """Milliseconds the page's own thread has been at work; others on the machine do not count."""
        metrics = self._meter.send("Performance.getMetrics")["metrics"]
        return 1000 * float(next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration"))

    def pan(self, seconds: float) -> None:
        """Drags the map about in large circles."""
        mouse, end, turn = self.page.mouse, time.monotonic() + seconds, 0.0
        mouse.move(WIDE * 0.4, HIGH * 0.5)
        mouse.down()
        while time.monotonic() < end:
            turn += 0.05
            mouse.move(WIDE * 0.4 + 250 * math.sin(turn), HIGH * 0.5 + 180 * (1 - math.cos(turn)) / 2)
        mouse.up()

    def zoom(self, seconds: float) -> None:
        """Goes in and out by the wheel."""
        mouse, end, step = self.page.mouse, time.monotonic() + seconds, 0
        mouse.move(*LOOKS_AT)
        while time.monotonic() < end:
            mouse.wheel(0, 60 if step // 20 % 2 else -60)
            step += 1

    def come_to(self, pixels: int) -> None:
        """Shows the whole map, then comes closer until a hex has so many pixels; waits until all is painted."""
        self.page.keyboard.press("f")
        self.page.mouse.move(*LOOKS_AT)
        while self.hex_pixels < pixels:
            self.page.mouse.wheel(0, -30)
            self.page.wait_for_timeout(10)
        self.page.wait_for_timeout(800)

    @property
    def hex_pixels(self) -> float:
        """How wide a hex is on the screen."""
        scale = float(self.page.locator(MAP).get_attribute("data-camera").split()[2])
        return scale * float(self.data["km_per_hex"])


def table_findings(server: Server, browser: Any, game: str, *, times: int, clicks: int) -> list[Finding]:
    """The first sight of a table, and a click on a unit, in a game people play."""
    token = server.new_table(game)["seats"][0]
    firsts, highlights = [], []
    for _ in range(times):
        player = Onlooker(browser, server)
        firsts.append(player.open(token))
        highlights += _clicks(player, clicks)
        player.context.close()
    return [_first_finding("", firsts), _click_finding("", highlights)]


def shape_findings(server: Server, browser: Any, *, times: int, clicks: int, seconds: float) -> list[Finding]:
    """The largest map with all its counters; beside it how many pictures a second the machine has for an empty page."""
    token, firsts = server.new_table(SHAPE)["seats"][0], []
    for _ in range(times):
        player = Onlooker(browser, server)
        firsts.append(player.open(token))
        if len(firsts) < times:
            player.context.close()
    where = f" on the largest map with {len(player.data['counters'])} counters"
    found = [_first_finding(where, firsts), _click_finding(where, _clicks(player, clicks))]
    found.append(_empty_finding(browser, server, seconds))
    for level, pixels in LEVELS.items():
        for name, move in (("pan", player.pan), ("zoom", player.zoom)):
            player.come_to(pixels)
            detail = f"{player.hex_pixels:.0f} pixels a hex"
            found.append(_smooth_finding(f"{name}, {level},{where}", player.frames(move, seconds), detail))
    player.come_to(LEVELS["symbols and strengths"])
    player.page.mouse.click(*player.spot(player.places()[0]))
    player.page.wait_for_function("window.shownAt && window.shownAt < Infinity")
    shown = f"{len(player.asked['options'])} options"
    found.append(_smooth_finding(f"pan with the reach of a unit,{where}", player.frames(player.pan, seconds), shown))
    player.context.close()
    return found


def _empty_finding(browser: Any, server: Server, seconds: float) -> Finding:
    nobody = Onlooker(browser, server)
    nobody.page.goto("about:blank")
    frames = nobody.frames(nobody.pan, seconds)
    nobody.context.close()
    return beside("pan, an empty page", frames.rate, "fps", f"{frames.work:.1f} ms of the page's thread a picture")


def _smooth_finding(name: str, frames: Frames, detail: str) -> Finding:
    work = f"{WIDE}×{HIGH}, {detail}, {frames.work:.1f} ms of the page's thread a picture"
    return at_least(name, frames.rate, "fps", 50, work)


def _first_finding(where: str, firsts: list[float]) -> Finding:
    seconds = [first / 1000 for first in firsts]
    detail = f"{len(seconds)} times, longest {max(seconds):.2f} s"
    return at_most(f"first usable table{where}, median of fresh browsers", median(seconds), "s", 1.5, detail)


def _clicks(player: Onlooker, many: int) -> list[float]:
    places = player.places()
    return [player.click_to_highlight(places[number % len(places)]) for number in range(many)]


def _click_finding(where: str, clicks: list[float]) -> Finding:
    detail = f"{len(clicks)} clicks, median {median(clicks):.0f} ms, longest {max(clicks):.0f} ms"
    return at_most(f"from a click to the highlight{where}, p95", percentile(clicks, 95), "ms", 100, detail)
