/** Finds whole words in a text, whatever their capitals and accents, so that they can be shown in it. */

export interface Part {
  text: string;
  hit: boolean;
}

const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

export function marked(text: string, words: string[]): Part[] {
  const wanted = new Set(words);
  const parts = text.normalize("NFC").split(/([\p{L}\p{N}]+)/u);
  return parts.filter(Boolean).map((part) => ({ text: part, hit: wanted.has(plain(part)) }));
}
