"""What nobody in his right mind would send to a site: messages to a table and requests by HTTP, sensible or damaged."""

from __future__ import annotations

import json
import random
import string
from collections.abc import Sequence
from typing import Any, NamedTuple, get_args

from ardennes.server.protocol.requests import Request

KINDS = {str(kind.__struct_config__.tag): kind.__struct_fields__ for kind in get_args(Request)}
"""What a window may say to a table, and with which fields."""
ENDING = ("resign", "draw", "claim")
"""What may end a game: said now and then only, or nothing would be played."""
PATHS = [
    "/api/me",
    "/api/me/export",
    "/api/me/settings",
    "/api/me/notices",
    "/api/me/channels",
    "/api/me/channels/{name}",
    "/api/notices",
    "/api/mine",
    "/api/mine/take",
    "/api/mine/{table}/note",
    "/api/mine/{table}/mute",
    "/api/mine/{table}/rematch",
    "/api/challenges",
    "/api/contests",
    "/api/contests/{table}",
    "/api/contests/{table}/enter",
    "/api/contests/{table}/leave",
    "/api/challenges/{table}/join",
    "/api/challenges/{table}/withdraw",
    "/api/players/{name}",
    "/api/players/{name}/report",
    "/api/players/{name}/block",
    "/api/ladder/{name}",
    "/api/moderation/reports",
    "/api/moderation/reports/{name}/said",
    "/api/moderation/reports/{name}/hide",
    "/api/moderation/players/{name}/mute",
    "/api/moderation/players/{name}/suspend",
    "/api/tables",
    "/api/tables/{table}",
    "/api/tables/{table}/download",
    "/api/tables/{table}/fork",
    "/api/tables/{table}/link",
    "/api/seat/data",
    "/api/seat/words",
    "/api/seat/say",
    "/api/seat/said",
    "/api/seat/dice",
    "/api/seat/save",
    "/api/seat/player",
    "/api/seat/replay",
    "/api/seat/history",
    "/api/session/link",
    "/api/session/code",
    "/api/session/finish",
    "/api/account/begin",
    "/api/account/finish",
    "/api/stop/{name}",
    "/api/enter",
    "/api/rules/{name}",
    "/api/guide/{name}",
    "/assets/{name}",
    "/live",
]
FIELDS = ["name", "text", "token", "note", "game", "scenario", "options", "side", "rated", "share", "until", "at", "on"]
FIELDS += ["ceremony", "credential", "code", "key", "player", "table", "said", "invite", "language", "zone", "quiet"]
FIELDS += ["places", "pace", "kind", "address", "hidden", "number", "kinds", "delay", "undo", "notes"]
BODIES: dict[str, dict[str, Any]] = {
    "/note": {"note": "<b>not bold</b>"},
    "/say": {"text": "<script>alert(1)</script>"},
    "/mine/{table}/mute": {"on": True},
    "/settings": {"language": "it", "zone": "Europe/Rome"},
    "/report": {"text": "rude"},
    "/take": {"token": "x"},
    "/hide": {"number": 0},
    "/suspend": {"until": None},
    "/players/{name}/mute": {"until": 1.0},
    "/code": {"name": "Nobody", "code": "x"},
    "/api/session/link": {"token": "x", "name": "Nobody"},
    "/api/account/begin": {"name": "Somebody Else"},
    "/api/account/finish": {"ceremony": "x", "credential": "{}"},
    "/api/session/finish": {"ceremony": "x", "credential": "{}"},
    "/api/challenges": {"game": "crossroads", "scenario": "noon"},
    "/api/contests": {"game": "crossroads", "scenario": "noon", "places": 3},
    "/channels": {"kind": "mail", "address": "https://127.0.0.1/"},
}
"""What makes sense, by how a path ends."""
OVERLAYS = ("zones", "supply", "control", "threat", "bridges", "zoc", "x")


class Sent(NamedTuple):
    """A request by HTTP."""

    method: str
    path: str
    content: str


