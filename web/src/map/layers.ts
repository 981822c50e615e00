/** Paints overlays: hatching, dots, rings, shades and lines that can be told apart without colours. */

import type { Pattern, Side } from "../net/protocol";
import type { HexMap } from "./hexmap";

/** One layer of an overlay, ready to be painted. Labels and amounts go with the hexes; lines are in kilometres. */
export interface Drawn {
  title: string;
  rule: string;
  colour: string;
  pattern: Pattern | "front";
  hexes: number[];
  labels: string[];
  amounts: number[];
  /** Hexsides, with what is written beside them. */
  hexsides: [number, string][];
  units: number[];
  sign: string;
  lines: [number, number][][];
}

/** A pair that every kind of colour vision tells apart. */
export const SIDE_INKS: Record<Side, string> = { 0: "#b5450a", 1: "#0a5fa3" };

const TILE = 10;
const PALEST = 0.14;
const DARKEST = 0.62;
const LEGIBLE = 30;

type Pen = CanvasRenderingContext2D;

const tiles = new Map<string, HTMLCanvasElement>();

/** What lies under the counters. */
export function paintLayers(pen: Pen, map: HexMap, layers: Drawn[], scale: number): void {
  for (const layer of layers) {
    if (layer.pattern === "shade") paintShade(pen, map, layer);
    else if (layer.pattern === "ring") paintRings(pen, map, layer, scale);
    else if (layer.pattern !== "line" && layer.pattern !== "front") paintTiles(pen, map, layer, scale);
  }
  for (const layer of layers) if (layer.pattern === "front") paintFront(pen, map, layer, scale);
}

/** What lies over the counters: labels and supply lines. */
export function paintLayersAbove(pen: Pen, map: HexMap, layers: Drawn[], scale: number): void {
  for (const layer of layers) if (layer.pattern === "line") paintLine(pen, map, layer, scale);
  for (const layer of layers) for (const [hexside, label] of layer.hexsides) paintSide(pen, map, hexside, label, layer, scale);
  if (map.size * scale < LEGIBLE) return;
  for (const layer of layers) {
    layer.hexes.forEach((hex, index) => {
      const label = layer.labels[index];
      if (label) paintLabel(pen, map, hex, label, layer, scale);
    });
  }
}

