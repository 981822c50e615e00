/** The way of a move, bent by hand: through hexes the player names, priced and checked by the server. */

import type { About, Refusal } from "../net/protocol";
import { thingOf } from "../state/seat.svelte";
import type { Table } from "../state/table.svelte";

export class Bend {
  /** The hexes the way leads through, in this order. */
  stops = $state.raw<number[]>([]);
  /** Whether every hex that is touched is added to the way, instead of being chosen. */
  tracing = $state(false);
  private known = new Map<string, Promise<About | Refusal | null>>();

  constructor(private readonly table: Table) {}

  /** Whether the question is one of going somewhere, where hexes have their price or their ways are drawn. */
  get possible(): boolean {
    return this.table.costLabels.size > 0 || this.table.paths.size > 0;
  }

  get bent(): boolean {
    return this.stops.length > 0;
  }

  /** The option that goes to a hex; where several do, the first that has a price or a way. */
  optionTo(hex: number): number | null {
    return this.table.ofKind("hex").find((option) => thingOf(option) === hex && this.isWay(option)) ?? null;
  }

  private isWay(option: number): boolean {
    return this.table.costs.has(option) || this.table.paths.has(option);
  }

  reset(): void {
    this.stops = [];
    this.tracing = false;
    this.known.clear();
  }

  /** Leads the way through one more hex; where that is not allowed, says why. */
  async add(hex: number): Promise<void> {
    if (!this.possible || hex < 0 || hex === this.stops.at(-1)) return;
    const stops = [...this.stops, hex];
    const option = this.optionTo(hex);
    const told = option === null ? null : await this.ask(option, stops);
    if (told && "code" in told) return this.table.seat.tell(told);
    this.stops = stops;
    this.table.hoveredOption = option;
  }

  back(): void {
    this.stops = this.stops.slice(0, -1);
    const last = this.stops.at(-1);
    this.table.hoveredOption = last === undefined ? null : this.optionTo(last);
  }

  /** What can be known of an option by this way. */
  async about(option: number): Promise<About | null> {
    if (!this.leadsTo(option)) return this.table.seat.about(option);
    const told = await this.ask(option, this.stops);
    return told && "code" in told ? null : told;
  }

  /** The path to take to an option: none of one's own where nothing is bent, null where this way does not lead there. */
  async pathTo(option: number): Promise<number[] | null> {
    if (!this.leadsTo(option)) return [];
    const told = await this.ask(option, this.stops);
    if (told && "code" in told) this.table.seat.tell(told);
    return told && "path" in told ? told.path : null;
  }

  private leadsTo(option: number): boolean {
    return this.bent && this.table.verbOf(option).kind === "hex" && this.isWay(option);
  }

  private ask(option: number, stops: number[]): Promise<About | Refusal | null> {
    const key = [this.table.seat.version, option, ...stops].join();
    const asked = this.known.get(key) ?? this.table.seat.aboutWay(option, stops);
    this.known.set(key, asked);
    return asked;
  }
}
