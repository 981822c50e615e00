/** Panels never lie over what a question is about: the map moves aside from under them. */

import type { MapView } from "../map/mapview";

/** Pixels around a hex that count as the hex, and those left free beside a panel. */
const [AROUND, FREE] = [26, 10];

interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Moves the map so that no panel lies over these hexes, the first of them above all. */
export function keepClear(view: MapView, canvas: HTMLElement, hexes: number[], animated: boolean): void {
  const box = canvas.getBoundingClientRect();
  const panels = [...document.querySelectorAll(".map aside, .tools .small")].map((panel) => within(panel.getBoundingClientRect(), box));
  const covers = panels.filter(({ left, top, right, bottom }) => right > left && bottom > top);
  const spots = hexes.map((hex) => view.screenOf(hex));
  const [first] = spots;
  const hidden = spots.some(({ x, y }) => covers.some((area) => x > area.left - AROUND && x < area.right + AROUND && y > area.top - AROUND && y < area.bottom + AROUND));
  if (!first || !hidden) return;
  const free = largest(covers, box.width, box.height);
  const [xs, ys] = [spots.map(({ x }) => x), spots.map(({ y }) => y)];
  view.shift(
    into(Math.min(...xs) - AROUND, Math.max(...xs) + AROUND, free.left, free.right, first.x),
    into(Math.min(...ys) - AROUND, Math.max(...ys) + AROUND, free.top, free.bottom, first.y),
    animated,
  );
}

/** Calls back whenever a panel over the map opens or changes its size, as odds do that come late; returns how to stop. */
export function watchPanels(changed: () => void): () => void {
  const map = document.querySelector(".map");
  if (!map) return () => {};
  const sizes = new ResizeObserver(changed);
  const watch = () => map.querySelectorAll(":scope > aside").forEach((panel) => sizes.observe(panel));
  const panels = new MutationObserver(watch);
  panels.observe(map, { childList: true });
  watch();
  return () => {
    sizes.disconnect();
    panels.disconnect();
  };
}

function within(panel: DOMRect, box: DOMRect): Area {
  return {
    left: Math.max(0, panel.left - box.left),
    top: Math.max(0, panel.top - box.top),
    right: Math.min(box.width, panel.right - box.left),
    bottom: Math.min(box.height, panel.bottom - box.top),
  };
}

/** The largest strip beside all panels. */
function largest(covers: Area[], wide: number, high: number): Area {
  const left = Math.min(...covers.map((area) => area.left));
  const right = Math.max(...covers.map((area) => area.right));
  const top = Math.min(...covers.map((area) => area.top));
  const bottom = Math.max(...covers.map((area) => area.bottom));
  const strips = [
    { left: FREE, top: FREE, right: left - FREE, bottom: high - FREE },
    { left: right + FREE, top: FREE, right: wide - FREE, bottom: high - FREE },
    { left: FREE, top: FREE, right: wide - FREE, bottom: top - FREE },
    { left: FREE, top: bottom + FREE, right: wide - FREE, bottom: high - FREE },
  ];
  const size = (area: Area) => Math.max(0, area.right - area.left) * Math.max(0, area.bottom - area.top);
  return strips.reduce((best, strip) => (size(strip) > size(best) ? strip : best));
}

/** How far a stretch must move to lie between two ends; where it is too long, its main point comes to the middle. */
function into(from: number, to: number, start: number, end: number, main: number): number {
  if (to - from > end - start) return (start + end) / 2 - main;
  return from < start ? start - from : to > end ? end - to : 0;
}
