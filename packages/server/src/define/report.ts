// A report: rows computed from many records. It is read-only and its rows have no id, so it is not a resource. Reports
// are an extension of the reference. A definition states parameters and columns; JSON, XML and CSV are made elsewhere.
import type { ReadTransaction } from '../io/database.ts'
import { printUnits } from '../kit/decimal.ts'
import { excerpt } from '../kit/text.ts'
import { type Actor, type Role, type Viewer, viewerKey } from './actor.ts'
import { Invalid, type ValidationErrors } from './api-error.ts'
import { type FieldValue, hoursScale, type Kind, money, moneyScale, quantity, type StoredValue } from './kinds.ts'

/** A column or a parameter of a report. */
export interface ReportField {
  readonly kind: Kind
  readonly doc: string
  /** True for a column that can be null. */
  readonly nullable: boolean
}

export const reportField = (kind: Kind, doc: string): ReportField => ({ kind, doc, nullable: false })

/** A column that can be null. */
export const nullableReportField = (kind: Kind, doc: string): ReportField => ({ kind, doc, nullable: true })

/** Sums are whole numbers of the column's unit, without an upper limit. */
export type ReportCell = StoredValue | bigint

/** A record that a search of all resources has found. */
export interface FoundRecord {
  readonly resource: string
  readonly id: number
  /** Null for resources without numbers. */
  readonly localid: string | null
  readonly title: string
  readonly context: string | null
}

/** Searches all resources for what the actor sees. The engine implements it. */
export type FindRecords = (tx: ReadTransaction, actor: Actor, text: string) => Promise<readonly FoundRecord[]>

/** The parsed values of the parameters that were sent. */
export type ReportParameters = ReadonlyMap<string, FieldValue>

export interface ReportDefinition<Column extends string> {
  readonly doc: string
  readonly roles: readonly Role[]
  /** Whether a caller of these roles may read it, if that depends on more than the role. */
  readonly permits?: (tx: ReadTransaction, actor: Actor) => Promise<boolean>
  readonly columns: Readonly<Record<Column, ReportField>>
  readonly parameters: Readonly<Record<string, ReportField>>
  /** All rows that this actor sees. It should run one statement, because one statement is one snapshot (T-73). */
  readonly rows: (
    tx: ReadTransaction,
    actor: Actor,
    parameters: ReportParameters,
    findRecords: FindRecords,
  ) => Promise<readonly Readonly<Record<Column, ReportCell>>[]>
}

export interface Report extends ReportDefinition<string> {
  readonly name: string
}

/** The type parameter verifies that the rows have exactly the declared columns. */
export const defineReport = <Column extends string>(name: string, report: ReportDefinition<Column>): Report => ({
  name,
  ...report,
})

/** A parameter of every report, for links, which cannot send an Accept header. */
export const formatParameter = 'format'

/** The parsed parameters, and an error for each that the report does not take. */
export function parseReportQuery(
  report: Report,
  query: ReadonlyMap<string, string>,
  errors: ValidationErrors,
): ReportParameters {
  const parameters = new Map<string, FieldValue>()
  for (const [name, text] of query) {
    const parameter = Object.hasOwn(report.parameters, name) ? report.parameters[name] : undefined
    const value = parameter?.kind.parse(text)
    if (name === formatParameter) {
      if (text !== 'csv') errors.addInvalid(name, text, 'must be csv; use the Accept header for other formats')
    } else if (value === undefined) errors.addUnknownName(excerpt(name), `parameter of ${report.name}`)
    else if (value instanceof Invalid) errors.addInvalid(name, text, value.reason)
    else if (text === '') errors.addInvalid(name, text, 'must not be blank')
    else parameters.set(name, value)
  }
  return parameters
}

/** Caches what depends on the viewer only. */
export function cachePerViewer<T>(build: (viewer: Viewer) => T): (viewer: Viewer) => T {
  const built = new Map<string, T>()
  return ({ role, restricted }) => {
    const key = viewerKey({ role, restricted })
    const cached = built.get(key)
    if (cached !== undefined) return cached
    const created = build({ role, restricted })
    built.set(key, created)
    return created
  }
}

/** A sum has no upper limit, so it is serialized from a whole number of any length. */
export const sumKind = (kind: Kind, scale: number): Kind => ({
  ...kind,
  serialize: (stored) => (stored === null ? '' : printUnits(BigInt(stored), scale)),
})

export const moneySum: Kind = sumKind(money, moneyScale)
export const hoursSum: Kind = sumKind(quantity, hoursScale)
