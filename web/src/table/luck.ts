/** Dice added up: what they brought against what was to be expected. */

import type { Side, Throw } from "../net/protocol";

export interface Sum {
  side: Side;
  count: number;
  expected: number;
  variance: number;
  rolled: number;
}

/** The throws of each side, by what they were counted in. */
export function sums(throws: Throw[]): { what: string; sides: Sum[] }[] {
  const kinds = new Map<string, Map<Side, Sum>>();
  for (const { roll } of throws) {
    const sides = kinds.get(roll.what) ?? new Map<Side, Sum>();
    kinds.set(roll.what, sides);
    const side = roll.side as Side;
    const sum = sides.get(side) ?? { side, count: 0, expected: 0, variance: 0, rolled: 0 };
    sum.count += 1;
    sum.expected += roll.expected;
    sum.variance += roll.variance;
    sum.rolled += roll.rolled;
    sides.set(side, sum);
  }
  return [...kinds].map(([what, sides]) => ({ what, sides: [...sides.values()].sort((a, b) => a.side - b.side) }));
}

/** The share of games in which the same throws would have brought less, by the normal curve. */
export function betterThan(sum: Sum): number {
  const far = (sum.rolled - sum.expected) / Math.sqrt(2 * sum.variance);
  return 0.5 * (1 + errorFunction(far));
}

/** Abramowitz and Stegun 7.1.26: right to seven digits. */
function errorFunction(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  const value = 1 - series * Math.exp(-x * x);
  return x < 0 ? -value : value;
}
