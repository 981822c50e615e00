"""Every game as a PettingZoo environment: for those who train agents of their own."""

from ardennes.env.game_env import GameEnv, make

__all__ = ["GameEnv", "make"]
