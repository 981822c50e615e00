"""What the computer remembers of a game it plays, for each side: how it means to go on over several turns."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0008", "0007"


def upgrade() -> None:
    op.create_table(
        "minds",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("side", sa.Integer, primary_key=True),
        sa.Column("memory", sa.LargeBinary, nullable=False),
    )
