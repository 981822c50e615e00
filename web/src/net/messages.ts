/** What page and server say to each other; see docs/protocol.md. */

export type Side = 0 | 1;

export interface ScenarioInfo {
  title: string;
  about: string;
}

export interface OptionInfo {
  title: string;
  rule: string;
  about: string;
  conflicts: string[];
  needs: string[];
}

export interface GameInfo {
  id: string;
  /** The ground its small picture shows, in kilometres; null where there is no picture. */
  card: { west: number; south: number; east: number; north: number } | null;
  title: string;
  stage: string;
  about: string;
  designer: string;
  publisher: string;
  year: number;
  playable: boolean;
  /** Whether it has a guided first turn. */
  guide: boolean;
  sides: [string, string];
  scenarios: Record<string, ScenarioInfo>;
  options: Record<string, OptionInfo>;
}

/** The level of the computer at a seat; an empty word for a person. */
export type Level = "" | "easy" | "normal" | "hard";

export interface TableInfo {
  id: string;
  name: string;
  game: string;
  title: string;
  sides: [string, string];
  scenario: string;
  options: string[];
  seats: [string, string];
  watch: string;
  players: [Level, Level];
  pack: string;
  /** Counters that anybody may see: kilometres east and north, and whose. */
  stacks: [number, number, Side][];
  turn: number | null;
  deciding: Side | null;
  verdict: string;
  records: number;
  updated: number;
  deleted: boolean;
}

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
export interface Look {
  counter: { badges: Badge[] };
  boxes: { name: string; title: string }[];
  tracks: Track[];
  cups: Cup[];
  areas: { area: string; title: string; colour: string }[];
  control: string;
}

export interface Kit {
  /** The address of the drawn map. */
  ground: string;
  table: string;
  name: string;
  game: { id: string; title: string; about: string };
  scenario: string;
  options: string[];
  sides: [string, string];
  side: Side | null;
  secrets: boolean;
  points_in_one: number;
  verbs: Verb[];
  counters: Counter[];
  boxes: string[];
  columns: Record<string, [owner: "unit" | "hex" | "hexside", value: number]>;
  hexes: (Hex | null)[];
  hexsides: [number, number][];
  km_per_hex: number;
  corners: [number, number][];
  areas: Record<string, number[]>;
  look: Look;
  /** What the game calls its words, by message: `word-…`, `field-…`, `luck-…`. */
  words: Record<string, string>;
  optional: OptionalRule[];
  overlays: OverlayInfo[];
}

export type Clock = number | string | (number | string)[];
export type Cells = [index: number, value: number][];

export interface Asked {
  side: Side;
  prompt: string;
  /** The question's own name. */
  code: string;
  rule: string;
  options: number[];
  /** What some options are called at this question. */
  labels?: [number, string][];
  units: number[];
  hexes: number[];
}

export interface LogLine {
  n: number;
  text: string;
  rule?: string;
  record?: number;
  side?: Side | null;
  kind?: string;
  hexes?: number[];
  units?: number[];
  dice?: number[];
  /** Dice with symbols of their own, a sign for each; a blank between the two sides' dice. */
  faces?: string;
}

export interface Verdict {
  winner: Side | null;
  text: string;
}

export interface Presence {
  presence: [number, number];
  watching: number;
  draw: Side | null;
  players: [Level, Level];
  /** The side for which the computer thinks now. */
  thinking: Side | null;
}

/** Something the computer considers. */
export interface Thought {
  text: string;
  reasons: string[];
  chance: number | null;
}

export interface Thinking {
  is: "thinking";
  side: Side;
  thoughts: Thought[];
  trouble: string;
}

interface Standing extends Presence {
  rev: number;
  clocks: Record<string, Clock>;
  asked: Asked | null;
  anytime: number[];
  undoable: number;
  redoable: number;
  picks: [record: number, option: number][];
  log: LogLine[];
  over: Verdict | null;
  records: number;
}

export interface TableMessage extends Standing {
  is: "table";
  columns: Record<string, number[] | Cells>;
}

export interface ChangeMessage extends Standing {
  is: "change";
  columns: Record<string, Cells>;
  walks: Walk[];
  cut: number;
}

/** A unit and the hexes of its way, from where it came. */
export type Walk = [unit: number, hexes: number[]];

export interface Chance {
  name: string;
  if: string;
  meaning: string;
  p: number;
}

export interface Tally {
  title: string;
  total: number;
  entries: { text: string; amount: number; rule: string }[];
}

export interface About {
  cost: number | null;
  path: number[];
  /** What has been spent after each step of the path. */
  along: number[];
  tallies: Tally[];
  chances: Chance[];
  notes: { text: string; rule: string }[];
  rules: string[];
}

export interface Refusal {
  is: "refused";
  to: number;
  text: string;
  rule: string;
  code: string;
}

export interface Reply {
  is: "reply" | "done";
  to: number;
  about?: About;
  costs?: [option: number, cost: number][];
  overlay?: (OverlayLayer | FrontLayer)[];
  line?: OverlayLayer | null;
  fights?: Fight[];
  what_if?: WhatIf;
}

// --- looking besides the table -------------------------------------------------------------------

/** What can be shown over the map. */
export interface OverlayInfo {
  name: string;
  title: string;
  /** Whether the supply line of the unit pointed at goes with it. */
  lines: boolean;
}

