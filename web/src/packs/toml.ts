/** The values of a TOML file that stand on one line each, to be filled in as a form; the rest of its text stays as it is. */

export interface Field {
  /** From 1, as faults count. */
  line: number;
  section: string;
  key: string;
  /** Words are shown without their quotation marks, everything else as it is written. */
  isWord: boolean;
  value: string;
  /** What is said about it behind it. */
  comment: string;
}

const SECTION = /^\s*\[{1,2}\s*([^\]]+?)\s*\]{1,2}\s*(?:#.*)?$/;
const WORD = String.raw`"(?:[^"\\]|\\.)*"|'[^']*'`;
const PLAIN = String.raw`(?:[^"'#\[\]{}]|${WORD})*`;
const ENTRY = new RegExp(
  String.raw`^(?<before>\s*(?<key>[\w-]+|${WORD})\s*=\s*)(?<value>${WORD}|\[${PLAIN}\]|\{${PLAIN}\}|[^\s"'#\[\]{}]+)(?<after>\s*(?:#\s*(?<comment>.*))?)$`,
);

export function fieldsOf(text: string): Field[] {
  let section = "";
  return text.split("\n").flatMap((each, index): Field[] => {
    section = SECTION.exec(each)?.[1] ?? section;
    const { key, value = "", comment = "" } = ENTRY.exec(each)?.groups ?? {};
    if (key === undefined) return [];
    const isWord = /^["']/.test(value);
    return [{ line: index + 1, section, key, isWord, value: isWord ? word(value) : value, comment }];
  });
}

/** The text with another value in a field. */
export function withValue(text: string, { line, isWord }: Field, value: string): string {
  const lines = text.split("\n");
  const { before = "", after = "" } = ENTRY.exec(lines[line - 1] ?? "")?.groups ?? {};
  lines[line - 1] = `${before}${isWord ? JSON.stringify(value) : value}${after}`;
  return lines.join("\n");
}

function word(value: string): string {
  if (value.startsWith("'")) return value.slice(1, -1);
  try {
    return JSON.parse(value) as string;
  } catch {
    return value.slice(1, -1);
  }
}
