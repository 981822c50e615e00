"""The bell, what it rings for, and by what else an account is told."""

from __future__ import annotations

import asyncio

from litestar import delete, get, post, put
from litestar.datastructures import State
from litestar.response import File, Redirect

from ardennes.server.app import STATIC
from ardennes.server.doors import UNASKED
from ardennes.server.mistakes import NotThere
from ardennes.server.people.accounts import Account
from ardennes.server.people.channels import Channels
from ardennes.server.people.notices import Notices
from ardennes.server.protocol.notices import NewChannel, NoticeSettings, NoticeShown, NoticeWays

NOT_KEPT = {"Cache-Control": "no-store"}


@get("/api/notices", sync_to_thread=True, response_headers=NOT_KEPT)
def list_notices(account: Account, state: State, language: str) -> list[NoticeShown]:
    found: list[NoticeShown] = state.notices.shown(account.id, language)
    return found


@post("/api/notices/seen", sync_to_thread=True)
def notices_seen(account: Account, state: State) -> None:
    state.notices.mark_seen(account.id)


@get("/api/me/notices", sync_to_thread=True, response_headers=NOT_KEPT)
def notice_ways(account: Account, state: State) -> NoticeWays:
    notices: Notices = state.notices
    ways: Channels = state.channels
    return NoticeWays(
        mail=state.mailer is not None,
        push_key=ways.push_key(),
        addresses=state.accounts.addresses(account.id),
        channels=ways.shown(account.id),
        settings=notices.settings(account.id),
    )


@put("/api/me/notices", sync_to_thread=True)
def set_notices(data: NoticeSettings, account: Account, state: State) -> None:
    state.notices.set_settings(account.id, data)


@post("/api/me/channels", sync_to_thread=True)
def add_channel(data: NewChannel, account: Account, state: State) -> None:
    state.channels.add(account, data)


@delete("/api/me/channels/{channel:str}", sync_to_thread=True)
def remove_channel(channel: str, account: Account, state: State) -> None:
    state.channels.remove(account.id, channel)


@post("/api/stop/{secret:str}", opt={UNASKED: True}, status_code=204)
async def stop_mails(secret: str, state: State) -> None:
    """By one click in a mail program, which says nothing of where it comes from; whether there was anything to stop is
    not told."""
    await asyncio.to_thread(state.channels.stop, secret)


@get("/api/stop/{secret:str}", sync_to_thread=False)
def ask_to_stop(secret: str) -> Redirect:
    """Whoever only looks through mails stops nothing."""
    return Redirect(f"/#/stop/{secret}")


@get("/push.js", sync_to_thread=False)
def push_script() -> File:
    """What a browser keeps in order to show what is pushed to it. It does nothing else."""
    if not (STATIC / "push.js").exists():
        raise NotThere("page-not-built")
    return File(STATIC / "push.js", content_disposition_type="inline", media_type="text/javascript")


NOTICE_ROUTES = [
    list_notices,
    notices_seen,
    notice_ways,
    set_notices,
    add_channel,
    remove_channel,
    stop_mails,
    ask_to_stop,
    push_script,
]
