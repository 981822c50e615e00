"""The examples in docs/kernels.md run as they stand."""

from __future__ import annotations

import re
from array import array
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from ardennes.kernels.flags import BARRED, ZONE, no_flags
from tests.kernels.small_maps import small_map

PAGE = Path(__file__).parents[2] / "docs" / "kernels.md"


def test_examples_run() -> None:
    line = small_map(6, 1)
    ground = bytes(1 if there >= 0 else 0 for there in line.neighbours)
    table: dict[str, Any] = {
        "board": SimpleNamespace(neighbours=line.neighbours, side_of=line.side_of),
        "ground": ground, "kinds": 2, "flags": no_flags(line.hexes), "sides": bytes(line.sides),
        "start": 0, "first": 1, "budget": 8, "hex": 4, "hexes": [3, 4], "here": 3, "there": 4, "side": 0, "kind": 1,
        "spent": 6, "mode": 0,
        "reaches": bytes([1]) * len(ground), "when_altered": bytes(len(ground)),
        "counts": array("H", [0]) * line.hexes, "where": array("h", [5]), "sources": [0],
        "supplied": bytearray(line.hexes),
        "BARRED": BARRED, "ZONE": ZONE, "ROAD": 1, "TOWARDS_THE_ENEMY": 2,
    }  # fmt: skip
    reach, zones, flood, retreat = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    exec(reach, table)
    assert table["search"].destinations() == [(hex, 2 * hex) for hex in range(1, 5)]
    exec(zones, {**table, "kind": 0, "kinds": b"\x00"})
    assert list(table["counts"]) == [0, 0, 0, 0, 1, 0]
    table["flags"] = no_flags(line.hexes)
    exec(flood, {**table, "links": bytes([1]) * line.sides, "when_altered": bytes(line.sides)})
    assert bytes(table["supplied"]) == b"\x01" * line.hexes
    exec(retreat, table)
    assert (table["retreat"].first_steps, table["retreat"].paths) == ([2], [[2]])
