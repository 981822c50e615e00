"""Trains a tiny agent to beat random play at Crossroads, in about a minute: ``python examples/train_agent.py``.

The agent has one table: how much it likes an action in a situation, and a situation is what it is asked and what it has
picked so far. After each game the actions of the winner are liked more and those of the loser less (REINFORCE with a
running average as its baseline). It is no good general; it shows how an environment is used.
"""

from __future__ import annotations

import random
import zlib

import numpy as np
import numpy.typing as npt
from rich.progress import track

from ardennes.env import GameEnv, make

GAMES, TESTS = 3000, 300
SITUATIONS = 1024
FIRST_RATE, COOLING = 0.3, 0.9993
"""How fast the agent learns in its first game, and what is left of that from one game to the next."""
Step = tuple[int, list[int], int, npt.NDArray[np.float64]]
"""A situation, the actions there were, the place of the chosen one among them, and their probabilities."""


class TinyAgent:
    """Chooses by its table of preferences and learns from results."""

    def __init__(self, env: GameEnv, seed: int) -> None:
        self.draw = random.Random(seed)
        self.liking = np.zeros((SITUATIONS, env.actions.count))
        self.usual_result = [0.0, 0.0]
        self.rate = FIRST_RATE
        self.memory: list[Step] = []
        self._picked = env.layout.parts["looks"].start

    def act(self, observation: dict[str, npt.NDArray[np.int8]]) -> int:
        """An action, by chance, those that are liked more being likelier."""
        numbers, actions = observation["observation"], np.flatnonzero(observation["action_mask"]).tolist()
        situation = zlib.crc32(numbers[self._picked :].tobytes()) % SITUATIONS
        liking = self.liking[situation, actions]
        chances = np.exp(liking - liking.max())
        chances /= chances.sum()
        place = self.draw.choices(range(len(actions)), chances)[0]
        self.memory.append((situation, actions, place, chances))
        return actions[place]

    def learn(self, side: int, result: float) -> None:
        """After a game: do again what went better than usual."""
        surprise = result - self.usual_result[side]
        self.usual_result[side] += 0.02 * surprise
        for situation, actions, place, chances in self.memory:
            self.liking[situation, actions] -= self.rate * surprise * chances
            self.liking[situation, actions[place]] += self.rate * surprise
        self.memory.clear()
        self.rate *= COOLING


def play(env: GameEnv, agent: TinyAgent, side: int, chance: random.Random) -> float:
    """One game against random play; 1 if the agent wins, -1 if it loses."""
    env.reset()
    own = env.possible_agents[side]
    while not any(env.terminations.values()):
        observation = env.observe(env.agent_selection)
        if env.agent_selection == own:
            env.step(agent.act(observation))
        else:
            env.step(chance.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    return float(env.rewards[own])


def train(games: int, sides: tuple[int, ...] = (0, 1), seed: int = 1) -> tuple[GameEnv, TinyAgent]:
    """An agent after so many games, on these sides in turn."""
    env, chance = make("crossroads", scenario="noon", standing_orders=False), random.Random(seed)
    agent = TinyAgent(env, seed)
    env.reset(seed=seed)
    for game in track(range(games), "Training"):
        side = sides[game % len(sides)]
        agent.learn(side, play(env, agent, side, chance))
    return env, agent


def share_won(env: GameEnv, agent: TinyAgent, side: int, games: int, seed: int = 2) -> float:
    """How many games the agent wins as one side, when it does not learn from them."""
    chance, won = random.Random(seed), 0
    env.reset(seed=seed)
    for _ in range(games):
        won += play(env, agent, side, chance) > 0
        agent.memory.clear()
    return won / games


def main() -> None:
    for games in (0, GAMES):
        env, agent = train(games)
        for side, name in enumerate(env.possible_agents):
            share = share_won(env, agent, side, TESTS)
            print(f"after {games} games of training: {name} wins {share:.0%} of {TESTS} against random play")


if __name__ == "__main__":
    main()
