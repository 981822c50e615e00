"""The report of a study: one HTML file with all charts and maps in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from html import escape
from pathlib import Path

from ardennes.engine.texts import Argument, Catalogue, Text
from ardennes.lab.intervals import Interval, wilson
from ardennes.lab.study.charts import ROLE_OF, Course, Dot, bars_chart, courses_chart, dots_chart, signed
from ardennes.lab.study.results import Effect, Results, Series
from ardennes.languages import FIRST_LANGUAGE
from ardennes.numbers import SIDES, by_side

HERE = Path(__file__).parent
MOST_MAPS = 12


class Report:
    """Writes a study down in one language."""

    def __init__(self, results: Results, language: str = FIRST_LANGUAGE) -> None:
        self.results, self.language = results, language
        self.game = results.game
        self._words = Catalogue.load(language, [HERE / "words" / f"{language}.toml"])
        names = self.game.catalogue(language)
        self.sides = tuple(names.side_name(side, results.data) for side in SIDES)
        self.front = results.main.front()
        self.maps = results.maps

    def html(self) -> str:
        """The whole page."""
        sections = {
            "winning": self._winning(),
            "options": self._options(),
            "points": self._points(),
            "losses": self._losses(),
            "front": self._front(),
            "method": self._method(),
        }
        shown = {name: body for name, body in sections.items() if body}
        title = self.say("title", game=self.game.info.title)
        links = "".join(f'<li><a href="#{name}">{self.say(name)}</a></li>' for name in shown)
        bodies = "".join(
            f'<section id="{name}"><h2>{self.say(name)}</h2>{body}</section>' for name, body in shown.items()
        )
        first, second = self.results.main.plan.players
        lede = self.say("lede", games=self.results.games, first=first, second=second, **self._both)
        return (
            f'<!doctype html><html lang="{self.language}"><head><meta charset="utf-8"><title>{title}</title>'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<style>{(HERE / 'page.css').read_text(encoding='utf-8')}</style></head><body><header><h1>{title}</h1>"
            f'<p class="lede">{lede}</p></header>{self._findings()}'
            f'<nav aria-label="{self.say("contents")}"><ul>{links}</ul></nav><main>{bodies}</main></body></html>\n'
        )

    # --- words -----------------------------------------------------------------------------------

    def say(self, code: str, **arguments: Argument) -> str:
        """A sentence of the report, its arguments made safe for a page."""
        safe = {name: escape(value) if isinstance(value, str) else value for name, value in arguments.items()}
        return self._words.say(Text(code, safe), self.results.data)

    @property
    def _both(self) -> dict[str, str]:
        return {"side0": self.sides[0], "side1": self.sides[1]}

    def scenario(self, series: Series) -> str:
        return self.game.scenarios(series.plan.data_folder)[series.variant.scenario].title

    def turn(self, series: Series, turn: int) -> str:
        """A turn by its day, or else by its number."""
        day = series.dates.get(turn, "")
        return self.day(day) if day else self.say("turn", turn=turn)

    def day(self, day: str) -> str:
        """A day without its year, as maps and axes have room for: ``16 Dec``."""
        found = date.fromisoformat(day)
        return f"{found.day} {self.say('months').split()[found.month - 1]}"

    # --- sections --------------------------------------------------------------------------------

    def _findings(self) -> str:
        found = [self._scenario_finding(self.results.series[variant]) for variant in self.results.design.scenarios]
        effects = self.results.effects()
        shown = [effect for effect in effects if effect.is_shown]
        found += [
            self.say(
                "finding-option",
                option=self.game.info.options[effect.trial.option].title,
                side=self.sides[0],
                change=signed(100 * effect.wins),
                interval=points_span(effect.interval),
            )
            for effect in sorted(shown, key=lambda effect: -abs(effect.wins))
        ]
        if effects and not shown:
            found.append(self.say("finding-options-none", games=min(effect.games for effect in effects)))
        found += self._front_finding()
        if crashes := sum(len(series.tally.crashes) for series in self.results.series.values()):
            found.append(self.say("finding-crashes", n=crashes))
        items = "".join(f"<li>{sentence}</li>" for sentence in found)
        return f'<aside class="findings"><h2>{self.say("findings")}</h2><ul>{items}</ul></aside>'

    def _scenario_finding(self, series: Series) -> str:
        wins, games = (sum(row.winner == side for row in series.games) for side in SIDES), len(series.games)
        first, second = wins
        low, high = wilson(first, games)
        other_low, _ = wilson(second, games)
        verdict = "verdict-even"
        if low > 0.5 or other_low > 0.5:
            verdict = "verdict-for"
        return self.say(
            "finding-scenario",
            scenario=self.scenario(series),
            side=self.sides[0],
            rate=percent(first / games if games else 0.0),
            games=games,
            interval=span((low, high)),
            verdict=self.say(verdict, side=self.sides[0 if low > 0.5 else 1]),
        )

    def _front_finding(self) -> list[str]:
        """How near history the games came, on the last day whose front is known."""
        dates = self.results.main.dates
        known = [turn for turn in self.front if dates.get(turn, "") in self.maps.history]
        if not known:
            return []
        turn = max(known)
        share = percent(self.maps.agreement(self.front[turn], dates[turn]))
        day = self.day(dates[turn])
        return [self.say("finding-front", date=day, share=share, day=day)]

    def _winning(self) -> str:
        side = self.sides[0]
        dots, rows = [], []
        for variant in self.results.design.scenarios:
            series = self.results.series[variant]
            result = series.tally
            wins, interval = result.wins[self.game.sides[0]], result.intervals[self.game.sides[0]]
            rate = result.rates[self.game.sides[0]]
            dots.append(Dot(self.scenario(series), rate, interval, percent(rate)))
            means = [result.losses[name].mean if name in result.losses else 0.0 for name in self.game.sides]
            rows.append(
                (
                    self.scenario(series),
                    f"{result.games:,}",
                    f"{wins:,}",
                    span(interval),
                    f"{result.draws:,}",
                    f"{result.turns.mean:.1f}" if result.turns else "",
                    *(f"{mean:.1f}" for mean in means),
                    self._endings(series),
                )
            )
        title = self.say("chart-winning", side=side)
        chart = dots_chart(title, dots, middle=0.5, span=(0, 1), unit=self.say("axis-won", side=side))
        headings = [
            self.say("col-scenario"),
            self.say("col-games"),
            self.say("col-won", side=side),
            self.say("col-interval"),
            self.say("col-draws"),
            self.say("col-turns"),
            *(self.say("col-lost", side=name) for name in self.sides),
            self.say("col-ended"),
        ]
        about = self.say("winning-about", **self._both)
        return f"<p>{about}</p><figure>{chart}</figure>{table(headings, rows, words=(0, len(headings) - 1))}"

    def _endings(self, series: Series) -> str:
        """How games ended, and who won by it."""
        ending = self.game.catalogue(self.language).ending
        names = {**dict(zip(self.game.sides, self.sides, strict=True)), "draw": self.say("draw")}
        return "; ".join(
            f"{ending(reason)}: " + ", ".join(f"{names[winner]} {count}" for winner, count in winners.items())
            for reason, winners in series.tally.reasons.items()
        )

    def _options(self) -> str:
        effects, side = self.results.effects(), self.sides[0]
        if not effects:
            return ""
        infos = self.game.info.options
        dots = [
            Dot(
                infos[effect.trial.option].title,
                effect.wins,
                effect.interval,
                signed(100 * effect.wins),
                "accent" if effect.is_shown else "side-0",
            )
            for effect in effects
        ]
        most = max(max(abs(bound) for bound in effect.interval) for effect in effects)
        title = self.say("chart-options", side=side)
        width = min(1.0, most * 1.08)
        chart = dots_chart(title, dots, middle=0, span=(-width, width), unit=self.say("axis-change", side=side))
        headings = [
            self.say("col-option"),
            self.say("col-rule"),
            self.say("col-games"),
            self.say("col-change", side=side),
            self.say("col-interval"),
            self.say("col-turns-change"),
            *(self.say("col-lost", side=name) for name in self.sides),
        ]
        rows = [self._option_row(effect) for effect in effects]
        about = self.say("options-about", scenario=self.scenario(self.results.main), **self._both)
        return f"<p>{about}</p><figure>{chart}</figure>{table(headings, rows, words=(0, 1))}"

    def _option_row(self, effect: Effect) -> Sequence[str]:
        info = self.game.info.options[effect.trial.option]
        return (
            info.title,
            info.rule,
            f"{effect.games:,}",
            signed(100 * effect.wins),
            points_span(effect.interval),
            signed(effect.turns, 2),
            *(signed(lost) for lost in effect.lost),
        )

    def _points(self) -> str:
        charts = []
        for variant in self.results.design.scenarios:
            series = self.results.series[variant]
            courses = [
                Course(name, bands, role, series.needed(side))
                for side, (name, role) in by_side(zip(self.sides, ROLE_OF, strict=True))
                if (bands := series.points(side))
            ]
            if courses:
                title = self.say("chart-points", scenario=self.scenario(series))
                chart = self._over_time(series, title, courses, self.say("axis-points"))
                caption = f"<b>{escape(self.scenario(series))}</b>"
                charts.append(f"<figure><figcaption>{caption}</figcaption>{chart}</figure>")
        return f"<p>{self.say('points-about')}</p>{''.join(charts)}" if charts else ""

    def _losses(self) -> str:
        main = self.results.main
        if not main.games:
            return ""
        courses = [Course(self.sides[side], main.lost(side), ROLE_OF[side]) for side in SIDES]
        over_time = self._over_time(main, self.say("chart-losses"), courses, self.say("axis-steps"))
        groups = {self.sides[side]: main.lost_by_formation(side) for side in SIDES}
        formations = bars_chart(self.say("chart-formations"), groups, unit=self.say("axis-steps"))
        about = self.say("losses-about", scenario=self.scenario(main))
        return f"<p>{about}</p><figure>{over_time}</figure><figure>{formations}</figure>"

    def _over_time(self, series: Series, title: str, courses: Sequence[Course], unit: str) -> str:
        ticks = {turn: self.turn(series, turn) for turn in series.turns}
        # The chart fills in side and points itself, for each course.
        needed = self.say("needed", side="{side}", points="{points}")
        return courses_chart(title, courses, ticks, unit=unit, needed=needed)

    def _front(self) -> str:
        main = self.results.main
        turns = list(self.front)[:: 1 + (len(self.front) - 1) // MOST_MAPS] if self.front else []
        if not turns:
            return ""
        figures = []
        for turn in turns:
            played = main.dates.get(turn, "")
            day = self.maps.known_day(played) if played else ""
            picture = self.maps.draw(self.front[turn], day, self.say("front-label", turn=turn))
            small = [self.say("front-games", n=self.front[turn].games)]
            small += [self.say("front-of", day=self.day(day))] if day and day != played else []
            caption = f"<b>{escape(self.turn(main, turn))}</b><span>{' · '.join(small)}</span>"
            figures.append(f"<figure>{picture}<figcaption>{caption}</figcaption></figure>")
        about = self.say("front-about", scenario=self.scenario(main))
        maps = "".join(figures)
        return f'{self.maps.base}<p>{about}</p>{self._front_key()}<div class="fronts">{maps}</div>'

    def _front_key(self) -> str:
        entries = {"shade": self.say("key-held", side=self.sides[0]), "stood": self.say("key-half")}
        if self.maps.history:
            entries["known"] = self.say("key-history")
        items = "".join(f'<span><i class="{name}"></i>{says}</span>' for name, says in entries.items())
        return f'<p class="key">{items}</p>'

    def _method(self) -> str:
        plan = self.results.main.plan
        made = self.say(
            "method-games",
            games=len(self.results.main.played),
            seed=plan.seed,
            version=plan.version,
            rules=plan.rules_version,
            digest=plan.data_digest[:12],
        )
        return f"<p>{made}</p><p>{self.say('method-limits')}</p><p>{self.say('method-data')}</p>"


# --- small things ------------------------------------------------------------------------------------


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def span(interval: Interval) -> str:
    return f"{100 * interval[0]:.1f}–{100 * interval[1]:.1f} %"


def points_span(interval: Interval) -> str:
    """An interval of percentage points."""
    return f"{signed(100 * interval[0])} … {signed(100 * interval[1])}"


def table(headings: Sequence[str], rows: Iterable[Sequence[str]], *, words: Sequence[int]) -> str:
    """A table whose columns hold numbers, but for those with words."""

    def cells(tag: str, row: Sequence[str]) -> str:
        kinds = ("" if column in words else ' class="number"' for column in range(len(row)))
        return "".join(f"<{tag}{kind}>{escape(cell)}</{tag}>" for kind, cell in zip(kinds, row, strict=True))

    body = "".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    return (
        f'<div class="table"><table><thead><tr>{cells("th", headings)}</tr></thead><tbody>{body}</tbody></table></div>'
    )
