"""Carries a study out: one series after the other, then the report."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import msgspec

from ardennes.engine.game import AnyGame
from ardennes.errors import ArdennesError
from ardennes.lab.folder import has_games
from ardennes.lab.plan import make_plan
from ardennes.lab.rows import Played
from ardennes.lab.series import Workers, play_series
from ardennes.lab.study.results import FRONT, SERIES, Results
from ardennes.lab.study.variants import Design, Variant

DESIGN, REPORT = "study.json", "report.html"
Watch = Callable[[Variant, int], AbstractContextManager[Callable[[Played], object]]]
"""Shows a series while it is played: the variant, and its number in the study."""


def need_matplotlib() -> None:
    """Says which extra is missing, before hours of play and not after."""
    try:
        import matplotlib  # noqa: F401
    except ModuleNotFoundError as error:
        raise ArdennesError(f"a study needs the extra 'lab': pip install 'ardennes[lab]' ({error})") from None


def play_study(
    game: AnyGame,
    design: Design,
    place: Path,
    *,
    players: tuple[str, str],
    games: int,
    seed: str,
    workers: Workers,
    watch: Watch,
    pack: Path | None = None,
    resume: bool = False,
) -> Results:
    """Plays every variant of a study into its folder; with ``resume``, what is there is not played again."""
    need_matplotlib()
    _claim(place, design, resume)
    for number, variant in enumerate(design.variants):
        plan = make_plan(
            game.id,
            players=players,
            seed=seed,
            scenario=variant.scenario,
            options=variant.options,
            pack=pack,
            hooks=[FRONT],
        )
        folder = place / SERIES / variant.name
        with watch(variant, number) as follow:
            play_series(plan, games, folder, workers=workers, resume=resume, follow=follow)
    return Results(place, game, design)


def _claim(place: Path, design: Design, resume: bool) -> None:
    """A folder holds one study."""
    kept = place / DESIGN
    if any(map(has_games, place.glob(f"{SERIES}/*"))) and not resume:
        raise ArdennesError(f"{place}: a study is kept here already; go on with --resume, or take another folder")
    if not kept.exists() and place.exists() and (not place.is_dir() or any(place.iterdir())):
        raise ArdennesError(f"{place}: a new or empty folder is needed")
    try:
        place.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(msgspec.json.format(msgspec.json.encode(design)))
    except OSError as error:
        raise ArdennesError(f"{place}: cannot be written ({error.strerror})") from None
