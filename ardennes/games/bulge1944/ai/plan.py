"""How a side means to play a turn: what it values, and orders to single units."""

from __future__ import annotations

import math
import random

import msgspec

from ardennes.games.bulge1944.rules.pieces import ALLIED, GERMAN


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """Prices in victory points. The script does what gains most for a resource point, until ``floor``."""

    name: str = "usual"
    pull: float = 1.0
    """What ground that leads to the enemy's goals is worth."""
    dash: float = 4.0
    """An exit, to an armor division and to those who must stop it."""
    post: float = 1.0
    """Closing the ways to one's own goals."""
    guard: float = 0.5
    """Standing on a goal of one's own that the enemy could reach."""
    alarm: float = 0.1
    """How much of the danger at the exits a move must take away to come before all others."""
    cover: float = 0.05
    """A die of advantage where a unit stands."""
    supply: float = 0.5
    """Being in supply."""
    harm: float = 0.45
    """A step of the enemy."""
    blood: float = 0.4
    """A step of one's own."""
    kill: float = 0.8
    """An enemy unit gone from where it stood."""
    floor: float = 0.02
    """Below this gain a resource point is not spent."""
    price: float = 0.15
    """What a resource point could gain elsewhere: the more, the smaller attacks are."""
    refit: float = 0.2
    """The share of the points that may go to refits."""
    reach: float = 0.8
    """Turns over which a goal loses most of its pull."""
    parts: bool = False
    """18.5 Whether divisions that may come in two parts do, and 1st SS breaks down."""
    together: bool = True
    """Whether units are brought up to attack with others; otherwise one step is taken at a time."""
    noise: float = 0.0
    """How much a beginner is off in judging a gain."""
    orders: tuple[tuple[int, int], ...] = ()
    """Units that shall end their move in a hex; their own hex means that they stay."""
    aims: tuple[tuple[int, float], ...] = ()
    """Hexes whose defenders are worth more, or less, than they seem."""


DEFAULT = {
    GERMAN: Plan(pull=2.0, dash=5.0, post=0.005, guard=0.05, supply=0.3, kill=0.9, reach=0.6),
    ALLIED: Plan(
        pull=0.6,
        dash=2.0,
        post=0.25,
        guard=1.2,
        alarm=0.011,
        supply=0.3,
        harm=0.2,
        kill=0.33,
        floor=0.015,
        price=0.2,
        refit=0.25,
        reach=0.35,
    ),
}


def without_an_answer(plan: Plan) -> Plan:
    """The plan for a turn that no enemy turn follows: nothing has to be guarded or spared, only what is held counts."""
    return msgspec.structs.replace(
        plan, post=0.0, guard=0.0, alarm=math.inf, harm=0.05, blood=0.02, floor=0.001, price=0.02, refit=0.0, reach=0.1
    )


SIMPLE = {
    GERMAN: Plan(name="simple", together=False, dash=0.0, post=0.1, guard=0.1),
    ALLIED: Plan(name="simple", together=False, dash=1.0, pull=0.6, refit=0.25, alarm=0.8),
}
"""One step at a time: what can be had now is taken, and no run for an exit is prepared or foreseen."""


def portfolio(side: int, parts: bool = False) -> list[Plan]:
    """Settings worth trying, the usual first; with ``parts`` also that a division comes apart."""
    default = DEFAULT[side]
    changes: list[dict[str, float | str]] = [
        {},
        {"name": "exits", "dash": default.dash * 3},
        {"name": "towns", "pull": default.pull * 2, "dash": default.dash / 3},
        {"name": "line", "post": max(0.15, default.post * 2.5)},
        {"name": "garrisons", "guard": default.guard * 5, "dash": default.dash * 2},
        {"name": "attack", "harm": default.harm * 1.8, "kill": default.kill * 1.5},
        {"name": "spare", "harm": default.harm * 0.6, "blood": default.blood * 1.4},
        {"name": "far", "reach": default.reach * 2},
        {"name": "near", "reach": default.reach / 2},
        {"name": "refit", "refit": 0.5},
        {"name": "advance", "pull": default.pull * 2, "dash": default.dash * 2, "post": default.post / 4},
        {
            "name": "fortress",
            "post": default.post * 2.5,
            "cover": 0.25,
            "guard": default.guard * 3,
            "pull": default.pull / 3,
        },
    ]
    plans = [msgspec.structs.replace(default, **change) for change in changes]
    return [*plans, msgspec.structs.replace(default, name="parts", parts=True)] if parts else plans


def beginner_plan(side: int, chance: random.Random) -> Plan:
    """Thresholds a beginner might have."""
    default = DEFAULT[side]
    return msgspec.structs.replace(
        default,
        pull=default.pull * chance.uniform(0.4, 1.6),
        post=default.post * chance.uniform(0.3, 1.5),
        harm=default.harm * chance.uniform(0.4, 1.6),
        floor=chance.uniform(0.1, 0.5),
        noise=0.6,
    )
