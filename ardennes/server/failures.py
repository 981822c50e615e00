"""What is answered when a request cannot be met: one sentence, in the language of the page that asked."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Callable
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, InternalServerException

from ardennes.errors import ArdennesError
from ardennes.languages import FIRST_LANGUAGE, LANGUAGES
from ardennes.server.doors import caller
from ardennes.server.mistakes import Mistake, NobodyWaits, in_language
from ardennes.server.protocol.base import Failure

INTERNAL_ERROR = 500
BY_STATUS = {404: "no-such-address", 405: "wrong-method", 413: "too-large"}
LONGEST_REASON = 300
IN_THE_BODY = "`$.data"
logger = logging.getLogger(__name__)

Asked = Request[Any, Any, Any]
Sentence = Response[Failure]


class JsonRequest(Request[Any, Any, Any]):
    """A request whose body may be anything: what cannot be read is the sender's mistake, not ours."""

    async def stream(self) -> AsyncGenerator[bytes, None]:
        try:
            async for part in super().stream():
                yield part
        except InternalServerException:
            if not self.is_connected:
                raise
            # Litestar's word for a sender who has gone in the middle of it.
            raise NobodyWaits("nobody-waits") from None

    async def json(self) -> Any:
        try:
            return await super().json()
        except (RecursionError, UnicodeError) as error:
            raise Mistake("request-makes-no-sense", reason=error) from None


def tell_mistake(request: Asked, error: ArdennesError) -> Sentence:
    """What the server itself has found wrong."""
    told = request.app.state.door.answer(caller(request), error)
    return _sentence(request, told, told.status if isinstance(told, Mistake) else 400)


def tell_refusal(request: Asked, error: HTTPException) -> Sentence:
    """What the framework has found wrong before anything of ours was asked."""
    if error.status_code >= INTERNAL_ERROR:
        reason = str(error.__cause__)
        if isinstance(error.__cause__, msgspec.ValidationError) and IN_THE_BODY in reason:
            # Litestar thinks it is our fault where a field of the body is called like what we provide: "language".
            return _sentence(request, Mistake("request-makes-no-sense", reason=reason[:LONGEST_REASON]), 400)
        return tell_failure(request, error)
    code = BY_STATUS.get(error.status_code)
    mistake = Mistake(code) if code else Mistake("request-makes-no-sense", reason=_reason(error))
    return _sentence(request, mistake, error.status_code)


def tell_failure(request: Asked, error: Exception) -> Sentence:
    """What ought not to happen: whoever asked hears that it did, whoever runs the server reads why."""
    logger.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return _sentence(request, Mistake("server-failed"), INTERNAL_ERROR)


FAILURE_HANDLERS: dict[int | type[Exception], Callable[[Asked, Any], Sentence]] = {
    ArdennesError: tell_mistake,
    HTTPException: tell_refusal,
    Exception: tell_failure,
}


def _sentence(request: Asked, error: ArdennesError, status: int) -> Sentence:
    return Response(Failure(in_language(error, language_asked(request))), status_code=status)


def language_asked(request: Asked) -> str:
    """The language that a page asks in: the one it names, or that of its browser as far as it is spoken here."""
    preferred = request.headers.get("accept-language", "")[:2]
    return request.query_params.get("language") or (preferred if preferred in LANGUAGES else FIRST_LANGUAGE)


def _reason(error: HTTPException) -> str:
    """The first field that is wrong, where a field is, and why."""
    fields = error.extra if isinstance(error.extra, list) else []
    first = next((field for field in fields if isinstance(field, dict)), None)
    reason = f"{first.get('key', '')}: {first.get('message', '')}".removeprefix(": ") if first else error.detail
    return reason[:LONGEST_REASON]
