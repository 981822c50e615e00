"""A game as its folder declares it, and how games are found by name.

A game's folder is a package with ``game.toml`` (title, stage, scenarios, options) and, once it can be played, a
module ``game`` that defines ``GAME``.
"""

from __future__ import annotations

import importlib
import os
import sys
from array import array
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic

import msgspec

from ardennes.datafiles import Mistake, digest_of, read_toml
from ardennes.engine.acts import Act
from ardennes.engine.datapack import Contents, open_data
from ardennes.engine.game_data import Counter, GameData
from ardennes.engine.options import Verb, Verbs
from ardennes.engine.overlays import Overlays
from ardennes.engine.procedure import P, Procedure, Question, procedure_kinds
from ardennes.engine.references import Refers
from ardennes.engine.scenarios import Scenario, ScenarioInfo, Words, list_scenarios
from ardennes.engine.schedule import Coming, Roll
from ardennes.engine.score import Score
from ardennes.engine.texts import Catalogue, Event
from ardennes.engine.what_if import WhatIfs
from ardennes.errors import ArdennesError
from ardennes.languages import FIRST_LANGUAGE
from ardennes.numbers import Side

if TYPE_CHECKING:
    from ardennes.engine.charts import Chart

ENGINE_MESSAGES = Path(__file__).parent / "messages"
GAMES = Path(__file__).parent.parent / "games"


class OptionInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A rule that may be switched on, and the options it cannot be played with."""

    title: str
    rule: str = ""
    about: str = ""
    conflicts: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()


class GameInfo(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game's title page, ``game.toml``, with its scenarios."""

    title: str
    sides: tuple[str, str]
    stage: str
    """How far it is: ``map``, ``rules``, ``complete``, or ``tutorial``."""
    designer: str = ""
    publisher: str = ""
    year: int = 0
    about: str = ""
    rules_version: int = 1
    scenarios: dict[str, ScenarioInfo] = {}
    """From a file each; a game whose scenarios are nothing but a name may have them in ``game.toml``."""
    options: dict[str, OptionInfo] = {}


