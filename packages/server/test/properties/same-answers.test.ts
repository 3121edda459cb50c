// Both databases behave the same (I-42): the same requests in the same order get the same bytes on SQLite and on
// PostgreSQL, and give the same rows. Reads and writes of every role, with a fixed clock.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { slot, sql, statement } from '../../src/io/sql.ts'
import type { Reply } from '../fixture/api-fixture.ts'
import { TestDatabases } from '../fixture/databases.ts'
import type { Request } from '../fixture/request-parts.ts'
import {
  dumpAccount,
  insertStates,
  newTestServer,
  type TestServer,
  tokenOf,
  withoutSearchIndex,
} from './insert-state.ts'
import { assertSameText, checkProperty } from './property-runs.ts'
import { anyRequest, requestText, ValuePool } from './random-requests.ts'
import { drawState, type Role } from './random-state.ts'

const databases = new TestDatabases()
after(() => databases.clear())

const roles: readonly Role[] = ['administrator', 'administrator', 'manager', 'resource', 'restricted', 'executive']

const withoutRequestIds = (text: string): string =>
  text.replace(/request \w+-\w+/, 'request').replaceAll(/("requestid":"|<requestid>)[\w-]+/g, '$1')

const replyBytes = ({ status, headers, text }: Reply): string =>
  JSON.stringify([status, headers['content-type'], headers.allow, withoutRequestIds(text)])

/** Names of indexes and columns in error messages differ by database; the rest of the messages does not. */
const withoutRuleNames = (text: string): string => text.replace(/these values \([^)]*\)/, 'these values')

/** Hashed passwords and encrypted notes differ each time. */
const withoutSalt = (dumped: Record<string, string[]>): string =>
  JSON.stringify(dumped)
    .replaceAll(/\$argon2id[^"\\]*/g, 'sealed')
    .replaceAll(/\\{2}u0001[A-Za-z0-9+/=]*/g, 'sealed')

const lastId = statement(sql`select counter.n from counter where counter.accountid = 0 and counter.name = 'id'`)
const setLastId = statement(sql`select setval('ids', ${slot('last')})`)

/** A rejected write may use up an id on PostgreSQL, because a sequence does not roll back; this is allowed (I-27). */
async function alignIds(sqlite: TestServer, postgres: TestServer): Promise<void> {
  const [last] = (await sqlite.database.read(0, (tx) => tx.first(lastId))) ?? []
  await postgres.database.write(0, (tx) => tx.all(setLastId, { last: Number(last) }))
}

test('I-42: SQLite and PostgreSQL give the same bytes for the same sequence of requests', async () => {
  const [sqlite, postgres] = [
    newTestServer(withoutSearchIndex(await (await databases.create('sqlite')).open())),
    newTestServer(withoutSearchIndex(await (await databases.create('postgres')).open())),
  ]
  const statuses = new Map<number, number>()
  await checkProperty(10, async (random, run) => {
    const accountid = run * 2 + 1
    const states = [drawState(random), drawState(random)] as const
    for (const { database } of [sqlite, postgres]) {
      await insertStates(database, [
        [accountid, states[0]],
        [accountid + 1, states[1]],
      ])
    }
    const words = new ValuePool(states)
    for (let at = 0; at < 250; at++) {
      const role = random.pick(roles)
      const request: Request = { ...anyRequest(random, words, 45), token: tokenOf(accountid + random.below(2), role) }
      const [one, other] = await Promise.all([sqlite.call(request), postgres.call(request)])
      statuses.set(one.status, (statuses.get(one.status) ?? 0) + 1)
      const saying = `${role} (run ${run}, request ${at}) asks: ${requestText(request)}`
      assertSameText(withoutRuleNames(replyBytes(one)), withoutRuleNames(replyBytes(other)), saying)
      assert.ok(one.status < 500, `${saying}: ${one.text}`)
      if (one.status >= 400 && request.method !== undefined) await alignIds(sqlite, postgres)
    }
    for (const each of [accountid, accountid + 1]) {
      assertSameText(
        withoutSalt(await dumpAccount(sqlite.database, each)),
        withoutSalt(await dumpAccount(postgres.database, each)),
        `account ${each}, run ${run}`,
      )
    }
  })
  for (const status of [200, 201, 202, 400, 403, 404]) assert.ok(statuses.has(status), `no answer was ${status}`)
})
