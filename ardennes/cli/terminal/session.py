"""A game at one terminal: whose turn it is to look, what is shown, and what an answer leads to.

Everything shown comes from the view and the log of the side that is looking.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ardennes.cli.terminal.describe import Words
from ardennes.cli.terminal.mapview import Layout, draw_map
from ardennes.cli.terminal.reader import Reader
from ardennes.engine.match import Match
from ardennes.engine.notation import NotationError, read_option, write_option
from ardennes.engine.options import Kind
from ardennes.engine.position import Position
from ardennes.engine.saves import SaveError
from ardennes.engine.texts import Refused
from ardennes.errors import ArdennesError

SUFFIX = ".ardennes"
MOST_DESCRIBED = 60
"""With more options than this, the list gives only their notation."""
ROOM_FOR_WORDS = 14
LINES_WITHOUT_TERMINAL = 45
FEWEST_LINES = 17


class Session:
    """Two people, one keyboard."""

    def __init__(
        self, match: Match, out: Console, *, language: str = "en", curtain: bool = True, data: Path | None = None
    ) -> None:
        self.out = out
        self.data = data
        self.reader = Reader(out)
        self.language = language
        self.curtain = curtain
        self.left = False
        self.sit_down(match)

    def sit_down(self, match: Match) -> None:
        """Begins or goes on with a match."""
        self.match = match
        self.layout = Layout(match.position.kit.board)
        self.words = Words(match.game.catalogue(self.language), match.position.kit)
        self.viewer = -1
        self.told = [0, 0]
        self.saved = self._state() if match.records else ""
        self.stale = True
        """Whether what is on the screen is out of date."""

    # --- who looks, and at what ------------------------------------------------------------------

    @property
    def view(self) -> Position:
        return self.match.position.view(self.viewer)

    @property
    def my_decision(self) -> bool:
        return self.match.asked is not None and self.match.asked.side == self.viewer

    @property
    def options(self) -> Sequence[int]:
        """The answers to the question, if it is put to the side that looks."""
        asked = self.match.asked
        return list(asked.options) if asked is not None and self.my_decision else []

    @property
    def choices(self) -> list[int]:
        """What the side that looks may do: the answers, then what it may order at any time."""
        return [*self.options, *self.match.anytime(self.viewer)]

    def side_name(self, side: int) -> str:
        return self.words.catalogue.side_name(side, self.match.position.kit)

    # --- the loop --------------------------------------------------------------------------------

    def run(self) -> None:
        """Plays until somebody leaves."""
        try:
            self.hand_over(self.match.asked.side if self.match.asked else 0)
            while not self.left:
                if self.stale:
                    self.show()
                self.obey(self.reader.read(self.side_name(self.viewer)))
        except (EOFError, KeyboardInterrupt):
            self.out.print()
            self.leave()

    def obey(self, line: str) -> None:
        """Carries out what was typed; a mistake is answered with a sentence, never with a loss."""
        from ardennes.cli.terminal.commands import run_command

        try:
            run_command(self, line)
        except Refused as error:
            self.complain(self.match.sentence(error.refusal, self.language))
        except ArdennesError as error:
            self.complain(str(error))
        except OSError as error:
            self.complain(f"{error.filename or line}: {error.strerror or error}")

    def complain(self, sentence: str) -> None:
        self.out.print(sentence, style="red", markup=False)

    def hand_over(self, side: int) -> None:
        """Lets another side look; in a game with secrets, behind a curtain."""
        hidden = self.curtain and self.match.position.kit.has_secrets
        if hidden:
            self.reader.clear()
            self.reader.wait(f"--- Pass the keyboard to the {self.side_name(side)} player, then press Enter. ---")
            self.reader.clear()
        self.viewer, self.stale = side, True

    def go_on(self) -> None:
        """After a change: hands over where the other side must decide next."""
        self.stale = True
        asked = self.match.asked
        if asked is not None and asked.side != self.viewer:
            self.show_news()
            self.hand_over(asked.side)

    # --- answers ---------------------------------------------------------------------------------

    def meanings(self, words: str) -> list[int]:
        """What these words may mean, the likeliest first: a number of the list, notation, or a hex or unit alone."""
        choices, kit = self.choices, self.match.position.kit
        label = kit.board.has_label(words)
        if words.isdigit() and not label:
            if not 1 <= int(words) <= len(choices):
                raise NotationError(f"there is no option {words}; the list goes to {len(choices)}")
            return [choices[int(words) - 1]]
        try:
            return [read_option(kit, words)]
        except NotationError:
            meant = self._about_thing(words)
            if not meant:
                raise
            return sorted(meant, key=lambda option: option not in choices)

    def _about_thing(self, words: str) -> list[int]:
        """Options about a hex, hexside or unit named without a verb; a hex also means the units in it."""
        view = self.view
        kit, names = view.kit, [words]
        if kit.board.has_label(words):
            names += [kit.counters[unit].id for unit in view.units_in(kit.board.hex(words))]
        verbs = [kit.game.verbs.split(option)[0] for option in self.options]
        meant = []
        for verb in dict.fromkeys([*verbs, *kit.game.verbs]):
            for name in names if verb.kind in (Kind.HEX, Kind.UNIT, Kind.HEXSIDE) else ():
                try:
                    meant.append(read_option(kit, f"{verb.name} {name}"))
                except ArdennesError:
                    continue
        return meant

    def answer(self, words: str) -> None:
        """Does what was typed. A side that only sits down to give orders stays until it says `back`."""
        option, answers = self.meanings(words)[0], self.options
        visiting = not self.my_decision
        self.match.apply(option, self.viewer)
        if option not in answers:
            self.out.print(f"Ordered: {write_option(self.match.position.kit, option)}.", markup=False)
        self.stale = True
        if not visiting:
            self.go_on()

    # --- showing ---------------------------------------------------------------------------------

    def show(self) -> None:
        """What is new, the map, and the question with its options."""
        self.stale = False
        if self.reader.live:
            self.out.clear()
        self.show_news()
        self.show_map()
        self.show_question()

    def show_news(self) -> None:
        """What this side has not been told yet."""
        log = self.match.log(self.viewer)
        known = min(self.told[self.viewer], len(log))
        for event in log[known:]:
            self.out.print(Text.assemble(("· ", "dim"), self.words.with_rule(event)))
        self.told[self.viewer] = len(log)

    def show_map(self, around: int | None = None) -> None:
        """The map around a hex, or around what the question is about."""
        view = self.view
        kit = view.kit
        tags, units = {}, set()
        for number, option in enumerate(self.options, start=1):
            verb, thing = kit.game.verbs.split(option)
            if verb.kind is Kind.HEX:
                tags[thing] = str(number)
            elif verb.kind is Kind.UNIT:
                units.add(thing)
        concerned = self._units_under_way(view)
        focus = {*tags, *(view.where[unit] for unit in units | concerned if view.where[unit] >= 0)}
        if not focus:
            focus = {hex for hex in view.where if hex >= 0}
        lines = max(FEWEST_LINES, self.out.height - ROOM_FOR_WORDS) if self.reader.live else LINES_WITHOUT_TERMINAL
        picture = draw_map(
            view,
            self.layout,
            columns=self.out.width,
            lines=lines,
            focus=focus if around is None else {around},
            options=tags,
            concerned=concerned,
        )
        self.out.print(picture.text, soft_wrap=True)
        if picture.unseen and around is None:
            self.out.print(f"{picture.unseen} more hexes lie beyond this part; `map HEX` shows another.", style="dim")

    def _units_under_way(self, view: Position) -> set[int]:
        """Units the open procedures speak of, as this side sees them."""
        found: set[int] = set()
        for procedure in view.stack:
            unit = getattr(procedure, "unit", None)
            found |= {unit} if isinstance(unit, int) else set()
            found |= set(getattr(procedure, "attackers", ()))
        return {unit for unit in found if 0 <= unit < len(view.where)}

    def show_question(self) -> None:
        """The prompt and the numbered options; or the verdict."""
        if self.match.asked is None:
            self.out.print(Text.assemble(("Game over. ", "bold"), self.words.with_rule(self.match.prompt())))
            self.out.print("`log`, `map`, `save FILE` and `quit` still work.", style="dim")
            return
        view = self.view
        turn = f"Turn {view.turn}. " if "turn" in view.clocks else ""  # type: ignore[attr-defined]
        if not self.my_decision:
            other = self.side_name(self.match.asked.side)
            self.out.print(f"{turn}The {other} player is to decide; give orders, then `back`.", style="bold")
            self.show_orders()
            return
        self.out.print(Text.assemble((turn, "bold"), self.words.with_rule(self.match.prompt())), style="bold")
        self.list_options()
        self.reader.offer([*(write_option(view.kit, option) for option in self.choices), *self.command_words()])

    def list_options(self) -> None:
        view, options = self.view, self.options
        if len(options) > MOST_DESCRIBED:
            names = [f"{number} {write_option(view.kit, option)}" for number, option in enumerate(options, start=1)]
            self.out.print("   ".join(names), markup=False)
            return
        table = Table.grid(padding=(0, 2))
        table.add_column(justify="right", style="bold yellow", no_wrap=True)
        table.add_column(style="bold", no_wrap=True)
        table.add_column()
        for number, option in enumerate(options, start=1):
            details = self.words.details(view, option, self.match.about(option))
            table.add_row(str(number), write_option(view.kit, option), details)
        self.out.print(table)

    def show_orders(self) -> None:
        """What may be ordered at any time, numbered after the answers."""
        orders = self.match.anytime(self.viewer)
        if not orders:
            self.out.print("There is nothing to order.")
        for number, option in enumerate(orders, start=len(self.options) + 1):
            self.out.print(
                Text.assemble((f"{number:>3}  ", "bold yellow"), (write_option(self.view.kit, option), "bold"))
            )

    def command_words(self) -> list[str]:
        from ardennes.cli.terminal.commands import COMMANDS

        return list(COMMANDS)

    # --- leaving ---------------------------------------------------------------------------------

    def _state(self) -> str:
        return f"{len(self.match.records)}:{self.match.position.digest()}"

    def save(self, path: Path) -> None:
        self.match.save(path)
        self.saved = self._state()
        self.out.print(f"Saved to {path}.", markup=False, soft_wrap=True)

    def leave(self) -> None:
        """Ends the session; what has not been saved is, in a file of its own."""
        self.left = True
        if not self.match.records or self.saved == self._state():
            return
        name = self.match.header.game
        path = next(path for number in range(1, 10_000) if not (path := Path(f"{name}-{number}{SUFFIX}")).exists())
        try:
            self.save(path)
        except SaveError as error:
            self.complain(f"The game could not be kept: {error}")
            return
        self.out.print(f"Go on with: ardennes play {name} --terminal --load {path}", markup=False, soft_wrap=True)
