/** One order to several units: they are chosen together and sent to a hex by one run of answers. */

import { say } from "../words/words";
import { THING_BITS, thingOf } from "./seat.svelte";
import type { Table } from "./table.svelte";
import { toast } from "./toasts.svelte";

export class Group {
  /** The options that pick the units. */
  picks = $state.raw<number[]>([]);
  /** Where they could go, and how many of them. */
  hexes = $state.raw<Map<number, number>>(new Map());

  constructor(private readonly table: Table) {}

  get open(): boolean {
    return this.picks.length > 0;
  }

  get units(): number[] {
    return this.picks.map(thingOf);
  }

  /** The options that pick the units of a hex which could be sent elsewhere. */
  at(hex: number): number[] {
    const verbs = new Set(this.table.data.acts.map(([pick]) => pick));
    const here = (option: number) => hex >= 0 && this.table.column("where", thingOf(option)) === hex;
    return this.table.ofKind("unit").filter((option) => verbs.has(option >> THING_BITS) && here(option));
  }

  /** Adds the units of another hex, or leaves them out again; whether there are any. */
  add(hex: number): boolean {
    const here = this.at(hex);
    if (!here.length) return false;
    const others = this.picks.filter((option) => !here.includes(option));
    const picks = others.length < this.picks.length ? others : [...others, ...here];
    if (picks.length) void this.begin(picks);
    else this.close();
    return true;
  }

  async begin(picks: number[]): Promise<void> {
    const { seat } = this.table;
    const { rev } = seat;
    const told = await seat.group(picks);
    if (!told?.hexes || seat.rev !== rev) return;
    if (told.taken !== undefined) toast(say("group-taken", { n: told.taken, all: picks.length }));
    this.picks = picks.slice(0, told.taken);
    this.hexes = new Map(told.hexes);
  }

  /** Sends them there; whoever cannot go is named, with the rule. */
  async go(hex: number): Promise<void> {
    const { seat } = this.table;
    const told = await seat.group(this.picks, hex);
    for (const { unit, text, rule } of told?.short ?? []) toast(say("falls-short", { unit: this.table.unitName(unit), why: text }), rule);
    if (!told?.steps?.length) return;
    this.close();
    await this.table.run(told.steps);
  }

  /** What stands on a hex that not all of them could reach. */
  get labels(): Map<number, string> {
    const all = this.picks.length;
    return new Map([...this.hexes].filter(([, many]) => many < all).map(([hex, many]) => [hex, `${many}/${all}`]));
  }

  close(): void {
    if (this.open) [this.picks, this.hexes] = [[], new Map()];
  }
}
