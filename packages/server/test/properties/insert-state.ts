// Inserts random states into a real database, account by account, with the ids of the states, and dumps the rows of an
// account. It does not use the API, because the API is what the tests of twin states check.
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { analyze } from '../../src/io/analyze.ts'
import { FixedClock } from '../../src/io/clock.ts'
import type { Database, WriteTransaction } from '../../src/io/database.ts'
import { accountSlot, insertRows, slot, sql, sqlName, statement } from '../../src/io/sql.ts'
import { fold, searchForm } from '../../src/kit/text.ts'
import { tokenHash } from '../../src/kit/token.ts'
import { fixtureNow, newApp, type Reply, send } from '../fixture/api-fixture.ts'
import type { Request } from '../fixture/request-parts.ts'
import type { State } from './random-columns.ts'
import { type Role, rolePersonIds } from './random-state.ts'
import { tables } from './random-tables.ts'
import { withDerivedValues } from './random-tables-money.ts'

const addAccount = insertRows(
  'account',
  sql`(id, name, timezone, datecreated) values (${accountSlot}, 'Planted', 'Europe/Berlin', '2026-01-01')`,
)
const setCounter = statement(
  sql`insert into counter (accountid, name, n) values (${accountSlot}, ${slot('name')}, 500)`,
)

const counters = ['client', 'person', 'project', 'milestone', 'task', 'projectnote', 'invoice']

/** Tables that store the search form of some columns in one column. */
const searchColumns: Readonly<Record<string, readonly string[]>> = {
  task: ['title', 'summary'],
  document: ['title', 'notes', 'filename', 'tags'],
}

export const tokenOf = (accountid: number, role: Role): string => `token-${role}-of-${accountid}`

/** The tables that link people to records, with the table of the records. */
const linkOwners: Readonly<Record<string, string>> = {
  projectmanager: 'project',
  milestoneowner: 'milestone',
  taskowner: 'task',
  taskassignee: 'task',
  taskfollower: 'task',
}

async function insertLinks(tx: WriteTransaction, owner: string, table: string, rows: State[string]): Promise<void> {
  const key = `${owner}id`
  const sorted = rows.toSorted((one, other) => Number(one.position) - Number(other.position))
  for (const [id, links] of Map.groupBy(sorted, (row) => Number(row[key]))) {
    const ids = links.map(({ personid }) => Number(personid))
    await tx.link(owner, id, [{ table, key, ids }], 'existing')
  }
}

export const insertState = (database: Database, accountid: number, drawn: State): Promise<void> =>
  insertStates(database, [[accountid, drawn]])

/** Inserts several accounts. The statistics of PostgreSQL take 0.2 s, so they are made once for all of them. */
export async function insertStates(
  database: Database,
  states: readonly (readonly [accountid: number, drawn: State])[],
): Promise<void> {
  for (const [accountid, drawn] of states) await insertAccount(database, accountid, withDerivedValues(drawn))
  // Without statistics PostgreSQL plans for empty tables.
  if (database.dialect === 'postgres') await analyze(database)
}

async function insertAccount(database: Database, accountid: number, state: State): Promise<void> {
  await database.write(accountid, async (tx) => {
    await tx.run('account', addAccount)
    for (const counter of counters) await tx.run('counter', setCounter, { name: counter })
    for (const table of Object.keys(tables)) {
      const owner = linkOwners[table]
      if (owner !== undefined) await insertLinks(tx, owner, table, state[table] ?? [])
      else
        for (const row of state[table] ?? []) {
          const texts = searchColumns[table]?.map((column) => row[column])
          await tx.insert(table, texts === undefined ? row : { ...row, searchtext: searchForm(texts.join('\u0001')) })
          for (const tag of table === 'document' ? String(row.tags).split(',') : []) {
            if (tag !== '') await tx.insert('documenttag', { documentid: row.id ?? null, tag: fold(tag) })
          }
        }
    }
    let id = 900
    for (const [role, personid] of Object.entries(rolePersonIds)) {
      if (!state.person?.some((row) => row.id === personid)) continue
      const hash = tokenHash(tokenOf(accountid, role as Role))
      await tx.insert('token', { id: id++, personid, hash, name: role, datecreated: '2026-01-01 00:00:00' })
    }
  })
}

/** A server over a database of inserted accounts, with a fixed clock. */
export interface TestServer {
  readonly database: Database
  readonly app: FastifyInstance
  readonly clock: FixedClock
  call(request: Request): Promise<Reply>
}

/**
 * For accounts with the same ids, which exist only in tests: the search index of SQLite knows rows by their id alone.
 * Searches then read the rows themselves.
 */
export const withoutSearchIndex = (database: Database): Database =>
  new Proxy(database, {
    get: (target, name) => {
      if (name === 'searchIndexColumns') return () => []
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

export function newTestServer(database: Database): TestServer {
  const clock = new FixedClock(fixtureNow)
  const app = newApp(database, clock)
  return { database, app, clock, call: (request) => send(app, request) }
}

const everyTable = ['account', 'counter', 'token', ...Object.keys(tables)]

const dumpStatements = new Map(
  everyTable.map((table) => [
    table,
    statement(
      sql`select * from ${sqlName(table)} where ${sqlName(table === 'account' ? 'id' : 'accountid')} = ${accountSlot}`,
    ),
  ]),
)

/** The rows of an account in a fixed order, by table. */
export function dumpAccount(database: Database, accountid: number): Promise<Record<string, string[]>> {
  return database.read(accountid, async (tx) => {
    const rowsByTable: Record<string, string[]> = {}
    for (const [table, text] of dumpStatements) {
      const rows = await tx.all(text)
      rowsByTable[table] = rows
        .map((row) => JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? Number(value) : value)))
        .sort()
    }
    return rowsByTable
  })
}

export const hashOfDump = (dumped: Record<string, string[]>): string =>
  createHash('sha256').update(JSON.stringify(dumped)).digest('hex')
