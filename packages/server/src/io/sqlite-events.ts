// Inserts the events of one job into SQLite, at the end of the job and in its transaction. The numbers come from the
// counters of the batch, so they follow the order of the commits and have no gaps.
import { type ChangeLog, type EventRow, storedEventColumns } from './change-log.ts'
import { toBindable } from './sqlite-connection.ts'
import type { CounterBatch } from './sqlite-counters.ts'
import type { SqliteSession } from './sqlite-session.ts'

const columnList = storedEventColumns.join(', ')

export function insertSqliteEvents(
  session: SqliteSession,
  accountid: number,
  counters: CounterBatch,
  { projectQueries }: ChangeLog,
  events: readonly EventRow[],
): void {
  const account = BigInt(accountid)
  for (const event of events) {
    const { projecttable } = event
    const projectQuery = projecttable === null ? undefined : projectQueries.get(projecttable)
    const key = projectQuery === undefined ? 'event' : `event ${projecttable}`
    const insert = session.prepareCached(key, () => {
      const values = storedEventColumns.map((column) =>
        column === 'projectid' && projectQuery !== undefined ? `(${projectQuery('?', '?')})` : '?',
      )
      return `insert into event (accountid, id, ${columnList}) values (?, ?, ${values.join(', ')})`
    })
    const bound: unknown[] = [account, BigInt(counters.next(accountid, 'event'))]
    for (const column of storedEventColumns) {
      if (column === 'projectid' && projectQuery !== undefined) bound.push(account, toBindable(event.projectrow))
      else bound.push(toBindable(event[column]))
    }
    insert.run(bound)
  }
}
