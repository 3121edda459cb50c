// The check of many other tests that nothing was written: it must notice one row and one character.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WriteTransaction } from '../../src/io/database.ts'
import { eachDatabase } from '../fixture/databases.ts'
import { assertUnchanged } from '../fixture/dump.ts'
import { newAccount, newClient } from '../fixture/rows.ts'

eachDatabase((_kind, open) => {
  test('a row that was added, changed or removed is noticed, and reading is not', async () => {
    const database = await open()
    const accountid = await newAccount(database)
    const id = await database.write(accountid, (tx) => newClient(tx, 'Northern Lights'))
    const write = (work: (tx: WriteTransaction) => Promise<unknown>) => () =>
      database.write(accountid, async (tx) => void (await work(tx)))
    const writes = [
      write((tx) => newClient(tx, 'Southern Cross')),
      write((tx) => tx.update('client', id, { name: 'Northern Light' })),
      write((tx) => tx.remove('client', id)),
    ]
    for (const each of writes) await assert.rejects(assertUnchanged(database, 'it', each), /it has written to/)
    await assertUnchanged(database, 'it', async () => undefined)
  })
})
