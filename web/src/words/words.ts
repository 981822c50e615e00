/** What the page itself says, in both languages; what games say comes from the server. */

import { settings } from "../state/settings.svelte";
import { en } from "./en";
import { it } from "./it";

export type Word = keyof typeof en;

/** A phrase in the player's language, with {names} filled in. */
export function say(word: Word, values: Record<string, string | number> = {}): string {
  const phrase = ({ en, it }[settings.language] ?? en)[word];
  return phrase.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}

export function percent(share: number): string {
  return share > 0 && share < 0.005 ? "<1%" : `${Math.round(share * 100)}%`;
}

const VULGAR: Record<string, string> = { "1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾", "1/6": "⅙", "5/6": "⅚" };

/** A difference of chances, with its sign. */
export function signedPercent(share: number): string {
  const amount = Math.round(Math.abs(share) * 100);
  return amount === 0 ? "±0%" : `${share > 0 ? "+" : "−"}${amount}%`;
}

/** A cost in a game's smallest parts, as it would be printed. */
export function points(cost: number, inOne: number): string {
  const whole = Math.floor(cost / inOne);
  const rest = cost % inOne;
  if (!rest) return String(whole);
  const divisor = greatestDivisor(rest, inOne);
  const part = `${rest / divisor}/${inOne / divisor}`;
  return `${whole || ""}${VULGAR[part] ?? ` ${part}`}`.trim();
}

function greatestDivisor(a: number, b: number): number {
  return b ? greatestDivisor(b, a % b) : a;
}
