// The rules that Citus imposes on the schema, checked on PostgreSQL without Citus: where each table is, which columns
// its keys have, where foreign keys point, and that nothing depends on triggers. Also what is refused without Citus.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { withPgClient } from '../../../../scripts/postgres.ts'
import { ConstraintViolation, nextId } from '../../src/io/database.ts'
import { checkMachines, distributeDatabase } from '../../src/io/distribute.ts'
import { distributionColumn, type Placement, placementOf } from '../../src/io/distribution.ts'
import { CannotOpen, Unavailable } from '../../src/io/errors.ts'
import { PostgresConnection } from '../../src/io/postgres-connection.ts'
import {
  distributionSteps,
  functionsToDistribute,
  setUpWorkers,
  wrongWorkerSettings,
} from '../../src/io/postgres-distribution.ts'
import { translateError, WriteConflict } from '../../src/io/postgres-errors.ts'
import { withoutTimeouts } from '../../src/io/postgres-settings.ts'
import { addToPostgresStore } from '../../src/io/postgres-store.ts'
import { sql, statement } from '../../src/io/sql.ts'
import { TestDatabases } from '../fixture/databases.ts'
import { newAccount, newPerson } from '../fixture/rows.ts'

const inSchema = "c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')"

const namesOf = (relation: string, numbers: string): string =>
  `(select json_agg(a.attname order by at.place) from unnest(${numbers}) with ordinality as at (number, place)
    join pg_attribute a on a.attrelid = ${relation} and a.attnum = at.number)`

