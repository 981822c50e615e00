"""Orders to several units at once, before they are given: where all of them could go, and who would fall short."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from ardennes.engine.group_orders import gather, group_order, group_reach
from ardennes.engine.match import Match
from ardennes.engine.options import is_about, object_of
from ardennes.engine.texts import Refusal, Refused
from ardennes.numbers import Hex
from ardennes.server.protocol.looks import FallsShort, Group
from ardennes.server.protocol.requests import MOST_STEPS
from ardennes.server.protocol.table import Reply

MOST_UNITS = MOST_STEPS // 3
"""Each may take three answers of the run: one to pick it, one to send it, one to say that it is enough."""


def group_reply(match: Match, language: str, picks: Sequence[int], hex: Hex) -> Reply:
    """Where the units that could be picked could go; with a hex, the run of answers that sends them there, and who
    cannot go, with reasons. Where picks add to one decision, the run that makes as many as the rules allow."""
    asked = match.asked
    assert asked is not None
    if any(is_about(pick, verb) for verb in asked.question.gathers() for pick in picks):
        view = match.position.view(asked.side)
        return Reply(group=Group(steps=[(int(option),) for option in gather(view, picks[:MOST_STEPS])]))
    act = next((act for act in match.game.acts for pick in picks if is_about(pick, act.pick)), None)
    if act is None:
        raise Refused(Refusal("not-offered", {"side": asked.side}, asked.question.rule))
    view = match.position.view(asked.side)
    units = [object_of(pick) for pick in dict.fromkeys(picks) if is_about(pick, act.pick) and view.data.exists(pick)]
    taken = MOST_UNITS if len(units) > MOST_UNITS else UNSET
    if hex < 0:
        return Reply(group=Group(hexes=list(group_reach(view, act, units[:MOST_UNITS]).items()), taken=taken))
    order = group_order(view, act, units[:MOST_UNITS], hex, automatic=match.automatic[asked.side])
    say = match.game.catalogue(language).say
    short = [FallsShort(unit, say(refusal, match.position.data), refusal.rule) for unit, refusal in order.short]
    return Reply(group=Group(steps=[(int(option),) for option in order.options], short=short))
