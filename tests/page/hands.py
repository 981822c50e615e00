"""Choosing an option as people do: by mouse, by finger, or with the keyboard alone."""

from __future__ import annotations

import random

from playwright.sync_api import expect

from tests.page.driving import MAP, WHOLE_MAP, Player

MENU = ".menu[role=group]"
STACK_STEP = 0.09
"""How far a stack leans, in hexes."""
DOUBLE_TAP = 350
"""Milliseconds; of two taps within this time the page rightly takes the second for a slip."""
PATIENCE = 9
"""After so many choices a player turn is brought to its end."""


class Hands:
    """What all ways of choosing share: reaching for an option where it lies, and waiting until it has been done."""

    def __init__(self, player: Player) -> None:
        self.player, self.page = player, player.page

    def choose(self, option: int) -> None:
        """Chooses an option of the question, and which is meant where the page asks; waits until it is done."""
        player, before = self.player, self.player.rev
        expect(self.page.locator(".prompt")).to_contain_text(player.asked["prompt"])
        kind, thing = str(player.data["verbs"][option >> 16]["kind"]), option & 0xFFFF
        listed = self.page.locator(f"[data-taking='{option}']")
        if kind == "unit" and player.where(thing) >= 0 and self.is_covered(player.where(thing)) and listed.count():
            listed.click()
        elif kind == "unit" and player.where(thing) >= 0:
            self.at(player.where(thing), *self._lean(thing))
        elif kind == "hex":
            self.at(thing)
        elif kind == "hexside":
            self.at(player.hexes_of(thing)[0], *self._half_way(thing))
        else:
            self.button(option)
        menu = self.page.locator(MENU)
        player.wait_until(lambda: player.rev > before or menu.count() > 0, "a change")
        if player.rev == before:
            self.entry(option)
        player.wait_until(lambda: player.rev > before, "a change")

    def is_covered(self, hex: int) -> bool:
        """Whether a sheet lies over a hex even when the whole map is shown; who takes part can be ticked in it."""
        return False

    def at(self, hex: int, east: float = 0.0, south: float = 0.0) -> None:
        """Chooses what lies at a place on the map."""
        raise NotImplementedError

    def button(self, option: int) -> None:
        """Presses one of the buttons beside the prompt."""
        raise NotImplementedError

    def entry(self, option: int) -> None:
        """Says which of several things was meant."""
        raise NotImplementedError

    def _lean(self, unit: int) -> tuple[float, float]:
        """Where a counter lies in its stack, in kilometres from the middle of the hex."""
        stack = self.player.stack(self.player.where(unit))
        shift = (stack.index(unit) - (len(stack) - 1) / 2) * STACK_STEP * min(1, 3 / len(stack))
        return shift * self.player.data["km_per_hex"], -shift * self.player.data["km_per_hex"]

    def _half_way(self, hexside: int) -> tuple[float, float]:
        (x, y), (to_x, to_y) = map(self.player.centre, self.player.hexes_of(hexside))
        return (to_x - x) / 2, (y - to_y) / 2


class Mouse(Hands):
    """Clicks counters, hexes, hexsides and buttons."""

    def is_covered(self, hex: int) -> bool:
        if not self._in_sight(hex):
            self.page.locator(WHOLE_MAP).click()
        return not self._in_sight(hex)

    def at(self, hex: int, east: float = 0.0, south: float = 0.0) -> None:
        if not self._in_sight(hex):
            self.page.locator(WHOLE_MAP).click()
        self.page.mouse.move(*self.player.spot(hex, east, south))
        self.page.mouse.click(*self.player.spot(hex, east, south))

    def button(self, option: int) -> None:
        self.page.locator(f".bar [data-option='{option}']").click()

    def entry(self, option: int) -> None:
        self.page.locator(f"{MENU} [data-option='{option}']").click()

    def _in_sight(self, hex: int) -> bool:
        """Whether the map itself, and not a panel, lies at a hex."""
        there = "([x, y, map]) => document.elementFromPoint(x, y)?.matches(map) ?? false"
        return bool(self.page.evaluate(there, [*self.player.spot(hex), MAP]))


class Finger(Mouse):
    """Taps."""

    def at(self, hex: int, east: float = 0.0, south: float = 0.0) -> None:
        if not self._in_sight(hex):
            self.page.locator(WHOLE_MAP).tap()
        self.page.touchscreen.tap(*self.player.spot(hex, east, south))

    def button(self, option: int) -> None:
        self.page.wait_for_timeout(DOUBLE_TAP)
        self.page.locator(f".bar [data-option='{option}']").tap()

    def entry(self, option: int) -> None:
        self.page.locator(f"{MENU} [data-option='{option}']").tap()


class Keyboard(Hands):
    """Tab, Enter and the number keys."""

    def at(self, hex: int, east: float = 0.0, south: float = 0.0) -> None:
        canvas = self.page.locator(MAP)
        for _ in range(300):
            if canvas.evaluate("map => (map.focus(), map.dataset.cursor)") == str(hex):
                break
            self.page.keyboard.press("Tab")
        self.page.keyboard.press("Enter")

    def button(self, option: int) -> None:
        if self.page.locator(f".bar [data-part=end-phase][data-option='{option}']").count():
            self.page.keyboard.press("e")
            return
        buttons = self.page.locator(".bar [data-option]").all()
        number = [button.get_attribute("data-option") for button in buttons].index(str(option)) + 1
        if number <= 9:
            self.page.keyboard.press(str(number))
        else:
            self._tab_to(".bar", option)

    def entry(self, option: int) -> None:
        self._tab_to(MENU, option)

    def _tab_to(self, where: str, option: int) -> None:
        wanted = self.page.locator(f"{where} [data-option='{option}']")
        for _ in range(60):
            if wanted.evaluate("button => button === document.activeElement"):
                break
            self.page.keyboard.press("Tab")
        self.page.keyboard.press("Enter")


def play_a_turn(hands: Hands, seed: int, patience: int = PATIENCE) -> list[str]:
    """Plays both sides until the next turn begins: anything that is offered, then the end. Returns the verbs used."""
    player, draw = hands.player, random.Random(seed)
    turn, side, chosen, used = player.clock("turn"), -1, 0, []
    while player.clock("turn") == turn and player.deciding:
        verbs = [verb["name"] for verb in player.data["verbs"]]
        asked = player.asked
        side, chosen = asked["side"], chosen + 1 if asked["side"] == side else 0
        kinds = sorted({option >> 16 for option in asked["options"]})
        ends = [kind for kind in kinds if verbs[kind] == "done"]
        others = [kind for kind in kinds if kind not in ends]
        kind = ends[0] if ends and (chosen > patience or not others) else draw.choice(others)
        hands.choose(draw.choice([option for option in asked["options"] if option >> 16 == kind]))
        used.append(verbs[kind])
    return used
