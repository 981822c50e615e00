"""Games outlive updates, the large ones: saved in the middle of things, opened by a changed copy of the game, told in a
sentence, and played to the end with everything sound."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from ardennes.engine.match import Match
from tests.engine.reopened import Opened
from tests.server.updating import Release

KEPT = Path(__file__).parent / "saves" / "0.1.0"
Step = Callable[[Release], None]


def change(file: str, old: str, new: str) -> Step:
    return lambda release: release.change(file, old, new)


def rename(old: str, new: str) -> Step:
    """Another name for a column or clock, wherever the rules speak of it, and a word about it for running games."""

    def everywhere(release: Release) -> None:
        for module in release.game.rglob("*.py"):
            text = re.sub(rf"\bp\.{old}\b", f"p.{new}", module.read_text("utf-8"))
            text = re.sub(rf'^(.*wipe.*)"{old}"', rf'\1"{new}"', text, flags=re.MULTILINE)
            module.write_text(re.sub(rf"^    {old}: ", f"    {new}: ", text, flags=re.MULTILINE), "utf-8")

    return everywhere


def without_hex(label: str) -> Step:
    def everywhere(release: Release) -> None:
        path = release.game / "map" / "map.json"
        rows = [row for row in path.read_text("utf-8").split("\n") if not re.match(rf'\{{"hex(es)?":.*"{label}"', row)]
        path.write_text(re.sub(r"\},\n\]", "}\n]", "\n".join(rows)), "utf-8")

    return everywhere


NEW_COLUMN = change(
    "field.py", r"^    moved: PerUnit", '    tired: PerUnit[int] = unit_column("b", 1)\n    moved: PerUnit'
)
NEW_CLOCK = change("field.py", r"^    points: int", "    mood: int = clock(3)\n    points: int")
NEW_OPTION = change("game.toml", r"\Z", '\n[options.fog]\ntitle = "Fog"\nrule = "1.0"\n')
VERSION = change("game.toml", r"^rules_version = \d+$", "rules_version = 99")


def renamed(file: str, **names: str) -> Step:
    more = "".join(f"{old!r}: {new!r}, " for old, new in names.items())
    return change(file, r"^    renamed = \{", f"    renamed = {{{more}")


CHANGES: dict[str, dict[str, tuple[Step, ...]]] = {
    "bulge1944": {
        "a rule": (VERSION, change("terrain.py", r"FOREST: 2, ROUGH: 3", "FOREST: 4, ROUGH: 5")),
        "the data": (
            change("units.csv", r"armor,division,5,6,5,0,2010", "armor,division,5,6,2,0,2010"),
            change("units.csv", r"infantry,division,2,2,3,0,1718", "infantry,division,2,1,3,0,1718"),
        ),
        "columns": (NEW_COLUMN, NEW_CLOCK, rename("points", "coins"), renamed("game.py", points="coins"), NEW_OPTION),
        "counters": (
            change("units.csv", r"^352VG,.*\n", ""),
            change("units.csv", r"^26VG,", "26VGD,"),
            renamed("game.py", **{"26VG": "26VGD"}),
            change("units.csv", r"^(FBB,)(.*),4,(E5,.*\n)", r"\g<1>\2,4,\3New,\2,9,\3"),
        ),
        "the map": (
            change("map/map.json", r'"hex":"1614","terrain":"\w+"', '"hex":"1614","terrain":"rough"'),
            without_hex("1615"),
        ),
    },
    "deadly_woods": {
        "a rule": (VERSION, change("terrain.py", r"(FOOT_ROAD, MOTOR_ROAD =) HALVES", r"\1 2 * HALVES")),
        "the data": (
            change("units.csv", r"regiment,4-5/2-3,3,0,,3606", "regiment,4-5,1,0,,3606"),
            change("crt.csv", r"^4,BL1 DR DR", "4,DR AL1 AL1"),
        ),
        "columns": (NEW_COLUMN, NEW_CLOCK, rename("crowded", "full"), renamed("game.py", crowded="full"), NEW_OPTION),
        "counters": (
            change("units.csv", r"^28-110,.*\n", ""),
            change("units.csv", r"^28-109,", "28-1009,"),
            renamed("game.py", **{"28-109": "28-1009"}),
            change("units.csv", r"^(90-357)(,.*\n)", r"\1\g<2>90-3570\2"),
        ),
        "the map": (
            change("map/map.json", r'"hex":"3413","terrain":"\w+"', '"hex":"3413","terrain":"forest"'),
            without_hex("3412"),
        ),
    },
}
SAVED = {
    "bulge1944": (("secret_card", ("hidden", "phantoms", "alternate_units", "weather")), ("campaign", ("fuel",))),
    "deadly_woods": (("attack", ("plus_two",)),),
}
MOMENTS = {
    "bulge1944": ("announce-attack", "take-hit", "choose-entry", "choose-hidden", "answer-support"),
    "deadly_woods": ("choose-retreat", "choose-entry", "answer-guns", "choose-destination", "choose-advance"),
}
"""Questions in the middle of an attack, of a retreat, of a reinforcement, and with markers face down."""
OPENED_OF_EACH = 2
TOLD: dict[str, tuple[str, ...]] = {
    "a rule": ("resumed-rules",),
    "the data": ("resumed-data",),
    "columns": (),
    "counters": ("resumed-data", "resumed-without-units"),
    "the map": ("resumed-data", "resumed-without-places"),
}
"""What is told first, and what may be told besides; of what makes no difference to the game, nothing."""
GONE = {"bulge1944": "352VG", "deadly_woods": "28-110"}
OLD_SAVES = {"bulge1944": "bulge1944-hidden-hiding", "deadly_woods": "deadly_woods-campaign-reaction"}


def moments(game: str) -> Iterator[Match]:
    for scenario, options in SAVED[game]:
        match, rng = Match.new(game, scenario=scenario, options=options, seed="kept"), random.Random(scenario)
        wanted = set(MOMENTS[game])
        while match.asked is not None and wanted and len(match.records) < 600:
            match.apply(rng.choice(list(match.asked.options)))
            prompt = match.asked.question.prompt if match.asked else ""
            if prompt in wanted and len(match.records) > 40:
                wanted.remove(prompt)
                yield match


@pytest.fixture(scope="module")
def saves(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Path]]:
    folder, found = tmp_path_factory.mktemp("saves"), {}
    for game in CHANGES:
        found[game] = []
        for number, match in enumerate(moments(game)):
            assert match.asked is not None
            path = folder / f"{game}-{number}-{match.asked.question.prompt}.ardennes"
            path.write_bytes(match.packed(with_seed=False))
            found[game].append(path)
        assert {path.stem.split("-", 2)[2] for path in found[game]} == set(MOMENTS[game])
    return found


def reopened(folder: Path, saves: list[Path]) -> list[Opened]:
    run = subprocess.run(
        [sys.executable, "-m", "tests.engine.reopened", *map(str, saves)],
        env={**os.environ, "ARDENNES_GAMES": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return [msgspec.json.decode(line, type=Opened) for line in run.stdout.splitlines()]


@pytest.mark.parametrize(("game", "what"), [(game, what) for game, changes in CHANGES.items() for what in changes])
def test_game_goes_on_under_a_later_release(game: str, what: str, saves: dict[str, list[Path]], tmp_path: Path) -> None:
    release = Release(tmp_path, game)
    for step in CHANGES[game][what]:
        step(release)
    chosen = random.Random(what).sample(saves[game], OPENED_OF_EACH)
    *found, old = reopened(release.folder, [*chosen, KEPT / f"{OLD_SAVES[game]}.ardennes"])
    for path, opened in zip(chosen, found, strict=True):
        assert (opened.refused, opened.over) == ("", True), path
        assert opened.changes[:1] == TOLD[what][:1], path
        assert set(opened.changes) <= set(TOLD[what]), path
        assert len(set(opened.told)) == 2 * len(opened.changes), "every change is told in both languages"
        if what != "counters":
            assert opened.asked == path.stem.split("-", 2)[2], "it goes on where it stood"
        else:
            assert any(GONE[game] in line for line in opened.told)
            assert not any("26VG" in line or "28-109" in line for line in opened.told), "another name is no loss"
    assert (old.refused, old.over, old.changes[:2]) == ("", True, ("resumed-rules", "rules-2"))
