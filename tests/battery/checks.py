"""What must hold at any moment of any game. Each check raises AssertionError with a sentence."""

from __future__ import annotations

import random
from array import array
from pkgutil import resolve_name

import pytest

from ardennes.engine.checkpoints import with_question
from ardennes.engine.derived import FACTS, MOVES_OF, ROSTER_OF, Until
from ardennes.engine.dice import DiceError
from ardennes.engine.match import Match
from ardennes.engine.notation import read_option, read_position, write_option, write_position
from ardennes.engine.options import OBJECT_MASK, Kind, Verb, is_about
from ardennes.engine.position import Position
from ardennes.engine.procedure import answer
from ardennes.engine.remaining import stages
from ardennes.engine.saves import decode_position, encode_position
from ardennes.engine.snapshot import snapshot, take
from ardennes.engine.texts import Refused
from tests.battery.texts import check_refusal, check_text

# --- after every answer ------------------------------------------------------------------------------


def check_sound(p: Position) -> None:
    """The game's own invariants, and those of every game: places exist, and derived columns are what they say."""
    wrong = list(p.data.game.invariants(p))
    assert not wrong, "; ".join(wrong)
    for unit, place in enumerate(p.where):
        known = place in p.data.board if place >= 0 else place >= -2 - len(p.data.boxes)
        assert known, f"{p.data.counters[unit].id} stands in a place that does not exist ({place})"
    check_derived(p)


def check_derived(p: Position) -> None:
    """Derived columns and facts, kept up to date by each change, equal those worked out anew."""
    fresh = p.copy()
    fresh.rebuild()
    for name, column in p.columns.items():
        if column.derived:
            assert getattr(p, name) == getattr(fresh, name), f"column {name!r} is not what a rebuild gives"
    for number, cache in enumerate(p.caches):
        for key, kept in cache.items():
            check_fact(fresh, number, key, kept)


def check_fact(fresh: Position, number: int, key: object, kept: object) -> None:
    """A fact from the cache of this number is what is worked out on a position that has none in its caches."""
    match key:
        case str(name) if FACTS[name] is Until.ENEMY_MOVES:
            found = resolve_name(name)(fresh, MOVES_OF + 1 - number)
        case str(name) if number >= MOVES_OF:
            found = resolve_name(name)(fresh, number - (ROSTER_OF if number >= ROSTER_OF else MOVES_OF))
        case str(name):
            found = resolve_name(name)(fresh)
        case (str(name), tuple(things)):
            found = resolve_name(name)(fresh, *things)
        case _:
            return  # a search that was run, not a fact
    if isinstance(kept, Position):
        kept, found = kept.digest(), found.digest()
    assert found == kept, f"{key} is kept as {kept!r} but is {found!r}"


def check_end_of_phase(match: Match) -> None:
    """Where units are sent one after another, the answer that sends no more is known as the end of the phase, also
    while a duty withholds it; what remains and where one is can be said in every language."""
    asked = match.asked
    assert asked is not None
    bare = [option for option in asked.options if match.game.verbs.split(option)[0].kind is Kind.NOTHING]
    sent = any(is_about(option, act.pick) for option in asked.options for act in match.game.acts)
    assert not (sent and bare) or asked.question.ends is not None, (
        f"{asked.question.prompt} ends a phase and does not say so"
    )
    view = match.position.view(asked.side)
    for stage in stages(view):
        check_text(match, stage)
    unspent = asked.question.unspent(view, view.stack[-1])
    if unspent is not None:
        check_text(match, unspent)


def check_question(match: Match) -> None:
    """A question has options, each once, each known; a game without a question is over."""
    asked = match.asked
    if asked is None:
        assert match.over is not None, "nobody is asked, and the game is not over: a dead end"
        return
    assert match.over is None, "the game is over and somebody is asked"
    options = list(asked.options)
    assert options, "a question without an option"
    assert len(options) == len(set(options)), "an option is listed twice"
    assert asked.side in (0, 1)
    for option in options:
        assert match.position.data.exists(option), f"option {option} speaks of something that does not exist"
    check_end_of_phase(match)
    if match.header.automatic and len(options) == 1:
        verb, _ = match.game.verbs.split(options[0])
        assert verb in asked.question.deliberate, "a question with one answer was put"
    check_text(match, match.prompt())


# --- now and then ------------------------------------------------------------------------------------


def check_copy(p: Position, rng: random.Random) -> None:
    """A copy equals the original, and neither feels what is done to the other."""
    before = p.digest()
    twin = p.copy()
    assert twin.digest() == before
    for name in p.columns:
        column: array[int] = getattr(twin, name)
        if len(column):
            column[rng.randrange(len(column))] ^= 1
    twin.stack.clear()
    twin.caches[Until.ANY_CHANGE]["anything"] = 1
    assert p.digest() == before, "a change to a copy is felt by the original"
    assert "anything" not in p.caches[Until.ANY_CHANGE]
    check_derived(p)


