/** Drag and drop: what is taken up with the pointer, and what letting it go means. */

import { thingOf } from "../state/seat.svelte";
import type { Table } from "../state/table.svelte";

export class Dragging {
  private from = -1;
  /** Until what was taken up is chosen at the table. */
  private taken: Promise<void> = Promise.resolve();

  constructor(private readonly table: Table) {}

  /**
   * The units that go with the pointer: those chosen together, the one that is on its way, or one that can be picked. A
   * finger takes up only what is chosen already, for it moves the map otherwise.
   */
  grab(hex: number, unit: number, touch: boolean): number[] {
    const { table } = this;
    this.from = hex;
    if (!table.options.length || hex < 0) return [];
    const { group } = table;
    if (group.open) return group.units.some((one) => table.column("where", one) === hex) ? group.units : [];
    const moving = table.seat.asked?.units.filter((one) => table.column("where", one) === hex) ?? [];
    if (moving.length === 1 && table.costLabels.size) return moving;
    const picks = group.at(hex).filter((option) => unit < 0 || thingOf(option) === unit);
    if (touch || !picks.length) return [];
    const [only] = picks;
    this.taken = picks.length === 1 && only !== undefined ? table.choose(only) : group.begin(picks);
    return picks.map(thingOf);
  }

  /** What is let go over a hex goes there; `choose` is what a click there would do. */
  async drop(hex: number, choose: () => Promise<unknown>): Promise<unknown> {
    const { table } = this;
    await this.taken;
    await table.seat.settled();
    if (hex >= 0 && hex !== this.from) return choose();
    if (table.group.open) table.group.close();
    else if (table.onlyPicked) await table.seat.undo();
  }
}
