/** Looking back, looking up and looking ahead: what a seat asks over HTTP; see docs/protocol.md. */

import type { Side } from "./gameData";
import type { About, Cells, Clock, LogLine, Presence, TableMessage, Thought, Walk } from "./messages";

/** The table as it was after some of its records. */
export type Moment = Omit<TableMessage, keyof Presence> & { at: number; of: number };

/** What one record changed. */
export interface ClipFrame {
  at: number;
  side: Side;
  columns: Record<string, Cells>;
  clocks: Record<string, Clock>;
  walks: Walk[];
  log: LogLine[];
}

export interface Clip {
  start: Moment;
  frames: ClipFrame[];
}

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

/** Another way to win than by points at the end, and how near a side is to it. */
export interface Aim {
  side: Side;
  text: string;
  rule: string;
  has: number;
  needed: number;
}

/** What the dice followed from, told when the game is over. */
export interface DiceTold {
  seed: string;
  salt: string;
  throws: [answer: number, number: number, count: number, weights: number[] | null, outcome: number][];
}

export interface ScoreHistory {
  turn: number;
  points: Pair<number | null>;
  needed: Pair<number | null>;
  aims: Aim[];
  lost: Pair<Record<string, number>>;
  curve: Sample[];
  throws: Throw[];
  coming: Coming[];
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
