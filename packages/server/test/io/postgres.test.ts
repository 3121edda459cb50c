// Behaviour of PostgreSQL only: servers that are rejected, lost connections, lock timeouts. Behaviour of both databases
// is tested in transactions.test.ts.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { withPgClient } from '../../../../scripts/postgres.ts'
import { type Database, nextId } from '../../src/io/database.ts'
import { Busy, CannotOpen, Unavailable } from '../../src/io/errors.ts'
import { openDatabase } from '../../src/io/open-database.ts'
import { openPostgres } from '../../src/io/postgres.ts'
import { maxPreparedStatements, PostgresConnection } from '../../src/io/postgres-connection.ts'
import { accountSlot, sql, statement } from '../../src/io/sql.ts'
import { FaultProxy } from '../../verify/fault-proxy.ts'
import { serverUrl } from '../fixture/database-servers.ts'
import { databaseUrl, TestDatabases, testClock } from '../fixture/databases.ts'
import { Random } from '../fixture/random.ts'
import { newAccount, newClient, newPerson } from '../fixture/rows.ts'

const databases = new TestDatabases()
after(() => databases.clear())

const clientCount = statement(sql`select count(*) from client where accountid = ${accountSlot}`)
const count = async (database: Database, accountid: number): Promise<unknown> =>
  (await database.read(accountid, (tx) => tx.first(clientCount)))?.[0]

