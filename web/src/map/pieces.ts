/** Counters on the map: how much of them is drawn at a zoom, how stacks lie, and which one a pointer is over. */

import type { Counter } from "../net/protocol";
import type { Camera, Spot } from "./camera";
import { CounterSprites, GLOW_EDGE, SHADOW, stateOf, type CounterState } from "./counters";
import type { HexMap } from "./hexmap";
import { paintSign } from "./layers";
import type { Scene } from "./mapview";
import { paintPlates } from "./plates";

/** Pixels of a hex below which a stack is a plain block, and those from which its counters leave room around them. */
const BLOCKS = 20;
const CLOSE = 40;
/** Width of a counter in hexes, close up and from afar, where it must be read rather than the ground. */
const [SHARE_CLOSE, SHARE_FAR] = [0.6, 0.85];
/** Width of a block, by how many units stand there. */
const BLOCK_SHARES = [0.55, 0.75, 0.95];
const STACK_STEP = 0.09;
const ZOOM_STEP = 1.25;
const SMALLEST_SIGNED = 14;
/** Counters of a stack that are drawn smaller than this are not told apart by pointing: the whole stack is meant. */
const SMALLEST_PICKED = 26;
/** Milliseconds of a picture in which new counters may be painted, while the map moves and while it lies still. */
const [TIME_MOVING, TIME_STILL] = [4, 12];
/** Where so many can be chosen, a glow tells nothing: what cannot be chosen stands back instead. */
const MOST_GLOWING = 60;
/** How much is seen of a counter that is not there yet. */
const GHOST = 0.6;
const [CHOSEN, OFFERED] = ["#2f7fd6", "#ffb01f"];

type Pen = CanvasRenderingContext2D;

export class Pieces {
  private readonly sprites: CounterSprites;
  private states = new Map<number, CounterState>();
  private shown: Scene | null = null;
  private unfinished = false;
  private deadline = 0;
  /** How many formations are named. */
  plates = 0;

  constructor(
    private readonly map: HexMap,
    private readonly counters: Counter[],
  ) {
    this.sprites = new CounterSprites(counters);
  }

  /** The hex and the counter a spot lies on; no counter where a stack is meant, null where there is neither. */
  at(spot: Spot, scene: Scene, camera: Camera): [hex: number, unit: number] | null {
    if (scene.hideCounters) return null;
    const wide = this.wide(scene, camera);
    const whole = wide * camera.scale < SMALLEST_PICKED;
    for (const [hex, units] of scene.stacks) {
      if (hex < 0) continue;
      for (let index = units.length - 1; index >= 0; index--) {
        const { x, y } = this.spot(hex, index, units.length);
        if (Math.abs(spot.x - x) <= wide / 2 && Math.abs(spot.y - y) <= wide / 2) {
          return [hex, units.length > 1 && whole ? -1 : (units[index] ?? -1)];
        }
      }
    }
    return null;
  }

  /** Draws all that is in sight, in pixels; whether every counter could be painted in time. */
  draw(pen: Pen, scene: Scene, camera: Camera, ratio: number, walking: Map<number, Spot>, still: boolean): boolean {
    if (scene !== this.shown) this.states.clear();
    this.shown = scene;
    this.unfinished = false;
    this.deadline = performance.now() + (still ? TIME_STILL : TIME_MOVING);
    const blocks = this.map.size * camera.scale < BLOCKS;
    const size = Math.max(8, Math.round(this.wide(scene, camera) * camera.scale * ratio));
    const place = (unit: number, spot: Spot) => {
      if (!camera.sees(spot, this.map.size)) return;
      const { x, y } = camera.toScreen(spot);
      const [px, py] = [Math.round(x * ratio - size / 2), Math.round(y * ratio - size / 2)];
      this.drawCounter(pen, unit, px, py, size, scene, still);
    };
    const block = (units: number[], spot: Spot) => {
      const { x, y } = camera.toScreen(spot);
      const share = BLOCK_SHARES[Math.min(units.length, BLOCK_SHARES.length) - 1] ?? 1;
      if (camera.sees(spot, this.map.size)) this.drawBlock(pen, units, x * ratio, y * ratio, share * this.map.size * camera.scale * ratio, scene);
    };
    for (const [hex, units] of scene.stacks) {
      if (hex < 0) continue;
      if (blocks) block(units.filter((unit) => !walking.has(unit)), this.map.centre(hex));
      else units.forEach((unit, index) => walking.has(unit) || place(unit, this.spot(hex, index, units.length)));
    }
    if (blocks) this.plates = paintPlates(pen, scene.plates, camera, ratio, (hex) => this.map.centre(hex));
    else this.plates = 0;
    for (const [unit, spot] of walking) blocks ? block([unit], spot) : place(unit, spot);
    this.drawGhosts(pen, scene, (unit, spot) => (blocks ? block([unit], spot) : place(unit, spot)));
    return !this.unfinished;
  }

