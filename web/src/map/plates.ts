/** Formations from afar: a plate with the name of each and how many units it has, in the midst of them. */

import type { Camera, Spot } from "./camera";

/** A formation as it is drawn from afar. */
export interface Plate {
  title: string;
  colour: string;
  /** The hexes of its units, one for each of them. */
  hexes: number[];
}

/** Fewer units than this have no plate. */
const FEWEST = 3;
/** Pixels. */
const [TALL, EDGE, APART] = [15, 5, 2];

interface Box {
  left: number;
  top: number;
  wide: number;
}

/** Draws the plates in pixels, those of the largest formations first; where one would cover another it is left out. */
export function paintPlates(pen: CanvasRenderingContext2D, plates: Plate[], camera: Camera, ratio: number, centre: (hex: number) => Spot): number {
  const taken: Box[] = [];
  const unit = ratio;
  pen.save();
  pen.font = `700 ${11 * unit}px 'Source Sans Pro', sans-serif`;
  pen.textBaseline = "middle";
  for (const { title, colour, hexes } of [...plates].sort((one, other) => other.hexes.length - one.hexes.length)) {
    if (hexes.length < FEWEST) continue;
    const spot = midst(hexes.map(centre));
    if (!camera.sees(spot, 0)) continue;
    const { x, y } = camera.toScreen(spot);
    const words = `${title} ×${hexes.length}`;
    const wide = pen.measureText(words).width / unit + 2 * EDGE;
    const box = { left: x - wide / 2, top: y - TALL / 2, wide };
    if (taken.some((other) => overlap(other, box))) continue;
    taken.push(box);
    pen.fillStyle = colour;
    pen.strokeStyle = "rgb(20 16 12 / 0.9)";
    pen.lineWidth = unit;
    pen.beginPath();
    pen.roundRect(box.left * unit, box.top * unit, wide * unit, TALL * unit, 3 * unit);
    pen.fill();
    pen.stroke();
    pen.fillStyle = "#1d1a17";
    pen.textAlign = "center";
    pen.fillText(words, x * unit, (y + 0.5) * unit);
  }
  pen.restore();
  return taken.length;
}

/** The spot of that unit which has the others around it. */
function midst(spots: Spot[]): Spot {
  const sum = spots.reduce((one, other) => ({ x: one.x + other.x, y: one.y + other.y }), { x: 0, y: 0 });
  const mean = { x: sum.x / spots.length, y: sum.y / spots.length };
  const far = (spot: Spot) => Math.hypot(spot.x - mean.x, spot.y - mean.y);
  return spots.reduce((best, spot) => (far(spot) < far(best) ? spot : best), spots[0] ?? mean);
}

function overlap(one: Box, other: Box): boolean {
  return Math.abs(one.top - other.top) < TALL + APART && one.left < other.left + other.wide + APART && other.left < one.left + one.wide + APART;
}
