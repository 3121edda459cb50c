// Who sees what of the demo company, through the API: each role and the restricted Resource see records of everything
// they may read, do not see the rest, and related records refer to each other.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { allRoles, type Role } from '../src/define/actor.ts'
import type { Resource } from '../src/define/resource.ts'
import type { Database } from '../src/io/database.ts'
import { demoTokens } from '../src/main/demo/people.ts'
import { resources } from '../src/resources/all.ts'
import { newApp, send } from './fixture/api-fixture.ts'
import { suiteDatabase } from './fixture/databases.ts'
import { loadDemoCompany, queryRows, thursday } from './fixture/demo-company.ts'
import { basicAuth, type JsonObject } from './fixture/request-parts.ts'

const tokenOf: Readonly<Record<Role, string>> = {
  Administrator: 'demo-administrator',
  Manager: 'demo-manager',
  Resource: 'demo-resource',
  Executive: 'demo-executive',
}

interface DemoViewer {
  readonly who: string
  readonly role: Role
  readonly token: string
}

const viewers: readonly DemoViewer[] = [
  ...allRoles.map((role) => ({ who: role, role, token: tokenOf[role] })),
  { who: 'restricted Resource', role: 'Resource', token: 'demo-restricted' },
]

/** Resources of which every role except Administrator sees only a part. */
const partlyVisibleResources =
  `client project milestone task projectmodule request document expense projectnote tasknote time timer
  timesheet invoice payment`.split(/\s+/)

