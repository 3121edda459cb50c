// Read and write transactions on both databases: what commits, what fails alone, what is numbered. Only the guarantees
// of the io layer are tested here, not the SQL of resources.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConstraintViolation, type Database, NextNumber, nextId, type WriteTransaction } from '../../src/io/database.ts'
import { Unavailable } from '../../src/io/errors.ts'
import { accountSlot, deleteRows, slot, sql, statement, updateRows } from '../../src/io/sql.ts'
import { eachDatabase } from '../fixture/databases.ts'
import { newAccount, newAccountRows, newClient, newPerson, newTask } from '../fixture/rows.ts'

const clientNames = statement(sql`select name from client where accountid = ${accountSlot} order by name`)
const clientNumbers = statement(sql`select localid from client where accountid = ${accountSlot} order by localid`)
const clientById = statement(
  sql`select name, email, phone from client where accountid = ${accountSlot} and id = ${slot('id')}`,
)
const noticeCount = statement(sql`select count(*) from notification where accountid = ${accountSlot}`)
const markRead = updateRows('notification', sql`read = 't'`, sql`1 = 1`)
const versionOf = statement(
  sql`select coalesce(sum(n), 0) from tableversion where accountid = ${accountSlot} and tablename = ${slot('table')}`,
)

const names = (database: Database, accountid: number): Promise<unknown[]> =>
  database.read(accountid, async (tx) => (await tx.all(clientNames)).map(([name]) => name))

const version = async (database: Database, accountid: number, table: string): Promise<number> =>
  Number(await database.read(accountid, async (tx) => (await tx.first(versionOf, { table }))?.[0]))

