// The accounts of secrets and user names in the table `lookup`: it is written with the rows themselves, asks one
// account, and is only a hint. Run on PostgreSQL with the statements of a distributed database, without Citus.
import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import { withPgClient } from '../../../../scripts/postgres.ts'
import { type Database, nextId } from '../../src/io/database.ts'
import { deleteUnusedLookups, lookUp, lookup } from '../../src/io/lookup.ts'
import { PostgresConnection } from '../../src/io/postgres-connection.ts'
import { addLookups, incompleteLookups } from '../../src/io/postgres-distribution.ts'
import { withoutTimeouts } from '../../src/io/postgres-settings.ts'
import { slot, sql } from '../../src/io/sql.ts'
import { eachDatabase, TestDatabases } from '../fixture/databases.ts'
import { newAccount, newPerson } from '../fixture/rows.ts'
import { TextWatch } from '../fixture/statement-accounts.ts'

const tokenByHash = lookup(
  'token',
  (account) => sql`select token.accountid from token where token.hash = ${slot('hash')} and ${account}`,
)

const personByName = lookup(
  'person',
  (account) => sql`select person.accountid from person where lower(person.username) = lower(${slot('username')})
    and ${account}`,
)

const newToken = (database: Database, accountid: number, hash: string): Promise<number> =>
  database.write(accountid, async (tx) => {
    const personid = await newPerson(tx)
    return tx.insert('token', { id: nextId, personid, hash, name: 'x', datecreated: '2026-01-01 00:00:00' })
  })

describe('the accounts of secrets on a distributed database', () => {
  const databases = new TestDatabases()
  after(() => databases.clear())
  let url = ''
  let database: Database
  let watch: TextWatch
  let first = 0
  let second = 0

  beforeEach(async () => {
    const created = await databases.create('postgres')
    url = created.url ?? ''
    watch = new TextWatch()
    database = await created.open({ asDistributed: true, watch })
    first = await newAccount(database)
    second = await newAccount(database)
  })

  const run = (text: string): Promise<unknown> => withPgClient(url, (client) => client.query(text))
  const stored = (): Promise<readonly unknown[]> =>
    withPgClient(url, async (client) => {
      const text = 'select tablename, value, account::int from lookup order by 1, 2, 3'
      return (await client.query<unknown[]>({ text, rowMode: 'array' })).rows
    })
  const find = async (hash: string): Promise<number[]> =>
    (await lookUp(database, tokenByHash, { hash })).map(([id]) => Number(id))
  const asksAll = (): boolean => [...watch.texts].some((text) => /token\.hash = \$1 and 1 = 1$/.test(text))

  test('T-302: a secret is written with its account, and only this account is searched', async () => {
    await newToken(database, first, 'one')
    await newToken(database, second, 'two')
    assert.deepEqual(await stored(), [
      ['token', 'one', first],
      ['token', 'two', second],
    ])
    assert.deepEqual([await find('one'), await find('two')], [[first], [second]])
    assert.equal(asksAll(), false)
  })

  test('a write that fails leaves no row', async () => {
    await newToken(database, first, 'one')
    const failing = database.write(first, async (tx) => {
      const personid = await newPerson(tx)
      await tx.insert('token', { id: nextId, personid, hash: 'three', name: 'x', datecreated: '2026-01-01 00:00:00' })
      throw new Error('stopped')
    })
    await assert.rejects(failing, /stopped/)
    assert.deepEqual(await stored(), [['token', 'one', first]])
  })

  test('T-303: a secret whose row is missing is found in all accounts, as one of an earlier version', async () => {
    await newToken(database, first, 'one')
    await run('delete from lookup')
    assert.deepEqual([await find('one'), asksAll()], [[first], true])
    assert.deepEqual(await find('none'), [])
  })

  test('T-304: a row decides nothing: a revoked secret, or one of another account, is not found', async () => {
    const id = await newToken(database, first, 'one')
    await newToken(database, second, 'two')
    await database.write(first, (tx) => tx.remove('token', id))
    await run(`update lookup set account = ${first} where value = 'two'`)
    assert.deepEqual([await find('one'), await find('two'), asksAll()], [[], [], false])
  })

  test('rows of secrets that are gone are removed, the others stay', async () => {
    const id = await newToken(database, first, 'one')
    await newToken(database, second, 'two')
    await database.write(first, (tx) => tx.remove('token', id))
    await deleteUnusedLookups(database)
    assert.deepEqual(await stored(), [['token', 'two', second]])
  })

  test('missing rows are counted and added, a second time without effect', async () => {
    await newToken(database, first, 'one')
    await database.write(second, (tx) => newPerson(tx, 'Ada'))
    const connection = new PostgresConnection(url, withoutTimeouts)
    const complete = await stored()
    await run('delete from lookup')
    assert.deepEqual(await incompleteLookups(connection), [
      { table: 'token', missing: 1 },
      { table: 'person', missing: 1 },
    ])
    await addLookups(connection)
    await addLookups(connection)
    assert.deepEqual(await stored(), complete)
    assert.deepEqual(await incompleteLookups(connection), [])
    await connection.close()
  })

  test('a user name is found in every account that has it, whatever its case, also after it was changed', async () => {
    const add = (accountid: number, name: string): Promise<number> =>
      database.write(accountid, (tx) => newPerson(tx, name))
    const personid = await add(first, 'Ada')
    await add(second, 'ADA')
    const accountsOf = async (username: string): Promise<number[]> =>
      (await lookUp(database, personByName, { username })).map(([id]) => Number(id))
    assert.deepEqual(await accountsOf('ada'), [first, second])
    await database.write(first, (tx) => tx.update('person', personid, { username: 'Bea' }))
    assert.deepEqual([await accountsOf('aDA'), await accountsOf('bea')], [[second], [first]])
  })
})

eachDatabase((_, open) => {
  test('a database that is not distributed keeps no rows and finds secrets without them', async () => {
    const database = await open()
    const accountid = await newAccount(database)
    await newToken(database, accountid, 'one')
    assert.deepEqual(
      (await lookUp(database, tokenByHash, { hash: 'one' })).map(([id]) => Number(id)),
      [accountid],
    )
    assert.deepEqual(await database.read(0, (tx) => tx.all(tokenByHash.accounts, { hash: 'one' })), [])
    await deleteUnusedLookups(database)
  })
})
