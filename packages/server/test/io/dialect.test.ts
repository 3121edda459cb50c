// The SQL fragments that differ between the databases have the same meaning on both. The statements here are only for
// these tests; those of resources are tested through the API.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { analyze } from '../../src/io/analyze.ts'
import type { Row } from '../../src/io/database.ts'
import { centsSql, containsText, forUpdateOf, inSearchForm, isOneOf, secondsBetweenSql } from '../../src/io/dialect.ts'
import { accountSlot, type Fragment, type SlotValues, slot, sql, statement } from '../../src/io/sql.ts'
import { exactAmount, unitsPerCent } from '../../src/kit/money.ts'
import { eachDatabase } from '../fixture/databases.ts'
import { Random } from '../fixture/random.ts'
import { newAccount, newClient } from '../fixture/rows.ts'

eachDatabase((_kind, open) => {
  test('a list of numbers is one parameter, whether short, empty or very long', async () => {
    const database = await open()
    const accountid = await newAccount(database)
    const ids = await database.write(accountid, async (tx) => [await newClient(tx, 'a'), await newClient(tx, 'b')])
    const rows = (query: Fragment, values: SlotValues): Promise<Row[]> =>
      database.read(accountid, (tx) => tx.all(statement(query), values))
    const among = sql`select name from client where accountid = ${accountSlot} and ${isOneOf(sql`id`, 'ids')} order by name`
    assert.deepEqual(await rows(among, { ids }), [['a'], ['b']])
    assert.deepEqual(await rows(among, { ids: [ids[1]] }), [['b']])
    assert.deepEqual(await rows(among, { ids: [] }), [])
    const many = Array.from({ length: 50_000 }, (_, at) => at + 1)
    assert.deepEqual(await rows(among, { ids: many }), [['a'], ['b']])
  })

  test('T-26: a text search has no special characters', async () => {
    const database = await open()
    const accountid = await newAccount(database)
    await database.write(accountid, async (tx) => {
      for (const name of ['100%', '1000', 'A_b', 'aXb', 'Ärger']) await newClient(tx, name)
    })
    const query = statement(
      sql`select name from client where accountid = ${accountSlot} and ${containsText(inSearchForm(sql`name`), 'part')} order by id`,
    )
    const search = async (part: string): Promise<unknown[]> =>
      (await database.read(accountid, (tx) => tx.all(query, { part }))).map(([name]) => name)
    assert.deepEqual(await search('100%'), ['100%'])
    assert.deepEqual(await search('a_b'), ['A_b'])
    assert.deepEqual(await search('arg'), ['Ärger'])
    assert.deepEqual(await search('\\'), [])
    assert.deepEqual(await search("'"), [])
  })

  test('an amount is exact and rounded to cents as the program does it, also if the product has 25 digits', async () => {
    const database = await open()
    const query = statement(
      sql`select cast(${centsSql(sql`given.quantity`, sql`given.rate`)} as text)
        from (select cast(${slot('quantity')} as bigint) as quantity, cast(${slot('rate')} as bigint) as rate) given`,
    )
    const random = new Random(7)
    const quantities = [0, 1, 333_333, 500_000, 99_999_999, 100_000_000, 87_600_000_000]
    const rates = [0, 1, 5000, 9_999_999, 10_000_000, 333_333, 99_999_999_990_000]
    const pairs = quantities.flatMap((quantity) => rates.map((rate) => [quantity, rate] as const))
    for (let at = 0; at < 300; at++) pairs.push([random.below(2 ** 31) * 40, random.below(2 ** (1 + (at % 31)))])
    for (const [quantity, rate] of pairs) {
      const expected = exactAmount(BigInt(quantity), BigInt(rate)) / BigInt(unitsPerCent)
      const row = await database.read(0, (tx) => tx.first(query, { quantity, rate }))
      assert.deepEqual(row, [String(expected)], `${quantity} times ${rate}`)
    }
  })

  test('an integer stays an integer, also as text', async () => {
    const database = await open()
    const query = statement(sql`select cast(cast(${slot('n')} as bigint) as text), cast(${slot('n')} as bigint)`)
    assert.deepEqual(await database.read(0, (tx) => tx.first(query, { n: 5 })), ['5', 5])
    const largest = Number.MAX_SAFE_INTEGER
    assert.deepEqual(await database.read(0, (tx) => tx.first(query, { n: largest })), [String(largest), largest])
  })

  test('seconds between two instants are equal on both databases, over leap days and the whole calendar', async () => {
    const database = await open()
    const query = statement(sql`select ${secondsBetweenSql(slot('from'), slot('to'))}`)
    for (const [from, to] of [
      ['2026-05-14 10:00:00', '2026-05-14 10:00:00'],
      ['2024-02-28 23:59:59', '2024-03-01 00:00:00'],
      ['1900-02-28 00:00:00', '1900-03-01 00:00:00'],
      ['1969-12-31 23:59:59', '1970-01-01 00:00:01'],
      ['0001-01-01 00:00:00', '9999-12-31 23:59:59'],
      ['2026-05-14 10:00:01', '2026-05-14 10:00:00'],
    ] as const) {
      const seconds = (Date.parse(`${to.replace(' ', 'T')}Z`) - Date.parse(`${from.replace(' ', 'T')}Z`)) / 1000
      assert.deepEqual(await database.read(0, (tx) => tx.first(query, { from, to })), [seconds], `${from} to ${to}`)
    }
  })

  test('rows can be locked in a statement, and a missing parameter value is an error', async () => {
    const database = await open()
    const accountid = await newAccount(database)
    const query = statement(sql`select name from account where id = ${accountSlot}${forUpdateOf('account')}`)
    assert.deepEqual(await database.write(accountid, (tx) => tx.first(query)), ['Ours'])
    const open1 = statement(sql`select ${slot('nobody')}`)
    await assert.rejects(
      database.read(accountid, (tx) => tx.first(open1)),
      /slot "nobody" has no value/,
    )
  })

  test('the statistics of the database can be refreshed', async () => {
    const database = await open()
    const accountid = await newAccount(database)
    await database.write(accountid, (tx) => newClient(tx, 'a'))
    await analyze(database)
    const names = statement(sql`select name from client where accountid = ${accountSlot}`)
    assert.deepEqual(await database.read(accountid, (tx) => tx.all(names)), [['a']])
  })
})
