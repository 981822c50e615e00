/** Marches over several turns: units keep the hex they were sent to and go on by one key when they can move again. */

import { keep, kept } from "./keeping";
import { thingOf } from "./seat.svelte";
import type { Table } from "./table.svelte";

const KEY = "ardennes-marches";
/** By the unit's name in the data: the hex, and the verb that sends it there (-1 for the usual one). */
type Goals = Record<string, [hex: number, verb: number]>;

export class Marches {
  private changed = $state(0);

  constructor(private readonly table: Table) {}

  private get goals(): Goals {
    void this.changed;
    return kept<Goals>(KEY, this.table.seat) ?? {};
  }

  private write(goals: Goals): void {
    keep(KEY, this.table.seat, goals);
    this.changed += 1;
  }

  private idOf(unit: number): string {
    return this.table.data.counters[unit]?.id ?? "";
  }

  /** The hex a unit marches to, or -1. */
  goalOf(unit: number): number {
    return this.goals[this.idOf(unit)]?.[0] ?? -1;
  }

  keep(units: number[], hex: number, verb: number): void {
    if (units.length) this.write({ ...this.goals, ...Object.fromEntries(units.map((unit) => [this.idOf(unit), [hex, verb]])) });
  }

  forget(units: number[]): void {
    const gone = new Set(units.map((unit) => this.idOf(unit)));
    this.write(Object.fromEntries(Object.entries(this.goals).filter(([id]) => !gone.has(id))));
  }

  /** The options that pick those who can march on now. */
  get ready(): number[] {
    const { goals } = this;
    const stays = (unit: number, hex: number) => this.table.column("where", unit) === hex;
    return this.table.group.pickable.filter((option) => {
      const goal = goals[this.idOf(thingOf(option))];
      return goal !== undefined && !stays(thingOf(option), goal[0]);
    });
  }

  /** All march on, those with the same verb in one run; who has arrived or cannot come nearer is free again. */
  async goOn(): Promise<void> {
    const { table, goals, ready } = this;
    const verbs = new Set(ready.map((option) => goals[this.idOf(thingOf(option))]?.[1] ?? -1));
    for (const verb of verbs) {
      const picks = this.ready.filter((option) => goals[this.idOf(thingOf(option))]?.[1] === verb);
      const hexes = picks.map((option) => this.goalOf(thingOf(option)));
      const told = await table.seat.group(picks, hexes, verb);
      const going = new Set((told?.ends ?? []).map(([unit]) => unit));
      this.forget(picks.map(thingOf).filter((unit) => !going.has(unit)));
      if (told?.steps?.length) await table.run(told.steps);
    }
    const arrived = ready.map(thingOf).filter((unit) => table.column("where", unit) === this.goalOf(unit));
    if (arrived.length) this.forget(arrived);
  }
}
