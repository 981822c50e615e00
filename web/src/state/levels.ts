/** The levels of the computer, in the order they are offered. */

import type { Level } from "../net/protocol";
import { say } from "../words/words";

export const LEVELS = ["easy", "normal", "hard", "master"] as const satisfies Level[];
/** What the computer may be like, where it shall be anything but even-tempered. */
export const CHARACTERS = ["cautious", "bold", "tricky"] as const;
export type Character = "" | (typeof CHARACTERS)[number];

/** A level with a character. */
export const opponent = (level: (typeof LEVELS)[number], character: Character): Level =>
  character ? `${level}-${character}` : level;

/** Everybody who can take a seat. */
export const OPPONENTS = LEVELS.flatMap((level) => ["" as Character, ...CHARACTERS].map((each) => opponent(level, each)));

/** What an opponent is called; the beginning of the words says whether as somebody at a seat or as a strength. */
export function named(player: Exclude<Level, "">, words: "level" | "strength"): string {
  const [level, character] = player.split("-") as [(typeof LEVELS)[number], Character | undefined];
  const title = words === "level" ? say(`level-${level}`) : say(`strength-${level}`);
  return character ? `${title}, ${say(`character-${character}`)}` : title;
}
