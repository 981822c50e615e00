"""A player in front of a real browser: finds hexes on the map and clicks them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page, WebSocket, WebSocketRoute, expect

from tests.server.serving import Server, bearing

MAP = "canvas[role=application]"
WHOLE_MAP = "button[title$='(f)']"
QUIET = {"welcomed": True, "speed": "off", "theme": "light", "language": "en", "askEnd": False}

AT_REST = """map => new Promise(done => {
  const look = last => {
    const box = map.getBoundingClientRect();
    const now = `${box.x} ${box.y} ${map.dataset.camera}`;
    if (now === last) done(now); else setTimeout(look, 20, now);
  };
  look("");
})"""
"""Where the map lies and what it shows, when it has stopped moving: bars that open or close move it."""


class Player:
    """Someone who plays by mouse, keyboard or finger. What the page heard and sent is kept."""

    def __init__(self, page: Page, server: Server) -> None:
        self.page, self.server = page, server
        self.heard: dict[str, list[dict[str, Any]]] = {}
        self.latest: dict[str, dict[str, Any]] = {}
        self.places: dict[str, list[int]] = {}
        """Where every unit is, as each seat was told."""
        self.raw: list[str] = []
        self.sent: list[str] = []
        self.troubles: list[str] = []
        page.add_init_script(f"localStorage.setItem('ardennes-settings', '{json.dumps(QUIET)}')")
        page.on("websocket", self._listen)
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("console", lambda line: self.troubles.append(line.text) if line.type == "error" else None)

    def _listen(self, socket: WebSocket) -> None:
        token = ""

        def sent(frame: str | bytes) -> None:
            nonlocal token
            self.sent.append(str(frame))
            token = token or json.loads(frame)["token"]

        socket.on("framesent", sent)
        socket.on("framereceived", lambda frame: self._hear(token, str(frame)))

    def _hear(self, token: str, frame: str) -> None:
        self.raw.append(frame)
        message = json.loads(frame)
        self.heard.setdefault(token, []).append(message)
        if message["is"] == "presence" and token in self.latest:
            self.latest[token] = {**self.latest[token], **message, "is": self.latest[token]["is"]}
        if message["is"] not in ("table", "change"):
            return
        self.latest[token] = message
        if message["is"] == "table":
            self.places[token] = list(message["columns"]["where"])
        else:
            for unit, place in message["columns"].get("where", []):
                self.places[token][unit] = place

    # --- lobby -----------------------------------------------------------------------------------

    def enter(self, *, lobby: bool = True) -> None:
        """As the owner of the server; without a look at the lobby where a table is opened at once."""
        if not lobby:
            reply = self.page.context.request.post(f"{self.server.base}/api/enter", data={"key": self.server.key})
            assert reply.status == 204, reply.text()
            return
        self.page.goto(self.server.start_link)
        self.page.wait_for_url(f"{self.server.base}/")

    def begin(self, game: str, scenario: str) -> None:
        """A table for both sides, as the lobby would make it, which is left out."""
        self.enter(lobby=False)
        wanted = {"game": game, "scenario": scenario, "options": [], "players": ["", ""]}
        reply = self.page.context.request.post(f"{self.server.base}/api/tables", data=wanted)
        assert reply.status == 201, reply.text()
        self.open("/".join(reply.json()["seats"]))

    def start(
        self, game: str, scenario: str = "", seating: str = "Both sides here", options: Sequence[str] = ()
    ) -> None:
        """Three clicks from the lobby to the table."""
        self.page.locator(".games").get_by_role("button", name=game).click()
        if scenario:
            self.page.get_by_role("radio", name=scenario).check()
        for option in options:
            self.page.get_by_role("checkbox", name=re.compile(f"^{option}")).check()
        self.page.get_by_role("radio", name=seating).check()
        self.page.get_by_role("button", name="Start").click()
        self.sit_down()

    def open(self, token: str) -> None:
        self.page.goto(f"{self.server.base}/#/seat/{token}")
        self.sit_down()

    def sit_down(self, *, whole_map: bool = True) -> None:
        """Waits for the table; then looks at the whole map, unless the first look is wanted."""
        self.page.locator(f"{MAP}[data-camera]").wait_for()
        self.wait_until(lambda: all(token in self.latest for token in self.tokens), "the first message")
        if whole_map:
            self.page.locator(WHOLE_MAP).click()
        fetch = "headers => fetch('/api/seat/data', {headers}).then(reply => reply.text())"
        self.data = json.loads(self.page.evaluate(fetch, bearing(self.tokens[0])))  # As a text it comes much faster.

    @property
    def tokens(self) -> list[str]:
        return str(self.page.evaluate("location.hash")).split("/")[2:]

    # --- what stands on the table ----------------------------------------------------------------

    @property
    def asked(self) -> dict[str, Any]:
        """The question, as the seat that must answer heard it."""
        found = [self.latest[token]["asked"] for token in self.tokens]
        return next(asked for asked in found if asked["options"])

    @property
    def prompt(self) -> str:
        return self.page.locator(".prompt").inner_text()

    def options(self, verb: str) -> list[int]:
        number = self.verb(verb)
        return [option & 0xFFFF for option in self.asked["options"] if option >> 16 == number]

    def verb(self, name: str) -> int:
        return next(number for number, verb in enumerate(self.data["verbs"]) if verb["name"] == name)

    def unit(self, id: str) -> int:
        return next(number for number, counter in enumerate(self.data["counters"]) if counter["id"] == id)

    def hex(self, label: str) -> int:
        return int(self.data["hexes"]["label"].index(label))

    def centre(self, hex: int) -> tuple[float, float]:
        """Kilometres east and north."""
        return self.data["hexes"]["x"][hex], self.data["hexes"]["y"][hex]

    def hexes_of(self, hexside: int) -> tuple[int, int]:
        return self.data["hexsides"]["one"][hexside], self.data["hexsides"]["other"][hexside]

    def where(self, unit: int, token: str = "") -> int:
        """Where a unit is, as a seat was told; as the seat that decides was told, if none is named."""
        return self.places[token or self.deciding or self.tokens[0]][unit]

    def stack(self, hex: int) -> list[int]:
        """The counters on a hex, as the page piles them."""
        return [unit for unit in range(len(self.data["counters"])) if self.where(unit) == hex]

    @property
    def deciding(self) -> str:
        """The seat of this window that must answer; empty if none must."""
        return next((token for token in self.tokens if (self.latest[token]["asked"] or {}).get("options")), "")

    @property
    def rev(self) -> int:
        return min(int(self.latest[token]["rev"]) for token in self.tokens)

    def clock(self, name: str) -> Any:
        return self.latest[self.tokens[0]]["clocks"][name]

    def wait_until(self, come: Callable[[], bool], what: str) -> None:
        """Lets the page work until something has come about."""
        for _ in range(1200):
            if come():
                return
            self.page.wait_for_timeout(25)
        raise AssertionError(f"{what} never came about; the prompt says: {self.prompt}")

    def frames(self, number: int) -> None:
        """Lets the page draw so many times."""
        for _ in range(number):
            self.page.evaluate("() => new Promise(requestAnimationFrame)")

    # --- hands -----------------------------------------------------------------------------------

    def spot(self, hex: int, east: float = 0.0, south: float = 0.0) -> tuple[float, float]:
        """Where a hex is on the screen once the map stands still, or a place some kilometres from its middle."""
        right, down, left, top, scale = map(float, str(self.page.locator(MAP).evaluate(AT_REST)).split())
        x, y = self.centre(hex)
        return right + (x + east - left) * scale, down + (-y + south - top) * scale

    def click(self, hex: int) -> None:
        self.page.mouse.click(*self.spot(hex))

    def tap(self, hex: int) -> None:
        self.page.touchscreen.tap(*self.spot(hex))

    def point_at(self, hex: int) -> None:
        self.page.mouse.move(*self.spot(hex))

    def press(self, label: str) -> None:
        self.page.locator(".bar").get_by_role("button", name=label).first.click()

    def expect_prompt(self, pattern: str) -> None:
        expect(self.page.locator(".prompt")).to_contain_text(re.compile(pattern))

    def expect_at(self, unit: int, hex: int) -> None:
        """Waits until a unit has come to a hex, and ends its move where it could go on."""
        self.wait_until(lambda: self.where(unit) == hex, "the move")
        if self.asked["units"]:
            self.press("Stop the unit here")
        self.expect_prompt("move a unit")

    def expect_refusal(self, rule: str) -> None:
        expect(self.page.locator(".toast.refused .rule").last).to_have_text(rule)


class Wire:
    """The line between page and server; what the server says can be held back for a while."""

    def __init__(self, player: Player) -> None:
        self.held: list[Callable[[], None]] | None = None
        player.page.route_web_socket("**/live", self._lay)

    def _lay(self, page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def hear(message: str | bytes) -> None:
            if self.held is None:
                page.send(message)
            else:
                self.held.append(lambda: page.send(message))

        server.on_message(hear)

    @contextmanager
    def slow(self) -> Iterator[None]:
        """Nothing is heard until the hands have done what they do."""
        self.held = []
        yield
        held, self.held = self.held, None
        for send in held:
            send()
