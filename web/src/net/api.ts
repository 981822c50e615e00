/** Everything the page asks by HTTP. */

import { untrack } from "svelte";
import { settings } from "../state/settings.svelte";
import { say } from "../words/words";
import type { Picture } from "../map/picture";
import { unpack } from "./gameData";
import type {
  Analysis,
  Chart,
  Clip,
  CoachWord,
  DiceTold,
  Failure,
  FileText,
  Fork,
  GameCard,
  GiveCommand,
  Guide,
  Hint,
  Key,
  Level,
  LifetimeTally,
  Link,
  Moment,
  Network,
  NewLink,
  NewPack,
  NewTable,
  Pack,
  PackFinding,
  PackInfo,
  Rename,
  Rule,
  ScoreHistory,
  SeatData,
  Seating,
  SeatWords,
  Share,
  Side,
  Switch,
  TableInfo,
  TablePage,
} from "./protocol";

const NOTHING_TO_SAY = 204;

/** Asks in the player's language, which what goes wrong is told in. */
export async function ask(path: string, init?: RequestInit): Promise<Response> {
  const headers = { ...init?.headers, "Accept-Language": untrack(() => settings.language) };
  const response = await fetch(path, { ...init, headers });
  if (response.ok) return response;
  const told = (await response.json().catch(() => null)) as Failure | null;
  throw new Error(told?.detail ?? say("server-answered", { status: response.status }));
}

export async function call<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await ask(path, init);
  return (response.status === NOTHING_TO_SAY ? null : await response.json()) as T;
}

/** The secret of a link goes in a header: paths and queries end up in logs. */
export const bearing = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });
const seat = <T>(token: string, path: string) => call<T>(`/api/seat/${path}`, bearing(token));

