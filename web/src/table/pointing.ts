/** Where on the screen a step of the guide points. */

import type { MapView } from "../map/mapview";
import type { GuideStep } from "../net/protocol";
import type { Table } from "../state/table.svelte";

export interface Ring {
  left: number;
  top: number;
  width: number;
  height: number;
  round: boolean;
}

const AROUND = 5;
const LEAST = 46;
const PARTS: Record<string, string> = { bar: ".bar", undo: "[data-part=undo]", menu: "[data-part=menu]" };

export function pointedAt(table: Table, option: number | undefined, step: GuideStep, hex: number, view: MapView | null): Ring | null {
  if (step.part && step.part !== "map") return around(partOf(step.part));
  const inMenu = option === undefined ? null : document.querySelector(`.menu[role=group] [data-option="${option}"]`);
  if (inMenu) return around(inMenu);
  if (step.button && option !== undefined) return around(document.querySelector(`.bar [data-option="${option}"]`));
  const buried = step.unit !== "" && table.data.counters[table.stacks.get(hex)?.at(-1) ?? -1]?.id !== step.unit;
  const listed = buried ? around(inList(option)) : null;
  if (listed) return listed;
  if (hex >= 0 && view) {
    const ring = aroundHex(table, hex, view);
    return uncovered(ring) ?? around(inList(option)) ?? ring;
  }
  return option === undefined ? null : around(document.querySelector(`.bar [data-option="${option}"]`));
}

/** Nothing where something else lies over the map. */
function uncovered(ring: Ring | null): Ring | null {
  const there = ring && document.elementFromPoint(ring.left + ring.width / 2, ring.top + ring.height / 2);
  return there?.matches("canvas") ? ring : null;
}

/** Where a list beside the map offers the same as the map. */
function inList(option: number | undefined): Element | null {
  return option === undefined ? null : document.querySelector(`label[data-taking="${option}"]`);
}

/** A part of the page; on a phone the panel's pages are behind a button. */
function partOf(part: string): Element | null {
  const found = document.querySelector<HTMLElement>(PARTS[part] ?? `#tab-${part}`);
  return found && getComputedStyle(found).visibility === "visible" ? found : document.querySelector("[data-part=panel]");
}

function around(found: Element | null): Ring | null {
  if (!found) return null;
  const { left, top, width, height } = found.getBoundingClientRect();
  return width ? { left: left - AROUND, top: top - AROUND, width: width + 2 * AROUND, height: height + 2 * AROUND, round: false } : null;
}

function aroundHex(table: Table, hex: number, view: MapView): Ring | null {
  const canvas = document.querySelector("canvas[role=application]");
  const other = table.data.hexes.findIndex((one, index) => one !== null && index !== hex && near(table, hex, index));
  if (!canvas || !view.inSight(hex)) return null;
  const [box, here, there] = [canvas.getBoundingClientRect(), view.screenOf(hex), view.screenOf(other >= 0 ? other : hex)];
  const size = Math.max(LEAST, Math.hypot(here.x - there.x, here.y - there.y) * 1.05);
  return { left: box.left + here.x - size / 2, top: box.top + here.y - size / 2, width: size, height: size, round: true };
}

function near(table: Table, one: number, other: number): boolean {
  const [a, b] = [table.data.hexes[one], table.data.hexes[other]];
  return !!a && !!b && Math.hypot(a.x - b.x, a.y - b.y) < table.data.km_per_hex * 1.1;
}
