// The time report: hours compared with the sum of all entries, by every grouping and for every role that may read it.
// Which rows count is derived from the fixture, not from the server.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { accountSlot, sql } from '../../src/io/sql.ts'
import { callerFor, eachApiFixture, type Fields, selectRows } from '../fixture/api-caller.ts'
import type { PersonName } from '../fixture/api-fixture.ts'
import { decimalText, type ReportRows, readReportRows } from './report-oracle.ts'
import { insertReportRecords } from './report-records.ts'

const groupings = ['person', 'project', 'client', 'worktype', 'module', 'day', 'week', 'month'] as const
type Grouping = (typeof groupings)[number]

const readers: readonly PersonName[] = ['administrator', 'manager', 'resource', 'restricted']

interface Entry {
  readonly projectid: number
  readonly worktypeid: number
  readonly moduleid: number
  readonly personid: number
  readonly date: string
  readonly time: number
  readonly billable: string
}

type Names = Readonly<Record<'person' | 'worktype' | 'module', ReadonlyMap<number, string>>>

interface TimeRows {
  readonly rows: ReportRows
  readonly entries: readonly Entry[]
  readonly names: Names
}

const isOnTeam = ({ rows }: TimeRows, who: PersonName, projectid: number): boolean =>
  who === 'administrator' || rows.team.has(`${projectid} ${rows.account.people[who]}`)

const visibleEntries = (known: TimeRows, who: PersonName): Entry[] =>
  known.entries.filter(
    ({ personid, projectid }) =>
      who === 'administrator' ||
      personid === known.rows.account.people[who] ||
      (who === 'manager' && isOnTeam(known, who, projectid)),
  )

/** The Monday of the week of a day, by counting back. */
function monday(day: string): string {
  const at = new Date(`${day}T00:00:00Z`)
  while (at.getUTCDay() !== 1) at.setUTCDate(at.getUTCDate() - 1)
  return at.toISOString().slice(0, 10)
}

/** The group of an entry: an id or null, and its name for the viewer. */
function groupOf(known: TimeRows, who: PersonName, grouping: Grouping, entry: Entry): [string | null, string | null] {
  const project = known.rows.projects.find(({ id }) => id === entry.projectid)
  const visible = isOnTeam(known, who, entry.projectid)
  switch (grouping) {
    case 'person':
      return [String(entry.personid), known.names.person.get(entry.personid) ?? null]
    case 'project':
      return [String(entry.projectid), visible ? (project?.name ?? null) : null]
    case 'client':
      return visible && project?.clientid != null ? [String(project.clientid), project.client] : [null, null]
    case 'worktype':
    case 'module': {
      const id = entry[`${grouping}id`]
      return [String(id), visible ? (known.names[grouping].get(id) ?? null) : null]
    }
    case 'day':
      return [null, entry.date]
    case 'week':
      return [null, monday(entry.date)]
    case 'month':
      return [null, entry.date.slice(0, 7)]
  }
}

function expectedRows(known: TimeRows, who: PersonName, grouping: Grouping, entries: readonly Entry[]): Fields[] {
  const groups = new Map<string, { groupid: string | null; name: string | null; list: Entry[] }>()
  for (const entry of entries) {
    const [groupid, name] = groupOf(known, who, grouping, entry)
    const key = ['day', 'week', 'month'].includes(grouping) ? String(name) : String(groupid)
    const group = groups.get(key) ?? { groupid, name: null, list: [] }
    groups.set(key, { ...group, name: group.name ?? name, list: [...group.list, entry] })
  }
  const sum = (list: readonly Entry[]): string =>
    decimalText(
      list.reduce((all, { time }) => all + BigInt(time), 0n),
      6,
    )
  return [...groups.values()].map(({ groupid, name, list }) => ({
    groupid,
    name,
    hours: sum(list),
    billable: sum(list.filter(({ billable }) => billable === 't')),
    entries: String(list.length),
  }))
}

const sorted = (rows: readonly Fields[]): string[] => rows.map((row) => JSON.stringify(row)).sort()

