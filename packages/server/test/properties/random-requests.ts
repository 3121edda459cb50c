// Random requests from the definitions: every filter, sort, field and path, with values that occur in the states and
// values that do not. Whether a role may send them is not considered.
import type { Field } from '../../src/define/fields.ts'
import type { Filter } from '../../src/define/filters.ts'
import type { Resource } from '../../src/define/resource.ts'
import { resources } from '../../src/resources/all.ts'
import type { Random } from '../fixture/random.ts'
import type { Json, JsonObject, Request } from '../fixture/request-parts.ts'
import { pickSome } from './property-runs.ts'
import { type Cell, day, phrase, type State, taskQuery, word } from './random-columns.ts'

/** Values for requests, taken from all states that they are sent to. */
export class ValuePool {
  readonly #ids: ReadonlyMap<string, readonly number[]>
  readonly #numbers: readonly number[]
  readonly #texts: readonly string[]

  constructor(states: readonly State[]) {
    const ids = new Map<string, Set<number>>()
    const numbers = new Set<number>()
    const texts = new Set<string>()
    const note = (cell: Cell): void => {
      if (typeof cell === 'string' && cell !== '') texts.add(cell)
    }
    for (const [table, rows] of states.flatMap((state) => Object.entries(state))) {
      for (const row of rows) {
        if (typeof row.id === 'number') ids.set(table, (ids.get(table) ?? new Set()).add(row.id))
        if (typeof row.localid === 'number') numbers.add(row.localid)
        Object.values(row).forEach(note)
      }
    }
    this.#ids = new Map([...ids].map(([table, set]) => [table, [...set]]))
    this.#numbers = [...numbers]
    this.#texts = [...texts]
  }

  id(random: Random, table: string): number {
    const ids = this.#ids.get(table)
    if (ids === undefined || random.below(12) === 0) return random.pick([1, 777, 2_147_483_647])
    return random.pick(ids)
  }

