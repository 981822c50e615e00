/** As last time: who took part in the last decision of a kind about the same hex, or with the same units. */

import { keep, kept } from "./keeping";
import { thingOf } from "./seat.svelte";
import type { Table } from "./table.svelte";

const KEY = "ardennes-last-time";
const MOST = 60;

/** Of one decision: the question, the hexes it was about, and the options that were picked for it. */
interface Made {
  code: string;
  hexes: number[];
  picks: number[];
}

export class LastTime {
  constructor(private readonly table: Table) {}

  private get made(): Made[] {
    return kept<Made[]>(KEY, this.table.seat) ?? [];
  }

  /** Notes what has been picked, before the decision is made. */
  note(option: number): void {
    const { asked } = this.table.seat;
    const { picked } = this.table;
    if (!asked?.gathers.length || this.table.verbOf(option).kind !== "nothing" || !picked.length) return;
    const made: Made = { code: asked.code, hexes: [...asked.hexes], picks: picked };
    keep(KEY, this.table.seat, [made, ...this.made].slice(0, MOST));
  }

  /** Of those who took part last time, the options that pick them now: by the same hex, or else by who takes part. */
  get again(): number[] {
    const { table } = this;
    const { asked } = table.seat;
    if (!asked?.gathers.length || !table.options.length) return [];
    const alike = this.made.filter(({ code }) => code === asked.code);
    const taking = new Set(table.picked.map(thingOf));
    const same = alike.find(({ hexes }) => hexes.some((hex) => asked.hexes.includes(hex))) ?? alike.find(({ picks }) => picks.some((pick) => taking.has(thingOf(pick))));
    const wanted = new Set(same?.picks ?? []);
    return table.options.filter((option) => wanted.has(option));
  }

  async repeat(): Promise<void> {
    await this.table.run(this.again.map((option) => [option]));
  }
}
