"""The report of an analysis: tables in words, a curve, a page to keep."""

from __future__ import annotations

from functools import cached_property
from html import escape
from pathlib import Path

from ardennes.engine.match import Match
from ardennes.engine.texts import Argument, Text
from ardennes.geography.draw.files import write_whole
from ardennes.geography.draw.fonts import FACES, font_file
from ardennes.numbers import Side
from ardennes.players.analysis import FIRST, ActReport, Analysis, dice_events

WIDE, HIGH = 880, 330
LEFT, RIGHT, TOP, BOTTOM = 58, 18, 44, 40
INK, SOFT, LINE, ACCENT, PAPER = "#26231d", "#6a6355", "#cfc6b2", "#8c2f39", "#fffdf5"
MOST_THROWS = 8
PAGE = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><title>{title}</title><style>
body {{ margin: 2rem auto; max-width: 900px; padding: 0 1rem; background: {paper}; color: {ink};
  font: 17px/1.5 "Source Serif Pro", Georgia, serif }}
table {{ border-collapse: collapse; width: 100%; margin: 1rem 0 }}
th, td {{ padding: .25rem .6rem; text-align: right; border-bottom: 1px solid {line};
  font-variant-numeric: tabular-nums }}
th:nth-child(-n+2), td:nth-child(-n+2) {{ text-align: left }}
tfoot td {{ font-weight: bold }}
svg {{ width: 100%; height: auto }}
.soft {{ color: {soft} }}
</style></head><body>
<h1>{game}</h1><p>{verdict}</p>
{curve}
<p class="soft">{eyes}</p>
<table><thead><tr>{headings}</tr></thead><tbody>{rows}</tbody><tfoot><tr>{totals}</tr></tfoot></table>
<p class="soft">{explanation}</p>
{throws}
</body></html>
"""


class Report:
    """An analysis in one language."""

    def __init__(self, match: Match, analysis: Analysis, language: str) -> None:
        self.match, self.analysis, self.language = match, analysis, language

    def say(self, code: str, **arguments: Argument) -> str:
        return self.match.sentence(Text(code, arguments), self.language)

    def side(self, side: Side) -> str:
        return self.match.game.catalogue(self.language).side_name(side, self.match.position.data)

    @staticmethod
    def signed(share: float) -> str:
        return f"{100 * share:+.0f}"

    @property
    def verdict(self) -> str:
        over = self.match.over
        return self.match.sentence(over.reason, self.language) if over is not None else ""

    @property
    def explanation(self) -> str:
        return self.say("analysis-explained" if self.analysis.compared else "analysis-not-compared")

    @cached_property
    def headings(self) -> list[str]:
        codes = ["turn", "side", "before", "after", "luck", "decision", "rest"]
        return [self.say(f"analysis-{code}") for code in codes]

    @cached_property
    def rows(self) -> list[list[str]]:
        return [
            [
                str(turn.turn),
                self.side(turn.side),
                f"{100 * turn.before:.0f}",
                f"{100 * turn.after:.0f}",
                *map(self.signed, (turn.luck, turn.decision, turn.rest)),
            ]
            for turn in self.analysis.turns
        ]

    @cached_property
    def totals(self) -> list[str]:
        turns = self.analysis.turns
        sums = [sum(parts) for parts in zip(*((turn.luck, turn.decision, turn.rest) for turn in turns), strict=True)]
        first, last = turns[0].before, turns[-1].after
        return [self.say("analysis-total"), "", f"{100 * first:.0f}", f"{100 * last:.0f}", *map(self.signed, sums)]

    def about(self, act: ActReport) -> str:
        """An act in which dice fell, in words."""
        told = " ".join(self.match.sentence(event, self.language) for event in dice_events(self.match, act)[:2])
        return f"{self.say('analysis-turn')} {act.turn}, {self.side(act.side)}: {told}"

    # --- files -----------------------------------------------------------------------------------

    def write(self, path: Path) -> None:
        """A page or a picture, by the ending of its name."""
        match path.suffix.casefold():
            case ".html":
                write_whole(path, self.page().encode())
            case ".svg":
                write_whole(path, self.curve().encode())
            case _:
                import resvg_py

                fonts = [str(font_file(font)) for font in FACES]
                write_whole(path, bytes(resvg_py.svg_to_bytes(svg_string=self.curve(), skip_system_fonts=True,
                                                              font_files=fonts, zoom=2)))  # fmt: skip

    def page(self) -> str:
        """All of it on one page that needs nothing else."""

        def cells(row: list[str], kind: str = "td") -> str:
            return "".join(f"<{kind}>{escape(cell)}</{kind}>" for cell in row)

        listed = [
            f"<li><b>{self.signed(act.luck or 0.0)}</b> {escape(self.about(act))}</li>"
            for act in self.analysis.throws[:MOST_THROWS]
        ]
        throws = f"<h2>{self.say('analysis-throws')}</h2><ul>{''.join(listed)}</ul>" if listed else ""
        return PAGE.format(
            language=self.language,
            title=escape(self.say("analysis-title")),
            game=escape(self.match.game.info.title),
            verdict=escape(self.verdict),
            curve=self.curve(),
            eyes=escape(self.say("analysis-eyes", side=FIRST)),
            headings=cells(self.headings, "th"),
            rows="".join(f"<tr>{cells(row)}</tr>" for row in self.rows),
            totals=cells(self.totals),
            explanation=escape(self.explanation),
            throws=throws,
            paper=PAPER,
            ink=INK,
            line=LINE,
            soft=SOFT,
        )

    def curve(self) -> str:
        """The chance to win over the game, as SVG."""
        turns = self.analysis.turns
        last = max(1, turns[-1].last)

        def x(record: int) -> float:
            return LEFT + record / last * (WIDE - LEFT - RIGHT)

        def y(chance: float) -> float:
            return TOP + (1 - chance) * (HIGH - TOP - BOTTOM)

        line = " ".join(f"{x(record):.1f},{y(chance):.1f}" for record, _, chance in self.analysis.curve)
        parts = [f'<rect width="{WIDE}" height="{HIGH}" fill="{PAPER}"/>']
        for mark in (0.0, 0.5, 1.0):
            dashes = ' stroke-dasharray="4 5"' if mark == 0.5 else ""
            parts.append(f'<path d="M{LEFT},{y(mark)}H{WIDE - RIGHT}" stroke="{LINE}"{dashes}/>')
            parts.append(_text(LEFT - 8, y(mark) + 5, f"{100 * mark:.0f} %", anchor="end"))
        begun: set[int] = set()
        for part in turns:
            if part.turn not in begun:
                begun.add(part.turn)
                parts.append(f'<path d="M{x(part.first):.1f},{HIGH - BOTTOM}v6" stroke="{SOFT}"/>')
                parts.append(_text(x(part.first) + 3, HIGH - BOTTOM + 20, str(part.turn)))
        ground = f"{x(last):.1f},{y(0)} {x(0):.1f},{y(0)}"
        parts.append(f'<polygon points="{line} {ground}" fill="{ACCENT}" fill-opacity="0.12"/>')
        parts.append(f'<polyline points="{line}" fill="none" stroke="{ACCENT}" stroke-width="2.5"/>')
        parts.append(_text(LEFT, TOP - 18, self.say("analysis-chance", side=FIRST), size=17, fill=INK))
        parts.append(_text(WIDE - RIGHT, HIGH - 6, self.headings[0], anchor="end"))
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}">{"".join(parts)}</svg>'


def _text(x: float, y: float, text: str, *, anchor: str = "start", size: int = 14, fill: str = SOFT) -> str:
    where = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    type_ = f'font-family="\'Source Sans Pro\', sans-serif" font-size="{size}" fill="{fill}"'
    return f"<text {where} {type_}>{escape(text)}</text>"
