// The report of margins and the cost rates of people (ADR 50): its rows compared with an independent model in three
// currencies, for every grouping, and who sees cost rates in any form.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { nextId } from '../../src/io/database.ts'
import { accountSlot, sql } from '../../src/io/sql.ts'
import { assertRefusedWith, callerFor, eachApiFixture, type Fields, selectRows } from '../fixture/api-caller.ts'
import type { PersonName } from '../fixture/api-fixture.ts'
import { assertUnchanged } from '../fixture/dump.ts'
import { decimalText } from './report-oracle.ts'
import { insertReportRecords } from './report-records.ts'

/** In ten-thousandths. The restricted person has none, and the rate of the Manager gives fractions of a cent. */
const costRates: Readonly<Partial<Record<PersonName, number>>> = { manager: 333_333, resource: 450_050 }

interface Entry {
  readonly projectid: number
  readonly project: string
  readonly clientid: number | null
  readonly client: string | null
  readonly currency: string
  readonly worktypeid: number
  readonly personid: number
  readonly person: string
  readonly costrate: number | null
  readonly date: string
  readonly time: bigint
  readonly billable: boolean
}

interface DatedRate {
  readonly projectid: number
  readonly worktypeid: number
  readonly personid: number | null
  readonly datebegin: string
  readonly rate: number
}

/** Half away from zero, in whole cents; the product is in units of 10^-10 and never negative. */
const cents = (product: bigint): bigint => (2n * product + 100_000_000n) / 200_000_000n

function sumBy(entries: readonly Entry[], key: (entry: Entry) => string): Map<string, readonly Entry[]> {
  const groups = new Map<string, Entry[]>()
  for (const entry of entries) groups.set(key(entry), [...(groups.get(key(entry)) ?? []), entry])
  return groups
}

const hoursOf = (entries: readonly Entry[]): bigint => entries.reduce((sum, { time }) => sum + time, 0n)

/** The rate of an entry, found by looking at every dated rate. */
function rateOf(entry: Entry, first: ReadonlyMap<string, number>, dated: readonly DatedRate[]): number {
  const valid = dated
    .filter(({ projectid, worktypeid }) => projectid === entry.projectid && worktypeid === entry.worktypeid)
    .filter(({ datebegin }) => datebegin <= entry.date)
    .sort((a, b) => (a.datebegin < b.datebegin ? 1 : -1))
  const own = valid.find(({ personid }) => personid === entry.personid) ?? valid.find((one) => one.personid === null)
  return own?.rate ?? first.get(`${entry.projectid} ${entry.worktypeid}`) ?? 0
}

const idOf: Readonly<Record<string, (entry: Entry) => number | null>> = {
  project: ({ projectid }) => projectid,
  client: ({ clientid }) => clientid,
  person: ({ personid }) => personid,
}
const nameOf: Readonly<Record<string, (entry: Entry) => string | null>> = {
  project: ({ project }) => project,
  client: ({ client }) => client,
  person: ({ person }) => person,
}

function expectedRow(entries: readonly Entry[], groupby: string, rate: (entry: Entry) => number): Fields {
  const [one] = entries
  assert.ok(one)
  const billable = entries.filter((entry) => entry.billable)
  const lines = sumBy(billable, (e) => `${e.projectid} ${e.worktypeid} ${e.personid} ${rate(e)}`)
  const revenue = [...lines.values()].reduce((sum, [e, ...rest]) => {
    assert.ok(e)
    return sum + cents(hoursOf([e, ...rest]) * BigInt(rate(e)))
  }, 0n)
  const costs = sumBy(entries, (e) => `${e.projectid} ${e.personid}`)
  const cost = [...costs.values()].reduce((sum, of) => sum + cents(hoursOf(of) * BigInt(of[0]?.costrate ?? 0)), 0n)
  const unknown = entries.filter(({ costrate }) => costrate === null)
  const hasMargin = unknown.length === 0 && one.currency === ''
  const id = idOf[groupby]?.(one) ?? null
  return {
    groupid: id === null ? null : String(id),
    name: nameOf[groupby]?.(one) ?? null,
    hours: decimalText(hoursOf(entries), 6),
    billable: decimalText(hoursOf(billable), 6),
    revenue: decimalText(revenue, 2),
    currency: one.currency,
    cost: decimalText(cost, 2),
    costcurrency: '',
    margin: hasMargin ? decimalText(revenue - cost, 2) : '',
    marginpercent: hasMargin && revenue > 0n ? decimalText(((revenue - cost) * 10_000n) / revenue, 2) : '',
    nocosthours: decimalText(hoursOf(unknown), 6),
    nocostpersonids: [...new Set(unknown.map(({ personid }) => personid))].sort((a, b) => a - b).join(','),
  }
}

