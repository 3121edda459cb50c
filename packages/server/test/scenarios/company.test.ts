// The company: one record that everyone in the account reads and Administrators write, whose time zone decides the
// current day (decision 32). Its logo is tested in `company-logo.test.ts`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountSlot, sql } from '../../src/io/sql.ts'
import { acceptOf, errorContent, formats, recordIn, recordsIn, requestAs } from '../conformance/reply-tree.ts'
import { assertRefusedWith, callerFor, secondServer, selectRows, suiteApiFixture } from '../fixture/api-caller.ts'
import { type AccountFixture, type ApiFixture, fixtureNow, type PersonName } from '../fixture/api-fixture.ts'
import { assertUnchanged } from '../fixture/dump.ts'
import type { JsonObject } from '../fixture/request-parts.ts'

const readers: readonly PersonName[] = ['administrator', 'manager', 'resource', 'restricted', 'executive', 'outsider']
const seesBudgets: readonly PersonName[] = ['administrator', 'manager']

suiteApiFixture((fixture, _kind, testDatabase) => {
  const administrator = () => callerFor(fixture(), fixture().a.tokens.administrator)
  const as = (who: PersonName, more: object, path = '/company/') =>
    fixture().call({ token: fixture().a.tokens[who], path, ...more })

  test('a new account has its name, and all other fields are blank', async () => {
    assert.deepEqual(await administrator().read('/company/1/'), {
      id: '1',
      name: 'Account a',
      timezone: 'Europe/Berlin',
      budgetsin: 'hours',
      quotashare: null,
      currency: '',
      language: '',
      managersapprove: 'f',
      managersseecost: 'f',
      timerrounding: '0',
      timerroundingmode: 'nearest',
      secondfactor: 'none',
      sessionidle: '720',
      sessiondays: '14',
      sampledata: 'f',
      address: '',
      taxnumber: '',
      paymentinfo: '',
      paylink: '',
      iban: '',
      bic: '',
      accountholder: '',
      invoicesubject: '',
      invoicetext: '',
      numbering: 'none',
      numberprefix: '',
      numberdigits: '4',
      numberstart: '1',
      reminders: '',
      remindersubject: '',
      remindertext: '',
      logofilename: null,
    })
  })

  test('every role reads its own company, as a list of one and as a record, in JSON and XML', async () => {
    const theirs = callerFor(fixture(), fixture().b.tokens.administrator)
    assert.equal((await theirs.update('/company/', { address: 'Theirs alone' })).name, 'Account b')
    for (const who of readers) {
      for (const format of formats) {
        const what = `${who} ${format}`
        const list = await as(who, { headers: acceptOf(format) })
        const member = await as(who, { headers: acceptOf(format) }, '/company/1/')
        assert.deepEqual([list.status, member.status], [200, 200], what)
        const record = recordIn(member, 'company')
        assert.deepEqual(recordsIn(list, 'company'), [record], what)
        assert.deepEqual([record.name, record.address], ['Account a', ''], what)
        const costs = seesBudgets.includes(who) ? ['managersseecost'] : []
        const rules = ['managersapprove', ...costs, 'timerrounding', 'timerroundingmode']
        const own = who === 'administrator' ? ['secondfactor', 'sessionidle', 'sessiondays', 'sampledata'] : []
        const templates = seesBudgets.includes(who)
          ? [
              'invoicesubject',
              'invoicetext',
              'numbering',
              'numberprefix',
              'numberdigits',
              'numberstart',
              'reminders',
              'remindersubject',
              'remindertext',
            ]
          : []
        const printed = [
          'address',
          'taxnumber',
          'paymentinfo',
          'paylink',
          'iban',
          'bic',
          'accountholder',
          ...templates,
          'logofilename',
        ]
        const forAll = ['currency', 'language', ...rules, ...own, ...printed]
        const limited = [
          ...(seesBudgets.includes(who) ? ['budgetsin'] : []),
          ...(who === 'administrator' ? ['quotashare'] : []),
        ]
        assert.deepEqual(Object.keys(record), ['id', 'name', 'timezone', ...limited, ...forAll], what)
      }
    }
  })

  test('Administrators change each field, by PUT and POST, with and without the id, in JSON and XML', async () => {
    const { a, database } = fixture()
    const changed: readonly JsonObject[] = [
      { name: `Grün & Söhne "GmbH" <1>` },
      { timezone: 'America/New_York' },
      { budgetsin: 'money' },
      { quotashare: '100' },
      { currency: 'EUR' },
      { managersapprove: 't' },
      { managersapprove: 'f' },
      { secondfactor: 'everyone' },
      { secondfactor: 'none' },
      { sessionidle: '15', sessiondays: '90' },
      { sessionidle: '720', sessiondays: '14' },
      { address: 'Hauptstraße 1\n10115 Berlin\nDeutschland' },
      { taxnumber: 'DE 123 456 789' },
      { currency: '', address: '', taxnumber: '' },
      { id: '1', name: 'Account a', timezone: 'Europe/Berlin', budgetsin: 'hours' },
    ]
    for (const format of formats) {
      for (const path of ['/company/', '/company/1/', '/company']) {
        for (const method of ['PUT', 'POST'] as const) {
          for (const body of changed) {
            const what = `${method} ${path} ${JSON.stringify(body)} ${format}`
            const reply = await as('administrator', { method, ...requestAs(format, 'company', body) }, path)
            assert.equal(reply.status, 202, `${what}: ${reply.text}`)
            const record = recordIn(reply, 'company')
            for (const [field, value] of Object.entries(body)) assert.equal(record[field], value, `${what}: ${field}`)
            assert.deepEqual(recordIn(await as('administrator', {}, '/company/1/'), 'company'), record, `${what}: read`)
          }
        }
      }
    }
    assert.equal((await administrator().update('/company/', { currency: 'CHF' })).currency, 'CHF')
    assert.equal((await administrator().update('/company/', { quotashare: '' })).quotashare, null)
    assert.equal((await administrator().update('/company/', { currency: null })).currency, '', 'null counts as blank')
    const stored = await selectRows(
      { database },
      a.accountid,
      sql`select name, timezone, budgetsin, quotashare from account where id = ${accountSlot}`,
    )
    assert.deepEqual(stored, [['Account a', 'Europe/Berlin', 'hours', null]], 'the account itself was written')
  })

  test('all validation errors are reported at once, and nothing is written', async () => {
    const wrong: JsonObject = {
      name: 'x'.repeat(256),
      timezone: 'Mars/Olympus',
      budgetsin: 'days',
      quotashare: '101',
      currency: 'eur',
      address: ['Street'],
      taxnumber: '1'.repeat(56),
      logo: 'a text',
    }
    await assertUnchanged(fixture().database, 'a wrong company', async () => {
      for (const format of formats) {
        const reply = await as('administrator', { method: 'PUT', ...requestAs(format, 'company', wrong) })
        const { status, code, messages } = errorContent(reply)
        assert.deepEqual([status, code], [400, 18], reply.text)
        const fields = messages.map((sentence) => sentence.split(':')[0])
        assert.deepEqual(fields, Object.keys(wrong), `${format}: each field has one message`)
      }
      const values: Readonly<Record<string, readonly string[]>> = {
        name: [''],
        timezone: ['', '+02:00', 'Berlin', 'Europe/Berlin ', 'CEST', '../Berlin'],
        budgetsin: ['', 'Hours', 'minutes'],
        quotashare: ['0', '-1', '1.5', '101', '10 %', '1000000'],
        currency: ['EURO', 'eu', 'XTS', 'AAA', '€', 'E R'],
      }
      for (const [field, bad] of Object.entries(values)) {
        for (const value of bad)
          assertRefusedWith(await administrator().send('PUT', '/company/', { [field]: value }), 400, 18, `${field}:`)
      }
      for (const field of [
        'logofilename',
        'logofilesize',
        'logomediatype',
        'logohash',
        'accountid',
        'dailyquota',
        'id',
      ]) {
        assertRefusedWith(
          await administrator().send('PUT', '/company/1/', { [field]: '2' }),
          400,
          17,
          `${field}: is not a settable field`,
        )
      }
    })
  })

  test('other roles cannot write it, nobody can create or delete one, and there is only one', async () => {
    await assertUnchanged(fixture().database, 'a company that is not theirs', async () => {
      for (const who of readers.filter((name) => name !== 'administrator')) {
        for (const format of formats) {
          for (const path of ['/company/', '/company/1/', '/company/2/']) {
            for (const method of ['PUT', 'POST'] as const) {
              const reply = await as(who, { method, ...requestAs(format, 'company', { address: 'Mine' }) }, path)
              const { status, code } = errorContent(reply)
              assert.deepEqual([status, code], [403, 10], `${who} ${method} ${path} ${format}`)
            }
          }
        }
      }
      for (const path of ['/company/', '/company/1/']) {
        const reply = await administrator().send('DELETE', path)
        assertRefusedWith(reply, 400, 16)
        assert.equal(reply.headers.allow, 'GET, POST, PUT, HEAD, OPTIONS', path)
      }
      for (const id of [2, fixture().b.accountid, 2147483647].filter((one) => one !== 1)) {
        assertRefusedWith(await administrator().send('GET', `/company/${id}/`), 404, 14, `company ${id} does not exist`)
        assertRefusedWith(
          await administrator().send('PUT', `/company/${id}/`, { address: 'x' }),
          404,
          14,
          `company ${id}`,
        )
        assertRefusedWith(await administrator().send('GET', `/company/${id}/download/`), 404, 14, `company ${id}`)
      }
      assertRefusedWith(await as('inactive', {}), 401, 8)
      assertRefusedWith(await fixture().call({ path: '/company/' }), 401, 9)
      assertRefusedWith(await administrator().send('GET', '/company/?sortfield=name'), 400, 17, 'sortfield')
      assertRefusedWith(await administrator().send('GET', '/company/?name=Account'), 400, 17, 'name')
    })
  })

  test('a change of the time zone changes the current day at once, on every server, and for no other account', async () => {
    const { a, b, clock } = fixture()
    const other = await secondServer(fixture(), testDatabase())
    clock.moveTo('2026-05-14T22:30:00Z')
    /** The due date of a request without one: a week from today. */
    const dueBy = async (own: AccountFixture, who: PersonName, server: Pick<ApiFixture, 'call'>) => {
      const body = { title: 'In a week', personid: own.people[who], priorityid: own.priorities[0] ?? 0 }
      return (await callerFor(server, own.tokens[who]).create('/request/', body)).datedue
    }
    const inAWeek = async (): Promise<unknown[]> => [
      await dueBy(a, 'manager', fixture()),
      await dueBy(a, 'resource', other),
      await dueBy(b, 'manager', other),
    ]
    assert.deepEqual(await inAWeek(), ['2026-05-22', '2026-05-22', '2026-05-22'], 'past midnight in Berlin')
    await administrator().update('/company/', { timezone: 'America/New_York' })
    assert.deepEqual(await inAWeek(), ['2026-05-21', '2026-05-21', '2026-05-22'], 'evening in New York')
    await callerFor(other, a.tokens.administrator).update('/company/', { timezone: 'Pacific/Kiritimati' })
    assert.deepEqual(await inAWeek(), ['2026-05-22', '2026-05-22', '2026-05-22'], 'noon in Kiritimati')
    await administrator().update('/company/', { timezone: 'Europe/Berlin' })
    clock.moveTo(fixtureNow)
  })

  test('people who had the account’s zone get the new one; another zone stays', async () => {
    const { a, b, database } = fixture()
    await database.write(a.accountid, (tx) => tx.update('person', a.people.resource, { timezone: 'Asia/Tokyo' }))
    await administrator().update('/company/', { timezone: 'Europe/Kyiv' })
    const zoneOf = async (token: string) => (await callerFor(fixture(), token).list('/me/')).rows[0]?.timezone
    assert.equal(await zoneOf(a.tokens.manager), 'Europe/Kyiv')
    assert.equal(await zoneOf(a.tokens.resource), 'Asia/Tokyo')
    assert.equal(await zoneOf(b.tokens.manager), 'Europe/Berlin')
    assert.equal((await administrator().update('/company/', { timezone: 'europe/berlin' })).timezone, 'Europe/Berlin')
    assert.equal(await zoneOf(a.tokens.manager), 'Europe/Berlin')
    await database.write(a.accountid, (tx) => tx.update('person', a.people.resource, { timezone: 'Europe/Berlin' }))
  })

  test('sending the present values changes nothing', async () => {
    const { id: _id, logofilename: _logo, sampledata: _sample, ...record } = await administrator().read('/company/1/')
    await assertUnchanged(fixture().database, 'the same company', async () => {
      for (const format of formats) {
        const reply = await as('administrator', {
          method: 'PUT',
          ...requestAs(format, 'company', record as JsonObject),
        })
        assert.equal(reply.status, 202, reply.text)
      }
    })
  })
})
