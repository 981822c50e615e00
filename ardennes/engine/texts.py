"""What is said to players: prompts, refusals and events, as codes with arguments, in any language.

A catalogue is a TOML file of sentences by code. A sentence names its arguments in braces, with the kind of
thing each is: ``{unit:unit}``, ``{hex:hex}``, ``{side:side}``, ``{points:points}``, ``{date:date}``, ``{loss:tenths}``;
a plain ``{turn}`` is shown as it is. A sentence that depends on a number is a table with the forms ``one`` and
``other``, chosen by ``n``.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Protocol

import msgspec

from ardennes.datafiles import read_csv, read_table
from ardennes.errors import ArdennesError
from ardennes.numbers import Hex, Hexside, Side, Unit

Argument = int | str | tuple[int, ...] | None


class Text(msgspec.Struct, frozen=True, gc=False):
    """A sentence to be: its code in the catalogue, its arguments, and the rule behind it."""

    code: str
    args: dict[str, Argument] = {}
    rule: str = ""


class Refusal(Text, frozen=True):
    """Why something may not be done, with the number of the rule that forbids it."""


def first_refusal(args: dict[str, Argument], *reasons: tuple[bool, str, str]) -> Refusal:
    """The first of several reasons that holds: whether it does, its code, and its rule. The last one always does."""
    return next(Refusal(code, args, rule) for holds, code, rule in reasons if holds)


class Refused(ArdennesError):
    """Raised where an action is not among those allowed; nothing has changed."""

    def __init__(self, refusal: Refusal, sentence: str = "") -> None:
        super().__init__(sentence or f"{refusal.rule}: {refusal.code}")
        self.refusal = refusal

    def __reduce__(self) -> tuple[type[Refused], tuple[Refusal, str]]:
        """It may come from another process."""
        return type(self), (self.refusal, str(self))


class Event(Text, frozen=True):
    """Something that happened. ``told`` has other arguments for a side that may not know all of it."""

    told: dict[int, dict[str, Argument] | None] | None = None

    def for_side(self, side: Side | None) -> Event | None:
        """The event as this side saw it; None if it saw nothing."""
        if not self.told:
            return self
        if side is None or side not in self.told:
            return Event(self.code, self.args, self.rule)
        args = self.told[side]
        return None if args is None else Event(self.code, args, self.rule)


class Names(Protocol):
    """Gives units, hexes, hexsides and sides their names."""

    def unit_name(self, unit: Unit) -> str: ...
    def hex_name(self, hex: Hex) -> str: ...
    def hexside_name(self, hexside: Hexside) -> str: ...
    def side_name(self, side: Side) -> str: ...

    @property
    def points_in_one(self) -> int:
        """How many of the game's smallest parts make one movement point."""


NAME = "name-"
_MONTH = re.compile(r"\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b")
_BEGINS_WITH_SIDE = re.compile(r"\{\w+:side\}")
"""A language may write sides with a small letter (giocatore tedesco); a sentence begins with a capital one."""
_VULGAR = {Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}


def fraction_text(amount: Fraction) -> str:
    """A number as it would be printed on a chart.

    >>> fraction_text(Fraction(5, 2))
    '2½'
    """
    whole, part = divmod(amount, 1)
    if not part:
        return str(whole)
    shown = _VULGAR.get(part, f" {part.numerator}/{part.denominator}")
    return f"{whole or ''}{shown}".strip()


class _Sentence(string.Formatter):
    def __init__(self, catalogue: Catalogue, names: Names) -> None:
        self.catalogue, self.names = catalogue, names

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, tuple):
            parts = [self.format_field(part, format_spec) for part in value]
            return ("; " if any(", " in part for part in parts) else ", ").join(parts)
        match format_spec:
            case "unit":
                return self.catalogue.unit_name(value, self.names)
            case "hex":
                return self.catalogue.hex_name(value, self.names)
            case "hexside":
                return self.names.hexside_name(value)
            case "side":
                return self.catalogue.side_name(value, self.names)
            case "date":
                return self.catalogue.date(str(value))
            case "tenths":
                return f"{value / 10:.1f}".replace(".", self.catalogue.decimal_mark)
            case "points":
                return fraction_text(Fraction(value, self.names.points_in_one))
        return str(format(value, format_spec))