def check_encoding(p: Position) -> None:
    """The position survives being encoded, and being written as text, with the same question."""
    again = decode_position(p.data, encode_position(p))
    assert again.digest() == p.digest(), "encoding and decoding changes the position"
    check_derived(again)
    named = with_question(take(p.data, snapshot(p)).position, p.seed)
    assert named.digest() == p.digest(), "a snapshot leads to another position"
    assert _question(named) == _question(p), "the position of a snapshot asks another question"
    told = read_position(p.data, write_position(p))
    assert told.digest() == p.digest(), "writing and reading the position changes it"
    assert _question(told) == _question(p), "the position read back asks another question"


def _question(p: Position) -> object:
    return p.asked and (type(p.asked.question), p.asked.side, list(p.asked.options))


def check_save(match: Match) -> None:
    """A save leads back to the same position, log and question."""
    again = Match.unpacked(match.packed())
    assert again.position.digest() == match.position.digest(), "save and load change the position"
    assert again.records == match.records
    assert _question(again.position) == _question(match.position)
    for side in (None, 0, 1):
        assert again.log(side) == match.log(side), "the log of a loaded game reads differently"
    check_derived(again.position)


def check_options_apply(match: Match, rng: random.Random, most: int = 12) -> None:
    """Every listed option can be carried out, described and written down."""
    asked, p = match.asked, match.position
    if asked is None:
        return
    options = list(asked.options)
    before = p.digest()
    for option in rng.sample(options, min(most, len(options))):
        words = write_option(p.data, option)
        assert read_option(p.data, words) == option, f"{words!r} is read as another option"
        for note in match.about(option).notes:
            check_text(match, note)
        twin = p.copy()
        answer(twin, option)
        check_sound(twin)
        assert twin.asked is not None or twin.over is not None, f"{words!r} leads to a dead end"
    assert p.digest() == before, "describing or trying an option changed the position"


def random_option(match: Match, rng: random.Random) -> int:
    """Any verb with any object, now and then one that does not exist."""
    verbs = list(match.game.verbs)
    verb = rng.choice(verbs)
    if rng.random() < 0.05:
        return rng.choice((-1, 1 << 40, verb + OBJECT_MASK, (len(verbs) << 16) + 3))
    return verb + rng.randrange(_objects(match, verb))


def _objects(match: Match, verb: Verb) -> int:
    data = match.position.data
    match verb.kind:
        case Kind.UNIT:
            return len(data.counters)
        case Kind.HEX:
            return data.board.size
        case Kind.HEXSIDE:
            return data.board.sides
        case Kind.WORD:
            return len(verb.words)
        case Kind.NUMBER:
            return 100
    return 1


def check_refused(match: Match, rng: random.Random, tries: int = 12) -> None:
    """What is not listed is refused with a reason, and nothing changes."""
    before, records = match.position.digest(), len(match.records)
    for _ in range(tries):
        option, side = random_option(match, rng), rng.choice((None, 0, 1))
        refusal = match.refusal(option, side)
        if refusal is None:
            continue
        check_refusal(match, refusal)
        with pytest.raises(Refused) as refused:
            match.apply(option, side)
        assert refused.value.refusal == refusal, "the refusal when tried is another than the one foretold"
    assert match.position.digest() == before, "a refused action changed the position"
    assert len(match.records) == records


def check_undo(match: Match, option: int, side: int | None = None) -> None:
    """Carries an option out. It is taken back exactly, unless a roll, a reveal or a hand-over forbids it."""
    asked, before, count = match.asked, match.position.digest(), len(match.records)
    match.apply(option, side)
    after, question = match.position.digest(), _question(match.position)
    mine = match.undoable
    if not mine:
        with pytest.raises(Refused) as refused:
            match.undo()
        check_text(match, refused.value.refusal)
        assert match.position.digest() == after
        return
    events = [event for events in match.events[count:] for event in events]
    rolled = any(isinstance(outcome, int) for record in match.records[count:] for outcome in record.outcomes)
    revealed = any(event.code == "revealed" for event in events)
    handed_over = asked is not None and (match.asked is None or match.asked.side != asked.side)
    own = asked is None or side in (None, asked.side)
    if own:
        match.undo()
        assert not rolled, "undo crossed a roll"
        assert not revealed, "undo crossed a reveal"
        assert not handed_over, "undo crossed a hand-over"
        assert match.position.digest() == before, "undo does not lead back"
        assert match.undoable == mine - 1
        match.redo()
        assert match.position.digest() == after, "redo does not lead forward again"
        assert _question(match.position) == question


def check_undo_to_barrier(match: Match) -> None:
    """Everything that can be taken back can be done again, with the same end."""
    twin = match.fork(len(match.records))
    assert twin.position.digest() == match.position.digest(), "a fork at the end differs from the game"
    after, steps = twin.position.digest(), twin.undoable
    for _ in range(steps):
        twin.undo()
    assert twin.undoable == 0, "undo leaves something that can be undone"
    if twin.records != match.records[: len(twin.records)]:
        return  # The other side's orders stay, and what is done again may run into them.
    for _ in range(steps):
        twin.redo()
    assert twin.position.digest() == after, "undoing and redoing everything changed the position"
    assert _question(twin.position) == _question(match.position)


def check_no_dice_in_view(p: Position) -> None:
    """Nobody can roll on a view, and it has no seed."""
    for side in (0, 1):
        view = p.view(side)
        assert view.seed == "", "a view has the seed"
        with pytest.raises(DiceError):
            view.die()
