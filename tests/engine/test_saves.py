"""Saves: whole ones lead back, anything else is answered with one sentence and no other error."""

from __future__ import annotations

import random
from hashlib import blake2b
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ardennes.engine.match import Match
from ardennes.engine.saves import CHECK_BYTES, MAGIC, Header, Record, SaveError, pack, sealed, unpack
from ardennes.engine.snapshot import snapshot


def played(answers: int = 20, seed: int = 5) -> Match:
    rng = random.Random(seed)
    match = Match.new("crossroads", scenario="dawn", seed=str(seed), options=["muddy"])
    for _ in range(answers):
        assert match.asked is not None
        match.apply(rng.choice(list(match.asked.options)))
    return match


MATCH = played()
WHOLE = MATCH.packed()


KEPT = unpack(WHOLE)


def with_header(**change: object) -> bytes:
    return pack(msgspec.structs.replace(MATCH.header, **change), KEPT.checkpoints, MATCH.records)


def with_checkpoints(**change: object) -> bytes:
    """The save as another program would have written it."""
    changed = [msgspec.structs.replace(checkpoint, **change) for checkpoint in KEPT.checkpoints]
    return pack(MATCH.header, changed, MATCH.records)


def refused(raw: bytes) -> str:
    with pytest.raises(SaveError) as raised:
        Match.unpacked(raw, "my.save")
    assert str(raised.value).startswith("my.save: ")
    return str(raised.value)


def test_file_leads_back(tmp_path: Path) -> None:
    path = tmp_path / "my.save"
    MATCH.save(path)
    again = Match.load(path)
    assert again.position.digest() == MATCH.position.digest()
    assert again.header == MATCH.header
    assert again.records == MATCH.records
    assert again.events == MATCH.events
    assert [file.name for file in tmp_path.iterdir()] == ["my.save"]
    assert len(WHOLE) < 5000


def test_header_says_what_is_needed() -> None:
    header = KEPT.header
    assert (header.game, header.scenario, header.options) == ("crossroads", "dawn", ("muddy",))
    assert KEPT.records == MATCH.records
    assert (KEPT.checkpoints[0].number, KEPT.checkpoints[-1].number) == (0, len(MATCH.records))
    assert KEPT.checkpoints[-1].position == snapshot(MATCH.position)


def test_cut_off_anywhere() -> None:
    for length in range(len(WHOLE)):
        said = refused(WHOLE[:length])
        assert "not a save" in said or "damaged or cut short" in said


def test_any_byte_changed() -> None:
    rng = random.Random(1)
    places = set(range(80)) | set(rng.sample(range(len(WHOLE)), 200)) | set(range(len(WHOLE) - 20, len(WHOLE)))
    for at in places:
        raw = bytearray(WHOLE)
        raw[at] ^= 1 << rng.randrange(8)
        refused(bytes(raw))


@pytest.mark.parametrize("raw", [b"", b"hello", b"PK\x03\x04" + b"\0" * 90, MAGIC, MAGIC + b"\xff" * 40, MAGIC * 9])
def test_foreign_files(raw: bytes) -> None:
    refused(raw)


def test_newer_and_older_formats() -> None:
    assert "newer version (9.9), format 3" in refused(with_header(format=3, version="9.9"))
    assert "reads formats 1 to 2, not 0" in refused(with_header(format=0))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"game": "monopoly"}, "there is no game 'monopoly'"),
        ({"scenario": "dusk"}, "no scenario 'dusk'"),
        ({"options": ("snow",)}, "no option 'snow'"),
    ],
)
def test_saves_of_something_else(change: dict[str, object], said: str) -> None:
    assert said in refused(with_header(**change))


def test_rules_that_are_newer_than_ours() -> None:
    said = refused(with_checkpoints(rules_version=99))
    assert "version 99 of the rules of Crossroads, this program has version 1" in said


def test_position_that_the_log_does_not_lead_to() -> None:
    other = unpack(played(21).packed())
    forged = msgspec.structs.replace(other.checkpoints[-1], number=len(MATCH.records))
    first = KEPT.checkpoints[0]
    assert "does not lead to its position" in refused(pack(MATCH.header, [first, forged], MATCH.records))
    assert "checkpoints do not fit" in refused(pack(MATCH.header, KEPT.checkpoints, MATCH.records[:-1]))
    assert "checkpoints do not fit" in refused(pack(MATCH.header, [], MATCH.records))
    assert "checkpoints do not fit" in refused(pack(MATCH.header, KEPT.checkpoints[1:], MATCH.records))
    damaged = msgspec.structs.replace(KEPT.checkpoints[-1], position=b"x")
    assert "is damaged" in refused(pack(MATCH.header, [first, damaged], MATCH.records))


