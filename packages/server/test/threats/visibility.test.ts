// Threats to tenants and records (table A): the restriction to own tasks, a filter or an error never shows more than
// the rows that the caller may see. Visibility by role is tested by the conformance suite.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Filter } from '../../src/define/filters.ts'
import { resources } from '../../src/resources/all.ts'
import {
  type ApiCaller,
  assertRefusedWith,
  type Body,
  callerFor,
  ids,
  sorted,
  suiteApiFixture,
  taskBody,
} from '../fixture/api-caller.ts'
import type { AccountFixture, ApiFixture, PersonName, Reply } from '../fixture/api-fixture.ts'
import { Random } from '../fixture/random.ts'

const callers: readonly PersonName[] = ['administrator', 'manager', 'resource', 'executive', 'restricted', 'outsider']

/** A valid value for such a filter, taken from the data of the account. */
function valueFor(name: string, filter: Filter, a: AccountFixture, draw: Random): string {
  if (filter.type === 'boolean') return draw.pick(['t', 'f'])
  if (filter.type === 'date') return draw.pick(['2026-02-01', '2026-04-01', '2026-05-14', '2026-06-01', '2026-07-01'])
  if (filter.type === 'datetime') return draw.pick(['2026-05-14%2010:00:00', '2026-01-01%2000:00:00'])
  if (filter.type === 'string') return draw.pick(['a', 'task', 'Seen', 'o', '1', 'e', 'own'])
  const [people, projects] = [Object.values(a.people), Object.values(a.projects)]
  const pools: Record<string, readonly number[]> = {
    localid: [1, 2, 3, 4, 5],
    projectid: projects,
    clientid: Object.values(a.clients),
    projectclientid: Object.values(a.clients),
    statusid: Object.values(a.statuses),
    priorityid: a.priorities,
    moduleid: a.modules,
    milestoneid: Object.values(a.milestones),
    groupid: [2, 3, 4, 5],
    excludegroupids: [2, 3, 4, 5],
    contacttypeid: [1, 2],
  }
  const pool = pools[name] ?? people
  const none = filter.parse('-1') instanceof Object && 'shape' in filter.parse('-1') ? ['-1'] : []
  const many = Array.from({ length: 1 + draw.below(3) }, () => String(draw.pick([...pool, ...none])))
  return filter.acceptsList ? many.join() : String(draw.pick(pool))
}

/** The filters that select by themselves; a saved filter is only as good as its parameters. */
const filtersOf = (resource: string): [string, Filter][] =>
  Object.entries(resources.get(resource)?.filters ?? {}).filter(([, { savedQuery }]) => savedQuery === undefined)

const idsFor = async (caller: ApiCaller, resource: string, filters: readonly string[]): Promise<number[] | null> => {
  const reply = await caller.send('GET', `/${resource}/?${[...filters, 'limit=0'].join('&')}`)
  if (reply.status !== 200) {
    assertRefusedWith(reply, 400, 17)
    return null
  }
  const rows = reply.json[resource] as unknown as { id: string }[]
  assert.equal(reply.json.listcount, rows.length, `${resource} ${filters}: listcount`)
  return sorted(rows.map(({ id }) => Number(id)))
}

/** Many tasks of many kinds, so that filters have rows to select from. */
async function fillTasks({ a }: ApiFixture, administrator: ApiCaller): Promise<void> {
  const draw = new Random(7)
  const { manager, resource, restricted } = a.people
  const people = [manager, resource, restricted]
  for (let at = 0; at < 40; at++) {
    await administrator.create(
      '/task/',
      taskBody(a, {
        title: draw.pick(['Own seat', 'task', 'Älter', '100%']),
        projectid: draw.pick([a.projects.seen, a.projects.unseen, a.projects.clientless]),
        moduleid: draw.pick(a.modules),
        statusid: draw.pick(Object.values(a.statuses)),
        priorityid: draw.pick(a.priorities),
        ownerid: draw.pick(people),
        assigneeid: draw.pick(['', String(manager), `${resource},${restricted}`]),
        followerid: draw.pick(['', String(resource)]),
        datedue: draw.pick(['', '2026-04-01', '2026-05-14', '2026-06-01']),
      }),
    )
  }
}

