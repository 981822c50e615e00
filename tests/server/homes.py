"""A home network: a friend's machine beside the one with the server, joined by a cable.

Both are network namespaces of this machine where the system allows that. Where it does not, they are two of its
loopback addresses, which differ in nothing that the server could see.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

IP = shutil.which("ip", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
HOST_ADDRESS, FRIEND_ADDRESS = "10.44.12.1", "10.44.12.2"
CLONE_NEWNET = 0x40000000


class Home:
    """Two machines: whatever is opened or started with :meth:`host` or :meth:`friend` is on one of them."""

    def __init__(self, address: str, host: str = "", friend: str = "", options: tuple[str, ...] = ()) -> None:
        self.address, self._host, self._friend = address, host, friend
        self.options = options
        """How the server is told its address, where it cannot find it."""

    def host(self) -> AbstractContextManager[None]:
        return _inside(self._host) if self._host else nullcontext()

    def friend(self) -> AbstractContextManager[None]:
        return _inside(self._friend) if self._friend else nullcontext()


@contextmanager
def home() -> Iterator[Home]:
    host, friend = (f"ardennes-{name}-{os.getpid()}" for name in ("host", "friend"))
    try:
        if _join(host, friend):
            yield Home(HOST_ADDRESS, host, friend)
        else:
            yield Home("127.0.0.2", options=("--lan-address", "127.0.0.2"))
    finally:
        for name in (host, friend):
            _ip("netns", "delete", name)


def _join(host: str, friend: str) -> bool:
    """Two namespaces with a cable between them; whether the system allows it."""
    ends = ((host, HOST_ADDRESS, FRIEND_ADDRESS), (friend, FRIEND_ADDRESS, HOST_ADDRESS))
    cable = ("link", "add", "cable", "netns", host, "type", "veth", "peer", "name", "cable", "netns", friend)
    if not (all(_ip("netns", "add", name) for name in (host, friend)) and _ip(*cable)):
        return False
    return all(
        _ip("-n", name, "link", "set", "lo", "up")
        and _ip("-n", name, "address", "add", f"{address}/24", "dev", "cable")
        and _ip("-n", name, "link", "set", "cable", "up")
        and _ip("-n", name, "route", "add", "default", "via", other)
        for name, address, other in ends
    )


def _ip(*words: str) -> bool:
    return IP is not None and subprocess.run([IP, *words], capture_output=True, check=False).returncode == 0


@contextmanager
def _inside(name: str) -> Iterator[None]:
    """This thread's sockets and programs are in a namespace meanwhile."""
    with Path("/proc/thread-self/ns/net").open() as here, Path("/run/netns", name).open() as there:
        _enter(there.fileno())
        try:
            yield
        finally:
            _enter(here.fileno())


def _enter(namespace: int) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.setns(namespace, CLONE_NEWNET) != 0:
        raise OSError(ctypes.get_errno(), "the namespace cannot be entered")
