/** Which page of the side panel is open. */

export const TABS = ["log", "turns", "units", "score", "rules"] as const;
export type Tab = (typeof TABS)[number];

export const panel = $state<{ tab: Tab }>({ tab: "log" });
