// The demo company keeps its promises: what is in it, who sees what of it, and that the same day gives the same company on
// every machine and both databases. The visibility is asked of the API; the rest is read from the tables.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { everyone, type Role } from '../src/define/actor.ts'
import { FixedClock } from '../src/io/clock.ts'
import type { Database, Row } from '../src/io/database.ts'
import { name, sql, statement } from '../src/io/sql.ts'
import { addDays, dayInZone, daysBetween, utcText } from '../src/kit/calendar.ts'
import { loadDemo } from '../src/main/demo.ts'
import { demoZone } from '../src/main/demo-maker.ts'
import { demoPeople, demoTokens, loginOf } from '../src/main/demo-people.ts'
import { createAccount } from '../src/resources/account.ts'
import { resources } from '../src/resources/all.ts'
import { eachDatabase, type Kind, Yard } from './world/databases.ts'
import { type JsonObject, newApp, send } from './world/world.ts'

const tokenOf: Readonly<Record<Role, string>> = {
  Administrator: 'demo-administrator',
  Manager: 'demo-manager',
  Resource: 'demo-resource',
  Executive: 'demo-executive',
}

/** A Thursday noon in Berlin. */
const thursday = '2026-05-14T10:00:00Z'

async function loaded(database: Database, instant: string): Promise<FixedClock> {
  const clock = new FixedClock(instant)
  const owner = await createAccount(database, {
    name: 'Demo company',
    timezone: demoZone,
    today: dayInZone(clock.now(), demoZone),
    administrator: { firstname: 'Ada', lastname: '', username: 'admin', passwordHash: '', email: 'ada@example.com' },
  })
  await loadDemo(database, clock, owner)
  return clock
}

const ask = (database: Database, text: string): Promise<Row[]> =>
  database.read(1, (tx) => tx.all(statement(sql`${sql.raw(text)}`)))

const count = async (database: Database, from: string): Promise<number> =>
  Number((await ask(database, `select count(*) from ${from}`))[0]?.[0])

const counts: Readonly<Record<string, number>> = {
  client: 4,
  project: 9,
  "project where active = 'f'": 1,
  'project where clientid is null': 1,
  module: 15,
  "module where custom = 't'": 5,
  worktype: 9,
  "worktype where custom = 't'": 2,
  projectlabel: 4,
  task: 250,
  timer: 1,
  'timer where starttime is not null': 1,
  'token where personid in (select id from person)': 5,
  "person where restricttasks = 't'": 1,
  "person where active = 'f'": 1,
  "person where password <> ''": 0,
}

const atLeast: Readonly<Record<string, number>> = {
  'person where groupid = 2': 2,
  'person where groupid = 3': 2,
  'person where groupid = 4': 4,
  'person where groupid = 5': 2,
  'person where groupid is null': 2,
  'personcontact where contacttypeid <> 1': 15,
  'person where hourlyrate > 0': 8,
  milestone: 15,
  "milestone where complete = 't'": 5,
  '(select projectid from projectmanager group by projectid having count(*) > 1) several': 1,
  'task where datedue is null': 5,
  'task where milestoneid is not null': 80,
  "task where summary like '<p>%'": 180,
  'task where id not in (select taskid from taskassignee)': 10,
  'task where id in (select taskid from taskfollower)': 40,
  '(select taskid from taskowner group by taskid having count(*) > 1) several': 5,
  '(select taskid from taskassignee group by taskid having count(*) > 1) several': 10,
  'tasknote where changes is not null': 40,
  "tasknote where public = 't'": 5,
  'milestonenote where changes is not null': 3,
  time: 1000,
  "time where billable = 't'": 500,
  "time where billable = 'f'": 200,
  'time where taskid is null': 100,
}

/** Rows that would contradict the rules of the API, where it was not asked. */
const impossible: Readonly<Record<string, string>> = {
  'time of a person who is not on the team': `time where not exists (select 1 from projectteam team
    where team.projectid = time.projectid and team.personid = time.personid)`,
  'time with a work type that is not on the project': `time where not exists (select 1 from projectworktype part
    where part.projectid = time.projectid and part.worktypeid = time.worktypeid)`,
  'time with a module that is not on the project': `time where not exists (select 1 from projectmodule part
    where part.projectid = time.projectid and part.moduleid = time.moduleid)`,
  'time whose project or module is not that of its task': `time join task on task.id = time.taskid
    where task.projectid <> time.projectid or task.moduleid <> time.moduleid`,
  'time before its task was opened or after it was closed': `time join task on task.id = time.taskid
    where time.date < task.dateopen or time.date > task.dateclosed`,
  'a task closed before it was opened': 'task where dateclosed < dateopen',
  'a task opened before it was entered': 'task where dateopen < datecreated',
  'a closed task that was not touched since': 'task where dateclosed > substr(datemodified, 1, 10)',
  'a milestone of another project': `task join milestone on milestone.id = task.milestoneid
    where milestone.projectid <> task.projectid`,
  'a number that is lower than that of an older task': `task a join task b on b.localid = a.localid + 1
    where b.datecreated < a.datecreated`,
}

