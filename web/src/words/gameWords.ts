/** What a game calls its own things, in the player's language. */

import type { GameData } from "../net/gameData";
import type { Clock, Track } from "../net/protocol";
import { settings } from "../state/settings.svelte";

/** The word for a value of a clock or of a counter's field; the value itself where the game has none. */
export function gameWord(data: GameData, value: string | number): string {
  return data.words[`word-${value}`] ?? String(value).replaceAll("_", " ");
}

/** What the ground of a hex is called. */
export function groundWord(data: GameData, ground: string): string {
  return data.words[`terrain-${ground}`] ?? ground;
}

export function fieldName(data: GameData, field: string): string {
  return data.words[`field-${field}`] ?? field.replaceAll("_", " ");
}

/** A clock in words; where it has a number for each side, with the sides. */
export function clockText(data: GameData, value: Clock | undefined): string {
  if (Array.isArray(value)) {
    const bySide = value.length === 2 && value.every((part) => typeof part === "number");
    return value.map((part, side) => (bySide ? `${data.sides[side as 0 | 1]} ${part}` : gameWord(data, part))).join(", ");
  }
  return value === undefined ? "" : gameWord(data, value);
}

/** A day such as 1944-12-16, as one would write it on a calendar. */
export function dayText(day: string | undefined): string {
  if (!day) return "";
  const form: Intl.DateTimeFormatOptions = { day: "numeric", month: "short", timeZone: "UTC" };
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(settings.language === "en" ? "en-GB" : settings.language, form);
}

/** The day of a space of a calendar; where two spaces share a day, with the part of it. */
export function spaceText({ dates, hours }: Track, at: number): string {
  const day = dates[at];
  const half = !day ? "" : day === dates[at + 1] ? "AM" : day === dates[at - 1] ? "PM" : "";
  return [dayText(day), hours[at] ?? half].filter(Boolean).join(" ");
}
