/** Where one is: behind the #, so that secret links are never sent anywhere. */

import { site } from "../net/people";

export type Route = { at: "lobby"; table?: string } | { at: "tables" } | { at: "notices" } | { at: "stop"; secret: string } | { at: "account" } | { at: "moderation" } | { at: "link"; token: string } | { at: "enter"; key: string } | { at: "game"; game: string } | { at: "ladder"; game: string } | { at: "contest"; contest: string } | { at: "player"; name: string } | { at: "packs"; pack: string } | { at: "table" | "panels"; tokens: string[] };

/** Start links of earlier versions have the key in the query. */
function moveOldKey(): void {
  const key = new URLSearchParams(location.search).get("key");
  if (location.pathname === "/enter") history.replaceState(null, "", key ? `/#/enter/${key}` : "/");
}

/** What somebody typed may be no encoded word at all. */
function decoded(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}

function read(): Route {
  const [, place, ...tokens] = location.hash.split("/");
  if (place === "enter") return { at: "enter", key: tokens.join("/") };
  if (place === "link") return { at: "link", token: tokens[0] ?? "" };
  if (place === "tables") return { at: "tables" };
  if (place === "notices") return { at: "notices" };
  if (place === "stop") return { at: "stop", secret: tokens[0] ?? "" };
  if (place === "mine") return { at: "lobby", table: tokens[0] ?? "" };
  if (place === "packs") return { at: "packs", pack: decodeURIComponent(tokens[0] ?? "") };
  if (place === "account" || place === "moderation") return { at: place };
  if (place === "ladder" && tokens[0]) return { at: "ladder", game: tokens[0] };
  if (place === "contest" && tokens[0]) return { at: "contest", contest: tokens[0] };
  if (place === "player" && tokens[0]) return { at: "player", name: decoded(tokens[0]) };
  if (place === "game" && tokens[0]) return { at: "game", game: tokens[0] };
  if (place === "panels" && tokens.length) return { at: "panels", tokens };
  return (place === "seat" || place === "seats") && tokens.length ? { at: "table", tokens } : { at: "lobby" };
}

moveOldKey();
export const route = $state<{ now: Route }>({ now: read() });

addEventListener("hashchange", () => (route.now = read()));

export function gameAddress(game: string): string {
  return `#/game/${game}`;
}

export function ladderAddress(game: string): string {
  return `#/ladder/${game}`;
}

export function contestAddress(contest: string): string {
  return `#/contest/${contest}`;
}

export function playerAddress(name: string): string {
  return `#/player/${encodeURIComponent(name)}`;
}

export function packAddress(pack = ""): string {
  return `#/packs/${encodeURIComponent(pack)}`;
}

export function seatAddress(tokens: string[]): string {
  return `#/${tokens.length > 1 ? "seats" : "seat"}/${tokens.join("/")}`;
}

/** The second window of these seats: the panels without the map. */
export function panelsAddress(tokens: string[]): string {
  return `#/panels/${tokens.join("/")}`;
}

/** Forgets the key: neither the address bar nor the history shows it any longer. It opens the list of all tables, which on a
 * site is the owner's alone. Whoever has gone on meanwhile stays. */
export function leaveEntrance(): void {
  if (route.now.at !== "enter") return;
  history.replaceState(null, "", site ? "/#/tables" : "/");
  route.now = read();
}

export function go(address: string): void {
  location.hash = address;
}
