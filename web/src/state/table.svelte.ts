/** A table in this window: one seat, or both taken in turn (hot-seat). */

import { untrack } from "svelte";
import { Bend } from "../map/bend.svelte";
import type { TitledSign } from "../map/marks";
import { Overlays } from "../map/overlays.svelte";
import { Weighing } from "../map/weighing.svelte";
import * as api from "../net/api";
import type { GameData } from "../net/gameData";
import type { About, Badge, Kind, LogLine, LogPart, Moment, NotYet, Remaining, Side, Step, Verb } from "../net/protocol";
import { points, say } from "../words/words";
import { Formations } from "./formations";
import { Group } from "./group.svelte";
import { isGuided } from "./guide.svelte";
import { Hints } from "./hints.svelte";
import { LastTime } from "./lastTime";
import { Marches } from "./marches.svelte";
import { NextUnit } from "./nextUnit";
import { joined, onlyPicked, picked } from "./picks";
import { linesBefore, Seat, THING_BITS, thingOf, wholeColumns } from "./seat.svelte";
import { settings } from "./settings.svelte";
import { Standing } from "./standing.svelte";
import { Staying } from "./staying.svelte";
import { toast } from "./toasts.svelte";
import type { Animation } from "./animation.svelte";

const SELDOM_MANY = 400;
/** From so many on, a list is offered by formations too. */
const MANY = 8;
/** A list of targets is no longer than this: otherwise hexes are meant for something else. */
const MOST_TARGETS = 40;

/** One thing a player can do, in words. */
export interface Choice {
  option: number;
  verb: Verb;
  label: string;
}

export class Table {
  seats = $state.raw<Seat[]>([]);
  language = "";
  /** The seat whose turn it is to look, in a hot-seat game. */
  private looking = $state(0);
  /** Whether the table is covered until the other player has sat down. */
  curtain = $state(false);
  hoveredOption = $state<number | null>(null);
  hoveredHex = $state(-1);
  shownAbout = $state.raw<About | null>(null);
  costs = $state.raw<Map<number, number>>(new Map());
  /** The ways to what is offered, by option, where they are drawn before one chooses. */
  paths = $state.raw<Map<number, number[]>>(new Map());
  inspected = $state(-1);
  cursor = $state(-1);
  /** The counter of its stack that the cursor means; -1 for all. */
  cursorUnit = $state(-1);
  hideCounters = $state(false);
  /** Whether a box is drawn on the map to choose units, instead of moving it. */
  boxing = $state(false);
  readonly overlays = new Overlays(this);
  readonly bend = new Bend(this);
  readonly weighing = new Weighing(this);
  readonly hints = new Hints(this);
  readonly group = new Group(this);
  readonly marches = new Marches(this);
  readonly staying = new Staying(this);
  readonly formations = new Formations(this);
  readonly standing = new Standing(this);
  readonly lastTime = new LastTime(this);
  private readonly nextUnit = new NextUnit(this);
  past = $state.raw<{ moment: Moment; columns: Record<string, number[]> } | null>(null);
  rule = $state("");
  /** Ways that are shown on the map while one looks back: what would have been better. */
  better = $state.raw<number[][]>([]);
  /** Set by the map: fly to hexes and flash units. */
  point: (hexes: number[], units: number[]) => void = () => {};
  /** The end of a phase that the player is asked about, because something could still be done. */
  ending = $state.raw<Remaining | null>(null);
  /** Set by the map: puts the cursor on a hex, on one of its units where one is meant, and flies there. */
  goTo: (hex: number, unit: number) => void = () => {};
  private earlier: number[] = [];

  static async open(tokens: string[]): Promise<Table> {
    const table = new Table();
    table.language = untrack(() => settings.language);
    const dataByTable = await Promise.all(tokens.map((token) => api.data(token, table.language)));
    const [first] = dataByTable;
    table.seats = tokens.map((token, index) => {
      const seat = new Seat(token, { ...(first as GameData), side: dataByTable[index]?.side ?? null }, table.language);
      seat.watchesOthers = tokens.length === 1;
      return seat;
    });
    return table;
  }

