/** Which page of the side panel is open, and the rule that somebody away from the table wants to read. */

export const TABS = ["log", "turns", "units", "score", "charts", "rules"] as const;
export type Tab = (typeof TABS)[number];

export const panel = $state<{ tab: Tab; rule: string }>({ tab: "log", rule: "" });
