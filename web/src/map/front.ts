/** Where the front is: the place that is looked at first, where most counters of the two sides face each other. */

import type { Spot } from "./camera";

/** How much further apart than the nearest two enemies others may stand to face each other. */
const NEARLY = 1.6;

/** The middle of the view, so wide and so high, that holds most of the front; null where only one side is there. */
export function frontCentre(first: Spot[], second: Spot[], wide: number, high: number): Spot | null {
  const gaps = first.map((spot) => Math.min(...second.map((enemy) => Math.hypot(spot.x - enemy.x, spot.y - enemy.y))));
  const nearest = Math.min(...gaps);
  if (!Number.isFinite(nearest)) return null;
  const front = first.filter((_, index) => (gaps[index] ?? Infinity) <= nearest * NEARLY);
  const inView = (middle: Spot) => front.filter(({ x, y }) => Math.abs(x - middle.x) < wide / 2 && Math.abs(y - middle.y) < high / 2);
  let best: Spot[] = [];
  for (const middle of front) {
    const seen = inView(middle);
    if (seen.length > best.length) best = seen;
  }
  const sum = best.reduce((all, { x, y }) => ({ x: all.x + x, y: all.y + y }), { x: 0, y: 0 });
  return best.length ? { x: sum.x / best.length, y: sum.y / best.length } : null;
}
