/** What others did, shown one after another: the map lags behind the table until it has been seen or skipped. */

import type { Cells, Clock, LogLine, Thought, Walk } from "../net/protocol";
import { decisionsOf, effectsOf, type Effect } from "./effects";
import { effectTime, pauseTime, resultTime, stepTime } from "./settings.svelte";
import { sound } from "./sound";

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
/** Milliseconds for which a result stands where nothing moves; play goes on meanwhile. */
const STILL = 5000;

export class Animation {
  /** Grows with everything that is shown. */
  version = $state(0);
  playing = $state(false);
  /** Whether the last show was broken off; what follows is not shown either, until one has acted oneself. */
  skipped = false;
  /** The last sentence of what is being shown. */
  caption = $state.raw<LogLine | null>(null);
  thoughts = $state.raw<Thought[]>([]);
  /** What dice, a draw or the weather decided, while it is shown. */
  result = $state.raw<LogLine | null>(null);
  /** What came of it. */
  effects = $state.raw<Effect[]>([]);
  at = $state(0);
  clocks = $state.raw<Record<string, Clock>>({});
  columns: Columns = {};
  /** Set by the map: lets counters walk, and looks there. */
  perform: (frame: Frame) => void = () => {};
  /** Set by the map: looks where something is decided. */
  look: (line: LogLine) => void = () => {};
  /** Set by the map: ends all walks at once. */
  cut: () => void = () => {};

  private waiting: Frame[] = [];
  private wake: () => void = () => {};
  private over: Promise<void> = Promise.resolve();
  private fading = 0;

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

  /** Shows what was decided without a movement, while play goes on: the last of it stays for a while. */
  tell(lines: LogLine[], walks: Walk[], where: (unit: number) => number): void {
    this.clear();
    this.result = decisionsOf(lines).at(-1) ?? null;
    this.effects = this.result ? effectsOf(lines, walks, where) : [];
    if (this.result?.display) sound(this.result.display.kind);
    if (this.result) this.fading = setTimeout(() => this.clear(), STILL);
  }

  /** Takes away what is shown of a result. */
  clear(): void {
    clearTimeout(this.fading);
    this.result = null;
    this.effects = [];
  }

  /** The next thing at once. */
  hasten(): void {
    this.wake();
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
    this.clear();
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
      this.thoughts = frame.thoughts;
      await this.decide(frame);
      if (!this.playing) return;
      this.effects = effectsOf(frame.lines, frame.walks, (unit) => this.columns["where"]?.[unit] ?? -1);
      this.apply(frame);
      this.caption = frame.lines.at(-1) ?? this.caption;
      if (this.effects.some(({ kind }) => kind === "loss")) sound("loss");
      this.perform(frame);
      await this.wait(showingTime(frame, this.effects.length > 0));
      if (this.playing) this.clear();
    }
    if (this.playing) this.lower();
  }

  /** Shows the dice before anything comes of them. */
  private async decide({ lines }: Frame): Promise<void> {
    for (const line of decisionsOf(lines)) {
      if (!this.playing || !line.display) return;
      this.result = line;
      this.caption = line;
      this.look(line);
      sound(line.display.kind);
      await this.wait(resultTime(line.display.kind));
    }
  }

  private apply(frame: Frame): void {
    for (const [name, cells] of Object.entries(frame.columns)) {
      const column = (this.columns[name] ??= []);
      for (const [index, value] of cells) column[index] = value;
    }
    this.clocks = frame.clocks;
    this.at = frame.at;
    this.version += 1;
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
function showingTime({ walks, lines }: Frame, effects: boolean): number {
  const longest = Math.max(0, ...walks.map(([, hexes]) => hexes.length - 1));
  return Math.max(longest * stepTime() + (lines.length ? pauseTime() : 0), effects ? effectTime() : 0);
}
