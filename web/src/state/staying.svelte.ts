/** Units of which the player has said that they stay where they are, as long as the phase lasts: a mark, no rule. */

import type { Table } from "./table.svelte";

export class Staying {
  private units = $state.raw<Set<number>>(new Set());
  private phase = $state("");

  constructor(private readonly table: Table) {}

  private get now(): string {
    return `${this.table.seat.stages.join()} ${String(this.table.clock("turn"))} ${this.table.seat.asked?.code}`;
  }

  has(unit: number): boolean {
    return this.phase === this.now && this.units.has(unit);
  }

  add(units: number[]): void {
    const before = this.phase === this.now ? [...this.units] : [];
    [this.units, this.phase] = [new Set([...before, ...units]), this.now];
  }

  remove(units: number[]): void {
    this.units = new Set([...this.units].filter((unit) => !units.includes(unit)));
  }
}
