/** One order to several units: they are chosen together and sent to a hex by one run of answers. */

import type { FallsShort } from "../net/protocol";
import { say } from "../words/words";
import { THING_BITS, thingOf } from "./seat.svelte";
import type { Table } from "./table.svelte";
import { toast } from "./toasts.svelte";

/** Milliseconds for which the pointer rests on a hex before it is asked what an order there would bring. */
const RESTS = 110;
/** So many who fall short are named one by one. */
const NAMED = 2;

/** What an order would bring. */
export interface Preview {
  goal: number;
  /** Units, and where each would end. */
  ends: [number, number][];
  short: FallsShort[];
}

export class Group {
  /** The options that pick the units. */
  picks = $state.raw<number[]>([]);
  /** Where they could go, and how many of them. */
  hexes = $state.raw<Map<number, number>>(new Map());
  /** Shown as ghosts before the order is given. */
  preview = $state.raw<Preview | null>(null);
  /** The verb that sends them, where there are several. */
  verb = $state(-1);
  private waiting = 0;
  /** The hex under the pointer, of which alone a preview is shown. */
  private looking = -1;

  constructor(private readonly table: Table) {}

  get open(): boolean {
    return this.picks.length > 0;
  }

  get units(): number[] {
    return this.picks.map(thingOf);
  }

  /** The verbs by which they can be sent. */
  get verbs(): number[] {
    const pick = (this.picks[0] ?? -1) >> THING_BITS;
    return this.table.data.acts.find((act) => act.pick === pick)?.go ?? [];
  }

  /** The options that pick units which could be sent elsewhere. */
  get pickable(): number[] {
    const verbs = new Set(this.table.data.acts.map(({ pick }) => pick));
    return this.table.ofKind("unit").filter((option) => verbs.has(option >> THING_BITS));
  }

  /** Those of a hex. */
  at(hex: number): number[] {
    return hex >= 0 ? this.pickable.filter((option) => this.table.column("where", thingOf(option)) === hex) : [];
  }

  /** Those of some units. */
  of(units: number[]): number[] {
    const wanted = new Set(units);
    return this.pickable.filter((option) => wanted.has(thingOf(option)));
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

  /** Takes all of their formations along. */
  addFormations(): void {
    const all = this.units.flatMap((unit) => this.table.formations.mates(unit));
    void this.begin([...new Set([...this.picks, ...this.of(all)])]);
  }

  /** Chooses units; where the table changes before it is known where they could go, those that can still be chosen. */
  async begin(wanted: number[], verb = -1): Promise<void> {
    const { seat } = this.table;
    await seat.settled();
    const { rev } = seat;
    const picks = wanted.filter((option) => seat.asked?.options.includes(option));
    if (!picks.length) return seat.why(wanted);
    const told = await seat.group(picks, [], verb);
    if (seat.rev !== rev) return this.begin(wanted, verb);
    if (!told?.hexes) return;
    if (told.taken !== undefined) toast(say("group-taken", { n: told.taken, all: picks.length }));
    this.picks = picks.slice(0, told.taken);
    this.hexes = new Map(told.hexes);
    this.verb = verb;
    this.forget();
  }

  /** Shows where each of them would end, once the pointer rests on a hex. */
  look(hex: number): void {
    if (!this.open || this.looking === hex) return;
    clearTimeout(this.waiting);
    this.looking = hex;
    this.preview = null;
    if (hex >= 0 && this.table.data.hexes[hex]) this.waiting = window.setTimeout(() => void this.foresee(hex), RESTS);
  }

  private async foresee(hex: number): Promise<void> {
    const { seat } = this.table;
    const { rev } = seat;
    const { picks } = this;
    const told = await seat.group(picks, [hex], this.verb);
    if (!told?.ends || seat.rev !== rev || this.picks !== picks || this.looking !== hex) return;
    this.preview = { goal: hex, ends: told.ends, short: told.short ?? [] };
  }

  /** Sends them there, or as near as they come; who falls short is named, with the rule, and marches on next turn. */
  async go(hex: number): Promise<void> {
    const { table, verb, hexes } = this;
    const told = await table.seat.group(this.picks, [hex], verb);
    const short = told?.short ?? [];
    this.tellShort(short);
    if (told && !told.steps?.length && !short.length) toast(say("question-changed"), "", "refused");
    if (!told?.steps?.length) return;
    this.close();
    const far = short.filter((one) => one.far || !hexes.has(hex));
    await table.marches.keep(far.map(({ unit }) => unit), hex, verb);
    await table.run(told.steps);
  }

  private tellShort(short: FallsShort[]): void {
    const [first] = short;
    if (!first) return;
    const named = ({ unit, text }: FallsShort) => say("falls-short", { unit: this.table.unitName(unit), why: text });
    if (short.length <= NAMED) for (const one of short) toast(named(one), one.rule);
    else toast(say("many-fall-short", { n: short.length, why: first.text }), first.rule);
  }

  /** They stay where they are: nobody is asked about them any more in this phase. */
  stay(): void {
    this.table.staying.add(this.units);
    this.close();
  }

  /** What stands on a hex that most of them could reach, but not all; where a few could, the preview tells it. */
  get labels(): Map<number, string> {
    const all = this.picks.length;
    return new Map([...this.hexes].filter(([, many]) => many < all && 2 * many >= all).map(([hex, many]) => [hex, `${many}/${all}`]));
  }

  close(): void {
    this.forget();
    if (this.open) [this.picks, this.hexes, this.verb] = [[], new Map(), -1];
  }

  private forget(): void {
    clearTimeout(this.waiting);
    [this.looking, this.preview] = [-1, null];
  }
}