  async speak(language: string): Promise<void> {
    this.language = language;
    await Promise.all(this.seats.map((seat) => seat.speak(language)));
  }

  leave(): void {
    for (const seat of this.seats) seat.leave();
  }

  get seat(): Seat {
    return this.seats[this.looking] ?? (this.seats[0] as Seat);
  }

  get data(): GameData {
    return this.seat.data;
  }

  get hotSeat(): boolean {
    return this.seats.length > 1;
  }

  /** In a hot-seat game, hands over to whoever must decide now. */
  handOver(): void {
    const asked = this.seat.asked;
    if (!this.hotSeat || !asked || asked.side === this.data.side || this.animation.playing) return;
    const other = this.seats.findIndex((seat) => seat.data.side === asked.side);
    if (other < 0 || this.seats[other]?.asked?.side !== asked.side) return;
    if (asked.curtain && !isGuided(this.data.table)) this.curtain = true;
    else this.looking = other;
  }

  liftCurtain(): void {
    const asked = this.seat.asked;
    const other = this.seats.findIndex((seat) => seat.data.side === asked?.side);
    if (other >= 0) this.looking = other;
    this.curtain = false;
  }

  // --- what is seen ------------------------------------------------------------------------------

  get animation(): Animation {
    return this.seat.animation;
  }

  column(name: string, index: number): number {
    if (this.animation.playing) return this.animation.columns[name]?.[index] ?? this.data.columns[name]?.[1] ?? 0;
    return this.past ? (this.past.columns[name]?.[index] ?? 0) : this.seat.column(name, index);
  }

  /** Units by place: hexes, and boxes with their negative numbers. */
  get stacks(): Map<number, number[]> {
    void this.seat.version;
    void this.animation.version;
    const stacks = new Map<number, number[]>();
    this.data.counters.forEach((_, unit) => {
      const place = this.column("where", unit);
      if (place === -1 || place === -2) return;
      const stack = stacks.get(place);
      if (stack) stack.push(unit);
      else stacks.set(place, [unit]);
    });
    return stacks;
  }

  clock(name: string) {
    if (this.animation.playing) return this.animation.clocks[name];
    return this.past ? this.past.moment.clocks[name] : this.seat.clocks[name];
  }

  /** The marks a counter may bear: whoever is asked about has not acted yet. */
  badgesOf(unit: number): Badge[] {
    const { badges } = this.data.style.counter;
    const acting = !this.past && !this.animation.playing && this.seat.asked?.units.includes(unit);
    return acting ? badges.filter((badge) => !badge.after_act) : badges;
  }

  /** The markers that lie on hexes and hexsides, each with its words. */
  signs: TitledSign[] = $derived.by(() => {
    void [this.seat.version, this.animation.version, this.past];
    return this.data.style.markers.flatMap(({ column, value, label, colour, title }) => {
      const onHex = this.data.columns[column]?.[0] === "hex";
      const many = onHex ? this.data.hexes.length : this.data.hexsides.length;
      const found: TitledSign[] = [];
      for (let at = 0; at < many; at++) {
        if (this.column(column, at) !== value) continue;
        found.push({ label, colour, title, hex: onHex ? at : -1, hexside: onHex ? -1 : at });
      }
      return found;
    });
  });

  sideName(side: Side): string {
    return this.data.sides[side];
  }

  /** What a counter is called in the player's language; empty where there is no such counter. */
  unitName(unit: number): string {
    const name = this.data.counters[unit]?.name ?? "";
    return this.data.words[`name-${name}`] ?? name;
  }

  hexName(hex: number): string {
    const found = this.data.hexes[hex];
    return found ? (found.name ? `${found.name} (${found.label})` : found.label) : "";
  }

