/** Puts a secret link where it can be pasted; shows it where the browser does not allow that. */

import { network } from "../state/network.svelte";
import { toast } from "../state/toasts.svelte";
import { say } from "../words/words";

export async function copyLink(token: string): Promise<void> {
  if (!network.known) await network.load().catch(() => undefined);
  const link = network.link(token);
  try {
    await navigator.clipboard.writeText(link);
    toast(say("copied"));
  } catch {
    prompt(say("friend-link"), link);
  }
}
