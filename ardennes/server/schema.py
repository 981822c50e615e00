"""The tables of the database, as the newest migration leaves them."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("header", sa.LargeBinary, nullable=False),
    sa.Column("first", sa.String, nullable=False, unique=True),
    sa.Column("second", sa.String, nullable=False, unique=True),
    sa.Column("watch", sa.String, nullable=False, unique=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("updated", sa.Float, nullable=False),
    sa.Column("deleted", sa.Boolean, nullable=False),
    sa.Column("summary", sa.LargeBinary, nullable=False),
    sa.Column("players", sa.String, nullable=False, server_default=","),
    sa.Column("pack", sa.String, nullable=False, server_default=""),
    sa.Column("rev", sa.Integer, nullable=False, server_default="0"),
    sa.Column("draw_offered_by", sa.Integer),
    sa.Column("automatic", sa.String, nullable=False, server_default="1,1"),
    sa.Column("undone", sa.LargeBinary),
    sa.Column("game", sa.String, nullable=False, server_default=""),
    sa.Column("name_key", sa.String, nullable=False, server_default=""),
    sa.Column("stacks", sa.LargeBinary),
    sa.Column("unseen", sa.String, nullable=False, server_default="0,0,0"),
    sa.Column("guests", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("ready", sa.String, nullable=False, server_default=""),
    sa.Column("timer", sa.LargeBinary),
    sa.Column("turn_since", sa.Float),
    sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("ended", sa.Float),
    sa.Column("undo_asked_by", sa.Integer),
    sa.Column("due", sa.Float, index=True),
    sa.Column("noticed", sa.LargeBinary),
    sa.Index("tables_by_last_played", "deleted", "updated", "id", "name_key", "game"),
)

records = sa.Table(
    "records",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("record", sa.LargeBinary, nullable=False),
)

checkpoints = sa.Table(
    "checkpoints",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("data_digest", sa.String, nullable=False),
    sa.Column("digest", sa.String, nullable=False),
    sa.Column("position", sa.LargeBinary, nullable=False),
)

order_books = sa.Table(
    "order_books",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("side", sa.Integer, primary_key=True),
    sa.Column("book", sa.LargeBinary, nullable=False),
)

minds = sa.Table(
    "minds",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("side", sa.Integer, primary_key=True),
    sa.Column("memory", sa.LargeBinary, nullable=False),
)
"""What the computer that plays a side remembers of the game."""

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("side", sa.Integer, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, server_default="0"),
    sa.Column("account", sa.ForeignKey("accounts.id"), index=True),
    sa.Column("note", sa.String, nullable=False, server_default=""),
    sa.Column("token", sa.String, unique=True),
    sa.Column("formations", sa.String, nullable=False, server_default=""),
    sa.Column("player", sa.String, nullable=False, server_default=""),
    sa.Column("seen", sa.Integer),
    sa.Column("muted", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("turns", sa.Integer, nullable=False, server_default="0"),
    sa.Column("seconds", sa.Float, nullable=False, server_default="0"),
)
"""Number 0 is the side's commander-in-chief: its link and its level are with the table. The others are commands."""

