/** Which sides of his tables the owner plays in this browser. */

import type { Side } from "../net/messages";

const KEY = "ardennes-own-seats";

function all(): Record<string, Side[]> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Side[]>;
  } catch {
    return {};
  }
}

/** Both, where nothing else was said: an uploaded or forked game is hot-seat. */
export function ownSides(table: string): Side[] {
  return all()[table] ?? [0, 1];
}

export function keepOwnSides(table: string, sides: Side[]): void {
  localStorage.setItem(KEY, JSON.stringify({ ...all(), [table]: sides }));
}
