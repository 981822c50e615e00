/** Which page of the side panel is open, and the rule that somebody away from the table wants to read. */

import { site } from "../net/people";

const EVERYWHERE = ["log", "turns", "units", "score", "charts", "rules"] as const;
export type Tab = (typeof EVERYWHERE)[number] | "talk";
/** People who play at a site may never have met: there they can talk. */
export const TABS: readonly Tab[] = site ? [...EVERYWHERE, "talk"] : EVERYWHERE;

export const panel = $state<{ tab: Tab; rule: string }>({ tab: "log", rule: "" });
