"""Accounts and how they sign in, who has which seat, challenges, blocks and reports."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0006", "0005"


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("name_key", sa.String, nullable=False, unique=True),
        sa.Column("language", sa.String, nullable=False),
        sa.Column("role", sa.String, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("suspended_until", sa.Float),
        sa.Column("deleted", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "credentials",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("account", sa.String, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("sign_count", sa.Integer, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "emails",
        sa.Column("address_key", sa.String, primary_key=True),
        sa.Column("address", sa.String, nullable=False),
        sa.Column("account", sa.String, sa.ForeignKey("accounts.id"), nullable=False, index=True),
    )
    op.create_table(
        "sessions",
        sa.Column("id_hash", sa.String, primary_key=True),
        sa.Column("account", sa.String, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("expires", sa.Float, nullable=False),
    )
    op.create_table(
        "tokens",
        sa.Column("hash", sa.String, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.Column("about", sa.String, nullable=False, index=True),
        sa.Column("caller", sa.String, nullable=False, index=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("expires", sa.Float, nullable=False),
        sa.Column("used", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("side", sa.Integer, primary_key=True),
        sa.Column("account", sa.String, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("note", sa.String, nullable=False, server_default=""),
    )
    op.create_table(
        "challenges",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("host", sa.String, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("side", sa.Integer, nullable=False),
        sa.Column("invited", sa.String, sa.ForeignKey("accounts.id"), index=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("expires", sa.Float, nullable=False, index=True),
    )
    op.create_table(
        "said",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("side", sa.Integer),
        sa.Column("account", sa.String, sa.ForeignKey("accounts.id"), index=True),
        sa.Column("text", sa.String, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "blocks",
        sa.Column("account", sa.String, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("other", sa.String, sa.ForeignKey("accounts.id"), primary_key=True),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("by", sa.String, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("about", sa.String, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id")),
        sa.Column("text", sa.String, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("handled_by", sa.String, sa.ForeignKey("accounts.id")),
    )
