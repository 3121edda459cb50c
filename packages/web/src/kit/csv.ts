// Writes comma-separated values for a spreadsheet: RFC 4180 with a byte order mark. A text that a spreadsheet would run
// as a formula gets an apostrophe, as in the files of the server (T-38).
import type { Decimal } from '@stint/sdk'

export type CsvValue = string | number | Decimal | null

// The first character of a formula, including the wide forms of East Asian keyboards.
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/
const quotedPattern = /[",;\t\r\n]|^\s|\s$/

function cellText(value: CsvValue): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const text = formulaStart.test(value) ? `'${value}` : value
  return quotedPattern.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const byteOrderMark = '\uFEFF'

/** Spreadsheet programs read the text as UTF-8 only if it starts with a byte order mark. */
export const csvText = (rows: readonly (readonly CsvValue[])[]): string =>
  byteOrderMark + rows.map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('')
