"""Parts that games are built from: plain functions that take a game's own answers, never a game's name.

The table: ``table`` (units, steps, flags of hexes, zones), ``table_game`` (set-up and soundness), ``bridges``,
``control`` (who holds what), ``ground`` (tables made from the map), ``ranges``, ``faces`` (sides of counters).
Moving: ``walk`` (a step, and where steps lead), ``moving`` (where a unit goes and why not), ``stacking``.
Supply: ``supply`` (sources, routes, who has a line).
Combat: ``fighting`` (declare, answer, preview, what-if, luck), ``odds`` (columns and tables of results),
``obligations`` (attacks that must be made), ``losses``, ``retreat``.
Questions: ``picking`` (one thing after another, menus, a hex for a unit).
Data and page: ``data_checks``, ``calendar``, ``overlays``.
"""
