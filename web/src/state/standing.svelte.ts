/** Standing orders: what a player has said once for all questions of a kind the server answers for him, until he says
 * otherwise. They stand in the order book. */

import type { StandingOrder } from "../net/protocol";
import type { Table } from "./table.svelte";

export class Standing {
  constructor(private readonly table: Table) {}

  /** All orders that stand: the question and what the order is called. */
  get all(): [code: string, label: string][] {
    return this.table.seat.orders.standing;
  }

  give(order: StandingOrder): void {
    const code = this.table.seat.asked?.code;
    if (code) void this.table.seat.order({ standing: [[code, order.name]] });
  }

  cancel(code: string): void {
    void this.table.seat.order({ cancel: [code] });
  }
}
