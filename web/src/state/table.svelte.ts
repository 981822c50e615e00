/** A table in this window: one seat, or both taken in turn (hot-seat). */

import * as api from "../net/api";
import type { About, Kind, Kit, LogLine, Moment, Side, Verb } from "../net/messages";
import { points } from "../words/words";
import { Seat, THING_BITS, thingOf, wholeColumns, type Step } from "./seat.svelte";
import { settings } from "./settings.svelte";

const SELDOM_MANY = 400;

/** One thing a player can do, in words. */
export interface Choice {
  option: number;
  verb: Verb;
  label: string;
}

export class Table {
  seats = $state.raw<Seat[]>([]);
  /** The seat whose turn it is to look, in a hot-seat game. */
  private looking = $state(0);
  /** Whether the table is covered until the other player has sat down. */
  curtain = $state(false);
  hoveredOption = $state<number | null>(null);
  hoveredHex = $state(-1);
  shownAbout = $state.raw<About | null>(null);
  costs = $state.raw<Map<number, number>>(new Map());
  inspected = $state(-1);
  cursor = $state(-1);
  hideCounters = $state(false);
  areas = $state<Record<string, boolean>>({});
  showControl = $state(true);
  past = $state.raw<{ moment: Moment; columns: Record<string, number[]> } | null>(null);
  rule = $state("");
  /** Set by the map: fly to hexes and flash units. */
  point: (hexes: number[], units: number[]) => void = () => {};
  private earlier: number[] = [];

  static async open(tokens: string[], onSteps: (steps: Step[]) => void): Promise<Table> {
    const table = new Table();
    const seats = tokens.map((token, index) =>
      Seat.open(token, settings.language, (steps) => index === table.looking && onSteps(steps)),
    );
    table.seats = await Promise.all(seats);
    return table;
  }

  leave(): void {
    for (const seat of this.seats) seat.leave();
  }

  get seat(): Seat {
    return this.seats[this.looking] ?? (this.seats[0] as Seat);
  }

  get kit(): Kit {
    return this.seat.kit;
  }

  get hotSeat(): boolean {
    return this.seats.length > 1;
  }

  /** In a hot-seat game, hands over to whoever must decide now. */
  handOver(): void {
    const asked = this.seat.asked;
    if (!this.hotSeat || !asked || asked.side === this.kit.side) return;
    const other = this.seats.findIndex((seat) => seat.kit.side === asked.side);
    if (other < 0 || this.seats[other]?.rev !== this.seat.rev) return;
    if (this.kit.secrets) this.curtain = true;
    else this.looking = other;
  }

  liftCurtain(): void {
    const asked = this.seat.asked;
    const other = this.seats.findIndex((seat) => seat.kit.side === asked?.side);
    if (other >= 0) this.looking = other;
    this.curtain = false;
  }

  // --- what is seen ------------------------------------------------------------------------------

  column(name: string, index: number): number {
    return this.past ? (this.past.columns[name]?.[index] ?? 0) : this.seat.column(name, index);
  }

  /** Units by place: hexes, and boxes with their negative numbers. */
  get stacks(): Map<number, number[]> {
    void this.seat.version;
    const stacks = new Map<number, number[]>();
    this.kit.counters.forEach((_, unit) => {
      const place = this.column("where", unit);
      if (place === -1 || place === -2) return;
      const stack = stacks.get(place);
      if (stack) stack.push(unit);
      else stacks.set(place, [unit]);
    });
    return stacks;
  }

  clock(name: string) {
    return this.past ? this.past.moment.clocks[name] : this.seat.clocks[name];
  }

  sideName(side: Side): string {
    return this.kit.sides[side];
  }

  hexName(hex: number): string {
    const found = this.kit.hexes[hex];
    return found ? (found.name ? `${found.name} (${found.label})` : found.label) : "";
  }

  // --- what can be done --------------------------------------------------------------------------

  /** The options of the question while one may answer it. */
  get options(): number[] {
    return this.past || this.curtain || !this.seat.deciding ? [] : (this.seat.asked?.options ?? []);
  }

  verbOf(option: number): Verb {
    return this.kit.verbs[option >> THING_BITS] as Verb;
  }

  ofKind(kind: Kind, options: number[] = this.options): number[] {
    return options.filter((option) => this.verbOf(option).kind === kind);
  }