results = sa.Table(
    "results",
    metadata,
    sa.Column("key", sa.String, primary_key=True),
    sa.Column("payload", sa.LargeBinary, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Index("results_by_age", "created"),
)

# --- people: a household has these tables too, and leaves them empty ------------------------------------

accounts = sa.Table(
    "accounts",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("name_key", sa.String, nullable=False, unique=True),
    sa.Column("language", sa.String, nullable=False),
    sa.Column("role", sa.String, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("suspended_until", sa.Float),
    sa.Column("deleted", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("muted_until", sa.Float),
    sa.Column("zone", sa.String, nullable=False, server_default=""),
    sa.Column("notice_settings", sa.LargeBinary),
)

channels = sa.Table(
    "channels",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("account", sa.ForeignKey("accounts.id"), nullable=False, index=True),
    sa.Column("kind", sa.String, nullable=False),
    sa.Column("address", sa.String, nullable=False),
    sa.Column("keys", sa.LargeBinary, nullable=False),
    sa.Column("stop", sa.String, nullable=False, unique=True),
    sa.Column("failures", sa.Integer, nullable=False, server_default="0"),
    sa.Column("off", sa.String, nullable=False, server_default=""),
    sa.Column("created", sa.Float, nullable=False),
)

notices = sa.Table(
    "notices",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("account", sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("table_id", sa.ForeignKey("tables.id")),
    sa.Column("data", sa.LargeBinary, nullable=False),
    sa.Column("created", sa.Float, nullable=False, index=True),
    sa.Column("seen", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Index("notices_of_account", "account", "created"),
)

deliveries = sa.Table(
    "deliveries",
    metadata,
    sa.Column("notice", sa.ForeignKey("notices.id"), primary_key=True),
    sa.Column("channel", sa.ForeignKey("channels.id"), primary_key=True),
    sa.Column("at", sa.Float, nullable=False, index=True),
)
"""What is still to be sent, and when."""

present = sa.Table(
    "present",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("side", sa.Integer, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, server_default="0"),
    sa.Column("at", sa.Float, nullable=False),
)
"""When a window at a seat was last seen open."""

site_keys = sa.Table(
    "site_keys",
    metadata,
    sa.Column("name", sa.String, primary_key=True),
    sa.Column("value", sa.LargeBinary, nullable=False),
)
"""What all processes of a site must know, and nobody else may."""

vacations = sa.Table(
    "vacations",
    metadata,
    sa.Column("account", sa.ForeignKey("accounts.id"), primary_key=True),
    sa.Column("begun", sa.Float, primary_key=True),
    sa.Column("ended", sa.Float, nullable=False),
)
"""What was taken of it, at whichever table."""

credentials = sa.Table(
    "credentials",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("account", sa.ForeignKey("accounts.id"), nullable=False, index=True),
    sa.Column("kind", sa.String, nullable=False),
    sa.Column("public_key", sa.LargeBinary, nullable=False),
    sa.Column("sign_count", sa.Integer, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)

emails = sa.Table(
    "emails",
    metadata,
    sa.Column("address_key", sa.String, primary_key=True),
    sa.Column("address", sa.String, nullable=False),
    sa.Column("account", sa.ForeignKey("accounts.id"), nullable=False, index=True),
)

sessions = sa.Table(
    "sessions",
    metadata,
    sa.Column("id_hash", sa.String, primary_key=True),
    sa.Column("account", sa.ForeignKey("accounts.id"), nullable=False, index=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("expires", sa.Float, nullable=False),
    sa.Column("proved", sa.Float),  # when a passkey was shown; nothing where it was begun by mail or code
)

tokens = sa.Table(
    "tokens",
    metadata,
    sa.Column("hash", sa.String, primary_key=True),
    sa.Column("kind", sa.String, nullable=False),
    sa.Column("data", sa.LargeBinary, nullable=False),
    sa.Column("about", sa.String, nullable=False, index=True),
    sa.Column("caller", sa.String, nullable=False, index=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("expires", sa.Float, nullable=False),
    sa.Column("used", sa.Boolean, nullable=False, server_default=sa.false()),
)

challenges = sa.Table(
    "challenges",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("host", sa.ForeignKey("accounts.id"), nullable=False, index=True),
    sa.Column("side", sa.Integer, nullable=False),
    sa.Column("invited", sa.ForeignKey("accounts.id"), index=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("expires", sa.Float, nullable=False, index=True),
    sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("share", sa.String, nullable=False, server_default=""),
)

said = sa.Table(
    "said",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("side", sa.Integer),
    sa.Column("account", sa.ForeignKey("accounts.id"), index=True),
    sa.Column("text", sa.String, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("hidden", sa.Boolean, nullable=False, server_default=sa.false()),
)

blocks = sa.Table(
    "blocks",
    metadata,
    sa.Column("account", sa.ForeignKey("accounts.id"), primary_key=True),
    sa.Column("other", sa.ForeignKey("accounts.id"), primary_key=True),
)

reports = sa.Table(
    "reports",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("by", sa.ForeignKey("accounts.id"), nullable=False, index=True),
    sa.Column("about", sa.ForeignKey("accounts.id"), nullable=False, index=True),
    sa.Column("table_id", sa.ForeignKey("tables.id")),
    sa.Column("text", sa.String, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("handled_by", sa.ForeignKey("accounts.id")),
    sa.Column("said", sa.Integer),
)

audit = sa.Table(
    "audit",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("at", sa.Float, nullable=False, index=True),
    sa.Column("by", sa.ForeignKey("accounts.id")),
    sa.Column("what", sa.String, nullable=False),
    sa.Column("about", sa.String, nullable=False, server_default=""),
)
"""What moderators and the owner have done; by nobody where it was done from the command line."""

# --- ratings and contests ----------------------------------------------------------------------------------

ratings = sa.Table(
    "ratings",
    metadata,
    sa.Column("account", sa.ForeignKey("accounts.id"), primary_key=True),
    sa.Column("game", sa.String, primary_key=True),
    sa.Column("rating", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
    sa.Column("volatility", sa.Float, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)

advantages = sa.Table(
    "advantages",
    metadata,
    sa.Column("game", sa.String, primary_key=True),
    sa.Column("scenario", sa.String, primary_key=True),
    sa.Column("options", sa.String, primary_key=True),
    sa.Column("advantage", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
)
"""What the first side of a scenario is worth, in points of rating."""

rated_games = sa.Table(
    "rated_games",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("first", sa.ForeignKey("accounts.id"), nullable=False, index=True),
    sa.Column("second", sa.ForeignKey("accounts.id"), nullable=False, index=True),
    sa.Column("score", sa.Float, index=True),
    sa.Column("changes", sa.String, nullable=False, server_default=""),
)
"""Those of which the ratings know have a score, the first side's; and by how much both ratings changed."""

contests = sa.Table(
    "contests",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("game", sa.String, nullable=False),
    sa.Column("scenario", sa.String, nullable=False),
    sa.Column("options", sa.String, nullable=False),
    sa.Column("places", sa.Integer, nullable=False),
    sa.Column("host", sa.ForeignKey("accounts.id"), nullable=False, index=True),
    sa.Column("created", sa.Float, nullable=False, index=True),
    sa.Column("begun", sa.Float),
    sa.Column("pace", sa.String, nullable=False, server_default=""),
    sa.Column("prepared", sa.String, nullable=False, server_default=""),
)
"""Its tables are there before anybody enters, so that whoever mixes in a share of their dice knows what is promised."""

entries = sa.Table(
    "entries",
    metadata,
    sa.Column("contest", sa.ForeignKey("contests.id"), primary_key=True),
    sa.Column("account", sa.ForeignKey("accounts.id"), primary_key=True),
    sa.Column("share", sa.String, nullable=False, server_default=""),
)

pairings = sa.Table(
    "pairings",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("contest", sa.ForeignKey("contests.id"), nullable=False, index=True),
    sa.Column("first", sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("second", sa.ForeignKey("accounts.id"), nullable=False),
)
