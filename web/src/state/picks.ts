/** What has been picked for the decision that is open, and what joined it by itself. */

import { thingOf } from "./seat.svelte";
import type { Table } from "./table.svelte";

export function picked(table: Table): number[] {
  const { seat } = table;
  const options = seat.picks.map(([, option]) => option);
  const before = options.map((option) => table.verbOf(option).kind === "unit").lastIndexOf(false);
  return seat.asked?.hexes.length ? options.slice(before + 1) : [];
}

/** Units on the map that take part because there was no choice. */
export function joined(table: Table): number[] {
  const { seat } = table;
  const opened = seat.picks[0]?.[1];
  const about = opened !== undefined && table.verbOf(opened).kind === "hex" && seat.asked?.hexes.includes(thingOf(opened));
  return about ? seat.joined.filter((option) => table.column("where", thingOf(option)) >= 0) : [];
}

export function onlyPicked(table: Table): boolean {
  const { asked, picks, deciding } = table.seat;
  const last = picks.at(-1)?.[1];
  if (last === undefined || !asked || !deciding) return false;
  const [kind, thing] = [table.verbOf(last).kind, thingOf(last)];
  if (kind === "unit") return asked.units.includes(thing) || table.picked.includes(last);
  return kind === "hex" && asked.hexes.includes(thing);
}
