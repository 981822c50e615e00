"""Whether somebody else than the owner has sat down at a table, so that its secrets are not the owner's to download."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0004", "0003"


def upgrade() -> None:
    op.add_column("tables", sa.Column("guests", sa.Boolean, nullable=False, server_default=sa.false()))
