"""The charts of a report, as SVG to be put into the page. Their colours are the page's, so they follow light and dark.

Matplotlib wants colours at drawing time; each role gets a colour nobody else would use, and is replaced by the page's
variable of that role in the finished SVG.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import msgspec

from ardennes.lab.intervals import Interval
from ardennes.lab.study.results import Band

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ROLES = {
    "ink": "#010a01",
    "muted": "#010a02",
    "rule": "#010a03",
    "side-0": "#010a04",
    "side-1": "#010a05",
    "accent": "#010a06",
    "paper": "#010a07",
}
ROLE_OF = ("side-0", "side-1")
WIDTH = 7.2
"""Inches; the page scales it."""


class Dot(msgspec.Struct, frozen=True):
    """A value with its interval, in a row of its own."""

    label: str
    value: float
    interval: Interval
    note: str = ""
    role: str = "side-0"


class Course(msgspec.Struct, frozen=True):
    """Something over the turns, with how far games differ."""

    label: str
    bands: Mapping[int, Band]
    role: str
    needed: int | None = None


def dots_chart(title: str, dots: Sequence[Dot], *, middle: float, span: Interval, unit: str) -> str:
    """A dot and its interval in each row, around a middle line."""
    with _figure(0.75 + 0.36 * len(dots)) as (figure, axes):
        axes.axvline(middle, color=ROLES["muted"], linewidth=1, linestyle=(0, (3, 3)), zorder=1)
        for row, dot in enumerate(dots):
            colour = ROLES[dot.role]
            axes.plot(dot.interval, (row, row), color=colour, linewidth=5, alpha=0.35, solid_capstyle="round", zorder=2)
            axes.plot(dot.value, row, "o", color=colour, markersize=7, zorder=3, clip_on=False)
            axes.annotate(dot.note, (1.01, row), xycoords=("axes fraction", "data"), va="center", color=ROLES["muted"])
        axes.set_yticks(range(len(dots)), [dot.label for dot in dots])
        axes.set_ylim(len(dots) - 0.5, -0.5)
        axes.set_xlim(span)
        axes.xaxis.set_major_formatter(lambda value, _: signed(100 * value, 0) if span[0] < 0 else f"{value:.0%}")
        axes.set_xlabel(unit)
        axes.grid(axis="x", color=ROLES["rule"], linewidth=0.6)
        axes.tick_params(axis="y", length=0)
        return _svg(figure, title)


def courses_chart(title: str, courses: Sequence[Course], ticks: Mapping[int, str], *, unit: str, needed: str) -> str:
    """Middle, half and nine tenths of the games, turn by turn."""
    from matplotlib.ticker import MaxNLocator

    with _figure(3.1) as (figure, axes):
        for course in courses:
            turns = list(course.bands)
            bands = list(course.bands.values())
            colour = ROLES[course.role]
            for low, high, alpha in (("low", "high", 0.16), ("lower", "upper", 0.28)):
                lows, highs = ([getattr(band, name) for band in bands] for name in (low, high))
                axes.fill_between(turns, lows, highs, color=colour, alpha=alpha, linewidth=0)
            axes.plot(turns, [band.middle for band in bands], color=colour, linewidth=2.2, label=course.label)
            if course.needed is not None:
                axes.axhline(course.needed, color=colour, linewidth=1.2, linestyle=(0, (4, 3)))
                axes.annotate(
                    needed.format(side=course.label, points=course.needed),
                    (0.01, course.needed),
                    xycoords=("axes fraction", "data"),
                    xytext=(0, 3),
                    textcoords="offset points",
                    color=colour,
                )
        _turn_axis(axes, ticks)
        axes.set_ylabel(unit)
        axes.yaxis.set_major_locator(MaxNLocator(integer=True))
        axes.margins(y=0.1)
        axes.margins(x=0.02)
        axes.grid(axis="y", color=ROLES["rule"], linewidth=0.6)
        _legend(axes, len(courses))
        return _svg(figure, title)


def bars_chart(title: str, groups: Mapping[str, Mapping[str, Band]], *, unit: str) -> str:
    """A bar for the mean of each name, with a whisker for half of the games; a colour for each group."""
    rows = [
        (name, band, role)
        for (_, found), role in zip(groups.items(), ROLE_OF, strict=False)
        for name, band in found.items()
    ]
    with _figure(0.75 + 0.34 * len(rows)) as (figure, axes):
        for row, (_, band, role) in enumerate(rows):
            axes.barh(row, band.mean, color=ROLES[role], height=0.62, zorder=2)
            axes.plot((band.lower, band.upper), (row, row), color=ROLES["ink"], linewidth=1.4, zorder=3)
            axes.annotate(
                f"{band.mean:.1f}",
                (max(band.upper, band.mean), row),
                xytext=(5, 0),
                textcoords="offset points",
                va="center",
                color=ROLES["muted"],
            )
        axes.set_yticks(range(len(rows)), [name for name, _, _ in rows])
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.margins(x=0.1)
        axes.set_xlim(left=0)
        axes.set_xlabel(unit)
        axes.grid(axis="x", color=ROLES["rule"], linewidth=0.6, zorder=0)
        axes.tick_params(axis="y", length=0)
        return _svg(figure, title)


def signed(number: float, digits: int = 1) -> str:
    """A change, with its sign as it is printed; what rounds to nothing has none.

    >>> signed(-2.34), signed(0.01), signed(5, 0)
    ('−2.3', '0.0', '+5')
    """
    shown = f"{abs(number):.{digits}f}"
    return shown if not float(shown) else f"{'+' if number > 0 else '−'}{shown}"


def _turn_axis(axes: Axes, ticks: Mapping[int, str]) -> None:
    shown = list(ticks)[:: 1 + len(ticks) // 13]
    axes.set_xticks(shown, [ticks[turn] for turn in shown])


def _legend(axes: Axes, entries: int) -> None:
    if entries > 1:
        axes.legend(frameon=False, labelcolor="linecolor", loc="best")


@contextmanager
def _figure(height: float) -> Iterator[tuple[Figure, Axes]]:
    """A figure that belongs to nobody's screen, in the colours of the page."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    ink, muted, rule = ROLES["ink"], ROLES["muted"], ROLES["rule"]
    with rc_context(
        {
            "axes.edgecolor": rule,
            "axes.facecolor": "none",
            "axes.labelcolor": muted,
            "axes.spines.right": False,
            "axes.spines.top": False,
            "axes.axisbelow": True,
            "figure.facecolor": "none",
            "font.size": 10,
            "svg.fonttype": "none",
            "text.color": ink,
            "xtick.color": rule,
            "xtick.labelcolor": muted,
            "ytick.color": rule,
            "ytick.labelcolor": ink,
        }
    ):
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        yield figure, figure.add_subplot()


def _svg(figure: Figure, title: str) -> str:
    """The figure as an element for the page; ids differ from chart to chart, so that several may share one."""
    from matplotlib import rc_context

    file = io.StringIO()
    with rc_context({"svg.hashsalt": title}):
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    text = file.getvalue()
    text = text[text.index("<svg") :]
    for role, colour in ROLES.items():
        text = text.replace(colour, f"var(--{role})")
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r'id="([^"]+)"', lambda found: f'id="{_salted(found[1], title)}"', text)
    text = re.sub(r'(href="#|url\(#)([^")]+)', lambda found: found[1] + _salted(found[2], title), text)
    return re.sub(r"<svg ", f'<svg role="img" aria-label="{_quoted(title)}" class="chart" ', text, count=1)


def _salted(id: str, title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", f"{title} {id}".casefold())


def _quoted(text: str) -> str:
    return text.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
