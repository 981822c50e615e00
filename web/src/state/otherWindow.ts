/** Two windows at one seat, the map in one and the panels in the other: what is pointed at here is shown there. */

import type { Table } from "./table.svelte";

interface Pointed {
  hexes: number[];
  units: number[];
}

/** The channel between the windows of a table; no secret is in its name. */
const channelOf = (table: Table) => new BroadcastChannel(`ardennes-${table.data.table}`);

/** In the window with the map: shows what the other window points at; returns how to stop that. */
export function followPanels(table: Table): () => void {
  const channel = channelOf(table);
  channel.onmessage = ({ data: { hexes, units } }: MessageEvent<Pointed>) => table.point(hexes, units);
  return () => channel.close();
}

/** In the window with the panels: points on the map of the other one; returns how to stop that. */
export function pointInMapWindow(table: Table): () => void {
  const channel = channelOf(table);
  table.point = (hexes, units) => channel.postMessage({ hexes: [...hexes], units: [...units] } satisfies Pointed);
  return () => channel.close();
}
