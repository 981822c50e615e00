"""``ardennes replay``: what happened in a saved game, with its dice, and how it stands."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ardennes.cli.show import JSON_HELP, console, counted, print_json
from ardennes.errors import ArdennesError
from ardennes.languages import EITHER_LANGUAGE, FIRST_LANGUAGE
from ardennes.numbers import Side, by_side, by_unit

if TYPE_CHECKING:
    from ardennes.engine.match import Match
    from ardennes.engine.texts import Text as Sentence

MAP_LINES = 45


def replay(
    file: Annotated[Path, typer.Argument(help="A saved game.")],
    *,
    to: Annotated[int | None, typer.Option(min=0, help="Only the first N answers.")] = None,
    seen_by: Annotated[str, typer.Option("--as", help="Only what this side saw.")] = "",
    data: Annotated[Path | None, typer.Option(help="The data pack the game was played with.")] = None,
    language: Annotated[str, typer.Option(help=f"The language of the log: {EITHER_LANGUAGE}.")] = FIRST_LANGUAGE,
    as_json: Annotated[bool, typer.Option("--json", help=JSON_HELP)] = False,
    check: Annotated[bool, typer.Option("--verify", help="Only check that log, position and dice agree.")] = False,
    gif: Annotated[Path | None, typer.Option(help="Draw the whole game in motion (.gif, .webp) instead.")] = None,
    picture: Annotated[Path | None, typer.Option(help="Draw how it stands at the end (.png, .webp) instead.")] = None,
) -> None:
    """Plays a saved game again and tells it: what was chosen, what the dice said, and how it stands."""
    from ardennes.engine.match import Match

    match = Match.load(file, data)
    match.game.check_language(language)
    if check:
        _verify(match, file.name)
        return
    side = _side(match, seen_by) if seen_by else None
    if to is not None:
        if to > len(match.records):
            raise ArdennesError(f"{file.name}: it has {counted(len(match.records), 'answer')}, not {to}")
        match = match.fork(to)
    if gif is not None or picture is not None:
        _draw(match, side, language, gif, picture)
    elif as_json:
        print_json(_as_data(match, side, language))
    else:
        _tell(match, side, language, data)


def _verify(match: Match, name: str) -> None:
    from ardennes.engine.saves import SaveError
    from ardennes.engine.verifying import verify

    try:
        for sentence in verify(match):
            console().print(sentence)
    except SaveError as error:
        raise ArdennesError(f"{name}: {error}") from None


def _draw(match: Match, side: Side | None, language: str, gif: Path | None, picture: Path | None) -> None:
    """The game in motion, and how it stands."""
    import io

    from ardennes.geography.draw.files import write_whole
    from ardennes.table_picture import MOTION_KINDS, PICTURE_KINDS, TablePicture, motion

    for path, kinds in ((gif, MOTION_KINDS), (picture, PICTURE_KINDS)):
        if path is not None and path.suffix.casefold() not in kinds:
            raise ArdennesError(f"{path}: such a picture is a file that ends with {' or '.join(kinds)}")
        if path is not None and (path.is_dir() or not path.parent.is_dir()):
            raise ArdennesError(f"{path}: cannot be written: there is no such folder, or it is one")
    if gif is not None:
        write_whole(gif, motion(match, side, language, gif.suffix.casefold()))
        console().print(f"{gif} has been written.")
    if picture is not None:
        file = io.BytesIO()
        seen = match.position if side is None else match.position.view(side)
        TablePicture(match.position.data).image(seen).save(file, PICTURE_KINDS[picture.suffix.casefold()])
        write_whole(picture, file.getvalue())
        console().print(f"{picture} has been written.")


def _side(match: Match, name: str) -> Side:
    for side, known in by_side(match.game.sides):
        if name.casefold() == known.casefold():
            return side
    raise ArdennesError(f"{match.game.info.title} has no side {name!r}; its sides are {' and '.join(match.game.sides)}")


def _as_data(match: Match, side: Side | None, language: str) -> dict[str, Any]:
    """The whole game for a program."""
    import msgspec

    from ardennes.engine.notation import write_option, write_position
    from ardennes.engine.saves import UNPLAYED

    def texts(events: Sequence[Any]) -> list[dict[str, Any]]:
        seen = (event.for_side(side) for event in events)
        return [_sentence(match, event, language) for event in seen if event is not None]

    data, over = match.position.data, match.over
    view = match.position if side is None else match.position.view(side)
    answers: list[dict[str, Any]] = []
    for record, events in zip(match.records, match.events, strict=True):
        if record.kind == "anytime" and side not in (None, record.side):
            continue  # that the other side gave an order is its secret
        who = match.game.sides[record.side]
        answer: dict[str, Any] = {"number": len(answers) + 1, "side": who, "kind": record.kind}
        if side in (None, record.side):
            answer["option"] = record.option
            answer["notation"] = record.kind if record.kind in UNPLAYED else write_option(data, record.option)
            answer["outcomes"] = record.outcomes
        answers.append({**answer, "events": texts(events)})
    header = msgspec.to_builtins(match.header)
    if side is not None:
        del header["seed"]
    return {
        **header,
        "opening": texts(match.opening),
        "answers": answers,
        "position": write_position(view),
        "digest": view.digest(),
        "over": None if over is None else {"winner": over.winner, **_sentence(match, over.reason, language)},
    }


def _sentence(match: Match, text: Sentence, language: str) -> dict[str, Any]:
    return {"code": text.code, "rule": text.rule, "args": text.args, "text": match.sentence(text, language)}


def _tell(match: Match, side: Side | None, language: str, pack: Path | None) -> None:
    """The game as prose, the final map, the units left and the verdict."""
    from ardennes.cli.terminal.describe import Words
    from ardennes.cli.terminal.mapview import Layout, draw_map

    out, data, header = console(), match.position.data, match.header
    words = Words(match.game.catalogue(language), data)
    scenario = match.game.scenarios(pack)[header.scenario].title
    chosen = f", with {', '.join(header.options)}" if header.options else ""
    answers = f" {counted(len(match.records), 'answer')}." if side is None else ""
    out.print(f"{match.game.info.title}: {scenario}{chosen}.{answers}", style="bold")
    for event in match.log(side):
        out.print(words.with_rule(event))
    view = match.position if side is None else match.position.view(side)
    seen = [unit for unit, place in by_unit(view.where) if place >= 0]
    picture = draw_map(
        view, Layout(data.board), columns=out.width, lines=MAP_LINES, focus={view.where[unit] for unit in seen}
    )
    out.print(picture.text, soft_wrap=True)
    for unit in sorted(seen, key=lambda unit: data.counters[unit].side):
        out.print(words.unit_line(view, unit))
    out.print(words.with_rule(match.prompt()) if match.over else "The game is not over.", style="bold")


def verify(
    file: Annotated[Path, typer.Argument(help="A saved game that is over.")],
    *,
    data: Annotated[Path | None, typer.Option(help="The data pack the game was played with.")] = None,
) -> None:
    """Checks a finished game: its log, the promise of its dice, the players' shares, and every throw."""
    from ardennes.engine.match import Match

    _verify(Match.load(file, data), file.name)


def add_to(app: typer.Typer) -> None:
    """Adds these subcommands to the command."""
    app.command()(replay)
    app.command()(verify)
