"""The folder a user's games are kept in. One server has it at a time; whoever comes second is led to that one."""

from __future__ import annotations

import os
import secrets
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.error import URLError
from urllib.parse import urlsplit

import msgspec
from filelock import FileLock, Timeout

from ardennes.errors import ArdennesError
from ardennes.server.store import Store
from ardennes.server.writer import DiskTrouble

PATIENCE = 20.0
"""How long a server may take from having the folder to answering, in seconds."""


def data_folder() -> Path:
    """Where a user's games are kept."""
    if sys.platform == "darwin":
        base = Path.home() / "Library/Application Support"
    elif sys.platform == "win32":
        base = Path(os.environ.get("APPDATA", Path.home()))
    else:
        base = Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local/share"))
    return base / "ardennes"


class Folder:
    """Games, the owner's key and, while a server has it, where that server answers."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = FileLock(path / "server.lock", timeout=0)
        self._key, self._address = path / "owner.key", path / "server.address"

    @contextmanager
    def held(self) -> Iterator[str]:
        """Keeps other servers out; gives an empty word, or the start link of the server that was there before."""
        with self._explained():
            self.path.mkdir(parents=True, exist_ok=True)
            running = self._take()
        try:
            yield running
        finally:
            if not running:
                with suppress(OSError):
                    self._address.unlink(missing_ok=True)
                self._lock.release()

    def store(self) -> Store:
        file = self.path / "tables.sqlite"
        try:
            return Store(f"sqlite:///{file}")
        except DiskTrouble as error:
            raise ArdennesError(f"{file}: {error}") from error

    def owner_key(self) -> str:
        """The secret that makes a browser the owner's; made once and kept."""
        with self._explained():
            key = self._key.read_text("utf-8", errors="replace").strip() if self._key.exists() else ""
            if not key.isascii() or not key:
                key = secrets.token_urlsafe(24)
                self._write(self._key, key)
            return key

    def announce(self, start_link: str) -> None:
        """Tells whoever comes second where this server answers."""
        with self._explained():
            self._write(self._address, start_link)

    # --- helpers ---------------------------------------------------------------------------------

    def _take(self) -> str:
        """Waits for the folder, or for the server that has it to answer: it may be starting or stopping."""
        end = time.monotonic() + PATIENCE
        while True:
            with suppress(Timeout):
                self._lock.acquire()
                self._address.unlink(missing_ok=True)
                return ""
            link = self._address.read_text("utf-8", errors="replace").strip() if self._address.exists() else ""
            if _answers(link):
                return link
            if time.monotonic() > end:
                raise ArdennesError(f"{self.path}: another Ardennes has this folder and does not answer; stop it first")
            time.sleep(0.1)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise ArdennesError(f"{self.path}: games cannot be kept there ({error.strerror})") from None

    @staticmethod
    def _write(file: Path, text: str) -> None:
        """Whole or not at all, and for nobody else to read."""
        unfinished = file.with_name(file.name + ".part")
        unfinished.unlink(missing_ok=True)
        unfinished.touch(mode=0o600)
        unfinished.write_text(text, "utf-8")
        unfinished.replace(file)


def _answers(start_link: str) -> bool:
    """Whether a server answers under its start link, and takes its key."""
    parts = urlsplit(start_link)
    body = msgspec.json.encode({"key": parts.fragment.rpartition("/")[2]})
    headers = {"Content-Type": "application/json"}
    try:
        request = urllib.request.Request(f"{parts.scheme}://{parts.netloc}/api/enter", body, headers)
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=5) as reply:
            return bool(reply.status < 300)
    except (URLError, ValueError, OSError):
        return False
