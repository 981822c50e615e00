"""The tables of the database, as the newest migration leaves them."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("header", sa.LargeBinary, nullable=False),
    sa.Column("first", sa.String, nullable=False, unique=True),
    sa.Column("second", sa.String, nullable=False, unique=True),
    sa.Column("watch", sa.String, nullable=False, unique=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("updated", sa.Float, nullable=False),
    sa.Column("deleted", sa.Boolean, nullable=False),
    sa.Column("summary", sa.LargeBinary, nullable=False),
    sa.Column("players", sa.String, nullable=False, server_default=","),
    sa.Column("pack", sa.String, nullable=False, server_default=""),
    sa.Column("rev", sa.Integer, nullable=False, server_default="0"),
    sa.Column("draw_offered_by", sa.Integer),
    sa.Column("automatic", sa.String, nullable=False, server_default="1,1"),
    sa.Column("undone", sa.LargeBinary),
    sa.Column("game", sa.String, nullable=False, server_default=""),
    sa.Column("name_key", sa.String, nullable=False, server_default=""),
    sa.Column("stacks", sa.LargeBinary),
    sa.Column("unseen", sa.String, nullable=False, server_default="0,0,0"),
    sa.Column("guests", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Index("tables_by_last_played", "deleted", "updated", "id", "name_key", "game"),
)

records = sa.Table(
    "records",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("record", sa.LargeBinary, nullable=False),
)

checkpoints = sa.Table(
    "checkpoints",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("data_digest", sa.String, nullable=False),
    sa.Column("digest", sa.String, nullable=False),
    sa.Column("position", sa.LargeBinary, nullable=False),
)

results = sa.Table(
    "results",
    metadata,
    sa.Column("key", sa.String, primary_key=True),
    sa.Column("payload", sa.LargeBinary, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Index("results_by_age", "created"),
)
