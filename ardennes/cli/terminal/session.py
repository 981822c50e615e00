"""A game at one terminal: whose turn it is to look, what is shown, and what an answer leads to.

Everything shown comes from the view and the log of the side that is looking.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from ardennes.cli.terminal.describe import Words
from ardennes.cli.terminal.mapview import Layout, draw_map
from ardennes.cli.terminal.opponent import Opponents
from ardennes.cli.terminal.reader import Reader
from ardennes.engine.match import Match
from ardennes.engine.notation import NotationError, read_option, write_option
from ardennes.engine.options import Kind
from ardennes.engine.position import Position
from ardennes.engine.saves import SaveError
from ardennes.engine.texts import Refused
from ardennes.errors import ArdennesError
from ardennes.languages import FIRST_LANGUAGE
from ardennes.numbers import NO_NUMBER, SIDES, Hex, Side, Unit

SUFFIX = ".ardennes"
MOST_DESCRIBED = 60
"""With more options than this, the list gives only their notation."""
LINES_FOR_WORDS = 14
WIDTH_FOR_BOTH = 110
WIDTH_FOR_MAP = 0.55
LINES_WITHOUT_TERMINAL = 45
FEWEST_LINES = 17


class Session:
    """Two people, one keyboard."""

    def __init__(
        self,
        match: Match,
        out: Console,
        *,
        language: str = FIRST_LANGUAGE,
        curtain: bool = True,
        pack: Path | None = None,
    ) -> None:
        self.out = out
        self.pack = pack
        self.reader = Reader(out)
        self.language = language
        self.curtain = curtain
        self.left = False
        self.opponents: Opponents | None = None
        self.sit_down(match)

    def invite(self, levels: Mapping[Side, str], *, coached: bool) -> None:
        """Lets the computer play some sides, and say after a person's turn what it would have done."""
        self.opponents = Opponents(self.match, levels, coached=coached) if levels or coached else None

    def sit_down(self, match: Match) -> None:
        """Begins or goes on with a match."""
        self.match = match
        self.layout = Layout(match.position.data.board)
        self.words = Words(match.game.catalogue(self.language), match.position.data)
        self.viewer: Side = NO_NUMBER
        self.told = [0, 0]
        self.saved = self._state() if match.records else ""
        self.stale = True
        """Whether what is on the screen is out of date."""
        self.notes: list[str] = []
        """What to say when it is brought up to date."""

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

    def side_name(self, side: Side) -> str:
        return self.words.catalogue.side_name(side, self.match.position.data)

    # --- the loop --------------------------------------------------------------------------------

    def run(self) -> None:
        """Plays until somebody leaves."""
        try:
            self.let_computer_play()
            self.hand_over(self.match.asked.side if self.match.asked else self.person)
            self.tell_changes()
            while not self.left:
                if self.stale:
                    self.show()
                self.obey(self.reader.read(self.side_name(self.viewer)))
        except (EOFError, KeyboardInterrupt):
            self.out.print()
            self.leave()

    def tell_changes(self) -> None:
        """What is not as it was when a loaded game was saved."""
        for text in self.match.changes:
            self.out.print(self.match.sentence(text, self.language), style="bold")

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
        self.out.print(sentence, style="red")

    @property
    def hides(self) -> bool:
        """Whether a curtain falls at a hand-over."""
        alone = self.opponents is not None and bool(self.opponents.players)
        return self.curtain and not alone and self.match.position.conceals()

    def hand_over(self, side: Side) -> None:
        """Lets another side look; in a game with secrets, behind a curtain."""
        if self.hides:
            self.reader.clear()
            self.reader.wait(f"--- Pass the keyboard to the {self.side_name(side)} player, then press Enter. ---")
            self.reader.clear()
        self.viewer, self.stale = side, True

    def go_on(self) -> None:
        """After a change: hands over where the other side must decide next."""
        self.stale = True
        if not self.my_decision:
            self.say_lesson()
            self.let_computer_play()
        asked = self.match.asked
        if asked is not None and asked.side != self.viewer:
            if self.show_news() and self.hides:
                self.reader.pause()
            self.hand_over(asked.side)

    # --- the computer at the terminal ------------------------------------------------------------

    @property
    def person(self) -> Side:
        """A side that a person plays."""
        return next((side for side in SIDES if self.opponents is None or side not in self.opponents.players), SIDES[0])

    def let_computer_play(self) -> None:
        if self.opponents is not None and self.opponents.is_asked(self.match):
            if self.reader.live:
                self.out.print("The computer is thinking …", style="dim")
            self.opponents.play(self.match)
            self.say_lesson()

    def say_lesson(self) -> None:
        """What the adviser would have done, once a person's turn is over."""
        if self.opponents is not None and self.viewer >= 0:
            lesson = self.opponents.lesson(self.match, self.viewer, self.language)
            if lesson:
                self.notes.append(lesson)

    # --- answers ---------------------------------------------------------------------------------

    def meanings(self, words: str) -> list[int]:
        """What these words may mean, the likeliest first: a number of the list, notation, or a hex or unit alone."""
        choices, data = self.choices, self.match.position.data
        label = data.board.has_label(words)
        if words.isdigit() and not label:
            if not 1 <= int(words) <= len(choices):
                raise NotationError(f"there is no option {words}; the list goes to {len(choices)}")
            return [choices[int(words) - 1]]
        try:
            return [read_option(data, words)]
        except NotationError:
            meant = self._about_thing(words)
            if not meant:
                raise
            return sorted(meant, key=lambda option: option not in choices)

    def _about_thing(self, words: str) -> list[int]:
        """Options about a hex, hexside or unit named without a verb; a hex also means the units in it."""
        view = self.view
        data, names = view.data, [words]
        if data.board.has_label(words):
            names += [data.counters[unit].id for unit in view.units_in(data.board.hex(words))]
        verbs = [data.game.verbs.split(option)[0] for option in self.options]
        meant = []
        for verb in dict.fromkeys([*verbs, *data.game.verbs]):
            for name in names if verb.kind in (Kind.HEX, Kind.UNIT, Kind.HEXSIDE) else ():
                try:
                    meant.append(read_option(data, f"{verb.name} {name}"))
                except ArdennesError:
                    continue
        return meant

    def answer(self, words: str) -> None:
        """Does what was typed. A side that only sits down to give orders stays until it says `back`."""
        option, answers = self.meanings(words)[0], self.options
        visiting = not self.my_decision
        self.match.apply(option, self.viewer)
        if option not in answers:
            self.notes.append(f"Ordered: {write_option(self.match.position.data, option)}.")
        self.stale = True
        if not visiting:
            self.go_on()

    # --- showing ---------------------------------------------------------------------------------

    def show(self) -> None:
        """What is new, the map, and the question with its options; side by side where there is room."""
        self.stale = False
        if self.reader.live:
            self.out.clear()
        self.show_news()
        for note in self.notes:
            self.out.print(note)
        self.notes.clear()
        if self.beside:
            grid = Table.grid(padding=(0, 2))
            grid.add_column(no_wrap=True)
            grid.add_column()
            grid.add_row(Group(*self.map_parts()), Group(*self.question_parts()))
            self.out.print(grid)
        else:
            self.show_map()
            self.show_question()

    @property
    def beside(self) -> bool:
        """Whether the question has room beside the map."""
        return self.reader.live and self.out.width >= WIDTH_FOR_BOTH

    def show_news(self) -> bool:
        """What this side has not been told yet; whether there was anything."""
        log = self.match.log(self.viewer)
        news = log[self.told[self.viewer] :]
        for event in news:
            self.out.print(Text.assemble(("· ", "dim"), self.words.with_rule(event)))
        self.told[self.viewer] = len(log)
        return bool(news)

    def show_map(self, around: Hex | None = None) -> None:
        for part in self.map_parts(around):
            self.out.print(part, soft_wrap=True)

    def map_parts(self, around: Hex | None = None) -> Iterator[Text]:
        """The map around a hex, or around what the question is about."""
        view = self.view
        data = view.data
        tags, units = dict[Hex, str](), self._units_under_way(view)
        concerned = set(units)
        for number, option in enumerate(self.options, start=1):
            verb, thing = data.game.verbs.split(option)
            if verb.kind is Kind.HEX:
                tags[thing] = str(number)
            elif verb.kind is Kind.UNIT:
                units.add(thing)
        focus = {*tags, *(view.where[unit] for unit in units if view.where[unit] >= 0)}
        if not focus:
            focus = {hex for hex in view.where if hex >= 0}
        columns, lines = self._room()
        picture = draw_map(
            view,
            self.layout,
            columns=columns,
            lines=lines,
            focus=focus if around is None else {around},
            options=tags,
            concerned=concerned,
        )
        yield picture.text
        if picture.unseen and around is None:
            yield Text(f"{picture.unseen} more hexes lie beyond this part; `map HEX` shows another.", "dim")

    def _room(self) -> tuple[int, int]:
        """Columns and lines for the map."""
        if not self.reader.live:
            return self.out.width, LINES_WITHOUT_TERMINAL
        columns, left = (WIDTH_FOR_MAP, 4) if self.beside else (1.0, LINES_FOR_WORDS)
        return int(self.out.width * columns), max(FEWEST_LINES, self.out.height - left)

    def _units_under_way(self, view: Position) -> set[Unit]:
        """Units the open procedures speak of, as this side sees them."""
        found: set[Unit] = set()
        for procedure in view.stack:
            unit = getattr(procedure, "unit", None)
            found |= {unit} if unit is not None else set()
            found |= set(getattr(procedure, "attackers", ()))
        return {unit for unit in found if 0 <= unit < len(view.where)}

    def show_question(self) -> None:
        for part in self.question_parts():
            self.out.print(part)

    def question_parts(self) -> Iterator[RenderableType]:
        """The prompt and the numbered options; or the verdict."""
        if self.match.asked is None:
            yield Text.assemble(("Game over. ", "bold"), self.words.with_rule(self.match.prompt()))
            yield Text("`log`, `map`, `save FILE` and `quit` still work.", "dim")
            return
        view = self.view
        turn = f"Turn {view.turn}. " if "turn" in view.clocks else ""  # type: ignore[attr-defined]
        self.reader.offer([*(write_option(view.data, option) for option in self.choices), *self.command_words()])
        if self.my_decision:
            yield Text.assemble(turn, self.words.with_rule(self.match.prompt()), style="bold")
            yield self._option_list(view)
            return
        other = self.side_name(self.match.asked.side)
        yield Text(f"{turn}The {other} player is to decide; give orders, then `back`.", "bold")
        yield from self.order_parts()

    def _option_list(self, view: Position) -> RenderableType:
        options = self.options
        if len(options) > MOST_DESCRIBED:
            names = [f"{number} {write_option(view.data, option)}" for number, option in enumerate(options, start=1)]
            return Text("   ".join(names))
        table = Table.grid(padding=(0, 2))
        table.add_column(justify="right", style="bold yellow", no_wrap=True)
        table.add_column(style="bold", no_wrap=True)
        table.add_column()
        for number, option in enumerate(options, start=1):
            details = self.words.details(view, option, self.match.about(option))
            table.add_row(str(number), write_option(view.data, option), details)
        return table

    def order_parts(self) -> Iterator[Text]:
        """What may be ordered at any time, numbered after the answers."""
        orders, data = self.match.anytime(self.viewer), self.match.position.data
        if not orders:
            yield Text("There is nothing to order.")
        for number, option in enumerate(orders, start=len(self.options) + 1):
            yield Text.assemble((f"{number:>3}  ", "bold yellow"), (write_option(data, option), "bold"))

    def command_words(self) -> list[str]:
        from ardennes.cli.terminal.commands import COMMANDS

        return list(COMMANDS)

    # --- leaving ---------------------------------------------------------------------------------

    def _state(self) -> str:
        return f"{len(self.match.records)}:{self.match.position.digest()}"

    def save(self, path: Path) -> None:
        self.match.save(path)
        self.saved = self._state()
        self.out.print(f"Saved to {path}.", soft_wrap=True)

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
        again = f"play {name} --terminal --load {path}" if self.match.over is None else f"replay {path}"
        self.out.print(f"Go on with: ardennes {again}", soft_wrap=True)
