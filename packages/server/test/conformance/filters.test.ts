// Every filter of every list, for every role: the expected rows are computed here from the unfiltered list. Malformed,
// repeated, hidden and unknown filters are rejected by name; ids that the caller may not see give the same response as
// missing ones (T-03).
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Invalid } from '../../src/define/api-error.ts'
import type { Filter } from '../../src/define/filters.ts'
import type { Resource } from '../../src/define/resource.ts'
import { searchForm } from '../../src/kit/text.ts'
import { resources } from '../../src/resources/all.ts'
import { inheritedNames } from '../fixture/inherited-names.ts'
import {
  type ConformanceFixture,
  completeListQueries,
  eachConformanceFixture,
  isFilterVisible,
  listable,
  missingId,
  queryOf,
  someValues,
  type ViewerName,
  viewerOf,
  viewers,
} from './conformance-fixture.ts'
import { acceptOf, assertRefused, formats, type RecordTree, recordsIn, treeOf } from './reply-tree.ts'

const filtersOf = (resource: Resource): [string, Filter][] => Object.entries(resource.filters ?? {})

const visibleFilters = (name: ViewerName, resource: Resource): [string, Filter][] =>
  filtersOf(resource).filter(([, filter]) => isFilterVisible(resource, name, filter))

const malformed: Readonly<Record<Filter['type'], readonly string[]>> = {
  integer: [
    '',
    'x',
    '1.5',
    '1e3',
    '٥',
    '+5',
    '0x5',
    '-2',
    '9007199254740993',
    '9223372036854775808',
    '1,x',
    '1;2',
    '1 or 1=1',
    'null',
    'constructor',
  ],
  boolean: ['', 'yes', '2', 'tt', 't,f', 'null', ...inheritedNames],
  date: ['', 'x', 'toString', '2026-02-30', '2026-1-1', '2026-01-01 00:00:00', "2026-01-01'--", '1'],
  datetime: [
    '',
    'x',
    '__proto__',
    '2026-02-30 00:00:00',
    '2026-01-01 25:00:00',
    '2026-01-01 00:00:00.5',
    '2026-01-01 00:00:00+01:00',
  ],
  string: ['a\u0000b', '\u000b', '\ufffe'],
}

/** True if the list needs this filter to be complete. */
const decidesList = (conformance: ConformanceFixture, resource: Resource, filter: string): boolean =>
  completeListQueries(conformance, resource).some((whole) => whole.startsWith(`${filter}=`))

/** The other parameters that the list requires, unless that is the filter itself. */
const requiredQuery = (conformance: ConformanceFixture, resource: Resource, filter: string): string =>
  decidesList(conformance, resource, filter) ? '' : (completeListQueries(conformance, resource)[0] ?? '')

const idsIn = (rows: readonly RecordTree[]): string[] => rows.map(({ id }) => String(id))
const sorted = (ids: readonly string[]): string[] => [...new Set(ids)].sort()

/** A list with one filter, for all values of another filter that is required. */
async function listedIds(
  conformance: ConformanceFixture,
  name: ViewerName,
  resource: Resource,
  filter: string,
  value: string,
): Promise<RecordTree[]> {
  const query = `${filter}=${encodeURIComponent(value)}`
  if (!decidesList(conformance, resource, filter)) return conformance.allRows(name, resource, query)
  const reply = await conformance.sendAs(name, { path: `/${resource.name}/${queryOf('limit=0', query)}` })
  assert.equal(reply.status, 200, `${name} ${resource.name} ${query}: ${reply.text}`)
  return recordsIn(reply, resource.name)
}

const linksIn = (row: RecordTree, field: string): number[] =>
  String(row[field]) === '' ? [] : String(row[field]).split(',').map(Number)

/** The rows that a filter on a field must find, computed from the rows; undefined for filters without a known rule. */
function expectedIds(
  rows: readonly RecordTree[],
  name: string,
  filter: Filter,
  value: string,
): RecordTree[] | undefined {
  const { field = '', type } = filter
  const text = (row: RecordTree): string => String(row[field])
  if (type === 'integer') {
    const ids = value.split(',').map(Number)
    return rows.filter((row) => {
      const links = linksIn(row, field)
      return links.some((id) => ids.includes(id)) || (ids.includes(-1) && links.length === 0)
    })
  }
  if (type === 'boolean') return rows.filter((row) => text(row) === value)
  if (type === 'string')
    return rows.filter((row) => text(row) !== '' && searchForm(text(row)).includes(searchForm(value)))
  if (name === field && type === 'datetime') return rows.filter((row) => text(row).startsWith(value.slice(0, 10)))
  if (name === field) return rows.filter((row) => text(row) === value)
  if (name === `${field}begin`) return rows.filter((row) => text(row) !== '' && text(row) >= value)
  if (name === `${field}end`) return rows.filter((row) => text(row) !== '' && text(row) <= value)
  return undefined
}

