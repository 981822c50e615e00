/** What would you do? A hint from the server, and following it. */

import * as api from "../net/api";
import type { Hint } from "../net/protocol";
import { say } from "../words/words";
import { thingOf } from "./seat.svelte";
import { settings } from "./settings.svelte";
import type { Table } from "./table.svelte";
import { toast } from "./toasts.svelte";

export class Hints {
  told = $state.raw<Hint | null>(null);
  asking = $state(false);
  /** The moment the hint is for; it is worth nothing at another. */
  private version = -1;

  constructor(private table: Table) {}

  get open(): boolean {
    return (this.asking || this.told !== null) && this.version === this.table.seat.version;
  }

  get possible(): boolean {
    return this.table.options.length > 1 && !this.table.data.rated;
  }

  async ask(): Promise<void> {
    if (this.asking || !this.possible) return;
    const { seat } = this.table;
    [this.asking, this.told, this.version] = [true, null, seat.version];
    try {
      const told = await api.hint(seat.token, settings.language);
      if (seat.version !== this.version) return;
      this.told = told;
      this.show(told.options);
    } catch (error) {
      toast(error instanceof Error ? error.message : say("reconnecting"), "", "refused");
    } finally {
      this.asking = false;
    }
  }

  /** Points at the pieces and places the steps are about. */
  show(options: number[]): void {
    const things = (kind: string) => options.filter((option) => this.table.verbOf(option).kind === kind).map(thingOf);
    this.table.point(things("hex"), things("unit"));
  }

  /** The first hex that the steps are about. */
  get hex(): number | undefined {
    const places = (this.told?.options ?? []).map((option) => {
      const kind = this.table.verbOf(option).kind;
      return kind === "hex" ? thingOf(option) : kind === "unit" ? this.table.column("where", thingOf(option)) : -1;
    });
    return places.find((hex) => hex >= 0);
  }

  /** Does the steps of the hint as one run; the last one by itself where the player wants to be asked before it. */
  async follow(): Promise<void> {
    const options = this.told?.options ?? [];
    this.close();
    const alone = settings.askEnd || settings.confirmDice ? options.slice(-1) : [];
    const together = options.slice(0, options.length - alone.length);
    if (together.length) await this.table.run(together.map((option) => [option]));
    for (const option of alone) if (this.table.options.includes(option)) await this.table.choose(option);
  }

  close(): void {
    this.told = null;
    this.version = -1;
  }
}
