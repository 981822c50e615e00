"""The odds shown before an attack are those of the attack: every die is rolled on copies and counted.

An option that is described with chances is carried out on copies with every result of the dice; the first event that
has a ``result`` is what came of it. Where the other side answers before the dice are rolled, each of its answers gives
a distribution; in the description they are told apart by a name and a colon (``guns: D1``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from math import isclose

from ardennes.engine.dice import Dice, every_branch
from ardennes.engine.match import Match
from ardennes.engine.position import Position
from ardennes.engine.procedure import about, answer

Distribution = dict[str, float]
MOST_ANSWERS = 6


def check_previews(match: Match, most: int = 4) -> int:
    """Compares the chances of some options that lead straight to the dice; returns how many were compared."""
    p = match.position
    asked = p.asked
    compared = 0
    for option in asked.options if asked is not None else ():
        chances = about(p, option).chances
        if not chances:
            continue
        shown = shown_distributions(chances)
        for distribution in shown:
            assert isclose(sum(distribution.values()), 1), f"chances of {sum(distribution.values())} in all"
        found = list(real_distributions(p, option, (), set()))
        if found:
            compared += 1
            for distribution in found:
                assert any(_same(distribution, other) for other in shown), f"{distribution} is not shown in {shown}"
            for distribution in shown:
                assert any(_same(distribution, other) for other in found), f"{distribution} never happens: {found}"
        if compared == most:
            break
    return compared


def shown_distributions(chances: Distribution) -> list[Distribution]:
    """The chances, one distribution for each answer of the other side."""
    groups: dict[str, Distribution] = defaultdict(dict)
    for name, chance in chances.items():
        answered, _, result = name.rpartition(": ")
        groups[answered][result] = chance
    return list(groups.values())


def real_distributions(p: Position, option: int, answers: tuple[int, ...], seen: set[str]) -> Iterator[Distribution]:
    """What comes of an option on every roll of the dice, for each way in which the other side may answer first; answers
    in another order that come to the same are not followed twice."""
    assert p.asked is not None
    side = p.asked.side
    twin = _after(p, option, answers, None)
    if twin is None:
        every = every_branch(lambda dice: _result(p, option, answers, dice))
        yield {result: float(chance) for result, chance in every.items()}
        return
    asked = twin.asked
    if asked is None or len(answers) >= MOST_ANSWERS or (asked.side == side and len(asked.options) > 1):
        return
    if (digest := twin.digest()) in seen:
        return
    seen.add(digest)
    for reply in asked.options:
        if asked.side != side or about(twin, reply).chances == about(p, option).chances:
            yield from real_distributions(p, option, (*answers, reply), seen)


class _Rolled(Exception):
    """Somebody reached for the dice."""


class _NoDice(Dice):
    def pick(self, count: int, weights: object = None) -> int:
        raise _Rolled


def _after(p: Position, option: int, answers: tuple[int, ...], dice: Dice | None) -> Position | None:
    """The position after these answers; None if dice are needed and there are none."""
    twin = p.copy()
    twin.source = dice or _NoDice()
    try:
        for reply in (option, *answers):
            answer(twin, reply)
    except _Rolled:
        return None
    return twin


def _result(p: Position, option: int, answers: tuple[int, ...], dice: Dice) -> str:
    twin = p.copy()
    twin.source = dice
    for reply in (option, *answers):
        answer(twin, reply)
    results = [str(event.args["result"]) for event in twin.events if "result" in event.args]
    assert results, f"chances were shown, and no event says the result: {[event.code for event in twin.events]}"
    return results[0]


def _same(one: Distribution, other: Distribution) -> bool:
    return one.keys() == other.keys() and all(isclose(one[result], other[result]) for result in one)
