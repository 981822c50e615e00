"""What the server says when something cannot be done, in the language of whoever asked."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from ardennes.engine.texts import Catalogue
from ardennes.errors import ArdennesError
from ardennes.languages import FIRST_LANGUAGE

MESSAGES = Path(__file__).parent / "messages"


class Mistake(ArdennesError):
    """A sentence of the server's own catalogue; its text is the English one."""

    status = 400

    def __init__(self, code: str, **args: object) -> None:
        self.code, self.arguments = code, args
        super().__init__(self.told(FIRST_LANGUAGE))

    def __reduce__(self) -> tuple[Callable[..., Mistake], tuple[type[Mistake], str, dict[str, object]]]:
        """It may come from another process."""
        return _again, (type(self), self.code, self.arguments)

    def told(self, language: str) -> str:
        form = _catalogue(language).sentences[self.code]
        return str(form).format(**self.arguments)


def _again(kind: type[Mistake], code: str, arguments: dict[str, object]) -> Mistake:
    return kind(code, **arguments)


class NotThere(Mistake):
    """Nothing is to be found under this name."""

    status = 404


class NotAllowed(Mistake):
    """Only for whoever has the key."""

    status = 401


class StillSecret(Mistake):
    """Whoever asks would learn what another plays in secret."""

    status = 403


class WrongLink(Mistake):
    """Somebody has a link that leads nowhere, or guesses."""


class WrongKey(WrongLink, NotAllowed):
    """Somebody has a key that opens nothing here, or guesses."""


class NobodyWaits(Mistake):
    """Whoever asked has gone; nobody will read this."""

    status = 499


class TooMany(Mistake):
    """Too much at once."""

    status = 429


def in_language(error: Exception, language: str) -> str:
    """What went wrong, as far as there are words for it in a language."""
    return error.told(language) if isinstance(error, Mistake) else str(error)


@lru_cache
def _catalogue(language: str) -> Catalogue:
    known = {path.stem for path in MESSAGES.glob("*.toml")}
    spoken = language if language in known else FIRST_LANGUAGE
    return Catalogue.load(spoken, [MESSAGES / f"{spoken}.toml"])
