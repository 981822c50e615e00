"""Clocks that run for weeks, and what was taken of vacation."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0009", "0008"


def upgrade() -> None:
    op.add_column("tables", sa.Column("timer", sa.LargeBinary))
    op.add_column("tables", sa.Column("turn_since", sa.Float))
    op.create_table(
        "vacations",
        sa.Column("account", sa.String, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("begun", sa.Float, primary_key=True),
        sa.Column("ended", sa.Float, nullable=False),
    )
