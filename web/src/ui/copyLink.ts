/** Puts a secret link where it can be pasted; shows it where the browser does not allow that. */

import { seatAddress } from "../state/route.svelte";
import { toast } from "../state/toasts.svelte";
import { say } from "../words/words";

export async function copyLink(token: string): Promise<void> {
  const link = `${location.origin}/${seatAddress([token])}`;
  try {
    await navigator.clipboard.writeText(link);
    toast(say("copied"));
  } catch {
    prompt(say("friend-link"), link);
  }
}
