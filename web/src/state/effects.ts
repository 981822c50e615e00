/** What is shown on the map of something that happened: first what dice or a draw decided, then what came of it. */

import type { DisplayKind, LogLine, Walk } from "../net/protocol";

/** Something that came of a battle or a check, at a place of the map. */
export interface Effect {
  kind: DisplayKind;
  text: string;
  /** Where it is; a retreat or an advance leads from the first hex to the last. */
  hexes: number[];
  /** How often it happened there: steps lost. */
  times: number;
}

const DECISIONS: DisplayKind[] = ["battle", "check", "draw", "weather"];
const WAYS: DisplayKind[] = ["retreat", "advance"];

/** The lines that tell what dice, a draw or the weather decided. */
export function decisionsOf(lines: LogLine[]): LogLine[] {
  return lines.filter(({ display }) => display && (DECISIONS.includes(display.kind) || display.dice?.length));
}

/** What came of it, with the places as they were before. */
export function effectsOf(lines: LogLine[], walks: Walk[], where: (unit: number) => number): Effect[] {
  const found = new Map<string, Effect>();
  for (const { display, text, hexes = [], units = [] } of lines) {
    if (!display || DECISIONS.includes(display.kind)) continue;
    const { kind } = display;
    const [unit] = units;
    const walked = walks.find(([walker]) => walker === unit)?.[1];
    const way = WAYS.includes(kind) ? (walked ?? [...hexes].reverse()) : [];
    const places = way.length ? [way] : hexes.length ? [hexes.slice(0, 1)] : units.map((at) => [where(at)]);
    for (const place of places.length ? places : [[]]) {
      const key = `${kind} ${place.join(" ")} ${WAYS.includes(kind) || kind === "loss" ? "" : text}`;
      const known = found.get(key);
      if (known) known.times += 1;
      else found.set(key, { kind, text, hexes: place.filter((hex) => hex >= 0), times: 1 });
    }
  }
  return [...found.values()];
}
