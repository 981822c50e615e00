/** Attacks that are weighed without being declared, by either side and at any time. */

import type { Fight, Step, WhatIf } from "../net/protocol";
import { thingOf } from "../state/seat.svelte";
import { settings } from "../state/settings.svelte";
import type { Table } from "../state/table.svelte";

export class Weighing {
  fights = $state.raw<Fight[]>([]);
  /** Which of them is open; -1 for none. */
  at = $state(-1);
  told = $state.raw<WhatIf | null>(null);
  private wanted: number[] | undefined;

  constructor(private readonly table: Table) {}

  get open(): boolean {
    return this.at >= 0;
  }

  /** The attacks on a hex and from it. */
  async around(hex: number): Promise<Fight[]> {
    if (hex < 0 || this.table.past) return [];
    return (await this.table.seat.query({ do: "fights", hex }))?.fights ?? [];
  }

  /** What to expect if all attack a hex who can: a look before it is chosen. */
  async glance(hex: number): Promise<WhatIf | null> {
    const { side, counters } = this.table.data;
    const enemies = this.table.stacks.get(hex)?.some((unit) => counters[unit]?.side !== side);
    if (side === null || !enemies) return null;
    const fights = await this.around(hex);
    if (!fights.some(([attacker, target]) => attacker === side && target === hex)) return null;
    return (await this.table.seat.query({ do: "what_if", side, hex }))?.what_if ?? null;
  }

  async weigh(fights: Fight[], at: number): Promise<void> {
    this.fights = fights;
    this.at = at;
    this.wanted = undefined;
    await this.refresh();
  }

  close(): void {
    this.at = -1;
    this.told = null;
  }

  /** The answers that declare the attack as it is weighed, up to its dice; none where it cannot be declared now. */
  get declaration(): number[] {
    const { table, told } = this;
    if (!told || told.side !== table.data.side) return [];
    const target = table.ofKind("hex").find((option) => thingOf(option) === told.target);
    return target === undefined ? [] : [target, ...told.chosen];
  }

  async declare(): Promise<void> {
    const { declaration, told } = this;
    const lone = settings.automatic && told?.choices.flatMap(({ options }) => options).length === 1; // it joins by itself
    const steps: Step[] = (lone ? declaration.slice(0, 1) : declaration).map((option) => [option]);
    if (!steps.length) return;
    this.close();
    await this.table.run(steps);
  }

  /** Lets something take part, or no longer. */
  async toggle(option: number): Promise<void> {
    const chosen = this.told?.chosen ?? [];
    this.wanted = chosen.includes(option) ? chosen.filter((other) => other !== option) : [...chosen, option];
    await this.refresh();
  }

  /** Asks again: another attack, others who take part, or a table that has changed. */
  async refresh(): Promise<void> {
    const fight = this.fights[this.at];
    if (!fight) return;
    const [side, hex] = fight;
    const options = this.wanted;
    const reply = await this.table.seat.query({ do: "what_if", side, hex, ...(options && { options }) });
    if (this.fights[this.at] !== fight || this.wanted !== options) return;
    this.told = reply?.what_if ?? null;
    if (!this.told) this.close();
  }
}
