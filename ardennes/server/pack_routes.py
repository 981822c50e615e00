"""The editor of data packs over HTTP, for the owner alone."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Request, Response, get, post
from litestar.datastructures import State

from ardennes.server.doors import owner_only
from ardennes.server.protocol.packs import FileText, NewPack, Pack, PackFinding, PackInfo

LARGEST_PACK = 16 * 1024 * 1024
LARGEST_FILE = 4 * 1024 * 1024


@get("/api/packs", guards=[owner_only], sync_to_thread=True)
def list_packs(state: State, language: str) -> list[PackInfo]:
    found: list[PackInfo] = state.packs.listed(language)
    return found


@post("/api/packs", guards=[owner_only], sync_to_thread=True)
def new_pack(data: NewPack, state: State, language: str) -> PackInfo:
    """A pack with our own values, to write others in."""
    made: PackInfo = state.packs.make(data.game, data.name, language)
    return made


@get("/api/packs/{name:str}", guards=[owner_only], sync_to_thread=True)
def open_pack(name: str, state: State, language: str) -> Pack:
    opened: Pack = state.packs.opened(name, language)
    return opened


@post("/api/packs/{name:str}/file", guards=[owner_only], request_max_body_size=LARGEST_FILE, sync_to_thread=True)
def pack_file(name: str, data: FileText, state: State, language: str) -> PackFinding:
    """What is wrong with a file as one types; or the file is kept, where nothing is."""
    examine = state.packs.keep if data.keep else state.packs.check
    found: PackFinding = examine(name, data.file, data.text, language)
    return found


@post("/api/packs/{name:str}/delete", guards=[owner_only], sync_to_thread=True)
def delete_pack(name: str, state: State) -> None:
    state.packs.remove(name)


@get("/api/packs/{name:str}/download", guards=[owner_only], sync_to_thread=True)
def download_pack(name: str, state: State) -> Response[bytes]:
    content = state.packs.zipped(name)
    headers = {"Content-Disposition": 'attachment; filename="ardennes-data-pack.zip"'}
    return Response(content, media_type="application/zip", headers=headers)


@post("/api/packs/upload", guards=[owner_only], request_max_body_size=LARGEST_PACK)
async def upload_pack(request: Request[Any, Any, Any], state: State, language: str) -> PackInfo:
    body = await request.body()
    made: PackInfo = await asyncio.to_thread(state.packs.unzipped, body, language)
    return made


PACK_ROUTES = [list_packs, new_pack, open_pack, pack_file, delete_pack, download_pack, upload_pack]