def test_parts_that_do_not_belong() -> None:
    header = msgspec.json.encode(MATCH.header)
    records = msgspec.msgpack.encode(MATCH.records)
    body = msgspec.msgpack.encode(KEPT.checkpoints)
    assert Match.unpacked(sealed(header, body, records)).records == MATCH.records
    assert "follows its end" in refused(sealed(header, body, records, b"more"))
    assert "damaged" in refused(sealed(header, body))
    assert "names no format" in refused(sealed(b"[]", body, records))
    assert "names no format" in refused(sealed(b'{"format": "one"}', body, records))
    refused(sealed(b'{"format": 2}', body, records))
    refused(sealed(b"[" * 50_000, body, records))
    refused(sealed(header, body, b"\x91" * 50_000))
    refused(sealed(header, b"\x91" * 50_000, records))
    refused(sealed(header, b"", b""))


def test_file_that_cannot_be_read_or_written(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="cannot be read"):
        Match.load(tmp_path / "none.save")
    with pytest.raises(SaveError, match="cannot be written"):
        MATCH.save(tmp_path / "no folder" / "my.save")
    (tmp_path / "folder").mkdir()
    with pytest.raises(SaveError, match="cannot be written"):
        MATCH.save(tmp_path / "folder")
    assert [file.name for file in tmp_path.iterdir()] == ["folder"]


def test_failed_save_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "my.save"
    MATCH.save(path)
    before = path.read_bytes()

    def full(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(SaveError, match="No space left"):
        played(25).save(path)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["my.save"]


# --- the fuzzer: sealed saves with anything inside ---------------------------------------------------

numbers = st.one_of(st.integers(-3, 20), st.integers(0, 9 << 16), st.integers(-(2**40), 2**40))
outcomes = st.lists(st.one_of(numbers, st.lists(st.integers(-2, 60), max_size=4).map(tuple)), max_size=3).map(tuple)
kinds = st.sampled_from(["answer", "forced", "anytime", "resign", "x"])
strange = st.builds(Record, side=st.integers(-1, 2), option=numbers, outcomes=outcomes, kind=kinds)


@settings(max_examples=150)
@given(st.data())
def test_sealed_nonsense_is_refused(data: st.DataObject) -> None:
    records: list[Record] = list(MATCH.records)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(records)))
        match data.draw(st.sampled_from(("insert", "drop", "replace", "change"))):
            case "insert":
                records.insert(at, data.draw(strange))
            case "drop":
                del records[at : at + 1]
            case "replace":
                records[at : at + 1] = [data.draw(strange)]
            case "change" if at < len(records):
                records[at] = msgspec.structs.replace(records[at], outcomes=data.draw(outcomes))
    header = MATCH.header
    if data.draw(st.booleans()):
        field = data.draw(st.sampled_from(Header.__struct_fields__))
        value = data.draw(
            st.one_of(st.none(), st.booleans(), st.integers(-5, 5), st.text(max_size=5), st.just(["muddy"]))
        )
        raw_header = msgspec.json.encode({**msgspec.to_builtins(header), field: value})
    else:
        raw_header = msgspec.json.encode(header)
    raw = sealed(raw_header, msgspec.msgpack.encode(KEPT.checkpoints), msgspec.msgpack.encode(records))
    try:
        again = Match.unpacked(raw)
    except SaveError as error:
        assert str(error).startswith("save: ")  # noqa: PT017
    else:
        # It stands where it was kept, or has gone on from there by what the rules allow.
        number = len(MATCH.records)
        assert len(again.records) >= number
        assert snapshot(again.at(number).position) == snapshot(MATCH.position)


@settings(max_examples=150)
@given(st.data())
def test_damaged_and_sealed_again(data: st.DataObject) -> None:
    body = bytearray(WHOLE[len(MAGIC) : -CHECK_BYTES])
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(body) - 1))
        if data.draw(st.booleans()):
            body[at] = data.draw(st.integers(0, 255))
        else:
            body[at : at + data.draw(st.integers(0, 9))] = data.draw(st.binary(max_size=9))
    raw = MAGIC + bytes(body) + blake2b(body, digest_size=CHECK_BYTES).digest()
    try:
        Match.unpacked(raw)
    except SaveError as error:
        assert str(error).startswith("save: ")  # noqa: PT017
