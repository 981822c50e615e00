"""Looks for the hole in a player: scripts at many prices play against it, the best go on to more games, and what comes
out on top is confirmed on dice that it was not found by.

The search is halving: every generation draws scripts, of which the better half plays twice as many games, again and
again; the next generation changes the best so far. All follows from the seed, and every game is kept, so that a search
that was stopped goes on where it was.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

import msgspec

from ardennes.engine.advice import AnyAdvice
from ardennes.engine.game import load_game
from ardennes.engine.position import Position
from ardennes.errors import ArdennesError
from ardennes.lab.intervals import Interval, wilson
from ardennes.lab.plan import make_plan
from ardennes.lab.rows import Played
from ardennes.lab.series import Workers, play_series
from ardennes.lab.tally import Tally
from ardennes.numbers import SIDES, Side
from ardennes.players.advisers import advice_for

SETTINGS, RESULT = "league.json", "exploitability.json"
FIRST_GAMES = 4
"""That each script of a generation plays before the first half of them is dropped."""
ARCHETYPES: Mapping[str, Mapping[str, float]] = {
    "turtle": {"post": 3, "guard": 3, "pull": 0.3, "harm": 0.5, "goal": 0.5},
    "all-in": {"harm": 4, "blood": 0.25, "pull": 2, "push": 3, "guard": 0.2, "post": 0.3},
}
"""What is tried besides the plans of the game: by how much prices are multiplied, as far as a game has them."""
MOST_PRICES, LEAST_TIMES, MOST_TIMES = 4, 0.25, 4.0
"""How many prices are changed at once, and by how much."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What is looked for, and how long."""

    game: str
    scenario: str = ""
    target: str
    """The player in whom the hole is looked for."""
    candidates: int = 16
    generations: int = 2
    confirm: int = 40
    seed: str = "league"


class Response(msgspec.Struct, frozen=True, kw_only=True):
    """How a script has done against the target; a draw counts half."""

    call: str
    games: int
    points: float
    interval: Interval

    @classmethod
    def of(cls, call: str, tally: Tally, side: str) -> Response:
        points = tally.wins[side] + tally.draws / 2
        games = sum(tally.wins.values()) + tally.draws
        return cls(call=call, games=games, points=points, interval=wilson(round(points), games))

    @property
    def share(self) -> float:
        return self.points / self.games if self.games else 0.0


class Exploited(msgspec.Struct, frozen=True, kw_only=True):
    """What was found for one side against the target on the other."""

    side: str
    found: tuple[Response, ...]
    """Those that came to the last games of their generation, best first, on the dice they were found by."""
    usual: Response
    """The usual script, on fresh dice."""
    best: Response
    """The best response found, on fresh dice: its share is the exploitability."""


class Exploitability(msgspec.Struct, frozen=True, kw_only=True):
    settings: Settings
    sides: tuple[Exploited, ...]


Watch = Callable[[str, int], AbstractContextManager[Callable[[Played], object]]]
"""Shows a series while it is played: what it is, and how many games."""


