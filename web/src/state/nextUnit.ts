/** Goes from unit to unit of those that can still do something, always to the nearest that has not been looked at. */

import { thingOf } from "./seat.svelte";
import type { Table } from "./table.svelte";

/** A unit and its hex; where only hexes can be chosen, a hex alone. */
interface Place {
  hex: number;
  unit: number;
}

export class NextUnit {
  /** Where one has been, in this order. */
  private seen: Place[] = [];

  constructor(private readonly table: Table) {}

  /** To the next one, or back to the one before. Who has only been picked is put back first. */
  async go(by: 1 | -1): Promise<void> {
    const { table } = this;
    if (table.onlyPicked && table.seat.asked?.units.length === 1) await table.seat.undo();
    const places = this.places();
    this.seen = this.seen.filter((place) => has(places, place));
    const place = by < 0 ? this.before() : this.nearest(places);
    if (place) table.goTo(place.hex, place.unit);
  }

  private places(): Place[] {
    const { table } = this;
    const units = [...new Set(table.ofKind("unit").map(thingOf))].filter((unit) => !table.staying.has(unit));
    const found = units.map((unit) => ({ hex: table.column("where", unit), unit })).filter(({ hex }) => hex >= 0);
    return found.length ? found : table.offeredHexes.map((hex) => ({ hex, unit: -1 }));
  }

  private before(): Place | undefined {
    if (this.seen.length < 2) return undefined;
    this.seen.pop();
    return this.seen.at(-1);
  }

  private nearest(places: Place[]): Place | undefined {
    const { table } = this;
    const from = table.cursor >= 0 ? table.cursor : (this.seen.at(-1) ?? places[0])?.hex;
    const far = ({ hex }: Place) => {
      const [one, other] = [table.data.hexes[from ?? -1], table.data.hexes[hex]];
      return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;
    };
    if (places.every((place) => has(this.seen, place))) this.seen = this.seen.slice(-1);
    const fresh = places.filter((place) => !has(this.seen, place));
    const next = fresh.sort((one, other) => far(one) - far(other))[0] ?? places[0];
    if (next) this.seen.push(next);
    return next;
  }
}

function has(places: Place[], { hex, unit }: Place): boolean {
  return places.some((place) => place.hex === hex && place.unit === unit);
}