class TitlePage(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game's title page in another language, ``texts/it/game.toml``; whatever it leaves out stays as it is."""

    title: str = ""
    sides: tuple[str, str] | None = None
    designer: str = ""
    about: str = ""
    options: dict[str, Words] = {}

    def translate(self, info: GameInfo) -> GameInfo:
        options = {name: _reworded(found, self.options.get(name)) for name, found in info.options.items()}
        return msgspec.structs.replace(
            info,
            title=self.title or info.title,
            sides=self.sides or info.sides,
            designer=self.designer or info.designer,
            about=self.about or info.about,
            options=options,
        )


def _reworded(info: OptionInfo, words: Words | None) -> OptionInfo:
    return msgspec.structs.replace(info, title=words.title, about=words.about or info.about) if words else info


class Game(Generic[P]):
    """One game: how it starts, what it hides, and the words it uses. ``P`` is its own kind of position, which all that
    it is asked gets."""

    position_type: type[P]
    data_type: ClassVar[type[GameData]]
    verbs: ClassVar[Verbs]
    boxes: ClassVar[tuple[str, ...]] = ()
    """Places off the map, by name."""
    points_in_one: ClassVar[int] = 1
    """How many of its smallest parts make one movement point."""
    anytime: tuple[Question[P, Any], ...] = ()
    """What a side may do between two answers, whoever is asked: standing orders, taking a decoy away."""
    asides: ClassVar[tuple[Verb, ...]] = ()
    """Verbs that help with an answer, or may be done besides it, and answer no question themselves."""
    secret_orders: ClassVar[tuple[Verb, ...]] = ()
    """Verbs of what is done between two answers and the other side is not told that anything was done."""
    subjects: ClassVar[Mapping[str, Refers]] = {}
    """What its duties and orders are about, by their kind, where that is a unit, hex or hexside."""
    words: ClassVar[tuple[str, ...]] = ()
    """The words that its clocks, duties, orders and open procedures hold, for whoever must show them as numbers."""
    renamed: ClassVar[Mapping[str, str]] = {}
    """What had another name in an earlier release, and the name it has now: counters, columns, clocks, procedures,
    their fields and steps, verbs. Running games know them by the old one."""
    acts: tuple[Act[P], ...] = ()
    """What its scripts can do at once where a player gives several answers; players give it to many units together."""
    overlays: Overlays[P] = Overlays()
    """What it shows over the map when a player asks."""
    what_ifs: WhatIfs[P] = WhatIfs()
    """How it foretells attacks that nobody has declared."""
    data_files: ClassVar[Mapping[str, type[Any]]] = {}
    """Its data files and what each row (CSV) or the whole file (TOML, map) must look like; a data pack may bring its
    own. ``data/README.md`` explains them to owners of the printed game."""
    counter_files: ClassVar[tuple[str, ...]] = ("units.csv",)
    """Those of them with counters; scenarios set up the counters of the first."""
    scenario_type: ClassVar[type[Scenario]] = Scenario
    """What a file in ``data/scenarios`` must look like."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.id = folder.name
        self.info = title_page(folder)

    @property
    def sides(self) -> tuple[str, str]:
        return self.info.sides

    @cached_property
    def procedures(self) -> tuple[type[Procedure], ...]:
        """The procedures that its modules define, by name."""
        package = type(self).__module__.rpartition(".")[0]
        own = [kind for kind in procedure_kinds() if kind.__module__.startswith(f"{package}.")]
        return tuple(sorted(own, key=lambda kind: kind.__name__))

    @cached_property
    def secret_procedures(self) -> frozenset[type[Procedure]]:
        """Those of them that a side may not know all of while they are open."""
        return frozenset(kind for kind in self.procedures if kind.seen_by is not Procedure.seen_by)

    @cached_property
    def code_digest(self) -> str:
        """Of the program that plays it: its own modules, those of the engine and those that games share."""
        ours = (Path(__file__).parent, *(GAMES.parent / name for name in ("rules", "kernels")), self.folder)
        return digest_of(path for folder in ours for path in sorted(folder.rglob("*.py")))

    # --- what a game must say --------------------------------------------------------------------

    def start_in(self, counter: Any, hex: str) -> Any:
        """A counter that a scenario gives a hex to start in, or none where it is out of play."""
        raise NotImplementedError

    def start_hex(self, counter: Any) -> str:
        """The hex a counter starts in, if it does."""
        raise NotImplementedError

    def counters(self, contents: Contents, setting: Any, options: frozenset[str]) -> Sequence[Counter]:
        """The counters as a scenario has them."""
        units, *others = (contents.rows(file, Counter).values() for file in self.counter_files)
        return [*setting.placed(units, self.start_in), *chain(*others)]

    def scenario_with(self, setting: Any, contents: Contents, options: frozenset[str]) -> Any:
        """A scenario as it is played with some options, where these change who takes part or what it allows."""
        return setting

    def fill_data(self, data: Any, contents: Contents) -> None:
        """Works out what follows from board and counters, with the tables that were read."""

    def set_up(self, p: P) -> None:
        """Puts the scenario on an empty position and opens the sequence of play, up to the first question."""
        raise NotImplementedError

    def check_data(self, contents: Contents) -> Iterable[Mistake]:
        """What in the data does not fit together; a file may be missing or have lost rows to other mistakes."""
        return ()

    def hide(self, view: P, side: Side) -> None:
        """Puts stand-ins where ``side`` may not look; ``view`` is a copy made for it."""

    def determinize(self, truth: P, side: Side) -> None:
        """Turns a view of ``side`` into one possible truth, with the dice of ``truth``."""

    def disguise_event(self, p: P, event: Event) -> Event:
        """An event with what each side may know of it."""
        return event

    def score(self, p: P) -> Score:
        """Points and losses so far, on the truth or on a view."""
        return Score()

    def unit_marks(self, p: P) -> dict[str, array[int]]:
        """What follows from a view for its units and a counter shows, by the name of its badge: a number for each."""
        return {}

    def coming(self, p: P) -> Iterable[Coming]:
        """What comes when, as far as it is laid down; on a view."""
        return ()

    def charts(self, p: P) -> Iterable[Chart]:
        """Charts besides those that ``page/charts.toml`` makes from data files."""
        return ()

    def chart_marks(self, p: P) -> Mapping[str, Iterable[str]]:
        """By chart, the heads of columns and the names of rows that apply now, on a view."""
        return {}

    def luck(self, before: P, event: Event) -> Iterable[Roll]:
        """What the dice of an event brought, and what was to be expected in the position it came from."""
        return ()

    def invariants(self, p: P) -> Iterable[str]:
        """Sentences about what is wrong with a position; none in a sound one."""
        return ()

    def fit(self, p: P) -> None:
        """Puts right what a position of another release has and the present counters do not allow."""

    # --- shared ----------------------------------------------------------------------------------

    def load_data(self, scenario: str, options: Iterable[str], pack: Path | None = None) -> GameData:
        """Opens the box: reads and checks the data, from the game's folder or from a data pack."""
        contents, chosen = open_data(self, pack), frozenset(options)
        setting = self.scenario_with(contents.scenario(scenario, self.scenario_type), contents, chosen)
        assert contents.board is not None
        data = self.data_type(
            self,
            board=setting.cut(contents.board),
            counters=self.counters(contents, setting, chosen),
            scenario=scenario,
            options=chosen,
            digest=contents.digest(scenario, *setting.uses),
        )
        data.scenario_data, data.pack_folder = setting, pack
        data.contents = contents
        self.fill_data(data, contents)
        return data

    def start(self, data: GameData, seed: str) -> P:
        """A new game at its first question."""
        p = self.position_type(data, seed)
        self.set_up(p)
        return p

    def scenarios(self, pack: Path | None = None) -> Mapping[str, ScenarioInfo]:
        """Its scenarios, with those of a data pack."""
        return title_page(self.folder, pack=pack).scenarios if pack else self.info.scenarios

    def check_choice(
        self, scenario: str, options: Iterable[str], pack: Path | None = None
    ) -> tuple[str, frozenset[str]]:
        """The scenario, or the first one if none is named, and options if they can be played together, with those that
        the scenario forces; otherwise says why not."""
        known = self.scenarios(pack)
        scenario = scenario or next(iter(known))
        if scenario not in known:
            raise ArdennesError(f"{self.info.title} has no scenario {scenario!r}; it has {', '.join(known)}")
        chosen = frozenset(options).union(set(known[scenario].forced).intersection(self.info.options))
        for option in sorted(chosen.intersection(known[scenario].barred)):
            raise ArdennesError(f"scenario {scenario!r} is not played with option {option!r}")
        for option in sorted(chosen):
            if option not in self.info.options:
                offered = ", ".join(self.info.options) or "none"
                raise ArdennesError(f"{self.info.title} has no option {option!r}; it has {offered}")
            info = self.info.options[option]
            for other in sorted(chosen.intersection(info.conflicts)):
                raise ArdennesError(f"options {option!r} and {other!r} cannot be played together ({info.rule})")
            for other in sorted(set(info.needs) - chosen):
                raise ArdennesError(f"option {option!r} needs option {other!r} ({info.rule})")
        return scenario, chosen

    def present_name(self, name: str) -> str:
        return self.renamed.get(name, name)

    @property
    def first_scenario(self) -> str:
        return next(iter(self.info.scenarios))

    @cached_property
    def stack_type(self) -> Any:
        """For reading open procedures back from a save."""
        from typing import Union

        return list[Union[self.procedures]]  # type: ignore[name-defined]  # noqa: UP007

    def check_language(self, language: str) -> None:
        """Says which languages there are where this one is not among them."""
        spoken = languages_of(self.folder)
        if language not in spoken:
            raise ArdennesError(f"{self.info.title} does not speak {language!r}; it speaks {', '.join(spoken)}")

    def catalogue(self, language: str = FIRST_LANGUAGE) -> Catalogue:
        return _catalogue(self.folder, language)


AnyGame = Game[Any]
"""A game to those who play any: what its positions are, only the game itself knows."""


@lru_cache(maxsize=32)
def _catalogue(folder: Path, language: str) -> Catalogue:
    texts = folder / "texts" / language
    sentences = (ENGINE_MESSAGES / f"{language}.toml", texts / "messages.toml")
    return Catalogue.load(language, sentences, texts / "counters.csv")


def languages_of(folder: Path) -> list[str]:
    """The languages a game speaks."""
    return sorted(path.parent.name for path in folder.glob("texts/*/messages.toml"))


def game_folders() -> Mapping[str, Path]:
    """Every game's folder by its short name: our own, then those in the folders of ``ARDENNES_GAMES``."""
    places = [GAMES, *(Path(place) for place in os.environ.get("ARDENNES_GAMES", "").split(os.pathsep) if place)]
    return {title.parent.name: title.parent for place in places for title in sorted(place.glob("*/game.toml"))}


def game_folder(name: str) -> Path:
    folders = game_folders()
    if name not in folders:
        raise ArdennesError(f"there is no game {name!r}; there are {', '.join(sorted(folders))}")
    return folders[name]


def game_info(name: str, language: str = FIRST_LANGUAGE, pack: Path | None = None) -> GameInfo:
    """A game's title page, in a language where it has been put into it, with the scenarios of a data pack."""
    return title_page(game_folder(name), language, pack)


def title_page(folder: Path, language: str = FIRST_LANGUAGE, pack: Path | None = None) -> GameInfo:
    info = _title_page(folder, language)
    listed = list_scenarios(folder, language, pack) if pack else _own_scenarios(folder, language)
    return msgspec.structs.replace(info, scenarios=info.scenarios | listed)


_own_scenarios = lru_cache(maxsize=64)(list_scenarios)


@lru_cache(maxsize=64)
def _title_page(folder: Path, language: str) -> GameInfo:
    info, translated = read_toml(folder / "game.toml", GameInfo), folder / "texts" / language / "game.toml"
    known = translated in folder.glob("texts/*/game.toml")
    return read_toml(translated, TitlePage).translate(info) if known else info


@lru_cache(maxsize=32)
def _load(folder: Path) -> AnyGame:
    if folder.parent == GAMES:
        module = importlib.import_module(f"ardennes.games.{folder.name}.game")
    else:
        if str(folder.parent) not in sys.path:
            sys.path.append(str(folder.parent))
        module = importlib.import_module(f"{folder.name}.game")
    game: AnyGame = module.GAME
    return game


def load_game(name: str) -> AnyGame:
    """The game with this short name, ready to be played."""
    folder = game_folder(name)
    if not (folder / "game.py").exists():
        raise ArdennesError(f"{game_info(name).title} cannot be played yet: only its map and rules can be looked at")
    return _load(folder)