function posting(body: unknown, headers: Record<string, string> = {}): RequestInit {
  return { method: "POST", headers: { ...headers, "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

export function post<T>(path: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<T> {
  return call<T>(path, posting(body, headers));
}

/** A seat, or null for the watchers'. */
export type Chair = Side | null;

/** Makes this browser the owner's, by the key of the start link. */
export const enter = (key: string) => post("/api/enter", { key } satisfies Key);
export const games = (language: string) => call<GameCard[]>(`/api/games?language=${language}`);
export const tables = (wanted: Record<string, string>) => call<TablePage>(`/api/tables?${new URLSearchParams(wanted)}`);
export const statistics = (language: string) => call<LifetimeTally[]>(`/api/statistics?language=${language}`);
/** The owner's data packs, and the editor that checks as one types. */
export const packs = (language: string) => call<PackInfo[]>(`/api/packs?language=${language}`);
export const newPack = (game: string, name: string) => post<PackInfo>("/api/packs", { game, name } satisfies NewPack);
export const pack = (name: string) => call<Pack>(`/api/packs/${encodeURIComponent(name)}`);
export const packFile = (name: string, file: string, text: string, keep: boolean) =>
  post<PackFinding>(`/api/packs/${encodeURIComponent(name)}/file`, { file, text, keep } satisfies FileText);
export const deletePack = (name: string) => post(`/api/packs/${encodeURIComponent(name)}/delete`);
export const packDownload = (name: string) => `/api/packs/${encodeURIComponent(name)}/download`;
export const uploadPack = (file: File) => call<PackInfo>("/api/packs/upload", { method: "POST", body: file });
export const table = (id: string) => call<TableInfo>(`/api/tables/${id}`);
export const newTable = (wanted: NewTable) => post<TableInfo>("/api/tables", wanted);
export const renameTable = (id: string, name: string) => post(`/api/tables/${id}/rename`, { name } satisfies Rename);
export const deleteTable = (id: string) => post(`/api/tables/${id}/delete`);
export const restoreTable = (id: string) => post(`/api/tables/${id}/restore`);
/** The old link of a seat, or of the watchers, leads nowhere from now on. */
export const renewLink = (id: string, side: Chair) => post<TableInfo>(`/api/tables/${id}/link`, { side } satisfies NewLink);
export const forkTable = (id: string, at: number) => post<TableInfo>(`/api/tables/${id}/fork`, { at } satisfies Fork);
/** The whole game as a file; refused while it would show what somebody else keeps secret. */
export const downloadTable = async (id: string) => (await ask(`/api/tables/${id}/download`)).blob();

/** Where friends at home find the server; an empty word while they cannot. */
export const network = () => call<Network>("/api/network");
export const switchNetwork = (on: boolean) => post<Network>("/api/network", { on } satisfies Switch);
/** A link as a QR code, as an address for this page alone. */
export const linkPicture = async (link: string) =>
  URL.createObjectURL(await (await ask("/api/qr", posting({ link } satisfies Link))).blob());

export const uploadTable = (file: File) => call<TableInfo>("/api/tables/upload", { method: "POST", body: file });

export const data = async (token: string, language: string) =>
  unpack(await seat<SeatData>(token, `data?language=${language}`));
/** The drawn map, or how much of it is drawn. */
export const board = (token: string) => seat<Picture | Share>(token, "board");
/** A picture of the drawn map, as an address for this page alone. */
export const boardImage = async (token: string, name: string) =>
  URL.createObjectURL(await (await ask(`/api/seat/board/${name}`, bearing(token))).blob());
/** The drawn map of a game nobody plays, for the owner; or how much of it is drawn. */
export const gameBoard = (game: string) => call<Picture | Share>(`/api/board/${game}`);
export const boardFolder = (game: string) => `/api/board/${game}/`;
export const dice = (token: string) => seat<DiceTold>(token, "dice");
export const scoreHistory = (token: string, language: string) => seat<ScoreHistory>(token, `history?language=${language}`);
/** What the adviser would do for the side that must decide. */
export const hint = (token: string, language: string) => seat<Hint>(token, `hint?language=${language}`);
/** One sentence on this seat's last turn; null where none has ended after so many records. */
export const coach = (token: string, since: number, language: string) =>
  seat<CoachWord | null>(token, `coach?since=${since}&language=${language}`);
/** A finished game looked at again, or how much of that is done. */
export const analysis = (token: string, language: string) =>
  seat<Analysis | Share>(token, `analysis?language=${language}`);
/** Sequence of play, turn track, terrain, combat table; what applies now is marked. */
export const charts = (token: string, language: string) => seat<Chart[]>(token, `charts?language=${language}`);
export const gameWords = (token: string, language: string) =>
  seat<SeatWords>(token, `words?language=${language}`);
export const moment = (token: string, to: number, language: string) =>
  seat<Moment>(token, `replay?to=${to}&language=${language}`);
/** A finished game as a file, which `ardennes verify` checks. */
export const savedGame = async (token: string) => (await ask("/api/seat/save", bearing(token))).blob();
/** A finished game as an animated picture. */
export const motion = async (token: string, language: string) =>
  (await ask(`/api/seat/motion?language=${language}`, bearing(token))).blob();
/** From a record on; -1 for what the other side did since this seat's last turn. */
export const clip = (token: string, start: number, language: string) =>
  seat<Clip>(token, `clip?start=${start}&language=${language}`);
export const seatPlayer = (token: string, player: Level) =>
  post("/api/seat/player", { player } satisfies Seating, bearing(token).headers);

/** Gives formations to somebody else of one's side; without any the command is dissolved. */
export const giveCommand = (token: string, wanted: GiveCommand) =>
  post("/api/seat/command", wanted, bearing(token).headers);

export const rules = (game: string, query: { case?: string; search?: string }) =>
  call<Rule[]>(`/api/rules/${game}?${new URLSearchParams({ ...query, language: settings.language })}`);

export const guide = (game: string) => call<Guide>(`/api/guide/${game}?language=${settings.language}`);
