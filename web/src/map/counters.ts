/** Counters as small pictures: colour of the formation, NATO symbol, numbers and marks. */

import type Milsymbol from "milsymbol";
import type { Badge, Counter, FaceText } from "../net/protocol";

const INK = "#1d1a17";
const PALE = "#fbf6ea";
const LAND_UNIT = "10";
/** Noughts alone say nothing about a counter. */
const NOTHING = /^0(-0)*$/;
/** Smaller counters show their symbol alone, and those below the second size symbol and strength. */
const [TINY, SMALL] = [20, 34];
/** Pictures kept for each counter: a few sizes of the zoom that was left last. */
const SPRITES_EACH = 4;
const FEWEST_SPRITES = 400;
const MOST_GLOWS = 60;
/** How far the shadow of a counter falls beyond it, in counters. */
export const SHADOW = 0.06;
/** How far a glow reaches beyond its counter, in counters. */
export const GLOW_EDGE = 0.25;
const SAFE_COLOURS = ["#c9b07a", "#7fa8d1"];

export interface CounterState {
  texts: { label: string; top: string; left: string; right: string; bottom: string };
  badges: Badge[];
}

let milsymbol: typeof Milsymbol | null = null;

/** The symbols are a large library of their own; it is fetched once, before the first counter. */
export async function loadSymbols(): Promise<void> {
  milsymbol = (await import("milsymbol")).default;
}

/** What stands on a counter now. */
export function stateOf(counter: Counter, column: (name: string) => number, badges: Badge[]): CounterState {
  const read = (text: FaceText) => {
    const words = text.map((part) => (typeof part === "string" ? part : part.sides ? sideUp(part.sides, column(part.column)) : number(counter, part.column, column))).join("");
    return NOTHING.test(words) ? "" : words;
  };
  const { label, top, left, right, bottom } = counter.face;
  return {
    texts: { label: read(label), top: read(top), left: read(left), right: read(right), bottom: read(bottom) },
    badges: badges.filter((badge) => column(badge.column) > 0),
  };
}

/** The side of a counter with so many steps, of those from full strength down; the first where it has none. */
function sideUp(sides: string[], steps: number): string {
  return sides[sides.length - steps] ?? sides[0] ?? "";
}

/** What a column says now; a counter that waits beside the map shows what is printed on it. */
function number(counter: Counter, name: string, column: (name: string) => number): string {
  const waiting = column("where") < 0;
  return String(column(name) || (waiting && counter.printed[name]) || 0);
}

/** Pictures of counters. Counters that look alike share one; of those not needed for long the oldest is dropped. */
export class CounterSprites {
  private sprites = new Map<string, HTMLCanvasElement>();
  /** The last picture of each look, of whatever size. */
  private latest = new Map<string, HTMLCanvasElement>();
  private symbols = new Map<string, HTMLCanvasElement>();
  private glows = new Map<string, HTMLCanvasElement>();
  private readonly most: number;

  constructor(private readonly counters: Counter[]) {
    this.most = Math.max(FEWEST_SPRITES, SPRITES_EACH * counters.length);
  }

  /** The picture of a counter at a size in pixels; its shadow lies beyond. Where there is no time to paint one, the last
   * of another size, or none. */
  sprite(unit: number, state: CounterState, size: number, safeColours: boolean, hasTime = true): HTMLCanvasElement | null {
    const counter = this.counters[unit];
    if (!counter) return null;
    const look = `${lookOf(counter, state, size)};${safeColours}`;
    const key = `${look};${size}`;
    const known = this.sprites.get(key);
    if (known) {
      this.sprites.delete(key);
      this.sprites.set(key, known);
      return known;
    }
    if (!hasTime) return this.latest.get(look) ?? null;
    const made = document.createElement("canvas");
    made.width = made.height = Math.ceil(size * (1 + SHADOW));
    const pen = made.getContext("2d");
    if (pen) this.paint(pen, counter, state, size, safeColours);
    this.sprites.set(key, made);
    this.latest.set(look, made);
    for (const kept of [this.sprites, this.latest]) {
      const [oldest] = kept.keys();
      if (kept.size > this.most && oldest !== undefined) kept.delete(oldest);
    }
    return made;
  }

