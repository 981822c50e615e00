/** The course of a game in the eyes of a seat, asked for whenever something has changed. */

import { untrack } from "svelte";
import * as api from "../net/api";
import type { ScoreHistory } from "../net/protocol";
import { settings } from "./settings.svelte";
import type { Table } from "./table.svelte";

const PATIENCE = 200;

export class ScoreHistoryWatch {
  now = $state.raw<ScoreHistory | null>(null);
  private token = "";

  /** To be made in a component; it watches as long as the component is there. */
  constructor(table: () => Table) {
    $effect(() => {
      const { seat } = table();
      void seat.version;
      if (this.token !== seat.token) this.now = null;
      this.token = seat.token;
      const timer = setTimeout(() => void this.ask(seat.token), untrack(() => this.now) ? PATIENCE : 0);
      return () => clearTimeout(timer);
    });
  }

  private async ask(token: string): Promise<void> {
    try {
      const history = await api.scoreHistory(token, settings.language);
      if (token === this.token) this.now = history;
    } catch {
      // The line to the server is lost; the table says so, and what is shown stays.
    }
  }
}
