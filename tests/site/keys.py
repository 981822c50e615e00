"""A passkey in software, as a browser with an authenticator would answer."""

from __future__ import annotations

import base64
import json
import secrets
from hashlib import sha256
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT_AND_VERIFIED, WITH_KEY = 0x05, 0x40


def in_base64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


class SoftwareKey:
    """Made for one site, which it answers under one origin."""

    def __init__(self, host: str, origin: str) -> None:
        self.host, self.origin = host, origin
        self.id = secrets.token_bytes(16)
        self.uses = 0
        self._key = ec.generate_private_key(ec.SECP256R1())

    def made(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to a request to make a key."""
        numbers = self._key.public_key().public_numbers()
        cose = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(cose)
        shown = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": self._data(WITH_KEY) + attested})
        answer = {
            "clientDataJSON": in_base64(self._client("webauthn.create", options["challenge"])),
            "attestationObject": in_base64(shown),
        }
        return self._credential(answer)

    def shown(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to a request to show that one has it."""
        self.uses += 1
        client, data = self._client("webauthn.get", options["challenge"]), self._data()
        signature = self._key.sign(data + sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        answer = {"clientDataJSON": client, "authenticatorData": data, "signature": signature}
        return self._credential({name: in_base64(raw) for name, raw in answer.items()})

    def _credential(self, answer: dict[str, str]) -> dict[str, Any]:
        known = in_base64(self.id)
        return {"id": known, "rawId": known, "type": "public-key", "response": answer, "clientExtensionResults": {}}

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}).encode()

    def _data(self, more: int = 0) -> bytes:
        flags = bytes([PRESENT_AND_VERIFIED | more])
        return sha256(self.host.encode()).digest() + flags + self.uses.to_bytes(4, "big")