  anyId(random: Random): number {
    return this.id(random, random.pick([...this.#ids.keys()]))
  }

  localid(random: Random): number {
    return random.pick(this.#numbers)
  }

  text(random: Random): string {
    if (random.below(3) === 0) return random.below(2) === 0 ? word(random) : phrase(random)
    const whole = random.pick(this.#texts)
    const from = random.below(whole.length)
    return random.below(2) === 0 ? whole : whole.slice(from, from + 1 + random.below(6))
  }
}

const idTable: Readonly<Record<string, string>> = {
  noteid: 'projectnote',
  group: 'persongroup',
  excludegroupids: 'persongroup',
  me: 'person',
}
const peopleFilters = /person|assignee|author|owner|follower|manager|relation|ownedby|timer/

/** The table that a filter or field with this name most likely refers to. */
const tableOfName = (name: string): string => {
  if (name in idTable) return idTable[name] ?? ''
  if (peopleFilters.test(name)) return 'person'
  if (name === 'projectclientid') return 'client'
  if (name === 'statusid' || name === 'priorityid') return `task${name.slice(0, -2)}`
  if (name === 'labelid') return 'projectlabel'
  if (name === 'termid') return 'invoiceterm'
  if (name === 'typeid') return 'paymenttype'
  return name.replace(/id$/, '')
}

function filterText(random: Random, words: ValuePool, name: string, filter: Filter): string {
  const integer = () =>
    String(
      name === 'localid'
        ? words.localid(random)
        : random.below(8) === 0
          ? words.anyId(random)
          : words.id(random, tableOfName(name)),
    )
  if (random.below(40) === 0) return random.pick(['', 'x', '-2', '0', '1.5', '2026-02-30', '9'.repeat(20)])
  switch (filter.type) {
    case 'boolean':
      return random.pick(['t', 'f'])
    case 'date':
      return day(random)
    case 'datetime':
      return `${day(random)} 04:30:00`
    case 'string':
      return name === 'status' ? random.pick(['outstanding', 'paid', 'overdue', 'void', 'open']) : words.text(random)
    default: {
      if (!filter.acceptsList) return integer()
      const ids = Array.from({ length: 1 + random.below(4) }, integer)
      return random.below(6) === 0 ? [...ids, '-1'].join() : ids.join()
    }
  }
}

const allResources = [...resources.values()]

/** Resources with hidden rows or fields are chosen more often. */
const weightedResources = allResources.flatMap((resource) => {
  const often =
    {
      task: 8,
      milestone: 5,
      person: 5,
      project: 4,
      client: 4,
      request: 5,
      expense: 4,
      document: 5,
      invoice: 5,
      invoiceitem: 3,
      invoicenote: 2,
      payment: 4,
      time: 3,
      personcontact: 3,
      projectmodule: 2,
      projectworktype: 2,
    }[resource.name] ?? 1
  return Array.from({ length: often }, () => resource)
})

export const anyResource = (random: Random): Resource => random.pick(weightedResources)

export function listQuery(random: Random, words: ValuePool, resource: Resource): Map<string, string> {
  const query = new Map<string, string>()
  const filters = Object.entries(resource.filters ?? {})
  // A filter with its own condition is more likely to have errors than one that compares a field.
  const conditions = filters.filter(([, { field }]) => field === undefined)
  const chosen = [...pickSome(random, filters, random.below(3) + 1), ...pickSome(random, conditions, random.below(2))]
  const required = filters.filter(([name]) => resource.requiredFilters?.includes(name) && random.below(12) > 0)
  for (const [name, filter] of [...chosen, ...required]) query.set(name, filterText(random, words, name, filter))
  const sorts = Object.keys(resource.sorts ?? { id: 'id' })
  if (random.below(2) === 0) query.set('sortfield', random.pick(sorts))
  if (random.below(3) === 0) query.set('sortdir', random.pick(['ASC', 'DESC', 'desc']))
  if (random.below(2) === 0) query.set('limit', String(random.pick([0, 1, 2, 5, 50, 600])))
  if (random.below(4) === 0) query.set('offset', String(random.below(8)))
  return query
}

export const queryText = (query: ReadonlyMap<string, string>): string =>
  [...query].map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')

function fieldValue(random: Random, words: ValuePool, name: string, field: Field): Json {
  const { type } = field.kind
  if (random.below(25) === 0) return random.pick(['', 'nonsense', '-1', null])
  if (field.target !== undefined) {
    const one = () => words.id(random, tableOfName(field.target ?? ''))
    return type === 'integer list' ? Array.from({ length: 1 + random.below(3) }, one).join() : one()
  }
  if (name === 'email' || name === 'value') return `new${random.below(99)}@example.com`
  if (name === 'password') return ''
  if (field.queryOf !== undefined && random.below(4) > 0) return taskQuery(random)
  if (field.queryOfReport !== undefined && random.below(4) > 0) return random.pick(['', 'clientid=11,12'])
  if (name === 'report') return random.pick(['revenue', 'timereport'])
  if (name === 'color') return '7D8597'
  if (name === 'queueid') return words.id(random, 'request')
  if (type === 'boolean') return random.pick(['t', 'f'])
  if (type === 'date') return day(random)
  if (type === 'datetime') return `${day(random)} 10:00:00`
  if (type === 'double') return random.pick(['1.5', '0', '12.25', 3])
  if (type === 'integer') return random.below(30)
  return random.below(4) === 0 ? words.text(random) : phrase(random)
}

/** A body with the fields of the resource: all that are required, or only some. */
export function bodyFor(random: Random, words: ValuePool, resource: Resource, whole: boolean): JsonObject {
  const fields = Object.entries(resource.fields).filter(
    ([, { settable }]) => settable !== 'never' || random.below(60) === 0,
  )
  const needed = fields.filter(([, { required }]) => required && random.below(40) > 0)
  const others = pickSome(
    random,
    fields.filter(([, { required }]) => !required),
    4,
  )
  const chosen = whole ? [...needed, ...others] : pickSome(random, fields, 3)
  return Object.fromEntries(chosen.map(([name, field]) => [name, fieldValue(random, words, name, field)]))
}

export function listRequest(random: Random, words: ValuePool): Request {
  const resource = anyResource(random)
  return { path: `/${resource.name}/?${queryText(listQuery(random, words, resource))}` }
}

function memberRequest(random: Random, words: ValuePool): Request {
  const resource = anyResource(random)
  return { path: `/${resource.name}/${words.id(random, resource.table)}/` }
}

function writeRequest(random: Random, words: ValuePool): Request {
  const resource = anyResource(random)
  const act = random.below(4)
  if (act === 0) return { method: 'POST', path: `/${resource.name}/`, body: bodyFor(random, words, resource, true) }
  const path = `/${resource.name}/${words.id(random, resource.table)}/`
  if (act === 1) return { method: 'DELETE', path }
  return { method: 'PUT', path, body: bodyFor(random, words, resource, act === 2 && random.below(3) === 0) }
}

function teamRequest(random: Random, words: ValuePool): Request {
  const projectid = words.id(random, 'project')
  if (random.below(2) === 0) return { path: `/projectteam/?projectid=${projectid}` }
  const method = random.pick(['GET', 'POST', 'DELETE'] as const)
  const path = `/projectteam/${projectid}/`
  return method === 'GET' ? { path } : { method, path, body: { personid: words.id(random, 'person') } }
}

const resourcesWithActions = allResources.filter(({ actions }) => actions !== undefined)

/** An action on some record, with a valid or invalid body. */
function actionRequest(random: Random, words: ValuePool): Request {
  const resource = random.pick(resourcesWithActions)
  const [name, action] = random.pick(Object.entries(resource.actions ?? {}))
  const target = 'creates' in action ? resources.get(action.creates) : undefined
  const body = target === undefined ? {} : bodyFor(random, words, target, random.below(2) === 0)
  return { method: 'POST', path: `/${resource.name}/${words.id(random, resource.table)}/${name}/`, body }
}

const subPaths = allResources.flatMap((resource) =>
  [...Object.keys(resource.subLists ?? {}), ...Object.keys(resource.renderings ?? {})].map((name) => ({
    resource,
    name,
  })),
)

/** A sub-list, download or rendering of some record. */
function subPathRequest(random: Random, words: ValuePool): Request {
  const { resource, name } = random.pick(subPaths)
  return { path: `/${resource.name}/${words.id(random, resource.table)}/${name}/` }
}

/** Any request; `writes` is the percentage of writes. */
export function anyRequest(random: Random, words: ValuePool, writes: number): Request {
  const kind = random.below(100)
  const request =
    kind < writes
      ? writeRequest(random, words)
      : kind < writes + 4
        ? teamRequest(random, words)
        : kind < writes + 8
          ? actionRequest(random, words)
          : kind < writes + 10
            ? subPathRequest(random, words)
            : kind < writes + 20
              ? memberRequest(random, words)
              : listRequest(random, words)
  return { ...request, headers: { accept: random.below(4) === 0 ? 'application/xml' : 'application/json' } }
}

export const requestText = ({ method = 'GET', path, body }: Request): string =>
  `${method} ${decodeURIComponent(path)} ${body === undefined ? '' : JSON.stringify(body)}`
