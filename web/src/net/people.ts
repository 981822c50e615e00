/** What a site is asked about people. */

import { call, post } from "./api";
import type {
  BeginPasskey,
  Ceremony,
  ChallengeShown,
  FinishPasskey,
  MailAddress,
  MailedLink,
  Me,
  MyTable,
  NewChallenge,
  RecoveryCode,
  SeatLink,
  SignedIn,
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
export const rematch = (id: string) => post<ChallengeShown>(`/api/mine/${id}/rematch`);
export const challenges = (language: string) => call<ChallengeShown[]>(`/api/challenges?language=${language}`);
export const challenge = (wanted: NewChallenge) => post<ChallengeShown>("/api/challenges", wanted);
export const answerChallenge = (id: string, how: "join" | "decline" | "withdraw") => post<MyTable | null>(`/api/challenges/${id}/${how}`);
