// Copies of a server contain no sessions: a session that was ended would be valid again in an older copy (T-50).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSession } from '../../src/auth/session.ts'
import { SignInAttempt } from '../../src/auth/sign-in.ts'
import { FixedClock } from '../../src/io/clock.ts'
import { readStore } from '../../src/main/backup/open-stores.ts'
import { newAccount } from '../../src/main/first-start.ts'
import { isExported } from '../../src/main/transfer/export-format.ts'
import { eachDatabase } from '../fixture/databases.ts'

eachDatabase((_kind, _open, makePlace) => {
  test('T-50: copies contain no sessions and sign-in attempts; a pending set-up is in all but an export', async () => {
    const place = await makePlace()
    const database = await place.open()
    const clock = new FixedClock('2026-05-14T10:00:00Z')
    const account = await newAccount(database, clock, { name: 'Copied', timezone: 'Europe/Berlin' })
    const session = { hash: 'x', now: '2026-05-14 10:00:00', browser: 'b', address: '192.0.2.1' }
    await database.write(account.accountid, (tx) => openSession(tx, { personid: account.personid, ...session }))
    await new SignInAttempt(database, clock.now(), '192.0.2.1', 'admin').begin()
    const store = await readStore({ data: place.dataFolder, databaseUrl: place.url })
    try {
      const copied: Record<string, number> = {}
      for (const table of store.tables) {
        if (!['session', 'signintry', 'linkcode', 'token'].includes(table.name)) continue
        let read = 0
        for await (const rows of store.rows(table)) read += rows.length
        copied[table.name] = read
        assert.equal((await store.totals(table)).rows, read, table.name)
        assert.equal((await store.totals(table, account.accountid)).rows, read, `${table.name} of the account`)
        assert.equal(isExported(table, true), table.name === 'token', `${table.name} in an export`)
      }
      assert.deepEqual(copied, { session: 0, signintry: 0, linkcode: 1, token: 1 })
    } finally {
      await store.close()
    }
  })
})
