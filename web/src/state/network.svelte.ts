/** Where friends find the server: the address on the home network, while the owner lets them in there. */

import * as api from "../net/api";
import { seatAddress } from "./route.svelte";

const THIS_MACHINE = ["localhost", "127.0.0.1", "[::1]"];

class Network {
  /** Empty while nobody at home gets in. */
  url = $state("");
  /** Whether this browser has been told: only the owner's is. */
  known = $state(false);

  async load(): Promise<void> {
    this.take(await api.network());
  }

  async turn(on: boolean): Promise<void> {
    this.take(await api.switchNetwork(on));
  }

  /** Whether links lead nowhere but to this machine. */
  get hereOnly(): boolean {
    return !this.url && THIS_MACHINE.includes(location.hostname);
  }

  /** A link that opens for whoever it is sent to: under the name of this page, if that is not just this machine's. */
  link(token: string): string {
    const base = THIS_MACHINE.includes(location.hostname) ? this.url || location.origin : location.origin;
    return `${base}/${seatAddress([token])}`;
  }

  private take(told: { url: string }): void {
    this.url = told.url;
    this.known = true;
  }
}

export const network = new Network();
