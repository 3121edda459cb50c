// Properties of lists for random states and queries, as each role: paging, order, filters, search, and the two formats
// (I-14 to I-19). Which rows a list may show is tested by non-interference.test.ts and model.test.ts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Filter } from '../../src/define/filters.ts'
import type { Resource } from '../../src/define/resource.ts'
import { resources } from '../../src/resources/all.ts'
import type { Random } from '../fixture/random.ts'
import type { Json, JsonObject } from '../fixture/request-parts.ts'
import { newTestServer } from './insert-state.ts'
import { assertSameText, checkProperty, eachPropertyDatabase } from './property-runs.ts'
import { day } from './random-columns.ts'
import { anyResource, listQuery, queryText } from './random-requests.ts'
import { type ListReply, newRoleViews, parseXml, type RoleView, roles } from './role-view.ts'

const assertSameIds = (one: readonly number[], other: readonly number[], saying: string): void =>
  assertSameText([...one].sort(), [...other].sort(), saying)

/** A random query without limit and offset. */
function queryFor(random: Random, scene: RoleView, resource: Resource): Map<string, string> {
  const query = listQuery(random, scene.values, resource)
  query.delete('limit')
  query.delete('offset')
  return query
}

async function pagesAreSlices(random: Random, scene: RoleView): Promise<boolean> {
  const resource = anyResource(random)
  const query = queryFor(random, scene, resource)
  const saying = scene.describe(resource, query)
  const all = await scene.list(resource, query)
  if (all.status !== 200) return false
  assert.equal(all.count, all.rows.length, `listcount of everything: ${saying}`)
  assert.equal(new Set(all.ids).size, all.ids.length, `a record is listed twice: ${saying}`)
  const limit = 1 + random.below(6)
  for (const offset of [0, random.below(12), all.count, all.count + 3]) {
    const page = await scene.list(resource, new Map([...query, ['limit', String(limit)], ['offset', String(offset)]]))
    assertSameText(page.rows, all.rows.slice(offset, offset + limit), `limit ${limit} offset ${offset}: ${saying}`)
    assert.equal(page.count, all.count, `listcount at limit ${limit} offset ${offset}: ${saying}`)
  }
  return all.count > 0
}

const codePointOrder = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other))

/** Sorted by the value of the field; missing values are last in both directions, equal ones sorted by id. */
function assertSorted(
  rows: readonly JsonObject[],
  field: string,
  { numeric, blankIsMissing }: { readonly numeric: boolean; readonly blankIsMissing: boolean },
  down: boolean,
  saying: string,
): void {
  rows.slice(1).forEach((row, at) => {
    const [one, other] = [rows[at]?.[field] ?? null, row[field] ?? null]
    const [a, b] = blankIsMissing ? [one === '' ? null : one, other === '' ? null : other] : [one, other]
    const order =
      a === null || b === null
        ? Number(a === null) - Number(b === null)
        : (numeric ? Number(a) - Number(b) : codePointOrder(String(a), String(b))) * (down ? -1 : 1)
    const ids = [Number(rows[at]?.id), Number(row.id)] as const
    assert.ok(
      order < 0 || (order === 0 && (ids[0] < ids[1] || field === 'id')),
      `${a} (${ids[0]}) before ${b} (${ids[1]}): ${saying}`,
    )
  })
}

async function ordersAreTotal(random: Random, scene: RoleView): Promise<boolean> {
  const sortable = [...resources.values()].filter(({ sorts }) => sorts !== undefined)
  const resource = random.pick(sortable)
  const [sortfield = 'id', field = 'id'] = random.pick(Object.entries(resource.sorts ?? {}))
  const down = random.below(2) === 0
  const query = { sortfield, sortdir: down ? 'DESC' : 'ASC' }
  const saying = scene.describe(resource, query)
  const { status, rows, ids } = await scene.list(resource, query)
  const reversed = await scene.list(resource, { sortfield, sortdir: down ? 'ASC' : 'DESC' })
  assertSameIds(ids, reversed.ids, saying)
  const { kind, shown = false } = resource.fields[field] ?? {}
  if (status !== 200 || !shown || kind === undefined) return false
  const numeric = kind.type === 'integer' || kind.type === 'double'
  // Some missing texts are shown as a blank, such as the names of the people on a task that has none.
  const blankIsMissing = numeric || kind.serialize(null) === ''
  assertSorted(rows, field, { numeric, blankIsMissing }, down, saying)
  return rows.length > 1
}

const withFilter = (query: ReadonlyMap<string, string>, name: string, value: string) =>
  new Map([...query, [name, value]])

const partitions = ['active', 'billable', 'complete', 'hasduedate', 'issued', 'overdue', 'allprojects', 'restricttasks']

