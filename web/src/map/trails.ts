/** Trails: where units of either side went last, from the ways of the log. */

import type { LogLine, Side } from "../net/protocol";
import type { HexMap } from "./hexmap";
import { SIDE_INKS } from "./layers";

export interface Trail {
  side: Side;
  unit: number;
  way: number[];
}

/** Most trails that are shown: a long turn would cover the map with them. */
const MOST = 120;

/** The last moves of each side: those since the other one moved, and the other's before them. */
export function lastTrails(log: LogLine[], sideOf: (unit: number) => Side | undefined): Trail[] {
  const found = new Map<number, Trail>();
  const sides: Side[] = [];
  for (let at = log.length - 1; at >= 0 && found.size < MOST; at--) {
    const { way, units } = log[at] as LogLine;
    const unit = units?.[0] ?? -1;
    const side = sideOf(unit);
    if (!way || way.length < 2 || side === undefined) continue;
    if (sides.at(-1) !== side) sides.push(side);
    if (sides.length > 2) break;
    const later = found.get(unit);
    if (!later) found.set(unit, { side, unit, way: [...way] });
    else if (later.way[0] === way.at(-1)) later.way.unshift(...way.slice(0, -1));
  }
  return [...found.values()];
}

/** A thin line from hex to hex with a dot where it began and an arrow where it ended; dashed for the second side. */
export function paintTrails(pen: CanvasRenderingContext2D, map: HexMap, trails: Trail[], scale: number): void {
  const wide = Math.max(map.size * 0.035, 1.6 / scale);
  pen.lineJoin = pen.lineCap = "round";
  for (const { side, way } of trails) {
    const spots = way.map((hex) => map.centre(hex));
    const [start, last, before] = [spots[0], spots.at(-1), spots.at(-2)];
    if (!start || !last || !before) continue;
    const turn = Math.atan2(last.y - before.y, last.x - before.x);
    for (const [ink, more] of [
      ["rgb(255 250 240 / 0.75)", 2],
      [SIDE_INKS[side], 1],
    ] as const) {
      pen.strokeStyle = pen.fillStyle = ink;
      pen.lineWidth = wide * more;
      pen.setLineDash(side === 1 ? [wide * 3, wide * 2.5] : []);
      pen.beginPath();
      spots.forEach(({ x, y }, index) => (index ? pen.lineTo(x, y) : pen.moveTo(x, y)));
      pen.stroke();
      pen.setLineDash([]);
      pen.beginPath();
      pen.arc(start.x, start.y, wide * (1 + more), 0, 2 * Math.PI);
      pen.fill();
      if (more === 1) arrow(pen, last.x - Math.cos(turn) * map.size * 0.46, last.y - Math.sin(turn) * map.size * 0.46, turn, wide * 4);
    }
  }
}

/** An arrowhead at the edge of the last hex, where no counter hides it. */
function arrow(pen: CanvasRenderingContext2D, x: number, y: number, turn: number, long: number): void {
  pen.beginPath();
  pen.moveTo(x + Math.cos(turn) * long, y + Math.sin(turn) * long);
  for (const bend of [2.5, -2.5]) pen.lineTo(x + Math.cos(turn + bend) * long, y + Math.sin(turn + bend) * long);
  pen.closePath();
  pen.fill();
}