  /** A shining frame around a counter; painted once for each size, for blurring is slow. */
  glow(colour: string, size: number): HTMLCanvasElement {
    const key = `${colour};${size}`;
    const known = this.glows.get(key);
    if (known) return known;
    if (this.glows.size > MOST_GLOWS) this.glows.clear();
    const made = document.createElement("canvas");
    made.width = made.height = Math.round(size * (1 + 2 * GLOW_EDGE));
    const pen = made.getContext("2d");
    if (pen) {
      pen.lineWidth = Math.max(2, size * 0.06);
      pen.strokeStyle = pen.shadowColor = colour;
      pen.shadowBlur = size * 0.16;
      pen.beginPath();
      pen.roundRect(size * GLOW_EDGE, size * GLOW_EDGE, size, size, size * 0.1);
      pen.stroke();
    }
    this.glows.set(key, made);
    return made;
  }

  /** The colour of a counter's cardboard. */
  colour(counter: Counter, safe: boolean): string {
    return safe ? (SAFE_COLOURS[counter.side] ?? PALE) : counter.face.colour;
  }

  private paint(pen: CanvasRenderingContext2D, counter: Counter, state: CounterState, size: number, safe: boolean): void {
    const colour = this.colour(counter, safe);
    const ink = luminance(colour) > 0.18 ? INK : PALE;
    plate(pen, size, colour);
    if (counter.face.stand_in) {
      paintBack(pen, size, ink);
    } else if (size < TINY) {
      this.paintSymbol(pen, counter, ink, size, 0.14, 0.16, 0.72, 0.68);
    } else if (size < SMALL) {
      this.paintSymbol(pen, counter, ink, size, 0.14, 0.04, 0.72, 0.52);
      pen.fillStyle = ink;
      write(pen, state.texts.bottom, 0.5, 0.78, 0.4, size, 700, 0.94);
    } else {
      const { label, top, left, right, bottom } = state.texts;
      this.paintSymbol(pen, counter, ink, size, 0.2, 0.17, 0.6, 0.47);
      pen.fillStyle = ink;
      write(pen, label, 0.5, 0.135, 0.155, size, 600);
      write(pen, top, 0.5, 0.26, 0.12, size, 600);
      write(pen, left, 0.115, 0.42, 0.13, size, 700, 0.17);
      write(pen, right, 0.885, 0.42, 0.13, size, 700, 0.17);
      write(pen, bottom, 0.5, 0.82, 0.27, size, 700);
    }
    if (safe) sideMark(pen, counter.side, ink, size);
    state.badges.slice(0, 3).forEach((badge, index) => paintBadge(pen, badge, index, size));
  }

  private paintSymbol(
    pen: CanvasRenderingContext2D,
    counter: Counter,
    ink: string,
    size: number,
    x: number,
    y: number,
    width: number,
    height: number,
  ): void {
    const { symbol, echelon } = counter.face;
    if (!symbol) return;
    if (!/^[\d-]+$/.test(symbol)) {
      pen.fillStyle = ink;
      write(pen, symbol, x + width / 2, y + height / 2, height, size, 700);
      return;
    }
    const drawn = this.symbol(symbol, echelon || "00", ink, Math.max(24, Math.round(size * 0.6)));
    if (!drawn) return;
    const scale = Math.min((width * size) / drawn.width, (height * size) / drawn.height);
    const [w, h] = [drawn.width * scale, drawn.height * scale];
    pen.imageSmoothingQuality = "high";
    pen.drawImage(drawn, (x + width / 2) * size - w / 2, (y + height) * size - h, w, h);
  }

  /** A NATO symbol: six digits say what it is, four more modify it; `01-` before them means air. */
  private symbol(code: string, echelon: string, ink: string, size: number): HTMLCanvasElement | null {
    const key = `${code};${echelon};${ink};${size}`;
    const known = this.symbols.get(key);
    if (known || !milsymbol) return known ?? null;
    const [set, digits] = code.includes("-") ? (code.split("-") as [string, string]) : [LAND_UNIT, code];
    const sidc = `1003${set}00${echelon}${digits.padEnd(10, "0")}`;
    const drawn = new milsymbol.Symbol(sidc, {
      size,
      fill: false,
      monoColor: ink,
      strokeWidth: 9,
      infoFields: false,
    }).asCanvas();
    this.symbols.set(key, drawn);
    return drawn;
  }
}

