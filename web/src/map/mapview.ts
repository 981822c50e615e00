/** The map on the screen: cached ground, marks, counters. Redraws only when something has changed. */

import type { GameData } from "../net/gameData";
import type { Badge, Side } from "../net/protocol";
import { Camera, type Spot } from "./camera";
import { frontCentre } from "./front";
import { listen } from "./gestures";
import type { Ground } from "./ground";
import { GroundCache } from "./groundcache";
import type { HexMap } from "./hexmap";
import { paintLayers, paintLayersAbove, type Drawn } from "./layers";
import { paintMarks, paintMarksAbove, type Marks } from "./marks";
import { Pieces } from "./pieces";
import type { Plate } from "./plates";
import { paintTrails, type Trail } from "./trails";

const LEGIBLE = 56;
/** Pixels of a hex at the first look, where not all of the map can be read at once. */
const FIRST_LOOK = 64;
/** Pixels by which a map gets smaller or larger when a bar opens or closes; a bar that grows by a line is less. */
const BAR = 54;
const FLASH_TIME = 1600;

/** What is to be seen besides the ground. */
export interface Scene {
  /** Units by hex, bottom first. */
  stacks: Map<number, number[]>;
  sideOf(unit: number): Side;
  column(name: string, unit: number): number;
  badges(unit: number): Badge[];
  marks: Marks;
  layers: Drawn[];
  /** Where units of either side went last. */
  trails: Trail[];
  /** Signs that counters bear, by unit. */
  signs: Map<number, string>;
  /** Formations, to be named where their counters cannot be read. */
  plates: Plate[];
  /** Whether the ground is darkened. */
  dimmed: boolean;
  hideCounters: boolean;
  counterSize: number;
  safeColours: boolean;
}

export interface MapEvents {
  click(spot: Spot, hex: number, unit: number, x: number, y: number, shift: boolean): void;
  /** The pointer is drawn over a hex with Shift held. */
  trace(hex: number): void;
  hover(spot: Spot | null, hex: number, unit: number, x: number, y: number): void;
  /** What drawing does now: lead a way, choose with a box, or nothing. */
  draws(shift: boolean): "trace" | "box" | null;
  /** A box has been drawn around these hexes. */
  boxed(hexes: number[]): void;
  /** The units that are taken up at a place, to go with the pointer; none where the map moves instead. */
  grab(hex: number, unit: number, touch: boolean): number[];
  /** They are let go over a hex, or off the map. */
  drop(hex: number, x: number, y: number): void;
  inspect(hex: number, x: number, y: number): void;
  moved(camera: Camera): void;
}

/** A view that was left. */
export interface Remembered {
  camera: Camera;
  whole: boolean;
  hands: number;
}

interface Walk {
  unit: number;
  way: Spot[];
  began: number;
  time: number;
}

