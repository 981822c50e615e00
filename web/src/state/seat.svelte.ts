/** One seat at a table: what it sees, what it is asked, and how it answers. */

import * as api from "../net/api";
import { Live } from "../net/live";
import type { GameData } from "../net/gameData";
import type {
  About,
  Answer,
  Asked,
  Cells,
  ChangeMessage,
  Clock,
  Commands,
  Group,
  LogLine,
  LogPart,
  LookRequest,
  Orders,
  OrdersRequest,
  Presence,
  Refusal,
  Reply,
  Request,
  Step,
  TableMessage,
  Thinking,
  Thought,
  Verdict,
  Walk,
  Offer,
} from "../net/protocol";
import { say } from "../words/words";
import { Animation, type Frame } from "./animation.svelte";
import { decisionsOf } from "./effects";
import { settings } from "./settings.svelte";
import { toast } from "./toasts.svelte";

export const THING_BITS = 16;
export const thingOf = (option: number) => option & ((1 << THING_BITS) - 1);

/** Who is here: it comes with every message about the table. */
type Present = Omit<Presence, "is">;

export class Seat {
  /** Grows with every message; what is drawn from columns depends on it. */
  version = $state(0);
  rev = $state(0);
  clocks = $state.raw<Record<string, Clock>>({});
  asked = $state.raw<Asked | null>(null);
  anytime = $state.raw<number[]>([]);
  undoable = $state(0);
  redoable = $state(0);
  picks = $state.raw<[number, number][]>([]);
  /** The units that joined them, because there was no choice. */
  joined = $state.raw<number[]>([]);
  /** What undo would take back, in words. */
  undoes = $state("");
  /** Where in the sequence of play one is. */
  stages = $state.raw<string[]>([]);
  /** What is known of the log: everything from the record `logFrom` on. */
  log = $state.raw<LogLine[]>([]);
  logFrom = $state(-1);
  /** How many records nobody can take back. */
  settledRecords = $state(0);
  over = $state.raw<Verdict | null>(null);
  records = $state(0);
  presence = $state.raw<Present>({ presence: [0, 0], watching: 0, draw: null, undo: null, players: ["", ""], thinking: null, automatic: [true, true], log_check: "", time: null });
  /** What the computer said last of what it considers. */
  thinking = $state.raw<Thinking | null>(null);
  connected = $state(false);
  /** Why the link leads nowhere; empty while it leads somewhere. */
  closed = $state("");
  busy = $state(false);

  columns: Record<string, number[]> = {};
  readonly animation = new Animation();
  /** Set by the table: whether what the other side does is shown step by step. */
  watchesOthers = true;
  /** The order book of this seat's side. */
  orders = $state.raw<Omit<Orders, "is">>({ marches: [], standing: [] });
  /** Who of this side has which formations, where several play it. */
  commands = $state.raw<Omit<Commands, "is">>({ own: 0, formations: [], commands: [], units: [] });
  /** Set by the map: lets one's own counters walk. */
  walk: (walks: Walk[]) => void = () => {};
  data = $state.raw() as GameData;
  private live: Live;
  private sent: Promise<Answer> | null = null;
  private abouts = new Map<number, Promise<About | null>>();

  constructor(
    readonly token: string,
    data: GameData,
    language: string,
  ) {
    this.data = data;
    this.live = new Live(token, language, {
      table: (message) => this.takeTable(message),
      change: (message) => this.takeChange(message),
      presence: (message) => this.takePresence(message),
      thinking: (message) => (this.thinking = message),
      orders: (message) => (this.orders = message),
      commands: (message) => (this.commands = message),
      connected: (is) => (this.connected = is),
      closed: (text) => (this.closed = text),
      refused: (refusal) => toast(refusal.text, refusal.rule, "refused"),
    });
  }

  /** Everything in another language; what has no words stays. */
  async speak(language: string): Promise<void> {
    this.data = { ...this.data, ...(await api.gameWords(this.token, language)) };
    this.live.speak(language);
  }

  /** Whether questions with a single answer answer themselves at this seat. */
  answerAlone(on: boolean): void {
    if (this.data.side !== null) void this.live.ask({ do: "automatic", on });
  }

  leave(): void {
    this.live.close();
  }

  get deciding(): boolean {
    return this.asked !== null && this.asked.side === this.data.side;
  }

  column(name: string, index: number): number {
    return this.columns[name]?.[index] ?? this.data.columns[name]?.[1] ?? 0;
  }