  // --- what can be done --------------------------------------------------------------------------

  /** The options of the question while one may answer it. */
  get options(): number[] {
    const shut = this.past || this.curtain || this.animation.playing || !this.seat.deciding;
    return shut ? [] : (this.seat.asked?.options ?? []);
  }

  verbOf(option: number): Verb {
    return this.data.verbs[option >> THING_BITS] as Verb;
  }

  ofKind(kind: Kind, options: number[] = this.options): number[] {
    return options.filter((option) => this.verbOf(option).kind === kind);
  }

  choice(option: number): Choice {
    const verb = this.verbOf(option);
    const thing = thingOf(option);
    const object = {
      nothing: "",
      unit: this.unitName(thing),
      hex: this.hexName(thing),
      hexside: (this.data.hexsides[thing] ?? []).map((hex) => this.hexName(hex)).join(" – "),
      number: String(thing),
      word: verb.words[thing]?.label ?? "",
    }[verb.kind];
    const here = this.seat.asked?.labels?.find(([labelled]) => labelled === option)?.[1];
    const label = here ?? (verb.kind === "word" ? object : [verb.label, object].filter(Boolean).join(" "));
    return { option, verb, label };
  }

  /** The pieces chosen one after another for what is being decided, such as those that attack together. */
  get picked(): number[] {
    return picked(this);
  }

  /** The pieces that take part in it because there was no choice. */
  get joined(): number[] {
    return joined(this);
  }

  /** What remains where a phase can be ended now. */
  get remaining(): Remaining | null {
    const left = this.seat.asked?.remaining;
    return left && this.options.includes(left.option) ? left : null;
  }

  /** The answer that ends a phase: it has a place and a key of its own. */
  get end(): Choice | null {
    return this.remaining ? this.choice(this.remaining.option) : null;
  }

  /** What will end the phase, where something must be done before. */
  get notYet(): NotYet | null {
    return (this.options.length > 0 && this.seat.asked?.not_yet) || null;
  }

  /** Options that have no place on the map: they become buttons. */
  get buttons(): Choice[] {
    const offMap = (option: number) => {
      if (option === this.remaining?.option) return false;
      const verb = this.verbOf(option);
      if (verb.aside && verb.name === "all" && this.gathered.length) return false; // the page takes all along, and remembers whom
      if (verb.kind === "unit") return this.column("where", thingOf(option)) < 0;
      return verb.kind !== "hex" && verb.kind !== "hexside";
    };
    const isBare = (option: number) => ["nothing", "word"].includes(this.verbOf(option).kind);
    const shown = this.options.filter(offMap);
    return [...shown.filter((option) => !isBare(option)), ...shown.filter(isBare)].map((option) => this.choice(option));
  }

  /** The hexes where something can be chosen: units first, then hexes, then hexsides. */
  get offeredHexes(): number[] {
    if (this.group.open) return [...this.group.hexes.keys()];
    const units = this.ofKind("unit").map((option) => this.column("where", thingOf(option)));
    const sides = this.ofKind("hexside").map((option) => this.data.hexsides[thingOf(option)]?.[0] ?? -1);
    return [...new Set([...units, ...this.ofKind("hex").map(thingOf), ...sides])].filter((hex) => hex >= 0);
  }

  /** The hexsides that something can be done with. */
  get sides(): number[] {
    return [...this.ofKind("hexside"), ...this.ofKind("hexside", this.seat.anytime)].map(thingOf);
  }

  /** Those of them around a hex. */
  sidesOf(hex: number): number[] {
    return this.sides.filter((side) => this.data.hexsides[side]?.includes(hex));
  }

