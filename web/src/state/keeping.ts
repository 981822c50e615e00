/** What a seat keeps in the browser from turn to turn, by table and side. */

import type { Seat } from "./seat.svelte";

const nameOf = (seat: Seat) => `${seat.data.table}:${seat.data.side ?? "watch"}`;

function all<T>(key: string): Record<string, T> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}") as Record<string, T>;
  } catch {
    return {};
  }
}

export function kept<T>(key: string, seat: Seat): T | undefined {
  return all<T>(key)[nameOf(seat)];
}

export function keep<T>(key: string, seat: Seat, value: T): void {
  localStorage.setItem(key, JSON.stringify({ ...all(key), [nameOf(seat)]: value }));
}