/** A response without the requested id and the request id. */
const shapeOf = (reply: Reply, id: number): string => `${reply.status} ${reply.text.replaceAll(String(id), 'N')}`

suiteApiFixture((fixture) => {
  before(() => fillTasks(fixture(), callerFor(fixture(), fixture().a.tokens.administrator)))

  test('T-05: for every query a restricted person gets only tasks that they own, are assigned to or follow', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const me = a.people.restricted
    const inTeam = `projectid=${a.projects.seen},${a.projects.clientless}`
    const allowed = (await idsFor(administrator, 'task', [`hastaskrelation=${me}`, inTeam])) ?? []
    assert.ok(allowed.length > 0 && !allowed.includes(a.tasks.other))
    const caller = callerFor(fixture(), a.tokens.restricted)
    assert.deepEqual(await idsFor(caller, 'task', []), allowed, 'all tasks of the person')
    const draw = new Random(11)
    for (const [name, filter] of filtersOf('task')) {
      for (let round = 0; round < 3; round++) {
        const value = valueFor(name, filter, a, draw)
        const got = (await idsFor(caller, 'task', [`${name}=${value}`])) ?? []
        assert.deepEqual(
          got.filter((id) => !allowed.includes(id)),
          [],
          `restricted: task?${name}=${value}`,
        )
      }
    }
    const all = (await idsFor(administrator, 'task', [])) ?? []
    for (const id of all.filter((one) => !allowed.includes(one))) {
      assertRefusedWith(await caller.send('GET', `/task/${id}/`), 404, 14)
      assertRefusedWith(await caller.send('PUT', `/task/${id}/`, { followerid: me }), 404, 14)
    }
  })

  test('T-05: assigneeid and ownerid have no effect for a restricted person, and hastaskrelation of others only narrows', async () => {
    const { a } = fixture()
    const caller = callerFor(fixture(), a.tokens.restricted)
    const own = await idsFor(caller, 'task', [])
    for (const filter of [`assigneeid=${a.people.manager}`, `ownerid=${a.people.resource}`, 'assigneeid=-1']) {
      assert.deepEqual(await idsFor(caller, 'task', [filter]), own, filter)
    }
    const narrowed = (await idsFor(caller, 'task', [`hastaskrelation=${a.people.manager}`])) ?? []
    assert.ok(narrowed.length < (own?.length ?? 0) && narrowed.every((id) => own?.includes(id)), 'hastaskrelation')
  })

  test('T-05, T-13: milestones count and sum only the tasks that a restricted person sees', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    await administrator.create(
      '/task/',
      taskBody(a, { milestoneid: a.milestones.seen, estimate: 90, statusid: a.statuses.closed }),
    )
    const whole = await administrator.read(`/milestone/${a.milestones.seen}/`)
    const caller = callerFor(fixture(), a.tokens.restricted)
    const visible = await caller.read(`/milestone/${a.milestones.seen}/`)
    assert.deepEqual([whole.estimate, visible.estimate, visible.progress], ['94', '4', '0'])
    const goal = {
      projectid: a.projects.seen,
      ownerid: a.people.manager,
      title: 'Alone',
      datedue: '2026-06-01',
      complete: 'f',
    }
    const unrelated = await administrator.create('/milestone/', goal)
    assertRefusedWith(await caller.send('GET', `/milestone/${unrelated.id}/`), 404, 14)
    assert.ok(!ids(await caller.list('/milestone/?limit=0')).includes(Number(unrelated.id)))
    assertRefusedWith(await caller.send('POST', '/milestone/', goal), 403, 10)
    assertRefusedWith(
      await caller.send('PUT', `/task/${a.tasks.own}/`, { milestoneid: String(unrelated.id) }),
      400,
      18,
      'milestoneid',
    )
  })

  for (const resource of ['task', 'project', 'milestone', 'client', 'person', 'projectmodule', 'projectworktype']) {
    test(`T-07: two filters of ${resource} give the intersection of both, and a list of values gives the union`, async () => {
      const { a } = fixture()
      const draw = new Random(23)
      const filters = filtersOf(resource)
      for (const [f, filterF] of [...filters, ...filters, ...filters]) {
        const role = draw.pick(resource === 'person' ? callers.filter((one) => one !== 'executive') : callers)
        const caller = callerFor(fixture(), a.tokens[role])
        const [g, filterG] = draw.pick(filters)
        if (f === g) continue
        const [one, other] = [`${f}=${valueFor(f, filterF, a, draw)}`, `${g}=${valueFor(g, filterG, a, draw)}`]
        const [everything, rowsF, rowsG, both] = await Promise.all(
          [[], [one], [other], [one, other]].map((query) => idsFor(caller, resource, query)),
        )
        if (!everything || !rowsF || !rowsG) continue
        const common = rowsF.filter((id) => rowsG.includes(id))
        assert.deepEqual(both, common, `${role}: ${resource}?${one}&${other}`)
        assert.ok(
          rowsF.every((id) => everything.includes(id)),
          `${role}: ${resource}?${one} adds rows`,
        )
        const [, values = ''] = one.split('=')
        if (!filterF.acceptsList || f === 'excludegroupids' || !values.includes(',')) continue
        const parts = await Promise.all(values.split(',').map((value) => idsFor(caller, resource, [`${f}=${value}`])))
        const union = sorted([...new Set(parts.flatMap((part) => part ?? []))])
        assert.deepEqual(rowsF, union, `${role}: ${resource}?${one}`)
      }
    })
  }

  test('T-08: an invisible record gives the same response as a missing one, byte for byte, for every verb', async () => {
    const { a, b } = fixture()
    const hidden: readonly (readonly [string, readonly number[]])[] = [
      ['task', [a.tasks.unseen, b.tasks.own]],
      ['project', [a.projects.unseen, b.projects.seen]],
      ['client', [a.clients.unseen, b.clients.seen]],
      ['milestone', [a.milestones.unseen, b.milestones.seen]],
      ['person', [a.people.outsider, b.people.manager]],
    ]
    const bodies: readonly Body[] = [{}, { title: 'x' }, { nonsense: 1 }, { name: '' }]
    for (const role of ['manager', 'resource', 'executive'] as const) {
      const caller = callerFor(fixture(), a.tokens[role])
      for (const [resource, ids] of hidden) {
        for (const id of ids) {
          for (const method of ['GET', 'PUT', 'DELETE'] as const) {
            for (const body of method === 'PUT' ? bodies : [undefined]) {
              const [real, none] = [`/${resource}/${id}/`, `/${resource}/2147483647/`]
              const [got, expected] = [await caller.send(method, real, body), await caller.send(method, none, body)]
              assert.equal(
                shapeOf(got, id),
                shapeOf(expected, 2_147_483_647),
                `${role} ${method} ${resource} ${JSON.stringify(body)}`,
              )
            }
          }
        }
      }
    }
  })

  test('T-08: a role without the permission gets 403 before the record or the body is checked', async () => {
    const { a } = fixture()
    for (const [role, method, resource, id] of [
      ['resource', 'DELETE', 'task', a.tasks.own],
      ['executive', 'PUT', 'task', a.tasks.own],
      ['manager', 'PUT', 'project', a.projects.seen],
      ['manager', 'DELETE', 'client', a.clients.seen],
      ['resource', 'PUT', 'person', a.people.resource],
      ['executive', 'GET', 'person', a.people.executive],
      ['resource', 'GET', 'module', a.modules[0] ?? 0],
    ] as const) {
      const caller = callerFor(fixture(), a.tokens[role])
      const bodies: readonly (Body | undefined)[] =
        method === 'PUT' ? [{ name: 'x' }, '{broken', { nonsense: 1 }] : [undefined]
      const replies = await Promise.all(
        [id, 2_147_483_647].flatMap((one) => bodies.map((body) => caller.send(method, `/${resource}/${one}/`, body))),
      )
      for (const reply of replies) assertRefusedWith(reply, 403, 10)
      assert.equal(
        new Set(replies.map(({ text }) => text)).size,
        1,
        `${role} ${method} ${resource} has different responses`,
      )
    }
  })
})