class Nonsense:
    """Makes it up, always the same from the same dice."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice

    def message(self, options: Sequence[int], rev: int) -> str:
        """To a table that offers these options and stands at this revision."""
        kind = self.dice.random()
        if kind < 0.35:
            meant_for = self.dice.choice([rev, -1, -1])
            return json.dumps({"do": "answer", "id": 1, "rev": meant_for, "option": self.dice.choice(options)})
        if kind < 0.75:
            return json.dumps(self._request(options, rev))
        if kind < 0.8:
            return "".join(self.dice.choices(string.printable + "\u202e\x00é", k=self.dice.randrange(300)))
        fields = {self._any_field(): self.value(options) for _ in range(self.dice.randrange(5))}
        message = json.dumps({"do": self._kind("leap", ""), "id": self.dice.randrange(-1, 9), **fields})
        if kind > 0.9:
            at = self.dice.randrange(len(message))
            message = message[:at] + self.dice.choice(string.printable) + message[at + 1 :]
        return message

    def _kind(self, *more: str) -> str:
        kind = self.dice.choice([*KINDS, *more])
        return kind if kind not in ENDING or self.dice.random() < 0.05 else "answer"

    def _request(self, options: Sequence[int], rev: int) -> dict[str, Any]:
        """With the fields it should have, nearly all of them of the right kind."""
        kind = self._kind()
        told = {name: self._plausible(name, options, rev) for name in KINDS[kind] if self.dice.random() < 0.95}
        if told and self.dice.random() < 0.1:
            told[self.dice.choice([*told])] = self.value(options)
        return {"do": kind, **told}

    def _plausible(self, name: str, options: Sequence[int], rev: int) -> Any:
        dice = self.dice
        hexes = [dice.randrange(1200) for _ in range(dice.randrange(4))]
        units = [dice.randrange(300) for _ in range(dice.randrange(4))]
        chosen = [dice.choice(options) for _ in range(dice.randrange(4))]
        known: dict[str, Any] = {
            "id": dice.randrange(9),
            "rev": dice.choice([rev, rev, rev, -1, rev - 1, rev + 1]),
            "option": dice.choice([*options[:9], *options[-9:], dice.randrange(3000)]),
            "options": chosen,
            "path": hexes,
            "goals": hexes,
            "steps": [[option, hexes] for option in chosen],
            "to": dice.randrange(40),
            "before": dice.randrange(99),
            "offer": dice.choice(["offer", "accept", "decline"]),
            "hours": dice.random() * 170,
            "go": dice.choice([-1, -1, 1, 7]),
            "name": dice.choice(OVERLAYS),
            "unit": dice.randrange(300),
            "hex": dice.randrange(1200),
            "side": dice.randrange(3),
            "language": dice.choice(["en", "it"]),
            "on": dice.random() < 0.8,
            "marches": [[unit, *hexes[:1]] for unit in units],
            "renew": units,
            "forget": units,
            "standing": [[dice.choice(OVERLAYS), "always"]],
            "cancel": [dice.choice(OVERLAYS)],
        }
        return known.get(name, 0)

    def _any_field(self) -> str:
        return self.dice.choice([name for fields in KINDS.values() for name in fields])

    def sent(self, tables: Sequence[str], name: str, options: Sequence[int]) -> Sent:
        """About one of these tables, or somebody of this name."""
        dice = self.dice
        named = dice.choice([name, name, "../x", "%00", "<b>", "x" * 200, "Nobody"])
        pattern = dice.choice(PATHS)
        path = pattern.format(table=dice.choice([*tables, "none", "'--"]), name=named)
        method = dice.choice(["GET", "GET", "GET", "POST", "POST", "POST", "DELETE", "PATCH", "PUT"])
        if path == "/api/me" and method == "DELETE":
            method = "GET"  # Whoever is gone could say nothing more.
        if dice.random() < 0.3:
            path += f"?{dice.choice(['at', 'to', 'language', 'after', 'start'])}={self.value(options)}"
        body = {dice.choice(FIELDS): self.value(options) for _ in range(dice.randrange(6))}
        likely = next((body for end, body in BODIES.items() if pattern.endswith(end)), None)
        if likely is not None and dice.random() < 0.6:
            body = likely if dice.random() < 0.7 else {**likely, dice.choice([*likely]): self.value(options)}
        text = json.dumps(body)
        return Sent(method, path, text if dice.random() < 0.9 else text[: dice.randrange(len(text))])

    def value(self, options: Sequence[int]) -> Any:
        dice = self.dice
        return dice.choice(
            [
                dice.randrange(-5, 5),
                dice.randrange(-(2**70), 2**70),
                dice.choice(options),
                dice.random(),
                None,
                True,
                "",
                "".join(dice.choices(string.printable, k=dice.randrange(100))),
                "\ud800".encode("utf-8", "replace").decode(),
                [dice.randrange(99)] * dice.randrange(9),
                [[1, [2]]],
                {"a": [None]},
                "crossroads",
                "en",
                "http://127.0.0.1:1/",
            ]
        )
