"""A game as a PettingZoo environment: two agents, one question at a time."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from ardennes.engine.anytime import act_anytime, anytime_offers
from ardennes.engine.game import AnyGame, load_game
from ardennes.engine.game_data import GameData
from ardennes.engine.play import MOST_FORCED_ANSWERS
from ardennes.engine.position import Position
from ardennes.engine.procedure import carry_out, shown_to, why_not
from ardennes.engine.texts import Refused
from ardennes.env.actions import Actions
from ardennes.env.observations import Layout, Numbers, Observer
from ardennes.errors import ArdennesError
from ardennes.numbers import SIDES, Side, by_side
from ardennes.table_picture import TablePicture

Observation = dict[str, npt.NDArray[Any]]
RENDER_MODES = ["rgb_array"]
LONGEST_GAME = 20_000
"""Steps after which a game is broken off, where nothing else is said."""


def make(
    game: AnyGame | str,
    *,
    scenario: str = "",
    options: Iterable[str] = (),
    pack: Path | None = None,
    standing_orders: bool = True,
    longest: int = LONGEST_GAME,
    render_mode: str | None = None,
) -> GameEnv:
    """The environment of a game, with one of its scenarios and any of its options."""
    played = load_game(game) if isinstance(game, str) else game
    name, chosen = played.check_choice(scenario, options, pack)
    data = played.load_data(name, chosen, pack)
    return GameEnv(data, standing_orders=standing_orders, longest=longest, render_mode=render_mode)


class GameEnv(AECEnv):  # type: ignore[misc]
    """Each side is an agent; whoever is asked something has the turn.

    An observation is a dict of ``observation``, one flat array that ``layout`` explains, and ``action_mask``. When the
    game ends the winner gets 1 and the loser -1. Questions with a single answer answer themselves.
    """

    metadata = {"render_modes": RENDER_MODES, "is_parallelizable": False, "render_fps": 4}

    def __init__(
        self,
        data: GameData,
        *,
        standing_orders: bool = True,
        longest: int = LONGEST_GAME,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise ArdennesError(f"there is no render mode {render_mode!r}; there is rgb_array")
        if longest < 1:
            raise ArdennesError(f"the longest game has {longest} steps; it must have one at least")
        game = data.game
        self.game, self.data = game, data
        self.metadata = {**self.metadata, "name": f"{game.id}_{data.scenario}_v{game.info.rules_version}"}
        self.render_mode, self.longest = render_mode, longest
        self.anytime = standing_orders and bool(game.anytime)
        self.actions, self.layout = Actions(self.data), Layout(self.data)
        self.possible_agents: list[str] = list(game.sides)
        self.agents: list[str] = []
        self.position: Position | None = None
        """The truth, with everything that is hidden; agents get observations only."""
        self._observers = [Observer(self.layout, side) for side in SIDES]
        self._umpire = Observer(self.layout, None)
        self._observed: dict[int, Observation] = {}
        self._draw, _ = seeding.np_random()
        self._picture: TablePicture | None = None
        bounds = np.iinfo(self.layout.dtype)
        cells = spaces.Box(bounds.min, bounds.max, (self.layout.size,), self.layout.dtype)
        mask = spaces.Box(0, 1, (self.actions.count,), np.int8)
        self.state_space = cells
        self.observation_spaces = {
            agent: spaces.Dict({"observation": cells, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.actions.count) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    # --- playing ---------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. With a seed its dice, and those of the games after it, are always the same."""
        if seed is not None:
            self._draw, _ = seeding.np_random(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self.steps = 0
        self.position = self.game.start(self.data, str(self._draw.integers(2**63)))
        self._go_on(self.position)

    def step(self, action: int | None) -> None:
        """Does what the agent whose turn it is has chosen; Refused, with the rule, if that is not allowed."""
        agent, p = self.agent_selection, self._playing()
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ArdennesError(f"{agent} is asked for an action and gave none")
        self._carry_out(p, self.actions.option(int(action)))
        self._cumulative_rewards[agent] = 0.0
        self.steps += 1
        self._go_on(p)

    def _playing(self) -> Position:
        if self.position is None:
            raise ArdennesError("the environment has no game yet: call reset() first")
        return self.position

    def _carry_out(self, p: Position, option: int) -> None:
        asked = p.asked
        assert asked is not None
        if option in asked.options:
            carry_out(p, option)
            return
        for question, options in anytime_offers(p, asked.side) if self.anytime else ():
            if option in options:
                act_anytime(p, asked.side, question, option)
                return
        refusal = why_not(p, option)
        raise Refused(refusal, self.game.catalogue().refuse(refusal, self.data))

    def _go_on(self, p: Position) -> None:
        """Gives the forced answers, and the turn to whoever must decide."""
        forced = 0
        while p.asked is not None and len(p.asked.options) == 1:
            carry_out(p, p.asked.options[0])
            forced += 1
            if forced > MOST_FORCED_ANSWERS:
                raise RuntimeError(f"procedure {type(p.stack[-1]).__name__} never comes to a choice")
        self._observed.clear()
        if p.asked is not None:
            self.agent_selection = self.possible_agents[p.asked.side]
            if self.steps >= self.longest:
                self.truncations = dict.fromkeys(self.agents, True)
            return
        winner = p.over.winner if p.over is not None else None
        for side, agent in by_side(self.agents):
            self.rewards[agent] = 0.0 if winner is None else 1.0 if side == winner else -1.0
            self.terminations[agent] = True
        self._accumulate_rewards()

    # --- looking ---------------------------------------------------------------------------------

    def observe(self, agent: str) -> Observation:
        side, p = Side(self.possible_agents.index(agent)), self._playing()
        kept = self._observed.get(side)
        if kept is None:
            numbers = self._observers[side].read(shown_to(p, side), p.asked)
            kept = self._observed[side] = {"observation": numbers, "action_mask": self._mask(p, side)}
        return kept

    def _mask(self, p: Position, side: Side) -> npt.NDArray[np.int8]:
        if p.asked is None or p.asked.side != side:
            return self.actions.mask(())
        if not self.anytime:
            return self.actions.mask(p.asked.options)
        orders = (option for _, options in anytime_offers(p, side) for option in options)
        return self.actions.mask([*p.asked.options, *orders])

    def state(self) -> Numbers:
        """The truth in the cells of an observation, for training with a common critic. It shows what is hidden."""
        p = self._playing()
        return self._umpire.read(p, p.asked)

    def render(self) -> npt.NDArray[np.uint8] | None:
        """The table as the agent whose turn it is sees it."""
        if self.render_mode is None:
            return None
        if self._picture is None:
            self._picture = TablePicture(self.data)
        side = Side(self.possible_agents.index(self.agent_selection))
        return self._picture.draw(shown_to(self._playing(), side))

    def close(self) -> None:
        self._picture = None
