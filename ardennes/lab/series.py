"""Carries a plan out: plays what is still to be played, keeps every game, and adds up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec

from ardennes.engine.game import game_info
from ardennes.lab.folder import Folder
from ardennes.lab.local import play_here
from ardennes.lab.plan import Plan
from ardennes.lab.rows import Played
from ardennes.lab.tables import need_polars, write_tables
from ardennes.lab.tally import Tally, tally

Workers = Callable[[Plan, Iterable[int]], Iterator[Played]]
"""Plays the games with these numbers and gives each back as it is finished, in any order."""
SUMMARY = "summary.json"


def unwatched(played: Played) -> None:
    """Nobody looks on."""


def play_series(
    plan: Plan,
    games: int,
    place: Path,
    *,
    workers: Workers = play_here,
    resume: bool = False,
    follow: Callable[[Played], object] = unwatched,
) -> Tally:
    """Plays a series into a folder. Interrupted (Ctrl-C), it keeps and adds up what is finished, then passes the
    interruption on; with ``resume`` it goes on from there, or to a larger number of games."""
    need_polars()
    with Folder(place, plan, resume=resume) as folder:
        for played in folder.in_order():
            follow(played)
        left = [number for number in range(games) if number not in folder.played]
        try:
            for played in workers(plan, left):
                follow(folder.add(played))
        finally:
            result = _sum_up(folder)
    return result


def _sum_up(folder: Folder) -> Tally:
    sides = game_info(folder.plan.game).sides
    saves = {number: str(folder.save_of(number)) for number in folder.played if folder.save_of(number).exists()}
    result = tally(folder.plan, sides, folder.in_order(), saves)
    write_tables(folder.place, folder.plan, sides, folder.in_order())
    (folder.place / SUMMARY).write_bytes(msgspec.json.format(msgspec.json.encode(result)))
    return result
