/** Whoever reads rules: a player at a table, or somebody who looks at a game. */

import type { OptionalRule } from "../net/protocol";

export interface RuleReader {
  /** The number of the rule that is open; empty for none. */
  rule: string;
  readonly data: { readonly game: { readonly id: string }; readonly optional: OptionalRule[] };
}
