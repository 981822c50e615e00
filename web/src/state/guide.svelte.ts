/** The guided first turn: which step is shown, and whether what was done leads on. */

import * as api from "../net/api";
import type { GuideStep } from "../net/protocol";
import { keepOwnSides } from "./ownSeats";
import { go, seatAddress } from "./route.svelte";
import { thingOf } from "./seat.svelte";
import type { Table } from "./table.svelte";

const KEY = "ardennes-guided";

interface Progress {
  step: number;
  /** How many records there were when each step began. */
  begun: number[];
}

function kept(): Record<string, Progress> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Progress>;
  } catch {
    return {};
  }
}

export function isGuided(table: string): boolean {
  return table in kept();
}

/** Lays out a table for the guided first turn of a game and sits down at it. */
export async function startGuide(game: string, name: string): Promise<void> {
  const made = await api.newTable({ game, scenario: "", options: [], guide: true, name, players: ["", ""], automatic: true });
  keepOwnSides(made.id, [0, 1]);
  localStorage.setItem(KEY, JSON.stringify({ ...kept(), [made.id]: { step: 0, begun: [0] } }));
  go(seatAddress([...made.seats]));
}

export class Guide {
  steps = $state.raw<GuideStep[]>([]);
  private progress = $state<Progress>({ step: 0, begun: [0] });
  over = $state(false);

  constructor(private readonly table: Table) {
    this.progress = kept()[table.data.table] ?? { step: 0, begun: [0] };
    void api.guide(table.data.game.id).then(({ steps }) => (this.steps = steps));
  }

  get number(): number {
    return this.progress.step;
  }

  get step(): GuideStep | undefined {
    return this.steps[this.progress.step];
  }

  /** Whether what stands at the table is not what the step speaks of. */
  get astray(): boolean {
    return this.step !== undefined && !this.fits(this.step);
  }

  /** The option a step asks for, as far as it is offered now. */
  option(step: GuideStep): number | undefined {
    const { table } = this;
    const is = (option: number) => {
      const verb = table.verbOf(option);
      if (step.button) return verb.name === step.button;
      const thing = thingOf(option);
      if (step.unit && verb.kind === "unit") return table.data.counters[thing]?.id === step.unit;
      const hexes = verb.kind === "hexside" ? (table.data.hexsides[thing] ?? []) : verb.kind === "hex" ? [thing] : [];
      return step.hex !== "" && hexes.some((hex) => table.data.hexes[hex]?.label === step.hex);
    };
    return table.options.find(is);
  }

  private fits(step: GuideStep): boolean {
    const { asked } = this.table.seat;
    if (step.at.length && !step.at.includes(asked?.code ?? "")) return false;
    return !step.act || this.option(step) !== undefined;
  }

  /** The table has changed: goes on where what was waited for is done, and back where it was undone. Before the table has
   * been heard of, nothing is. */
  follow(): void {
    const { records, version } = this.table.seat;
    const { step, begun } = this.progress;
    if (this.over || !version || !this.steps.length) return;
    let now = step;
    while (now > 0 && records < (begun[now] ?? 0)) now -= 1;
    if (now < step) {
      this.goTo(now, begun[now] ?? 0);
      return;
    }
    const current = this.steps[now];
    if (!current?.act || records <= (begun[now] ?? 0) || this.fits(current)) return;
    const next = this.steps.findIndex((other, index) => index > now && this.fits(other));
    if (next >= 0) this.goTo(next, records);
  }

  next(): void {
    if (this.progress.step >= this.steps.length - 1) this.end();
    else this.goTo(this.progress.step + 1, this.table.seat.records);
  }

  end(): void {
    this.over = true;
    const { [this.table.data.table]: _, ...others } = kept();
    localStorage.setItem(KEY, JSON.stringify(others));
  }

  private goTo(step: number, records: number): void {
    const begun = this.progress.begun.slice(0, step);
    while (begun.length < step) begun.push(records);
    this.progress = { step, begun: [...begun, records] };
    localStorage.setItem(KEY, JSON.stringify({ ...kept(), [this.table.data.table]: this.progress }));
  }
}
