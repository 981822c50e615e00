/** How far a table has been seen in this browser, so that one who comes back can be shown the rest. */

import { keep, kept } from "./keeping";
import type { Seat } from "./seat.svelte";

const KEY = "ardennes-seen";

export function keepSeen(seat: Seat): void {
  keep(KEY, seat, seat.records);
}

/** The record from which on others have acted unseen; -1 where they have not. */
export function unseenFrom(seat: Seat): number {
  const seen = kept<number>(KEY, seat);
  const news = seat.log.some((line) => (line.record ?? -1) >= (seen ?? Infinity) && line.side !== seat.data.side);
  return news && seen !== undefined ? seen : -1;
}