/** What tells one picture from another; small ones leave out what would tell two battalions apart. */
function lookOf({ side, face }: Counter, { texts, badges }: CounterState, size: number): string {
  const words = size < TINY ? "" : size < SMALL ? texts.bottom : Object.values(texts).join("|");
  const marks = badges.map((badge) => badge.column).join();
  return `${side};${face.colour};${face.symbol};${face.echelon};${face.stand_in};${size < TINY};${size < SMALL};${words};${marks}`;
}

/** The cardboard: a bevelled square of the formation's colour, with its shadow. */
function plate(pen: CanvasRenderingContext2D, size: number, colour: string): void {
  const line = Math.max(1, size * 0.022);
  pen.beginPath();
  pen.roundRect(size * 0.03, size * 0.045, size, size, size * 0.1);
  pen.fillStyle = "rgb(20 14 8 / 0.35)";
  pen.fill();
  pen.beginPath();
  pen.roundRect(line / 2, line / 2, size - line, size - line, size * 0.1);
  pen.fillStyle = colour;
  pen.fill();
  const light = pen.createLinearGradient(0, 0, 0, size);
  light.addColorStop(0, "rgb(255 255 255 / 0.28)");
  light.addColorStop(0.5, "rgb(255 255 255 / 0)");
  light.addColorStop(1, "rgb(0 0 0 / 0.14)");
  pen.fillStyle = light;
  pen.fill();
  pen.lineWidth = line;
  pen.strokeStyle = "rgb(20 16 12 / 0.75)";
  pen.stroke();
}

/** A counter that lies face down. */
function paintBack(pen: CanvasRenderingContext2D, size: number, ink: string): void {
  pen.save();
  pen.globalAlpha = 0.16;
  pen.strokeStyle = ink;
  pen.lineWidth = size * 0.05;
  pen.beginPath();
  pen.roundRect(0, 0, size, size, size * 0.1);
  pen.clip();
  for (let at = -size; at < size; at += size * 0.16) {
    pen.moveTo(at, 0);
    pen.lineTo(at + size, size);
  }
  pen.stroke();
  pen.restore();
  pen.fillStyle = ink;
  write(pen, "?", 0.5, 0.52, 0.6, size, 700);
}

/** A shape beside the colour, for eyes that do not tell colours apart. */
function sideMark(pen: CanvasRenderingContext2D, side: number, ink: string, size: number): void {
  pen.fillStyle = ink;
  pen.beginPath();
  if (side === 0) {
    pen.rect(size * 0.06, size * 0.86, size * 0.09, size * 0.09);
  } else {
    pen.arc(size * 0.105, size * 0.905, size * 0.05, 0, 2 * Math.PI);
  }
  pen.fill();
}

function paintBadge(pen: CanvasRenderingContext2D, badge: Badge, index: number, size: number): void {
  const [x, y, radius] = [size * (0.87 - 0.22 * index), size * 0.13, size * 0.125];
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fillStyle = badge.colour;
  pen.fill();
  pen.lineWidth = Math.max(1, size * 0.015);
  pen.strokeStyle = PALE;
  pen.stroke();
  pen.fillStyle = PALE;
  write(pen, badge.label, x / size, y / size, 0.17, size, 700);
}

function write(
  pen: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  tall: number,
  size: number,
  weight: number,
  widest = 0.9,
): void {
  if (!text) return;
  pen.font = `${weight} ${tall * size}px 'Source Sans Pro', sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(text, x * size, (y + tall * 0.04) * size, widest * size);
}

function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  return 0.2126 * (r ?? 0) ** 2.2 + 0.7152 * (g ?? 0) ** 2.2 + 0.0722 * (b ?? 0) ** 2.2;
}
