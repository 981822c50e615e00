"""Who is here is told for each command of a side; nobody needs what was known of it before."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0014", "0013"


def upgrade() -> None:
    op.drop_table("present")
    op.create_table(
        "present",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("side", sa.Integer, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, server_default="0"),
        sa.Column("at", sa.Float, nullable=False),
    )
