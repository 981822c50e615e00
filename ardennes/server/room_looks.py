"""What is only looked at: overlays, what-ifs and the earlier log, worked out beside the table while play goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from ardennes.server.log import last_lines
from ardennes.server.mistakes import Mistake
from ardennes.server.numbers import Numbers
from ardennes.server.overlays import Seen, show
from ardennes.server.past import Played, log_before
from ardennes.server.protocol.requests import LookRequest
from ardennes.server.protocol.table import Reply
from ardennes.server.windows import Window
from ardennes.server.work import asker
from ardennes.shapes import worked_out

if TYPE_CHECKING:
    from ardennes.server.room import Room


async def look(room: Room, window: Window, request: LookRequest) -> Reply:
    """Overlays and what-ifs: for everybody, at any time, from what the window's side may know."""
    if room.closed:
        raise Mistake("table-closing")
    seen = Seen.of(room.match, room.row.pack, window.side)
    query = msgspec.structs.replace(request, id=0, rev=-1)
    shown = await room.looks.ask(asker(room, window.side), show, seen, window.language, query)
    reply = Reply()
    setattr(reply, request.do, msgspec.Raw(shown))
    return reply


async def earlier_log(room: Room, window: Window, before: int) -> Reply:
    """What was said before a record: retraced elsewhere, where nobody remembers it."""
    if room.closed:
        raise Mistake("table-closing")
    seat = Numbers.of(room.match, window.side)
    if not 0 <= before <= seat.all:
        raise Mistake("no-such-moment", moment=before)
    number = seat.meant(before)
    known = last_lines(room.match, window.side, window.language, number)
    if known.first < number:
        return Reply(log=seat.lines(known.lines), log_from=seat.told(known.first))
    who, played = asker(room, window.side), Played.between(room, number, number)
    part = await room.past.ask(who, log_before, played, window.side, window.language, number, seat)
    told = msgspec.json.decode(part, type=worked_out(dict[str, msgspec.Raw]))
    return Reply(log=told["log"], log_from=int(bytes(told["log_from"])))
