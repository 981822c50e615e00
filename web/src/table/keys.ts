/** Everything can be done without a mouse. */

import type { HexMap } from "../map/hexmap";
import type { MapView } from "../map/mapview";
import { settings } from "../state/settings.svelte";
import type { Table } from "../state/table.svelte";
import { toast } from "../state/toasts.svelte";
import { say } from "../words/words";

export interface Keyed {
  table: Table;
  map: HexMap;
  view: MapView | null;
  choose(hex: number): void;
  inspect(hex: number, x: number, y: number): void;
  help(): void;
  panel(): void;
  escape(): void;
}

/** What goes on as long as a key is held. */
const LASTING = /^(Arrow|Tab$|[+=-]$)/;

const ARROWS: Record<string, [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

export function handleKey(event: KeyboardEvent, keyed: Keyed): void {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest("dialog[open]")) return;
  const writing = target.closest("input:not([type=checkbox], [type=radio]), select, textarea");
  if (writing && event.key !== "Escape") return;
  const onMap = target.tagName === "CANVAS";
  const { table, map, view } = keyed;
  if (table.animation.playing && event.key === " " && !target.closest("button")) {
    table.animation.hasten();
    event.preventDefault();
    return;
  }
  /** A key that is held down does once what cannot be done twice. */
  if (event.repeat && !LASTING.test(event.key)) return;
  const arrow = ARROWS[event.key];
  if (arrow && (onMap || target === document.body)) {
    const next = table.cursor < 0 ? start(keyed) : map.neighbourTowards(table.cursor, ...arrow);
    if (next >= 0) goTo(keyed, next);
  } else if (event.key === "Tab" && onMap && table.offeredHexes.length && !(event.shiftKey && table.cursor < 0)) {
    cycle(keyed, event.shiftKey ? -1 : 1, event);
    return;
  } else if (event.key === "Enter" && onMap && table.cursor >= 0) {
    keyed.choose(table.cursor);
  } else if (event.shiftKey && /^Digit[1-9]$/.test(event.code)) {
    table.overlays.toggleAt(Number(event.code.at(-1)) - 1);
  } else if (/^[1-9]$/.test(event.key)) {
    const button = table.buttons[Number(event.key) - 1];
    if (button) void table.choose(button.option);
  } else if (!letter(event, keyed)) return;
  event.preventDefault();

  function letter(pressed: KeyboardEvent, { help, panel, escape, inspect }: Keyed): boolean {
    switch (pressed.key) {
      case "e":
        if (table.end) void table.choose(table.end.option);
        else if (table.notYet) void table.seat.why([table.notYet.option]);
        else return false;
        return true;
      case "n":
      case "N":
        table.next(pressed.key === "n" ? 1 : -1);
        return true;
      case "a":
        if (!table.gathered.length) return false;
        void table.gather();
        return true;
      case "m":
        if (!table.marches.ready.length) return false;
        void table.marches.goOn();
        return true;
      case "s":
        if (!table.group.open) return false;
        table.group.stay();
        return true;
      case "d":
        if (!table.group.open) return false;
        table.group.addFormations();
        return true;
      case "g":
        table.group.add(table.cursor >= 0 ? table.cursor : table.hoveredHex);
        return true;
      case "p":
        panel();
        return true;
      case "t":
        settings.trails = !settings.trails;
        return true;
      case "u":
        void table.seat.undo();
        return true;
      case "r":
        void table.seat.redo();
        return true;
      case "h":
        table.hideCounters = true;
        return true;
      case "f":
        view?.fit();
        return true;
      case "+":
      case "=":
        view?.zoom(1.3);
        return true;
      case "-":
        view?.zoom(1 / 1.3);
        return true;
      case "i": {
        const { x, y } = view?.screenOf(table.cursor) ?? { x: 0, y: 0 };
        inspect(table.cursor, x, y);
        return true;
      }
      case "b":
        void table.bend.add(table.cursor >= 0 ? table.cursor : table.hoveredHex);
        return true;
      case "Backspace":
        if (!table.bend.bent) return false;
        table.bend.back();
        return true;
      case "o":
        table.overlays.open = !table.overlays.open;
        return true;
      case "w":
        void weigh(table);
        return true;
      case "?":
        help();
        return true;
      case "Escape":
        escape();
        return true;
    }
    return false;
  }
}

/** What if there were an attack here? The first that could be; the panel offers the others. */
async function weigh(table: Table): Promise<void> {
  const fights = await table.weighing.around(table.cursor >= 0 ? table.cursor : table.hoveredHex);
  if (fights.length) await table.weighing.weigh(fights, 0);
  else toast(say("what-if-nobody"));
}

function start({ table }: Keyed): number {
  return table.offeredHexes[0] ?? table.data.hexes.findIndex((hex) => hex !== null);
}

/** The next place to choose; leaves the map when all have been visited. */
function cycle(keyed: Keyed, by: number, event: KeyboardEvent): void {
  const all = keyed.table.offeredHexes;
  const next = all.indexOf(keyed.table.cursor) + by;
  const hex = all[next];
  if (hex === undefined) {
    keyed.table.cursor = -1;
    return;
  }
  event.preventDefault();
  goTo(keyed, hex);
}

function goTo({ table, map, view }: Keyed, hex: number): void {
  table.cursor = hex;
  table.cursorUnit = -1;
  table.hoveredHex = hex;
  table.hoveredOption = table.meant(hex, table.stacks.get(hex)?.at(-1) ?? -1, table.sidesOf(hex))[0] ?? null;
  if (view && !view.inSight(hex)) view.flyTo(map.centre(hex), false);
}