const sorted = (rows: readonly Fields[]): string[] => rows.map((row) => JSON.stringify(row)).sort()

eachApiFixture((fixture) => {
  before(async () => {
    const { a, database } = fixture()
    await insertReportRecords(fixture(), a, 47)
    await database.write(a.accountid, async (tx) => {
      for (const [who, costrate] of Object.entries(costRates))
        await tx.update('person', a.people[who as PersonName], { costrate })
      const terms = { projectid: a.projects.seen, worktypeid: a.worktypes[0] ?? 0 }
      for (const [personid, datebegin, hourlyrate] of [
        [null, '2026-02-01', 777_777],
        [null, '2026-04-01', 100_000],
        [a.people.resource, '2026-03-01', 1_234_567],
      ] as const)
        await tx.insert('projectrate', { id: nextId, ...terms, personid, datebegin, hourlyrate })
    })
  })

  const as = (who: PersonName) => callerFor(fixture(), fixture().a.tokens[who])
  const ask = async (who: PersonName, query = ''): Promise<readonly Fields[]> =>
    (await as(who).list(`/margin/?${query}`)).rows
  const letManagers = (managersseecost: string) => as('administrator').update('/company/', { managersseecost })

  const readEntries = async (): Promise<Entry[]> => {
    const rows = await selectRows(
      fixture(),
      fixture().a.accountid,
      sql`select time.projectid, project.name, project.clientid, client.name, coalesce(client.currency, ''),
        time.worktypeid, time.personid, trim(person.firstname || ' ' || person.lastname), person.costrate, time.date,
        time.time, time.billable
      from time join project on project.accountid = time.accountid and project.id = time.projectid
      join person on person.accountid = time.accountid and person.id = time.personid
      left join client on client.accountid = project.accountid and client.id = project.clientid
      where time.accountid = ${accountSlot}`,
    )
    return rows.map(([projectid, project, clientid, client, currency, worktypeid, personid, person, ...rest]) => ({
      ...{ projectid: Number(projectid), project: String(project), currency: String(currency) },
      clientid: clientid === null ? null : Number(clientid),
      client: client === null ? null : String(client),
      ...{ worktypeid: Number(worktypeid), personid: Number(personid), person: String(person) },
      costrate: rest[0] === null ? null : Number(rest[0]),
      ...{ date: String(rest[1]), time: BigInt(String(rest[2])), billable: rest[3] === 't' },
    }))
  }

  const readRate = async (): Promise<(entry: Entry) => number> => {
    const { accountid } = fixture().a
    const parts = sql`select projectid, worktypeid, hourlyrate from projectworktype where accountid = ${accountSlot}`
    const first = new Map(
      (await selectRows(fixture(), accountid, parts)).map(([project, work, rate]) => [
        `${project} ${work}`,
        Number(rate),
      ]),
    )
    const rates = sql`select projectid, worktypeid, personid, datebegin, hourlyrate from projectrate
      where accountid = ${accountSlot}`
    const dated = (await selectRows(fixture(), accountid, rates)).map(([project, work, person, day, rate]) => ({
      ...{ projectid: Number(project), worktypeid: Number(work), datebegin: String(day), rate: Number(rate) },
      personid: person === null ? null : Number(person),
    }))
    return (entry) => rateOf(entry, first, dated)
  }

  const teamOf = async (personid: number): Promise<ReadonlySet<number>> => {
    const team = sql`select projectid, personid from projectteam where accountid = ${accountSlot}`
    const rows = await selectRows(fixture(), fixture().a.accountid, team)
    return new Set(rows.filter(([, member]) => Number(member) === personid).map(([project]) => Number(project)))
  }

  test('T-293: revenue, cost and margin are those of a model that looks at every entry, in three currencies', async () => {
    const [entries, rate] = [await readEntries(), await readRate()]
    const seen = await teamOf(fixture().a.people.manager)
    await letManagers('t')
    const spans = [
      ['2026-01-01', '2026-06-30'],
      ['2026-02-01', '2026-03-15'],
      ['2026-03-04', '2026-03-04'],
    ] as const
    for (const who of ['administrator', 'manager'] as const) {
      for (const [begin, end] of spans) {
        const counted = entries.filter(
          ({ date, projectid }) => begin <= date && date <= end && (who === 'administrator' || seen.has(projectid)),
        )
        for (const groupby of ['project', 'client', 'person']) {
          const groups = sumBy(counted, (entry) => `${idOf[groupby]?.(entry)} ${entry.currency}`)
          const expected = [...groups.values()].map((of) => expectedRow(of, groupby, rate))
          const actual = await ask(who, `groupby=${groupby}&datebegin=${begin}&dateend=${end}`)
          assert.deepEqual(sorted(actual), sorted(expected), `${who} by ${groupby} ${begin} ${end}`)
        }
      }
    }
    await letManagers('f')
    const rows = await ask('administrator', 'datebegin=2026-01-01&dateend=2026-06-30')
    assert.deepEqual([...new Set(rows.map(({ currency }) => currency))].sort(), ['', 'CHF', 'USD'])
    const { people } = fixture().a
    assert.ok(rows.some(({ nocostpersonids }) => nocostpersonids === String(people.restricted)))
    const own = await ask('administrator', `personid=${people.manager},${people.resource}&datebegin=2026-01-01`)
    assert.ok(own.some(({ margin }) => margin !== '') && own.every(({ nocosthours }) => nocosthours === '0'))
  })

  test('a person without a cost in several projects of a client is named once', async () => {
    const { a, database } = fixture()
    const setRates = (rates: Readonly<Partial<Record<PersonName, number | null>>>) =>
      database.write(a.accountid, async (tx) => {
        for (const [who, costrate] of Object.entries(rates))
          await tx.update('person', a.people[who as PersonName], { costrate })
      })
    await setRates({ manager: null, resource: null })
    const [entries, rate] = [await readEntries(), await readRate()]
    let overlapping = 0
    const days = [...new Set(entries.map(({ date }) => date))].sort()
    for (const [at, begin] of days.entries()) {
      const end = days[at + 4] ?? begin
      const counted = entries.filter(({ date }) => begin <= date && date <= end)
      const groups = [...sumBy(counted, ({ clientid, currency }) => `${clientid} ${currency}`).values()]
      const actual = await ask('administrator', `groupby=client&datebegin=${begin}&dateend=${end}`)
      assert.deepEqual(sorted(actual), sorted(groups.map((of) => expectedRow(of, 'client', rate))), begin)
      for (const group of groups) {
        const unknown = group.filter(({ costrate }) => costrate === null)
        const lists = [...sumBy(unknown, ({ projectid }) => String(projectid)).values()].map((of) =>
          [...new Set(of.map(({ personid }) => personid))].sort().join(),
        )
        if (new Set(lists).size > 1 && lists.some((list) => list.includes(','))) overlapping++
      }
    }
    await setRates(costRates)
    assert.ok(overlapping > 0, 'in no days the projects of a client have different people')
  })

  test('the rows of every grouping add up to the same amounts', async () => {
    const totals = async (groupby: string) => {
      const rows = await ask('administrator', `groupby=${groupby}&datebegin=2026-01-01&dateend=2026-06-30`)
      const sums = new Map<string, [revenue: number, cost: number]>()
      for (const { currency, revenue, cost } of rows) {
        const [a, b] = sums.get(currency ?? '') ?? [0, 0]
        const inCents = (text: string | null | undefined) => Math.round(Number(text) * 100)
        sums.set(currency ?? '', [a + inCents(revenue), b + inCents(cost)])
      }
      return [...sums].sort()
    }
    const byProject = await totals('project')
    assert.equal(byProject.length, 3)
    assert.deepEqual(await totals('client'), byProject)
    assert.deepEqual(await totals('person'), byProject)
  })

  test('a margin is a share of the revenue, negative if hours cost more, and blank without revenue or cost', async () => {
    const { a } = fixture()
    const admin = as('administrator')
    const { id: client } = await admin.create('/client/', { name: 'Margin', datecreated: '2026-01-01' })
    const { id: project } = await admin.create('/project/', {
      name: 'M',
      datestart: '2026-01-01',
      clientid: Number(client),
    })
    const { rows: parts } = await admin.list(`/projectworktype/?projectid=${project}`)
    const [part = {}] = parts
    await admin.update(`/projectworktype/${part.id}/`, { hourlyrate: '100', ratefrom: '0001-01-01' })
    const place = { projectid: Number(project), moduleid: a.modules[0] ?? 0, worktypeid: Number(part.worktypeid) }
    const log = (personid: number, time: number, billable: string) =>
      admin.create('/time/', { ...place, personid, date: '2026-05-04', time, billable })
    await admin.update(`/person/${a.people.administrator}/`, { costrate: '60.5' })
    const read = async () => (await ask('administrator', `projectid=${project}`))[0] ?? {}
    await log(a.people.administrator, 2, 'f')
    const unpaid = await read()
    assert.deepEqual([unpaid.revenue, unpaid.cost, unpaid.margin, unpaid.marginpercent], ['0', '121', '-121', ''])
    await log(a.people.administrator, 1, 't')
    const loss = await read()
    assert.deepEqual([loss.revenue, loss.cost, loss.margin, loss.marginpercent], ['100', '181.5', '-81.5', '-81.5'])
    await log(a.people.administrator, 3, 't')
    const { margin, marginpercent } = await read()
    assert.deepEqual([margin, marginpercent], ['37', '9.25'])
    await log(a.people.restricted, 1, 't')
    const unknown = await read()
    assert.deepEqual(
      [unknown.revenue, unknown.cost, unknown.margin, unknown.nocosthours, unknown.nocostpersonids],
      ['500', '363', '', '1', String(a.people.restricted)],
    )
    await admin.update(`/person/${a.people.restricted}/`, { costrate: '0' })
    const free = await read()
    assert.deepEqual([free.cost, free.margin, free.nocosthours], ['363', '137', '0'])
    await admin.update(`/person/${a.people.restricted}/`, { costrate: '' })
    await admin.update(`/client/${client}/`, { currency: 'USD' })
    const abroad = await read()
    assert.deepEqual([abroad.currency, abroad.costcurrency, abroad.margin], ['USD', '', ''])
  })

  test('twelve months until today are counted unless days are sent, ten years at most', async () => {
    assert.deepEqual(await ask('administrator'), await ask('administrator', 'datebegin=2025-06-14&dateend=2026-05-14'))
    const tooMany = await as('administrator').send('GET', '/margin/?datebegin=2016-05-31')
    assertRefusedWith(tooMany, 400, 18, 'datebegin: choose at most 120 months')
  })

  test('a cost rate is an amount of 0 or more with up to four decimals, or blank', async () => {
    const { a, database } = fixture()
    const path = `/person/${a.people.outsider}/`
    for (const [sent, shown] of [
      ['0', '0'],
      ['61.2550', '61.255'],
      [48, '48'],
      ['', ''],
    ] as const)
      assert.equal((await as('administrator').update(path, { costrate: sent })).costrate, shown)
    await assertUnchanged(database, 'rejected cost rates', async () => {
      for (const bad of ['-1', '1.00001', 'much'])
        assertRefusedWith(
          await as('administrator').send('PUT', path, { costrate: bad, firstname: '' }),
          400,
          18,
          `costrate: "${bad}" `,
          'firstname: ',
        )
    })
  })

  test('T-290: a cost rate is in no answer to anybody else, unless the company lets Managers see it', async () => {
    const { a } = fixture()
    const others: readonly PersonName[] = ['manager', 'resource', 'executive', 'restricted', 'outsider']
    const paths = (id: number) => [
      `/person/${id}/`,
      '/person/?limit=0',
      '/me/',
      '/person/me/',
      '/event/?limit=0',
      `/event/?limit=0&resource=person&recordid=${id}`,
      '/search/?q=8642.1357',
      '/person/?search=8642.1357',
      '/person/?costrate=8642.1357',
      '/person/?sortfield=costrate',
      '/time/?limit=0',
      '/notification/?limit=0',
      '/timereport/?groupby=person',
      '/utilization/',
      '/unbilled/',
      '/budget/',
    ]
    const read = async (who: PersonName) => {
      const answers = paths(a.people.resource).map(async (path) => {
        const { status, text, headers } = await as(who).send('GET', path)
        return { path, status, text, etag: headers.etag }
      })
      return Promise.all(answers)
    }
    const was = new Map<PersonName, Awaited<ReturnType<typeof read>>>()
    for (const who of others) was.set(who, await read(who))
    await as('administrator').update(`/person/${a.people.resource}/`, { costrate: '8642.1357' })
    for (const who of others) {
      const now = await read(who)
      assert.deepEqual(now, was.get(who), `${who} notices nothing of another cost rate`)
      for (const { path, text } of now) assert.ok(!text.replaceAll(path, '').includes(': "8642'), `${who} ${path}`)
    }
    const { rows } = await as('administrator').list(`/event/?resource=person&recordid=${a.people.resource}&limit=0`)
    assert.ok(rows.some(({ changes }) => JSON.stringify(changes).includes('8642.1357')))
    await letManagers('t')
    assert.equal((await as('manager').read(`/person/${a.people.resource}/`)).costrate, '8642.1357')
    const { rows: seen } = await as('manager').list('/event/?limit=0&resource=person')
    assert.doesNotMatch(JSON.stringify(seen), /costrate/)
    for (const who of ['resource', 'restricted', 'outsider'] as const)
      assert.doesNotMatch((await as(who).send('GET', '/person/?limit=0')).text, /costrate|8642/, who)
    await letManagers('f')
    assert.equal((await as('manager').read(`/person/${a.people.resource}/`)).costrate, '')
  })

  test('T-291: the margin is for Administrators, and for Managers of whole projects if the company lets them', async () => {
    const { a, database } = fixture()
    for (const option of ['f', 't']) {
      await letManagers(option)
      for (const who of ['resource', 'executive', 'restricted', 'outsider'] as const)
        assertRefusedWith(await as(who).send('GET', '/margin/'), 403, 10, 'may not read it')
      if (option === 'f') assertRefusedWith(await as('manager').send('GET', '/margin/?nothing=1'), 403, 10)
    }
    const names = (await ask('manager', 'datebegin=2026-01-01')).map(({ name }) => name)
    assert.ok(names.length > 0 && names.every((name) => !String(name).includes('Unseen')))
    const restrict = (restricttasks: string) =>
      database.write(a.accountid, (tx) => tx.update('person', a.people.manager, { restricttasks }))
    await restrict('t')
    assertRefusedWith(await as('manager').send('GET', '/margin/'), 403, 10)
    assert.equal((await as('manager').read(`/person/${a.people.resource}/`)).costrate, '')
    await restrict('f')
    await letManagers('f')
  })

  test('T-292: only Administrators write cost rates and the option', async () => {
    const { a, database } = fixture()
    await letManagers('t')
    await assertUnchanged(database, 'cost rates by others', async () => {
      for (const who of ['manager', 'resource', 'restricted', 'executive'] as const) {
        const own = await as(who).send('PUT', `/person/${a.people[who]}/`, { costrate: '1' })
        assertRefusedWith(own, 403, 10)
        assertRefusedWith(await as(who).send('PUT', '/me/', { costrate: '1' }), 400, 17, 'costrate')
        assertRefusedWith(await as(who).send('PUT', '/company/', { managersseecost: 'f' }), 403, 10)
      }
    })
    await letManagers('f')
  })
})
