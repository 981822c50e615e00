/** Rows of cells as the text of a CSV file. */

const NEEDS_QUOTES = /[",\n\r]|^\s|\s$/;

function quoted(cell: string): string {
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

export function asCsv(heads: string[], rows: string[][]): string {
  return [heads, ...rows].map((row) => row.map(quoted).join(",") + "\n").join("");
}
