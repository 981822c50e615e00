/** Which overlays are on, and what they show now. The server works them out; nothing is asked while none is on. */

import type { FrontLayer, OverlayInfo, OverlayLayer } from "../net/protocol";
import { settings } from "../state/settings.svelte";
import type { Table } from "../state/table.svelte";
import { say } from "../words/words";
import { SIDE_INKS, type Drawn } from "./layers";

const KEY = "ardennes-overlays";
const CONTROL = "control";
const AREA = "area:";
const NEUTRAL = "#2b2b2b";
const FRONT_INK = "#8c1d2c";
const AREA_PATTERNS = ["dots", "falling", "rising"] as const;

type Layers = (OverlayLayer | FrontLayer)[];

export class Overlays {
  on = $state.raw<string[]>(kept());
  /** Whether their list is open. */
  open = $state(false);
  private shown = $state.raw<Map<string, Layers>>(new Map());
  private line = $state.raw<OverlayLayer | null>(null);
  private tickets = 0;
  private lines = new Map<number, Promise<OverlayLayer | null>>();

  constructor(private readonly table: Table) {}

  /** All there are at this table: the game's, and the areas and holders its style declares. */
  get listed(): OverlayInfo[] {
    const { style, overlays } = this.table.data;
    return [
      ...(style.control ? [{ name: CONTROL, title: say("control"), lines: false }] : []),
      ...overlays,
      ...style.areas.map((area) => ({ name: AREA + area.area, title: area.title, lines: false })),
    ];
  }

  isOn(name: string): boolean {
    return this.on.includes(name);
  }

  get control(): boolean {
    return this.isOn(CONTROL);
  }

  toggle(name: string): void {
    this.on = this.isOn(name) ? this.on.filter((other) => other !== name) : [...this.on, name];
    localStorage.setItem(KEY, JSON.stringify(this.on));
  }

  /** Switches the overlay with this place in the list. */
  toggleAt(place: number): void {
    const found = this.listed[place];
    if (found) this.toggle(found.name);
  }

  private get veiled(): boolean {
    return this.table.past !== null || this.table.curtain || this.table.animation.playing;
  }

  /** Asks for what is on; called when that or the table has changed. */
  async refresh(): Promise<void> {
    const ticket = ++this.tickets;
    this.lines.clear();
    if (this.veiled) this.line = null;
    const { seat, data } = this.table;
    const names = data.overlays.map(({ name }) => name).filter((name) => this.isOn(name));
    const asked = this.veiled ? [] : names;
    const found = await Promise.all(
      asked.map(async (name) => [name, (await seat.query({ do: "overlay", name }))?.overlay ?? []] as const),
    );
    if (ticket === this.tickets) this.shown = new Map(found);
  }

  /** The supply line of the unit pointed at, where the overlay it goes with is on. */
  async refreshLine(unit: number): Promise<void> {
    const wanted = unit >= 0 && !this.veiled && this.table.data.overlays.some(({ name, lines }) => lines && this.isOn(name));
    if (!wanted) {
      this.line = null;
      return;
    }
    const ticket = this.tickets;
    const known = this.lines.get(unit) ?? this.table.seat.query({ do: "line", unit }).then((reply) => reply?.line ?? null);
    this.lines.set(unit, known);
    const line = await known;
    if (ticket === this.tickets) this.line = line;
  }

  /** What the legend says of one overlay. */
  legend(name: string): Drawn[] {
    const layers = this.drawnOf(name);
    const lines = this.table.data.overlays.some((info) => info.name === name && info.lines);
    return lines && this.line ? [...layers, drawn(this.line)] : layers;
  }

  /** Everything that is on, in the order it is painted. */
  get drawn(): Drawn[] {
    if (this.veiled) return [];
    const layers = this.listed.flatMap(({ name }) => this.drawnOf(name));
    return this.line ? [...layers, drawn(this.line)] : layers;
  }

  private drawnOf(name: string): Drawn[] {
    if (!this.isOn(name)) return [];
    if (name.startsWith(AREA)) return this.area(name.slice(AREA.length));
    return (this.shown.get(name) ?? []).map((layer) => (layer.pattern === "front" ? front(layer) : drawn(layer)));
  }

  private area(name: string): Drawn[] {
    const { style, areas } = this.table.data;
    const at = style.areas.findIndex(({ area }) => area === name);
    const found = style.areas[at];
    if (!found) return [];
    const pattern = AREA_PATTERNS[at % AREA_PATTERNS.length] ?? "dots";
    return [{ ...BLANK, title: found.title, colour: found.colour, pattern, hexes: areas[name] ?? [] }];
  }
}

const BLANK: Drawn = {
  title: "",
  rule: "",
  colour: NEUTRAL,
  pattern: "ring",
  hexes: [],
  labels: [],
  amounts: [],
  hexsides: [],
  units: [],
  sign: "",
  lines: [],
};

function drawn(layer: OverlayLayer): Drawn {
  return { ...BLANK, ...layer, colour: layer.side === null ? NEUTRAL : SIDE_INKS[layer.side] };
}

function front({ date, time, lines }: FrontLayer): Drawn {
  const title = say(time === "dawn" ? "front-dawn" : "front-evening", { date: longDay(date) });
  return { ...BLANK, title, colour: FRONT_INK, pattern: "front", lines };
}

function longDay(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(settings.language, { dateStyle: "long", timeZone: "UTC" });
}

/** What was on when the page was last open; at first, who holds what. */
function kept(): string[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? `["${CONTROL}"]`) as string[];
  } catch {
    return [CONTROL];
  }
}
