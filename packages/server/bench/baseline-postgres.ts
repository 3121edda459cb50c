// The baseline on PostgreSQL: a hand-written server for these requests only, with pipelined prepared statements, cached
// counts, and creations that share a commit, each as two statements. processes.ts starts it with a url and a port.
import pg from 'pg'
import { type Baseline, type Caller, serveBaseline, type TaskQuery, type WeekQuery } from './baseline-http.ts'
import { byBalance, invoice } from './baseline-invoice.ts'
import {
  createdBody,
  currentTexts,
  listBody,
  listSql,
  oneBody,
  oneSql,
  type RecordKind,
  type Row,
} from './baseline-records.ts'
import { type NewTask, task, taskLists } from './baseline-task.ts'
import { millionths, type NewTime, notApproved, time, weekOfPerson } from './baseline-time.ts'

const [, , url = '', port = '0'] = process.argv

/** Numbers stay text, because they are returned as text. */
const types: pg.CustomTypesConfig = { getTypeParser: () => (text: string) => text }

async function connectClient(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, pipeline: true, types })
  await client.connect()
  await client.query('set jit = off')
  return client
}

const readers = [await connectClient(), await connectClient()]
const writer = await connectClient()
const corked = new Set<pg.Client>()
let nextReader = 0

/** All queries of one turn of the event loop are sent in one packet. */
async function query(client: pg.Client, name: string, text: string, values: unknown[]): Promise<Row[]> {
  if (!corked.has(client)) {
    corked.add(client)
    client.connection.stream.cork()
    process.nextTick(() => {
      corked.delete(client)
      client.connection.stream.uncork()
    })
  }
  return (await client.query<unknown[]>({ name, text, values, rowMode: 'array' })).rows
}

function read(name: string, text: string, values: unknown[]): Promise<Row[]> {
  nextReader++
  const client = readers[nextReader % readers.length]
  if (client === undefined) throw new Error('no connection')
  return query(client, name, text, values)
}

const placeholder = (at: number): string => `$${at}`
const listOf = (where: string, order: string, kind: RecordKind = task) => {
  const { page, count } = listSql(kind, placeholder, where, order)
  // Every parameter must be used in the text, also one without effect.
  const { first } = listSql(kind, placeholder, `${where} and $2::bigint is not null`, order)
  return { page, first, count: `${count} and $2::bigint is not null` }
}
const oneTaskSql = oneSql(task, placeholder)
const lastId = "(select currval('ids'))"
const createdSql = { task: oneSql(task, placeholder, lastId), time: oneSql(time, placeholder, lastId) }
const lists = {
  plain: listOf(taskLists.plain.where(), taskLists.plain.order),
  status: listOf(taskLists.status.where(placeholder), taskLists.status.order),
  search: listOf(
    ' and (position($3::text in task.searchtext) > 0 or position($3::text in cast(task.localid as text)) > 0 or task.queueid in (select request.id from request where request.accountid = $1 and (position($3::text in searchform(request.title)) > 0 or position($3::text in searchform(request.description)) > 0)))',
    'task.id',
  ),
  week: listOf(weekOfPerson.where(placeholder), weekOfPerson.order, time),
  notApproved: listOf(notApproved.where, notApproved.order, time),
  invoices: listOf(byBalance.where, byBalance.order, invoice),
}
const insertTime = `insert into time (accountid, id, projectid, moduleid, taskid, worktypeid, personid, date, time,
    description, billable, datemodified)
  select accountid, nextval('ids'), projectid, moduleid, id, $3, $4, $5, $6, $7, $8, $9 from task
  where accountid = $1 and id = $2`
const insertTask = `with made as (
  insert into task (accountid, id, localid, projectid, moduleid, statusid, priorityid, title, summary, dateopen, datedue,
    datecreated, datemodified, searchtext)
  values ($1, nextval('ids'), nextnumber($1, 'task'), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id
), owned as (insert into taskowner (accountid, taskid, personid, position) select $1, made.id, $13, 0 from made)
insert into taskassignee (accountid, taskid, personid, position) select $1, made.id, $14, 0 from made`

const counts = new Map<string, number>()

async function readWeek(
  { accountid, personid }: Caller,
  { personid: forPerson, begin, end }: WeekQuery,
): Promise<string> {
  const values = [accountid, 0, forPerson, begin, end]
  const rows = await read('week', lists.week.first, values)
  const key = `${accountid} ${forPerson} ${begin}`
  let count = rows.length < 10 ? rows.length : counts.get(key)
  if (count === undefined) {
    count = Number((await read('count week', lists.week.count, values))[0]?.[0])
    counts.set(key, count)
  }
  return listBody(time, personid, count, rows)
}

