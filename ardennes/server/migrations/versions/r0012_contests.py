"""Contests: how fast they are played, and the tables that wait for them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0012", "0011"


def upgrade() -> None:
    op.add_column("contests", sa.Column("pace", sa.String, nullable=False, server_default=""))
    op.add_column("contests", sa.Column("prepared", sa.String, nullable=False, server_default=""))
