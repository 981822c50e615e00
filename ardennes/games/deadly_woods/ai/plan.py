"""How a side means to play a round: what it values, and orders to single units."""

from __future__ import annotations

import random
from functools import lru_cache

import msgspec

from ardennes.games.deadly_woods.rules.pieces import ALLIED, GERMAN


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """Prices in victory points."""

    name: str = "usual"
    pull: float = 1.0
    """What ground that leads to the enemy's goals is worth."""
    call: float = 0.4
    """Coming nearer to goals of one's own that the enemy threatens and few friends are near."""
    post: float = 0.3
    """Closing the ways to one's own goals."""
    cut: float = 0.3
    """Standing on the ways that supply the enemy's goals, where only goals in supply count."""
    guard: float = 0.6
    """Standing on a goal of one's own that the enemy could reach."""
    press: float = 0.5
    """Coming up to an enemy whom one's friends do not yet outweigh."""
    cover: float = 0.05
    """A column of the table in a hex that is held."""
    supply: float = 0.4
    """A hex where supply can be traced."""
    room: float = 0.08
    """A road hex of its own for a unit that travels by road: 10.4.1 stacked it would start off the road."""
    harm: float = 0.35
    """A step of the enemy."""
    blood: float = 0.35
    """A step of one's own."""
    push: float = 0.25
    """A retreat of the enemy, apart from the ground he leaves."""
    ground: float = 0.3
    """The share of what a hex is worth that driving the enemy out of it brings."""
    goal: float = 1.0
    """A goal that changes hands."""
    guns: float = 0.06
    """What an asset must add to a combat that can serve only once a turn."""
    eager: float = 0.04
    """The least gain an attack is made for."""
    reach: float = 1.5
    """Move rounds over which a goal loses most of its pull."""
    together: bool = True
    """Whether units join up against an enemy; otherwise each goes its own way."""
    noise: float = 0.0
    """How much a beginner is off in judging a gain."""
    focus: int | None = None
    """A goal that draws units several times as strongly as the others."""
    orders: tuple[tuple[int, int], ...] = ()
    """Units that shall end their move in a hex; their own hex means that they stay."""


TIDE_TURNS = 7
"""5.2 From this turn on the Allies have the initiative: they attack, the Germans hold what they have."""

EARLY = {
    GERMAN: Plan(
        pull=2.0,
        call=0.05,
        post=0.03,
        guard=0.15,
        press=0.25,
        supply=0.1,
        cover=0.02,
        harm=0.6,
        blood=0.15,
        push=0.4,
        ground=0.6,
        goal=2.0,
        reach=0.7,
    ),
    ALLIED: Plan(
        pull=0.6,
        call=0.6,
        post=0.5,
        guard=1.0,
        press=0.25,
        cover=0.08,
        harm=0.15,
        blood=0.5,
        push=0.15,
        ground=0.06,
    ),
}
LATE = {
    GERMAN: Plan(pull=0.5, post=0.15, guard=0.5, press=0.35, harm=0.15, blood=0.5, ground=0.1),
    ALLIED: Plan(
        pull=1.5,
        post=0.1,
        cut=0.5,
        guard=0.3,
        press=1.2,
        harm=0.1,
        blood=0.7,
        push=0.15,
        ground=0.06,
        goal=1.5,
        reach=2.5,
    ),
}


SIMPLE = {
    GERMAN: Plan(name="simple", together=False, call=0.0, room=0.0, post=0.03, guard=0.15),
    ALLIED: Plan(name="simple", together=False, call=0.0, room=0.0, cut=0.0, pull=0.6, press=0.25),
}
"""One step at a time: nobody is brought up for an attack that others will make, and the tide does not turn."""


def default(side: int, turn: int) -> Plan:
    """The plan of the time of the battle."""
    return (LATE if turn >= TIDE_TURNS else EARLY)[side]


@lru_cache(maxsize=256)
def portfolio(side: int, turn: int) -> tuple[Plan, ...]:
    """Settings worth trying, the usual first."""
    first = default(side, turn)
    changes: list[dict[str, float | str]] = [
        {},
        {"name": "attack", "harm": 1.6 * first.harm, "push": 2 * first.push, "press": 1.6 * first.press},
        {"name": "spare", "blood": 1.8 * first.blood, "eager": 0.15},
        {"name": "line", "post": max(0.15, 2.5 * first.post), "cover": 0.12},
        {"name": "goals", "pull": 2 * first.pull, "goal": 2 * first.goal},
        {"name": "near", "reach": first.reach / 2},
    ]
    return tuple(msgspec.structs.replace(first, **change) for change in changes)


@lru_cache(maxsize=256)
def focused(side: int, turn: int, goal: int) -> Plan:
    """The usual plan with one goal before all others."""
    return msgspec.structs.replace(default(side, turn), name="focus", focus=goal)


def beginner_plan(side: int, turn: int, chance: random.Random) -> Plan:
    """Thresholds a beginner might have."""
    first = default(side, turn)
    return msgspec.structs.replace(
        first,
        pull=first.pull * chance.uniform(0.4, 1.6),
        post=first.post * chance.uniform(0.3, 1.5),
        press=first.press * chance.uniform(0.2, 1.2),
        eager=chance.uniform(-0.1, 0.3),
        noise=0.6,
    )
