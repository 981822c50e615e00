/** The words around a result: where it is, what the dice say, what came of it. */

import type { DiceGroup, DisplayKind, LogLine } from "../net/protocol";
import type { Table } from "../state/table.svelte";
import { say, type Word } from "../words/words";

const TITLES: Partial<Record<DisplayKind, Word>> = {
  battle: "shown-battle",
  check: "shown-check",
  draw: "shown-draw",
  weather: "shown-weather",
  supply: "shown-supply",
};
/** What a die without anything on it shows. */
export const BLANK = "□";

/** What is decided, and where. */
export function titleOf(table: Table, { display, hexes = [] }: LogLine): string {
  const word = display && TITLES[display.kind];
  const [hex] = hexes;
  return [word ? say(word) : "", hex === undefined ? "" : table.hexName(hex)].filter(Boolean).join(": ");
}

/** What is added to the dice and what they come to; empty where nothing is added. */
export function sumOf({ pips = [], added = 0 }: DiceGroup): string {
  if (!added) return "";
  const total = pips.reduce((sum, pip) => sum + pip, added);
  return `${added > 0 ? "+" : "−"} ${Math.abs(added)} = ${total}`;
}

/** All of it in one sentence, for the strip and for those who hear the page. */
export function sentenceOf(table: Table, line: LogLine): string {
  const { dice = [], column, result, meaning } = line.display ?? {};
  const rolled = dice.map((group) => {
    const faces = group.pips?.length ? group.pips.join(", ") : say("dice-hits", { n: hits(group), of: group.faces?.length ?? 0 });
    return [group.side === undefined || group.side === null ? "" : `${table.sideName(group.side)}:`, say("shown-dice", { dice: faces }), sumOf(group)].filter(Boolean).join(" ");
  });
  if (!meaning) return line.text;
  return [titleOf(table, line), ...rolled, column ? say("shown-column", { column }) : "", [result, meaning].filter(Boolean).join(": ")].filter(Boolean).join(" · ");
}

function hits({ faces = "" }: DiceGroup): number {
  return [...faces].filter((face) => face !== BLANK).length;
}
