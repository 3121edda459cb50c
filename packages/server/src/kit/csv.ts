// Writes comma-separated values as RFC 4180 has them, and keeps a spreadsheet from running what somebody typed (T-38).
// It deliberately reads none, and does not know which cells are text: whoever knows the columns says so.

// What a spreadsheet takes for the beginning of a formula, the wide forms of East Asian keyboards too.
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/

// A blank at either end is quoted as well, because some readers trim it.
const QUOTED = /[",;\t\r\n]|^\s|\s$/

// For cells that hold somebody's text, never for numbers: a leading minus is theirs.
export function escapeFormula(text: string): string {
  return FORMULA_START.test(text) ? `'${text}` : text
}

// One record with the line break that ends it.
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`
}

function quoted(cell: string): string {
  return QUOTED.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
