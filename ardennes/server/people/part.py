"""All that has to do with people, as a part of the application."""

from __future__ import annotations

from collections.abc import Callable

from litestar.di import Provide

from ardennes.server.app import Beside, Part
from ardennes.server.limits import Limit
from ardennes.server.metrics import metrics
from ardennes.server.people.accounts import Accounts
from ardennes.server.people.channels import Channels
from ardennes.server.people.chores import Chores
from ardennes.server.people.contest_routes import CONTEST_ROUTES
from ardennes.server.people.contests import Contests
from ardennes.server.people.mail import Mailer, Relay
from ardennes.server.people.moderation import Moderation
from ardennes.server.people.moderation_routes import MODERATION_ROUTES
from ardennes.server.people.notice_routes import NOTICE_ROUTES
from ardennes.server.people.notices import Notices
from ardennes.server.people.outgoing import Outgoing
from ardennes.server.people.passkeys import Passkeys
from ardennes.server.people.play import People
from ardennes.server.people.play_routes import PLAY_ROUTES
from ardennes.server.people.ratings import Rater, Ratings
from ardennes.server.people.routes import ACCOUNT_ROUTES, account
from ardennes.server.people.standing_routes import STANDING_ROUTES
from ardennes.server.rooms import Rooms
from ardennes.server.site import Site
from ardennes.server.store import Store

EXPORTS = 3.0, 1 / 600
"""So many at once, and so many more a second."""
LINES_SAID = 20.0, 0.5
CEREMONIES = 30.0, 0.1
"""Of a caller: each is kept until it ends or is too old."""


def people_part(store: Store, site: Site, relay: Relay | None) -> Part:
    accounts, mailer = Accounts(store.engine), Mailer(relay) if relay else None
    ways = Channels(store.engine, store.clock, Outgoing(), mailer)
    shared = {
        "accounts": accounts,
        "people": People(store.engine, store.clock, store.notice_after),
        "contests": Contests(store.engine, store.clock, store.notice_after),
        "ratings": Ratings(store.engine),
        "moderation": Moderation(store.engine),
        "export_limit": Limit(*EXPORTS),
        "say_limit": Limit(*LINES_SAID),
        "ceremony_limit": Limit(*CEREMONIES),
        "passkeys": Passkeys(accounts, site),
        "mailer": mailer,
        "notices": Notices(store.engine, store.clock),
        "channels": ways,
    }
    routes = [*ACCOUNT_ROUTES, *PLAY_ROUTES, *STANDING_ROUTES, *CONTEST_ROUTES]
    routes += [*MODERATION_ROUTES, *NOTICE_ROUTES, metrics]
    beside: list[Callable[[Rooms], Beside]] = [
        lambda rooms: Rater(store, rooms.pool),
        lambda rooms: Chores(store, rooms, ways, site),
    ]
    return Part(routes, shared, {"account": Provide(account, sync_to_thread=True)}, beside)
