"""Opponents: each sits at one side of a table, sees that side's views only, and answers what it is asked."""

from ardennes.players import greedy, planner, random_player, scripted
from ardennes.players.judgement import evaluate
from ardennes.players.planner import LEVELS
from ardennes.players.play import play_on
from ardennes.players.player import Considering, Player, Thought, player_names, seat, sit_down

__all__ = [
    "LEVELS",
    "Considering",
    "Player",
    "Thought",
    "evaluate",
    "greedy",
    "planner",
    "play_on",
    "player_names",
    "random_player",
    "scripted",
    "seat",
    "sit_down",
]
