"""What a room knew and forgot at a restart, checkpoints, links by side, and what the lobby needs to list in pages."""

from __future__ import annotations

import json
import unicodedata

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0002", "0001"


def upgrade() -> None:
    op.execute("ALTER TABLE tables RENAME COLUMN german TO first")
    op.execute("ALTER TABLE tables RENAME COLUMN allied TO second")
    for column in (
        sa.Column("rev", sa.Integer, nullable=False, server_default="0"),
        sa.Column("draw_offered_by", sa.Integer),
        sa.Column("automatic", sa.String, nullable=False, server_default="1,1"),
        sa.Column("undone", sa.LargeBinary),
        sa.Column("game", sa.String, nullable=False, server_default=""),
        sa.Column("name_key", sa.String, nullable=False, server_default=""),
        sa.Column("stacks", sa.LargeBinary),
    ):
        op.add_column("tables", column)
    op.create_table(
        "checkpoints",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("data_digest", sa.String, nullable=False),
        sa.Column("digest", sa.String, nullable=False),
        sa.Column("position", sa.LargeBinary, nullable=False),
    )
    _fill()
    op.create_index("tables_by_last_played", "tables", ["deleted", "updated", "id", "name_key", "game"])


def _fill() -> None:
    """The new columns of old rows, out of what header, name and summary said."""
    connection = op.get_bind()
    rows = connection.execute(sa.text("SELECT id, name, header, summary FROM tables")).all()
    for table_id, name, header_bytes, summary_bytes in rows:
        header, summary = json.loads(header_bytes), json.loads(summary_bytes)
        stacks = summary.pop("stacks", [])
        connection.execute(
            sa.text(
                "UPDATE tables SET game = :game, name_key = :name_key, automatic = :automatic, stacks = :stacks,"
                " summary = :summary WHERE id = :id"
            ),
            {
                "id": table_id,
                "game": header["game"],
                "name_key": unicodedata.normalize("NFKC", name).casefold(),
                "automatic": "1,1" if header["automatic"] else "0,0",
                "stacks": json.dumps(stacks).encode(),
                "summary": json.dumps(summary).encode(),
            },
        )
