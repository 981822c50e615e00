"""Notices: what is due, what was told, by what, and what an account wants to hear of."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0011", "0010"


def upgrade() -> None:
    op.add_column("tables", sa.Column("due", sa.Float))
    op.add_column("tables", sa.Column("noticed", sa.LargeBinary))
    op.create_index("ix_tables_due", "tables", ["due"])
    op.add_column("accounts", sa.Column("notice_settings", sa.LargeBinary))
    op.create_table(
        "channels",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("account", sa.String, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("address", sa.String, nullable=False),
        sa.Column("keys", sa.LargeBinary, nullable=False),
        sa.Column("stop", sa.String, nullable=False, unique=True),
        sa.Column("failures", sa.Integer, nullable=False, server_default="0"),
        sa.Column("off", sa.String, nullable=False, server_default=""),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "notices",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("account", sa.String, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id")),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.Float, nullable=False, index=True),
        sa.Column("seen", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Index("notices_of_account", "account", "created"),
    )
    op.create_table(
        "deliveries",
        sa.Column("notice", sa.String, sa.ForeignKey("notices.id"), primary_key=True),
        sa.Column("channel", sa.String, sa.ForeignKey("channels.id"), primary_key=True),
        sa.Column("at", sa.Float, nullable=False, index=True),
    )
    op.create_table(
        "present",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("side", sa.Integer, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "site_keys",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
    )