describe('the schema on Citus', () => {
  const databases = new TestDatabases()
  let rowsOf: (text: string) => Promise<readonly (readonly unknown[])[]>
  const placements = new Map<string, Placement | undefined>()

  before(async () => {
    const { url = '' } = await databases.create('postgres')
    rowsOf = (text) =>
      withPgClient(url, async (client) => (await client.query<unknown[]>({ text, rowMode: 'array' })).rows)
    const columns = await rowsOf(`select c.relname::text, json_agg(a.attname) from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped where ${inSchema} group by 1`)
    for (const [table, names] of columns) placements.set(String(table), placementOf(String(table), names as string[]))
  })
  after(() => databases.clear())

  test('every table is distributed, a reference table or local', () => {
    const undeclared = [...placements].filter(([, placement]) => placement === undefined)
    assert.deepEqual(undeclared, [], 'a table without an account needs a line in io/distribution.ts')
    assert.ok([...placements.values()].filter((placement) => placement === 'distributed').length > 50)
  })

  test('every table has a primary key, and every unique key of a distributed table has the account', async () => {
    const keys = await rowsOf(`select c.relname::text, i.relname::text, x.indisprimary,
        ${namesOf('c.oid', 'x.indkey::int2[]')} from pg_index x join pg_class c on c.oid = x.indrelid
        join pg_class i on i.oid = x.indexrelid where ${inSchema} and x.indisunique`)
    const withoutAccount = keys.filter(
      ([table, , , columns]) =>
        placements.get(String(table)) === 'distributed' && !(columns as string[]).includes(distributionColumn),
    )
    assert.deepEqual(withoutAccount, [])
    const withPrimaryKey = new Set(keys.filter(([, , isPrimary]) => isPrimary === true).map(([table]) => table))
    assert.deepEqual(
      [...placements.keys()].filter((table) => !withPrimaryKey.has(table)),
      [],
    )
  })

  test('foreign keys of distributed tables have the account in the same place, or point at a reference table', async () => {
    const keys = await rowsOf(`select c.relname::text, t.relname::text, ${namesOf('k.conrelid', 'k.conkey')},
        ${namesOf('k.confrelid', 'k.confkey')}, k.confdeltype, k.confupdtype from pg_constraint k
        join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
        where k.contype = 'f' and ${inSchema}`)
    const impossible = keys.filter(([table, to, columns, toColumns, onDelete, onUpdate]) => {
      const [from, target] = [placements.get(String(table)), placements.get(String(to))]
      if (from !== 'distributed') return from !== target
      // The column that is distributed by cannot be set to null or to a default.
      if (!['a', 'r', 'c'].includes(String(onDelete)) || onUpdate !== 'a') return true
      if (target === 'reference') return false
      const at = (columns as string[]).indexOf(distributionColumn)
      return at < 0 || (toColumns as string[])[at] !== distributionColumn
    })
    assert.deepEqual(impossible, [])
    assert.ok(keys.length > 100)
  })

  test('no table has triggers', async () => {
    const triggers = await rowsOf(`select c.relname::text, t.tgname::text from pg_trigger t
      join pg_class c on c.oid = t.tgrelid where not t.tgisinternal and ${inSchema}`)
    assert.deepEqual(triggers, [])
  })

  test('a database without Citus is not distributed, and nothing is changed', async () => {
    const { url = '' } = await databases.create('postgres')
    await assert.rejects(
      distributeDatabase(url, () => assert.fail('it began')),
      /Citus is not installed in this database/,
    )
    assert.deepEqual(await checkMachines(url), { machines: 1, problems: [] })
  })

  test('T-300: a database whose distribution was interrupted is refused', async () => {
    const database = await databases.create('postgres')
    await withPgClient(database.url ?? '', (client) => client.query(`create table ${distributionSteps} (kind text)`))
    await assert.rejects(database.open(), /interrupted: run stint distribute again/)
  })

  test('T-306: every worker gets the settings of its statements, and one that has others is named', async () => {
    const { url = '' } = await databases.create('postgres')
    // In place of Citus: two workers that keep what they are told, and one of which has other settings.
    await withPgClient(url, (client) =>
      client.query(`create table told (command text);
        create function run_command_on_workers(command text)
          returns table (nodename text, nodeport int, success bool, result text) language plpgsql as $$
          begin
            insert into told values (command);
            return query values ('one', 5432, true, case command when 'show jit' then 'off' else '4' end),
              ('two', 5433, true, case command when 'show jit' then 'on' else '8' end);
          end $$`),
    )
    const connection = new PostgresConnection(url, withoutTimeouts)
    await setUpWorkers(connection)
    const { rows } = await connection.query({ text: 'select command from told' })
    const name = new URL(url).pathname.slice(1)
    assert.deepEqual(rows.flat(), [
      `alter database ${name} set jit = off`,
      `alter database ${name} set join_collapse_limit = 4`,
    ])
    assert.deepEqual(await wrongWorkerSettings(connection), [
      'the worker two:5433 has jit = on, which makes it slow: run stint distribute',
      'the worker two:5433 has join_collapse_limit = 8, which makes it slow: run stint distribute',
    ])
    await connection.close()
  })

  test('T-306: a worker that refuses a setting is named with its reason', async () => {
    const { url = '' } = await databases.create('postgres')
    await withPgClient(url, (client) =>
      client.query(`create function run_command_on_workers(command text)
        returns table (nodename text, nodeport int, success bool, result text) language sql
        as $$ values ('one', 5432, true, ''), ('two', 5433, false, 'must be owner of database') $$`),
    )
    const connection = new PostgresConnection(url, withoutTimeouts)
    await assert.rejects(
      setUpWorkers(connection),
      new CannotOpen('The worker two:5433 says: must be owner of database'),
    )
    await connection.close()
  })

  test('T-306: a server plans with these settings if its database is distributed, and only then', async () => {
    const { open } = await databases.create('postgres')
    const limit = statement(sql`select current_setting('join_collapse_limit')`)
    for (const [asDistributed, expected] of [
      [true, '4'],
      [false, '8'],
    ] as const) {
      const database = await open({ asDistributed })
      assert.deepEqual(await database.read(1, (tx) => tx.first(limit)), [expected])
      assert.deepEqual(await database.readOffloaded(1, (tx) => tx.first(limit)), [expected])
      assert.deepEqual(await database.write(1, (tx) => tx.first(limit)), [expected])
    }
  })

  test('T-305: our functions that workers do not have are found, those of extensions are not', async () => {
    const { url = '' } = await databases.create('postgres')
    // Citus lists here what every machine has.
    await withPgClient(url, (client) => client.query('create table pg_dist_object (classid oid, objid oid)'))
    const connection = new PostgresConnection(url, withoutTimeouts)
    const missing = await functionsToDistribute(connection)
    assert.ok(missing.includes('searchpattern(text)'), missing.join())
    assert.ok(!missing.some((name) => name.startsWith('similarity')), missing.join())
    const add = "insert into pg_dist_object select 'pg_proc'::regclass, 'searchpattern(text)'::regprocedure"
    await withPgClient(url, (client) => client.query(add))
    const others = missing.filter((name) => name !== 'searchpattern(text)')
    assert.deepEqual(await functionsToDistribute(connection), others)
    await connection.close()
  })

  test('T-301: a token of any account is found before tokens are imported', async () => {
    const database = await databases.create('postgres')
    const opened = await database.open()
    const accountid = await newAccount(opened)
    await opened.write(accountid, async (tx) => {
      const personid = await newPerson(tx)
      await tx.insert('token', { id: nextId, personid, hash: 'one', name: 'x', datecreated: '2026-01-01 00:00:00' })
    })
    const store = await addToPostgresStore(database.url ?? '')
    const table = store.tables.find(({ name }) => name === 'token') ?? assert.fail('no table of tokens')
    assert.deepEqual(
      [await store.hasAny(table, 'hash', ['two', 'one']), await store.hasAny(table, 'hash', ['two'])],
      [true, false],
    )
    await store.close()
  })
})

test('errors of a distributed table name the table, and a moved account is worth another attempt', () => {
  const errorOf = (message: string, facts: Partial<pg.DatabaseError>): pg.DatabaseError =>
    Object.assign(new pg.DatabaseError(message, 0, 'error'), facts)
  const duplicate = translateError(errorOf('duplicate key', { code: '23505', constraint: 'client_localid_key_102345' }))
  assert.ok(duplicate instanceof ConstraintViolation)
  assert.equal(duplicate.constraint, 'client_localid_key')
  const collided = translateError(errorOf('duplicate key', { code: '23505', table: 'counter_102331' }))
  assert.ok(collided instanceof WriteConflict)
  const moved = translateError(errorOf('could not find valid entry for shard 102267', { code: 'XX000' }))
  assert.ok(moved instanceof WriteConflict)
  const lost = translateError(errorOf('failure on connection marked as essential: a:5432', { code: 'XX000' }))
  assert.ok(lost instanceof Unavailable)
})
