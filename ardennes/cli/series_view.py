"""A series of games on the terminal: bars while it is played, tables when it is over."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn
from rich.progress import TimeRemainingColumn as TimeLeftColumn
from rich.table import Table

if TYPE_CHECKING:
    from ardennes.engine.game import AnyGame
    from ardennes.lab.rows import Played
    from ardennes.lab.tally import Spread, Tally

LAST_GAMES = 8
SIDE_STYLES = ("grey70", "green")


class SeriesView:
    """Shows how a series goes on: games played, wins of each side, the last games. To be used with ``with``."""

    def __init__(self, title: str, game: AnyGame, games: int) -> None:
        self.sides, self.games, self.ending = game.sides, games, game.catalogue().ending
        self.wins, self.finished = [0, 0], 0
        self._last: deque[Played] = deque(maxlen=LAST_GAMES)
        self._whole = Progress(
            TextColumn("{task.description}", style="bold"),
            BarColumn(bar_width=40),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("left"),
            TimeLeftColumn(),
        )
        self._all = self._whole.add_task(title, total=games)
        self._bars: list[tuple[Progress, TaskID]] = []
        for side, style in zip(self.sides, SIDE_STYLES, strict=True):
            bar = Progress(
                TextColumn(f"{{task.description:<{max(map(len, self.sides))}}}"),
                BarColumn(bar_width=40, complete_style=style, finished_style=style),
                TextColumn("{task.fields[share]}"),
            )
            self._bars.append((bar, bar.add_task(side, total=1, share="")))
        self._live = Live(get_renderable=self._picture, console=Console(stderr=True), transient=True)

    def __enter__(self) -> SeriesView:
        self._live.__enter__()
        return self

    def __exit__(self, *problem: object) -> None:
        self._live.__exit__(None, None, None)

    def follow(self, played: Played) -> None:
        """One more game is there."""
        from ardennes.lab.intervals import wilson

        self._whole.advance(self._all)
        self._last.appendleft(played)
        if played.game is None:
            return
        self.finished += 1
        if played.game.winner is not None:
            self.wins[played.game.winner] += 1
        for (bar, task), wins in zip(self._bars, self.wins, strict=True):
            low, high = wilson(wins, self.finished)
            share = f"{wins} of {self.finished}: {wins / self.finished:.1%} ({low:.1%} to {high:.1%})"
            bar.update(task, total=self.finished, completed=wins, share=share)

    def _picture(self) -> Group:
        return Group(self._whole, *(bar for bar, _ in self._bars), self._last_games())

    def _last_games(self) -> Table:
        table = Table(box=None, pad_edge=False, header_style="dim")
        for heading in ("game", "winner", "by", "turns", "points", "steps lost", "seconds"):
            table.add_column(heading, justify="left" if heading in ("winner", "by") else "right", no_wrap=True)
        for played in self._last:
            row = played.game
            if row is None:
                error = played.crash.error if played.crash else ""
                table.add_row(str(played.number), "crashed", error.splitlines()[0][:60], style="red")
                continue
            table.add_row(
                str(played.number),
                "draw" if row.winner is None else self.sides[row.winner],
                self.ending(row.reason),
                str(row.turns),
                " : ".join("–" if points is None else str(points) for points in row.points),
                " : ".join(map(str, row.lost)),
                f"{played.seconds:.1f}",
            )
        return table


def print_tally(to: Console, game: AnyGame, tally: Tally, wall: float) -> None:
    """The result for a person."""
    to.print(_shares(tally))
    ending = game.catalogue().ending
    for reason, winners in tally.reasons.items():
        to.print(f"ended by {ending(reason)}: " + ", ".join(f"{side} {count}" for side, count in winners.items()))
    if tally.turns is not None:
        to.print(f"turns: {_spread(tally.turns)}")
    for what, spreads in (("points", tally.points), ("steps lost", tally.losses)):
        for side, spread in spreads.items():
            to.print(f"{what}, {side}: {_spread(spread)}")
    rate = f"{tally.answers:,} answers, {tally.answers_per_second:,.0f} a second on one worker"
    to.print(f"{rate}, {tally.answers / wall:,.0f} on all" if wall else rate, style="dim")
    for lost in tally.crashes:
        kept = f"; kept as {lost.save}" if lost.save else ""
        to.print(f"game {lost.game} crashed: {lost.error}{kept}", style="bold red", soft_wrap=True)


def _shares(tally: Tally) -> Table:
    table = Table(box=None, pad_edge=False, title=f"{tally.games} games", title_justify="left")
    for heading in ("", "wins", "rate", "95 % interval"):
        table.add_column(heading, justify="right" if heading else "left", no_wrap=True)
    for side, wins in tally.wins.items():
        low, high = tally.intervals[side]
        table.add_row(side, str(wins), f"{tally.rates[side]:.1%}", f"{low:.1%} to {high:.1%}")
    if tally.draws:
        table.add_row("draws", str(tally.draws), f"{tally.draws / tally.games:.1%}")
    if tally.players:
        table.add_section()
    for player, share in tally.players.items():
        low, high = share.interval
        table.add_row(player, str(share.wins), f"{share.rate:.1%}", f"{low:.1%} to {high:.1%}", style="bold")
    return table


def _spread(spread: Spread) -> str:
    return f"{spread.mean:.1f} on average, {spread.median:g} in the middle, {spread.least:g} to {spread.most:g}"
