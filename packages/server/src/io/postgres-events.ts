// The statement that inserts the events of one transaction on PostgreSQL and numbers them. It is the last statement
// before the commit: the row of the counter stays locked until the commit, so the numbers of an account appear in the
// order of the commits and without gaps. A number from a sequence would be visible before that of an earlier commit.
import { type ChangeLog, type EventRow, eventColumns, storedEventColumns } from './change-log.ts'
import type { PostgresQuery } from './postgres-connection.ts'

const wholeNumbers: ReadonlySet<string> = new Set(['personid', 'recordid', 'projectid', 'projectrow'])

export class EventInsert {
  readonly #text: string

  constructor({ projectQueries }: ChangeLog) {
    const lists = eventColumns.map((column, at) => `$${at + 3}::${wholeNumbers.has(column) ? 'bigint' : 'text'}[]`)
    const cases = [...projectQueries].map(([table, query]) => `when '${table}' then (${query('$1', 'new.projectrow')})`)
    const project = `coalesce(new.projectid, case new.projecttable ${cases.join(' ')} end)`
    const values = storedEventColumns.map((column) => (column === 'projectid' ? project : `new.${column}`))
    this.#text = `with numbered as (
        insert into counter as c (accountid, name, n) values ($1, 'event', $2)
        on conflict (accountid, name) do update set n = c.n + excluded.n returning n)
      insert into event (accountid, id, ${storedEventColumns.join(', ')})
      select $1, numbered.n - $2 + new.at, ${values.join(', ')}
      from numbered, unnest(${lists.join(', ')}) with ordinality as new (${eventColumns.join(', ')}, at)`
  }

  query(accountid: number, events: readonly EventRow[]): PostgresQuery {
    const lists = eventColumns.map((column) => events.map((event) => event[column]))
    return { name: 'events', text: this.#text, values: [accountid, events.length, ...lists] }
  }
}
