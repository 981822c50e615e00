"""What the server says when something cannot be done: every sentence is said somewhere, in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import ardennes.server
from ardennes.engine.texts import Catalogue
from ardennes.server.mistakes import MESSAGES, Mistake

SOURCES = Path(ardennes.server.__file__).parent


def test_every_sentence_is_said_somewhere_and_none_is_missing() -> None:
    source = "\n".join(path.read_text("utf-8") for path in SOURCES.rglob("*.py"))
    raised = re.findall(r"(?:Mistake|NotThere|TooMany|Wrong\w+|NotAllowed\)?|ThinkingFailed)\(\s*\"([\w-]+)\"", source)
    known = Catalogue.load("en", [MESSAGES / "en.toml"]).sentences
    assert set(raised) <= set(known)
    built = tuple(re.findall(r'code = f"([\w-]+-)\{', source))
    assert {code for code in known if f'"{code}"' not in source and not code.startswith(built)} == set()


def test_a_mistake_speaks_the_language_of_whoever_asked() -> None:
    mistake = Mistake("no-such-moment", moment=7)
    assert str(mistake) == mistake.told("en") == mistake.told("xx") == "There is no moment 7 in this game."
    assert mistake.told("it") == "In questa partita non c'è un momento 7."