suiteDatabase((_kind, open) => {
  let database: Database
  let app: FastifyInstance

  before(async () => {
    database = await open()
    app = newApp(database, await loadDemoCompany(database, thursday))
  })
  after(() => app.close())

  const get = async (token: string, path: string): Promise<JsonObject> => {
    const reply = await send(app, { token, path })
    assert.equal(reply.status, 200, `${token} GET ${path}: ${reply.text}`)
    return reply.json
  }
  const total = async (token: string, path: string): Promise<number> => Number((await get(token, path)).listcount)
  const records = async (token: string, path: string): Promise<JsonObject[]> => {
    return (await get(token, path))[path.split('/')[1] ?? ''] as JsonObject[]
  }

  test('each demo token has the role that is shown for it', async () => {
    assert.equal(demoTokens.length, 5)
    for (const { token, role } of demoTokens) {
      const [own] = await records(token, '/me/')
      assert.equal(own?.group, role.split(',')[0], token)
    }
    const [restricted] = await records('demo-administrator', '/person/?lastname=Weiß')
    assert.equal(restricted?.restricttasks, 't')
  })

  /** Records of a resource; if its list requires a filter, those of the first matching record that has any. */
  async function someOf({ token, role }: DemoViewer, { name, requiredFilters = [] }: Resource): Promise<JsonObject[]> {
    const [filter] = requiredFilters
    if (filter === undefined) return records(token, `/${name}/?limit=1`)
    const kind = resources.get(filter.slice(0, -'id'.length))
    // A role that may not list people knows at least its own id.
    const of = kind?.access.list?.includes(role) ? kind.name : 'me'
    for (const { id } of await records(token, `/${of}/?limit=0`)) {
      const some = await records(token, `/${name}/?limit=1&${filter}=${id}`)
      if (some.length > 0) return some
    }
    return []
  }

  /** The demo company sends nothing to other servers. */
  const notInDemo = ['webhook', 'webhookdelivery']

  for (const viewing of viewers) {
    const { who, role, token } = viewing
    test(`a demo ${who} sees at least one record of every resource they may read`, async () => {
      let listable = 0
      for (const resource of resources.values()) {
        const { name, access } = resource
        if (!access.list?.includes(role) || notInDemo.includes(name)) continue
        listable++
        const [first] = await someOf(viewing, resource)
        assert.notEqual(first, undefined, `${who} sees no ${name}`)
        if (access.read?.includes(role)) await get(token, `/${name}/${first?.id}/`)
      }
      assert.ok(listable >= 20, `${who} may list only ${listable} resources`)
      const [project] = await records(token, '/project/?limit=1')
      const { projectteam } = await get(token, `/projectteam/?projectid=${project?.id}`)
      assert.notDeepEqual((projectteam as JsonObject).personid, [], `${who} sees no team`)
      assert.notEqual((await get(token, '/quota/')).quota, undefined)
    })
  }

  test('the Administrator sees every project, the other roles only a part of the records', async () => {
    assert.equal(await total('demo-administrator', '/project/'), 10)
    for (const role of allRoles.filter((one) => one !== 'Administrator')) {
      for (const resource of partlyVisibleResources) {
        if (!resources.get(resource)?.access.list?.includes(role)) continue
        const all = await total('demo-administrator', `/${resource}/`)
        const visible = await total(tokenOf[role], `/${resource}/`)
        assert.ok(visible > 0 && visible < all, `${role} sees ${visible} of ${all} ${resource} records`)
      }
    }
  })

  test('the restricted Resource sees only some tasks of their projects', async () => {
    const [own] = await records('demo-restricted', '/me/')
    const inProjects = await total('demo-administrator', `/task/?personid=${own?.id}`)
    const visible = await total('demo-restricted', '/task/')
    assert.ok(visible > 0 && visible < inProjects, `sees ${visible} of ${inProjects}`)
    assert.equal(visible, await total('demo-administrator', `/task/?hastaskrelation=${own?.id}`))
  })

  test('overdue, unassigned and logged work can be found through the API', async () => {
    const overdue = await records('demo-administrator', '/task/?overdue=t&limit=0')
    assert.ok(overdue.length >= 5, `${overdue.length} overdue tasks`)
    for (const task of overdue) assert.ok(String(task.datedue) < '2026-05-14', `task ${task.id} is due ${task.datedue}`)
    assert.ok((await total('demo-administrator', '/task/?assigneeid=-1')) >= 10)
    const worked = await records('demo-administrator', '/task/?limit=0')
    assert.ok(worked.some(({ actual, billable }) => Number(actual) > Number(billable) && Number(billable) > 0))
    assert.ok((await total('demo-manager', '/task/?search=biergärten')) > 0, 'search for biergärten')
  })

  test('Zoë’s timer runs on a task of hers', async () => {
    const [own] = await records('demo-resource', '/me/')
    const tasks = await records('demo-resource', `/task/?limit=0&includetimerid=${own?.id}`)
    const timed = tasks.filter(({ timerid }) => timerid !== null)
    assert.equal(timed.length, 1)
    assert.equal(timed[0]?.starttime, '2026-05-14 09:13:00')
    assert.ok(String(timed[0]?.assigneeid).split(',').includes(String(own?.id)))
  })

  test('there are running and paused timers, with and without a task', async () => {
    const timers = await records('demo-administrator', '/timer/?gettimerinfo=t&limit=0')
    const seconds = (running: string) =>
      timers.filter(({ isrunning }) => isrunning === running).map(({ totaltime }) => Number(totaltime))
    assert.equal(Math.max(...seconds('t')), (60 + 85) * 60, 'Björn continued after a break')
    assert.equal(Math.min(...seconds('f')), 15 * 60, 'Zoë’s stand-up took a quarter of an hour')
    assert.ok(timers.some(({ taskid, name }) => taskid === null && name === 'Offers'))
  })

  test('secure notes are visible to people with access, and to nobody else', async () => {
    const path = '/projectnote/?title=Staging%20server'
    const password = /hopfen-und-malz/
    for (const token of ['demo-administrator', 'demo-manager', 'demo-resource']) {
      const [note] = await records(token, path)
      assert.match(String(note?.note), password, token)
    }
    assert.deepEqual(await records('demo-restricted', path), [])
    const [row] = await queryRows(database, "select note from projectnote where title = 'Staging server'")
    assert.doesNotMatch(String(row?.[0]), password)
  })

  test('an accepted request refers to its task, which has the request’s documents', async () => {
    const accepted = await records('demo-executive', '/request/?accepted=t&limit=0')
    const menu = accepted.find(({ title }) => title === 'Menu and allergens in other languages')
    const { task } = await get('demo-executive', `/task/${menu?.taskid}/`)
    assert.equal((task as JsonObject).queueid, menu?.id)
    assert.equal((task as JsonObject).title, menu?.title)
    const names = (await records('demo-executive', `/document/?taskid=${menu?.taskid}`)).map(({ filename }) => filename)
    assert.deepEqual(names.toSorted(), ['Jadłospis i alergeny.csv', 'メニューとアレルゲン.csv'])
    assert.ok((await total('demo-executive', '/request/?accepted=f')) >= 3)
  })

  test('files are downloaded unchanged, in each version', async () => {
    const [wireframe] = await records('demo-executive', '/document/?search=wireframe')
    assert.equal(wireframe?.version, '2')
    const download = async (version: number): Promise<Buffer> => {
      const headers = { authorization: basicAuth('demo-executive') }
      const reply = await app.inject({ url: `/document/${wireframe?.id}/download/?version=${version}`, headers })
      assert.equal(reply.statusCode, 200)
      return reply.rawPayload
    }
    const [first, second] = [await download(1), await download(2)]
    for (const bytes of [first, second]) assert.deepEqual([...bytes.subarray(1, 4)], [...Buffer.from('PNG')])
    assert.notDeepEqual(first, second)
    assert.equal(String(second.length), wireframe?.filesize)
  })

  test('an approved week cannot be changed, and its history has who decided', async () => {
    const [sheet] = await records('demo-resource', '/timesheet/?status=approved&limit=1')
    const steps = await records('demo-resource', `/timesheethistory/?timesheetid=${sheet?.id}`)
    assert.deepEqual([steps[0]?.person, steps.at(-1)?.person], ['Zoë Ashcroft', 'Johanna Krüger'])
    const [entry] = await records('demo-resource', `/time/?date=${sheet?.weekstart}&approved=t`)
    const change = { token: 'demo-resource', method: 'PUT', path: `/time/${entry?.id}/`, body: { time: 1 } } as const
    const reply = await send(app, change)
    assert.equal(reply.status, 400, reply.text)
  })

  test('there are invoices in every state, and each role sees its own', async () => {
    for (const [role, states] of [
      ['administrator', { outstanding: 8, overdue: 3, paid: 7, void: 1 }],
      ['manager', { outstanding: 4, overdue: 1, paid: 4, void: 0 }],
      ['executive', { outstanding: 1, overdue: 0, paid: 3, void: 0 }],
    ] as const) {
      for (const [status, count] of Object.entries(states)) {
        assert.equal(await total(`demo-${role}`, `/invoice/?status=${status}`), count, `${role}: ${status}`)
      }
    }
    const reply = await send(app, { token: 'demo-resource', path: '/invoice/' })
    assert.equal(reply.status, 403, reply.text)
    const late = await records('demo-administrator', '/invoice/?status=overdue&sortfield=daysoverdue&sortdir=DESC')
    assert.deepEqual(
      late.map(({ daysoverdue }) => Number(String(daysoverdue).slice(0, -1)) * 10),
      [100, 40, 10],
    )
    const paid = await records('demo-administrator', '/invoice/?status=paid&limit=0')
    assert.ok(paid.some(({ daysoverduepaid }) => Number(daysoverduepaid) > 5))
    assert.ok(paid.some(({ daysoverduepaid }) => daysoverduepaid === null))
  })

  test('an invoice line has its time entries, which cannot be changed', async () => {
    const [bill] = await records('demo-manager', '/invoice/?search=Prototyp')
    assert.equal(bill?.term, 'Zwei Wochen nach Abnahme des Prototyps')
    const lines = await records('demo-manager', `/invoiceitem/?invoiceid=${bill?.id}`)
    const line = lines.find(({ custom }) => custom === 'f')
    const { time: entries } = await get('demo-manager', `/invoiceitem/${line?.id}/time/?limit=0`)
    const hours = (entries as JsonObject[]).map(({ time: logged }) => Number(logged))
    assert.equal(
      hours.reduce((sum, one) => sum + one, 0),
      Number(line?.quantity),
    )
    const [entry] = entries as JsonObject[]
    const change = { token: 'demo-administrator', method: 'DELETE', path: `/time/${entry?.id}/` } as const
    const reply = await send(app, change)
    assert.equal(reply.status, 400, reply.text)
    assert.match(reply.text, /this time is on invoice 00006/)
  })

  test('the company has an address and a logo', async () => {
    const { company } = await get('demo-executive', '/company/1/')
    const { address, currency, taxnumber, logofilename } = company as JsonObject
    assert.deepEqual([currency, logofilename], ['EUR', 'mark.png'])
    assert.match(`${address}, ${taxnumber}`, /Berlin.*, DE/s)
    const reply = await app.inject({
      url: '/company/1/download/',
      headers: { authorization: basicAuth('demo-executive') },
    })
    assert.equal(reply.statusCode, 200)
    assert.deepEqual([...reply.rawPayload.subarray(1, 4)], [...Buffer.from('PNG')])
  })

  test('shared filters show each person only what they may see', async () => {
    const [filter] = await records('demo-resource', '/tasklistfilter/?limit=0')
    assert.equal(filter?.shared, 't')
    const visible = await total('demo-resource', `/task/?tasklistfilterid=${filter?.id}`)
    assert.equal(visible, await total('demo-resource', `/task/?${filter?.params}`))
    assert.ok(visible > 0 && visible < (await total('demo-administrator', `/task/?tasklistfilterid=${filter?.id}`)))
  })
})
