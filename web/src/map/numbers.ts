/** The hex numbers on the drawn map, as the game at hand counts: where map sheets overlap a hex has several. */

import type { GameData } from "../net/gameData";
import type { Picture, Shape } from "./picture";

/** The same picture, in which every hex bears the number that it has in this game. */
export function numberedAs(data: GameData, picture: Picture): Picture {
  const size = data.km_per_hex;
  const strips = new Map<number, { x: number; y: number; label: string }[]>();
  for (const hex of data.hexes) {
    if (!hex) continue;
    const strip = Math.round(hex.x / size);
    strips.set(strip, [...(strips.get(strip) ?? []), hex]);
  }
  const renamed = (shape: Shape): Shape => {
    if (shape.type !== "text") return shape;
    const [east, north] = shape.at;
    const strip = Math.round(east / size);
    const near = [strip - 1, strip, strip + 1].flatMap((each) => strips.get(each) ?? []);
    const own = near.find(({ x, y }) => Math.abs(x - east) < size / 4 && Math.abs(y - north) < size / 2);
    return own ? { ...shape, text: own.label } : shape;
  };
  const layers = picture.layers.map((layer) => (layer.id === "numbers" ? { ...layer, shapes: layer.shapes.map(renamed) } : layer));
  return { ...picture, layers };
}
