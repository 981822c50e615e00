/** How far a table has been seen in this browser, so that one who comes back can be shown the rest. */

import type { Seat } from "./seat.svelte";

const KEY = "ardennes-seen";

const nameOf = (seat: Seat) => `${seat.data.table}:${seat.data.side ?? "watch"}`;

function all(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, number>;
  } catch {
    return {};
  }
}

export function keepSeen(seat: Seat): void {
  localStorage.setItem(KEY, JSON.stringify({ ...all(), [nameOf(seat)]: seat.records }));
}

/** The record from which on others have acted unseen; -1 where they have not. */
export function unseenFrom(seat: Seat): number {
  const seen = all()[nameOf(seat)];
  const news = seat.log.some((line) => (line.record ?? -1) >= (seen ?? Infinity) && line.side !== seat.data.side);
  return news && seen !== undefined ? seen : -1;
}