export type Pattern = "rising" | "falling" | "dots" | "ring" | "shade" | "line";

/** Hexes and units that are marked alike. Labels and amounts go with the hexes, where there are any. */
export interface OverlayLayer {
  title: string;
  rule: string;
  side: Side | null;
  pattern: Pattern;
  hexes: number[];
  labels: string[];
  amounts: number[];
  units: number[];
  sign: string;
}

/** A line of history over the ground, in kilometres east and north, on the evening or at dawn of a day. */
export interface FrontLayer {
  pattern: "front";
  date: string;
  time: "dawn" | "evening";
  lines: [number, number][][];
}

/** Who could attack which hex. */
export type Fight = [side: Side, target: number];

export interface WhatIf {
  side: Side;
  target: number;
  choices: { title: string; options: number[] }[];
  chosen: number[];
  about: About;
}

/** The link leads nowhere. */
export interface Closed {
  is: "closed";
  text: string;
}

export type Message =
  | Closed
  | TableMessage
  | ChangeMessage
  | Thinking
  | ({ is: "presence" } & Presence)
  | Reply
  | Refusal;

export type Request =
  | { do: "answer"; rev: number; option: number; path?: number[] }
  | { do: "anytime" | "take_back"; rev: number; option: number }
  | { do: "about"; option: number; path?: number[] }
  | Glance
  | { do: "costs" }
  | { do: "why"; options: number[] }
  | { do: "undo" | "redo" | "resign"; rev: number }
  | { do: "back"; rev: number; to: number }
  | { do: "draw"; rev: number; offer: "offer" | "accept" | "decline" }
  | { do: "language"; language: string }
  | { do: "sync" };

/** What anybody may ask at any time: overlays, supply lines, attacks that nobody has declared. */
export type Glance =
  | { do: "overlay"; name: string }
  | { do: "line"; unit: number }
  | { do: "fights"; hex: number }
  | { do: "what_if"; side: Side; hex: number; options?: number[] };

/** The table as it was after some of its records. */
export type Moment = Omit<TableMessage, keyof Presence> & { at: number; of: number };

/** What one record changed. */
export interface FilmFrame {
  at: number;
  side: Side;
  columns: Record<string, Cells>;
  clocks: Record<string, Clock>;
  walks: Walk[];
  log: LogLine[];
}

export interface Film {
  start: Moment;
  frames: FilmFrame[];
}

/** The part of the kit that depends on the language. */
export type KitWords = Pick<Kit, "game" | "optional" | "sides" | "verbs" | "look" | "words" | "overlays">;

/** A rule in our words; a list of titles has no more than id, case and title. */
export interface Rule {
  id: string;
  case: string;
  title: string;
  /** Whether it has been put into the player's language, where that is not English. */
  translated: boolean;
  statement: string;
  state: string;
  ruling: { ids: string; text: string } | null;
  options: string[];
  /** Cases that go with it, where it was looked up by its number. */
  related?: string[];
}

// --- the course of a game ------------------------------------------------------------------------

/** Something laid down for a turn. */
export interface Coming {
  turn: number;
  text: string;
  rule: string;
  side: Side | null;
  units: number[];
}

export type Pair<T> = [T, T];

/** How a game stood after so many records: points and steps lost of each side. */
export type Sample = [record: number, turn: number, points: Pair<number | null>, lost: Pair<number>];

/** Dice that were thrown, against what was to be expected; the more of `what`, the better for `side`. */
export interface Throw {
  record: number;
  turn: number;
  hexes: number[];
  roll: { side: Side; what: string; expected: number; variance: number; rolled: number };
}

export interface Course {
  turn: number;
  points: Pair<number | null>;
  needed: Pair<number | null>;
  lost: Pair<Record<string, number>>;
  curve: Sample[];
  throws: Throw[];
  coming: Coming[];
}

// --- the guided first turn -----------------------------------------------------------------------

/** One thing to read or to do: it fits while one of the questions `at` stands, and points at something. */
export interface GuideStep {
  text: string;
  rule: string;
  at: string[];
  act: boolean;
  unit: string;
  hex: string;
  button: string;
  part: "" | "bar" | "undo" | "menu" | "map" | "log" | "turns" | "units" | "score" | "rules";
}

export interface GuideScript {
  scenario: string;
  options: string[];
  seed: string;
  steps: GuideStep[];
}

/** What the adviser would do, step by step. */
export interface Hint {
  options: number[];
  about: About | null;
  chance: number;
  /** After the steps, where neither dice nor the enemy have a say in them. */
  chance_after: number | null;
  thoughts: Thought[];
}

export type ChancePoint = [record: number, turn: number, chance: number];

/** What one side did in its part of a turn; chances are the first side's. */
export interface TurnReport {
  first: number;
  last: number;
  turn: number;
  side: Side;
  before: number;
  after: number;
  luck: number;
  decision: number;
}

export interface Throwing {
  first: number;
  turn: number;
  side: Side;
  luck: number | null;
  text: string;
}

/** A finished game looked at again. */
export interface Analysis {
  /** Whether decisions are compared with a usual way to play. */
  compared: boolean;
  curve: ChancePoint[];
  turns: TurnReport[];
  throws: Throwing[];
  luck: number;
  /** What neither luck nor decisions explain: the error of the judgement. */
  rest: number;
  decisions: Pair<number>;
}
