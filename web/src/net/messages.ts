/** What page and server say to each other at a table; see docs/protocol.md. */

import type { Side } from "./gameData";
import type { Level } from "./lobby";

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
  /** Its number among the lines of its record. */
  n: number;
  text: string;
  rule?: string;
  record?: number;
  side?: Side | null;
  kind?: string;
  /** The run of answers it belongs to, if any. */
  run?: number;
  hexes?: number[];
  units?: number[];
  dice?: number[];
  /** Dice with symbols of their own, a sign for each; a blank between the two sides' dice. */
  faces?: string;
}

/** What was said from the record `log_from` on; -1 where nothing was said before. */
export interface LogPart {
  log: LogLine[];
  log_from: number;
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
  /** At which seats questions with a single answer answer themselves. */
  automatic: [boolean, boolean];
  /** Whether the whole log of the file this table came from has been played again. */
  log_check: "" | "pending" | "failed";
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
  /** How far a thought has come that goes on: the share of its work, plans tried, small changes of the best one. */
  progress: [share: number, plans: number, changes: number] | null;
}

interface Score extends Presence {
  rev: number;
  clocks: Record<string, Clock>;
  asked: Asked | null;
  anytime: number[];
  undoable: number;
  redoable: number;
  /** Of the answers that can be taken back, those of the act that is open. */
  picks: [record: number, option: number][];
  /** How many records nobody can take back. */
  settled: number;
  log: LogLine[];
  over: Verdict | null;
  records: number;
}

export interface TableMessage extends Score {
  is: "table";
  columns: Record<string, number[] | Cells>;
  log_from: LogPart["log_from"];
}

export interface ChangeMessage extends Score {
  is: "change";
  columns: Record<string, Cells>;
  walks: Walk[];
  /** The first record whose lines no longer stand. */
  cut: number;
  /** What each answer of a run changed, where others look on. */
  frames?: RunFrame[];
}

/** One answer of a run. */
export interface RunFrame {
  /** How many records there were afterwards. */
  at: number;
  side: Side;
  columns: Record<string, Cells>;
  clocks: Record<string, Clock>;
  walks: Walk[];
  thoughts?: Thought[];
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
  /** How many answers of a run were carried out, and why the next one was not. */
  done?: number;
  refusal?: Refusal | null;
  about?: About;
  costs?: [option: number, cost: number][];
  overlay?: (OverlayLayer | FrontLayer)[];
  line?: OverlayLayer | null;
  fights?: Fight[];
  group?: GroupTold;
  what_if?: WhatIf;
  log?: LogLine[];
  log_from?: number;
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
  | { do: "run"; rev: number; steps: Step[] }
  | { do: "anytime" | "take_back"; rev: number; option: number }
  | { do: "about"; option: number; path?: number[] }
  | Glance
  | { do: "costs" }
  | { do: "log"; before: number }
  | { do: "group"; options: number[]; hex?: number }
  | { do: "why"; options: number[] }
  | { do: "undo" | "redo" | "resign"; rev: number }
  | { do: "back"; rev: number; to: number }
  | { do: "draw"; rev: number; offer: "offer" | "accept" | "decline" }
  | { do: "language"; language: string }
  | { do: "automatic"; on: boolean }
  | { do: "sync" };

/** Where several units could go together; or the run that sends them to a hex, and who cannot go there. */
export interface GroupTold {
  hexes?: [hex: number, units: number][];
  steps?: Step[];
  short?: { unit: number; text: string; rule: string }[];
}

/** One answer of a run: an option and, where the route matters, the hexes to enter. */
export type Step = [option: number, path?: number[]];

/** What anybody may ask at any time: overlays, supply lines, attacks that nobody has declared. */
export type Glance =
  | { do: "overlay"; name: string }
  | { do: "line"; unit: number }
  | { do: "fights"; hex: number }
  | { do: "what_if"; side: Side; hex: number; options?: number[] };
