// What transactions report about the rows they change. The event log is built from it, so a change is recorded whatever
// code made it. Which tables are tracked, and how changes become events, is decided above io (engine/event-plan.ts).
import { forUpdateOf } from './dialect.ts'
import { joinFragments, type RowsStatement, type Statement, sql, sqlName, statement } from './sql.ts'

export type RowValues = Readonly<Record<string, unknown>>

/** A table whose changes are recorded. */
export interface TrackedTable {
  /** The columns that identify a row within the account. The first is the id of the record. */
  readonly key: readonly string[]
  /** The recorded columns, without those of the key. */
  readonly columns: readonly string[]
  /** Tables that link people to a row of this table. Their ids are recorded as one column with the table's name. */
  readonly links: readonly { readonly table: string; readonly key: string }[]
}

/** One change of one row. Only the columns that were written, or all of them if the row was deleted. */
export interface RowChange {
  readonly table: string
  /** The values of the key columns. */
  readonly key: readonly number[]
  /** Null when the row is new. */
  readonly before: RowValues | null
  /** Null when the row was deleted. */
  readonly after: RowValues | null
  /** The number of rows of other tracked tables that were deleted with it. */
  readonly removed?: Readonly<Record<string, number>>
}

export const channels = ['token', 'session', 'command', 'schedule'] as const
/** How a change entered the system. */
export type Channel = (typeof channels)[number]

/** Who made a change, and how. */
export interface ChangeOrigin {
  readonly personid: number | null
  readonly channel: Channel
  readonly requestid: string | null
  /** The instant of the change; null for the time of the transaction. */
  readonly now: string | null
}

export const commandOrigin: ChangeOrigin = { personid: null, channel: 'command', requestid: null, now: null }
export const scheduleOrigin: ChangeOrigin = { ...commandOrigin, channel: 'schedule' }

/** An event that is not the change of a row, or the name of the action that changed a row. */
export interface NamedEvent {
  readonly resource: string
  readonly id: number
  readonly kind: string
}

/** An event as it is stored. Its number is assigned with the commit. */
export interface EventRow {
  readonly date: string
  readonly personid: number | null
  readonly channel: string
  readonly requestid: string | null
  readonly resource: string
  readonly recordid: number
  /** The project of the record; null if it has none, or if it is that of another row. */
  readonly projectid: number | null
  /** The row that has the project: a table of `projectQueries`, and the id. */
  readonly projecttable: string | null
  readonly projectrow: number | null
  readonly kind: string
  /** The names of the changed fields, each in angle brackets: who may see none of them does not see the event. */
  readonly fields: string
  readonly changes: string
  readonly removed: string | null
}

/** The columns of an event in the order in which both databases insert them. */
export const eventColumns = [
  'date',
  'personid',
  'channel',
  'requestid',
  'resource',
  'recordid',
  'projectid',
  'projecttable',
  'projectrow',
  'kind',
  'fields',
  'changes',
  'removed',
] as const satisfies readonly (keyof EventRow)[]

/** The columns of the table: a row that has the project is replaced by that project. */
export const storedEventColumns = eventColumns.filter((column) => column !== 'projecttable' && column !== 'projectrow')

/** A query for the project of one row, with the SQL of the account and of the row's id. */
export type ProjectQuery = (account: string, id: string) => string

export interface ChangeLog {
  readonly tables: ReadonlyMap<string, TrackedTable>
  /** The tables of all links. They are recorded with the record that they belong to. */
  readonly linkTables: ReadonlySet<string>
  /** The tables whose rows have a project, for events that know the row and not its project. */
  readonly projectQueries: ReadonlyMap<string, ProjectQuery>
  events(changes: readonly RowChange[], named: readonly NamedEvent[], origin: ChangeOrigin): EventRow[]
}

/** Collects the changes of one transaction. Without a change log nothing is recorded. */
export class ChangeRecorder {
  readonly log: ChangeLog | null
  readonly origin: ChangeOrigin
  readonly #changes: RowChange[] = []
  readonly #named: NamedEvent[] = []

