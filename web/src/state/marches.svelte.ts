/** Marches over several turns: the order book keeps the hex that units were sent to, and they go on by one key. */

import type { MarchShown, Surprise } from "../net/protocol";
import type { Formation } from "./formations";
import { thingOf } from "./seat.svelte";
import type { Table } from "./table.svelte";

/** The marches of a formation to one hex. */
export interface MarchRow {
  key: string;
  formation: Formation | undefined;
  goal: number;
  units: number[];
  /** How much of the way is behind them, from 0 to 1. */
  share: number;
  /** The turn in which the last of them arrives; null where nobody can tell. */
  arrives: number | null;
  /** Those that wait until they are told to go on, and why. */
  stopped: number[];
  why: Surprise;
}

export class Marches {
  constructor(private readonly table: Table) {}

  get all(): MarchShown[] {
    return this.table.seat.orders.marches;
  }

  private of(unit: number): MarchShown | undefined {
    return this.all.find((march) => march.unit === unit);
  }

  /** The hex a unit marches to, or -1. */
  goalOf(unit: number): number {
    return this.of(unit)?.goal ?? -1;
  }

  /** By formation and goal. */
  get rows(): MarchRow[] {
    const found = new Map<string, MarchShown[]>();
    for (const march of this.all) {
      const key = `${this.table.formations.of(march.unit)?.key ?? `unit-${march.unit}`} ${march.goal}`;
      found.set(key, [...(found.get(key) ?? []), march]);
    }
    return [...found].map(([key, marches]) => {
      const [first] = marches as [MarchShown, ...MarchShown[]];
      const sum = (of: (march: MarchShown) => number | null) => marches.reduce((total, march) => total + (of(march) ?? 0), 0);
      const whole = sum(({ whole }) => whole);
      const turns = marches.map(({ arrives }) => arrives);
      const stopped = marches.filter((march) => march.stopped);
      return {
        key,
        formation: this.table.formations.of(first.unit),
        goal: first.goal,
        units: marches.map(({ unit }) => unit),
        share: whole ? Math.max(0, 1 - sum(({ left }) => left) / whole) : 0,
        arrives: turns.includes(null) ? null : Math.max(...turns.map(Number)),
        stopped: stopped.map(({ unit }) => unit),
        why: stopped[0]?.stopped ?? "",
      };
    });
  }

  async keep(units: number[], goal: number, go: number): Promise<void> {
    if (units.length) await this.table.seat.order({ marches: units.map((unit) => [unit, goal, go]) });
  }

  async forget(units: number[]): Promise<void> {
    if (units.length) await this.table.seat.order({ forget: units });
  }

  /** They march on in spite of what has happened. */
  async renew(units: number[]): Promise<void> {
    if (units.length) await this.table.seat.order({ renew: units });
  }

  /** The options that pick those who can march on now; whoever was surprised waits. */
  get ready(): number[] {
    const going = new Map(this.all.filter(({ stopped }) => !stopped).map(({ unit, goal }) => [unit, goal]));
    const stays = (unit: number) => this.table.column("where", unit) === going.get(unit);
    return this.table.group.pickable.filter((option) => going.has(thingOf(option)) && !stays(thingOf(option)));
  }

  /** All march on, those with the same verb in one run; who cannot come nearer is free again. */
  async goOn(): Promise<void> {
    const { table, ready } = this;
    const verbOf = (option: number) => this.of(thingOf(option))?.go ?? -1;
    for (const verb of new Set(ready.map(verbOf))) {
      const picks = this.ready.filter((option) => verbOf(option) === verb);
      const told = await table.seat.group(picks, picks.map((option) => this.goalOf(thingOf(option))), verb);
      const going = new Set((told?.ends ?? []).map(([unit]) => unit));
      await this.forget(picks.map(thingOf).filter((unit) => !going.has(unit)));
      if (told?.steps?.length) await table.run(told.steps);
    }
  }
}