async function oneFilterHolds(
  scene: RoleView,
  random: Random,
  resource: Resource,
  base: Map<string, string>,
  name: string,
  filter: Filter,
) {
  const all = await scene.list(resource, base)
  const list = (value: string): Promise<ListReply> => scene.list(resource, withFilter(base, name, value))
  const saying = `${name}: ${scene.describe(resource, base)}`
  if (partitions.includes(name)) {
    const [yes, no] = [await list('t'), await list('f')]
    if (yes.status === 200)
      assertSameIds([...yes.ids, ...no.ids], all.ids, `t and f together are not all records: ${saying}`)
  } else if (filter.acceptsList) {
    const [a, b] = [scene.values.anyId(random), Number(all.rows[0]?.[name] ?? scene.values.anyId(random))]
    const [one, other, both] = [await list(String(a)), await list(String(b)), await list(`${a},${b}`)]
    if (both.status !== 200 || isFilterIgnored(scene, name)) return
    const more = await list(`${a},-1`)
    const beside = more.rows.filter((row) => !one.ids.includes(Number(row.id)))
    for (const row of beside) assert.ok(!row[name], `-1 adds ${row.id}, which has ${row[name]}: ${saying}`)
    if (name !== 'excludegroupids')
      assertSameIds([...new Set([...one.ids, ...other.ids])], both.ids, `"${a},${b}" is a union: ${saying}`)
  } else if (filter.type === 'date' && `${name}begin` in (resource.filters ?? {})) {
    const value = String(all.rows[0]?.[name] ?? day(random))
    const range = await scene.list(resource, new Map([...base, [`${name}begin`, value], [`${name}end`, value]]))
    assertSameIds((await list(value)).ids, range.ids, `a range includes its ends: ${saying}`)
  }
}

/** These two filters have no effect for restricted people (reference, filters of task). */
const isFilterIgnored = (scene: RoleView, name: string): boolean =>
  scene.role === 'restricted' && ['assigneeid', 'ownerid'].includes(name)

async function filtersNarrow(random: Random, scene: RoleView): Promise<boolean> {
  const resource = anyResource(random)
  const base = queryFor(random, scene, resource)
  const less = new Map(base)
  for (const name of base.keys()) {
    // A sent parameter replaces that of a saved filter, so without it another value may apply.
    const saved = resource.filters?.[name]?.savedQuery !== undefined
    if (saved || (!resource.requiredFilters?.includes(name) && random.below(2) === 0)) less.delete(name)
  }
  const [narrow, wide] = [await scene.list(resource, base), await scene.list(resource, less)]
  const beyond = narrow.ids.filter((id) => !wide.ids.includes(id))
  // A filter that replaces a default filter of the list may add rows; the scenarios test default filters.
  if (wide.status === 200 && resource.defaultFilters === undefined)
    assert.deepEqual(beyond, [], `a filter added rows: ${scene.describe(resource, base)}`)
  const filters = Object.entries(resource.filters ?? {}).filter(([name]) => !less.has(name))
  if (filters.length > 0) {
    const [name = '', filter] = random.pick(filters)
    if (filter !== undefined) await oneFilterHolds(scene, random, resource, less, name, filter)
  }
  return narrow.status === 200
}

async function membersAgree(random: Random, scene: RoleView): Promise<boolean> {
  const resource = anyResource(random)
  const query = queryFor(random, scene, resource)
  const { rows } = await scene.list(resource, query)
  const [first] = rows
  const adds = [...query.keys()].some((name) => resource.filters?.[name]?.addsFields !== undefined)
  if (first === undefined || resource.access.read === undefined || adds || 'timerid' in first) return false
  const { json } = await scene.server.call({ token: scene.token, path: `/${resource.name}/${first.id}/` })
  assert.deepEqual(json[resource.name], first, `${scene.role} reads ${resource.name} ${first.id}`)
  return true
}

/** In XML nulls and empty lists are empty elements; everything else is text. */
const asXml = (json: Json): Json => {
  if (json === null) return ''
  if (Array.isArray(json)) return json.length === 0 ? '' : json.map(asXml)
  if (typeof json !== 'object') return String(json)
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, asXml(value)]))
}

async function formatsAgree(random: Random, scene: RoleView): Promise<boolean> {
  const resource = anyResource(random)
  const path = `/${resource.name}/?${queryText(listQuery(random, scene.values, resource))}`
  const json = await scene.server.call({ token: scene.token, path })
  const xml = await scene.server.call({ token: scene.token, path, headers: { accept: 'application/xml' } })
  assert.equal(xml.status, json.status, `${scene.role} asks ${path}`)
  assert.deepEqual(parseXml(xml.text), { intervals: asXml(json.json) }, `${scene.role} asks ${path}`)
  return json.status === 200
}

const properties: readonly (readonly [string, (random: Random, scene: RoleView) => Promise<boolean>])[] = [
  ['I-14, I-15: pages are slices of one order, and listcount is its length', pagesAreSlices],
  ['I-15: an order is total in both directions', ordersAreTotal],
  [
    'I-16, T-07: filters narrow, values unite, ranges include their ends, opposites share out everything',
    filtersNarrow,
  ],
  ['I-17: a list and a member show the same record', membersAgree],
  ['I-19: JSON and XML say the same', formatsAgree],
]

eachPropertyDatabase((kind, open) => {
  test(`I-14 to I-19: paging, order, filters, search and formats of lists (${kind})`, async (t) => {
    const server = newTestServer(await open())
    let account = 0
    for (const [title, property] of properties) {
      await t.test(title, async () => {
        let telling = 0
        const runs = await checkProperty(2, async (random) => {
          const scenes = await newRoleViews(server, random, account++)
          for (let at = 0; at < roles.length * 14; at++) {
            const scene = scenes[at % roles.length]
            if (scene !== undefined && (await property(random, scene))) telling += 1
          }
        })
        assert.ok(telling > runs * 5, `only ${telling} of the lists had enough records to compare`)
      })
    }
  })
})