def _checked(form: Any, where: str) -> str | Mapping[str, str]:
    """A sentence, or a table of its forms; otherwise says where there is none."""
    forms = form if isinstance(form, dict) else {"other": form}
    if "other" not in forms or not set(forms) <= {"one", "other"}:
        raise ArdennesError(f"{where}: a sentence has the forms `one` and `other`, the second always")
    for text in forms.values():
        if not isinstance(text, str):
            raise ArdennesError(f"{where}: {text!r} is no sentence")
        try:
            list(string.Formatter().parse(text))
        except ValueError as error:
            raise ArdennesError(f"{where}: {error}") from None
    return form if isinstance(form, str) else forms


class CounterName(msgspec.Struct, frozen=True, kw_only=True):
    """What a counter is called in another language, by what it is called in the box."""

    name: str
    translation: str


class Catalogue:
    """The sentences of one language, a game's own after those every game shares."""

    def __init__(self, language: str, sentences: Mapping[str, str | Mapping[str, str]]) -> None:
        self.language = language
        self.sentences = sentences

    @classmethod
    def load(cls, language: str, files: Iterable[Path], counters: Path | None = None) -> Catalogue:
        """Reads files of sentences, later ones on top of earlier ones, and the names of a game's counters in this
        language, where there are any."""
        sentences: dict[str, str | Mapping[str, str]] = {}
        for path in files:
            if not path.is_file():
                raise ArdennesError(f"{path.name}: no messages in language {language!r}")
            for code, form in read_table(path).items():
                sentences[code] = _checked(form, f"{path.name}: {code}")
        if counters and counters.is_file():
            sentences.update({f"{NAME}{row.name}": row.translation for row in read_csv(counters, CounterName)})
        return cls(language, sentences)

    def say(self, text: Text, names: Names) -> str:
        """The whole sentence. A code without a sentence is shown as it stands, so nothing is ever silent."""
        form = self.sentences.get(text.code, text.code)
        if not isinstance(form, str):
            number = text.args.get("n", 0)
            form = form["one" if number == 1 and "one" in form else "other"]
        sentence = _Sentence(self, names).format(form, **text.args)
        return sentence[:1].upper() + sentence[1:] if _BEGINS_WITH_SIDE.match(form) else sentence

    @property
    def decimal_mark(self) -> str:
        return str(self.sentences.get("decimal-mark", "."))

    def side_name(self, side: Side, names: Names) -> str:
        """What a side is called in this language (``side-0``, ``side-1``), or else in the game."""
        return str(self.sentences.get(f"side-{side}") or names.side_name(side))

    def hex_name(self, hex: Hex, names: Names) -> str:
        return names.hex_name(hex) if hex >= 0 else str(self.sentences.get("off-the-map", names.hex_name(hex)))

    def unit_name(self, unit: Unit, names: Names) -> str:
        """What a counter is called in this language (``name-NAME``), or else in the box."""
        printed = names.unit_name(unit)
        return str(self.sentences.get(f"{NAME}{printed}", printed))

    def condition(self, name: str, names: Names) -> str:
        """Under what answer of the other side chances hold (``if-NAME``). Where the whole has no sentence of its own,
        it is put together from parts with numbers: ``guns-3+engineers-1``."""
        if f"if-{name}" in self.sentences:
            return self.say(Text(f"if-{name}"), names)
        parts = [part.rpartition("-") for part in name.split("+")]
        return ", ".join(self.say(Text(f"if-{what}", {"n": int(number)}), names) for what, _, number in parts)

    def ending(self, code: str) -> str:
        """What a verdict is called in a table of many games (``ending-CODE``)."""
        return str(self.sentences.get(f"ending-{code}", code))

    def date(self, printed: str) -> str:
        """A date as a turn track prints it, with the month in this language (``month-Dec``)."""
        return _MONTH.sub(lambda found: str(self.sentences.get(f"month-{found[0]}", found[0])), printed)

    def refuse(self, refusal: Refusal, names: Names) -> str:
        """A refusal with its rule in front: ``4.2: …``."""
        sentence = self.say(refusal, names)
        return f"{refusal.rule}: {sentence}" if refusal.rule else sentence

    def gaps(self, codes: Iterable[str]) -> Sequence[str]:
        """Which of these codes have no sentence yet."""
        return sorted(code for code in codes if code not in self.sentences)
