/** The game data as the page uses them: hexes and hexsides one by one, not as the columns in which they are sent. */

import type { SeatData } from "./protocol";

export interface Hex {
  label: string;
  x: number;
  y: number;
  name: string;
  terrain: string;
  place: string;
}

export type GameData = Omit<SeatData, "hexes" | "hexsides"> & {
  hexes: (Hex | null)[];
  hexsides: [number, number][];
};

export function unpack(sent: SeatData): GameData {
  const { label, x, y, terrain, place, terrains, places } = sent.hexes;
  const names = new Map(sent.hexes.names);
  const word = (words: string[], code: number | undefined) => words[code ?? 0] ?? "";
  const hexes = label.map((label, hex) =>
    label
      ? { label, x: x[hex] ?? 0, y: y[hex] ?? 0, name: names.get(hex) ?? "", terrain: word(terrains, terrain[hex]), place: word(places, place[hex]) }
      : null,
  );
  const { one, other } = sent.hexsides;
  return { ...sent, hexes, hexsides: one.map((hex, side) => [hex, other[side] ?? -1]) };
}
