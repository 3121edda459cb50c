// The number of the newest commit, in a file beside an SQLite database. If the write-ahead log is damaged, SQLite drops
// the commits behind the damage without an error, and the database ends before this number. The file is written after
// each commit and not synced: after a power cut it may be older than the database, never newer
// (docs/adr/0063-lost-commits.md).
import { closeSync, constants, existsSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { errorCode, errorMessage } from '../kit/error-message.ts'
import { CannotOpen } from './errors.ts'
import { commitCounter, isCommitCounter } from './store.ts'

export const commitMarkFile = 'stint.sqlite-commits'

/** The number of the commits that changed something. */
export const countCommitSql =
  `insert into tableversion (accountid, tablename, n) values (0, '${commitCounter}', 1) ` +
  'on conflict (accountid, tablename) do update set n = n + 1 returning n'
const numberSql = `select n from tableversion where ${isCommitCounter}`

/** One line of fixed length, so that a later one replaces all of it. */
const lineOf = (number: number, date: string): string => `${String(number).padStart(16, '0')} ${date}\n`

export class CommitMark {
  readonly #path: string
  readonly #log: (line: string) => void
  #file: number | undefined

  /** Only a server creates the file, because only a server removes it. */
  constructor(folder: string, create: boolean, log: (line: string) => void) {
    this.#path = join(folder, commitMarkFile)
    this.#log = log
    if (!create && !existsSync(this.#path)) return
    this.#try(() => {
      this.#file = openSync(this.#path, constants.O_RDWR | (create ? constants.O_CREAT : 0), 0o600)
    })
  }

  /** False beside a database that was closed with an empty write-ahead log. */
  get isUsed(): boolean {
    return this.#file !== undefined
  }

  /** To be called after the commit, and before anybody is told of it. */
  write(number: number, date: string): void {
    const file = this.#file
    if (file !== undefined) this.#try(() => writeSync(file, lineOf(number, date), 0, 'latin1'))
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }

  /** When the write-ahead log is empty, nothing in it can be lost. */
  remove(): void {
    this.close()
    rmSync(this.#path, { force: true })
  }

  /** The commit has succeeded, so an error here must not fail it. The file only stays behind. */
  #try(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#log(`${this.#path} cannot be written, so lost commits may not be noticed: ${errorMessage(error)}`)
      this.close()
    }
  }
}

function readMark(folder: string): { readonly number: number; readonly date: string } | undefined {
  try {
    const match = /^(\d{16}) (.{19})\n$/.exec(readFileSync(join(folder, commitMarkFile), 'latin1'))
    return match === null ? undefined : { number: Number(match[1]), date: match[2] ?? '' }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Another process may be writing: it commits before it writes the mark, so the mark is read first. */
export function rejectLostCommits(folder: string): void {
  const mark = readMark(folder)
  const path = join(folder, 'stint.sqlite')
  if (mark === undefined || !existsSync(path)) return
  // A connection that can write would empty the write-ahead log when it is closed, and with it what could be rescued.
  const connection = new BetterSqlite(path, { readonly: true })
  try {
    const isEmpty = connection.prepare("select 1 from sqlite_master where name = 'tableversion'").get() === undefined
    const number = isEmpty ? 0 : Number(connection.prepare(numberSql).pluck().get() ?? 0)
    if (number < mark.number) throw lostCommits(folder, mark, number, isEmpty ? '' : endOf(connection))
  } finally {
    connection.close()
  }
}

/** Where the database ends, for people. */
function endOf(connection: BetterSqlite.Database): string {
  const value = (text: string): unknown => connection.prepare(text).pluck().get()
  try {
    const id = value("select n from counter where accountid = 0 and name = 'id'")
    const date = value('select max(date) from event') ?? 'never'
    return ` The newest id in the database is ${id}, its newest event is of ${date}.`
  } catch {
    // The version of Stint that wrote it had no events.
    return ''
  }
}

function lostCommits(folder: string, mark: { number: number; date: string }, number: number, end: string): CannotOpen {
  const count = mark.number - number
  return new CannotOpen(
    `The database in ${folder} has lost ${count === 1 ? 'its newest commit' : `its newest ${count} commits`}: commit ` +
      `${mark.number} of ${mark.date} (GMT) was confirmed, and the database ends with commit ${number}.${end} ` +
      'Its file stint.sqlite-wal was cut, damaged or removed after a crash, or stint.sqlite was replaced by an older ' +
      `copy. Nothing was changed. Copy the whole folder away. Then restore a backup, or, to go on without these commits, ` +
      `remove the file ${commitMarkFile} and start again.`,
  )
}
