"""A game of nothing but a cup: the page has never heard of it and shows it nevertheless."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from ardennes.board import MapFile
from ardennes.engine.columns import clock
from ardennes.engine.datapack import open_data
from ardennes.engine.game import Game
from ardennes.engine.game_data import Counter, GameData
from ardennes.engine.options import Verbs
from ardennes.engine.position import Position
from ardennes.engine.procedure import Procedure, Question, Then
from ardennes.engine.schedule import Coming
from ardennes.engine.texts import Event, Text

verbs = Verbs()
DRAW, STOP = verbs.add("draw"), verbs.add("stop")


class Lots(Position):
    cup: tuple[str, ...] = clock(("blue", "blue", "red"))
    drawn: tuple[str, ...] = clock(())
    turn: int = clock(1)


class Lottery(Procedure):
    side: int


class Draw(Question[Lots, Lottery]):
    """1.1 A lot is drawn, until none is left."""

    prompt, rule = "draw-a-lot", "1.1"

    def offers(self, p: Lots, lottery: Lottery) -> Sequence[int]:
        return [DRAW, STOP] if p.cup else []

    def answer(self, p: Lots, lottery: Lottery, option: int) -> Procedure | Then | None:
        if option == STOP:
            return Then.NEXT
        lot = p.draw(p.cup)
        left = list(p.cup)
        left.remove(lot)
        p.cup, p.drawn = tuple(left), (*p.drawn, lot)
        p.tell(Event("drawn", {"lot": lot}, "1.1"))
        return None


def end(p: Lots, lottery: Lottery) -> None:
    p.end(None, Text("all-drawn", {}, "1.2"))


Lottery.steps = (Draw(), end)


class LotteryGame(Game[Lots]):
    verbs = verbs
    position_type = Lots
    data_files = {"map/map.json": MapFile}

    def load_data(self, scenario: str, options: Iterable[str], pack: Path | None = None) -> GameData:
        contents = open_data(self, pack)
        assert contents.board is not None
        box = [Counter(id="Clerk", name="The clerk", side=0)]
        return GameData(
            self, board=contents.board, counters=box, scenario=scenario, options=options, digest=contents.digest()
        )

    def set_up(self, p: Lots) -> None:
        p.open(Lottery(side=0))

    def coming(self, p: Lots) -> Iterable[Coming]:
        return [Coming(turn=turn, text=Text("coming-tea", {}, "1.3")) for turn in (1, 2)]


GAME = LotteryGame(Path(__file__).parent)