  // --- asking and answering ----------------------------------------------------------------------

  /** Answers with an option; where the route matters, along a path. */
  answer = (option: number, path: number[] = []) =>
    this.act((rev) => {
      if (!this.asked?.options.includes(option)) return { do: "anytime", rev, option };
      return path.length ? { do: "answer", rev, option, path } : { do: "answer", rev, option };
    });
  /** Gives answer after answer, as far as nothing comes between. */
  run = (steps: Step[]) => this.act((rev) => ({ do: "run", rev, steps }));
  undo = () => this.act((rev) => ({ do: "undo", rev }));
  redo = () => this.act((rev) => ({ do: "redo", rev }));
  claim = () => this.act((rev) => ({ do: "claim", rev }));
  giveTime = (hours: number) => this.act((rev) => ({ do: "give_time", rev, hours }));
  resign = () => this.act((rev) => ({ do: "resign", rev }));
  backTo = (record: number) => this.act((rev) => ({ do: "back", rev, to: record }));
  takeBack = (option: number) => this.act((rev) => ({ do: "take_back", rev, option }));
  /** Has done with the phase, or not yet; the commander-in-chief can end it for all. */
  ready = (on: boolean, all = false) => this.act((rev) => ({ do: "ready", rev, on, all }));
  draw = (offer: Offer) => this.act((rev) => ({ do: "draw", rev, offer }));
  /** Asks the other side to let this one take back its last answer, or says whether it may. */
  askBack = (offer: Offer) => this.act((rev) => ({ do: "ask_back", rev, offer }));

  /** What can be known of an option; asked once for each state of the table. */
  about(option: number): Promise<About | null> {
    const known = this.abouts.get(option);
    if (known) return known;
    const asked = this.live.ask({ do: "about", option }).then((reply) => (reply.is === "reply" && reply.about) || null);
    this.abouts.set(option, asked);
    return asked;
  }

  /** Writes in the order book; what is in it then is heard before this is done. */
  async order(orders: Omit<OrdersRequest, "do">): Promise<void> {
    const reply = await this.live.ask({ do: "orders", ...orders });
    if (reply.is === "refused") this.tell(reply);
  }

  /** What was said before a record; nothing where that cannot be known now. */
  async logBefore(record: number): Promise<LogPart | null> {
    const reply = await this.live.ask({ do: "log", before: record });
    return reply.is === "reply" && reply.log ? { log: reply.log, log_from: reply.log_from ?? -1 } : null;
  }

  /** The same by way of some hexes, or why there is no such way. */
  async aboutWay(option: number, stops: number[]): Promise<About | Refusal | null> {
    const reply = await this.live.ask({ do: "about", option, path: stops });
    if (reply.is === "refused") return reply;
    return (reply.is === "reply" && reply.about) || null;
  }

  /** Looks at something besides the table. */
  async query(what: LookRequest): Promise<Reply | null> {
    const reply = await this.live.ask(what);
    return reply.is === "reply" ? reply : null;
  }

  async costs(): Promise<{ costs: [number, number][]; paths: [number, number[]][] }> {
    const reply = await this.live.ask({ do: "costs" });
    return { costs: [], paths: [], ...(reply.is === "reply" ? reply : {}) };
  }

  /** Where the units that some options pick could go; or how to send each to its goal, or all to one. */
  async group(options: number[], goals: number[] = [], go = -1): Promise<Group | null> {
    const reply = await this.live.ask({ do: "group", options, goals, go });
    if (reply.is === "refused") this.tell(reply);
    return (reply.is === "reply" && reply.group) || null;
  }

  /** Says why none of some options is offered. */
  async why(options: number[]): Promise<void> {
    const reply = await this.live.ask({ do: "why", options });
    if (reply.is === "refused") this.tell(reply);
  }

  /** Until what was sent last has been answered: a quick hand may click before. */
  async settled(): Promise<void> {
    while (this.sent) await this.sent;
  }

  /** Sends what changes the table, one after another. */
  private async act(request: (rev: number) => Request): Promise<boolean> {
    while (this.sent) await this.sent; // here, for several may wait: the next to go on must see that one has been sent
    this.busy = true;
    this.sent = this.live.ask(request(this.rev));
    const reply = await this.sent;
    this.sent = null;
    this.busy = false;
    if (reply.is !== "refused") {
      if (reply.is === "done" && reply.refusal) this.tell(reply.refusal);
      return true;
    }
    this.tell(reply);
    if (reply.code === "error") void this.live.ask({ do: "sync" });
    return false;
  }