class League:
    """One search, in one folder."""

    def __init__(self, settings: Settings, place: Path, workers: Workers, watch: Watch) -> None:
        self.settings, self.place, self._workers, self._watch = settings, place, workers, watch
        game = load_game(settings.game)
        self.sides = game.sides
        name, chosen = game.check_choice(settings.scenario, (), None)
        self._begun: Position = game.start(game.load_data(name, chosen), "league")
        advice = advice_for(self._begun.data)
        if advice is None or not advice.prices(advice.plans(self._begun, Side(0))[0]):
            raise ArdennesError(f"{game.info.title} has no script with prices that responses could be made of")
        self._advice: AnyAdvice = advice

    def search(self) -> Exploitability:
        """Looks for responses of both sides; what has been played already is not played again."""
        result = Exploitability(settings=self.settings, sides=tuple(self._exploit(side) for side in SIDES))
        (self.place / RESULT).write_bytes(msgspec.json.format(msgspec.json.encode(result)))
        return result

    def _exploit(self, side: Side) -> Exploited:
        settings, found = self.settings, dict[str, Response]()
        for generation in range(settings.generations):
            chance = random.Random(f"{settings.seed}:{side}:{generation}")
            calls = self._drawn(side, chance, _ranked(found.values()))
            found |= {response.call: response for response in self._halving(side, generation, calls)}
        ranked = _ranked(found.values())
        usual = self._play(side, "script", "confirmed", settings.confirm)
        best = self._play(side, ranked[0].call, "confirmed", settings.confirm)
        return Exploited(side=self.sides[side], found=ranked, usual=usual, best=best)

    def _drawn(self, side: Side, chance: random.Random, best: Sequence[Response]) -> list[str]:
        """The scripts of a generation: at first the game's own models and the archetypes, then those found best at
        prices changed a little; others at random."""
        usual, *models = self._advice.replies(self._begun, side)
        prices = [price for price, worth in self._advice.prices(usual).items() if worth]
        if best:
            calls = [_changed(response.call, prices, chance) for response in best[: self.settings.candidates // 2]]
        else:
            named = [{price: times for price, times in each.items() if price in prices} for each in ARCHETYPES.values()]
            calls = ["script", *(f"script:plan={model.name}" for model in models), *(_call({}, each) for each in named)]
        while len(calls) < self.settings.candidates:
            plan = chance.choice(["", *(model.name for model in models)])
            calls.append(_changed(f"script:plan={plan}" if plan else "script", prices, chance))
        return list(dict.fromkeys(calls))[: self.settings.candidates]

    def _halving(self, side: Side, generation: int, calls: list[str]) -> list[Response]:
        """The better half goes on to twice as many games, until one or two are left."""
        games = FIRST_GAMES
        while True:
            played = _ranked(self._play(side, call, f"generation-{generation + 1}", games) for call in calls)
            if len(calls) <= 2:
                return list(played)
            calls, games = [response.call for response in played[: (len(calls) + 1) // 2]], 2 * games

    def _play(self, side: Side, call: str, dice: str, games: int) -> Response:
        settings = self.settings
        players = (call, settings.target) if side == 0 else (settings.target, call)
        plan = make_plan(settings.game, players=players, seed=f"{settings.seed}:{dice}", scenario=settings.scenario)
        folder = self.place / "games" / self.sides[side].casefold() / dice / _file_name(call)
        with self._watch(f"{self.sides[side]}, {dice}: {call}", games) as follow:
            tally = play_series(plan, games, folder, workers=self._workers, resume=folder.exists(), follow=follow)
        if tally.crashes:
            raise ArdennesError(f"{folder}: a game broke off: {tally.crashes[0].error}")
        return Response.of(call, tally, self.sides[side])


def claim(place: Path, settings: Settings, *, resume: bool) -> None:
    """Takes a folder for a search, new or gone on with; a search goes on as it was begun."""
    kept = place / SETTINGS
    if kept.exists():
        if not resume:
            raise ArdennesError(f"{place}: a league is kept here already; go on with it by --resume")
        if msgspec.json.decode(kept.read_bytes(), type=Settings) != settings:
            raise ArdennesError(f"{place}: the league kept here was begun with other settings, which {kept} tells")
        return
    if place.exists() and any(place.iterdir()):
        raise ArdennesError(f"{place}: the folder is not empty")
    place.mkdir(parents=True, exist_ok=True)
    kept.write_bytes(msgspec.json.format(msgspec.json.encode(settings)))


def _ranked(responses: Iterable[Response]) -> tuple[Response, ...]:
    """Best first; of equals, the one that played more."""
    return tuple(sorted(responses, key=lambda each: (-each.share, -each.games, each.call)))


def _call(named: Mapping[str, str], times: Mapping[str, float]) -> str:
    settings = [*(f"{key}={value}" for key, value in named.items()), *(f"{key}=x{by:g}" for key, by in times.items())]
    return f"script:{','.join(settings)}" if settings else "script"


def _changed(call: str, prices: Sequence[str], chance: random.Random) -> str:
    """A script with some prices multiplied, on top of what it was multiplied by before."""
    pairs = dict(part.split("=", 1) for part in call.partition(":")[2].split(",") if part)
    named = {key: value for key, value in pairs.items() if not value.startswith("x")}
    times = {key: float(value[1:]) for key, value in pairs.items() if value.startswith("x")}
    for price in chance.sample(list(prices), min(len(prices), chance.randint(1, MOST_PRICES))):
        by = LEAST_TIMES * (MOST_TIMES / LEAST_TIMES) ** chance.random()
        times[price] = round(times.get(price, 1.0) * by, 3)
    return _call(named, times)


def _file_name(call: str) -> str:
    return "".join(letter if letter.isalnum() or letter in ".=-" else "_" for letter in call)
