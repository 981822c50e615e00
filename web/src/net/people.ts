/** What a site is asked about people. */

import { keepShare, newShare, promised } from "../state/dice";
import { ask, bearing, call, post } from "./api";
import type {
  AuditLine,
  BeginPasskey,
  Ceremony,
  ChallengeShown,
  ContestShown,
  ContestTold,
  FinishPasskey,
  Hiding,
  Ladder,
  MailAddress,
  MailedLink,
  Me,
  Muting,
  MyTable,
  NewChallenge,
  NewContest,
  NewSettings,
  PrivateNote,
  Profile,
  RecoveryCode,
  Report,
  ReportShown,
  Said,
  SeatLink,
  SignedIn,
  Suspension,
  Words,
} from "./protocol";

/** Whether this page is a site's, and whether that sends mail; a household's page has neither. */
export const site = document.documentElement.dataset.site ?? "";

/** Nothing where nobody is signed in. */
export async function me(): Promise<Me | null> {
  return call<Me>("/api/me").catch(() => null);
}

/** A new account with a passkey; or one more passkey, for whoever is signed in. */
export async function makePasskey(name: string): Promise<SignedIn> {
  const begun = await post<Ceremony>("/api/account/begin", { name } satisfies BeginPasskey);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(JSON.parse(begun.options));
  return post<SignedIn>("/api/account/finish", answer(begun, await navigator.credentials.create({ publicKey })));
}

export async function showPasskey(): Promise<SignedIn> {
  const begun = await post<Ceremony>("/api/session/begin");
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(begun.options));
  return post<SignedIn>("/api/session/finish", answer(begun, await navigator.credentials.get({ publicKey })));
}

function answer(begun: Ceremony, credential: Credential | null): FinishPasskey {
  return { ceremony: begun.ceremony, credential: JSON.stringify(credential) };
}

export const sendLink = (address: string) => post("/api/session/mail", { address } satisfies MailAddress);
export const useLink = (token: string, name: string) => post<SignedIn>("/api/session/link", { token, name } satisfies MailedLink);
export const useCode = (name: string, code: string) => post<SignedIn>("/api/session/code", { name, code } satisfies RecoveryCode);
export const signOut = (everywhere: boolean) => call(`/api/session${everywhere ? "/all" : ""}`, { method: "DELETE" });
export const erase = () => call("/api/me", { method: "DELETE" });

export const mine = (language: string) => call<MyTable[]>(`/api/mine?language=${language}`);
export const take = (token: string) => post<MyTable>("/api/mine/take", { token } satisfies SeatLink);
export const changeSettings = (wanted: NewSettings) => post("/api/me/settings", wanted);
export const forgetPasskey = (id: string) => call(`/api/me/passkeys/${encodeURIComponent(id)}`, { method: "DELETE" });
export const endSession = (id: string) => call(`/api/me/sessions/${id}`, { method: "DELETE" });
export const newCodes = () => post<string[]>("/api/me/codes");
export const exportAll = async () => (await ask("/api/me/export")).blob();

/** What is said at a table, by whoever has the link of a seat. */
export const said = (token: string) => call<Said[]>("/api/seat/said", bearing(token));
export const tell = (token: string, text: string) => post("/api/seat/say", { text } satisfies Words, bearing(token).headers);
export const keepNote = (id: string, note: string) => post(`/api/mine/${id}/note`, { note } satisfies PrivateNote);
export const muteOther = (id: string, on: boolean) => post(`/api/mine/${id}/mute`, { on } satisfies Muting);

const of = (name: string) => encodeURIComponent(name);
export const report = (name: string, text: string, table = "", line: number | null = null) =>
  post(`/api/players/${of(name)}/report`, { text, table, said: line } satisfies Report);
export const block = (name: string, on: boolean) => call(`/api/players/${of(name)}/block`, { method: on ? "POST" : "DELETE" });

/** For moderators. */
export const reports = () => call<ReportShown[]>("/api/moderation/reports");
export const audit = () => call<AuditLine[]>("/api/moderation/audit");
export const saidWhereReported = (id: string) => call<Said[]>(`/api/moderation/reports/${id}/said`);
export const hide = (id: string, number: number, hidden: boolean) =>
  post(`/api/moderation/reports/${id}/hide`, { number, hidden } satisfies Hiding);
export const handled = (id: string) => post(`/api/moderation/reports/${id}/handled`);
export const muteFor = (name: string, until: number | null) =>
  post(`/api/moderation/players/${of(name)}/mute`, { until } satisfies Suspension);
export const suspend = (name: string, until: number | null) =>
  post(`/api/moderation/players/${of(name)}/suspend`, { until } satisfies Suspension);

export const ladder = (game: string, language: string) => call<Ladder>(`/api/ladder/${game}?language=${language}`);
export const profile = (name: string) => call<Profile>(`/api/players/${encodeURIComponent(name)}`);

/** Whoever sits down at a table mixes a number of this browser into its dice, and can check later that it was used. */
async function sharing<T extends { id: string }>(path: string, wanted: object): Promise<T> {
  const share = newShare();
  const table = await post<T>(path, { ...wanted, share });
  keepShare(table.id, share);
  return table;
}

export const rematch = (id: string) => sharing<ChallengeShown>(`/api/mine/${id}/rematch`, {});
export const challenges = (language: string) => call<ChallengeShown[]>(`/api/challenges?language=${language}`);
export const challenge = (wanted: NewChallenge) => sharing<ChallengeShown>("/api/challenges", wanted);
export const join = (challenge: ChallengeShown) => {
  promised(challenge.id, challenge.commitment);
  return sharing<MyTable>(`/api/challenges/${challenge.id}/join`, {});
};
export const contests = (language: string) => call<ContestShown[]>(`/api/contests?language=${language}`);
export const contest = (id: string, language: string) => call<ContestTold>(`/api/contests/${of(id)}?language=${language}`);
export const leaveContest = (id: string) => post(`/api/contests/${id}/leave`);

/** The same number goes into the dice of every game of a contest; of those of others it does no harm to keep it. */
async function entering(path: string, wanted: object): Promise<ContestTold> {
  const share = newShare();
  const contest = await post<ContestTold>(path, { ...wanted, share });
  for (const { table, commitment } of contest.promises) {
    promised(table, commitment);
    keepShare(table, share);
  }
  return contest;
}

export const newContest = (wanted: NewContest) => entering("/api/contests", wanted);
export const enterContest = (id: string) => entering(`/api/contests/${id}/enter`, {});
export const endChallenge = (id: string, how: "decline" | "withdraw") => post(`/api/challenges/${id}/${how}`);
