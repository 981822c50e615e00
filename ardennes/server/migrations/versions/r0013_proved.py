"""Sessions: when a passkey was shown."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0013", "0012"


def upgrade() -> None:
    op.add_column("sessions", sa.Column("proved", sa.Float))
