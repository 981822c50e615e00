/** What a seat gets once: all that does not change in play; see docs/protocol.md. */

export type Side = 0 | 1;

export type Kind = "nothing" | "unit" | "hex" | "hexside" | "number" | "word";

export interface Verb {
  name: string;
  label: string;
  kind: Kind;
  words: { name: string; label: string }[];
}

/** A text on a counter: words, and columns whose present value is shown, or the side of the counter that it turns up. */
export type FaceText = (string | { column: string; sides?: string[] })[];

export interface Face {
  label: FaceText;
  top: FaceText;
  left: FaceText;
  right: FaceText;
  bottom: FaceText;
  symbol: string;
  echelon: string;
  colour: string;
  stand_in: boolean;
}

export interface Counter {
  id: string;
  name: string;
  side: Side;
  face: Face;
  printed: Record<string, string | number>;
}

export interface Badge {
  column: string;
  label: string;
  title: string;
  colour: string;
}

export interface Hex {
  label: string;
  x: number;
  y: number;
  name: string;
  terrain: string;
  place: string;
}

export interface Track {
  clock: string;
  title: string;
  first: number;
  last: number;
  /** The day of each space, where the track is a calendar. */
  dates: string[];
}

/** A cup: boxes or clocks hold what is in it and what has been drawn. */
export interface Cup {
  inside: string;
  drawn: string;
  title: string;
}

/** An optional rule of the game, and whether it is played with at this table. */
export interface OptionalRule {
  id: string;
  on: boolean;
  title: string;
  rule: string;
}

/** A game's table.toml. */
export interface TableStyle {
  counter: { badges: Badge[] };
  boxes: { name: string; title: string }[];
  tracks: Track[];
  cups: Cup[];
  areas: { area: string; title: string; colour: string }[];
  control: string;
}

export interface GameData {
  table: string;
  name: string;
  game: { id: string; title: string; about: string };
  scenario: string;
  options: string[];
  sides: [string, string];
  side: Side | null;
  secrets: boolean;
  /** What seed and salt of the dice are promised as. */
  commitment: string;
  /** Whether somebody knew the dice before the game. */
  known_dice: boolean;
  points_in_one: number;
  verbs: Verb[];
  /** What can be ordered to several units at once: the verbs, by number, that pick a unit, send it and end its move. */
  acts: [pick: number, go: number, stop: number][];
  counters: Counter[];
  boxes: string[];
  columns: Record<string, [owner: "unit" | "hex" | "hexside", value: number]>;
  hexes: (Hex | null)[];
  hexsides: [number, number][];
  km_per_hex: number;
  corners: [number, number][];
  areas: Record<string, number[]>;
  style: TableStyle;
  /** What the game calls its words, by message: `word-…`, `field-…`, `luck-…`. */
  words: Record<string, string>;
  optional: OptionalRule[];
  overlays: OverlayInfo[];
  /** What changed when the game was last taken up under other rules, after so many answers. */
  changes: { at: number; texts: string[]; unseen: Unseen[] };
}

/** What can be shown over the map. */
export interface OverlayInfo {
  name: string;
  title: string;
  /** Whether the supply line of the unit pointed at goes with it. */
  lines: boolean;
}

/** Records, counted from 0, that the present rules cannot show again, and a sentence about them. */
export type Unseen = [first: number, last: number, text: string];

/** The part of the game data that depends on the language. */
export type GameWords = Pick<GameData, "game" | "optional" | "sides" | "verbs" | "style" | "words" | "overlays" | "changes">;

/** The data as it is sent, with hexes and hexsides as columns. */
export type SentGameData = Omit<GameData, "hexes" | "hexsides"> & {
  hexes: {
    label: string[];
    x: number[];
    y: number[];
    names: [hex: number, name: string][];
    terrain: number[];
    place: number[];
    terrains: string[];
    places: string[];
  };
  hexsides: { one: number[]; other: number[] };
};

export function unpack(sent: SentGameData): GameData {
  const { label, x, y, terrain, place, terrains, places } = sent.hexes;
  const names = new Map(sent.hexes.names);
  const word = (words: string[], code: number | undefined) => words[code ?? 0] ?? "";
  const hexes = label.map((label, hex) =>
    label
      ? { label, x: x[hex] ?? 0, y: y[hex] ?? 0, name: names.get(hex) ?? "", terrain: word(terrains, terrain[hex]), place: word(places, place[hex]) }
      : null,
  );
  const { one, other } = sent.hexsides;
  return { ...sent, hexes, hexsides: one.map((hex, side) => [hex, other[side] ?? -1]) };
}
