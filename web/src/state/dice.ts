/** Whether the dice of a finished game fell as was promised before its first throw. */

import { blake2b } from "@noble/hashes/blake2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { DiceTold } from "../net/protocol";

const PROMISE_BYTES = 16;
const PICK_BYTES = 8;
const KEY = "ardennes-promises";
const SHARES = "ardennes-dice-shares";
const SHARE_BYTES = 16;

/** What seed and salt were promised as; games from before there was a salt promised the seed alone. */
export function commitment(seed: string, salt: string): string {
  return bytesToHex(blake2b(utf8ToBytes(salt ? `${salt}:${seed}` : seed), { dkLen: PROMISE_BYTES }));
}

/** The outcome a seed gives, as the server reckons it. */
export function seededPick(seed: string, number: number, count: number, weights: number[] | null): number {
  const value = BigInt(`0x${bytesToHex(blake2b(utf8ToBytes(`${seed}:${number}`), { dkLen: PICK_BYTES }))}`);
  if (!weights) return Number((value * BigInt(count)) >> 64n);
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  let mark = (value * total) >> 64n;
  return weights.findIndex((weight) => (mark -= BigInt(weight)) < 0n);
}

/** The commitment this browser was first told for a table; a later one is another promise. */
export function promised(table: string, told: string): string {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, string>;
    if (!(table in kept)) localStorage.setItem(KEY, JSON.stringify({ ...kept, [table]: told }));
    return kept[table] ?? told;
  } catch {
    return told;
  }
}

/** What this browser mixes into the seed of a table's dice. */
export function newShare(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(SHARE_BYTES)));
}

function shares(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(SHARES) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

/** Kept until the game is over: then it must be among those that the dice follow from. */
export function keepShare(table: string, share: string): void {
  try {
    localStorage.setItem(SHARES, JSON.stringify({ ...shares(), [table]: share }));
  } catch {
    // Without a memory nothing can be compared later; the dice are none the worse for it.
  }
}

export interface Checked {
  promise: boolean;
  /** What each side mixed in. */
  shares: string[];
  /** Whether what this browser sent is among them; null where it sent nothing. */
  ownShare: boolean | null;
  throws: number;
  /** The number of the answer whose throw differs; 0 where none does. */
  differs: number;
}

export function check(told: DiceTold, promise: string, sent: string | undefined): Checked {
  const seed = [told.seed, ...told.shares].join(":");
  const wrong = told.throws.find(([, number, count, weights, outcome]) => seededPick(seed, number, count, weights) !== outcome);
  return {
    promise: commitment(told.seed, told.salt) === promise,
    shares: told.shares,
    ownShare: sent ? told.shares.includes(sent) : null,
    throws: told.throws.length,
    differs: wrong?.[0] ?? 0,
  };
}

export const sentShare = (table: string): string | undefined => shares()[table];
