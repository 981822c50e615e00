"""Writes a map so that people can review a change to it: one hex and one hexside a line, always in the same order."""

from __future__ import annotations

from pathlib import Path

import msgspec

from ardennes.board import MapFile, parse_map

LICENCE = """# Licence of this folder

`map.json` is a database derived from open data and is offered under the Open Database License (ODbL) 1.0,
<https://opendatacommons.org/licenses/odbl/1-0/>. It contains information from

- **MERIT Hydro** (Yamazaki et al. 2019), ODbL 1.0: rivers and relief, by way of a 30 arc-second raster;
- **GeoNames** (geonames.org), CC BY 4.0: the position of about half of the places.

Woods, roads, the Westwall, fronts and boundaries are our own work (CC0), and so is `map.toml` in this folder,
from which `ardennes geography build` makes the map. Facts a rulebook states are marked with their case.
If you pass a changed `map.json` on, keep it under the ODbL and keep this notice.
"""


def map_text(found: MapFile) -> str:
    """The whole file."""
    lines = ["{"]
    for name in ("format", "title", "grid"):
        lines.append(f'"{name}": {_json(getattr(found, name))},')
    for name in ("sources", "vocabulary"):
        entries = [f"  {_json(key)}: {_json(value)}" for key, value in getattr(found, name).items()]
        lines += [f'"{name}": {{', ",\n".join(entries), "},"]
    for name, end in (("hexes", ","), ("sides", "")):
        lines += [f'"{name}": [', ",\n".join(_json(row) for row in getattr(found, name)), f"]{end}"]
    return "\n".join([*lines, "}", ""])


def write_map(found: MapFile, game_folder: Path) -> Path:
    """Writes ``map/map.json`` and its licence; checks first that the text can be read back."""
    text = map_text(found)
    parse_map(text, found.title)
    folder = game_folder / "map"
    folder.mkdir(exist_ok=True)
    (folder / "LICENSE.md").write_text(LICENCE, encoding="utf-8")
    path = folder / "map.json"
    path.write_text(text, encoding="utf-8", newline="\n")
    return path


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
