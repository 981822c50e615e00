"""The tables of a series, for any program: games, turns and losses as Parquet, CSV and JSON Lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ardennes.errors import ArdennesError
from ardennes.lab.plan import Plan
from ardennes.lab.rows import Played

if TYPE_CHECKING:
    import polars

Row = dict[str, Any]


def need_polars() -> None:
    """Says which extra is missing, before hours of play and not after."""
    try:
        import polars  # noqa: F401
    except ModuleNotFoundError as error:
        raise ArdennesError(f"the laboratory needs the extra 'lab': pip install 'ardennes[lab]' ({error})") from None


def write_tables(place: Path, plan: Plan, sides: tuple[str, str], games: Iterable[Played]) -> None:
    """Writes every table anew, in the order of the games."""
    played = [game for game in games if game.game is not None]
    for name, frame in _frames(plan, _prefixes(sides), played).items():
        frame.write_parquet(place / f"{name}.parquet")
        frame.write_csv(place / f"{name}.csv")
        frame.write_ndjson(place / f"{name}.jsonl")


def _prefixes(sides: tuple[str, str]) -> tuple[str, str]:
    first, second = (side.casefold().replace(" ", "_") for side in sides)
    return first, second


def _frames(plan: Plan, sides: tuple[str, str], played: list[Played]) -> dict[str, polars.DataFrame]:
    import polars as pl

    whole, words = pl.Int64(), pl.String()
    each = {f"{side}_{what}": whole for what in ("points", "lost") for side in sides}
    return {
        "games": pl.DataFrame(
            [_game_row(plan, sides, game) for game in played],
            schema={
                "game": whole,
                "seed": words,
                "scenario": words,
                "options": words,
                **{f"{side}_player": words for side in sides},
                "winner": words,
                "reason": words,
                "turns": whole,
                "answers": whole,
                **each,
            },
        ),
        "turns": pl.DataFrame(
            [row for game in played for row in _turn_rows(sides, game)],
            schema={"game": whole, "turn": whole, "date": words, "answers": whole, **each},
        ),
        "losses": pl.DataFrame(
            [row for game in played for row in _loss_rows(sides, game)],
            schema={"game": whole, "turn": whole, "side": words, "formation": words, "steps": whole},
        ),
    }


def _game_row(plan: Plan, sides: tuple[str, str], played: Played) -> Row:
    game = played.game
    assert game is not None
    return {
        "game": played.number,
        "seed": game.seed,
        "scenario": plan.scenario,
        "options": " ".join(plan.options),
        **{f"{side}_player": call for side, call in zip(sides, game.players, strict=True)},
        "winner": "draw" if game.winner is None else sides[game.winner],
        "reason": game.reason,
        "turns": game.turns,
        "answers": game.answers,
        **_of_sides(sides, "points", game.points),
        **_of_sides(sides, "lost", game.lost),
    }


def _turn_rows(sides: tuple[str, str], played: Played) -> Iterator[Row]:
    for row in played.turns:
        yield {
            "game": played.number,
            "turn": row.turn,
            "date": row.score.date,
            "answers": row.answers,
            **_of_sides(sides, "points", row.score.points),
            **_of_sides(sides, "lost", row.score.steps_lost),
        }


def _loss_rows(sides: tuple[str, str], played: Played) -> Iterator[Row]:
    for row in played.turns:
        for side, lost in zip(sides, row.score.lost, strict=True):
            for formation, steps in lost.items():
                yield {
                    "game": played.number,
                    "turn": row.turn,
                    "side": side,
                    "formation": formation,
                    "steps": steps,
                }


def _of_sides(sides: tuple[str, str], what: str, values: Iterable[int | None]) -> Row:
    return {f"{side}_{what}": value for side, value in zip(sides, values, strict=True)}
