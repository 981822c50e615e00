/** Which part of the ground is seen: a scale in pixels per kilometre and the ground at the upper left corner. */

import type { Extent } from "./picture";

/** Ground coordinates for drawing: kilometres east, and kilometres *south* so that y grows downwards. */
export interface Spot {
  x: number;
  y: number;
}

export class Camera {
  constructor(
    public scale = 1,
    public left = 0,
    public top = 0,
    public width = 1,
    public height = 1,
  ) {}

  toScreen(spot: Spot): Spot {
    return { x: (spot.x - this.left) * this.scale, y: (spot.y - this.top) * this.scale };
  }

  toGround(x: number, y: number): Spot {
    return { x: this.left + x / this.scale, y: this.top + y / this.scale };
  }

  /** Whether a spot, or what lies so many kilometres around it, is on the screen. */
  sees({ x, y }: Spot, around: number): boolean {
    const [right, bottom] = [this.left + this.width / this.scale, this.top + this.height / this.scale];
    return x > this.left - around && y > this.top - around && x < right + around && y < bottom + around;
  }

  get centre(): Spot {
    return this.toGround(this.width / 2, this.height / 2);
  }

  /** Zooms so that the ground under a point of the screen stays there. */
  zoomAt(x: number, y: number, factor: number, least: number, most: number): void {
    const held = this.toGround(x, y);
    this.scale = Math.min(most, Math.max(least, this.scale * factor));
    this.left = held.x - x / this.scale;
    this.top = held.y - y / this.scale;
  }

  moveBy(dx: number, dy: number): void {
    this.left -= dx / this.scale;
    this.top -= dy / this.scale;
  }

  lookAt(spot: Spot): void {
    this.left = spot.x - this.width / 2 / this.scale;
    this.top = spot.y - this.height / 2 / this.scale;
  }

  /** The scale at which an extent just fits. */
  fitting(extent: Extent): number {
    return Math.min(this.width / (extent.east - extent.west), this.height / (extent.north - extent.south));
  }

  fit(extent: Extent): void {
    this.scale = this.fitting(extent);
    this.lookAt({ x: (extent.west + extent.east) / 2, y: -(extent.north + extent.south) / 2 });
  }

  /** Keeps some of the extent in sight, however far one drags. */
  keepInSight(extent: Extent): void {
    const { x, y } = this.centre;
    this.lookAt({
      x: Math.min(extent.east, Math.max(extent.west, x)),
      y: Math.min(-extent.south, Math.max(-extent.north, y)),
    });
  }

  /** Shifts the view so that no more lies beside an extent than must. */
  confine(extent: Extent): void {
    const held = (from: number, to: number, start: number, seen: number) =>
      seen < to - from ? Math.min(to - seen, Math.max(from, start)) : (from + to - seen) / 2;
    this.left = held(extent.west, extent.east, this.left, this.width / this.scale);
    this.top = held(-extent.north, -extent.south, this.top, this.height / this.scale);
  }

  copy(): Camera {
    return new Camera(this.scale, this.left, this.top, this.width, this.height);
  }
}
