"""What may be true of a hex in this game, beside what is true in all (:mod:`ardennes.kernels.flags`)."""

from __future__ import annotations

from ardennes.kernels.flags import CROWDED, own_flags

OUTSIDE_BRITISH_AREA, EAST_OF_MEUSE, BEYOND_LEASH, FAR_FROM_LINE, WESTWALL, BESIDE_ENEMY = own_flags(6)
"""For Allied units: 9.3, 10.6.4, and more than 3 hexes from entry area J (10.6.4). For German units: in the 5th or 6th
Panzer Army area, more than 2 hexes from the 7th Army's (9.4); Westwall (7.3); beside an enemy, whatever its zone, where
trucks stop (12.6)."""
NEGATES = (CROWDED | WESTWALL, CROWDED)
"""7.3 What cancels an enemy zone for supply and retreat of each side."""
