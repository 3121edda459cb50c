// A report on its way out: who may have it, what was asked, and its rows in the envelope of a list or as a file of
// comma-separated values. All rows come at once: a report is made to be short.
import { aRole } from '../define/actor.ts'
import { Faults, notAllowed, Unfit } from '../define/refusal.ts'
import type { Asked, Report } from '../define/report.ts'
import type { PrintedField } from '../engine/record-print.ts'
import type { Database, Row, Stored } from '../io/database.ts'
import { prefers } from '../kit/accept.ts'
import { csvLine, defused } from '../kit/csv.ts'
import { attachment } from '../kit/file-name.ts'
import { excerpt } from '../kit/text.ts'
import { listPieces } from './envelope.ts'
import { type Answer, type Call, notAcceptable } from './operations.ts'

const csvType = 'text/csv'

/** The one parameter of every report, for links that cannot say what they accept. */
const formatParameter = 'format'

export async function runReport(report: Report, call: Call, database: Database): Promise<Answer> {
  const { actor, query, head, delivery } = call
  if (!report.roles.includes(actor.role)) throw notAllowed(`${report.name}: ${aRole(actor.role)} may not read it`)
  const asked = readAsked(report, query)
  const asCsv = query.has(formatParameter) || prefers(delivery.headers.accept, csvType)
  if (!asCsv && !call.acceptsRecord) throw notAcceptable()
  const records = await database.readApart(actor.accountid, (tx) => report.rows(tx, actor, asked))
  const columns = columnsOf(report)
  const rows = records.map((record): Row => columns.map(({ name }) => storedCell(record[name])))
  if (asCsv) {
    const headers = {
      'content-type': `${csvType}; charset=utf-8; header=present`,
      'content-disposition': attachment(`${report.name}-${actor.today}.csv`),
    }
    return { status: 200, headers, body: csvText(columns, rows) }
  }
  const pieces = listPieces(head, rows.length, columns)
  return { status: 200, body: pieces.begin + pieces.rows(rows, true) + pieces.end }
}

function readAsked(report: Report, query: ReadonlyMap<string, string>): Asked {
  const faults = new Faults()
  const asked = new Map<string, Exclude<ReturnType<Asked['get']>, undefined>>()
  for (const [name, text] of query) {
    const parameter = Object.hasOwn(report.parameters, name) ? report.parameters[name] : undefined
    const value = parameter?.kind.parse(text)
    if (name === formatParameter) {
      if (text !== 'csv') faults.unfit(name, text, 'is not csv; the other formats are chosen by Accept')
    } else if (value === undefined) faults.unknown(excerpt(name), `parameter of ${report.name}`)
    else if (value instanceof Unfit) faults.unfit(name, text, value.reason)
    else if (text === '') faults.unfit(name, text, 'is blank')
    else asked.set(name, value)
  }
  faults.refuse()
  return asked
}

const printed = new WeakMap<Report, readonly PrintedField[]>()

/** The same list for every request, because printers are remembered by it. */
function columnsOf(report: Report): readonly PrintedField[] {
  let columns = printed.get(report)
  if (columns === undefined) {
    columns = Object.entries(report.columns).map(([name, field]) => ({ name, field }))
    printed.set(report, columns)
  }
  return columns
}

const storedCell = (cell: Stored | bigint | undefined): Stored =>
  typeof cell === 'bigint' ? String(cell) : (cell ?? null)

/** What can hold only digits, signs and dates stands as it is; what somebody typed must not become a formula. */
function csvText(columns: readonly PrintedField[], rows: readonly Row[]): string {
  let text = csvLine(columns.map(({ name }) => name))
  for (const row of rows) {
    const cells = columns.map(({ field: { kind } }, at) => {
      const cell = kind.print(row[at] as Stored) ?? ''
      return kind.plain ? cell : defused(cell)
    })
    text += csvLine(cells)
  }
  return text
}
