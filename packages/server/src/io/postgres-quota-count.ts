// The statements that count requests on PostgreSQL and read the version of the account's people and tokens. Requests of
// several accounts are one statement, or on Citus, where accounts are on several machines, two for each account.
import { lastBelievedDay, type Row } from './database.ts'
import type { PostgresConnection } from './postgres-connection.ts'
import { callerTables } from './sql.ts'

/** What was asked for at once: for each account the number of its requests. A stored day after the last is wrong. */
interface Requests {
  readonly accounts: readonly number[]
  readonly counts: readonly number[]
  readonly day: string
  readonly last: string
}

/** Returns for each account its id, the requests of its day, the day, and the version. */
export type CountRequests = (connection: PostgresConnection, requests: Requests) => Promise<readonly Row[]>

const callerVersionSql = (account: string): string =>
  `select coalesce(sum(v.n), 0)::bigint from tableversion v where v.accountid = ${account}
  and v.tablename in (${callerTables.map((table) => `'${table}'`).join(', ')})`

// When the clock goes back over midnight, a request is counted in the stored day. A day further ahead ($4) is wrong.
const addToStored = `on conflict (accountid) do update set
  used = case when excluded.day > q.day or q.day > $4 then excluded.used else q.used + excluded.used end,
  day = case when q.day > $4 then excluded.day else greatest(q.day, excluded.day) end`

const countQuery = {
  name: 'count',
  text: `insert into quota as q (accountid, day, used)
         select accountid, $2, used from unnest($1::bigint[], $3::bigint[]) as asked (accountid, used) order by accountid
         ${addToStored} returning accountid, used, day, (${callerVersionSql('q.accountid')})`,
}

export const countTogether: CountRequests = async (connection, { accounts, counts, day, last }) =>
  (await connection.query({ ...countQuery, values: [accounts, day, counts, last] })).rows

const countOneQuery = {
  name: 'count one',
  text: `insert into quota as q (accountid, day, used) values ($1, $2, $3) ${addToStored} returning accountid, used, day`,
}

const versionQuery = { name: 'caller version', text: callerVersionSql('$1') }

/** The version is read after the count, so that it is as new as with one statement. */
export const countEach: CountRequests = (connection, { accounts, counts, day, last }) =>
  Promise.all(
    accounts.map(async (accountid, at) => {
      const counted = connection.query({ ...countOneQuery, values: [accountid, day, counts[at], last] })
      const versions = connection.query({ ...versionQuery, values: [accountid] })
      const [{ rows }, version] = await Promise.all([counted, versions])
      return [...(rows[0] ?? []), version.rows[0]?.[0]]
    }),
  )

const usedQuery = {
  name: 'look',
  text: 'select used, day from quota where accountid = $1 and day between $2 and $3',
}

/** The requests of the account's day, the day, and the version. */
export async function readUsage(connection: PostgresConnection, accountid: number, day: string): Promise<Row> {
  const [{ rows }, version] = await Promise.all([
    connection.query({ ...usedQuery, values: [accountid, day, lastBelievedDay(day)] }),
    connection.query({ ...versionQuery, values: [accountid] }),
  ])
  const [used = 0, stored = day] = rows[0] ?? []
  return [used, stored, version.rows[0]?.[0]]
}
