/** What is drawn over the ground: what can be chosen, reach and its costs, the path, and who holds what. */

import type { Side } from "../net/protocol";
import type { Camera } from "./camera";
import type { HexMap } from "./hexmap";
import { SIDE_INKS } from "./layers";

/** A sign that lies on a hex, or on a hexside while it has one. */
export interface Sign {
  label: string;
  colour: string;
  hex: number;
  hexside: number;
}

/** The same, with what it means. */
export type TitledSign = Sign & { title: string };

export interface Marks {
  /** Units, hexes and hexsides that can be chosen. */
  units: Set<number>;
  hexes: Set<number>;
  hexsides: Set<number>;
  costs: Map<number, string>;
  /** The hexes with counters, on which nothing that is printed may be covered. */
  stacks: Pick<Map<number, unknown>, "has">;
  path: number[];
  /** The ways to all that can be chosen, where they are drawn beforehand. */
  paths: number[][];
  /** What has been spent after each step of the path. */
  along: string[];
  /** The hexes the player leads the path through. */
  stops: number[];
  /** Units that would go somewhere, and where each would end. */
  ghosts: [unit: number, hex: number][];
  /** Where units march to over several turns. */
  goals: number[];
  /** Units already chosen, and the hexes the question is about. */
  chosen: Set<number>;
  targets: number[];
  hovered: number;
  cursor: number;
  /** Who holds what. */
  control: Map<number, Side>;
  /** Markers that lie on the map. */
  signs: Sign[];
  /** Whether the deciding side's counters that cannot be chosen stand back. */
  dim: boolean;
  dimSide: number;
}

const GLOW = "255 176 31";
/** So many hexes that can be chosen are no news; they have no rings. */
const EVERYWHERE = 400;
const REACH = "255 241 190";
/** Where a flag stands, in hexes from the middle: low in the hex, for names stand beside their place and above it. */
const [FLAG_WEST, FLAG_SOUTH] = [0.3, 0.2];

export function paintMarks(pen: CanvasRenderingContext2D, map: HexMap, marks: Marks, scale: number): void {
  for (const [hex, side] of marks.control) paintFlag(pen, map, hex, side);
  pen.lineJoin = "round";
  if (marks.hexes.size) {
    const reach = map.outlines(marks.hexes, 0.94);
    pen.fillStyle = `rgb(${REACH} / 0.3)`;
    pen.fill(reach);
    if (marks.hexes.size <= EVERYWHERE) {
      pen.strokeStyle = `rgb(${GLOW} / 0.95)`;
      pen.lineWidth = Math.max(1.5, map.size * scale * 0.028) / scale;
      pen.stroke(reach);
    }
  }
  for (const hex of marks.targets) {
    pen.strokeStyle = "#c62f2f";
    pen.lineWidth = Math.max(2.5, map.size * scale * 0.05) / scale;
    pen.setLineDash([map.size * 0.12, map.size * 0.08]);
    pen.stroke(map.outline(hex, 0.92));
    pen.setLineDash([]);
  }
  for (const side of marks.hexsides) {
    const edge = map.edge(side);
    if (!edge) continue;
    pen.strokeStyle = `rgb(${GLOW} / 0.9)`;
    pen.lineCap = "round";
    pen.lineWidth = map.size * 0.09;
    pen.beginPath();
    pen.moveTo(edge[0].x, edge[0].y);
    pen.lineTo(edge[1].x, edge[1].y);
    pen.stroke();
  }
}

export function paintMarksAbove(pen: CanvasRenderingContext2D, map: HexMap, marks: Marks, camera: Camera): void {
  const { scale } = camera;
  pen.globalAlpha = 0.55;
  for (const path of marks.paths) paintPath(pen, map, path, scale);
  pen.globalAlpha = 1;
  paintPath(pen, map, marks.path, scale);
  marks.stops.forEach((hex, index) => paintStop(pen, map, hex, index + 1, scale));
  for (const hex of marks.goals) paintGoal(pen, map, hex, scale);
  if (marks.hovered >= 0) outline(pen, map, marks.hovered, "rgb(255 255 255 / 0.85)", 2 / scale);
  if (marks.cursor >= 0) outline(pen, map, marks.cursor, "#2f7fd6", 3.5 / scale);
  paintSigns(pen, map, marks.signs, camera);
  if (map.size * scale < 34) return;
  const onWay = new Map(marks.path.slice(-marks.along.length).map((hex, index) => [hex, marks.along[index] ?? ""]));
  for (const [hex, cost] of marks.costs) {
    if (!onWay.has(hex) && camera.sees(map.centre(hex), map.size)) paintCost(pen, map, hex, cost, scale, false, marks.stacks.has(hex));
  }
  for (const [hex, cost] of marks.along.length ? onWay : []) paintCost(pen, map, hex, cost, scale, true, marks.stacks.has(hex));
}

