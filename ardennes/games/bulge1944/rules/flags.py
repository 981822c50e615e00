"""What may be true of a hex in this game, beside what is true in all (:mod:`ardennes.kernels.flags`)."""

from __future__ import annotations

from ardennes.kernels.flags import own_flags

OUTSIDE_XXX_CORPS, NEAR_ENEMY = own_flags(2)
"""14.0 Where XXX Corps may not go; 18.7 so near to an enemy that a phantom would be known for what it is."""
