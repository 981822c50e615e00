/** Which sides of his tables the owner plays in this browser. */

import type { Side, TableInfo } from "../net/protocol";

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

/** Whether this browser has set the table up. */
export function isOwnTable(table: string): boolean {
  return table in all();
}

/** The links under which the owner sits down: his seats, or a watcher's chair where he has none. */
export function ownTokens(table: TableInfo): string[] {
  const mine = ownSides(table.id);
  return mine.length ? mine.map((side) => table.seats[side]) : [table.watch];
}

export function keepOwnSides(table: string, sides: Side[]): void {
  localStorage.setItem(KEY, JSON.stringify({ ...all(), [table]: sides }));
}

/** Whether a running game waits for the owner himself. */
export function isOwnTurn(table: TableInfo): boolean {
  return table.deciding !== null && !table.verdict && !table.players[table.deciding] && ownSides(table.id).includes(table.deciding);
}
