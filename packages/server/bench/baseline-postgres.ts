// The floor on PostgreSQL: a hand-written server for these requests alone, with prepared statements sent without waiting
// for each other, remembered counts, and creations that arrive together committed together, each as two statements.
// Started by processes.ts with a url and a port.
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
import { millionths, type NewTime, time, weekOfPerson } from './baseline-time.ts'

const [, , url = '', port = '0'] = process.argv

/** Numbers stay the texts they came as: they leave as texts too. */
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

/** All that is asked in one turn of the event loop leaves in one packet. */
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
  // Every value sent must be spoken of, also one that does not matter.
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
    ' and (position($3::text in task.searchtext) > 0 or position($3::text in cast(task.localid as text)) > 0 or task.queueid in (select request.id from request where request.accountid = $1 and (position($3::text in fold(request.title)) > 0 or position($3::text in fold(request.description)) > 0)))',
    'task.id',
  ),
  week: listOf(weekOfPerson.where(placeholder), weekOfPerson.order, time),
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

async function readWeek({ accountid, personid }: Caller, { personid: of, begin, end }: WeekQuery): Promise<string> {
  const values = [accountid, 0, of, begin, end]
  const rows = await read('week', lists.week.first, values)
  const key = `${accountid} ${of} ${begin}`
  let known = rows.length < 10 ? rows.length : counts.get(key)
  if (known === undefined) {
    known = Number((await read('count week', lists.week.count, values))[0]?.[0])
    counts.set(key, known)
  }
  return listBody(time, personid, known, rows)
}

async function readInvoices({ accountid, personid }: Caller, offset: number): Promise<string> {
  const values = [accountid, offset]
  const rows = await (offset === 0
    ? read('first invoices', lists.invoices.first, values)
    : read('invoices', lists.invoices.page, values))
  const key = `${accountid} invoices`
  let known = rows.length < 10 && (rows.length > 0 || offset === 0) ? offset + rows.length : counts.get(key)
  if (known === undefined) {
    known = Number((await read('count invoices', lists.invoices.count, values))[0]?.[0])
    counts.set(key, known)
  }
  return listBody(invoice, personid, known, rows)
}

async function readTasks({ accountid, personid }: Caller, wanted: TaskQuery): Promise<string> {
  const { search, statusid, offset } = wanted
  const shape = search !== undefined ? 'search' : statusid === undefined ? 'plain' : 'status'
  const filter = search ?? statusid
  const values = filter === undefined ? [accountid, offset] : [accountid, offset, filter]
  const rows = await (offset === 0
    ? read(`first ${shape}`, lists[shape].first, values)
    : read(shape, lists[shape].page, values))
  const key = `${accountid} ${filter}`
  let known = rows.length < 10 && (rows.length > 0 || offset === 0) ? offset + rows.length : counts.get(key)
  if (known === undefined) {
    known = Number((await read(`count ${shape}`, lists[shape].count, values))[0]?.[0])
    counts.set(key, known)
  }
  return listBody(task, personid, known, rows)
}

interface Creation {
  readonly kind: 'task' | 'time'
  readonly caller: Caller
  readonly values: unknown[]
  readonly reply: (status: number, body: string) => void
}

const kinds = { task, time }
const inserts = { task: insertTask, time: insertTime }

function valuesOfTask({ accountid }: Caller, sent: NewTask): unknown[] {
  const { today, now } = currentTexts()
  return [
    ...[accountid, sent.projectid, sent.moduleid, sent.statusid, sent.priorityid, sent.title, sent.summary],
    ...[sent.dateopen, sent.datedue, today, now, `${sent.title}\u0001${sent.summary}`.toLowerCase()],
    ...[sent.ownerid, sent.assigneeid],
  ]
}

const valuesOfTime = ({ accountid }: Caller, sent: NewTime): unknown[] => [
  ...[accountid, sent.taskid, sent.worktypeid, sent.personid, sent.date, millionths(sent.time)],
  ...[sent.description, sent.billable, currentTexts().now],
]

let waiting: Creation[] = []
let creating = false

/** What arrives while one batch is being committed makes the next. */
async function createAll(): Promise<void> {
  creating = true
  await new Promise(setImmediate)
  while (waiting.length > 0) {
    const batch = waiting
    waiting = []
    const asked = [query(writer, 'begin', 'begin', [])]
    const rows: Promise<Row[]>[] = []
    for (const { kind, caller: asking, values } of batch) {
      asked.push(query(writer, `insert ${kind}`, inserts[kind], values))
      rows.push(query(writer, `created ${kind}`, createdSql[kind], [asking.accountid]))
    }
    asked.push(query(writer, 'commit', 'commit', []))
    await Promise.all(asked)
    counts.clear()
    const made = await Promise.all(rows)
    for (const [at, { kind, caller: asking, reply }] of batch.entries()) {
      const row = made[at]?.[0]
      if (row !== undefined) reply(201, createdBody(kinds[kind], asking.personid, row))
    }
  }
  creating = false
}

const baseline: Baseline = {
  caller: async (hash) => {
    const [found] = await read('caller', 'select accountid, personid from token where hash = $1', [hash])
    if (found === undefined) throw new Error('an unknown token')
    return { accountid: Number(found[0]), personid: Number(found[1]) }
  },
  task: ({ accountid, personid }, id, reply) => {
    void read('one', oneTaskSql, [accountid, id]).then(([row]) =>
      row === undefined ? reply(404, '') : reply(200, oneBody(task, personid, row)),
    )
  },
  tasks: (asking, wanted, reply) => {
    void readTasks(asking, wanted).then((body) => reply(200, body))
  },
  week: (asking, wanted, reply) => {
    void readWeek(asking, wanted).then((body) => reply(200, body))
  },
  invoices: (asking, offset, reply) => {
    void readInvoices(asking, offset).then((body) => reply(200, body))
  },
  createTask: (asking, body, reply) => {
    createLater({ kind: 'task', caller: asking, values: valuesOfTask(asking, JSON.parse(body) as NewTask), reply })
  },
  createTime: (asking, body, reply) => {
    createLater({ kind: 'time', caller: asking, values: valuesOfTime(asking, JSON.parse(body) as NewTime), reply })
  },
}

function createLater(creation: Creation): void {
  waiting.push(creation)
  if (!creating) void createAll()
}

serveBaseline(baseline, Number(port))
