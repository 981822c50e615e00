"""What may be typed besides an answer: undo, why, log, map, save and the like."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from ardennes.cli.rules import chosen_rules, print_rules
from ardennes.cli.terminal.styles import SIDES
from ardennes.engine.ledger import read_ledger
from ardennes.engine.match import Match
from ardennes.engine.notation import write_option
from ardennes.engine.texts import Refusal, Refused
from ardennes.errors import ArdennesError
from ardennes.numbers import ENEMY_OF, Side, by_side, by_unit

if TYPE_CHECKING:
    from ardennes.cli.terminal.session import Session

Command = Callable[["Session", str], None]
COMMANDS: dict[str, tuple[str, Command]] = {}
LAST_LINES = 20


def command(usage: str, what: str) -> Callable[[Command], Command]:
    """Makes a function a command; its first word is what is typed."""

    def add(function: Command) -> Command:
        COMMANDS[usage.split(maxsplit=1)[0]] = (f"{usage}|{what}", function)
        return function

    return add


def run_command(session: Session, line: str) -> None:
    """A word offered by the game goes first; a colon before a word always means the command."""
    word, _, rest = line.partition(" ")
    name = word.removeprefix(":").casefold()
    offered = {write_option(session.match.position.data, option).split()[0] for option in session.choices}
    if not line:
        return
    if name in COMMANDS and (name not in offered or word.startswith(":")):
        COMMANDS[name][1](session, rest.strip())
    elif session.match.asked is None:
        raise Refused(Refusal("game-is-over"))
    else:
        session.answer(line)


# --- going back and forth ------------------------------------------------------------------------


@command("undo", "take the last choice back, as far as no die, reveal or hand-over lies between")
def undo(session: Session, _: str) -> None:
    if not session.my_decision:
        raise Refused(Refusal("nothing-to-undo"))
    session.match.undo()
    session.told[session.viewer] = len(session.match.log(session.viewer))
    session.go_on()


@command("redo", "do again what was taken back")
def redo(session: Session, _: str) -> None:
    if not session.my_decision:
        raise Refused(Refusal("nothing-to-redo"))
    session.match.redo()
    session.go_on()


# --- asking --------------------------------------------------------------------------------------


@command("why WHAT", "why a hex, a unit or an action is not possible now: why 0603, why join Pz, why done")
def why(session: Session, words: str) -> None:
    if not words:
        raise ArdennesError("why what? Name a hex, a unit or an action: why 0603")
    meant = session.meanings(words)
    refusals = [session.match.refusal(option, session.viewer) for option in meant]
    if None not in refusals:
        telling = sorted(
            (refusal for refusal in refusals if refusal), key=lambda refusal: refusal.code == "not-offered"
        )
        session.out.print(session.match.sentence(telling[0], session.language))
        return
    option = meant[refusals.index(None)]
    session.out.print(f"{write_option(session.match.position.data, option)} is possible.")
    _describe(session, option)


@command("about N", "everything known of an option: cost, path, odds, chances, rules")
def about(session: Session, words: str) -> None:
    if not words:
        raise ArdennesError("about what? Give the number of an option")
    option = session.meanings(words)[0]
    refusal = session.match.refusal(option, session.viewer)
    if refusal is not None:
        raise Refused(refusal)
    session.out.print(write_option(session.match.position.data, option), style="bold")
    _describe(session, option)


def _describe(session: Session, option: int) -> None:
    if option in session.options:
        for line in session.words.about_lines(session.match.about(option)):
            session.out.print(Text.assemble("  ", line))


@command("log [all]", "what has happened, as your side saw it")
def log(session: Session, words: str) -> None:
    events = session.match.log(session.viewer)
    for event in events if words == "all" else events[-LAST_LINES:]:
        session.out.print(session.words.with_rule(event))


@command("map [HEX]", "the map, around the action or around a hex")
def show_map(session: Session, words: str) -> None:
    session.show_map(session.match.position.data.board.hex(words) if words else None)


@command("look HEX|UNIT", "a hex or a unit in full")
def look(session: Session, words: str) -> None:
    view = session.view
    try:
        for line in session.words.hex_lines(view, view.data.board.hex(words)):
            session.out.print(line)
    except ArdennesError:
        unit = view.data.unit(words)
        if view.where[unit] < 0:
            raise ArdennesError(f"{words} is nowhere to be seen") from None
        session.out.print(session.words.unit_line(view, unit))


@command("units", "every unit in sight")
def units(session: Session, _: str) -> None:
    view = session.view
    seen = [unit for unit, hex in by_unit(view.where) if hex >= 0]
    for unit in sorted(seen, key=lambda unit: view.data.counters[unit].side):
        session.out.print(session.words.unit_line(view, unit))


@command("status", "turn, points, what is owed and ordered")
def status(session: Session, _: str) -> None:
    for line in session.words.status_lines(session.view):
        session.out.print(line)


@command("options", "the question and its options once more")
def options(session: Session, _: str) -> None:
    session.show_question()


@command("rules [CASE]", "what a rule says, in our words; without a case, the rule of this question")
def rules(session: Session, words: str) -> None:
    game = session.match.game
    case = words or session.match.prompt().rule
    print_rules(session.out, chosen_rules(read_ledger(game.folder), game.info.title, case), game.info.options)


# --- acting out of turn --------------------------------------------------------------------------


@command("orders", "standing orders and other acts possible at any time")
def orders(session: Session, _: str) -> None:
    for line in session.order_parts():
        session.out.print(line)


@command("pass", "let the other side sit down to give orders; `back` returns the keyboard")
def pass_keyboard(session: Session, _: str) -> None:
    session.hand_over(ENEMY_OF[session.viewer])


@command("back", "give the keyboard back to the side that must decide")
def back(session: Session, _: str) -> None:
    if session.match.asked is not None and not session.my_decision:
        session.hand_over(session.match.asked.side)


@command("resign", "give the game up")
def resign(session: Session, _: str) -> None:
    if session.reader.confirm("Give the game up?"):
        session.match.resign(session.viewer)
        session.go_on()


# --- files and leaving ---------------------------------------------------------------------------


def _path(words: str) -> Path:
    """The file these words name, if they name one."""
    try:
        path = Path(words.replace("\0", "")).expanduser()
    except RuntimeError as error:
        raise ArdennesError(f"{words}: {error}") from None
    return path


@command("save FILE", "write the game to a file")
def save(session: Session, words: str) -> None:
    if not words:
        raise ArdennesError("save where? Name a file: save bulge.ardennes")
    session.save(_path(words))


@command("load FILE", "go on with a saved game")
def load(session: Session, words: str) -> None:
    if not words:
        raise ArdennesError("load what? Name a file")
    match = Match.load(_path(words), session.pack)
    session.sit_down(match)
    session.hand_over(match.asked.side if match.asked else Side(0))
    session.tell_changes()


@command("help", "this list")
def help_(session: Session, _: str) -> None:
    session.out.print("Type the number of an option, its notation (move Pz, to 0403), or one of these:")
    table = Table.grid(padding=(0, 2))
    for usage, _function in COMMANDS.values():
        name, _, what = usage.rpartition("|")
        table.add_row(Text(name, "bold"), what)
    session.out.print(table)
    signs = " ".join(f"{sign} {session.side_name(side)}," for side, (sign, _) in by_side(SIDES))
    session.out.print(f"On the map: {signs} ≈ water, ║ ╱ ╲ road, ╬ bridge, ✗ gone, a number: an option.")


@command("quit", "leave; a game that is not saved is kept in a file (quit! leaves without)")
def quit_(session: Session, _: str) -> None:
    session.leave()


@command("quit!", "leave without saving")
def quit_at_once(session: Session, _: str) -> None:
    session.left = True
