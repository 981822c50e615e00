"""``ardennes rules``: the rules of a game in our own words, and how far each is enforced."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated

import typer

from ardennes.cli.show import JSON_HELP, console, counted, print_json
from ardennes.errors import ArdennesError
from ardennes.languages import FIRST_LANGUAGE

if TYPE_CHECKING:
    from rich.console import Console

    from ardennes.engine.game import OptionInfo
    from ardennes.engine.ledger import Rule

STATE_STYLES = {"enforced": "green", "optional": "cyan", "not applicable": "dim", "open": "yellow"}


def rules(
    game: Annotated[str, typer.Argument(help="A game's short name, as `ardennes games` shows it.")],
    case: Annotated[str, typer.Argument(help="A case number such as 3.4, or a chapter.")] = "",
    search: Annotated[str, typer.Option(help="Rules about this, best first; synonyms are found too.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help=JSON_HELP)] = False,
) -> None:
    """The rules of a game: how many are enforced, or what a case says."""
    import msgspec

    from ardennes.engine.game import game_folder, game_info
    from ardennes.engine.ledger import count, read_chapters, read_ledger

    info = game_info(game)
    ledger, chapters = read_ledger(game_folder(game)), read_chapters(game_folder(game))
    if case or search:
        chosen = chosen_rules(ledger, info.title, case, search, chapters)
        if as_json:
            print_json({"game": game, "case": case, "search": search, "rules": chosen})
        else:
            print_rules(console(), chosen, info.options)
        return
    totals = msgspec.to_builtins(count(ledger))
    if as_json:
        print_json({"game": game, **totals})
    else:
        _print_chapters(info.title, ledger, chapters, totals)


def chosen_rules(
    ledger: list[Rule], title: str, case: str, search: str = "", chapters: Mapping[str, str] = MappingProxyType({})
) -> list[Rule]:
    """The rules of a case (subcases too) that are about what is searched for, best first; says so where none is."""
    from ardennes.engine.ledger import under
    from ardennes.engine.rule_search import RuleIndex

    chosen = under(ledger, case) or _chapter_rules(ledger, case) if case else ledger
    if not chosen:
        raise ArdennesError(f"{title} has no case {case!r}; its chapters are {', '.join(_chapters(ledger))}")
    if not search:
        return chosen
    found = RuleIndex(chosen, chapters, FIRST_LANGUAGE, ()).search(search)
    if not found:
        raise ArdennesError(f"no rule of {title} is about {search!r}")
    return found


def print_rules(to: Console, chosen: Iterable[Rule], options: dict[str, OptionInfo]) -> None:
    """Each rule with its state, where it lives, and the options that concern it."""
    from rich.padding import Padding
    from rich.text import Text

    for rule in chosen:
        state = Text(rule.state, style=STATE_STYLES[rule.state])
        to.print(Text.assemble((rule.id, "bold cyan"), "  ", (rule.title, "bold"), "  [", state, "]"))
        tests = f"; {counted(len(rule.tests.split()), 'test')}" if rule.tests else ""
        lines = [Text(rule.statement)]
        lines += [Text(f"in {rule.module}{tests}", style="dim")] if rule.module else []
        lines += [Text(rule.note, style="dim")] if rule.note else []
        lines += [
            Text.assemble(("option ", "dim"), (key, "cyan"), f"  {option.title}. {option.about}")
            for key, option in options.items()
            if rule.case in (option.rule.partition("-")[0], option.rule)
        ]
        for line in lines:
            to.print(Padding(line, (0, 0, 0, 4)))


def _chapters(ledger: Iterable[Rule]) -> list[str]:
    return list(dict.fromkeys(rule.chapter for rule in ledger))


def _chapter_rules(ledger: Iterable[Rule], chapter: str) -> list[Rule]:
    return [rule for rule in ledger if rule.chapter.casefold() == chapter.casefold().removesuffix(".0")]


def _print_chapters(title: str, ledger: list[Rule], chapters: Mapping[str, str], totals: dict[str, int]) -> None:
    from rich.table import Table

    states = tuple(STATE_STYLES)
    table = Table(title=f"Rules of {title}", title_justify="left", box=None, pad_edge=False)
    for heading in ("chapter", "rules", "enforced", "optional", "n/a", "open", "tested"):
        table.add_column(heading, justify="left" if heading == "chapter" else "right", no_wrap=True)
    table.add_column("about", overflow="ellipsis", no_wrap=True, style="dim")
    for chapter in _chapters(ledger):
        rows = _chapter_rules(ledger, chapter)
        cells = [sum(rule.state == state for rule in rows) for state in states]
        cells.append(sum(bool(rule.tests) for rule in rows))
        about = chapters.get(chapter, rows[0].title)
        table.add_row(chapter, str(len(rows)), *(str(cell or "·") for cell in cells), about)
    table.add_section()
    sums = [totals[key] for key in ("rows", "enforced", "optional", "not_applicable", "open", "tested")]
    table.add_row("all", *map(str, sums), "", style="bold")
    console().print(table)


def add_to(app: typer.Typer) -> None:
    """Adds this subcommand to the command."""
    app.command()(rules)
