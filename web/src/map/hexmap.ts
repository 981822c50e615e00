/** Where hexes and hexsides lie, for drawing and for finding what a pointer is over. */

import type { GameData } from "../net/gameData";
import type { Spot } from "./camera";
import type { Extent } from "./picture";

/** How far out to a corner its nook lies. */
const NOOK = 0.79;

export class HexMap {
  readonly size: number;
  readonly extent: Extent;
  private readonly centres: (Spot | null)[];
  private readonly corners: Spot[];
  private readonly edges = new Map<number, [Spot, Spot] | null>();
  private readonly unions = new WeakMap<number[] | Set<number>, Path2D>();

  constructor(private readonly data: GameData) {
    this.size = data.km_per_hex;
    this.centres = data.hexes.map((hex) => hex && { x: hex.x, y: -hex.y });
    this.corners = data.corners.map(([x, y]) => ({ x, y: -y }));
    const spots = this.centres.filter((spot) => spot !== null);
    this.extent = {
      west: Math.min(...spots.map((spot) => spot.x)) - this.size / 2,
      east: Math.max(...spots.map((spot) => spot.x)) + this.size / 2,
      north: -(Math.min(...spots.map((spot) => spot.y)) - this.size / 2),
      south: -(Math.max(...spots.map((spot) => spot.y)) + this.size / 2),
    };
  }

  centre(hex: number): Spot {
    return this.centres[hex] ?? { x: 0, y: 0 };
  }

  /** From the middle of a hex to a place near its lower or right corner, where a counter leaves room. */
  get nook(): Spot {
    const least = this.size * 0.01;
    const corner = this.corners.find(({ x, y }) => (Math.abs(x) < least && y > 0) || (Math.abs(y) < least && x > 0)) ?? { x: 0, y: this.size * 0.5 };
    return { x: corner.x * NOOK, y: corner.y * NOOK };
  }

  /** How many hexes two of them are apart, middle to middle. */
  apart(one: number, other: number): number {
    const [a, b] = [this.centre(one), this.centre(other)];
    return Math.hypot(a.x - b.x, a.y - b.y) / this.size;
  }

  /** The hex a spot lies in, or -1. */
  hexAt(spot: Spot): number {
    let best = -1;
    let nearest = (this.size / Math.sqrt(3)) ** 2;
    this.centres.forEach((centre, hex) => {
      if (!centre) return;
      const distance = (centre.x - spot.x) ** 2 + (centre.y - spot.y) ** 2;
      if (distance < nearest) [best, nearest] = [hex, distance];
    });
    return best;
  }

  /** The nearest of some hexsides within a third of a hex, or -1. */
  sideAt(spot: Spot, among: Iterable<number>): number {
    let best = -1;
    let nearest = this.size / 3;
    for (const side of among) {
      const middle = this.sideMiddle(side);
      const distance = middle ? Math.hypot(middle.x - spot.x, middle.y - spot.y) : Infinity;
      if (distance < nearest) [best, nearest] = [side, distance];
    }
    return best;
  }

  outline(hex: number, share = 1): Path2D {
    const { x, y } = this.centre(hex);
    const path = new Path2D();
    this.corners.forEach((corner, index) => {
      const [px, py] = [x + corner.x * share, y + corner.y * share];
      if (index) path.lineTo(px, py);
      else path.moveTo(px, py);
    });
    path.closePath();
    return path;
  }

  /** The outlines of many hexes as one path, kept as long as the list is. */
  outlines(hexes: number[] | Set<number>, share: number): Path2D {
    const known = this.unions.get(hexes);
    if (known) return known;
    const path = new Path2D();
    for (const hex of hexes) path.addPath(this.outline(hex, share));
    this.unions.set(hexes, path);
    return path;
  }

  /** The two ends of a hexside; worked out when it is first asked for, for most never are. */
  edge(side: number): [Spot, Spot] | null {
    let edge = this.edges.get(side);
    if (edge === undefined) {
      const [one, other] = this.data.hexsides[side] ?? [-1, -1];
      edge = this.edgeBetween(one, other);
      this.edges.set(side, edge);
    }
    return edge;
  }

  sideMiddle(side: number): Spot | null {
    const edge = this.edge(side);
    return edge && { x: (edge[0].x + edge[1].x) / 2, y: (edge[0].y + edge[1].y) / 2 };
  }

  /** The neighbour of a hex in the direction that is closest to a way on the screen, or -1. */
  neighbourTowards(hex: number, dx: number, dy: number): number {
    const here = this.centre(hex);
    let best = -1;
    let closest = 0.3;
    this.data.hexsides.forEach(([one, other]) => {
      const there = one === hex ? other : other === hex ? one : -1;
      if (there < 0 || !this.data.hexes[there]) return;
      const spot = this.centre(there);
      const length = Math.hypot(spot.x - here.x, spot.y - here.y);
      const likeness = ((spot.x - here.x) * dx + (spot.y - here.y) * dy) / length / Math.hypot(dx, dy);
      if (likeness > closest) [best, closest] = [there, likeness];
    });
    return best;
  }

  private edgeBetween(one: number, other: number): [Spot, Spot] | null {
    const [a, b] = [this.centres[one], this.centres[other]];
    if (!a || !b) return null;
    const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    const near = this.corners
      .map((corner) => ({ x: a.x + corner.x, y: a.y + corner.y }))
      .sort((p, q) => Math.hypot(p.x - middle.x, p.y - middle.y) - Math.hypot(q.x - middle.x, q.y - middle.y));
    const [first, second] = near;
    return first && second ? [first, second] : null;
  }
}