const searchTexts = ['É', 'é', 'ÉL', '%', '_', '100%', 'E_C', '\\', "'", 'a', 'A', '𝒳', 'no such text']

/** Values for a filter: some that occur in the rows, and some that do not. */
function valuesFor(filter: Filter, rows: readonly RecordTree[]): string[] {
  const { field = '', type, acceptsList } = filter
  const printed = [...new Set(rows.map((row) => String(row[field])))].filter((value) => value !== '')
  if (type === 'boolean') return ['t', 'f']
  if (type === 'string') return [...searchTexts, ...printed.slice(0, 3).map((value) => value.toUpperCase())]
  if (type !== 'integer') return [...printed.slice(0, 4), '0001-01-01', '9999-12-31']
  const ids = [...new Set(printed.flatMap((value) => value.split(',')))].slice(0, 4)
  const takesNone = !(filter.parse('-1') instanceof Invalid)
  return [
    ...ids,
    String(missingId),
    ...(acceptsList && ids.length > 1 ? [ids.slice(0, 2).join(', '), `${ids[0]},${missingId}`] : []),
    ...(takesNone ? ['-1', ...(ids.length > 0 ? [`-1,${ids[0]}`] : [])] : []),
  ]
}

/**
 * A value is read and compared in the same way for every role. So the Administrator sends all values of each filter,
 * and another role a few.
 */
const valuesOfRole = (who: ViewerName, values: readonly string[], start: number, count = 4): readonly string[] =>
  who === 'administrator' ? values : someValues(values, count, start)

interface FieldFilter {
  readonly resource: Resource
  readonly name: string
  readonly filter: Filter
}

async function checkMeaning(
  conformance: ConformanceFixture,
  who: ViewerName,
  { resource, name, filter }: FieldFilter,
  rows: readonly RecordTree[],
  start: number,
): Promise<void> {
  const field = filter.field ?? ''
  if (!rows.some((row) => Object.hasOwn(row, field))) return
  const ignored = filter.ignoredFor?.(viewerOf[who]) ?? false
  const values = valuesFor(filter, rows).filter((one) => !(filter.parse(one) instanceof Invalid))
  for (const value of valuesOfRole(who, values, start)) {
    const expected = ignored ? rows : expectedIds(rows, name, filter, value)
    assert.ok(expected !== undefined, `${resource.name}.${name}: this suite has no rule for it`)
    const got = await listedIds(conformance, who, resource, name, value)
    assert.deepEqual(sorted(idsIn(got)), sorted(idsIn(expected)), `${who} ${resource.name}?${name}=${value}`)
  }
}

/** 't' and 'f' split the list in two, or 'f' has no effect. */
async function checkFlag(
  conformance: ConformanceFixture,
  who: ViewerName,
  resource: Resource,
  name: string,
): Promise<void> {
  const [all, yes, no] = await Promise.all([
    conformance.allRows(who, resource),
    listedIds(conformance, who, resource, name, 't'),
    listedIds(conformance, who, resource, name, 'f'),
  ])
  const what = `I-16: ${who} ${resource.name}?${name}`
  assert.deepEqual(sorted([...idsIn(yes), ...idsIn(no)]), sorted(idsIn(all)), what)
  if (no.length < all.length) assert.equal(yes.length + no.length, all.length, what)
  for (const form of ['true', '1']) {
    assert.deepEqual(idsIn(await listedIds(conformance, who, resource, name, form)), idsIn(yes), `${what}=${form}`)
  }
}

/** Several values find what each of them finds; a filter that excludes finds what none of them excludes. */
async function checkUnion(
  conformance: ConformanceFixture,
  who: ViewerName,
  resource: Resource,
  name: string,
): Promise<void> {
  const { people, projects, clients } = conformance.fixture.a
  const values = name.includes('group') ? [3, 4] : [people.manager, people.resource, projects.seen, clients.seen]
  const each = await Promise.all(values.map((value) => listedIds(conformance, who, resource, name, String(value))))
  const both = idsIn(await listedIds(conformance, who, resource, name, values.join(',')))
  const ids = each.map(idsIn)
  const expected = name.startsWith('exclude')
    ? (ids[0] ?? []).filter((id) => ids.every((others) => others.includes(id)))
    : ids.flat()
  assert.deepEqual(sorted(both), sorted(expected), `I-16: ${who} ${resource.name}?${name}=${values}`)
}

