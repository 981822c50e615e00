"""Builds each game's hex map from the real ground and the game's ``map.toml``."""

from ardennes.geography.build.assemble import build, build_map
from ardennes.geography.build.recipe import BuildError, Recipe, read_recipe
from ardennes.geography.build.writer import map_text, write_map

__all__ = ["BuildError", "Recipe", "build", "build_map", "map_text", "read_recipe", "write_map"]
