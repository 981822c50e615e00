/** What others did, shown one after another: the map lags behind the table until it has been seen or skipped. */

import type { Cells, Clock, LogLine, Thought, Walk } from "../net/protocol";
import { pauseTime, stepTime } from "./settings.svelte";

/** One thing that happened. */
export interface Frame {
  /** How many records there were afterwards. */
  at: number;
  columns: Record<string, Cells>;
  clocks: Record<string, Clock>;
  walks: Walk[];
  lines: LogLine[];
  /** What the computer considered when it did this. */
  thoughts: Thought[];
}

export type Columns = Record<string, number[]>;

const MOST_WAITING = 400;

export class Animation {
  /** Grows with everything that is shown. */
  version = $state(0);
  playing = $state(false);
  /** Whether the last show was broken off; what follows is not shown either, until one has acted oneself. */
  skipped = false;
  /** The last sentence of what is being shown. */
  caption = $state.raw<LogLine | null>(null);
  thoughts = $state.raw<Thought[]>([]);
  at = $state(0);
  clocks = $state.raw<Record<string, Clock>>({});
  columns: Columns = {};
  /** Set by the map: lets counters walk, and looks there. */
  perform: (frame: Frame) => void = () => {};
  /** Set by the map: ends all walks at once. */
  cut: () => void = () => {};

  private waiting: Frame[] = [];
  private wake: () => void = () => {};
  private over: Promise<void> = Promise.resolve();

  /** Shows something that has just happened to a table that stood so. */
  add(before: { columns: Columns; clocks: Record<string, Clock>; records: number }, frame: Frame): void {
    if (!this.playing) this.raise(before.columns, before.clocks, before.records);
    this.waiting.push(frame);
    if (this.waiting.length > MOST_WAITING) this.skip();
  }

  /** Shows a whole clip; resolves when it is over or was skipped. */
  run(columns: Columns, clocks: Record<string, Clock>, at: number, frames: Frame[]): Promise<void> {
    this.skip();
    this.raise(columns, clocks, at);
    this.waiting.push(...frames);
    return this.over;
  }

  /** Everything has been seen. */
  skip(): void {
    if (!this.playing) return;
    this.skipped = true;
    this.lower();
    this.wake();
  }

  private lower(): void {
    this.waiting = [];
    this.playing = false;
    this.caption = null;
    this.version += 1;
    this.cut();
  }

  private raise(columns: Columns, clocks: Record<string, Clock>, at: number): void {
    this.columns = Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, [...values]]));
    this.clocks = clocks;
    this.at = at;
    this.playing = true;
    this.skipped = false;
    this.version += 1;
    this.over = this.play();
  }

  private async play(): Promise<void> {
    await Promise.resolve();
    for (let frame = this.waiting.shift(); frame && this.playing; frame = this.waiting.shift()) {
      for (const [name, cells] of Object.entries(frame.columns)) {
        const column = (this.columns[name] ??= []);
        for (const [index, value] of cells) column[index] = value;
      }
      this.clocks = frame.clocks;
      this.at = frame.at;
      this.thoughts = frame.thoughts;
      this.caption = frame.lines.at(-1) ?? this.caption;
      this.version += 1;
      this.perform(frame);
      await this.wait(showingTime(frame));
    }
    if (this.playing) this.lower();
  }

  private wait(time: number): Promise<void> {
    if (!time) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, time);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** Long enough to walk every way and to read what is said. */
function showingTime({ walks, lines }: Frame): number {
  const longest = Math.max(0, ...walks.map(([, hexes]) => hexes.length - 1));
  return longest * stepTime() + (lines.length ? pauseTime() : 0);
}
