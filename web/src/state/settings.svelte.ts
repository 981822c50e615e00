/** What a player likes, kept in the browser. */

import type { DisplayKind } from "../net/protocol";
import type { Character, LEVELS } from "./levels";

/** The languages of the page, each as it calls itself. */
export const LANGUAGES = { en: "English", it: "Italiano" };

export interface Settings {
  theme: "auto" | "light" | "dark";
  colourBlind: boolean;
  counterSize: number;
  speed: "off" | "slow" | "normal" | "fast";
  /** Let dice and battles be heard. */
  sound: boolean;
  language: keyof typeof LANGUAGES;
  /** Ask before giving up. */
  confirm: boolean;
  /** Ask before ending a phase while something could still be done in it. */
  askEnd: boolean;
  /** Ask before dice are rolled, which cannot be taken back. */
  confirmDice: boolean;
  /** A question with a single answer answers itself. */
  automatic: boolean;
  /** Show what the computer considers. */
  thoughts: boolean;
  /** After each of one's turns, a sentence on what the adviser would have done. */
  coach: boolean;
  /** Show where units of either side went last. */
  trails: boolean;
  /** In dark colours, darken the map as well. */
  dimMap: boolean;
  /** The map takes the place of the side panel. */
  panelHidden: boolean;
  /** The level of the computer last played against. */
  level: (typeof LEVELS)[number];
  /** What it was like. */
  character: Character;
  welcomed: boolean;
}

const KEY = "ardennes-settings";
const USUAL: Settings = {
  theme: "auto",
  colourBlind: false,
  counterSize: 1,
  speed: matchMedia("(prefers-reduced-motion: reduce)").matches ? "off" : "normal",
  sound: false,
  language: navigator.language.startsWith("it") ? "it" : "en",
  confirm: true,
  askEnd: true,
  confirmDice: false,
  automatic: true,
  thoughts: true,
  coach: false,
  trails: true,
  dimMap: true,
  panelHidden: false,
  level: "normal",
  character: "",
  welcomed: false,
};

function kept(): Settings {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
  } catch {
    return USUAL;
  }
}

export const settings = $state<Settings>(kept());

/** Writes every change down and dresses the page accordingly. */
export function followSettings(): void {
  $effect(() => {
    localStorage.setItem(KEY, JSON.stringify(settings));
    const dark = settings.theme === "dark" || (settings.theme === "auto" && prefersDark());
    document.documentElement.dataset["theme"] = dark ? "dark" : "light";
    document.documentElement.dataset["palette"] = settings.colourBlind ? "safe" : "usual";
    document.documentElement.lang = settings.language;
  });
}

function prefersDark(): boolean {
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

/** Whether the map is to be darkened now. */
export function mapIsDimmed(): boolean {
  return settings.dimMap && (settings.theme === "dark" || (settings.theme === "auto" && prefersDark()));
}

/** Milliseconds a counter takes from hex to hex, 0 for none. */
export function stepTime(): number {
  return { off: 0, slow: 420, normal: 170, fast: 70 }[settings.speed];
}

/** Milliseconds to read what somebody else did. */
export function pauseTime(): number {
  return { off: 0, slow: 1900, normal: 800, fast: 250 }[settings.speed];
}

/** Milliseconds for which dice and a result are shown before anything comes of them. */
export function resultTime(kind: DisplayKind): number {
  const share = kind === "battle" ? 1 : 0.7;
  return share * { off: 0, slow: 2600, normal: 1500, fast: 600 }[settings.speed];
}

/** Milliseconds for which losses and retreats are shown. */
export function effectTime(): number {
  return { off: 0, slow: 2000, normal: 1000, fast: 400 }[settings.speed];
}
