"""Passkeys: a browser proves that it has a key, and the site keeps only the public half of it."""

from __future__ import annotations

import msgspec
import webauthn
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from ardennes.server.mistakes import WrongKey
from ardennes.server.people.accounts import CEREMONY_SECONDS, Account, Accounts, Passkey
from ardennes.server.people.names import checked_name
from ardennes.server.protocol.people import Ceremony
from ardennes.server.site import Site
from ardennes.shapes import worked_out

MAKING, SHOWING = "passkey", "sign-in"
NAME = "Ardennes"


class Made(msgspec.Struct, frozen=True):
    """What a ceremony was begun for."""

    challenge: bytes
    name: str = ""
    account: str = ""


class Passkeys:
    """Both ceremonies, for one site."""

    def __init__(self, accounts: Accounts, site: Site) -> None:
        self._accounts, self._site = accounts, site

    def begin_making(self, name: str, account: Account | None) -> Ceremony:
        """A key for a new account of this name, or one more for an account."""
        shown = account.name if account else checked_name(name)
        known = self._accounts.passkeys(account.id) if account else []
        options = webauthn.generate_registration_options(
            rp_id=self._site.host,
            rp_name=NAME,
            user_name=shown,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(each)) for each in known],
        )
        made = Made(options.challenge, shown, account.id if account else "")
        return self._begun(MAKING, made, webauthn.options_to_json(options))

    def finish_making(self, ceremony: str, credential: str, language: str) -> Account:
        """The account that has the key now."""
        made = self._made(MAKING, ceremony)
        try:
            found = webauthn.verify_registration_response(
                credential=credential,
                expected_challenge=made.challenge,
                expected_rp_id=self._site.host,
                expected_origin=self._site.public,
            )
        except (WebAuthnException, ValueError, TypeError, KeyError) as error:
            raise WrongKey("passkey-refused", reason=error) from None
        account = self._accounts.by_id(made.account) if made.account else self._accounts.add(made.name, language)
        if account is None:
            raise WrongKey("link-used-up")
        key = Passkey(
            id=bytes_to_base64url(found.credential_id),
            account=account.id,
            public_key=found.credential_public_key,
            sign_count=found.sign_count,
        )
        self._accounts.add_passkey(key)
        return account

    def begin_showing(self) -> Ceremony:
        """Any key that the browser has for this site will do; it says whose it is."""
        options = webauthn.generate_authentication_options(rp_id=self._site.host)
        return self._begun(SHOWING, Made(options.challenge), webauthn.options_to_json(options))

    def finish_showing(self, ceremony: str, credential: str) -> Account:
        made = self._made(SHOWING, ceremony)
        key = self._accounts.passkey(_id_of(credential))
        account = self._accounts.by_id(key.account) if key else None
        if key is None or account is None:
            raise WrongKey("passkey-unknown")
        try:
            found = webauthn.verify_authentication_response(
                credential=credential,
                expected_challenge=made.challenge,
                expected_rp_id=self._site.host,
                expected_origin=self._site.public,
                credential_public_key=key.public_key,
                credential_current_sign_count=key.sign_count,
            )
        except (WebAuthnException, ValueError, TypeError, KeyError) as error:
            raise WrongKey("passkey-refused", reason=error) from None
        self._accounts.count_use(key.id, found.new_sign_count)
        return account

    def _begun(self, kind: str, made: Made, options: str) -> Ceremony:
        secret = self._accounts.give_out(kind, msgspec.msgpack.encode(made), CEREMONY_SECONDS)
        return Ceremony(secret, options)

    def _made(self, kind: str, ceremony: str) -> Made:
        return msgspec.msgpack.decode(self._accounts.use(kind, ceremony).data, type=worked_out(Made))


class _Named(msgspec.Struct):
    """All that is read of an answer before it is known whose it is."""

    id: str = ""


def _id_of(credential: str) -> str:
    try:
        return msgspec.json.decode(credential, type=worked_out(_Named)).id
    except msgspec.DecodeError:
        return ""
