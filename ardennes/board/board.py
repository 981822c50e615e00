"""A map made ready for rules: flat tables indexed by hex and by hexside.

Each layer is a row of small codes into its vocabulary, code 0 being "nothing here" for every layer but
terrain. A hex that the grid has and the map lacks is *off* the map: it has no neighbours.
"""

from __future__ import annotations

from functools import cached_property

from ardennes.board.mapfile import HEX_LAYERS, SIDE_LAYERS, HexRow, MapError, MapFile, SideRow
from ardennes.hexes import Grid
from ardennes.hexes.grid import NOWHERE
from ardennes.numbers import Hex, Hexside, Numbers, all_hexes


class Board:
    """The ground a game is played on."""

    def __init__(self, source: MapFile) -> None:
        self.file = source
        self.title = source.title
        self.grid: Grid = source.grid
        self.size = self.grid.size
        self.vocabulary = {layer: ("", *source.vocabulary.get(layer, ())) for layer in HEX_LAYERS + SIDE_LAYERS}
        self._codes = {layer: {word: at for at, word in enumerate(words)} for layer, words in self.vocabulary.items()}
        self._rows: dict[int, HexRow] = {}
        self._by_label: dict[str, Hex] = {}
        self._by_name: dict[str, Hex] = {}
        self._areas: dict[str, list[Hex]] = {area: [] for area in source.vocabulary.get("area", ())}
        self._side_rows: dict[int, SideRow] = {}
        self.terrain, self.place = bytearray(self.size), bytearray(self.size)
        self._lay_hexes()
        self.neighbours = self._open_neighbours()
        self.side_of, self.sides = self._number_sides()
        self.river, self.road = bytearray(self.sides), bytearray(self.sides)
        self.bridge, self.wall = bytearray(self.sides), bytearray(self.sides)
        self._lay_sides()

    # --- hexes -----------------------------------------------------------------------------------

    def hex(self, label: str) -> Hex:
        """The hex with this printed number, or with this place name; MapError if there is none."""
        found = self.find(label)
        if found is None:
            raise MapError(f"{self.title}: there is no hex {label!r} on this map")
        return found

    def find(self, label: str) -> Hex | None:
        """The same, or None if there is none."""
        found = self._by_label.get(label)
        return found if found is not None else self._by_name.get(label.casefold())

    def has_label(self, label: str) -> bool:
        """Whether this is the printed number of a hex."""
        return label in self._by_label

    def label(self, hex: int) -> str:
        return self._rows[hex].hex

    def name(self, hex: int) -> str:
        """The name of the place there, or nothing."""
        return self._rows[hex].name

    def describe(self, hex: int) -> str:
        """Number and, where there is one, name: ``3508 Büllingen``."""
        row = self._rows[hex]
        return f"{row.hex} {row.name}" if row.name else row.hex

    def row(self, hex: int) -> HexRow:
        return self._rows[hex]

    @cached_property
    def hexes(self) -> tuple[Hex, ...]:
        """Every hex on the map, in the grid's order."""
        return tuple(map(Hex, sorted(self._rows)))

    def __contains__(self, hex: object) -> bool:
        """Whether a hex is on the map."""
        return hex in self._rows

    def area(self, name: str) -> frozenset[Hex]:
        """A named set of hexes; MapError for a name the map does not know."""
        if name not in self._area_hexes:
            raise MapError(f"{self.title}: there is no area {name!r} on this map")
        return self._area_hexes[name]

    @cached_property
    def _area_hexes(self) -> dict[str, frozenset[Hex]]:
        return {name: frozenset(hexes) for name, hexes in self._areas.items()}

    @property
    def area_names(self) -> tuple[str, ...]:
        return tuple(self._areas)

    def code(self, layer: str, word: str) -> int:
        """The code of a word in a layer, as found in that layer's table."""
        try:
            return self._codes[layer][word]
        except KeyError:
            raise MapError(f"{self.title}: {layer} {word!r} is not in the map's vocabulary") from None

    # --- hexsides --------------------------------------------------------------------------------

    def neighbour(self, hex: int, direction: int) -> Hex:
        return self.neighbours[6 * hex + direction]

    def around(self, hex: int) -> tuple[Hex, ...]:
        """The neighbours that are on the map."""
        return self._around[hex]

    @cached_property
    def _around(self) -> tuple[tuple[Hex, ...], ...]:
        table = self.neighbours
        return tuple(
            tuple(there for there in table[6 * hex : 6 * hex + 6] if there != NOWHERE) for hex in all_hexes(self.size)
        )

    def direction(self, one: int, other: int) -> int:
        """From one hex to its neighbour; MapError if they are not adjacent."""
        try:
            return self.neighbours.index(other, 6 * one, 6 * one + 6) - 6 * one
        except ValueError:
            names = " and ".join(self.label(hex) if hex in self else f"number {hex}" for hex in (one, other))
            raise MapError(f"{self.title}: hexes {names} are not adjacent") from None

    def side(self, one: int, other: int) -> Hexside:
        """The hexside between two adjacent hexes."""
        side = self._sides_between.get((one, other))
        return self.side_of[6 * one + self.direction(one, other)] if side is None else side

    @cached_property
    def _sides_between(self) -> dict[tuple[int, int], Hexside]:
        edges = enumerate(zip(self.neighbours, self.side_of, strict=True))
        return {(Hex(edge // 6), there): side for edge, (there, side) in edges if there != NOWHERE}

    def side_row(self, side: int) -> SideRow | None:
        return self._side_rows.get(side)

    @cached_property
    def marked_sides(self) -> tuple[Hexside, ...]:
        """The hexsides of which the map says something."""
        return tuple(map(Hexside, sorted(self._side_rows)))

    @cached_property
    def side_hexes(self) -> list[tuple[Hex, Hex]]:
        """The two hexes of each hexside."""
        pairs: list[tuple[Hex, Hex]] = [(NOWHERE, NOWHERE)] * self.sides
        for hex in self.hexes:
            for direction in range(6):
                other = self.neighbours[6 * hex + direction]
                if other > hex:
                    pairs[self.side_of[6 * hex + direction]] = (hex, other)
        return pairs

    def side_label(self, side: int) -> str:
        one, other = self.side_hexes[side]
        return f"{self.label(one)}/{self.label(other)}"

    # --- building --------------------------------------------------------------------------------

    def _lay_hexes(self) -> None:
        numbers = self.grid.numbers()
        terrain_code, place_code = self._codes["terrain"].get, self._codes["place"].get
        for row in self.file.hexes:
            hex = numbers.get(row.hex)
            if hex is None:
                raise MapError(f"{self.title}: hex {row.hex} is not on this map")
            if hex in self._rows:
                raise MapError(f"{self.title}: hex {row.hex} has two rows")
            self._rows[hex] = row
            for label in (row.hex, *row.aliases):
                if self._by_label.setdefault(label, hex) != hex:
                    raise MapError(f"{self.title}: {label} names two hexes")
            if row.name:
                self._by_name.setdefault(row.name.casefold(), hex)
            for area in row.areas:
                self._areas[area].append(hex)
            terrain, place = terrain_code(row.terrain), place_code(row.place)
            if terrain is None or place is None:
                terrain, place = self.code("terrain", row.terrain), self.code("place", row.place)
            self.terrain[hex], self.place[hex] = terrain, place

    def _open_neighbours(self) -> Numbers[int, Hex]:
        table = self.grid.neighbours()
        if len(self._rows) < self.size:
            for entry, hex in enumerate(table):
                if hex != NOWHERE and (hex not in self._rows or entry // 6 not in self._rows):
                    table[entry] = NOWHERE
        return table

    def _number_sides(self) -> tuple[Numbers[int, Hexside], int]:
        """Numbers the sides by their first hex, then by direction."""
        table: Numbers[int, Hexside] = Numbers("h", [NOWHERE]) * (6 * self.size)
        count = 0
        ahead = {
            shifted: [direction for direction, step in enumerate(self.grid.steps(shifted)) if step > (0, 0)]
            for shifted in (False, True)
        }
        for lane in range(self.grid.lane_count):
            directions = ahead[self.grid.is_shifted(self.grid.lanes[0] + lane)]
            for hex in all_hexes(lane * self.grid.place_count, (lane + 1) * self.grid.place_count):
                for direction in directions:
                    other = self.neighbours[6 * hex + direction]
                    if other != NOWHERE:
                        table[6 * hex + direction] = table[6 * other + (direction + 3) % 6] = Hexside(count)
                        count += 1
        return table, count

    def _lay_sides(self) -> None:
        layers = [(layer, getattr(self, layer), self._codes[layer]) for layer in SIDE_LAYERS]
        hex_of = self._by_label.get
        for row in self.file.sides:
            one, other = hex_of(row.hexes[0], NOWHERE), hex_of(row.hexes[1], NOWHERE)
            if NOWHERE in (one, other):
                raise MapError(f"{self.title}: hexside {'/'.join(row.hexes)} names a hex that is not on the map")
            side = self.side(one, other)
            if side in self._side_rows:
                raise MapError(f"{self.title}: hexside {'/'.join(row.hexes)} has two rows")
            self._side_rows[side] = row
            for layer, table, codes in layers:
                if word := getattr(row, layer):
                    table[side] = codes[word] if word in codes else self.code(layer, word)