  /** Units where an order would take them, as one sees through them. */
  private drawGhosts(pen: Pen, scene: Scene, place: (unit: number, spot: Spot) => void): void {
    const ends = new Map<number, number[]>();
    for (const [unit, hex] of scene.marks.ghosts) ends.set(hex, [...(ends.get(hex) ?? []), unit]);
    pen.globalAlpha = GHOST;
    for (const [hex, units] of ends) units.forEach((unit, index) => place(unit, this.spot(hex, index, units.length)));
    pen.globalAlpha = 1;
  }

  /** The width of a counter in kilometres. */
  private wide(scene: Scene, camera: Camera): number {
    const pixels = this.map.size * camera.scale;
    const far = Math.min(1, Math.max(0, (1.5 * CLOSE - pixels) / (0.5 * CLOSE)));
    return this.map.size * scene.counterSize * (SHARE_CLOSE + (SHARE_FAR - SHARE_CLOSE) * far);
  }

  private spot(hex: number, index: number, count: number): Spot {
    const { x, y } = this.map.centre(hex);
    const shift = (index - (count - 1) / 2) * STACK_STEP * this.map.size * Math.min(1, 3 / count);
    return { x: x + shift, y: y - shift };
  }

  private drawCounter(pen: Pen, unit: number, x: number, y: number, size: number, scene: Scene, still: boolean): void {
    const counter = this.counters[unit];
    if (!counter) return;
    let state = this.states.get(unit);
    if (!state) {
      state = stateOf(counter, (name) => scene.column(name, unit), scene.badges(unit));
      this.states.set(unit, state);
    }
    const painted = still ? size : stepped(size);
    const hasTime = performance.now() < this.deadline;
    const sprite = this.sprites.sprite(unit, state, painted, scene.safeColours, hasTime);
    const sharp = sprite?.width === Math.ceil(painted * (1 + SHADOW));
    if (!sharp) this.unfinished = true;
    if (!sprite) return this.drawBlock(pen, [unit], x + size / 2, y + size / 2, size, scene);
    pen.drawImage(sprite, x, y, size * (1 + SHADOW), size * (1 + SHADOW));
    const sign = scene.signs.get(unit);
    if (sign && size >= SMALLEST_SIGNED) paintSign(pen, sign, x, y, size);
    const glow = glowOf(unit, scene);
    if (glow) {
      const edge = size * GLOW_EDGE;
      pen.drawImage(this.sprites.glow(glow, painted), x - edge, y - edge, size + 2 * edge, size + 2 * edge);
    } else if (standsBack(unit, counter, scene)) {
      pen.fillStyle = "rgb(40 34 28 / 0.4)";
      pen.beginPath();
      pen.roundRect(x, y, size, size, size * 0.1);
      pen.fill();
    }
  }

  /** A stack from afar: the colour of its topmost counter, the larger the more stand there. */
  private drawBlock(pen: Pen, units: number[], x: number, y: number, size: number, scene: Scene): void {
    const counter = this.counters[units.at(-1) ?? -1];
    if (!counter) return;
    const [left, top] = [Math.round(x - size / 2), Math.round(y - size / 2)];
    const wide = Math.max(3, Math.round(size));
    const glow = units.map((unit) => glowOf(unit, scene)).find(Boolean);
    pen.fillStyle = glow ?? "rgb(20 16 12 / 0.85)";
    const edge = glow ? 2 : 1;
    pen.fillRect(left - edge, top - edge, wide + 2 * edge, wide + 2 * edge);
    pen.fillStyle = this.sprites.colour(counter, scene.safeColours);
    pen.fillRect(left, top, wide, wide);
    if (!glow && units.every((unit) => standsBack(unit, counter, scene))) {
      pen.fillStyle = "rgb(40 34 28 / 0.4)";
      pen.fillRect(left, top, wide, wide);
    }
  }
}

function glowOf(unit: number, { marks }: Scene): string {
  if (marks.chosen.has(unit)) return CHOSEN;
  return marks.units.size < MOST_GLOWING && marks.units.has(unit) ? OFFERED : "";
}

/** One's own counters that cannot be chosen, while others can. */
function standsBack(unit: number, counter: Counter, { marks }: Scene): boolean {
  return marks.dim && counter.side === marks.dimSide && !marks.units.has(unit) && !marks.chosen.has(unit);
}

/** The size a counter's picture is made at while one zooms: in steps, for making them takes time. */
function stepped(size: number): number {
  return Math.round(ZOOM_STEP ** Math.ceil(Math.log(size) / Math.log(ZOOM_STEP)));
}