eachConformanceFixture((conformance, { cells, cellsOf }) => {
  for (const who of viewers) {
    // Comparing texts and dates depends on the database, but not on who compares. Comparing numbers does not.
    const cellsOfDatabase = <T>(all: readonly T[]): T[] => (who === 'administrator' ? [...all] : cellsOf(who, all))
    describe(`as ${who}`, () => {
      test('a filter on a field finds exactly the rows whose field matches', async () => {
        const onFields = listable(who).flatMap((resource): FieldFilter[] =>
          visibleFilters(who, resource)
            .filter(([, { field }]) => field !== undefined)
            .map(([name, filter]) => ({ resource, name, filter })),
        )
        const plain = onFields.filter(({ filter }) => ['integer', 'boolean'].includes(filter.type))
        const others = onFields.filter((one) => !plain.includes(one))
        const rowsOf = new Map<Resource, readonly RecordTree[]>()
        for (const [at, one] of [...cellsOfDatabase(others), ...cellsOf(who, plain)].entries()) {
          const { resource } = one
          const rows = rowsOf.get(resource) ?? (await conformance().allRows(who, resource))
          rowsOf.set(resource, rows)
          await checkMeaning(conformance(), who, one, rows, at)
        }
      })

      test('I-16: flags split the list and several ids find the union', async () => {
        for (const resource of cellsOf(who, listable(who))) {
          for (const [name, filter] of visibleFilters(who, resource)) {
            if (filter.type === 'boolean') await checkFlag(conformance(), who, resource, name)
            else if (filter.acceptsList && filter.field === undefined)
              await checkUnion(conformance(), who, resource, name)
          }
        }
      })

      test('malformed and repeated values are rejected by name, hidden filters like unknown ones', async () => {
        for (const resource of cellsOf(who, listable(who))) {
          for (const [at, [name, filter]] of filtersOf(resource).entries()) {
            const rest = requiredQuery(conformance(), resource, name)
            const ask = (...parts: string[]) =>
              conformance().sendAs(who, { path: `/${resource.name}/${queryOf(rest, ...parts)}` })
            const what = `${who} ${resource.name}?${name}`
            const visible = isFilterVisible(resource, who, filter)
            for (const value of valuesOfRole(who, malformed[filter.type], at, 2)) {
              const reply = await ask(`${name}=${encodeURIComponent(value)}`)
              if (visible) assertRefused(reply, 400, 18, `${what}=${JSON.stringify(value)}`, [name])
              else assertRefused(reply, 400, 17, `T-10: ${what}`, [name])
            }
            assertRefused(await ask(`${name}=1`, `${name}=1`), 400, 18, `T-36: ${what} twice`, [name])
            assertRefused(await ask(`${name}[]=1`), 400, 17, `T-36: ${what}[]`, [`${name}[]`])
            if (!visible) assertRefused(await ask(`${name}=1`), 400, 17, `T-10: ${what}`, [name])
            if (!filter.acceptsList && filter.type === 'integer' && visible) {
              assertRefused(await ask(`${name}=1,2`), 400, 18, `${what}=1,2`, [name])
            }
          }
        }
      })

      test('T-03: ids of another account and of invisible records give the same response as missing ids', async () => {
        const { b, a } = conformance().fixture
        const foreign = [...Object.values(b.people), ...Object.values(b.projects), ...Object.values(b.clients)]
        const others = [...Object.values(b.milestones), ...Object.values(b.tasks), ...Object.values(b.statuses)]
        const rest = [...b.modules, ...b.priorities, ...b.worktypes]
        const unseen = [a.people.outsider, a.projects.unseen, a.clients.unseen, a.milestones.unseen, a.tasks.unseen]
        const ofOthers = [...foreign, ...others, ...rest].map(String)
        const hidden = who === 'administrator' ? [] : unseen.map(String)
        for (const resource of cellsOf(who, listable(who))) {
          for (const [at, [name, filter]] of visibleFilters(who, resource).entries()) {
            if (filter.type !== 'integer') continue
            const ask = async (value: string) => {
              const query = queryOf(requiredQuery(conformance(), resource, name), `${name}=${value}`, 'limit=0')
              const { text } = await conformance().sendAs(who, { path: `/${resource.name}/${query}` })
              // An error may contain the rejected value.
              return text.replaceAll(`\\"${value}\\"`, 'it')
            }
            const missing = await ask(String(missingId))
            const what = `${who} ${resource.name}?${name}`
            const unknown = filter.acceptsList
              ? [[...ofOthers, ...hidden].join(',')]
              : [...valuesOfRole(who, ofOthers, at), ...hidden]
            for (const value of unknown) assert.equal(await ask(value), missing, `${what}=${value}`)
          }
        }
      })

      test('T-12: search finds visible text and no hidden text', async () => {
        const searchable = listable(who).filter(({ filters }) => filters?.search !== undefined)
        for (const resource of cellsOfDatabase(searchable)) {
          const rows = await conformance().allRows(who, resource)
          const places = Object.keys(rows[0] ?? {}).filter((field) => resource.filters?.search?.doc.includes(field))
          const holds = (row: RecordTree, text: string, fields: string[]) =>
            fields.some((field) => searchForm(String(row[field])).includes(searchForm(text)))
          for (const text of searchTexts) {
            const got = idsIn(await listedIds(conformance(), who, resource, 'search', text))
            const expected = idsIn(rows.filter((row) => holds(row, text, places)))
            for (const id of expected)
              assert.ok(got.includes(id), `${who} ${resource.name}?search=${text} misses ${id}`)
          }
          const whole = await conformance().allRows('administrator', resource)
          for (const [field, { hideFrom, kind }] of Object.entries(resource.fields)) {
            if (!hideFrom.includes(viewerOf[who].role) || !['string', 'html'].includes(kind.type)) continue
            for (const text of new Set(
              whole.map((row) => String(row[field] ?? '')).filter((value) => value.length > 3),
            )) {
              const got = await listedIds(conformance(), who, resource, 'search', text)
              const unexplained = got.filter((row) => !holds(row, text, Object.keys(row)))
              assert.deepEqual(idsIn(unexplained), [], `${who} ${resource.name}?search=${text}, a ${field}`)
            }
          }
        }
      })
    })
  }

  test('T-07: a second filter never adds a row', async () => {
    for (const who of viewers) {
      for (const resource of cellsOf(who, listable(who))) {
        const rows = await conformance().allRows(who, resource)
        const pairs = visibleFilters(who, resource)
          .filter(
            ([name, { field, acceptsList }]) =>
              acceptsList &&
              !decidesList(conformance(), resource, name) &&
              rows.some((row) => Object.hasOwn(row, field ?? '') && row[field ?? ''] !== ''),
          )
          .map(([name, filter]) => `${name}=${valuesFor(filter, rows).at(-1)}`)
        for (const [at, first] of pairs.entries()) {
          const second = pairs[(at + 1) % pairs.length] ?? first
          if (second === first) continue
          const alone = idsIn(await conformance().allRows(who, resource, first))
          const together = idsIn(await conformance().allRows(who, resource, `${first}&${second}`))
          const added = together.filter((id) => !alone.includes(id))
          assert.deepEqual(added, [], `${who} ${resource.name}?${first}&${second}`)
        }
      }
    }
  })

  test('a missing required filter is rejected by name, unknown filters all at once', async () => {
    const { sendAs } = conformance()
    for (const resource of cells(resources.values())) {
      for (const format of formats) {
        const headers = acceptOf(format)
        const path = `/${resource.name}/`
        const required = [...(resource.requiredFilters ?? [])]
        const bare = await sendAs('administrator', { path, headers })
        if (required.length > 0) assertRefused(bare, 400, 18, path, required)
        else assert.equal(bare.status, 200, `${path}: ${bare.text}`)
        const reply = await sendAs('administrator', { path: `${path}?nonsense=1&Limit=2&__proto__=3`, headers })
        assertRefused(reply, 400, 17, path, ['nonsense', 'Limit', '__proto__'])
      }
    }
  })

  test('a filter that adds fields adds them to every row and to no other list', async () => {
    for (const who of viewers) {
      for (const resource of listable(who)) {
        for (const [name, { addsFields = {}, type }] of visibleFilters(who, resource)) {
          const more = Object.keys(addsFields)
          if (more.length === 0) continue
          const plain = await conformance().allRows(who, resource)
          const value = type === 'boolean' ? 't' : String(conformance().fixture.a.people.restricted)
          const rows = await listedIds(conformance(), who, resource, name, value)
          assert.equal(rows.length, plain.length, `${who} ${resource.name}?${name}`)
          const fieldNames = Object.keys(plain[0] ?? {})
          for (const row of rows)
            assert.deepEqual(Object.keys(row), [...fieldNames, ...more], `${who} ${resource.name}?${name}`)
        }
      }
    }
  })

  test('the envelope of a filtered list counts what matches, before limit and offset', async () => {
    const reply = await conformance().sendAs('administrator', { path: '/task/?excludeclosed=t&limit=1&offset=2' })
    const all = await conformance().sendAs('administrator', { path: '/task/?excludeclosed=t&limit=0' })
    assert.equal(treeOf(reply).listcount, String(recordsIn(all, 'task').length))
    assert.equal(recordsIn(reply, 'task').length, 1)
  })
})
