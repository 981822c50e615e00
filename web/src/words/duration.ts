/** Times as one reads them on a clock that runs for minutes or for weeks. */

import { say } from "./words";

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86400;

/** The two largest parts of a time; the last minutes by seconds. */
export function duration(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds));
  const [days, hours, minutes] = [Math.floor(left / DAY), Math.floor((left % DAY) / HOUR), Math.floor((left % HOUR) / MINUTE)];
  if (days) return say("days-hours", { days, hours });
  if (hours) return say("hours-minutes", { hours, minutes });
  return `${minutes}:${String(left % MINUTE).padStart(2, "0")}`;
}