/** Ends every connection to the database, as a restart of the server would. */
const closeAllConnections = (url: string): Promise<unknown> =>
  withPgClient(url, (client) =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'stint' and datname = current_database()`,
    ),
  )

async function newPostgresDatabase(): Promise<{ url: string; database: Database }> {
  const target = await databases.create('postgres')
  assert.ok(target.url)
  return { url: target.url, database: await target.open() }
}

const openingError = (url: string): Promise<string> =>
  openPostgres({ url, clock: testClock, log: () => undefined }).then(
    () => 'opened',
    (error: unknown) => (error instanceof CannotOpen ? error.message : `wrong error: ${error}`),
  )

test('a server that may lose acknowledged writes is rejected', async () => {
  const { url } = await databases.create('postgres').then((target) => ({ url: target.url ?? '' }))
  await withPgClient(url, (client) =>
    client.query(`alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = off`),
  )
  assert.match(await openingError(url), /synchronous_commit.* off and would lose acknowledged writes/)
})

test('a database that is not in UTF8 is rejected', async () => {
  const target = await databases.create('postgres')
  const name = `${new URL(target.url ?? '').pathname.slice(1)}_ascii`
  await withPgClient(databaseUrl('postgres'), (client) =>
    client.query(`create database ${name} template template0 encoding 'SQL_ASCII' locale 'C'`),
  )
  assert.match(await openingError(databaseUrl(name)), /must be encoded in UTF8, and this one is SQL_ASCII/)
  await withPgClient(databaseUrl('postgres'), (client) => client.query(`drop database ${name} with (force)`))
})

test('an unreachable server is rejected, without its password in the message', async () => {
  const options = { dataFolder: '/', clock: testClock }
  await assert.rejects(openDatabase({ ...options, url: 'postgres://ada:secret@127.0.0.1:1/none' }), (error) => {
    assert.ok(error instanceof CannotOpen)
    assert.match(error.message, /^The database 127\.0\.0\.1:1\/none cannot be opened: PostgreSQL cannot be reached/)
    assert.doesNotMatch(error.message, /secret/)
    return true
  })
  assert.match(await openingError(databaseUrl('no_such_database')), /no_such_database/)
})

test('a lost connection rolls back its whole transaction, and the next one works', async () => {
  const { url, database } = await newPostgresDatabase()
  const accountid = await newAccount(database)
  const cut = database.write(accountid, async (tx) => {
    await newClient(tx, 'before')
    await closeAllConnections(url)
    await newClient(tx, 'after')
  })
  await assert.rejects(cut, Unavailable)
  await database.write(accountid, (tx) => newClient(tx, 'next'))
  assert.equal(await count(database, accountid), 1)
  assert.equal((await database.countRequest(accountid, '2026-03-01')).used, 1)
})

test('a callback that ignores the loss of its connection does not continue outside of its transaction', async () => {
  const { url, database } = await newPostgresDatabase()
  const accountid = await newAccount(database)
  const stubborn = database.write(accountid, async (tx) => {
    await newClient(tx, 'before')
    await closeAllConnections(url)
    for (let attempt = 0; attempt < 5; attempt++) await newClient(tx, 'again').catch(() => undefined)
  })
  await assert.rejects(stubborn, Unavailable)
  assert.equal(await count(database, accountid), 0)
})

test('idle connections that were closed are replaced', async () => {
  const { url, database } = await newPostgresDatabase()
  const accountid = await newAccount(database)
  await database.readOffloaded(accountid, (tx) => tx.first(clientCount))
  await database.countRequest(accountid, '2026-03-01')
  await closeAllConnections(url)
  await new Promise((resolve) => setTimeout(resolve, 100))
  await database.write(accountid, (tx) => newClient(tx, 'a'))
  assert.equal(await count(database, accountid), 1)
  assert.deepEqual(await database.readOffloaded(accountid, (tx) => tx.first(clientCount)), [1])
  assert.equal((await database.countRequest(accountid, '2026-03-01')).used, 2)
  assert.equal(await database.isReady(), true)
})

test('T-311: a connection on which nothing arrives any more is replaced', async () => {
  const proxy = new FaultProxy(new URL(serverUrl), new Random(1), 1)
  proxy.calm()
  // Without the path of a Unix socket, which would lead past the proxy.
  const address = Object.assign(new URL(serverUrl), { port: String(await proxy.listen()), search: '' }).href
  const connection = new PostgresConnection(address, { values: {}, maxSilenceMs: 500 })
  const one = { text: 'select 1' }
  try {
    assert.deepEqual((await connection.query(one)).rows, [[1]])
    proxy.stopAll()
    await assert.rejects(connection.query(one), Unavailable)
    assert.deepEqual((await connection.query(one)).rows, [[1]])
  } finally {
    await connection.close()
    proxy.close()
  }
})

test('T-109: a server that became read-only is not ready', async () => {
  const { url, database } = await newPostgresDatabase()
  assert.equal(await database.isReady(), true)
  await withPgClient(url, (client) =>
    client.query(`alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`),
  )
  await closeAllConnections(url)
  await new Promise((resolve) => setTimeout(resolve, 100))
  assert.equal(await database.isReady(), false)
})

test('a writer that waits too long for a lock gets the error that the database is busy', async () => {
  const { url, database } = await newPostgresDatabase()
  const accountid = await newAccount(database)
  await withPgClient(url, async (client) => {
    await client.query('begin')
    await client.query('select 1 from account where id = $1 for update', [accountid])
    const waiting = database.write(accountid, async (tx) => {
      await tx.run('account', statement(sql`set local lock_timeout = '50ms'`))
      await tx.lock('account', accountid)
    })
    await assert.rejects(waiting, Busy)
    await client.query('rollback')
  })
  await database.write(accountid, (tx) => tx.lock('account', accountid))
})

test('T-64: shared locks exclude an exclusive one, and both allow references to the row', async () => {
  const target = await databases.create('postgres')
  const [one, other] = [await target.open(), await target.open()]
  const accountid = await newAccount(one)
  const client = await one.write(accountid, (tx) => newClient(tx, 'Held'))
  const order: string[] = []
  const holding = Promise.withResolvers<void>()
  const free = Promise.withResolvers<void>()
  const sharing = one.write(accountid, async (tx) => {
    await tx.lock('client', client, 'shared')
    holding.resolve()
    await free.promise
    order.push('shared')
  })
  await holding.promise
  await other.write(accountid, (tx) => tx.lock('client', client, 'shared'))
  const alone = other.write(accountid, async (tx) => {
    await tx.lock('client', client)
    order.push('alone')
  })
  const third = await target.open()
  const person = await third.write(accountid, (tx) => newPerson(tx))
  await third.write(accountid, (tx) => tx.update('person', person, { clientid: client }))
  free.resolve()
  await Promise.all([sharing, alone])
  assert.deepEqual(order, ['shared', 'alone'])
  const referring = other.write(accountid, async (tx) => {
    await tx.lock('client', client)
    await third.write(accountid, async (beside) => {
      await beside.update('person', await newPerson(beside), { clientid: client })
    })
  })
  await referring
})

test('deadlocked writers are retried', async () => {
  const target = await databases.create('postgres')
  const both = [await target.open(), await target.open()]
  const [one] = both
  assert.ok(one)
  const accountid = await newAccount(one)
  const ids = await one.write(accountid, async (tx) => [await newClient(tx, 'a'), await newClient(tx, 'b')])
  let met = 0
  const meeting = Promise.withResolvers<void>()
  await Promise.all(
    both.map((database, at) =>
      database.write(accountid, async (tx) => {
        await tx.lock('client', ids[at] ?? 0)
        met++
        if (met === 2) meeting.resolve()
        await meeting.promise
        await tx.update('client', ids[1 - at] ?? 0, { email: `from ${at}` })
      }),
    ),
  )
  // On a busy machine the server may abort both.
  assert.ok(met > 2, 'no transaction was retried')
})

test('a number that is too large for the program is an error and not rounded', async () => {
  const { database } = await newPostgresDatabase()
  const large = statement(sql`select cast(9007199254740993 as bigint)`)
  await assert.rejects(
    database.read(0, (tx) => tx.first(large)),
    /too large/,
  )
  const exact = statement(sql`select cast(1.10 as numeric)`)
  assert.deepEqual(await database.read(0, (tx) => tx.first(exact)), ['1.10'])
})

test('more different statements than a connection keeps prepared still work', async () => {
  const { database } = await newPostgresDatabase()
  for (let at = 0; at < 2200; at += 100) {
    const rows = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        database.read(0, (tx) => tx.first(statement(sql`select cast(${sql.raw(String(at + n))} as bigint)`))),
      ),
    )
    assert.deepEqual(rows[99], [at + 99])
  }
})

test('transactions of different accounts do not wait for each other', async () => {
  const { database } = await newPostgresDatabase()
  const [accountid, theirs] = [await newAccount(database), await newAccount(database)]
  const gate = Promise.withResolvers<void>()
  const held = database.write(accountid, async (tx) => {
    await tx.lock('account', accountid)
    await gate.promise
  })
  const id = await database.write(theirs, (tx) =>
    tx.insert('module', { id: nextId, name: 'x', active: 't', description: '' }),
  )
  assert.ok(id > theirs)
  gate.resolve()
  await held
})

test('T-90: a connection that is never idle keeps a limited number of prepared statements, and runs all others', async () => {
  const { url } = await newPostgresDatabase()
  const connection = new PostgresConnection(url, { values: { jit: 'off' } })
  const kept = connection.query({ text: 'select count(*), pg_sleep(0) from pg_prepared_statements' })
  const numbers = Array.from({ length: maxPreparedStatements + 200 }, (_, at) => at)
  const results = numbers.map((at) => connection.query({ name: `s${at}`, text: `select ${at}` }))
  const again = connection.query({ name: 's5', text: 'select 5' })
  const count = connection.query({ text: 'select count(*) from pg_prepared_statements' })
  assert.deepEqual((await kept).rows[0]?.[0], 0)
  assert.deepEqual(
    (await Promise.all(results)).map(({ rows }) => rows[0]?.[0]),
    numbers,
  )
  assert.deepEqual((await again).rows, [[5]])
  assert.deepEqual((await count).rows, [[maxPreparedStatements]])
  await connection.close()
})

test('T-230: with ?pooler=transaction a connection leaves no setting, prepared statement or lock in its session', async () => {
  const { url } = await newPostgresDatabase()
  const through = (pooler: string): string => `${url}${url.includes('?') ? '&' : '?'}pooler=${pooler}`
  const settings = { values: { statement_timeout: "'7s'" }, isReadOnly: true }
  const connection = new PostgresConnection(through('transaction'), settings)
  const own = "select current_setting('statement_timeout'), current_setting('transaction_read_only')"
  const results = await Promise.all([1, 2, 3].map(() => connection.query({ name: 'kept', text: own })))
  assert.deepEqual(
    results.map(({ rows }) => rows),
    [[['7s', 'on']], [['7s', 'on']], [['7s', 'on']]],
  )
  await assert.rejects(connection.query({ text: 'create table written (id int)' }), /read-only/)
  await connection.transaction((client) => client.query({ text: 'select pg_advisory_xact_lock(7)' }))
  const client = await connection.client()
  const { rows } = await client.query({
    text: `${own}, (select count(*) from pg_prepared_statements), (select count(*) from pg_locks where pid = pg_backend_pid() and locktype = 'advisory')`,
  })
  assert.deepEqual(rows, [['0', 'off', 0, 0]])
  await connection.close()
  assert.throws(() => new PostgresConnection(through('session'), settings), /can be "transaction", not "session"/)
})

const notice = (personid: number, recordid: number) => ({
  ...{ id: nextId, personid, kind: 'taskassigned', resource: 'task', recordid, date: '2026-03-01 12:00:00' },
})

test('a job that only has to tell people lets the next job write', async () => {
  const { database } = await newPostgresDatabase()
  const accountid = await newAccount(database)
  const personid = await database.write(accountid, (tx) => newPerson(tx))
  const secondWrote = Promise.withResolvers<void>()
  const order: string[] = []
  const first = database.write(accountid, async (tx) => {
    const written = newClient(tx, 'first')
    tx.releasePipeline(['notification'])
    const id = await written
    await secondWrote.promise
    order.push('first tells')
    return tx.insert('notification', notice(personid, id))
  })
  const second = database.write(accountid, async (tx) => {
    await newClient(tx, 'second')
    order.push('second writes')
    secondWrote.resolve()
  })
  await Promise.all([first, second])
  assert.deepEqual(order, ['second writes', 'first tells'])
  assert.equal(await count(database, accountid), 2)
  const told = statement(sql`select count(*) from notification where accountid = ${accountSlot}`)
  assert.deepEqual(await database.read(accountid, (tx) => tx.first(told)), [1])
})

test('a job that declared to be finished cannot read either, and is rolled back', async () => {
  const { database } = await newPostgresDatabase()
  const accountid = await newAccount(database)
  const wrong = database.write(accountid, async (tx) => {
    const written = newClient(tx, 'wrong')
    tx.releasePipeline()
    await written
    await tx.first(clientCount)
  })
  await assert.rejects(wrong, /declared that it sends no more statements/)
  assert.equal(await count(database, accountid), 0)
})
