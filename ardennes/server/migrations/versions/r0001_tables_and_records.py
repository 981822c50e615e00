"""Tables and their records; older files lack the columns for players and data packs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0001", None


def upgrade() -> None:
    existing = sa.inspect(op.get_bind())
    if not existing.has_table("tables"):
        op.create_table(
            "tables",
            sa.Column("id", sa.String, primary_key=True),
            sa.Column("name", sa.String, nullable=False),
            sa.Column("header", sa.LargeBinary, nullable=False),
            sa.Column("german", sa.String, nullable=False, unique=True),
            sa.Column("allied", sa.String, nullable=False, unique=True),
            sa.Column("watch", sa.String, nullable=False, unique=True),
            sa.Column("created", sa.Float, nullable=False),
            sa.Column("updated", sa.Float, nullable=False),
            sa.Column("deleted", sa.Boolean, nullable=False),
            sa.Column("summary", sa.LargeBinary, nullable=False),
        )
    if not existing.has_table("records"):
        op.create_table(
            "records",
            sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
            sa.Column("number", sa.Integer, primary_key=True),
            sa.Column("record", sa.LargeBinary, nullable=False),
        )
    columns = {column["name"] for column in sa.inspect(op.get_bind()).get_columns("tables")}
    for name, default in {"players": ",", "pack": ""}.items():
        if name not in columns:
            op.add_column("tables", sa.Column(name, sa.String, nullable=False, server_default=default))
