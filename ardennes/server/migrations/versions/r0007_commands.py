"""Several seats on a side, each with formations of its own; order books; and who has said that a phase may end."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0007", "0006"


def upgrade() -> None:
    op.add_column("tables", sa.Column("ready", sa.String, nullable=False, server_default=""))
    op.create_table(
        "order_books",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("side", sa.Integer, primary_key=True),
        sa.Column("book", sa.LargeBinary, nullable=False),
    )
    op.drop_index("ix_seats_account", "seats")
    op.rename_table("seats", "former_seats")
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("side", sa.Integer, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, server_default="0"),
        sa.Column("account", sa.String, sa.ForeignKey("accounts.id"), index=True),
        sa.Column("note", sa.String, nullable=False, server_default=""),
        sa.Column("token", sa.String, unique=True),
        sa.Column("formations", sa.String, nullable=False, server_default=""),
        sa.Column("player", sa.String, nullable=False, server_default=""),
        sa.Column("seen", sa.Integer),
    )
    kept = "table_id, side, account, note"
    op.execute(f"INSERT INTO seats ({kept}) SELECT {kept} FROM former_seats")
    op.drop_table("former_seats")