export class MapView {
  readonly camera = new Camera();
  private readonly pen: CanvasRenderingContext2D;
  private readonly drawn: GroundCache;
  private readonly pieces: Pieces;
  private scene: Scene | null = null;
  private walks: Walk[] = [];
  private flash: { hexes: number[]; units: number[]; until: number } | null = null;
  private flight: { from: Camera; to: Camera; began: number } | null = null;
  /** Units that go with the pointer. */
  private held: { units: number[]; spot: Spot } | null = null;
  /** What lay where the pointer last went down. */
  private pressed: [Spot, number, number] = [{ x: 0, y: 0 }, -1, -1];
  /** The box that is being drawn, in pixels. */
  private box: { left: number; top: number; wide: number; high: number } | null = null;
  /** Whether the whole map is meant to be seen. */
  private whole = false;
  /** Whether the front has been looked at. */
  private looked = false;
  /** How often the player has moved the map himself. */
  private hands = 0;
  private frame = 0;
  private ratio = 1;
  /** Where the map's upper left corner was on the screen. */
  private corner: Spot = { x: 0, y: 0 };
  private readonly stop: () => void;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    ground: Ground,
    private readonly map: HexMap,
    data: GameData,
    private readonly events: MapEvents,
  ) {
    const pen = canvas.getContext("2d");
    if (!pen) throw new Error("This browser cannot draw.");
    this.pen = pen;
    this.pieces = new Pieces(map, data.counters);
    this.drawn = new GroundCache(ground, () => this.redraw());
    this.stop = listen(canvas, {
      pan: (dx, dy) => this.pan(dx, dy),
      zoom: (x, y, factor) => this.zoom(factor, x, y),
      press: (x, y) => (this.pressed = this.thingAt(x, y)),
      click: (x, y, shift) => this.events.click(...this.pressed, x, y, shift),
      trace: (x, y) => this.events.trace(this.map.hexAt(this.camera.toGround(x, y))),
      hover: (x, y) => this.events.hover(...this.thingAt(x, y), x, y),
      hands: {
        draws: (shift) => this.events.draws(shift),
        box: (fromX, fromY, x, y, done) => this.drawBox(fromX, fromY, x, y, done),
        grab: (x, y, touch) => this.grab(x, y, touch),
        drag: (x, y) => this.drag(x, y),
        drop: (x, y) => this.drop(x, y),
      },
      leave: () => this.events.hover(null, -1, -1, 0, 0),
      longPress: (x, y) => this.events.inspect(this.thingAt(x, y)[1], x, y),
    });
  }

  destroy(): void {
    this.stop();
    cancelAnimationFrame(this.frame);
    this.drawn.destroy();
  }

  // --- what is shown -----------------------------------------------------------------------------

  /** Lays another picture under the counters; whatever is looked at stays where it is. */
  lay(ground: Ground): void {
    if (this.drawn.lay(ground)) this.changed();
  }

  show(scene: Scene): void {
    this.scene = scene;
    this.lookAtFront();
    this.redraw();
  }

  /**
   * Begins at the front, close enough to read it, as soon as there is one, unless the player has moved the map before; the
   * whole of a small map is seen anyway.
   */
  private lookAtFront(): void {
    const { scene, camera } = this;
    if (this.looked || !scene?.stacks.size || camera.width <= 1) return;
    this.looked = true;
    if (this.hands || this.legible) return;
    const spots: [Spot[], Spot[]] = [[], []];
    for (const [hex, units] of scene.stacks) if (hex >= 0) spots[scene.sideOf(units[0] ?? -1)].push(this.map.centre(hex));
    const scale = FIRST_LOOK / this.map.size;
    const middle = frontCentre(...spots, camera.width / scale, camera.height / scale) ?? spots.flat()[0];
    if (!middle) return;
    camera.scale = scale;
    camera.lookAt(middle);
    camera.confine(this.map.extent);
    this.whole = false;
    this.drawn.forget();
    this.changed();
  }

  /**
   * Takes a new size. The ground stays where it is on the screen, so that nothing slips away from under the pointer; only
   * where a whole bar opens or closes, a map that was shown whole is fitted again, and no more than must lies beside it.
   */
  resize(width: number, height: number): void {
    const was = this.camera.copy();
    const first = was.width <= 1;
    const corner = this.canvas.getBoundingClientRect();
    this.ratio = Math.min(3, devicePixelRatio || 1);
    this.canvas.width = Math.round(width * this.ratio);
    this.canvas.height = Math.round(height * this.ratio);
    this.camera.width = width;
    this.camera.height = height;
    if (first) {
      this.showWhole();
      this.lookAtFront();
    } else {
      const opened = Math.abs(width - was.width) > BAR || Math.abs(height - was.height) > BAR;
      this.camera.moveBy(this.corner.x - corner.x, this.corner.y - corner.y);
      if (opened && this.whole) this.showWhole();
      else if (opened) this.camera.confine(this.map.extent);
    }
    this.corner = { x: corner.x, y: corner.y };
    this.drawn.forget();
    this.changed();
  }

  /** The player wants to see the whole map. */
  fit(): void {
    this.looked = true;
    this.showWhole();
  }

  private showWhole(): void {
    const wide = this.map.size * 0.3;
    const { west, south, east, north } = this.map.extent;
    this.camera.fit({ west: west - wide, south: south - wide, east: east + wide, north: north + wide });
    this.whole = true;
    this.drawn.forget();
    this.changed();
  }

  /** The player has moved the map himself. */
  private handled(): void {
    this.flight = null;
    this.whole = false;
    this.hands += 1;
  }

  pan(dx: number, dy: number): void {
    this.handled();
    this.camera.moveBy(dx, dy);
    this.camera.keepInSight(this.map.extent);
    this.changed();
  }

  zoom(factor: number, x = this.camera.width / 2, y = this.camera.height / 2): void {
    this.handled();
    const least = this.camera.fitting(this.map.extent) * 0.7;
    this.camera.zoomAt(x, y, factor, least, Math.max(least, 320 / this.map.size));
    this.camera.keepInSight(this.map.extent);
    this.changed();
  }

  /** Moves smoothly until a spot is in the middle, closer if the map is small on the screen. */
  flyTo(spot: Spot, animated: boolean): void {
    const to = this.camera.copy();
    to.scale = Math.max(to.scale, 72 / this.map.size);
    to.lookAt(spot);
    to.confine(this.map.extent);
    this.flyAs(to, animated);
  }

  /** Moves so far that something lies elsewhere on the screen. */
  shift(dx: number, dy: number, animated: boolean): void {
    const to = (this.flight?.to ?? this.camera).copy();
    to.moveBy(dx, dy);
    this.flyAs(to, animated);
  }

  /** What is seen now, to come back to. */
  remember(): Remembered {
    return { camera: (this.flight?.to ?? this.camera).copy(), whole: this.whole, hands: this.hands };
  }

  /** Comes back to what was seen, unless the player has moved the map himself meanwhile. */
  comeBack({ camera, whole, hands }: Remembered, animated: boolean): void {
    if (hands !== this.hands) return;
    const to = new Camera(camera.scale, 0, 0, this.camera.width, this.camera.height);
    to.lookAt(camera.centre);
    this.flyAs(to, animated);
    this.whole = whole;
  }

  private flyAs(to: Camera, animated: boolean): void {
    this.whole = false;
    if (animated) {
      this.flight = { from: this.camera.copy(), to, began: performance.now() };
      this.redraw();
    } else {
      Object.assign(this.camera, to);
      this.changed();
    }
  }

  /** Whether what is written in the hexes can be read. */
  get legible(): boolean {
    return this.camera.scale * this.map.size > LEGIBLE;
  }

  /** Whether a hex is well inside what is seen. */
  inSight(hex: number): boolean {
    const { x, y } = this.camera.toScreen(this.map.centre(hex));
    return x > 40 && y > 40 && x < this.camera.width - 40 && y < this.camera.height - 40;
  }

  flashAt(hexes: number[], units: number[]): void {
    this.flash = { hexes, units, until: performance.now() + FLASH_TIME };
    this.redraw();
  }

  /** Lets a counter walk from hex to hex instead of jump, each step in so many milliseconds. */
  walk(unit: number, hexes: number[], stepTime: number): void {
    const way = hexes.map((hex) => this.map.centre(hex));
    this.walks = this.walks.filter((walk) => walk.unit !== unit);
    this.walks.push({ unit, way, began: performance.now(), time: stepTime * (way.length - 1) });
    this.redraw();
  }

  skipWalks(): void {
    this.walks = [];
    this.redraw();
  }

  /** How far below the upper edge of what holds it the map begins. */
  get top(): number {
    return this.canvas.offsetTop;
  }

  /** What is seen now, as a picture to share. */
  picture(): Promise<Blob | null> {
    return new Promise((resolve) => this.canvas.toBlob(resolve, "image/png"));
  }

  /** How wide a hex is on the screen. */
  get hexPixels(): number {
    return this.map.size * this.camera.scale;
  }

  /** Where a hex is on the screen. */
  screenOf(hex: number): Spot {
    return this.camera.toScreen(this.map.centre(hex));
  }

  /** Paints the whole ground small, in ground coordinates. */
  paintSmall(pen: CanvasRenderingContext2D): void {
    this.drawn.paintSmall(pen);
  }

  centreOn(spot: Spot): void {
    this.handled();
    this.camera.lookAt(spot);
    this.changed();
  }

  redraw(): void {
    this.frame ||= requestAnimationFrame((now) => {
      this.frame = 0;
      this.draw(now);
    });
  }

  private changed(): void {
    this.events.moved(this.camera);
    this.redraw();
  }

  // --- finding things ----------------------------------------------------------------------------

  private thingAt(x: number, y: number): [Spot, number, number] {
    const spot = this.camera.toGround(x, y);
    const found = this.scene && this.pieces.at(spot, this.scene, this.camera);
    return found ? [spot, ...found] : [spot, this.map.hexAt(spot), -1];
  }

  // --- hands -------------------------------------------------------------------------------------

  private grab(x: number, y: number, touch: boolean): boolean {
    const [, hex, unit] = this.thingAt(x, y);
    const units = this.events.grab(hex, unit, touch);
    this.held = units.length ? { units, spot: this.camera.toGround(x, y) } : null;
    return this.held !== null;
  }

  private drag(x: number, y: number): void {
    const spot = this.camera.toGround(x, y);
    if (this.held) this.held = { ...this.held, spot };
    this.events.hover(spot, this.map.hexAt(spot), -1, x, y);
    this.redraw();
  }

  private drop(x: number, y: number): void {
    this.held = null;
    this.events.drop(x < 0 ? -1 : this.map.hexAt(this.camera.toGround(x, y)), x, y);
    this.redraw();
  }

  private drawBox(fromX: number, fromY: number, x: number, y: number, done: boolean): void {
    const [left, right, top, bottom] = [Math.min(x, fromX), Math.max(x, fromX), Math.min(y, fromY), Math.max(y, fromY)];
    this.box = done ? null : { left, top, wide: right - left, high: bottom - top };
    this.redraw();
    if (!done) return;
    const inside = [...(this.scene?.stacks.keys() ?? [])].filter((hex) => {
      const spot = hex >= 0 ? this.screenOf(hex) : { x: -1, y: -1 };
      return spot.x >= left && spot.x <= right && spot.y >= top && spot.y <= bottom;
    });
    this.events.boxed(inside);
  }

  // --- drawing -----------------------------------------------------------------------------------

  private draw(now: number): void {
    this.fly(now);
    this.pen.setTransform(1, 0, 0, 1, 0, 0);
    this.pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    this.drawn.draw(this.pen, this.camera, this.ratio);
    const { scale, left, top } = this.camera;
    const pixels = scale * this.ratio;
    const toGround = () => this.pen.setTransform(pixels, 0, 0, pixels, -left * pixels, -top * pixels);
    if (!this.scene) return;
    if (this.scene.dimmed) this.dim();
    toGround();
    paintTrails(this.pen, this.map, this.scene.trails, scale);
    paintLayers(this.pen, this.map, this.scene.layers, scale);
    paintMarks(this.pen, this.map, this.scene.marks, scale);
    if (!this.scene.hideCounters) this.drawCounters(this.scene, now);
    toGround();
    paintLayersAbove(this.pen, this.map, this.scene.layers, scale);
    paintMarksAbove(this.pen, this.map, this.scene.marks, this.camera);
    this.drawFlash(now);
    if (this.box) this.paintBox(this.box);
    if (this.walks.length || this.flight || this.flash) this.redraw();
  }

  /** Darkens the ground, so that it does not glare among dark panels; what is drawn on it keeps its light. */
  private dim(): void {
    this.pen.setTransform(1, 0, 0, 1, 0, 0);
    this.pen.globalCompositeOperation = "source-atop";
    this.pen.fillStyle = "rgb(14 12 18 / 0.45)";
    this.pen.fillRect(0, 0, this.canvas.width, this.canvas.height);
    this.pen.globalCompositeOperation = "source-over";
  }

  private fly(now: number): void {
    if (!this.flight) return;
    const share = Math.min(1, (now - this.flight.began) / 380);
    const eased = 1 - (1 - share) ** 3;
    const { from, to } = this.flight;
    this.camera.scale = from.scale * (to.scale / from.scale) ** eased;
    const [a, b] = [from.centre, to.centre];
    this.camera.lookAt({ x: a.x + (b.x - a.x) * eased, y: a.y + (b.y - a.y) * eased });
    if (share === 1) this.flight = null;
    this.events.moved(this.camera);
  }

  private drawCounters(scene: Scene, now: number): void {
    this.walks = this.walks.filter((walk) => now - walk.began < walk.time);
    const walking = new Map(this.walks.map(({ unit, way, began, time }) => [unit, along(way, Math.max(0, now - began) / time)]));
    this.held?.units.forEach((unit, index) => {
      const { x, y } = this.held?.spot ?? { x: 0, y: 0 };
      walking.set(unit, { x: x + index * 0.08 * this.map.size, y: y - index * 0.08 * this.map.size });
    });
    this.pen.setTransform(1, 0, 0, 1, 0, 0);
    const done = this.pieces.draw(this.pen, scene, this.camera, this.ratio, walking, this.drawn.fits(this.camera));
    this.canvas.dataset["plates"] = String(this.pieces.plates);
    if (!done) this.redraw();
  }

  private paintBox({ left, top, wide, high }: { left: number; top: number; wide: number; high: number }): void {
    this.pen.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    this.pen.fillStyle = "rgb(47 127 214 / 0.18)";
    this.pen.strokeStyle = "#2f7fd6";
    this.pen.lineWidth = 2;
    this.pen.fillRect(left, top, wide, high);
    this.pen.strokeRect(left, top, wide, high);
  }

  private drawFlash(now: number): void {
    if (!this.flash) return;
    const left = (this.flash.until - now) / FLASH_TIME;
    if (left <= 0) {
      this.flash = null;
      return;
    }
    const wave = Math.abs(Math.sin(left * Math.PI * 3)) * left ** 0.3;
    const hexes = new Set(this.flash.hexes);
    for (const [hex, units] of this.scene?.stacks ?? []) {
      if (units.some((unit) => this.flash?.units.includes(unit))) hexes.add(hex);
    }
    this.pen.strokeStyle = `rgb(255 214 64 / ${wave})`;
    this.pen.fillStyle = `rgb(255 214 64 / ${wave * 0.3})`;
    this.pen.lineWidth = 5 / this.camera.scale;
    for (const hex of hexes) {
      if (hex < 0) continue;
      const outline = this.map.outline(hex);
      this.pen.fill(outline);
      this.pen.stroke(outline);
    }
  }
}

/** The spot after a share of a way, slower at both ends of each step. */
function along(way: Spot[], share: number): Spot {
  const step = Math.min(way.length - 2, Math.floor(share * (way.length - 1)));
  const within = (1 - Math.cos((share * (way.length - 1) - step) * Math.PI)) / 2;
  const [from, to] = [way[step] as Spot, way[step + 1] as Spot];
  return { x: from.x + (to.x - from.x) * within, y: from.y + (to.y - from.y) * within };
}