eachApiFixture((fixture) => {
  before(async () => {
    await insertReportRecords(fixture(), fixture().a, 27)
    await insertReportRecords(fixture(), fixture().b, 28)
  })

  const named = async (table: string, shown: string): Promise<ReadonlyMap<number, string>> => {
    const text = sql`select id, ${sql.raw(shown)} from ${sql.raw(table)} where accountid = ${accountSlot}`
    return new Map(
      (await selectRows(fixture(), fixture().a.accountid, text)).map(([id, name]) => [Number(id), String(name)]),
    )
  }

  const readKnown = async (): Promise<TimeRows> => {
    const columns = ['projectid', 'worktypeid', 'moduleid', 'personid', 'date', 'time', 'billable']
    const text = sql`select ${sql.raw(columns.join(', '))} from time where accountid = ${accountSlot}`
    const rows = await selectRows(fixture(), fixture().a.accountid, text)
    return {
      rows: await readReportRows(fixture(), fixture().a),
      entries: rows.map(
        (row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])) as unknown as Entry,
      ),
      names: {
        person: await named('person', "trim(firstname || ' ' || lastname)"),
        worktype: await named('worktype', 'name'),
        module: await named('module', 'name'),
      },
    }
  }

  const ask = async (who: PersonName, query: string): Promise<readonly Fields[]> =>
    (await callerFor(fixture(), fixture().a.tokens[who]).list(`/timereport/?${query}`)).rows

  test('I-16: hours are those of the entries that the caller sees, by every grouping', async () => {
    const facts = await readKnown()
    for (const who of readers) {
      const mine = visibleEntries(facts, who)
      assert.ok(mine.length > 20, `${who} sees ${mine.length} entries`)
      for (const grouping of groupings) {
        const expected = expectedRows(facts, who, grouping, mine)
        assert.deepEqual(sorted(await ask(who, `groupby=${grouping}`)), sorted(expected), `${who} by ${grouping}`)
      }
    }
  })

  test('every filter keeps exactly the matching entries, and a range includes both days', async () => {
    const facts = await readKnown()
    const { account: own, projects } = facts.rows
    const [worktype = 0] = own.worktypes
    const [module = 0] = own.modules
    const client = projects.find(({ clientid }) => clientid !== null)?.clientid ?? 0
    const ofClient = projects.filter(({ clientid }) => clientid === client).map(({ id }) => id)
    const narrowings: readonly (readonly [query: string, (entry: Entry, who: PersonName) => boolean])[] = [
      ['datebegin=2026-02-03&dateend=2026-04-01', ({ date }) => date >= '2026-02-03' && date <= '2026-04-01'],
      ['billable=t', ({ billable }) => billable === 't'],
      ['billable=f', ({ billable }) => billable === 'f'],
      [`personid=${own.people.manager}`, ({ personid }) => personid === own.people.manager],
      [`worktypeid=${worktype}`, ({ worktypeid }) => worktypeid === worktype],
      [`moduleid=${module}`, ({ moduleid }) => moduleid === module],
      [
        `projectid=${own.projects.seen}`,
        (entry, who) => entry.projectid === own.projects.seen && isOnTeam(facts, who, own.projects.seen),
      ],
      [`clientid=${client}`, ({ projectid }, who) => ofClient.includes(projectid) && isOnTeam(facts, who, projectid)],
    ]
    for (const who of readers) {
      for (const [query, fits] of narrowings) {
        const expected = expectedRows(
          facts,
          who,
          'person',
          visibleEntries(facts, who).filter((entry) => fits(entry, who)),
        )
        assert.deepEqual(sorted(await ask(who, `groupby=person&${query}`)), sorted(expected), `${who} ${query}`)
      }
    }
  })

  test('days, weeks and months are in calendar order, names in alphabetical order, and groups without a name come last', async () => {
    for (const grouping of ['day', 'week', 'month']) {
      const names = (await ask('administrator', `groupby=${grouping}`)).map(({ name }) => String(name))
      assert.deepEqual(names, [...names].sort())
      assert.ok(names.length > 3)
    }
    const projects = await ask('manager', 'groupby=project')
    assert.deepEqual(projects, await ask('manager', ''))
    const nameless = projects.findIndex(({ name }) => name === null)
    assert.ok(nameless > 0, 'a Manager has time of their own in a project they are not in')
    assert.ok(projects.slice(nameless).every(({ name }) => name === null))
  })
})
