// Weekly hours of people and the report of utilization (ADR 48): its rows compared with a small model for every role
// and grouping, who sees the weekly hours, and the rules of the field.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { accountSlot, sql } from '../../src/io/sql.ts'
import { assertRefusedWith, callerFor, eachApiFixture, type Fields, selectRows } from '../fixture/api-caller.ts'
import type { PersonName } from '../fixture/api-fixture.ts'
import { assertUnchanged } from '../fixture/dump.ts'
import { decimalText } from './report-oracle.ts'
import { insertReportRecords } from './report-records.ts'

const readers: readonly PersonName[] = ['administrator', 'manager', 'resource', 'restricted', 'outsider']

interface Person {
  readonly id: number
  readonly name: string
  readonly weekly: number | null
  readonly active: string
}

interface Entry {
  readonly projectid: number
  readonly personid: number
  readonly date: string
  readonly time: number
  readonly billable: string
}

interface Known {
  readonly people: readonly Person[]
  readonly entries: readonly Entry[]
  readonly team: ReadonlySet<string>
}

interface Request {
  readonly who: PersonName
  readonly me: number
  readonly begin: string
  readonly end: string
  readonly groupby: string
}

function daysOf(begin: string, end: string): string[] {
  const days: string[] = []
  for (const at = new Date(`${begin}T00:00:00Z`); ; at.setUTCDate(at.getUTCDate() + 1)) {
    const day = at.toISOString().slice(0, 10)
    if (day > end) return days
    days.push(day)
  }
}

/** The Monday of the week of a day, by counting back. */
function monday(day: string): string {
  const at = new Date(`${day}T00:00:00Z`)
  while (at.getUTCDay() !== 1) at.setUTCDate(at.getUTCDate() - 1)
  return at.toISOString().slice(0, 10)
}

const isWorkday = (day: string): boolean => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

/** A percentage with two decimals, the rest cut off. */
const share = (part: bigint, whole: bigint): string => (whole === 0n ? '' : decimalText((part * 10_000n) / whole, 2))

function numbers(weekly: readonly number[], days: readonly string[], entries: readonly Entry[]): Fields {
  const sum = (list: readonly Entry[]): bigint => list.reduce((all, { time }) => all + BigInt(time), 0n)
  const [hours, billable] = [sum(entries), sum(entries.filter((entry) => entry.billable === 't'))]
  const shown = { hours: decimalText(hours, 6), billable: decimalText(billable, 6) }
  if (weekly.length === 0) return { capacity: '', ...shown, utilization: '', logged: '' }
  // Day by day and person by person, in fifths of a unit.
  const fifths = days.filter(isWorkday).reduce((all) => all + weekly.reduce((some, one) => some + BigInt(one), 0n), 0n)
  assert.equal(fifths % 5n, 0n)
  const capacity = fifths / 5n
  const shares = { utilization: share(billable, capacity), logged: share(hours, capacity) }
  return { capacity: decimalText(capacity, 6), ...shown, ...shares }
}

function expectedRows({ people, entries, team }: Known, { who, me, begin, end, groupby }: Request): Fields[] {
  const shares = (personid: number): boolean =>
    [...team].some((one) => one.endsWith(` ${me}`) && team.has(`${one.split(' ')[0]} ${personid}`))
  const visible = entries.filter(
    ({ personid, projectid, date }) =>
      begin <= date &&
      date <= end &&
      (who === 'administrator' || personid === me || (who === 'manager' && team.has(`${projectid} ${me}`))),
  )
  const counted = people.filter(({ id, weekly, active }) => {
    const reported = who === 'administrator' || id === me || (who === 'manager' && shares(id))
    const hasTime = visible.some(({ personid }) => personid === id)
    return active === 't' && (hasTime || (reported && weekly !== null))
  })
  const days = daysOf(begin, end)
  const timeOf = (id: number): Entry[] => visible.filter(({ personid }) => personid === id)
  if (groupby === 'person')
    return counted.map(({ id, name, weekly }) => ({
      personid: String(id),
      name,
      ...numbers(weekly === null ? [] : [weekly], days, timeOf(id)),
    }))
  const withHours = counted.flatMap(({ id, weekly }) => (weekly === null ? [] : [{ id, weekly }]))
  if (withHours.length === 0) return []
  const keyOf = (day: string): string => (groupby === 'week' ? monday(day) : day.slice(0, 7))
  return [...new Set(days.map(keyOf))].map((key) => ({
    personid: null,
    name: key,
    ...numbers(
      withHours.map(({ weekly }) => weekly),
      days.filter((day) => keyOf(day) === key),
      withHours.flatMap(({ id }) => timeOf(id)).filter(({ date }) => keyOf(date) === key),
    ),
  }))
}

