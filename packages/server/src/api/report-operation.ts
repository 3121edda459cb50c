// Runs a report: checks the role, parses the parameters, and returns its rows as a list or as a CSV file. All rows are
// read at once, because reports are short.
import { roleWithArticle } from '../define/actor.ts'
import { forbidden, notAcceptable, ValidationErrors } from '../define/api-error.ts'
import { formatParameter, parseReportQuery, type Report } from '../define/report.ts'
import type { ListResult, RenderingResult } from '../engine/operation-result.ts'
import type { SerializedField } from '../engine/record-serializer.ts'
import type { ColumnValue, Row } from '../io/database.ts'
import { prefersType } from '../kit/accept-header.ts'
import { csvLine, escapeFormula } from '../kit/csv.ts'
import type { OperationCall } from './operation-call.ts'

const csvType = 'text/csv'

export async function runReport(report: Report, call: OperationCall): Promise<ListResult | RenderingResult> {
  const { actor, query, database, delivery, engine } = call
  if (!report.roles.includes(actor.role) || !(await isPermitted(report, call)))
    throw forbidden(`${report.name}: ${roleWithArticle(actor.role)} may not read it`)
  const errors = new ValidationErrors()
  const parameters = parseReportQuery(report, query, errors)
  errors.throwIfAny()
  const asCsv = query.has(formatParameter) || prefersType(delivery.headers.accept, csvType)
  if (!asCsv && !call.acceptsRecord) throw notAcceptable()
  const records = await database.readOffloaded(actor.accountid, (tx) =>
    report.rows(tx, actor, parameters, engine.findRecords),
  )
  const columns = reportColumns(report)
  const rows = records.map((record): Row => columns.map(({ name }) => toStoredValue(record[name])))
  if (!asCsv) return { kind: 'list', status: 200, resource: report.name, fields: columns, count: rows.length, rows }
  return {
    kind: 'rendering',
    mediatype: `${csvType}; charset=utf-8; header=present`,
    filename: `${report.name}-${actor.today}.csv`,
    content: csvText(columns, rows),
  }
}

/** Asked before the parameters are parsed: whoever may not read a report learns nothing about them. */
async function isPermitted({ permits }: Report, { actor, database }: OperationCall): Promise<boolean> {
  return permits === undefined || (await database.read(actor.accountid, (tx) => permits(tx, actor)))
}

const columnsCache = new WeakMap<Report, readonly SerializedField[]>()

/** The same array for every request, because serializers are cached by it. */
function reportColumns(report: Report): readonly SerializedField[] {
  let columns = columnsCache.get(report)
  if (columns === undefined) {
    columns = Object.entries(report.columns).map(([name, field]) => ({ name, field }))
    columnsCache.set(report, columns)
  }
  return columns
}

const toStoredValue = (cell: ColumnValue | bigint | undefined): ColumnValue =>
  typeof cell === 'bigint' ? String(cell) : (cell ?? null)

/** Numbers and dates are written unchanged; free text is escaped, so that a spreadsheet runs no formula. */
function csvText(columns: readonly SerializedField[], rows: readonly Row[]): string {
  let text = csvLine(columns.map(({ name }) => name))
  for (const row of rows) {
    const cells = columns.map(({ field: { kind } }, at) => {
      const cell = kind.serialize(row[at] as ColumnValue) ?? ''
      return kind.escapeFree ? cell : escapeFormula(cell)
    })
    text += csvLine(cells)
  }
  return text
}
