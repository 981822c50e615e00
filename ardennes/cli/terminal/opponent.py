"""The computer at the terminal: it plays a side as it would on the page, and coaches the others."""

from __future__ import annotations

from collections.abc import Mapping

from ardennes.engine.match import Match
from ardennes.engine.notation import write_option
from ardennes.numbers import Side
from ardennes.players import Player, call_of, sit_down
from ardennes.players.coaching import coach, in_words

ADVISER = "planner:level=normal"


class Opponents:
    """The sides the computer plays, and whether it says what it would have done in a person's turn."""

    def __init__(self, match: Match, levels: Mapping[Side, str], *, coached: bool) -> None:
        self.coached = coached
        self.players: dict[int, Player] = {
            side: sit_down(call_of(level), match.game, side, f"terminal:{side}") for side, level in levels.items()
        }
        self._told = len(match.records)

    def is_asked(self, match: Match) -> bool:
        return match.asked is not None and match.asked.side in self.players

    def play(self, match: Match) -> None:
        """Answers for the computer until a person must decide, or the game is over."""
        while match.asked is not None and match.asked.side in self.players:
            side = match.asked.side
            match.apply(self.players[side].choose(match.position.view(side)), side)

    def lesson(self, match: Match, side: Side, language: str) -> str:
        """One sentence on a person's last turn; empty where nothing is to be said."""
        if not self.coached or side in self.players:
            return ""
        found = coach(match, side, sit_down(ADVISER, match.game, side, "terminal:coach"), self._told)
        if found is None:
            return ""
        self._told = found.last
        return in_words(match, found, [write_option(match.position.data, option) for option in found.options], language)
