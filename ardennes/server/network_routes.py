"""The owner's switch for the home network, and links as pictures for a telephone to read."""

from __future__ import annotations

import io
from typing import Any

import segno
from litestar import Request, Response, get, post
from litestar.datastructures import State

from ardennes.server.doors import owner_only
from ardennes.server.network import Network as HomeNetwork
from ardennes.server.protocol.lobby import Link, Network, Switch


@get("/api/network", guards=[owner_only], sync_to_thread=False)
def network(state: State) -> Network:
    """Where friends at home find the server; an empty word while they cannot."""
    return Network(state.network.url)


@post("/api/network", guards=[owner_only])
async def switch_network(data: Switch, request: Request[Any, Any, Any], state: State) -> Network:
    home: HomeNetwork = state.network
    if data.on and not home.url:
        await home.start(request.app)
    elif not data.on and home.url:
        await home.stop()
    return Network(home.url)


@post("/api/qr", guards=[owner_only], sync_to_thread=True)
def link_picture(data: Link) -> Response[bytes]:
    """A link as a QR code. It comes in the body: links are secret."""
    picture = io.BytesIO()
    segno.make_qr(data.link).save(picture, kind="svg", scale=8, border=4, light="#fff")
    return Response(picture.getvalue(), media_type="image/svg+xml", headers={"Cache-Control": "no-store"})


NETWORK_ROUTES = [network, switch_network, link_picture]
