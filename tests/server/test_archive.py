"""Looking back never touches the match that is being played."""

from __future__ import annotations

from ardennes.engine.match import Match
from ardennes.server.archive import look_back


def test_a_look_back_is_on_a_board_of_its_own_and_shows_the_same() -> None:
    match = Match.new("crossroads", seed="archive")
    while len(match.records) < 12:
        assert match.asked is not None
        match.apply(match.asked.options[0])
    before = match.position.digest()

    def look(at: int) -> Match:
        return look_back(match, match.checkpoints, tuple(match.records), at)

    assert look(12).position.digest() == before
    assert look(12).position is not match.position
    assert look(12).position.data is match.position.data
    assert len(look(5).records) == 5
    assert match.position.digest() == before
