"""The web application: lobby, seats and drawings over HTTP, play over WebSockets."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import msgspec
from litestar import Litestar, Response, get
from litestar.datastructures import State
from litestar.di import Provide
from litestar.response import File

from ardennes.engine.game import game_folder, game_folders, game_info
from ardennes.engine.provenance import played_counts
from ardennes.server import pictures
from ardennes.server.advice import ADVICE_ROUTES
from ardennes.server.board_routes import BOARD_ROUTES
from ardennes.server.charts import CHART_ROUTES
from ardennes.server.doors import A_YEAR, enter, same_origin, seat_token
from ardennes.server.failures import FAILURE_HANDLERS, JsonRequest, language_asked
from ardennes.server.folder import data_folder
from ardennes.server.guide import guide_in_language, has_guide, read_guide
from ardennes.server.limits import Door
from ardennes.server.live import Hall, live
from ardennes.server.lobby_routes import LOBBY_ROUTES
from ardennes.server.mistakes import NotThere
from ardennes.server.network import Network
from ardennes.server.network_routes import NETWORK_ROUTES
from ardennes.server.pack_routes import PACK_ROUTES
from ardennes.server.packs import Packs
from ardennes.server.past import PAST_ROUTES
from ardennes.server.protocol.lobby import Extent, GameCard, Guide
from ardennes.server.protocol.review import RuleTitle
from ardennes.server.rooms import Rooms
from ardennes.server.rulebook import look_up
from ardennes.server.seat_routes import SEAT_ROUTES
from ardennes.server.site import SITE_ROUTES, Site
from ardennes.server.store import Store

STATIC = Path(__file__).parent.parent / "static"
POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; connect-src 'self' ws: wss:; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}
LONGEST_CASE, LONGEST_SEARCH = 20, 200
LARGEST_BODY = 256 * 1024
"""Of a request; whoever has no link at all may send one."""


# --- games and their rules -----------------------------------------------------------------------


@get("/api/games", sync_to_thread=True)
def list_games(state: State, language: str) -> list[GameCard]:
    """Every game with its scenarios and options, and the scenarios of the data pack new tables are played with; those
    that can be played have a game module."""
    found = []
    for name, folder in game_folders().items():
        playable, picture = (folder / "game.py").exists(), pictures.card(folder)
        guide, card = playable and has_guide(folder), Extent(**picture.extent) if picture else None
        info = msgspec.structs.asdict(game_info(name, language, state.rooms.packs.get(name)))
        sources = _sources(folder) if playable else {}
        found.append(GameCard(id=name, playable=playable, guide=guide, card=card, sources=sources, **info))
    return found


@lru_cache(maxsize=32)
def _sources(folder: Path) -> dict[str, dict[str, int]]:
    return played_counts(folder)


@get("/api/rules/{game:str}", sync_to_thread=True)
def rules(game: str, language: str, case: str = "", search: str = "") -> Sequence[RuleTitle]:
    """Rules in our words: a case with its subcases, or all that have certain words in them."""
    return look_up(game_folder(game), case[:LONGEST_CASE], search[:LONGEST_SEARCH], language)


@get("/api/guide/{game:str}", sync_to_thread=True)
def guide(game: str, language: str) -> Guide:
    """The guided first turn of a game."""
    return guide_in_language(read_guide(game_folder(game)), language)


# --- the page ------------------------------------------------------------------------------------


@get(["/", "/enter"], sync_to_thread=False)
def page(state: State) -> File | Response[str]:
    """The page itself, for the lobby and for every table. An old start link's key it puts behind the # itself."""
    if not (STATIC / "index.html").exists():
        raise NotThere("page-not-built")
    if state.site is not None:
        return Response(_page_of_site(mails=bool(state.mailer)), media_type="text/html")
    return File(STATIC / "index.html", content_disposition_type="inline", media_type="text/html")


@lru_cache
def _page_of_site(*, mails: bool) -> str:
    """The page knows from its first word that it is a site's."""
    kind = "mail" if mails else "site"
    return (STATIC / "index.html").read_text("utf-8").replace("<html", f'<html data-site="{kind}"', 1)


@get("/assets/{name:str}", sync_to_thread=False)
def asset(name: str) -> File:
    """A script, style or picture of the page. The name is looked up, so that no other file can be meant."""
    files = {path.name: path for path in (STATIC / "assets").glob("*")}
    if name not in files:
        raise NotThere("no-such-address")
    headers = {"Cache-Control": f"public, max-age={A_YEAR}"}
    return File(files[name], filename=name, content_disposition_type="inline", headers=headers)


class Beside(Protocol):
    """Something that runs as long as the application does."""

    async def start(self) -> None: ...

    async def stop(self) -> None: ...


class Part(NamedTuple):
    """Something that an application can have besides."""

    routes: Sequence[Any]
    state: Mapping[str, Any]
    dependencies: Mapping[str, Provide]
    beside: Sequence[Callable[[Rooms], Beside]] = ()
    """What runs beside the requests, over the tables and with whoever works things out."""


# --- all of it -----------------------------------------------------------------------------------


def make_app(
    store: Store,
    owner_key: str,
    network: Network,
    on_started: Callable[[Litestar], Awaitable[None]] | None = None,
    packs: Mapping[str, Path] | None = None,
    *,
    open_dice: bool = False,
    household: Path | None = None,
    site: Site | None = None,
    people: Part | None = None,
) -> Litestar:
    """The application over a store. ``packs`` has the data that new tables use, ``household`` is the folder of packs
    that are edited on the page; with ``open_dice`` whoever names a seed knows the dice. A ``site`` is for strangers: it
    has ``people`` with accounts, and neither a home network nor folders of its own."""
    rooms = Rooms(store, packs, open_dice=open_dice)
    doors = {"owner_key": owner_key, "network": network, "door": Door(), "hall": Hall()}
    kept_packs = Packs(household or data_folder() / "packs")
    shared = {"store": store, "packs": kept_packs, "rooms": rooms, "lanes": rooms.lanes, "site": site, **doors}
    more = people or Part((), {}, {})
    beside = [make(rooms) for make in more.beside]
    return Litestar(
        route_handlers=[
            enter,
            list_games,
            *LOBBY_ROUTES,
            *([*NETWORK_ROUTES, *PACK_ROUTES] if site is None else SITE_ROUTES),
            *more.routes,
            *SEAT_ROUTES,
            *BOARD_ROUTES,
            *PAST_ROUTES,
            *ADVICE_ROUTES,
            *CHART_ROUTES,
            rules,
            guide,
            live,
            page,
            asset,
        ],
        guards=[same_origin],
        dependencies={
            "token": Provide(seat_token, sync_to_thread=False),
            "language": Provide(language_asked, sync_to_thread=False),
            **more.dependencies,
        },
        request_class=JsonRequest,
        request_max_body_size=LARGEST_BODY,
        exception_handlers=FAILURE_HANDLERS,
        response_headers=HEADERS,
        state=State({**shared, **more.state}),
        on_startup=[rooms.start, *(each.start for each in beside), *([on_started] if on_started else [])],
        on_shutdown=[network.stop, *(each.stop for each in beside), rooms.close],
        openapi_config=None,
        debug=False,
        logging_config=None,
    )
