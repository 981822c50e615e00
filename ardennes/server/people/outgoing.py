"""The one way in which a site asks anything of an address that a user gave.

The name is looked up once, every address it stands for must be public, and the connection goes to the address that was
looked at: no second answer of a name server and no redirect leads elsewhere.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
from collections.abc import Collection, Mapping
from urllib.parse import urlsplit

from ardennes.server.mistakes import Mistake

PATIENCE = 5.0
LONGEST_URL = 1000
PORTS = (443, 8443)


class Refusing(Exception):
    """The other side did not take it."""


class Outgoing:
    """``here`` are places (host and port) on this machine that it may go to without encryption: for tests."""

    def __init__(self, here: Collection[tuple[str, int]] = ()) -> None:
        self._here = frozenset(here)

    def check(self, url: str) -> tuple[str, int, str, str]:
        """Host, port, path and the address to connect to; a Mistake says why it may not be."""
        try:
            parts = urlsplit(url)
            host, port = parts.hostname or "", parts.port or 443
        except ValueError:
            raise Mistake("no-web-address") from None
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        plain = all(" " < letter < "\x7f" for letter in url)
        if (host, port) in self._here and parts.scheme == "http":
            return host, port, path, host
        if not host or not plain or len(url) > LONGEST_URL or parts.username or parts.password:
            raise Mistake("no-web-address")
        if parts.scheme != "https" or port not in PORTS:
            raise Mistake("no-web-address")
        return host, port, path, self._public_address(host, port)

    def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> None:
        """Raises :class:`Refusing`, or an OSError, where it has not been taken."""
        host, port, path, address = self.check(url)
        connection = http.client.HTTPConnection(host, port, timeout=PATIENCE)
        line = socket.create_connection((address, port), timeout=PATIENCE)
        try:
            if (host, port) not in self._here:
                line = ssl.create_default_context().wrap_socket(line, server_hostname=host)
            connection.sock = line
            connection.request("POST", path, body, {**headers, "Content-Length": str(len(body))})
            status = connection.getresponse().status
        except http.client.HTTPException as error:
            raise Refusing(type(error).__name__) from None
        finally:
            connection.close()
            line.close()
        if not 200 <= status < 300:
            raise Refusing(f"HTTP {status}")

    @staticmethod
    def _public_address(host: str, port: int) -> str:
        try:
            found = {info[4][0] for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)}
        except (OSError, UnicodeError):
            raise Mistake("no-such-host") from None
        if not found or not all(is_public(str(address)) for address in found):
            raise Mistake("no-public-address")
        return str(min(found, key=str))


def is_public(text: str) -> bool:
    """Whether an address is one of the internet; those that stand for another are judged by it."""
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1]
        if inner is not None:
            return is_public(str(inner))
        if address in ipaddress.ip_network("64:ff9b::/96"):
            return is_public(str(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)))
    return address.is_global and not address.is_multicast and not address.is_reserved
