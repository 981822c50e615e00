/** What the lobby is told of games and tables; see docs/protocol.md. */

import type { Side } from "./gameData";

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

export const LEVELS = ["easy", "normal", "hard"] as const;
/** The level of the computer at a seat; an empty word for a person. */
export type Level = "" | (typeof LEVELS)[number];

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

/** Some of the tables, those last played first. */
export interface TablePage {
  tables: TableInfo[];
  /** How many there are on all pages, and how many among the deleted ones. */
  total: number;
  deleted: number;
  /** What to ask the next page with; null on the last. */
  next: string | null;
}

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
