"""Ratings, shares of the dice, undo by consent, moderation and contests."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0010", "0009"


def upgrade() -> None:
    no = sa.false()
    op.add_column("tables", sa.Column("rated", sa.Boolean, nullable=False, server_default=no))
    op.add_column("tables", sa.Column("ended", sa.Float))
    op.add_column("tables", sa.Column("undo_asked_by", sa.Integer))
    op.add_column("challenges", sa.Column("rated", sa.Boolean, nullable=False, server_default=no))
    op.add_column("challenges", sa.Column("share", sa.String, nullable=False, server_default=""))
    op.add_column("accounts", sa.Column("muted_until", sa.Float))
    op.add_column("accounts", sa.Column("zone", sa.String, nullable=False, server_default=""))
    op.add_column("said", sa.Column("hidden", sa.Boolean, nullable=False, server_default=no))
    op.add_column("seats", sa.Column("muted", sa.Boolean, nullable=False, server_default=no))
    op.add_column("seats", sa.Column("turns", sa.Integer, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("seconds", sa.Float, nullable=False, server_default="0"))
    op.add_column("reports", sa.Column("said", sa.Integer))
    _ratings()
    _contests()
    op.create_table(
        "audit",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("at", sa.Float, nullable=False, index=True),
        sa.Column("by", sa.String, sa.ForeignKey("accounts.id")),
        sa.Column("what", sa.String, nullable=False),
        sa.Column("about", sa.String, nullable=False, server_default=""),
    )


def _ratings() -> None:
    op.create_table(
        "ratings",
        sa.Column("account", sa.String, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("game", sa.String, primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "advantages",
        sa.Column("game", sa.String, primary_key=True),
        sa.Column("scenario", sa.String, primary_key=True),
        sa.Column("options", sa.String, primary_key=True),
        sa.Column("advantage", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )
    op.create_table(
        "rated_games",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("first", sa.String, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("second", sa.String, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("score", sa.Float, index=True),
        sa.Column("changes", sa.String, nullable=False, server_default=""),
    )


def _contests() -> None:
    op.create_table(
        "contests",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("scenario", sa.String, nullable=False),
        sa.Column("options", sa.String, nullable=False),
        sa.Column("places", sa.Integer, nullable=False),
        sa.Column("host", sa.String, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("created", sa.Float, nullable=False, index=True),
        sa.Column("begun", sa.Float),
    )
    op.create_table(
        "entries",
        sa.Column("contest", sa.String, sa.ForeignKey("contests.id"), primary_key=True),
        sa.Column("account", sa.String, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("share", sa.String, nullable=False, server_default=""),
    )
    op.create_table(
        "pairings",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("contest", sa.String, sa.ForeignKey("contests.id"), nullable=False, index=True),
        sa.Column("first", sa.String, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("second", sa.String, sa.ForeignKey("accounts.id"), nullable=False),
    )
