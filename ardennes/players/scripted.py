"""The script of a game alone, at any prices: ``script:plan=attack,harm=x2``. For trials of a price, and to look for
what beats the others."""

from __future__ import annotations

import random

from ardennes.engine.advice import AnyAdvice, AnyScript, Plan
from ardennes.engine.game import AnyGame
from ardennes.engine.position import Position
from ardennes.errors import ArdennesError
from ardennes.numbers import Side
from ardennes.players.advisers import advice_for
from ardennes.players.greedy import by_script
from ardennes.players.lookahead import look_ahead
from ardennes.players.player import ANY, Player, Settings, seat


class ScriptPlayer(Player):
    """One plan, played again in every turn without looking ahead."""

    def __init__(self, game: AnyGame, side: Side, seed: str, settings: Settings) -> None:
        super().__init__(game, side, seed)
        self._chance = random.Random(f"{seed}:{side}")
        self._name, self._prices = settings.get("plan", ""), {k: v for k, v in settings.items() if k != "plan"}
        self._stage = -1
        self._script: AnyScript | None = None

    def choose(self, view: Position) -> int:
        assert view.asked is not None
        advice = advice_for(view.data)
        if advice is None:
            return look_ahead(view, self.side, self._chance)
        direct_answer = advice.direct_answer(view, self.side)
        if direct_answer is not None:
            return direct_answer.option
        p = advice.reveal_all(view.determinize(str(self._chance.random())))
        stage = advice.stage(p)
        if self._script is None or stage != self._stage:
            self._stage, self._script = stage, advice.script(self.side, self._plan(advice, p))
        return by_script(self._script, p, view, self._chance)

    def _plan(self, advice: AnyAdvice, p: Position) -> Plan:
        plans = advice.plans(p, self.side), advice.replies(p, self.side)
        named = {plan.name: plan for group in reversed(plans) for plan in reversed(group)}
        if self._name and self._name not in named:
            raise ArdennesError(f"player 'script': there is no plan {self._name!r}; there are {', '.join(named)}")
        plan = named[self._name] if self._name else advice.plans(p, self.side)[0]
        return advice.priced(plan, self._prices)


@seat("script", ANY)
def script_player(game: AnyGame, side: Side, seed: str, settings: Settings) -> Player:
    return ScriptPlayer(game, side, seed, settings)
