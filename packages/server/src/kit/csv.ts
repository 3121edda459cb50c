// Writes comma-separated values (RFC 4180) and prevents spreadsheets from running a user's text as a formula (T-38). It
// does not read CSV, and the caller says which cells are text.

// The first character of a formula in a spreadsheet, including the wide forms of East Asian keyboards.
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/

// A cell with a blank at either end is quoted too, because some readers trim it.
const QUOTED = /[",;\t\r\n]|^\s|\s$/

// For cells with a user's text, never for numbers, which may begin with a minus.
export function escapeFormula(text: string): string {
  return FORMULA_START.test(text) ? `'${text}` : text
}

// One record with its line break.
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`
}

function quoted(cell: string): string {
  return QUOTED.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
