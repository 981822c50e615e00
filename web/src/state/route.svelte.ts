/** Where one is: behind the #, so that secret links are never sent anywhere. */

export type Route = { at: "lobby" } | { at: "table"; tokens: string[] };

function read(): Route {
  const [, place, ...tokens] = location.hash.split("/");
  return (place === "seat" || place === "seats") && tokens.length ? { at: "table", tokens } : { at: "lobby" };
}

export const route = $state<{ now: Route }>({ now: read() });

addEventListener("hashchange", () => (route.now = read()));

export function seatAddress(tokens: string[]): string {
  return `#/${tokens.length > 1 ? "seats" : "seat"}/${tokens.join("/")}`;
}

export function go(address: string): void {
  location.hash = address;
}
