/** The map on the screen: cached ground, marks, counters. Redraws only when something has changed. */

import type { GameData } from "../net/gameData";
import type { Badge } from "../net/protocol";
import { Camera, type Spot } from "./camera";
import { listen } from "./gestures";
import type { Ground } from "./ground";
import type { HexMap } from "./hexmap";
import { paintLayers, paintLayersAbove, type Drawn } from "./layers";
import { paintMarks, paintMarksAbove, type Marks } from "./marks";
import { Pieces } from "./pieces";

const MARGIN = 0.35;
const SETTLED = 110;
const BASE_PIXELS = 1400;
const LEGIBLE = 56;
const FLASH_TIME = 1600;
const SHARP = 0.002;

/** What is to be seen besides the ground. */
export interface Scene {
  /** Units by hex, bottom first. */
  stacks: Map<number, number[]>;
  column(name: string, unit: number): number;
  badges: Badge[];
  marks: Marks;
  layers: Drawn[];
  /** Signs that counters bear, by unit. */
  signs: Map<number, string>;
  hideCounters: boolean;
  counterSize: number;
  safeColours: boolean;
}

export interface MapEvents {
  click(spot: Spot, hex: number, unit: number, x: number, y: number, shift: boolean): void;
  /** The pointer is drawn over a hex with Shift held. */
  trace(hex: number): void;
  hover(spot: Spot | null, hex: number, unit: number, x: number, y: number): void;
  inspect(hex: number, x: number, y: number): void;
  moved(camera: Camera): void;
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
  private readonly cache = document.createElement("canvas");
  private readonly base = document.createElement("canvas");
  private readonly baseCamera = new Camera();
  private cached: Camera | null = null;
  private readonly pieces: Pieces;
  private scene: Scene | null = null;
  private walks: Walk[] = [];
  private flash: { hexes: number[]; units: number[]; until: number } | null = null;
  private flight: { from: Camera; to: Camera; began: number } | null = null;
  private frame = 0;
  private settle = 0;
  private ratio = 1;
  /** Where the map's upper left corner was on the screen. */
  private corner: Spot = { x: 0, y: 0 };
  private readonly stop: () => void;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private ground: Ground,
    private readonly map: HexMap,
    data: GameData,
    private readonly events: MapEvents,
  ) {
    const pen = canvas.getContext("2d");
    if (!pen) throw new Error("This browser cannot draw.");
    this.pen = pen;
    this.pieces = new Pieces(map, data.counters);
    this.paintBase();
    this.stop = listen(canvas, {
      pan: (dx, dy) => this.pan(dx, dy),
      zoom: (x, y, factor) => this.zoom(factor, x, y),
      click: (x, y, shift) => this.events.click(...this.thingAt(x, y), x, y, shift),
      trace: (x, y) => this.events.trace(this.map.hexAt(this.camera.toGround(x, y))),
      hover: (x, y) => this.events.hover(...this.thingAt(x, y), x, y),
      leave: () => this.events.hover(null, -1, -1, 0, 0),
      longPress: (x, y) => this.events.inspect(this.thingAt(x, y)[1], x, y),
    });
  }

  destroy(): void {
    this.stop();
    cancelAnimationFrame(this.frame);
    clearTimeout(this.settle);
  }

  // --- what is shown -----------------------------------------------------------------------------

  /** Lays another picture under the counters; whatever is looked at stays where it is. */
  lay(ground: Ground): void {
    if (ground === this.ground) return;
    this.ground = ground;
    this.paintBase();
    this.cached = null;
    this.changed();
  }

  show(scene: Scene): void {
    const first = this.scene === null;
    this.scene = scene;
    if (first) this.lookAtCounters();
    this.redraw();
  }

  /** Begins where the counters are; the whole of a small map is seen anyway. */
  private lookAtCounters(): void {
    const spots = [...(this.scene?.stacks.keys() ?? [])].filter((hex) => hex >= 0).map((hex) => this.map.centre(hex));
    if (!spots.length || this.camera.width <= 1 || this.legible) return;
    const [xs, ys] = [spots.map((spot) => spot.x), spots.map((spot) => spot.y)];
    const wide = this.map.size * 1.5;
    const { west, south, east, north } = this.map.extent;
    this.camera.fit({
      west: Math.max(west, Math.min(...xs) - wide),
      east: Math.min(east, Math.max(...xs) + wide),
      north: Math.min(north, -Math.min(...ys) + wide),
      south: Math.max(south, -Math.max(...ys) - wide),
    });
    this.camera.confine(this.map.extent);
    this.cached = null;
    this.changed();
  }

  /** Takes a new size. The ground stays where it is on the screen, so that nothing slips away from under the pointer. */
  resize(width: number, height: number): void {
    const first = this.camera.width <= 1;
    const corner = this.canvas.getBoundingClientRect();
    this.ratio = Math.min(3, devicePixelRatio || 1);
    this.canvas.width = Math.round(width * this.ratio);
    this.canvas.height = Math.round(height * this.ratio);
    this.camera.width = width;
    this.camera.height = height;
    if (first) {
      this.fit();
      this.lookAtCounters();
    } else this.camera.moveBy(this.corner.x - corner.x, this.corner.y - corner.y);
    this.corner = { x: corner.x, y: corner.y };
    this.cached = null;
    this.changed();
  }

  fit(): void {
    const wide = this.map.size * 0.3;
    const { west, south, east, north } = this.map.extent;
    this.camera.fit({ west: west - wide, south: south - wide, east: east + wide, north: north + wide });
    this.cached = null;
    this.changed();
  }

  pan(dx: number, dy: number): void {
    this.flight = null;
    this.camera.moveBy(dx, dy);
    this.camera.keepInSight(this.map.extent);
    this.changed();
  }

  zoom(factor: number, x = this.camera.width / 2, y = this.camera.height / 2): void {
    this.flight = null;
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
    const { left, top, width, height, scale } = this.baseCamera;
    pen.drawImage(this.base, left, top, width / scale, height / scale);
  }

  centreOn(spot: Spot): void {
    this.flight = null;
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

  // --- drawing -----------------------------------------------------------------------------------

  private draw(now: number): void {
    this.fly(now);
    this.drawGround();
    const { scale, left, top } = this.camera;
    const pixels = scale * this.ratio;
    const toGround = () => this.pen.setTransform(pixels, 0, 0, pixels, -left * pixels, -top * pixels);
    if (!this.scene) return;
    toGround();
    paintLayers(this.pen, this.map, this.scene.layers, scale);
    paintMarks(this.pen, this.map, this.scene.marks, scale);
    if (!this.scene.hideCounters) this.drawCounters(this.scene, now);
    toGround();
    paintLayersAbove(this.pen, this.map, this.scene.layers, scale);
    paintMarksAbove(this.pen, this.map, this.scene.marks, this.camera);
    this.drawFlash(now);
    if (this.walks.length || this.flight || this.flash) this.redraw();
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

  /** The ground from the sharp cache where it reaches, from the small picture elsewhere. */
  private drawGround(): void {
    const { pen, camera, ratio } = this;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    const cached = this.cached;
    const covered = cached && covers(cached, camera);
    const sharp = covered && Math.abs(cached.scale / camera.scale - 1) < SHARP;
    if (!covered) this.blit(this.base, this.baseCamera, 1);
    if (cached) this.blit(this.cache, cached, ratio);
    if (!cached) this.renderCache();
    else if (!sharp) {
      clearTimeout(this.settle);
      this.settle = setTimeout(() => this.renderCache(), SETTLED);
    }
  }

  private blit(picture: HTMLCanvasElement, taken: Camera, ratio: number): void {
    const { camera } = this;
    const share = (camera.scale / taken.scale / ratio) * this.ratio;
    this.pen.imageSmoothingEnabled = Math.abs(share - 1) > 0.001;
    const x = (taken.left - camera.left) * camera.scale * this.ratio;
    const y = (taken.top - camera.top) * camera.scale * this.ratio;
    const whole = this.pen.imageSmoothingEnabled ? (n: number) => n : Math.round;
    this.pen.drawImage(picture, whole(x), whole(y), picture.width * share, picture.height * share);
    this.pen.imageSmoothingEnabled = true;
  }

  private renderCache(): void {
    const { camera, ratio } = this;
    const wide = new Camera(
      camera.scale,
      camera.left - (MARGIN * camera.width) / camera.scale,
      camera.top - (MARGIN * camera.height) / camera.scale,
      camera.width * (1 + 2 * MARGIN),
      camera.height * (1 + 2 * MARGIN),
    );
    this.cache.width = Math.round(wide.width * ratio);
    this.cache.height = Math.round(wide.height * ratio);
    const pen = this.cache.getContext("2d");
    if (!pen) return;
    this.ground.draw(pen, wide, ratio);
    this.cached = wide;
    this.redraw();
  }

  private paintBase(): void {
    const { west, north, east, south } = this.ground.extent;
    const scale = BASE_PIXELS / Math.max(east - west, north - south);
    Object.assign(this.baseCamera, new Camera(scale, west, -north, (east - west) * scale, (north - south) * scale));
    this.base.width = Math.round(this.baseCamera.width);
    this.base.height = Math.round(this.baseCamera.height);
    const pen = this.base.getContext("2d");
    if (pen) this.ground.draw(pen, this.baseCamera, 1);
  }

  private drawCounters(scene: Scene, now: number): void {
    this.walks = this.walks.filter((walk) => now - walk.began < walk.time);
    const walking = new Map(this.walks.map(({ unit, way, began, time }) => [unit, along(way, Math.max(0, now - began) / time)]));
    const still = this.cached !== null && Math.abs(this.cached.scale / this.camera.scale - 1) < SHARP;
    this.pen.setTransform(1, 0, 0, 1, 0, 0);
    const done = this.pieces.draw(this.pen, scene, this.camera, this.ratio, walking, still);
    if (!done) this.redraw();
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

function covers(cached: Camera, camera: Camera): boolean {
  const right = (one: Camera) => one.left + one.width / one.scale;
  const bottom = (one: Camera) => one.top + one.height / one.scale;
  return (
    cached.left <= camera.left && cached.top <= camera.top && right(cached) >= right(camera) && bottom(cached) >= bottom(camera)
  );
}

/** The spot after a share of a way, slower at both ends of each step. */
function along(way: Spot[], share: number): Spot {
  const step = Math.min(way.length - 2, Math.floor(share * (way.length - 1)));
  const within = (1 - Math.cos((share * (way.length - 1) - step) * Math.PI)) / 2;
  const [from, to] = [way[step] as Spot, way[step + 1] as Spot];
  return { x: from.x + (to.x - from.x) * within, y: from.y + (to.y - from.y) * within };
}