async function keepsPromises(database: Database, clock: FixedClock): Promise<void> {
  const today = dayInZone(clock.now(), demoZone)
  for (const [from, wanted] of Object.entries(counts)) assert.equal(await count(database, from), wanted, from)
  for (const [from, least] of Object.entries(atLeast)) {
    const found = await count(database, from)
    assert.ok(found >= least, `${from}: ${found}, at least ${least} were promised`)
  }
  for (const [fault, from] of Object.entries(impossible)) assert.equal(await count(database, from), 0, fault)
  const statuses = await ask(
    database,
    'select taskstatus.name, (select count(*) from task where statusid = taskstatus.id) from taskstatus',
  )
  for (const [status, tasks] of statuses) assert.ok(Number(tasks) >= 3, `${status}: ${tasks} tasks`)
  const overdue = await count(database, `task where dateclosed is null and datedue < '${today}'`)
  assert.ok(overdue >= 5, `${overdue} overdue tasks`)
  await keepsCalendar(database, clock, today)
}

async function keepsCalendar(database: Database, clock: FixedClock, today: string): Promise<void> {
  const days = (await ask(database, 'select distinct date from time order by date')).map(([day]) => String(day))
  assert.deepEqual(
    days.filter((day) => [0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay())),
    [],
    'time on a weekend',
  )
  assert.ok(daysBetween(days[0] ?? today, today) >= 88, `time begins on ${days[0]}`)
  assert.ok((days.at(-1) ?? '') >= addDays(today, -4) && (days.at(-1) ?? '') < today, `time ends on ${days.at(-1)}`)
  const instants = ['task.datemodified', 'tasknote.date', 'milestonenote.date', 'time.datemodified', 'person.lastlogin']
  for (const column of [...instants, 'timer.starttime', 'token.datecreated']) {
    const [row] = await ask(database, `select max(${column}) from ${column.split('.')[0]}`)
    assert.ok(String(row?.[0]) <= utcText(clock.now()), `${column} ${row?.[0]} is later than now`)
  }
  for (const column of ['dateclosed', 'datecreated']) {
    assert.equal(await count(database, `task where ${column} > '${today}'`), 0, `task.${column} after today`)
  }
}

/** Filters without which a list is refused. */
const required = (resource: string, personid: string): string =>
  ({ contactdescriptor: '&contacttypeid=2', personcontact: `&personid=${personid}` })[resource] ?? ''

