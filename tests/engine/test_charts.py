"""Charts are made from the data of a game, and mark what applies now."""

from __future__ import annotations

from pathlib import Path

import pytest

from ardennes.engine.charts import chart_mistakes, charts
from ardennes.engine.datapack import Contents
from ardennes.engine.game import game_folders, game_info, load_game
from ardennes.engine.match import Match
from ardennes.games.deadly_woods.rules.pieces import COLUMNS
from ardennes.server.charts import charts_told
from ardennes.server.protocol.review import Chart
from tests.bulge1944.fields import field as bulge_field
from tests.crossroads.fields import field

FINISHED = sorted(name for name in game_folders() if game_info(name).stage in ("complete", "tutorial", "rules"))


def told(match: Match, language: str = "en", pack: Path | None = None) -> dict[str, Chart]:
    found = charts_told(match, match.asked.side if match.asked else None, language, Contents(match.game, pack))
    return {chart.name: chart for chart in found}


@pytest.mark.parametrize("game", FINISHED)
def test_every_game_has_its_charts_in_both_languages(game: str) -> None:
    match = Match.new(game, seed="7")
    english, italian = told(match), told(match, "it")
    assert {"sequence", "terrain"} <= set(english)
    assert list(chart_mistakes(load_game(game))) == []
    for name, chart in english.items():
        assert chart.title != italian[name].title
        assert all(len(row) == len(chart.heads) for row in chart.rows)
        assert not any("chart-" in said or "_" in said for said in (chart.title, *chart.heads, *chart.rows[0]))
    steps = [row[1] for chart in (english, italian) for row in chart["sequence"].rows]
    assert not [step for step in steps if step.startswith("step-")], "every step has a name"
    assert len(english["sequence"].marked_rows) >= 1


def test_the_step_of_the_sequence_that_is_played_is_marked() -> None:
    match = field("Pz 0703, Rif1 0101", "german movement")
    sequence = told(match)["sequence"]
    assert [sequence.rows[row][1] for row in sequence.marked_rows] == [
        "German player turn",
        "In a player turn: movement",
    ]
    match.do("done")
    sequence = told(match)["sequence"]
    assert [sequence.rows[row][1] for row in sequence.marked_rows] == [
        "Allied player turn",
        "In a player turn: movement",
    ]


def test_the_column_of_the_attack_is_marked() -> None:
    match = field("Pz 0703, Gr2 0702, Rif1 0602, Rif2 0101", "german combat")
    assert told(match)["results"].marked_columns == []
    match.do("attack 0602", "join Pz")
    alone = told(match)["results"]
    match.do("join Gr2")
    both = told(match)["results"]
    marked = [chart.heads[chart.marked_columns[0]] for chart in (alone, both)]
    assert marked == ["2-1", "3-1"]


def test_the_turn_and_the_unit_on_its_way_are_marked() -> None:
    match = bulge_field("1SS 1910, 106Inf 1809")
    turns = told(match)["turns"]
    assert [turns.rows[row][0] for row in turns.marked_rows] == [str(match.position.turn)]
    match.do("move 1SS")
    terrain = told(match)["terrain"]
    assert [terrain.heads[column] for column in terrain.marked_columns] == ["armor"]


def test_the_heads_of_the_combat_table_are_its_columns() -> None:
    assert tuple(told(Match.new("deadly_woods"))["results"].heads[1:]) == COLUMNS


def test_a_data_pack_shows_its_own_values(tmp_path: Path) -> None:
    own = load_game("deadly_woods").folder / "data/terrain.toml"
    (tmp_path / "terrain.toml").write_text(own.read_text().replace("forest = 2", "forest = 3"))
    match = Match.new("deadly_woods", pack=tmp_path)
    rows = {row[0]: row for row in told(match, pack=tmp_path)["terrain"].rows}
    assert rows["forest"][1] == "3"
    assert (
        "reconstructed"
        in next(chart for chart in charts(match.position, Contents(match.game)) if chart.name == "results").source
    )
