/** Who belongs to whom: the counters of a game by the formations that are printed on them. */

import type { Side } from "../net/protocol";
import { gameWord } from "../words/gameWords";
import type { Table } from "./table.svelte";

/** Between the names of the formations that stand within each other. */
const PARTED = " · ";

export interface Formation {
  key: string;
  side: Side;
  /** What it belongs to itself, and its own name; empty for those who belong to the larger one alone. */
  above: string;
  name: string;
  units: number[];
}

export class Formations {
  private found: Formation[] | null = null;
  private byUnit = new Map<number, Formation>();

  constructor(private readonly table: Table) {}

  /** In the order of the data. */
  get all(): Formation[] {
    return (this.found ??= this.sort());
  }

  of(unit: number): Formation | undefined {
    void this.all;
    return this.byUnit.get(unit);
  }

  /** The units of its formation; of one that belongs to none, itself alone. */
  mates(unit: number): number[] {
    const formation = this.of(unit);
    return formation?.name ? formation.units : [unit];
  }

  /** What a formation is called. */
  title({ above, name }: Formation): string {
    return (name || above)
      .split(PARTED)
      .map((word) => gameWord(this.table.data, word))
      .join(PARTED);
  }

  private sort(): Formation[] {
    const byKey = new Map<string, Formation>();
    this.table.data.counters.forEach(({ side, formation, face }, unit) => {
      if (!formation.length || face.stand_in) return;
      const [above = "", ...rest] = formation;
      const name = rest.filter(Boolean).join(PARTED);
      const key = [side, above, name].join("|");
      const found = byKey.get(key) ?? { key, side, above, name, units: [] };
      found.units.push(unit);
      byKey.set(key, found);
      this.byUnit.set(unit, found);
    });
    return [...byKey.values()].sort(byRank([...byKey.values()]));
  }
}

/** Formations of one larger one together, in the order in which these come; who belongs to it alone, last. */
function byRank(all: Formation[]): (one: Formation, other: Formation) => number {
  const within = ({ side, above, name }: Formation, depth: number) => [side, above, ...name.split(PARTED).slice(0, depth)].join("|");
  const first = (key: string, depth: number) => all.findIndex((each) => within(each, depth) === key);
  const rank = (each: Formation) => [first(within(each, 0), 0), first(within(each, 1), 1), each.name.includes(PARTED) ? 0 : 1];
  const ranks = new Map(all.map((each) => [each, rank(each)]));
  return (one, other) => {
    const [mine, theirs] = [ranks.get(one) ?? [], ranks.get(other) ?? []];
    return mine.map((value, at) => value - (theirs[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
  };
}
