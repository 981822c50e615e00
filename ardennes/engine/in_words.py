"""Playing in words, for programs and for people at a Python prompt: options as ``move Pz``, refusals as sentences."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from ardennes.engine.notation import read_option, write_option
from ardennes.engine.play import Play
from ardennes.engine.position import Position
from ardennes.engine.procedure import About
from ardennes.engine.texts import Text
from ardennes.languages import FIRST_LANGUAGE
from ardennes.numbers import Side


class Preview(msgspec.Struct, frozen=True):
    """What can be known of an option before it is chosen."""

    summary: str
    """The odds in a sentence; empty where there are none."""
    cost: Fraction | None
    """Movement points; None where the option costs none."""
    path: tuple[str, ...]
    """The hexes to be entered, one after another."""
    tallies: dict[str, int]
    """Dice, odds or shifts by name, each the sum of its modifiers."""
    modifiers: dict[str, tuple[str, ...]]
    """What each of them is the sum of, in words."""
    chances: dict[str, float]
    """The chance of every result."""
    notes: tuple[str, ...]
    rules: tuple[str, ...]


class InWords(Play):
    """What a match is asked and told, in words; see :class:`~ardennes.engine.match.Match`."""

    def question(self, language: str = FIRST_LANGUAGE) -> str:
        """Who must decide what; or how the game ended.

        >>> from ardennes import Match
        >>> Match.new("crossroads", scenario="noon").question()
        'German: move a unit, or end the movement phase.'
        """
        return self.sentence(self.prompt(), language)

    def options(self) -> list[str]:
        """What may be answered; nothing when the game is over.

        >>> from ardennes import Match
        >>> Match.new("crossroads", scenario="noon").options()
        ['move Pz', 'move Gr1', 'move Gr2', 'done']
        """
        return [write_option(self.position.data, option) for option in self.asked.options] if self.asked else []

    def play(self, words: str, side: Side | None = None, language: str = FIRST_LANGUAGE) -> list[str]:
        """Carries an option out and tells what happened. A ``side`` is named by whoever gives an order out of turn.

        What is not allowed raises :class:`~ardennes.engine.texts.Refused` with reason and rule, and nothing changes.

        >>> from ardennes import Match
        >>> match = Match.new("crossroads", scenario="noon")
        >>> match.play("move Pz") + match.play("to 0602")
        ['Panzer battalion moves from 0703 East farm to 0602.']
        """
        happened = self.apply(read_option(self.position.data, words), side)
        return [self.sentence(event, language) for event in happened]

    def why_not(self, words: str, side: Side | None = None, language: str = FIRST_LANGUAGE) -> str | None:
        """Why something may not be done now, with the number of the rule; None if it may.

        >>> from ardennes import Match
        >>> match = Match.new("crossroads", scenario="noon")
        >>> match.why_not("move Sherman")
        '2.2: Tank company cannot move now: it is not yours, not on the map, or has moved.'
        """
        refusal = self.refusal(read_option(self.position.data, words), side)
        return None if refusal is None else self.game.catalogue(language).refuse(refusal, self.position.data)

    def preview(self, words: str, language: str = FIRST_LANGUAGE) -> Preview:
        """What can be known before choosing: cost and path of a move, the odds of an attack, the chance of each result.
        It is worked out by the functions that resolve the option.

        >>> from ardennes import Match
        >>> match = Match.new("crossroads", scenario="noon")
        >>> _ = match.play("move Pz")
        >>> move = match.preview("to 0502")
        >>> print(move.cost, *move.path)
        2 0603 0503 0502
        """
        return self._in_words(self.about(read_option(self.position.data, words)), language)

    def _in_words(self, about: About, language: str) -> Preview:
        board = self.position.data.board
        modifiers = {
            name: tuple(
                f"{entry.amount:+d} {self.sentence(Text(entry.code, entry.args), language)} ({entry.rule})"
                for entry in tally.entries
            )
            for name, tally in about.tallies.items()
        }
        return Preview(
            summary="" if about.summary is None else self.sentence(about.summary, language),
            cost=None if about.cost is None else Fraction(about.cost, self.game.points_in_one),
            path=tuple(board.label(hex) for hex in about.path),
            tallies={name: tally.total for name, tally in about.tallies.items()},
            modifiers=modifiers,
            chances=dict(about.chances),
            notes=tuple(self.sentence(note, language) for note in about.notes),
            rules=about.rules,
        )

    def view(self, side: Side) -> Position:
        """The position as one side may know it: without the seed, and with stand-ins for what is hidden.

        >>> from ardennes import Match
        >>> match = Match.new("crossroads", scenario="dawn")
        >>> print(match.view(1).seed or "no seed")
        no seed
        """
        return self.position.view(side)
