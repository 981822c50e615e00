"""Opponents: each sits at one side of a table, sees that side's views only, and answers what it is asked."""

from ardennes.players import greedy, planner, pupil, random_player, scripted
from ardennes.players.judgement import evaluate
from ardennes.players.planner import LEVELS, OPPONENTS, call_of
from ardennes.players.play import play_on
from ardennes.players.player import Considering, Player, Thought, player_names, seat, sit_down

__all__ = [
    "LEVELS",
    "OPPONENTS",
    "Considering",
    "Player",
    "Thought",
    "call_of",
    "evaluate",
    "greedy",
    "planner",
    "play_on",
    "player_names",
    "pupil",
    "random_player",
    "scripted",
    "seat",
    "sit_down",
]