eachDatabase((_kind, open) => {
  let database: Database
  let clock: FixedClock
  let app: FastifyInstance

  before(async () => {
    database = await open()
    clock = await loaded(database, thursday)
    app = newApp(database, clock)
  })
  after(() => app.close())

  const get = async (token: string, path: string): Promise<JsonObject> => {
    const reply = await send(app, { token, path })
    assert.equal(reply.status, 200, `${token} GET ${path}: ${reply.text}`)
    return reply.json
  }
  const total = async (token: string, path: string): Promise<number> => Number((await get(token, path)).listcount)
  const records = async (token: string, path: string): Promise<JsonObject[]> => {
    const found = (await get(token, path))[path.split('/')[1] ?? '']
    return found as JsonObject[]
  }

  test('the demo company has everything that was promised', () => keepsPromises(database, clock))

  test('each demo token opens the role it is shown with', async () => {
    assert.equal(demoTokens.length, 5)
    for (const { token, role } of demoTokens) {
      const [own] = await records(token, '/me/')
      assert.equal(own?.group, role.split(',')[0], token)
    }
    const [restricted] = await records('demo-administrator', '/person/?lastname=Weiß')
    assert.equal(restricted?.restricttasks, 't')
  })

  for (const role of everyone) {
    test(`a demo ${role} sees at least one record of every resource they may read`, async () => {
      const token = tokenOf[role]
      const [own] = await records(token, '/me/')
      let asked = 0
      for (const { name: resource, access } of resources.values()) {
        if (!access.list?.includes(role)) continue
        asked++
        const found = await records(token, `/${resource}/?limit=1${required(resource, String(own?.id))}`)
        assert.equal(found.length, 1, `${role} sees no ${resource}`)
        if (access.read?.includes(role)) await get(token, `/${resource}/${found[0]?.id}/`)
      }
      assert.ok(asked >= 12, `${role} may list only ${asked} resources`)
      const [project] = await records(token, '/project/?limit=1')
      const { projectteam } = await get(token, `/projectteam/?projectid=${project?.id}`)
      assert.notDeepEqual((projectteam as JsonObject).personid, [], `${role} sees no team`)
      assert.notEqual((await get(token, '/quota/')).quota, undefined)
    })
  }

  test('the Administrator sees every project, the other roles miss some of what there is', async () => {
    assert.equal(await total('demo-administrator', '/project/'), 9)
    for (const role of everyone.filter((one) => one !== 'Administrator')) {
      for (const resource of ['client', 'project', 'milestone', 'task', 'projectmodule']) {
        const all = await total('demo-administrator', `/${resource}/`)
        const seen = await total(tokenOf[role], `/${resource}/`)
        assert.ok(seen > 0 && seen < all, `${role} sees ${seen} of ${all} ${resource} records`)
      }
    }
  })

  test('the restricted Resource sees some tasks of their projects and not the others', async () => {
    const [own] = await records('demo-restricted', '/me/')
    const inProjects = await total('demo-administrator', `/task/?personid=${own?.id}`)
    const seen = await total('demo-restricted', '/task/')
    assert.ok(seen > 0 && seen < inProjects, `sees ${seen} of ${inProjects}`)
    assert.equal(seen, await total('demo-administrator', `/task/?hastaskrelation=${own?.id}`))
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

  test('Zoë’s stopwatch runs on a task of hers', async () => {
    const [own] = await records('demo-resource', '/me/')
    const tasks = await records('demo-resource', `/task/?limit=0&includetimerid=${own?.id}`)
    const timed = tasks.filter(({ timerid }) => timerid !== null)
    assert.equal(timed.length, 1)
    assert.equal(timed[0]?.starttime, '2026-05-14 09:13:00')
    assert.ok(String(timed[0]?.assigneeid).split(',').includes(String(own?.id)))
  })
})

describe('the demo company on other days', () => {
  const yard = new Yard()
  after(() => yard.clear())
  // Every weekday with its own luck: the end of a year, a leap day, the night the clocks change. The last is already the
  // next day in Berlin. The dice know nothing of the database, so one of these is enough for the slower of the two.
  const evening = '2026-03-28T23:30:00Z'
  const instants = [
    '2026-05-11T06:00:00Z',
    '2028-02-29T09:00:00Z',
    '2026-03-04T00:00:00Z',
    '2026-12-31T17:00:00Z',
    '2026-08-14T21:59:00Z',
    '2026-07-04T12:00:00Z',
    evening,
  ]
  for (const [kind, days] of [['sqlite', instants] as const, ['postgres', [evening]] as const]) {
    for (const instant of days) {
      test(`${kind}: loaded at ${instant} it keeps its promises`, async () => {
        const database = await (await yard.place(kind)).open()
        await keepsPromises(database, await loaded(database, instant))
      })
    }
  }
})

describe('the demo company is the same everywhere', () => {
  const yard = new Yard()
  after(() => yard.clear())

  // In an order of its own for each table: link tables have no id.
  const tables: Readonly<Record<string, string>> = {
    ...Object.fromEntries(
      `client person personcontact projectlabel project module projectmodule worktype projectworktype milestone task
      time timer tasknote milestonenote token taskstatus taskpriority`
        .split(/\s+/)
        .map((table) => [table, 'id']),
    ),
    projectmanager: 'projectid, personid',
    projectteam: 'projectid, personid',
    milestoneowner: 'milestoneid, personid',
    taskowner: 'taskid, personid',
    taskassignee: 'taskid, personid',
    taskfollower: 'taskid, personid',
    counter: 'name',
  }

  async function copyOf(kind: Kind): Promise<Record<string, Row[]>> {
    const database = await (await yard.place(kind)).open()
    await loaded(database, thursday)
    const copy: Record<string, Row[]> = {}
    for (const [table, order] of Object.entries(tables)) {
      const where = table === 'counter' ? sql`where accountid > 0` : sql``
      const text = statement(sql`select * from ${name(table)} ${where} order by ${name(order)}`)
      copy[table] = await database.read(1, (tx) => tx.all(text))
    }
    return copy
  }

  test('ids and texts agree in fresh databases of both kinds', async () => {
    const first = await copyOf('sqlite')
    for (const table of Object.keys(tables)) assert.notDeepEqual(first[table], [], `${table} is empty`)
    for (const kind of ['sqlite', 'postgres'] as const) {
      const other = await copyOf(kind)
      for (const table of Object.keys(tables)) {
        assert.deepEqual(other[table], first[table], `${table} differs on ${kind}`)
      }
    }
  })

  test('no two people share a login, a token or a key', () => {
    const all = {
      login: demoPeople.map(loginOf),
      token: demoTokens.map(({ token }) => token),
      key: demoPeople.map(({ key }) => key),
    }
    for (const [what, values] of Object.entries(all)) assert.equal(new Set(values).size, values.length, what)
  })
})