  /** Every option that a click on this place could mean. */
  meant(hex: number, unit: number, sides: number[] = []): number[] {
    const onHere = (option: number) => {
      const [kind, thing] = [this.verbOf(option).kind, thingOf(option)];
      if (kind === "unit") return thing === unit || (hex >= 0 && this.column("where", thing) === hex);
      return kind === "hex" ? thing === hex : kind === "hexside" && sides.includes(thing);
    };
    const found = this.options.filter(onHere);
    const ofUnit = found.filter((option) => this.verbOf(option).kind === "unit" && thingOf(option) === unit);
    const others = found.filter((option) => this.verbOf(option).kind !== "unit");
    if (ofUnit.length) return [...ofUnit, ...others];
    return found.length || this.past ? found : this.seat.anytime.filter(onHere);
  }

  /** To the next unit that can still do something, or back to the one before. */
  next(by: 1 | -1): void {
    void this.nextUnit.go(by);
  }

  /** Whether what was chosen last only opened a question that still stands: nothing is lost by taking it back. */
  get onlyPicked(): boolean {
    return onlyPicked(this);
  }

  /** The options of verbs that add to one decision, where there are enough to want all of them. */
  get gathered(): number[] {
    const listed = this.remaining?.hexes ?? [];
    const place = (option: number) => (this.verbOf(option).kind === "hex" ? listed.indexOf(thingOf(option)) : 0);
    const wanted = this.gatherable.filter((option) => place(option) >= 0).sort((one, other) => place(one) - place(other));
    const all = wanted.slice(0, this.seat.asked?.gathers_most || undefined);
    return all.length > 1 ? all : [];
  }

  /** All options that could be added together, listed or not. */
  get gatherable(): number[] {
    const verbs = this.seat.asked?.gathers ?? [];
    return this.options.filter((option) => verbs.includes(option >> THING_BITS));
  }

  /** What can be added, by formation, where it is much. */
  get gatherableFormations(): { name: string; picks: number[] }[] {
    const units = this.ofKind("unit", this.gatherable);
    if (units.length < MANY) return [];
    const found = new Map<string, number[]>();
    for (const option of units) {
      const formation = this.formations.of(thingOf(option));
      if (!formation) continue;
      const name = this.formations.title(formation);
      found.set(name, [...(found.get(name) ?? []), option]);
    }
    return [...found].map(([name, picks]) => ({ name, picks }));
  }

  /** The hexes that could be attacked next, or whatever else is decided hex by hex with dice. */
  get targets(): number[] {
    const { asked } = this.seat;
    if (!asked || asked.units.length || asked.hexes.length || asked.gathers.length || this.ofKind("unit").length) return [];
    const hexes = this.ofKind("hex");
    return hexes.length <= MOST_TARGETS ? hexes : [];
  }

  /** The battles of whoever is asked, since units last moved. */
  get fought(): LogLine[] {
    const moved = this.log.map((line) => (line.way?.length ?? 0) > 1 && !line.display).lastIndexOf(true);
    return this.log.slice(moved + 1).filter((line) => line.display?.kind === "battle" && line.side === this.seat.asked?.side);
  }

  /** The hex where an option lies, or -1. */
  placeOf(option: number): number {
    const [kind, thing] = [this.verbOf(option).kind, thingOf(option)];
    if (kind === "unit") return this.column("where", thing);
    return kind === "hex" ? thing : kind === "hexside" ? (this.data.hexsides[thing]?.[0] ?? -1) : -1;
  }

  /** Adds all that can be added to a decision, or some of it, as far as the rules allow. */
  async gather(picks = this.gathered): Promise<void> {
    if (!picks.length) return;
    const told = await this.seat.group(picks);
    if (told?.steps?.length) await this.run(told.steps);
  }

