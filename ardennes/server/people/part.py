"""All that has to do with people, as a part of the application."""

from __future__ import annotations

from litestar.di import Provide

from ardennes.server.app import Part
from ardennes.server.people.accounts import Accounts
from ardennes.server.people.mail import Mailer, Relay
from ardennes.server.people.passkeys import Passkeys
from ardennes.server.people.play import People
from ardennes.server.people.play_routes import PLAY_ROUTES
from ardennes.server.people.routes import ACCOUNT_ROUTES, account
from ardennes.server.site import Site
from ardennes.server.store import Store


def people_part(store: Store, site: Site, relay: Relay | None) -> Part:
    accounts = Accounts(store.engine)
    shared = {
        "accounts": accounts,
        "people": People(store.engine, store.clock),
        "passkeys": Passkeys(accounts, site),
        "mailer": Mailer(relay) if relay else None,
    }
    return Part([*ACCOUNT_ROUTES, *PLAY_ROUTES], shared, {"account": Provide(account, sync_to_thread=True)})