/** The sign a counter bears, with the corner of the counter and its size in pixels. */
export function paintSign(pen: Pen, sign: string, x: number, y: number, size: number): void {
  const bad = sign === "✕";
  const radius = size * 0.15;
  const [cx, cy] = [x + size * 0.02, y + size * 0.5];
  pen.beginPath();
  if (bad) pen.rect(cx - radius, cy - radius, 2 * radius, 2 * radius);
  else pen.arc(cx, cy, radius, 0, 2 * Math.PI);
  pen.fillStyle = bad ? "#a32a10" : "#0a5fa3";
  pen.fill();
  pen.lineWidth = Math.max(1, size * 0.025);
  pen.strokeStyle = "#fffaf0";
  pen.stroke();
  pen.fillStyle = "#fffaf0";
  pen.font = `700 ${radius * 1.6}px 'Source Sans Pro', sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(sign, cx, cy + radius * 0.08);
}

function paintTiles(pen: Pen, map: HexMap, { pattern, colour, hexes }: Drawn, scale: number): void {
  const tile = pen.createPattern(tileOf(pattern, colour), "repeat");
  if (!tile) return;
  tile.setTransform(new DOMMatrix().scale(0.5 / scale));
  const shape = map.outlines(hexes, 0.98);
  pen.fillStyle = tile;
  pen.fill(shape);
  pen.strokeStyle = colour;
  pen.globalAlpha = 0.35;
  pen.lineWidth = 1 / scale;
  pen.stroke(shape);
  pen.globalAlpha = 1;
}

/** A small picture that repeats, drawn at twice its size so that it stays crisp. */
function tileOf(pattern: Drawn["pattern"], colour: string): HTMLCanvasElement {
  const key = `${pattern}${colour}`;
  const known = tiles.get(key);
  if (known) return known;
  const tile = document.createElement("canvas");
  const wide = (tile.width = tile.height = TILE * 2);
  const pen = tile.getContext("2d");
  if (pen) {
    pen.strokeStyle = pen.fillStyle = colour;
    pen.globalAlpha = 0.85;
    pen.lineWidth = 3;
    pen.beginPath();
    if (pattern === "dots") {
      pen.arc(wide / 2, wide / 2, 3, 0, 2 * Math.PI);
      pen.fill();
    } else {
      const slant = pattern === "rising" ? -1 : 1;
      for (const shift of [-wide, 0, wide]) {
        pen.moveTo(shift - 2, slant < 0 ? wide + 2 : -2);
        pen.lineTo(shift + wide + 2, slant < 0 ? -2 : wide + 2);
      }
      pen.stroke();
    }
  }
  tiles.set(key, tile);
  return tile;
}

function paintShade(pen: Pen, map: HexMap, { colour, hexes, amounts }: Drawn): void {
  const most = Math.max(1, ...amounts);
  pen.fillStyle = colour;
  hexes.forEach((hex, index) => {
    pen.globalAlpha = PALEST + ((DARKEST - PALEST) * (amounts[index] ?? 1)) / most;
    pen.fill(map.outline(hex));
  });
  pen.globalAlpha = 1;
}

function paintRings(pen: Pen, map: HexMap, { colour, hexes }: Drawn, scale: number): void {
  for (const [ink, width] of [
    ["rgb(255 250 240 / 0.9)", 0.11],
    [colour, 0.055],
  ] as const) {
    pen.strokeStyle = ink;
    pen.lineWidth = Math.max(map.size * width, (width * 24) / scale);
    for (const hex of hexes) pen.stroke(map.outline(hex, 0.86));
  }
}

function paintFront(pen: Pen, map: HexMap, { colour, lines }: Drawn, scale: number): void {
  const way = new Path2D();
  for (const line of lines) {
    line.forEach(([x, y], index) => (index ? way.lineTo(x, -y) : way.moveTo(x, -y)));
  }
  pen.lineJoin = "round";
  const wide = Math.max(map.size * 0.06, 2.5 / scale);
  pen.strokeStyle = "rgb(255 250 240 / 0.85)";
  pen.lineWidth = wide * 2;
  pen.stroke(way);
  pen.strokeStyle = colour;
  pen.lineWidth = wide;
  pen.setLineDash([wide * 4, wide * 1.6]);
  pen.stroke(way);
  pen.setLineDash([]);
}

/** A line from hex to hex, with a ring at its source. */
function paintLine(pen: Pen, map: HexMap, { colour, hexes }: Drawn, scale: number): void {
  const spots = hexes.map((hex) => map.centre(hex));
  const last = spots.at(-1);
  if (!last) return;
  const wide = Math.max(map.size * 0.07, 3 / scale);
  pen.lineJoin = pen.lineCap = "round";
  for (const [ink, width, dash] of [
    ["rgb(255 250 240 / 0.95)", wide * 1.9, []],
    [colour, wide, [wide * 0.1, wide * 1.8]],
  ] as const) {
    pen.strokeStyle = ink;
    pen.lineWidth = width;
    pen.setLineDash([...dash]);
    pen.beginPath();
    spots.forEach(({ x, y }, index) => (index ? pen.lineTo(x, y) : pen.moveTo(x, y)));
    pen.stroke();
    pen.setLineDash([]);
    pen.beginPath();
    pen.arc(last.x, last.y, map.size * 0.2, 0, 2 * Math.PI);
    pen.stroke();
  }
}

/** A hexside with a thick line along it. */
function paintSide(pen: Pen, map: HexMap, hexside: number, label: string, layer: Drawn, scale: number): void {
  const edge = map.edge(hexside);
  if (!edge) return;
  pen.lineCap = "round";
  for (const [ink, width] of [
    ["rgb(255 250 240 / 0.95)", 0.2],
    [layer.colour, 0.12],
  ] as const) {
    pen.strokeStyle = ink;
    pen.lineWidth = Math.max(map.size * width, (width * 30) / scale);
    pen.beginPath();
    pen.moveTo(edge[0].x, edge[0].y);
    pen.lineTo(edge[1].x, edge[1].y);
    pen.stroke();
  }
  if (label && map.size * scale >= LEGIBLE) writeLabel(pen, (edge[0].x + edge[1].x) / 2, (edge[0].y + edge[1].y) / 2, label, map, layer, scale);
}

function paintLabel(pen: Pen, map: HexMap, hex: number, label: string, layer: Drawn, scale: number): void {
  const { x, y } = map.centre(hex);
  writeLabel(pen, x, y - map.size * 0.36, label, map, layer, scale);
}

function writeLabel(pen: Pen, x: number, at: number, label: string, map: HexMap, { colour }: Drawn, scale: number): void {
  const size = Math.min(14, map.size * scale * 0.2) / scale;
  pen.font = `700 ${size}px 'Source Sans Pro', sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  const wide = Math.max(size * 1.2, pen.measureText(label).width + size * 0.5);
  pen.fillStyle = "rgb(255 250 240 / 0.92)";
  pen.strokeStyle = colour;
  pen.lineWidth = 1.2 / scale;
  pen.beginPath();
  pen.roundRect(x - wide / 2, at - size * 0.6, wide, size * 1.2, size * 0.3);
  pen.fill();
  pen.stroke();
  pen.fillStyle = "#1d1a17";
  pen.fillText(label, x, at + size * 0.05);
}