/** Markers: those of a hex side by side in its upper corner, those of a hexside in its middle. */
function paintSigns(pen: CanvasRenderingContext2D, map: HexMap, signs: Sign[], camera: Camera): void {
  const laid = new Map<number, number>();
  const radius = Math.max(map.size * 0.12, 5 / camera.scale);
  for (const { label, colour, hex, hexside } of signs) {
    const edge = hexside >= 0 ? map.edge(hexside) : null;
    const many = laid.get(hex) ?? 0;
    const { x, y } = edge ? { x: (edge[0].x + edge[1].x) / 2, y: (edge[0].y + edge[1].y) / 2 } : map.centre(hex);
    const [cx, cy] = edge ? [x, y] : [x - map.size * 0.3 + many * radius * 2.1, y - map.size * 0.34];
    if (!edge) laid.set(hex, many + 1);
    if (!camera.sees({ x: cx, y: cy }, radius)) continue;
    pen.beginPath();
    pen.arc(cx, cy, radius, 0, 2 * Math.PI);
    pen.fillStyle = colour;
    pen.fill();
    pen.lineWidth = radius * 0.18;
    pen.strokeStyle = "#fffaf0";
    pen.stroke();
    pen.fillStyle = "#fffaf0";
    pen.font = `700 ${radius * (label.length > 1 ? 1.05 : 1.4)}px 'Source Sans Pro', sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(label, cx, cy + radius * 0.08);
  }
}

/** What it costs to come to a hex, beside what stands there; on the way that is shown, in its colour. */
function paintCost(pen: CanvasRenderingContext2D, map: HexMap, hex: number, cost: string, scale: number, onWay: boolean, taken: boolean): void {
  const size = Math.min(15, map.size * scale * 0.2) / scale;
  const middle = map.centre(hex);
  pen.font = `700 ${size}px 'Source Sans Pro', sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  const { nook } = map;
  const [x, at] = taken ? [middle.x + nook.x, middle.y + nook.y] : [middle.x, middle.y + map.size * 0.33];
  const wide = Math.max(size * 1.25, pen.measureText(cost).width + size * 0.6);
  pen.fillStyle = onWay ? "#ffcf4a" : "rgb(45 36 26 / 0.88)";
  pen.beginPath();
  pen.roundRect(x - wide / 2, at - size * 0.65, wide, size * 1.3, size * 0.65);
  pen.fill();
  pen.fillStyle = onWay ? "#2d1c0c" : "#fff6df";
  pen.fillText(cost, x, at + size * 0.05);
}

/** A pin with a number, where the player wants the way to go. */
function paintStop(pen: CanvasRenderingContext2D, map: HexMap, hex: number, number: number, scale: number): void {
  const { x, y } = map.centre(hex);
  const radius = Math.max(map.size * 0.14, 8 / scale);
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fillStyle = "#1f5f3f";
  pen.fill();
  pen.lineWidth = radius * 0.18;
  pen.strokeStyle = "#fffaf0";
  pen.stroke();
  pen.fillStyle = "#fffaf0";
  pen.font = `700 ${radius * 1.25}px 'Source Sans Pro', sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(String(number), x, y + radius * 0.06);
}

/** A small pennant where somebody marches to. */
function paintGoal(pen: CanvasRenderingContext2D, map: HexMap, hex: number, scale: number): void {
  const { x, y } = map.centre(hex);
  const size = Math.max(map.size * 0.3, 9 / scale);
  pen.strokeStyle = "#fffaf0";
  pen.fillStyle = "#1f5f3f";
  pen.lineWidth = size * 0.1;
  pen.beginPath();
  pen.moveTo(x, y + size * 0.6);
  pen.lineTo(x, y - size * 0.6);
  pen.lineTo(x + size * 0.7, y - size * 0.3);
  pen.lineTo(x, y);
  pen.stroke();
  pen.fill();
}

function outline(pen: CanvasRenderingContext2D, map: HexMap, hex: number, colour: string, width: number): void {
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.stroke(map.outline(hex, 0.97));
}

/** A pennant for one side, a square flag for the other. */
function paintFlag(pen: CanvasRenderingContext2D, map: HexMap, hex: number, side: Side): void {
  const { x, y } = map.centre(hex);
  const size = map.size;
  pen.fillStyle = SIDE_INKS[side];
  pen.strokeStyle = "rgb(30 22 14 / 0.8)";
  pen.lineWidth = size * 0.018;
  pen.beginPath();
  const [left, top] = [x - size * FLAG_WEST, y + size * FLAG_SOUTH];
  pen.moveTo(left, top + size * 0.24);
  pen.lineTo(left, top);
  if (side === 0) {
    pen.lineTo(left + size * 0.22, top + size * 0.07);
  } else {
    pen.lineTo(left + size * 0.17, top);
    pen.lineTo(left + size * 0.17, top + size * 0.14);
  }
  pen.lineTo(left, top + size * 0.14);
  pen.stroke();
  pen.fill();
}

/** The way a unit would go, with an arrow at its end. */
function paintPath(pen: CanvasRenderingContext2D, map: HexMap, path: number[], scale: number): void {
  if (path.length < 2) return;
  const spots = path.map((hex) => map.centre(hex));
  const [last, before] = [spots.at(-1), spots.at(-2)];
  if (!last || !before) return;
  pen.lineJoin = pen.lineCap = "round";
  for (const [colour, width] of [
    ["rgb(40 20 10 / 0.75)", 0.12],
    ["#ffcf4a", 0.07],
  ] as const) {
    pen.strokeStyle = pen.fillStyle = colour;
    pen.lineWidth = Math.max(map.size * width, (width * 30) / scale);
    pen.beginPath();
    spots.forEach((spot, index) => (index ? pen.lineTo(spot.x, spot.y) : pen.moveTo(spot.x, spot.y)));
    pen.stroke();
    const turn = Math.atan2(last.y - before.y, last.x - before.x);
    const long = map.size * (width === 0.12 ? 0.24 : 0.19);
    pen.beginPath();
    pen.moveTo(last.x + Math.cos(turn) * long, last.y + Math.sin(turn) * long);
    for (const bend of [2.5, -2.5]) {
      pen.lineTo(last.x + Math.cos(turn + bend) * long, last.y + Math.sin(turn + bend) * long);
    }
    pen.closePath();
    pen.fill();
  }
}
