"""Opening a kept game again, also where rules, data or program are no longer those it was played with.

As long as the log leads to the position that was kept, nothing has changed for this game. Where it does not, the game
is taken up from its last checkpoint: what was played after it is played again as far as it is allowed, and a notice
says what changed and what was dropped.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from ardennes.engine.checkpoints import APART, checkpoint, opened, with_question
from ardennes.engine.game import load_game
from ardennes.engine.game_data import GameData
from ardennes.engine.layout import Renumbering
from ardennes.engine.match import Match
from ardennes.engine.position import Position
from ardennes.engine.saves import Checkpoint, Kept, Record, SaveError, decode_position, unpack
from ardennes.engine.snapshot import Taken, digest_of, read_snapshot, snapshot, take
from ardennes.engine.texts import Argument, Text
from ardennes.errors import ArdennesError
from ardennes.numbers import SIDES

MOST_NAMES = 6
"""Of things that are gone, so many are named."""


def open_save(raw: bytes, name: str, pack: Path | None) -> Match:
    """A save as a match; SaveError with one sentence where that cannot be."""
    kept = unpack(raw, name)
    try:
        game = load_game(kept.header.game)
        scenario, options = game.check_choice(kept.header.scenario, kept.header.options, pack)
        data = game.load_data(scenario, options, pack)
        _check_pack(data, kept, pack)
        match = reopen(data, _with_dice(kept), strict=True)
    except (ArdennesError, msgspec.DecodeError) as error:
        raise SaveError(f"{name}: {error}") from None
    match.header = kept.header
    return match


def _with_dice(kept: Kept) -> Kept:
    """What is thrown in a save without a seed, if changed rules throw at once, nobody can foretell either."""
    seed = kept.header.seed or secrets.token_hex(16)
    return msgspec.structs.replace(kept, header=msgspec.structs.replace(kept.header, seed=seed))


def _check_pack(data: GameData, kept: Kept, pack: Path | None) -> None:
    """A game set up with a data pack is not opened by mistake with our data, nor the other way round."""
    digest = kept.checkpoints[-1].data_digest if kept.checkpoints else kept.header.data_digest
    if data.digest == digest:
        return
    if pack is None and kept.header.data_pack:
        raise SaveError("made with other data (counters, tables or map) than ours; name its data pack with --data")
    if pack is not None and data.game.load_data(data.scenario, data.options).digest == digest:
        raise SaveError("made with other data than the pack given here: ours; open it without a data pack")


def reopen(data: GameData, kept: Kept, *, strict: bool = False, lost_pack: str = "") -> Match:
    """The game as it was kept, or taken up again from a checkpoint. With ``strict``, a game of this very program whose
    log does not lead to its position is refused: somebody has changed it. ``lost_pack`` is the name of the data pack it
    was played with, where that is gone and our data must do."""
    kept = _with_checkpoints(data, kept)
    last = kept.checkpoints[-1]
    if last.rules_version > data.game.info.rules_version:
        raise SaveError(
            f"made with version {last.rules_version} of the rules of {data.game.info.title}, "
            f"this program has version {data.game.info.rules_version}"
        )
    same_program = last.made_with == _present(data)
    match = _gone_on(data, kept)
    if match is not None:
        return match
    match, trouble = _replayed(data, kept)
    if match is not None:
        if last.made_with[:2] != _present(data)[:2]:
            changes = _changes(data, last, match.position, lost_pack)
            match.changes = (*changes, *_losses(take(data, last.position)))
            match.begin_again(match.changes)
        return match
    if strict and same_program:
        raise SaveError(trouble)
    return _resumed(data, kept, lost_pack)


def _present(data: GameData) -> tuple[int, str, str]:
    return data.game.info.rules_version, data.digest, data.game.code_digest


def _with_checkpoints(data: GameData, kept: Kept) -> Kept:
    """Games from before there were checkpoints begin as their seed says, and end as the first format says."""
    if kept.checkpoints:
        return _renumbered(data, kept)
    header = kept.header
    made = {"rules_version": header.rules_version, "data_digest": header.data_digest, "code_digest": ""}
    start = data.game.start(data, header.dice_seed)
    found = [msgspec.structs.replace(checkpoint(0, start, opening=start.events), **made)]
    with suppress(SaveError):  # without names, a position of another layout cannot be read
        last = checkpoint(len(kept.records), decode_position(data, kept.body))
        found.append(msgspec.structs.replace(last, **made))
    return msgspec.structs.replace(kept, checkpoints=tuple(found))


def _renumbered(data: GameData, kept: Kept) -> Kept:
    """The log in the numbers of the game as it is now: those of its last checkpoint that can be read."""
    for last in reversed(kept.checkpoints):
        with suppress(SaveError):
            numbers = Renumbering(read_snapshot(last.position).layout, data)
            records = kept.records if numbers.same else [numbers.record(record) for record in kept.records]
            return msgspec.structs.replace(kept, records=records)
    return kept


def beginnings(kept: Kept) -> list[Checkpoint]:
    """Where a kept game began, and from where it was taken up again."""
    return [checkpoint for at, checkpoint in enumerate(kept.checkpoints) if at == 0 or checkpoint.notice]


def _gone_on(data: GameData, kept: Kept) -> Match | None:
    """The game from its last checkpoint that is at least ``APART`` records old, if rules and data are those it was
    played with and its log leads on to the last one: of the log before, nothing is played again."""
    begun, last = beginnings(kept)[-1].number, kept.checkpoints[-1]
    early = max(begun, len(kept.records) - APART)
    known = [each for each in kept.checkpoints if each.number <= early]
    if any(each.made_with[:2] != _present(data)[:2] for each in (known[-1], last)):
        return None
    try:
        match = Match.resumed(kept.header, data, known, kept.records)
        match.catch_up(kept.records[known[-1].number : last.number])
        if not _stands_at(match, last):
            return None
        match.catch_up(kept.records[last.number :])
    except ArdennesError:
        return None
    return match


def _stands_at(match: Match, last: Checkpoint) -> bool:
    """Whether the log has led to the position that was kept; both are written as we write them now."""
    read = opened(match.position.data, last, match.header.dice_seed)
    return digest_of(snapshot(read)) == digest_of(snapshot(match.position))


def _replayed(data: GameData, kept: Kept) -> tuple[Match | None, str]:
    """The game by its log, if that leads to the position that was kept; otherwise why it does not."""
    last, trouble = kept.checkpoints[-1], "its log does not lead to its position"
    try:
        match = Match.restored(kept.header, data, beginnings(kept), kept.records[: last.number])
        if not _stands_at(match, last):
            return None, trouble
        match.catch_up(kept.records[last.number :])
    except ArdennesError as error:
        return None, str(error)
    return match, ""


def _resumed(data: GameData, kept: Kept, lost_pack: str) -> Match:
    """The game from the last checkpoint that the rules can go on from."""
    trouble = ""
    for last in reversed(kept.checkpoints):
        try:
            taken = take(data, last.position)
            position = with_question(taken.position, kept.header.dice_seed)
        except SaveError as error:
            trouble = trouble or str(error)
            continue
        changes = (*_changes(data, kept.checkpoints[-1], position, lost_pack), *_losses(taken))
        return _taken_up(kept, last, position, changes)
    raise SaveError(f"it cannot go on under the present rules or data: {trouble}")


def _taken_up(kept: Kept, last: Checkpoint, position: Position, changes: tuple[Text, ...]) -> Match:
    """From a checkpoint, with what was played after it as far as it is allowed."""
    trial, later = Match(kept.header, position.copy()), kept.records[last.number :]
    for record in later:
        try:
            trial.catch_up([record])
        except ArdennesError:
            break
    first, dropped = kept.checkpoints[0], later[len(trial.records) :]
    begun = checkpoint(last.number, position, notice=last.notice + changes)
    if last is first:
        begun_from = [msgspec.structs.replace(begun, opening=first.opening)]
    else:
        begun_from = [*(each for each in beginnings(kept) if each.number < last.number), begun]
    match = Match.restored(kept.header, position.data, begun_from, [*kept.records[: last.number], *trial.records])
    if dropped:
        _drop(match, dropped)
        changes += match.beginnings[-1].notice[-1:]
    match.changes = changes
    for side in SIDES:
        match.let_answer_itself(side, automatic=match.automatic[side])
    return match


def _drop(match: Match, dropped: Sequence[Record]) -> None:
    """Some answers are gone, but whoever saw what they threw must not know what comes: those throws are spent."""
    match.position.draws += sum(isinstance(outcome, int) for record in dropped for outcome in record.outcomes)
    match.begin_again((Text("resumed-without-answers", {"n": len(dropped)}),))


# --- what is told ----------------------------------------------------------------------------------


def _changes(data: GameData, last: Checkpoint, position: Position, lost_pack: str) -> tuple[Text, ...]:
    """What is not as it was when the game was kept, and where it goes on."""
    version, asked = data.game.info.rules_version, position.asked
    args: dict[str, Argument] = {}
    if lost_pack and last.data_digest != data.digest:
        what = "resumed-without-pack"
        args = {"pack": lost_pack}
    elif last.rules_version != version:
        what = "resumed-rules"
        args = {"old": last.rules_version, "new": version}
    else:
        what = "resumed-data" if last.data_digest != data.digest else "resumed-program"
    where = {"turn": getattr(position, "turn", None), "side": asked.side} if asked else {}
    return (Text(what if asked else f"{what}-over", {**args, **where}), *_corrections(data, last.rules_version))


def _corrections(data: GameData, old: int) -> Iterable[Text]:
    """What each version of the rules after an old one has put right (``rules-2``), where the game says so."""
    codes = (f"rules-{version}" for version in range(old + 1, data.game.info.rules_version + 1))
    return (Text(code) for code in codes if code in data.game.catalogue().sentences)


def _losses(taken: Taken) -> Iterable[Text]:
    if taken.units:
        yield Text("resumed-without-units", {"what": _named(taken.units), "n": len(taken.units)})
    if taken.columns:
        yield Text("resumed-without-columns", {"what": _named(taken.columns)})
    if taken.placeless:
        yield Text("resumed-without-places", {"what": _named(taken.placeless), "n": len(taken.placeless)})


def _named(names: Sequence[str]) -> str:
    return ", ".join([*names[:MOST_NAMES], *(["…"] if len(names) > MOST_NAMES else [])])
