/** What a player likes, kept in the browser. */

export interface Settings {
  theme: "auto" | "light" | "dark";
  colourBlind: boolean;
  counterSize: number;
  speed: "off" | "slow" | "normal" | "fast";
  language: "en" | "it";
  confirm: boolean;
  welcomed: boolean;
}

const KEY = "ardennes-settings";
const USUAL: Settings = {
  theme: "auto",
  colourBlind: false,
  counterSize: 1,
  speed: "normal",
  language: navigator.language.startsWith("it") ? "it" : "en",
  confirm: true,
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

/** Milliseconds a counter takes for one move, 0 for none. */
export function moveTime(): number {
  return { off: 0, slow: 900, normal: 420, fast: 180 }[settings.speed];
}