async function readPage(
  name: 'invoices' | 'notApproved',
  { accountid, personid }: Caller,
  offset: number,
): Promise<string> {
  const values = [accountid, offset]
  const rows = await (offset === 0
    ? read(`first ${name}`, lists[name].first, values)
    : read(name, lists[name].page, values))
  const key = `${accountid} ${name}`
  let count = rows.length < 10 && (rows.length > 0 || offset === 0) ? offset + rows.length : counts.get(key)
  if (count === undefined) {
    count = Number((await read(`count ${name}`, lists[name].count, values))[0]?.[0])
    counts.set(key, count)
  }
  return listBody(name === 'invoices' ? invoice : time, personid, count, rows)
}

async function readTasks({ accountid, personid }: Caller, taskQuery: TaskQuery): Promise<string> {
  const { search, statusid, offset } = taskQuery
  const shape = search !== undefined ? 'search' : statusid === undefined ? 'plain' : 'status'
  const filter = search ?? statusid
  const values = filter === undefined ? [accountid, offset] : [accountid, offset, filter]
  const rows = await (offset === 0
    ? read(`first ${shape}`, lists[shape].first, values)
    : read(shape, lists[shape].page, values))
  const key = `${accountid} ${filter}`
  let count = rows.length < 10 && (rows.length > 0 || offset === 0) ? offset + rows.length : counts.get(key)
  if (count === undefined) {
    count = Number((await read(`count ${shape}`, lists[shape].count, values))[0]?.[0])
    counts.set(key, count)
  }
  return listBody(task, personid, count, rows)
}

interface Creation {
  readonly kind: 'task' | 'time'
  readonly caller: Caller
  readonly values: unknown[]
  readonly reply: (status: number, body: string) => void
}

const kinds = { task, time }
const inserts = { task: insertTask, time: insertTime }

function valuesOfTask({ accountid }: Caller, fields: NewTask): unknown[] {
  const { today, now } = currentTexts()
  return [
    ...[accountid, fields.projectid, fields.moduleid, fields.statusid, fields.priorityid, fields.title, fields.summary],
    ...[fields.dateopen, fields.datedue, today, now, `${fields.title}\u0001${fields.summary}`.toLowerCase()],
    ...[fields.ownerid, fields.assigneeid],
  ]
}

const valuesOfTime = ({ accountid }: Caller, fields: NewTime): unknown[] => [
  ...[accountid, fields.taskid, fields.worktypeid, fields.personid, fields.date, millionths(fields.time)],
  ...[fields.description, fields.billable, currentTexts().now],
]

let waiting: Creation[] = []
let creating = false

/** Creations that arrive during a commit form the next batch. */
async function createAll(): Promise<void> {
  creating = true
  await new Promise(setImmediate)
  while (waiting.length > 0) {
    const batch = waiting
    waiting = []
    const statements = [query(writer, 'begin', 'begin', [])]
    const rows: Promise<Row[]>[] = []
    for (const { kind, caller, values } of batch) {
      statements.push(query(writer, `insert ${kind}`, inserts[kind], values))
      rows.push(query(writer, `created ${kind}`, createdSql[kind], [caller.accountid]))
    }
    statements.push(query(writer, 'commit', 'commit', []))
    await Promise.all(statements)
    counts.clear()
    const created = await Promise.all(rows)
    for (const [at, { kind, caller, reply }] of batch.entries()) {
      const row = created[at]?.[0]
      if (row !== undefined) reply(201, createdBody(kinds[kind], caller.personid, row))
    }
  }
  creating = false
}

const baseline: Baseline = {
  caller: async (hash) => {
    const [row] = await read('caller', 'select accountid, personid from token where hash = $1', [hash])
    if (row === undefined) throw new Error('an unknown token')
    return { accountid: Number(row[0]), personid: Number(row[1]) }
  },
  task: ({ accountid, personid }, id, reply) => {
    void read('one', oneTaskSql, [accountid, id]).then(([row]) =>
      row === undefined ? reply(404, '') : reply(200, oneBody(task, personid, row)),
    )
  },
  tasks: (caller, listQuery, reply) => {
    void readTasks(caller, listQuery).then((body) => reply(200, body))
  },
  week: (caller, listQuery, reply) => {
    void readWeek(caller, listQuery).then((body) => reply(200, body))
  },
  notApproved: (caller, offset, reply) => {
    void readPage('notApproved', caller, offset).then((body) => reply(200, body))
  },
  invoices: (caller, offset, reply) => {
    void readPage('invoices', caller, offset).then((body) => reply(200, body))
  },
  createTask: (caller, body, reply) => {
    createLater({ kind: 'task', caller, values: valuesOfTask(caller, JSON.parse(body) as NewTask), reply })
  },
  createTime: (caller, body, reply) => {
    createLater({ kind: 'time', caller, values: valuesOfTime(caller, JSON.parse(body) as NewTime), reply })
  },
}

function createLater(creation: Creation): void {
  waiting.push(creation)
  if (!creating) void createAll()
}

serveBaseline(baseline, Number(port))
