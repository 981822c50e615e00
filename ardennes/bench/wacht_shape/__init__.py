"""Wacht am Rhein's shape, for the bench and tests: all its counters on its map, and of its rules movement alone.

Case numbers are those of that game's rulebook. Nobody fights and nobody wins.
"""