const sorted = (rows: readonly Fields[]): string[] => rows.map((row) => JSON.stringify(row)).sort()

eachApiFixture((fixture) => {
  before(async () => {
    await insertReportRecords(fixture(), fixture().a, 37)
    await insertReportRecords(fixture(), fixture().b, 38)
  })

  const as = (who: PersonName) => callerFor(fixture(), fixture().a.tokens[who])
  const ask = async (who: PersonName, query = ''): Promise<readonly Fields[]> =>
    (await as(who).list(`/utilization/?${query}`)).rows

  const readKnown = async (): Promise<Known> => {
    const { accountid } = fixture().a
    const people = sql`select id, trim(firstname || ' ' || lastname), weeklyhours, active from person
      where accountid = ${accountSlot}`
    const entries = sql`select projectid, personid, date, time, billable from time where accountid = ${accountSlot}`
    const team = sql`select projectid, personid from projectteam where accountid = ${accountSlot}`
    return {
      people: (await selectRows(fixture(), accountid, people)).map(([id, name, weekly, active]) => ({
        ...{ id: Number(id), name: String(name), active: String(active) },
        weekly: weekly === null ? null : Number(weekly),
      })),
      entries: (await selectRows(fixture(), accountid, entries)).map(([projectid, personid, date, time, billable]) => ({
        ...{ projectid: Number(projectid), personid: Number(personid), date: String(date) },
        ...{ time: Number(time), billable: String(billable) },
      })),
      team: new Set((await selectRows(fixture(), accountid, team)).map((row) => row.join(' '))),
    }
  }

  test('T-289: capacity, hours and shares are those of a count day by day, for every role and grouping', async () => {
    const known = await readKnown()
    const spans = [
      ['2026-01-01', '2026-05-31'],
      ['2026-01-31', '2026-02-01'],
      ['2026-02-27', '2026-03-10'],
      ['2026-03-04', '2026-03-04'],
      ['2028-02-28', '2028-03-01'],
    ] as const
    for (const who of readers) {
      for (const [begin, end] of spans) {
        for (const groupby of ['person', 'week', 'month']) {
          const expected = expectedRows(known, { who, me: fixture().a.people[who], begin, end, groupby })
          const actual = await ask(who, `groupby=${groupby}&datebegin=${begin}&dateend=${end}`)
          assert.deepEqual(sorted(actual), sorted(expected), `${who} by ${groupby} ${begin} ${end}`)
        }
      }
    }
    const rows = await ask('administrator', 'datebegin=2026-01-01&dateend=2026-05-31')
    assert.ok(rows.length > 4 && rows.some(({ capacity }) => capacity === ''))
  })

  test('a week with three working days has three fifths of the weekly hours', async () => {
    const { people } = fixture().a
    const [row = {}] = await ask('administrator', `personid=${people.outsider}&datebegin=2026-05-13&dateend=2026-05-17`)
    assert.deepEqual([row.personid, row.capacity, row.hours], [String(people.outsider), '23.1', '0'])
    assert.deepEqual([row.utilization, row.logged], ['0', '0'])
  })

  test('people, states and days are chosen; twelve months until today unless sent, ten years at most', async () => {
    const { people } = fixture().a
    const ids = async (query: string) => (await ask('administrator', query)).map(({ personid }) => Number(personid))
    assert.deepEqual(await ids(`personid=${people.manager}`), [people.manager])
    assert.deepEqual(await ids(`personid=${people.inactive}`), [])
    assert.deepEqual(await ids('active=f'), [people.inactive])
    assert.ok(!(await ids('')).includes(people.inactive))
    const months = await ask('administrator', 'groupby=month')
    assert.deepEqual([months.length, months[0]?.name, months.at(-1)?.name], [12, '2025-06', '2026-05'])
    // Ten working days of May until the 14th, of 40, 37.33, 20 and 38.5 hours a week.
    assert.equal(months.at(-1)?.capacity, '271.66')
    assert.equal((await ask('administrator', 'groupby=month&datebegin=2016-06-01')).length, 120)
    const tooMany = await as('administrator').send('GET', '/utilization/?datebegin=2016-05-31')
    assertRefusedWith(tooMany, 400, 18, 'datebegin: choose at most 120 months')
  })

  test('names are in order, and weeks and months in that of the calendar', async () => {
    for (const firstname of ['Özil', 'zoe', 'Zoe', 'Ämilie'])
      await as('administrator').create('/person/', { firstname, weeklyhours: '0' })
    for (const groupby of ['person', 'week', 'month']) {
      const names = (await ask('administrator', `groupby=${groupby}`)).map(({ name }) => String(name))
      assert.deepEqual(names, [...names].sort())
    }
  })

  test('T-287: weekly hours are for Administrators and Managers who see the person; others see their own share', async () => {
    const { a, database } = fixture()
    for (const who of ['administrator', 'manager'] as const)
      assert.equal((await as(who).read(`/person/${a.people.restricted}/`)).weeklyhours, '20')
    for (const who of ['resource', 'restricted'] as const) {
      assert.ok(!('weeklyhours' in (await as(who).read(`/person/${a.people[who]}/`))), who)
      assert.deepEqual(
        (await ask(who)).map(({ personid }) => Number(personid)),
        [a.people[who]],
      )
      const others = await ask(who, `personid=${a.people.manager},${a.people.administrator}`)
      assert.deepEqual(others, [], who)
    }
    assertRefusedWith(await as('executive').send('GET', '/utilization/'), 403, 10)
    assertRefusedWith(await as('manager').send('PUT', `/person/${a.people.manager}/`, { weeklyhours: '10' }), 403, 10)
    // An outsider has logged time in a project of the Manager, who does not see the person.
    const place = { projectid: a.projects.seen, moduleid: a.modules[0] ?? 0, worktypeid: a.worktypes[0] ?? 0 }
    const entry = { ...place, personid: a.people.outsider, date: '2026-05-13', time: 3, billable: 't' }
    const { id } = await as('administrator').create('/time/', entry)
    const query = `personid=${a.people.outsider}`
    assertRefusedWith(await as('manager').send('GET', `/person/${a.people.outsider}/`), 404, 14)
    const [row = {}] = await ask('manager', query)
    assert.deepEqual([row.hours, row.billable, row.capacity, row.utilization, row.logged], ['3', '3', '', '', ''])
    assert.deepEqual(await ask('manager', `${query}&groupby=week`), [])
    await as('administrator').send('DELETE', `/time/${id}/`)
    const restrict = (restricttasks: string) =>
      database.write(a.accountid, (tx) => tx.update('person', a.people.manager, { restricttasks }))
    await restrict('t')
    try {
      assert.deepEqual(
        (await ask('manager')).map(({ personid }) => Number(personid)),
        [a.people.manager],
        'a restricted Manager sees their own time only',
      )
    } finally {
      await restrict('f')
    }
  })

  test('T-288: hours in projects that a Manager does not see change nothing for them', async () => {
    const { a } = fixture()
    const queries = ['', 'groupby=week', 'groupby=month', `personid=${a.people.resource}`]
    const read = async () => JSON.stringify(await Promise.all(queries.map((query) => ask('manager', query))))
    const was = await read()
    const place = { projectid: a.projects.unseen, moduleid: a.modules[0] ?? 0, worktypeid: a.worktypes[0] ?? 0 }
    const entry = { ...place, date: '2026-05-12', time: 7, billable: 't' }
    for (const who of ['restricted', 'outsider', 'administrator'] as const)
      await as('administrator').create('/time/', { ...entry, personid: a.people[who] })
    assert.equal(await read(), was)
    assert.equal(
      JSON.stringify(await ask('manager', `personid=${fixture().b.people.manager}`)),
      JSON.stringify(await ask('manager', 'personid=2147483647')),
    )
  })

  test('weekly hours are 0 to 168 with two decimals, or blank', async () => {
    const { a, database } = fixture()
    const path = `/person/${a.people.resource}/`
    for (const [sent, shown] of [
      ['0', '0'],
      ['168', '168'],
      ['37.330', '37.33'],
      [38.5, '38.5'],
      ['', ''],
    ] as const)
      assert.equal((await as('administrator').update(path, { weeklyhours: sent })).weeklyhours, shown)
    await assertUnchanged(database, 'rejected weekly hours', async () => {
      for (const [bad, reason] of [
        ['168.01', 'must be 168 or less'],
        ['-1', 'must be 0 or more'],
        ['37.333', 'has too many decimals'],
        ['forty', 'must be a number'],
      ] as const) {
        const reply = await as('administrator').send('PUT', path, { weeklyhours: bad, firstname: '' })
        assertRefusedWith(reply, 400, 18, `weeklyhours: "${bad}" ${reason}`, 'firstname: ')
      }
    })
  })

  test('with 0 weekly hours the capacity is 0 and there are no shares', async () => {
    const { a } = fixture()
    await as('administrator').update(`/person/${a.people.resource}/`, { weeklyhours: 0 })
    const [row = {}] = await ask('resource')
    assert.deepEqual([row.capacity, row.utilization, row.logged], ['0', '', ''])
    assert.notEqual(row.hours, '0')
    await as('administrator').update(`/person/${a.people.resource}/`, { weeklyhours: '' })
  })
})