  tell(refusal: Refusal): void {
    toast(refusal.code === "connection-lost" ? say("connection-lost") : refusal.text, refusal.rule, "refused");
  }

  /** Earlier lines of the log have come. */
  prepend({ log, log_from }: LogPart): void {
    this.log = [...log, ...this.log];
    this.logFrom = log_from;
  }

  // --- hearing -----------------------------------------------------------------------------------

  private takeTable(message: TableMessage): void {
    this.columns = wholeColumns(this.data, message.columns);
    this.log = message.log;
    this.logFrom = message.log_from;
    this.takeRest(message);
  }

  private takeChange(message: ChangeMessage): void {
    const own = this.deciding || !this.watchesOthers;
    if (own || this.data.side === null) this.animation.skipped = false;
    const wanted = settings.speed !== "off" && !document.hidden && !this.animation.skipped;
    const ahead = message.cut >= this.records;
    const shown = wanted && ahead && (!own || decisionsOf(message.log).length > 0);
    const { columns, clocks, records } = this;
    if (shown) {
      const frames = framesOf(message, this.records, this.thinking?.thoughts ?? []);
      for (const frame of frames) this.animation.add({ columns, clocks, records }, frame);
    } else {
      this.animation.skip();
      this.animation.tell(ahead ? message.log : [], message.walks, (unit) => this.column("where", unit));
    }
    for (const [name, cells] of Object.entries(message.columns)) {
      const column = (this.columns[name] ??= []);
      for (const [index, value] of cells) column[index] = value;
    }
    this.log = [...linesBefore(this.log, message.cut), ...message.log];
    this.takeRest(message);
    if (!shown && message.walks.length) this.walk(message.walks);
  }

  private takePresence(message: Present): void {
    const declined = this.presence.draw === this.data.side && this.data.side !== null && message.draw === null;
    if (declined && !this.over) toast(say("draw-declined"));
    const kept = this.presence.undo === this.data.side && this.data.side !== null && message.undo === null;
    if (kept && !this.over) toast(say("undo-ended"));
    if (message.thinking === null && !this.thinking?.trouble) this.thinking = null;
    this.presence = message;
  }

  private takeRest(message: TableMessage | ChangeMessage): void {
    this.abouts.clear();
    this.rev = message.rev;
    this.clocks = message.clocks;
    this.asked = message.asked;
    this.anytime = message.anytime;
    this.undoable = message.undoable;
    this.redoable = message.redoable;
    this.picks = message.picks;
    this.joined = message.joined;
    this.undoes = message.undoes;
    this.stages = message.stages;
    this.settledRecords = message.settled;
    this.over = message.over;
    this.records = message.records;
    this.takePresence(message);
    if (message.asked && !message.players[message.asked.side]) this.thinking = null;
    this.version += 1;
  }
}

/** The lines of the records before one. */
export function linesBefore(log: LogLine[], record: number): LogLine[] {
  let end = log.length;
  while (end && (log[end - 1]?.record ?? -1) >= record) end -= 1;
  return log.slice(0, end);
}

/** What is shown of a change: each answer of a run after the other, or all of it at once. */
function framesOf(message: ChangeMessage, before: number, thoughts: Thought[]): Frame[] {
  const { records: at, columns, clocks, walks, log: lines } = message;
  if (!message.frames?.length) return [{ at, columns, clocks, walks, lines, thoughts }];
  let first = before;
  return message.frames.map((frame) => {
    const told = lines.filter(({ record = -1 }) => record >= first && record < frame.at);
    first = frame.at;
    return { ...frame, lines: told, thoughts: frame.thoughts ?? [] };
  });
}

/** Columns as rows of numbers, with what the game data says where nothing has changed. */
export function wholeColumns(data: GameData, sent: Record<string, number[] | Cells>): Record<string, number[]> {
  const sizes = { unit: data.counters.length, hex: data.hexes.length, hexside: data.hexsides.length };
  return Object.fromEntries(
    Object.entries(sent).map(([name, values]) => {
      const [owner, start] = data.columns[name] ?? ["unit", 0];
      if (owner === "unit") return [name, values as number[]];
      const row = new Array<number>(sizes[owner]).fill(start);
      for (const [index, value] of values as Cells) row[index] = value;
      return [name, row];
    }),
  );
}
