/** The map as nothing but hexes, their numbers and the names of places, until the server has drawn it. */

import type { GameData } from "../net/gameData";
import type { Picture, Point, Shape } from "./picture";

const [PAPER, INK, LINES] = ["#efe6d2", "#4a4036", "#b5a88f"];

export function plainPicture(data: GameData): Picture {
  const size = data.km_per_hex;
  const hexes = data.hexes.filter((hex) => hex !== null);
  const lines = hexes.map(({ x, y }) => data.corners.map(([east, north]): Point => [x + east, y + north]));
  const points = lines.flat();
  const [easts, norths] = [points.map(([east]) => east), points.map(([, north]) => north)];
  const text = (words: string, at: Point, share: number): Shape => ({
    type: "text", text: words, at, size: share * size, fill: INK, anchor: "middle", halo: PAPER, halo_width: 0.02 * size,
  });
  const shapes: Shape[] = [{ type: "path", lines, closed: true, style: { stroke: LINES, width: 0.02 * size } }];
  for (const { x, y, label, name } of hexes) {
    shapes.push(text(label, [x, y + 0.34 * size], 0.11));
    if (name) shapes.push(text(name, [x, y - 0.38 * size], 0.15));
  }
  return {
    extent: { west: Math.min(...easts), east: Math.max(...easts), south: Math.min(...norths), north: Math.max(...norths) },
    paper: PAPER,
    layers: [{ id: "plain", opacity: 1, blend: "normal", shapes }],
  };
}
