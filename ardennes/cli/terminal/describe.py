"""Units, hexes and options in words: what a player wants to know before choosing."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec
from rich.text import Text

from ardennes.cli.terminal import styles
from ardennes.cli.terminal.mapview import changes
from ardennes.engine.game_data import GameData
from ardennes.engine.options import Kind
from ardennes.engine.position import Position
from ardennes.engine.procedure import About
from ardennes.engine.texts import Catalogue, fraction_text
from ardennes.engine.texts import Text as Sentence
from ardennes.numbers import Hex, Unit, by_side

NOT_FOR_SHOW = {"where", "mask"}
BAR_LENGTH = 24


def points(data: GameData, amount: int) -> str:
    """Movement points as on a chart: ``1½ MP``."""
    return f"{fraction_text(Fraction(amount, data.points_in_one))} MP"


class Words:
    """Says things in the language of the table."""

    def __init__(self, catalogue: Catalogue, data: GameData) -> None:
        self.catalogue, self.data = catalogue, data

    def say(self, sentence: Sentence) -> str:
        return self.catalogue.say(sentence, self.data)

    def word(self, code: str) -> str:
        return self.say(Sentence(code))

    def with_rule(self, sentence: Sentence) -> Text:
        """A sentence and, behind it, the rule."""
        rule = f"  [{sentence.rule}]" if sentence.rule else ""
        return Text.assemble(self.say(sentence), (rule, "dim"))

    def unit_name(self, unit: Unit) -> str:
        return self.catalogue.unit_name(unit, self.data)

    def _printed(self, word: str) -> str:
        """A word printed on a counter, in this language."""
        return str(self.catalogue.sentences.get(f"word-{word}", word))

    # --- counters and hexes ----------------------------------------------------------------------

    def unit_values(self, view: Position, unit: Unit) -> str:
        """What is printed on a counter, and what has become of it: ``tank, strength 4, steps 1 of 2, moved``."""
        counter = self.data.counters[unit]
        printed = {name: getattr(counter, name) for name in counter.printed}
        state = {
            name: getattr(view, name)[unit]
            for name, column in view.columns.items()
            if column.owner == "unit" and not column.derived and name not in NOT_FOR_SHOW
        }
        parts = []
        for name, value in printed.items():
            now = state.pop(name, value)
            word = isinstance(value, str) and not value[:1].isdigit()
            parts.append(self._printed(value) if word else f"{name} {now}" + (f" of {value}" if now != value else ""))
        parts += [name if value == 1 else f"{name} {value}" for name, value in state.items() if value not in (0, -1)]
        return ", ".join(part for part in parts if part)

    def unit_line(self, view: Position, unit: Unit) -> Text:
        """A unit with its sign, id, name, place and values."""
        counter = self.data.counters[unit]
        sign, style = styles.SIDES[counter.side]
        where = view.where[unit]
        place = self.data.hex_name(where) if where >= 0 else self.data.place_name(where)
        return Text.assemble(
            (f"{sign}{counter.id}", style),
            f"  {self.unit_name(unit)}",
            (f"  {place}", "cyan"),
            (f"  {self.unit_values(view, unit)}", "dim"),
        )

    def hex_lines(self, view: Position, hex: Hex) -> Iterator[Text]:
        """A hex: its ground, what runs along and across its sides, and who stands there."""
        board = self.data.board
        row = board.row(hex)
        kinds = ", ".join(word for word in (row.terrain, row.place, *row.areas) if word)
        yield Text.assemble((board.describe(hex), "bold cyan"), f"  {kinds}")
        for there in board.around(hex):
            side = board.side(hex, there)
            found = board.side_row(side)
            names = (found.river, found.road, found.bridge, found.wall, found.name) if found else ()
            words = [word for word in names if word] + changes(view, side)
            if words:
                yield Text(f"  towards {board.describe(there)}: {', '.join(dict.fromkeys(words))}")
        for unit in view.units_in(hex):
            yield Text.assemble("  ", self.unit_line(view, unit))

    # --- options ---------------------------------------------------------------------------------

    def details(self, view: Position, option: int, about: About) -> Text:
        """What is worth knowing of an option in one line: what it is about, cost, odds."""
        line = Text()
        verb, thing = self.data.game.verbs.split(option)
        board = self.data.board
        if verb.kind is Kind.UNIT:
            line.append(self.unit_name(thing))
            if view.where[thing] >= 0:
                line.append(f"  {self.data.hex_name(view.where[thing])}", "cyan")
            line.append(f"  {self.unit_values(view, thing)}", "dim")
        elif verb.kind is Kind.HEX:
            row = board.row(thing)
            line.append(", ".join(word for word in (row.name, row.terrain, row.place) if word))
            names = [self.unit_name(unit) for unit in view.units_in(thing)]
            line.append(f"  {', '.join(names)}" if names else "", "bold")
        if about.cost is not None:
            line.append(f"  {points(self.data, about.cost)}", "green")
        for note in about.notes:
            line.append(f"  {self.say(note)}", "green")
        plain = {result: chance for result, chance in about.chances.items() if ": " not in result}
        line.append(
            "  " + " ".join(f"{name} {chance:.0%}" for name, chance in plain.items()) if plain else "", "yellow"
        )
        return line

    def about_lines(self, about: About) -> Iterator[Text]:
        """Everything that can be known of an option."""
        if about.summary is not None:
            yield Text(self.say(about.summary), "bold")
        if about.cost is not None:
            yield Text(f"costs {points(self.data, about.cost)}")
        if about.path:
            yield Text("by way of " + " → ".join(self.data.board.describe(hex) for hex in about.path))
        for note in about.notes:
            yield self.with_rule(note)
        for name, tally in about.tallies.items():
            yield Text.assemble(
                (f"{self.word(name)}: {tally.total:+d}" if tally.total else f"{self.word(name)}: none", "bold")
            )
            for entry in tally.entries:
                line = f"  {entry.amount:+d}  {self.say(Sentence(entry.code, entry.args))}"
                yield Text.assemble(line, (f"  [{entry.rule}]", "dim"))
        yield from self._chance_lines(about.chances)
        if about.rules:
            yield Text("rules " + ", ".join(about.rules), "dim")

    def _chance_lines(self, chances: dict[str, float]) -> Iterator[Text]:
        shown = ""
        for result, chance in chances.items():
            condition, _, name = result.rpartition(": ")
            if condition != shown:
                yield Text(self.catalogue.condition(condition, self.data) + ":", "bold")
                shown = condition
            code = f"result-{name}"
            meaning = self.word(code) if code in self.catalogue.sentences else ""
            bar = "█" * round(chance * BAR_LENGTH)
            yield Text.assemble(f"  {name:<4}{chance:>5.0%} ", (f"{bar:<{BAR_LENGTH}}", "yellow"), f" {meaning}")

    # --- what is owed and ordered ----------------------------------------------------------------

    def status_lines(self, view: Position) -> Iterator[Text]:
        """The clocks, and what is owed and ordered, as far as this view knows."""
        for name in view.clocks:
            value = getattr(view, name)
            if isinstance(value, tuple) and len(value) == 2:
                value = ", ".join(
                    f"{self.catalogue.side_name(side, self.data)} {part}" for side, part in by_side(value)
                )
            yield Text.assemble((f"{name.replace('_', ' ')}: ", "dim"), str(value))
        for kind, entries in (("duty", view.duties), ("order", view.orders)):
            for entry in entries:
                args = msgspec.to_builtins(entry)
                yield self.with_rule(Sentence(f"{kind}-{entry.kind}", args, args.get("rule", "")))