  /** Answers with an option and remembers what else there was, so that one can think again. */
  async choose(option: number, asked = false): Promise<void> {
    if (this.seat.busy && !(await this.stillMeant(option))) return toast(say("question-changed"), "", "refused");
    const { remaining } = this;
    const open = remaining && (remaining.hexes.length > 0 || remaining.units.some((unit) => !this.staying.has(unit)));
    if (remaining?.option === option && open && settings.askEnd && !asked && !isGuided(this.data.table)) {
      this.ending = remaining;
      return;
    }
    this.ending = null;
    if (!(await this.sure(option))) return;
    const path = await this.bend.pathTo(option);
    if (path === null) return;
    this.lastTime.note(option);
    this.earlier = this.options;
    this.hoveredOption = null;
    await this.seat.answer(option, path);
  }

  /** Whether an answer given while another was on its way belongs to the question that stands then. */
  private async stillMeant(option: number): Promise<boolean> {
    const { seat } = this;
    const meaning = () => JSON.stringify([seat.asked?.code, seat.asked?.units, seat.asked?.hexes]);
    const meant = meaning();
    await seat.settled();
    return this.seat === seat && [...this.options, ...seat.anytime].includes(option) && meaning() === meant;
  }

  /** Gives answers as a run; to think again then means to take all of it back. */
  async run(steps: Step[]): Promise<void> {
    this.earlier = [];
    this.hoveredOption = null;
    await this.seat.run(steps);
  }

  /** Asks again where the player wants to be asked before dice are rolled. */
  private async sure(option: number): Promise<boolean> {
    const { label } = this.choice(option);
    if (!settings.confirmDice || !this.options.includes(option)) return true;
    const rolls = (await this.seat.about(option))?.chances.length;
    return !rolls || confirm(say("dice-sure", { what: label }));
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
      this.data.verbs.forEach((verb, number) => {
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
      if (cost !== undefined) labels.set(thingOf(option), points(cost, this.data.points_in_one));
    }
    return labels;
  }

  async fetchCosts(): Promise<void> {
    const { rev } = this.seat;
    const many = this.ofKind("hex").length;
    const told = many && many < SELDOM_MANY ? await this.seat.costs() : { costs: [], paths: [] };
    if (this.seat.rev !== rev) return;
    this.costs = new Map(told.costs);
    this.paths = new Map(told.paths);
  }

  // --- the past ----------------------------------------------------------------------------------

  async lookBack(to: number, better: number[][] = []): Promise<void> {
    this.better = better;
    if (to >= this.seat.records) {
      this.past = null;
      return;
    }
    const moment = await api.moment(this.seat.token, to, settings.language);
    this.past = { moment, columns: wholeColumns(this.data, moment.columns) };
  }

  /** Shows again what happened from a record on; without one, what the other side did since one's last turn. */
  async showAgain(start = -1): Promise<void> {
    const { start: moment, frames } = await api.clip(this.seat.token, start, settings.language);
    const columns = wholeColumns(this.data, moment.columns);
    const shown = frames.map(({ log: lines, ...frame }) => ({ ...frame, lines, thoughts: [] }));
    await this.animation.run(columns, moment.clocks, moment.at, shown);
  }

  get log(): LogLine[] {
    if (this.animation.playing) return linesBefore(this.seat.log, this.animation.at);
    return this.past ? this.past.moment.log : this.seat.log;
  }

  /** The record from which on nothing is missing in the log; -1 where it is whole. */
  get logFrom(): number {
    return this.past && !this.animation.playing ? this.past.moment.log_from : this.seat.logFrom;
  }

  /** What was said before; nothing where the table has meanwhile become another. */
  async fetchEarlier(): Promise<LogPart | null> {
    const { past, logFrom } = this;
    const found = logFrom < 0 ? null : await this.seat.logBefore(logFrom);
    return past === this.past && logFrom === this.logFrom ? found : null;
  }

  /** Puts earlier lines before those that are known. */
  prepend({ log, log_from }: LogPart): void {
    const { past } = this;
    if (past && !this.animation.playing) this.past = { ...past, moment: { ...past.moment, log: [...log, ...past.moment.log], log_from } };
    else this.seat.prepend({ log, log_from });
  }
}
