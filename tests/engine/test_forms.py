"""Numbers that are asked for one after another, as a form to be filled in."""

from __future__ import annotations

from ardennes.engine.forms import number_form
from ardennes.engine.match import Match
from ardennes.engine.notation import read_option
from tests.crossroads.fields import field


def before_allocation() -> Match:
    """The first morning with aircraft in Bastogne: the German player is asked first."""
    match = Match.new("wacht_am_rhein", scenario="bastogne", seed="a4")
    while match.asked is not None and not number_form(match.position.view(match.asked.side)):
        match.apply(read_option(match.position.data, "done"))
    return match


def test_missions_of_a_side_are_one_form() -> None:
    """19.0 Ground support and patrol; the other side's are no part of it."""
    match = before_allocation()
    fields = number_form(match.position.view(0))
    assert [field.prompt.code for field in fields] == ["allocate-ground-support", "allocate-patrol"]
    points = {field.most for field in fields}
    assert len(points) == 1, "all points could go to either"
    before = match.position.digest()
    most = points.pop()
    run = match.apply_run([(fields[0].verb + 0, ()), (fields[1].verb + most, ())], 0)
    assert (run.done, run.refusal) == (2, None)
    assert match.position.digest() != before
    assert match.asked is not None
    assert match.asked.side == 1
    assert [field.prompt.code for field in number_form(match.position.view(1))][-1] == "allocate-interdiction"


def test_what_asks_for_something_else_is_no_form() -> None:
    assert number_form(field("Pz 0703, Rif1 0101").position.view(0)) == []
