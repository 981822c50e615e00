"""The drawn maps over HTTP."""

from __future__ import annotations

from litestar import Response, get
from litestar.response import File

from ardennes.engine.game import game_folder
from ardennes.server import pictures
from ardennes.server.mistakes import NotThere


@get("/api/board/{game:str}", sync_to_thread=True)
def board_layers(game: str) -> Response[bytes]:
    return layers(pictures.page_picture(game_folder(game)))


def layers(picture: pictures.PagePicture) -> Response[bytes]:
    headers = {"Content-Encoding": "gzip", "Cache-Control": "private, max-age=60"}
    return Response(picture.layers, media_type="application/json", headers=headers)


@get("/api/board/{game:str}/page.jpg", sync_to_thread=True)
def board_painting(game: str) -> Response[bytes]:
    return painting(pictures.page_picture(game_folder(game)))


def painting(picture: pictures.PagePicture) -> Response[bytes]:
    headers = {"Cache-Control": "private, max-age=60"}
    return Response(picture.painting, media_type="image/jpeg", headers=headers)


@get("/api/board/{game:str}/card.jpg", sync_to_thread=False)
def board_card(game: str) -> File:
    """The small picture of the lobby."""
    path = game_folder(game) / "map" / pictures.CARD
    if not path.exists():
        raise NotThere("no-picture", game=game)
    return File(path, content_disposition_type="inline", media_type="image/jpeg")


BOARD_ROUTES = [board_layers, board_painting, board_card]
