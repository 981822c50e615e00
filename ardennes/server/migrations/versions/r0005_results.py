"""What workers have worked out for tables; nothing else of ours do they write."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0005", "0004"


def upgrade() -> None:
    op.create_table(
        "results",
        sa.Column("key", sa.String, primary_key=True),
        sa.Column("payload", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Index("results_by_age", "created"),
    )
