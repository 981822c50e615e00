"""Looking back never touches the match that is being played."""

from __future__ import annotations

from ardennes.engine.match import Match
from ardennes.server.archive import Archive


def test_a_look_back_has_a_kit_of_its_own_and_shows_the_same() -> None:
    match = Match.new("crossroads", seed="archive")
    while len(match.records) < 12:
        assert match.asked is not None
        match.apply(match.asked.options[0])
    archive = Archive(match.header, "")
    before = match.position.digest()

    def look(at: int) -> Match:
        return archive.look(match.checkpoints, match.records, at, lambda seen: seen)

    data_by_game = {id(look(at).position.data) for at in (0, 5, 12)}
    assert len(data_by_game) == 1, "it is opened once"
    assert id(match.position.data) not in data_by_game
    assert look(12).position.digest() == before
    assert len(look(5).records) == 5
    assert match.position.digest() == before
