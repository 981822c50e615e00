"""One map being built: what every step of the work needs at hand."""

from __future__ import annotations

from dataclasses import dataclass

from ardennes.geography.build.frame import Frame
from ardennes.geography.build.pins import Pins, sort_pins
from ardennes.geography.build.pull import Pull
from ardennes.geography.build.recipe import BuildError, Recipe
from ardennes.geography.features import Ground


@dataclass(frozen=True)
class Job:
    """The ground, the recipe, the grid laid over the ground and what is pinned to it."""

    recipe: Recipe
    ground: Ground
    frame: Frame
    pins: Pins
    pull: Pull
    file: str
    """Names the recipe in messages."""

    def error(self, where: str, text: str) -> BuildError:
        """A mistake in the recipe: the table, row and field, and what is wrong with it."""
        return BuildError(f"{self.file}: {where}: {text}")


def open_job(recipe: Recipe, ground: Ground, file: str) -> Job:
    frame = Frame(recipe.grid)
    pins = sort_pins(frame, ground, recipe, file)
    anchors = {cell: frame.to_km(ground.places[place].point)[0] for place, (cell, _) in pins.places.items()}
    return Job(recipe, ground, frame, pins, Pull(frame, anchors, recipe.pull_km), file)
