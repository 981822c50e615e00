/** The levels of the computer, in the order they are offered. */

import type { Level } from "../net/protocol";

export const LEVELS = ["easy", "normal", "hard", "master"] as const satisfies Level[];
