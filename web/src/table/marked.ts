/** Finds words in a text, whatever their capitals and accents, so that they can be shown in it. */

export interface Part {
  text: string;
  hit: boolean;
}

const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

export function marked(text: string, words: string[]): Part[] {
  const letters = [...text.normalize("NFC")];
  const simple = letters.map((letter) => plain(letter)[0] ?? letter).join("");
  const hit = letters.map(() => false);
  for (const word of words.map(plain).filter(Boolean)) {
    for (let at = simple.indexOf(word); at >= 0; at = simple.indexOf(word, at + 1)) hit.fill(true, at, at + word.length);
  }
  const parts: Part[] = [];
  letters.forEach((letter, index) => {
    const last = parts.at(-1);
    if (last && last.hit === hit[index]) last.text += letter;
    else parts.push({ text: letter, hit: hit[index] ?? false });
  });
  return parts;
}