eachDatabase((kind, open, testDatabase) => {
  test('a failing write does not affect other writes of the same batch', async () => {
    const database = await open()
    const accountid = await newAccount(database)
    const outcomes = await Promise.allSettled(
      ['a', 'b', 'fails before', 'c', 'fails after', 'd'].map((name) =>
        database.write(accountid, async (tx) => {
          if (name === 'fails before') throw new Error(name)
          await newClient(tx, name)
          if (name === 'fails after') throw new Error(name)
          return name
        }),
      ),
    )
    const results = outcomes.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message))
    assert.deepEqual(results, ['a', 'b', 'fails before', 'c', 'fails after', 'd'])
    assert.deepEqual(await names(database, accountid), ['a', 'b', 'c', 'd'])
  })

  test('T-64: a write sees the result of the writes before it, also if all start together', async () => {
    const database = await open()
    const accountid = await newAccount(database)
    const limit = 5
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        database.write(accountid, async (tx) => {
          if ((await tx.all(clientNames)).length >= limit) return 'full'
          await newClient(tx, `client ${at}`)
          return 'made'
        }),
      ),
    )
    assert.equal(outcomes.filter((outcome) => outcome === 'made').length, limit)
    assert.equal((await names(database, accountid)).length, limit)
  })

  test('an acknowledged write is visible to another connection at once', async () => {
    const target = await testDatabase()
    const [one, other] = [await target.open({ workersMayShare: true }), await target.open({ workersMayShare: true })]
    const accountid = await newAccount(one)
    const results = await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (name) => {
        await one.write(accountid, (tx) => newClient(tx, name))
        return (await names(other, accountid)).includes(name)
      }),
    )
    assert.deepEqual(results, [true, true, true, true])
  })

  test('T-58: numbers of 64 concurrent writers are unique and without gaps, even if some writers fail', async () => {
    const target = await testDatabase()
    const [one, other] = [await target.open({ workersMayShare: true }), await target.open({ workersMayShare: true })]
    const accountid = await newAccount(one)
    const writers = Array.from({ length: 64 }, async (_, writer) => {
      const database = writer % 2 === 0 ? one : other
      for (let round = 0; round < 5; round++) {
        const failing = database.write(accountid, async (tx) => {
          await newClient(tx, 'not kept')
          throw new Error('changed my mind')
        })
        await Promise.all([assert.rejects(failing), database.write(accountid, (tx) => newClient(tx, 'kept'))])
      }
    })
    await Promise.all(writers)
    const numbers = await one.read(accountid, async (tx) => (await tx.all(clientNumbers)).map(([number]) => number))
    assert.deepEqual(
      numbers,
      Array.from({ length: 320 }, (_, at) => at + 1),
    )
  })

  test('a rolled back write uses up no number', async () => {
    const database = await open()
    const accountid = await newAccount(database)
    await database.write(accountid, (tx) => newClient(tx, 'first'))
    const failing = database.write(accountid, async (tx) => {
      await newClient(tx, 'second')
      throw new Error('no')
    })
    await assert.rejects(failing)
    const id = await database.write(accountid, (tx) => newClient(tx, 'second again'))
    const numbers = await database.read(accountid, (tx) => tx.all(clientNumbers))
    assert.deepEqual(numbers, [[1], [2]])
    if (kind === 'sqlite') assert.equal(id, accountid + 2, 'ids are not used up either')
  })

  test('an id is never assigned twice, in any account', async () => {
    const database = await open()
    const accounts = [await newAccount(database), await newAccount(database), await newAccount(database)]
    const ids = await Promise.all(
      Array.from({ length: 60 }, (_, at) => database.write(accounts[at % 3] ?? 0, (tx) => newClient(tx, 'x'))),
    )
    assert.equal(new Set([...ids, ...accounts]).size, 63)
  })

  test('a transaction that continues after a failed statement fails', async () => {
    const database = await open()
    const accountid = await newAccount(database)
    const careless = database.write(accountid, async (tx) => {
      await newClient(tx, 'before')
      await tx.insert('client', { id: nextId, localid: 1, name: 'twin', datecreated: '', active: 't' }).catch(() => 0)
      return 'fine'
    })
    await assert.rejects(careless, ConstraintViolation)
    assert.deepEqual(await names(database, accountid), [])
  })

  test('constraint violations are reported by kind: unique, reference and check', async () => {
    const database = await open()
    const account = await newAccountRows(database)
    const assertViolates = async (
      rule: string,
      where: RegExp,
      work: Parameters<typeof database.write>[1],
    ): Promise<void> => {
      await assert.rejects(database.write(account.accountid, work), (error) => {
        assert.ok(error instanceof ConstraintViolation)
        assert.equal(error.kind, rule)
        assert.match(error.constraint, where)
        return true
      })
    }
    await database.write(account.accountid, (tx) => newPerson(tx, 'ada'))
    await assertViolates('unique', /^person_username$/, (tx) => newPerson(tx, 'ADA'))
    await assertViolates('unique', /localid/, (tx) =>
      tx
        .insert('client', { id: nextId, localid: new NextNumber('other'), name: '', datecreated: '', active: 't' })
        .then(() => tx.insert('client', { id: nextId, localid: 1, name: '', datecreated: '', active: 't' })),
    )
    await assertViolates('reference', /./, (tx) => tx.update('person', account.person, { clientid: 4 }))
    await database.write(account.accountid, (tx) => newTask(tx, account, 'one'))
    await assertViolates('reference', /./, (tx) => tx.remove('taskstatus', account.status))
    await assertViolates('check', /name/, (tx) => tx.update('project', account.project, { name: null }))
  })

  test('a table whose changes are recorded cannot be written past the event log', async () => {
    const database = await open()
    const accountid = await newAccount(database)
    const rename = statement(sql`update client set name = 'x' where accountid = ${accountSlot}`)
    const unassign = statement(sql`delete from taskassignee where accountid = ${accountSlot}`)
    const write = (work: (tx: WriteTransaction) => Promise<unknown>) => () => database.write(accountid, work)
    await assert.rejects(
      write((tx) => tx.run('client', rename)),
      /must be a RowsStatement/,
    )
    await assert.rejects(
      write((tx) => tx.run('taskassignee', unassign)),
      /must be written with tx\.link/,
    )
    const link = { taskid: 1, personid: 1, position: 0 }
    await assert.rejects(
      write((tx) => tx.insert('taskassignee', link)),
      /must be written with tx\.link/,
    )
  })

  test('a transaction cannot be used after its callback ended', async () => {
    const database = await open()
    const accountid = await newAccount(database)
    const ended = await database.write(accountid, async (tx) => ({ tx }))
    await assert.rejects(newClient(ended.tx, 'late'), /over/)
    const reading = await database.read(accountid, async (tx) => ({ tx }))
    await assert.rejects(reading.tx.all(clientNames), /over/)
    const apart = await database.readOffloaded(accountid, async (tx) => ({ tx }))
    await assert.rejects(apart.tx.all(clientNames), /over/)
    assert.deepEqual(await names(database, accountid), [])
  })

  test('a read transaction cannot write', async () => {
    const database = await open()
    const accountid = await newAccount(database)
    const change = statement(sql`update account set name = 'taken' where id = ${accountSlot} returning id`)
    await assert.rejects(database.read(accountid, (tx) => tx.all(change)))
    await assert.rejects(database.readOffloaded(accountid, (tx) => tx.all(change)))
    const name = statement(sql`select name from account where id = ${accountSlot}`)
    assert.deepEqual(await database.read(accountid, (tx) => tx.first(name)), ['Ours'])
  })

  test('no account is reachable from another one, by value or by id', async () => {
    const database = await open()
    const [accountid, theirs] = [await newAccount(database), await newAccount(database)]
    const id = await database.write(theirs, (tx) => newClient(tx, 'theirs'))
    assert.deepEqual(await database.read(accountid, (tx) => tx.all(clientById, { id, account: theirs })), [])
    await database.write(accountid, async (tx) => {
      await tx.update('client', id, { name: 'stolen' })
      await tx.remove('client', id)
      await tx.update('account', theirs, { name: 'stolen' })
      await tx.remove('account', theirs)
    })
    assert.deepEqual(await names(database, theirs), ['theirs'])
    const name = statement(sql`select name from account where id = ${accountSlot}`)
    assert.deepEqual(await database.read(theirs, (tx) => tx.first(name)), ['Ours'])
    await database.write(theirs, (tx) => tx.update('account', theirs, { name: 'changed' }))
    assert.deepEqual(await database.read(theirs, (tx) => tx.first(name)), ['changed'])
  })

  test('a version changes with every write to its table, and with rows that a deletion cascades to', async () => {
    const database = await open()
    const account = await newAccountRows(database)
    const { accountid } = account
    await database.write(accountid, (tx) => newTask(tx, account, 'one'))
    const before = await version(database, accountid, 'task')
    await database.write(accountid, (tx) => tx.update('project', account.project, { name: 'Hut' }))
    assert.equal(await version(database, accountid, 'task'), before, 'a write to another table does not change it')
    await assert.rejects(
      database.write(accountid, async (tx) => {
        await newTask(tx, account, 'two')
        throw new Error('no')
      }),
    )
    assert.equal(await version(database, accountid, 'task'), before, 'a failed write does not change it')
    await database.write(accountid, (tx) => tx.remove('project', account.project))
    assert.ok((await version(database, accountid, 'task')) > before)
    assert.ok((await version(database, accountid, 'taskowner')) > 0, 'also for cascades of cascades')
    const tokens = await version(database, accountid, 'token')
    const removeSome = deleteRows('person', sql`active = 'f'`)
    await database.write(accountid, (tx) => tx.run('person', removeSome))
    assert.ok((await version(database, accountid, 'token')) > tokens, 'also for a hand-written statement')
  })

  test('T-63: concurrent updates of different fields are both kept', async () => {
    const target = await testDatabase()
    const [one, other] = [await target.open({ workersMayShare: true }), await target.open({ workersMayShare: true })]
    const accountid = await newAccount(one)
    const id = await one.write(accountid, (tx) => newClient(tx, 'x'))
    for (let round = 0; round < 20; round++) {
      await Promise.all([
        one.write(accountid, (tx) => tx.update('client', id, { email: `${round}@x` })),
        other.write(accountid, (tx) => tx.update('client', id, { phone: `+${round}` })),
        one.write(accountid, (tx) => tx.update('client', id, { name: `n${round}` })),
      ])
      const row = await one.read(accountid, (tx) => tx.first(clientById, { id }))
      assert.deepEqual(row, [`n${round}`, `${round}@x`, `+${round}`])
    }
  })

  test('T-64: concurrent transactions that lock the account run one after the other', async () => {
    const target = await testDatabase()
    const both = [await target.open({ workersMayShare: true }), await target.open({ workersMayShare: true })]
    const [one] = both
    assert.ok(one)
    const accountid = await newAccount(one)
    const active = statement(sql`select count(*) from client where accountid = ${accountSlot} and active = 't'`)
    for (let round = 0; round < 30; round++) {
      const ids = await one.write(accountid, async (tx) => [await newClient(tx, 'a'), await newClient(tx, 'b')])
      await Promise.all(
        both.map((database, at) =>
          database.write(accountid, async (tx) => {
            await tx.lock('account', accountid)
            const remaining = Number((await tx.first(active))?.[0])
            if (remaining > 1) await tx.update('client', ids[at] ?? 0, { active: 'f' })
          }),
        ),
      )
      assert.deepEqual(await one.read(accountid, (tx) => tx.first(active)), [1])
      await one.write(accountid, (tx) => tx.run('client', updateRows('client', sql`active = 'f'`, sql`1 = 1`)))
    }
  })

  test('a slow write that fails does not affect other writes', async () => {
    const database = await open()
    const accountid = await newAccount(database)
    const finished: string[] = []
    const slow = database.write(accountid, async (tx) => {
      await newClient(tx, 'slow')
      await sleep(30)
      await newClient(tx, 'slow too')
      throw new Error('after all, no')
    })
    const together = database.write(accountid, (tx) => newClient(tx, 'quick')).then(() => finished.push('quick'))
    await sleep(5)
    const later = database.write(accountid, (tx) => newClient(tx, 'later')).then(() => finished.push('later'))
    await assert.rejects(slow, /after all/)
    await Promise.all([together, later])
    assert.deepEqual(finished, ['quick', 'later'])
    assert.deepEqual(await names(database, accountid), ['later', 'quick'])
  })

  test('a read sees what was acknowledged before it, and concurrent reads do not affect each other', async () => {
    const database = await open()
    const accountid = await newAccount(database)
    await database.write(accountid, (tx) => newClient(tx, 'a'))
    const outcomes = await Promise.allSettled([
      names(database, accountid),
      database.read(accountid, async () => {
        throw new Error('mine alone')
      }),
      database.read(accountid, (tx) => tx.all(statement(sql`select nothing from nowhere`))),
      names(database, accountid),
    ])
    assert.deepEqual(
      outcomes.map((one) => one.status),
      ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
    )
    assert.deepEqual(await names(database, accountid), ['a'])
  })

  test('closing completes running work and rejects new work', async () => {
    const target = await testDatabase()
    const database = await target.open()
    const accountid = await newAccount(database)
    const running = [
      database.write(accountid, (tx) => newClient(tx, 'a')),
      database.read(accountid, (tx) => tx.all(clientNames)),
    ]
    const closing = database.close()
    await assert.rejects(
      database.write(accountid, (tx) => newClient(tx, 'b')),
      Unavailable,
    )
    await Promise.all(running)
    await closing
    await assert.rejects(names(database, accountid), Unavailable)
    await assert.rejects(
      database.readOffloaded(accountid, (tx) => tx.all(clientNames)),
      Unavailable,
    )
    assert.equal(await database.isReady(), false)
    const again = await target.open()
    assert.deepEqual(await names(again, accountid), ['a'])
    assert.equal(await again.isReady(), true)
  })

  test('the schema lists references between tables and which of them cascade', async () => {
    const database = await open()
    const references = database.referencesTo('person')
    const cascades = (table: string, column: string): boolean | undefined =>
      references.find((one) => one.table === table && one.column === column)?.part
    assert.equal(cascades('taskowner', 'personid'), false)
    assert.equal(cascades('token', 'personid'), true)
    assert.equal(cascades('tasknote', 'authorid'), false)
    assert.equal(cascades('person', 'accountid'), undefined)
    assert.deepEqual(database.referencesTo('counter'), [])
    assert.deepEqual(
      database.referencesTo('projectlabel').map((one) => `${one.table}.${one.column}`),
      ['project.labelid'],
    )
  })

  test('a job that writes more than it declared is rolled back, and the others are not', async () => {
    const database = await open()
    const accountid = await newAccount(database)
    const personid = await database.write(accountid, (tx) => newPerson(tx))
    const notice = (recordid: number) => ({
      ...{ id: nextId, personid, kind: 'taskassigned', resource: 'task', recordid, date: '2026-03-01 12:00:00' },
    })
    type More = (tx: WriteTransaction, id: number) => Promise<unknown>
    const write = (addsTo: string[] | undefined, more: More): Promise<unknown> =>
      database.write(accountid, async (tx) => {
        const written = newClient(tx, 'declared')
        tx.releasePipeline(addsTo)
        await more(tx, await written)
      })
    const wrong: readonly (readonly [addsTo: string[] | undefined, more: More])[] = [
      [['notification'], (tx) => newClient(tx, 'more')],
      [['notification'], (tx, id) => tx.update('client', id, { name: 'more' })],
      [['notification'], (tx, id) => tx.remove('client', id)],
      [['notification'], (tx) => tx.run('notification', markRead)],
      [['outbox'], (tx, id) => tx.insert('notification', notice(id))],
      [undefined, (tx, id) => tx.insert('notification', notice(id))],
    ]
    const others = ['a', 'b'].map((name) => database.write(accountid, (tx) => newClient(tx, name)))
    const told = write(['notification'], (tx, id) => tx.insert('notification', notice(id)))
    const refused = /this job declared that it does not write (client|notification) any more/
    await Promise.all([...wrong.map((each) => assert.rejects(write(...each), refused)), ...others, told])
    const beforeAnyWrite = database.write(accountid, (tx) => {
      tx.releasePipeline(['notification'])
      return newClient(tx, 'late')
    })
    await assert.rejects(beforeAnyWrite, refused)
    assert.deepEqual(await names(database, accountid), ['a', 'b', 'declared'])
    assert.deepEqual(await database.read(accountid, (tx) => tx.first(noticeCount)), [1])
  })
})
