"""Situations of The Deadly Woods in a line or two.

>>> match = field("2Pz-a 3317, 28-110 3217", "german move", turn=2)
"""

from __future__ import annotations

from collections.abc import Iterable

from ardennes.games.deadly_woods.rules.field import ASSETS, PLAYED, TRACK, Field
from ardennes.games.deadly_woods.rules.pieces import WoodsData
from tests.situation import Situation, data_of, situation, unit_lines

GAME = "deadly_woods"
ROUNDS = {
    "german move": ("G-MC-1", "as move"),
    "german combat": ("G-MC-1", "as combat"),
    "allied move": ("A-MC-1", "as move"),
    "allied combat": ("A-MC-1", "as combat"),
    "patton": ("PattonMonty", "as patton"),
    "monty move": ("PattonMonty", "as monty-move"),
    "monty combat": ("PattonMonty", "as monty-combat"),
    "5th": ("Chit-5Pz", ""),
    "6th": ("Chit-6Pz", ""),
    "all german": ("AllGerman", ""),
    "one army": ("OneArmy", ""),
    "three formations": ("3Form", ""),
    "german reinforcement": ("G-Reinf-1", ""),
    "allied reinforcement": ("A-Reinf-1", ""),
    "second german reinforcement": ("G-Reinf-2", ""),
    "second allied reinforcement": ("A-Reinf-2", ""),
    "reaction": ("React-2", ""),
    "supply check": ("Supply-1", ""),
}
"""A round by the chit that opens it and, where it has two sides, the one that is played."""
PHASES = {"turn": 0, "assets": 2, "replacements": 3, "chits": 5, "end": 7}
"""A moment of the turn by the step of the sequence of play that is next."""
EARLIER = {"G-Reinf-2": "G-Reinf-1", "A-Reinf-2": "A-Reinf-1"}
"""Chits that have been played before."""
AFTER_ACTION_ROUNDS, PLAY_CHIT = 7, 5


class Battlefield(Situation):
    """A match of this game, with words for what tests ask about."""

    position: Field

    @property
    def data(self) -> WoodsData:
        return self.position.data

    def shifts(self, words: str = "go") -> dict[str, int]:
        """The column shifts of an attack, by reason."""
        return {entry.code: entry.amount for entry in self.tells(words).tallies["shifts"].entries}

    def is_destroyed(self, hexes: str) -> bool:
        return bool(self.position.destroyed[self.side(hexes)])


def box(scenario: str = "campaign", options: Iterable[str] = ()) -> WoodsData:
    """What lies in the box, with nothing set up."""
    data = data_of(GAME, scenario, frozenset(options))
    assert isinstance(data, WoodsData)
    return data


def new_game(scenario: str = "campaign", options: Iterable[str] = (), seed: str = "test") -> Battlefield:
    """A game as it is set up."""
    match = Battlefield.new(GAME, scenario=scenario, options=options, seed=seed, automatic=False)
    return Battlefield(match.header, match.position)


def field(
    units: str,
    moment: str = "german move",
    *,
    turn: int = 4,
    german: Iterable[str] = (),
    allied: Iterable[str] = (),
    blown: Iterable[str] = (),
    cup: Iterable[str] = (),
    hand: Iterable[str] = (),
    track: Iterable[str] = (),
    clocks: Iterable[str] = (),
    scenario: str = "campaign",
    options: Iterable[str] = (),
) -> Battlefield:
    """Counters where they stand on an otherwise empty map, at the first question of a round or phase; ``chit G-MC-1``
    is the moment that chit is drawn.

    ``2Pz-a 3317/2 cut, 30-117 turn-track, Eng-V-1 3406``, as :func:`tests.situation.unit_lines` reads it. Assets that
    are not named lie in their boxes if their turn has come; units that are not named are not there at all. Places are
    in the hands of the side that starts with them, but for those named in ``german`` and ``allied``; only the bridges
    in ``blown`` are destroyed. ``cup``, ``hand`` and ``track`` are other chits, ``clocks`` lines such as ``points =
    3``.
    """
    data = box(scenario, options)
    board = data.board
    chit, side_up = ROUNDS.get(moment, (moment.removeprefix("chit ") if moment.startswith("chit ") else "", ""))
    played = [*track, *([EARLIER[chit]] if chit in EARLIER else []), *([chit] if chit else [])]
    lines = [f"turn = {turn}", f"track = {[data.unit(id) for id in played]}", *clocks]
    if not any(line.startswith("initiative") for line in clocks):
        lines.append(f"initiative = {int(turn > 5)}")
    if chit:
        drawn = data.unit(chit)
        cup_side = data.counters[drawn].side
        lines.append(
            f'stack = [{{"type": "Battle", "step": {AFTER_ACTION_ROUNDS}}}, '
            f'{{"type": "Cup", "side": {cup_side}, "drawn": {drawn}, "step": {PLAY_CHIT}}}]'
        )
    else:
        lines.append(f'stack = [{{"type": "Battle", "step": {PHASES[moment]}}}]')
    boxes = {**dict.fromkeys(played, PLAYED), **dict.fromkeys(cup, "cup"), **dict.fromkeys(hand, "hand")}
    lines += [f"unit {id}: where={place}" for id, place in boxes.items()]
    lines += _places(data, german, allied)
    for pair in blown:
        one, other = pair.split("/")
        lines.append(f"hexside {board.side_label(board.side(board.hex(one), board.hex(other)))}: destroyed=1")
    lines += _counters(data, units, turn)
    match = situation(GAME, "\n".join(lines), scenario=scenario, options=options)
    found = Battlefield(match.header, match.position)
    if side_up:
        found.do(side_up)
    return found


def _places(data: WoodsData, german: Iterable[str], allied: Iterable[str]) -> list[str]:
    board = data.board
    holders = {hex: int(hex not in board.area("german-at-start")) for hex in (*data.places, *data.victory_hexes)}
    holders.update({board.hex(place): 0 for place in german})
    holders.update({board.hex(place): 1 for place in allied})
    return [f"hex {board.label(hex)}: control={side}" for hex, side in sorted(holders.items())]


def _counters(data: WoodsData, units: str, turn: int) -> list[str]:
    named = {data.unit(entry.split()[0]) for entry in units.split(", ") if entry}
    assets = {asset for of_side in data.assets for asset in of_side} - named
    lines = []
    for asset in sorted(assets):
        piece = data.counters[asset]
        if piece.kind == "plus-two" and "plus_two" not in data.options:
            continue
        lines.append(f"unit {piece.id}: where={ASSETS if piece.arrives <= turn else TRACK}")
    steps = [full if piece.combat_unit else 0 for piece, full in zip(data.counters, data.full_steps, strict=True)]
    return lines + unit_lines(data, units, steps.__getitem__)