  constructor(log: ChangeLog | null, origin: ChangeOrigin) {
    this.log = log
    this.origin = origin
  }

  tracked(table: string): TrackedTable | undefined {
    return this.log?.tables.get(table)
  }

  /** A row of a link table that is written by itself would not be recorded. */
  refuseLinkTable(table: string): void {
    if (this.log?.linkTables.has(table)) throw new Error(`${table} is recorded, so it must be written with tx.link`)
  }

  add(change: RowChange): void {
    this.#changes.push(change)
  }

  name(event: NamedEvent): void {
    if (this.log !== null) this.#named.push(event)
  }

  /** `now` is called for an origin without a time of its own. */
  events(now: () => string): EventRow[] {
    if (this.log === null || (this.#changes.length === 0 && this.#named.length === 0)) return []
    const origin = this.origin.now === null ? { ...this.origin, now: now() } : this.origin
    return this.log.events(this.#changes, this.#named, origin)
  }
}

/** The recorded columns among the written ones. */
export const recordedColumns = ({ columns }: TrackedTable, written: RowValues): string[] =>
  columns.filter((column) => Object.hasOwn(written, column))

export const pick = (columns: readonly string[], values: RowValues): RowValues =>
  Object.fromEntries(columns.map((column) => [column, values[column] ?? null]))

/** Columns and values side by side as one object. */
export const rowValues = (columns: readonly string[], row: readonly unknown[]): RowValues =>
  Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null]))

/** The key and all recorded columns of a row, as both statements of `trackedStatements` return them. */
function splitRow(tracked: TrackedTable, row: readonly unknown[]): { key: number[]; values: RowValues } {
  const size = tracked.key.length
  return { key: row.slice(0, size).map(Number), values: rowValues(tracked.columns, row.slice(size)) }
}

/** The changes of the rows of one statement, from the rows before it and the rows that it returned. */
export function rowChanges(
  table: string,
  tracked: TrackedTable,
  previous: readonly (readonly unknown[])[],
  current: readonly (readonly unknown[])[],
): RowChange[] {
  const now = new Map(current.map((row) => splitRow(tracked, row)).map((row) => [row.key.join(' '), row]))
  const changes: RowChange[] = previous.map((row) => {
    const { key, values } = splitRow(tracked, row)
    const after = now.get(key.join(' '))?.values ?? null
    now.delete(key.join(' '))
    return { table, key, before: values, after }
  })
  for (const { key, values } of now.values()) changes.push({ table, key, before: null, after: values })
  return changes
}

/** True for a statement that changes rows, false for settings of the connection. */
export const writesRows = (text: string): boolean => /^\s*(?:insert|update|delete)\b/i.test(text)

/** The statements of a table, built once: the key is the statement that a caller runs. */
const builtStatements = new WeakMap<TrackedTable, WeakMap<RowsStatement, TrackedStatements>>()

export function trackedStatements(tracked: TrackedTable, written: RowsStatement): TrackedStatements {
  const ofTable = builtStatements.get(tracked) ?? new WeakMap<RowsStatement, TrackedStatements>()
  builtStatements.set(tracked, ofTable)
  const built = ofTable.get(written) ?? buildTrackedStatements(tracked, written)
  ofTable.set(written, built)
  return built
}

/** The rows are locked in the order of their keys, so that two transactions cannot wait for each other. */
function buildTrackedStatements(
  { key, columns }: TrackedTable,
  { table, text, where, deletes }: RowsStatement,
): TrackedStatements {
  const selected = joinFragments([...key, ...columns].map(sqlName))
  const order = joinFragments(key.map(sqlName))
  const rows = sql`select ${selected} from ${sqlName(table)} where ${where} order by ${order}${forUpdateOf(table)}`
  return {
    before: where === null ? null : statement(rows),
    after: deletes ? null : statement(sql`${text} returning ${selected}`),
  }
}

/** Statements that find the rows of a statement before it runs, and return them after it. */
export interface TrackedStatements {
  /** Null for an insert. */
  readonly before: Statement | null
  /** Null for a delete. */
  readonly after: Statement | null
}
