// A row that is deleted or gets another file leaves a note of the file that it had, on both databases.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '../../src/io/database.ts'
import { accountSlot, deleteRows, sql, statement } from '../../src/io/sql.ts'
import { eachDatabase } from '../fixture/databases.ts'
import { newAccount } from '../fixture/rows.ts'

const notes = statement(sql`select hash from removedfile where accountid = ${accountSlot} order by hash`)
const notedFiles = async (database: Database, accountid: number): Promise<unknown[]> =>
  (await database.read(accountid, (tx) => tx.all(notes))).flat()
const logo = (hash: string | null) => ({
  logohash: hash,
  logofilename: hash === null ? null : 'logo.png',
  logofilesize: hash === null ? null : 1,
  logomediatype: hash === null ? null : 'image/png',
})

eachDatabase((_kind, open) => {
  test('a replaced file is noted once, and the same file is not replaced', async () => {
    const database = await open()
    const accountid = await newAccount(database)
    await database.write(accountid, (tx) => tx.insert('company', { id: 1, ...logo(null) }))
    const give = (hash: string | null): Promise<void> =>
      database.write(accountid, (tx) => tx.update('company', 1, logo(hash)))
    await give('a')
    await give('a')
    assert.deepEqual(await notedFiles(database, accountid), [])
    await give('b')
    assert.deepEqual(await notedFiles(database, accountid), ['a'])
    await give(null)
    await give('a')
    await give('b')
    assert.deepEqual(await notedFiles(database, accountid), ['a', 'b'])
  })

  test('the file of a deleted row is noted, and a statement that deletes many rows with files is refused', async () => {
    const database = await open()
    const accountid = await newAccount(database)
    await database.write(accountid, (tx) => tx.insert('company', { id: 1, ...logo('a') }))
    await database.write(accountid, (tx) => tx.remove('company', 1))
    assert.deepEqual(await notedFiles(database, accountid), ['a'])
    for (const table of ['document', 'documentversion', 'expense', 'project', 'company']) {
      const remove = deleteRows(table, sql`1 = 0`)
      await assert.rejects(
        database.write(accountid, (tx) => tx.run(table, remove)),
        /deleted one by one/,
        table,
      )
    }
  })
})
