/** Standing orders: what a player has said once for all questions of a kind is answered for him, until he says otherwise. */

import type { StandingOrder } from "../net/protocol";
import { keep, kept } from "./keeping";
import type { Table } from "./table.svelte";

const KEY = "ardennes-standing";
/** By the name of the question: the name of the order, and what it is called. */
type Orders = Record<string, [name: string, label: string]>;

export class Standing {
  private changed = $state(0);

  constructor(private readonly table: Table) {}

  private get orders(): Orders {
    void this.changed;
    return kept<Orders>(KEY, this.table.seat) ?? {};
  }

  /** All orders that stand: the question and what the order is called. */
  get all(): [code: string, label: string][] {
    return Object.entries(this.orders).map(([code, [, label]]) => [code, label]);
  }

  give(order: StandingOrder): void {
    const code = this.table.seat.asked?.code;
    if (!code) return;
    keep<Orders>(KEY, this.table.seat, { ...this.orders, [code]: [order.name, order.label] });
    this.changed += 1;
  }

  cancel(code: string): void {
    keep<Orders>(KEY, this.table.seat, Object.fromEntries(Object.entries(this.orders).filter(([other]) => other !== code)));
    this.changed += 1;
  }

  /** What is to be answered now without asking; -1 for nothing. */
  get answer(): number {
    const { asked } = this.table.seat;
    const order = asked && this.table.options.length ? this.orders[asked.code] : undefined;
    const found = asked?.standing.find(({ name }) => name === order?.[0]);
    return found?.option ?? -1;
  }
}