  choice(option: number): Choice {
    const verb = this.verbOf(option);
    const thing = thingOf(option);
    const object = {
      nothing: "",
      unit: this.kit.counters[thing]?.name ?? "",
      hex: this.hexName(thing),
      hexside: (this.kit.hexsides[thing] ?? []).map((hex) => this.hexName(hex)).join(" – "),
      number: String(thing),
      word: verb.words[thing]?.label ?? "",
    }[verb.kind];
    return { option, verb, label: verb.kind === "word" ? object : [verb.label, object].filter(Boolean).join(" ") };
  }

  /** Options that have no place on the map: they become buttons. */
  get buttons(): Choice[] {
    const offMap = (option: number) => {
      const verb = this.verbOf(option);
      if (verb.kind === "unit") return this.column("where", thingOf(option)) < 0;
      return verb.kind !== "hex" && verb.kind !== "hexside";
    };
    return this.options.filter(offMap).map((option) => this.choice(option));
  }

  /** Every option that a click on this place could mean. */
  meant(hex: number, unit: number, side: number): number[] {
    const onHere = (option: number) => {
      const [kind, thing] = [this.verbOf(option).kind, thingOf(option)];
      if (kind === "unit") return thing === unit || (hex >= 0 && this.column("where", thing) === hex);
      return kind === "hex" ? thing === hex : kind === "hexside" && thing === side;
    };
    const found = this.options.filter(onHere);
    const ofUnit = found.filter((option) => this.verbOf(option).kind === "unit" && thingOf(option) === unit);
    const others = found.filter((option) => this.verbOf(option).kind !== "unit");
    if (ofUnit.length) return [...ofUnit, ...others];
    return found.length || this.past ? found : this.seat.anytime.filter(onHere);
  }

  /** Answers with an option and remembers what else there was, so that one can think again. */
  async choose(option: number): Promise<void> {
    this.earlier = this.options;
    this.hoveredOption = null;
    await this.seat.answer(option);
  }

  /** Takes the last pick back and picks something else that was offered with it; whether that was possible. */
  async reconsider(hex: number, unit: number): Promise<boolean> {
    const last = this.seat.picks.at(-1)?.[1];
    const other = this.earlier.find((option) => {
      const [kind, thing] = [this.verbOf(option).kind, thingOf(option)];
      return (kind === "unit" && thing === unit) || (kind === "hex" && thing === hex && unit < 0);
    });
    if (last === undefined || other === undefined || !this.earlier.includes(last)) return false;
    if (this.verbOf(last) !== this.verbOf(other)) return false;
    const undone = await this.seat.undo();
    return undone && other !== last ? this.seat.answer(other) : undone;
  }

  /** Asks why nothing can be done here, best guesses first. */
  async askWhy(hex: number, unit: number): Promise<void> {
    const offered = new Set(this.options.map((option) => option >> THING_BITS));
    const guesses: number[] = [];
    for (const wanted of [true, false]) {
      this.kit.verbs.forEach((verb, number) => {
        if (offered.has(number) !== wanted) return;
        if (verb.kind === "unit" && unit >= 0) guesses.push((number << THING_BITS) + unit);
        if (verb.kind === "hex" && hex >= 0) guesses.push((number << THING_BITS) + hex);
      });
    }
    if (guesses.length) await this.seat.why(guesses);
  }

  /** The costs of what can be reached, by hex. */
  get costLabels(): Map<number, string> {
    const labels = new Map<number, string>();
    for (const option of this.ofKind("hex")) {
      const cost = this.costs.get(option);
      if (cost !== undefined) labels.set(thingOf(option), points(cost, this.kit.points_in_one));
    }
    return labels;
  }

  async fetchCosts(): Promise<void> {
    const { rev } = this.seat;
    const many = this.ofKind("hex").length;
    const costs = many && many < SELDOM_MANY ? await this.seat.costs() : new Map<number, number>();
    if (this.seat.rev === rev) this.costs = costs;
  }

  // --- the past ----------------------------------------------------------------------------------

  async lookBack(to: number): Promise<void> {
    if (to >= this.seat.records) {
      this.past = null;
      return;
    }
    const moment = await api.moment(this.seat.token, to);
    this.past = { moment, columns: wholeColumns(this.kit, moment.columns) };
  }

  get log(): LogLine[] {
    return this.past ? this.past.moment.log : this.seat.log;
  }
}
