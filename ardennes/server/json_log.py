"""The log of a site: a line of JSON for each message, so that programs can read it. Nobody's secrets are in it."""

from __future__ import annotations

import logging

import msgspec


class JsonLines(logging.Formatter):
    """Time, level, where it comes from, what is said; and the trace where something has failed."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": round(record.created, 3),
            "level": record.levelname,
            "from": record.name,
            "process": record.process,
            "text": record.getMessage(),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


def log_as_json() -> None:
    """Everything that is logged from now on goes to standard error, a line each."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.basicConfig(handlers=[handler], force=True)
