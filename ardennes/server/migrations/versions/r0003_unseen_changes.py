"""How many changes each seat was not told of, so that its revision does not betray them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0003", "0002"


def upgrade() -> None:
    op.add_column("tables", sa.Column("unseen", sa.String, nullable=False, server_default="0,0,0"))
