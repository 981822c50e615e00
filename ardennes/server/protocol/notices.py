"""What an account is told of, and how."""

from __future__ import annotations

from typing import Annotated

import msgspec

from ardennes.server.protocol.base import Received, Sent

KINDS = ("turn", "time", "start", "end", "offer", "undo", "invite", "said")
NoticeKind = Annotated[str, msgspec.Meta(extra_json_schema={"enum": [*KINDS, "channel"]})]
ChannelKind = Annotated[str, msgspec.Meta(extra_json_schema={"enum": ["mail", "push", "chat", "web"]})]
Hour = Annotated[int, msgspec.Meta(ge=0, le=23)]
Line = Annotated[str, msgspec.Meta(max_length=1000)]


class NoticeShown(Sent):
    """A line of the bell."""

    id: str
    kind: NoticeKind
    table: str
    """Its id; empty where it is of none."""
    text: str
    created: float
    seen: bool


class NoticeSettings(Received, frozen=True):
    """What an account wants to hear of, and when; hours are those of its zone."""

    zone: Annotated[str, msgspec.Meta(max_length=60)] = "UTC"
    silent: list[NoticeKind] = []
    """Kinds of which it does not want to hear."""
    even_open: bool = False
    """Whether it is told even while a window of its own is open at the table."""
    quiet_from: Hour | None = None
    quiet_to: Hour | None = None
    digest: Hour | None = None
    """The hour at which all is told together, once a day; at once where there is none."""


class PushKeys(Received, frozen=True):
    """How a browser wants to be written to."""

    p256dh: Annotated[str, msgspec.Meta(max_length=200)] = ""
    auth: Annotated[str, msgspec.Meta(max_length=100)] = ""


class NewChannel(Received, frozen=True):
    kind: ChannelKind
    address: Line = ""
    """A web address, or a chat service as `discord://ID/TOKEN`; for mail the address one signs in with."""
    keys: PushKeys = PushKeys()


class ChannelShown(Sent):
    id: str
    kind: ChannelKind
    address: str
    """Shortened, where it has a secret."""
    off: str
    """Why nothing is sent by it any more."""


class NoticeWays(Sent):
    """By what an account can be told."""

    mail: bool
    """Whether this site sends mail."""
    push_key: str
    """The key that push services know this site by; empty where there is none."""
    addresses: list[str]
    channels: list[ChannelShown]
    settings: NoticeSettings
