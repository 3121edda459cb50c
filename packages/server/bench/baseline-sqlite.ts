// The baseline on SQLite: a hand-written, fully optimized server for these requests only. All reads of a turn share one
// transaction, all creations of a turn share one durable commit, statements are prepared once, and counts are cached
// until the next creation. processes.ts starts it with a folder and a port.
import { join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
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

const [, , folder = '', port = '0'] = process.argv

const connection = new BetterSqlite(join(folder, 'stint.sqlite'))
for (const setting of ['journal_mode = wal', 'synchronous = full', 'foreign_keys = on', 'cache_size = -64000']) {
  connection.pragma(setting)
}

const placeholder = (at: number): string => `:v${at}`
const prepare = (text: string): BetterSqlite.Statement<unknown[], Row> =>
  connection.prepare<unknown[], Row>(text).raw(true)
const prepareList = (where: string, order: string, kind: RecordKind = task) => {
  const text = listSql(kind, placeholder, where, order)
  return { page: prepare(text.page), count: prepare(`${text.count}`) }
}

const begin = connection.prepare('begin')
const beginImmediate = connection.prepare('begin immediate')
const commit = connection.prepare('commit')
const oneTask = prepare(oneSql(task, placeholder))
const oneTime = prepare(oneSql(time, placeholder))
const lists = {
  plain: prepareList(taskLists.plain.where(), taskLists.plain.order),
  status: prepareList(taskLists.status.where(placeholder), taskLists.status.order),
  search: prepareList(
    ` and (instr(task.searchtext, ${placeholder(3)}) > 0 or instr(cast(task.localid as text), ${placeholder(3)}) > 0 or task.queueid in (select request.id from request where request.accountid = ${placeholder(1)} and (instr(lower(request.title), ${placeholder(3)}) > 0 or instr(lower(request.description), ${placeholder(3)}) > 0)))`,
    'task.id',
  ),
  week: prepareList(weekOfPerson.where(placeholder), weekOfPerson.order, time),
  notApproved: prepareList(notApproved.where, notApproved.order, time),
  invoices: prepareList(byBalance.where, byBalance.order, invoice),
}
const caller = connection.prepare<[string], Caller>('select accountid, personid from token where hash = ?')
const insertTask = connection.prepare(
  `insert into task (accountid, id, localid, projectid, moduleid, statusid, priorityid, title, summary, dateopen, datedue,
    datecreated, datemodified, searchtext) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
)
const insertOwner = connection.prepare(
  'insert into taskowner (accountid, taskid, personid, position) values (?, ?, ?, 0)',
)
const insertAssignee = connection.prepare(
  'insert into taskassignee (accountid, taskid, personid, position) values (?, ?, ?, 0)',
)
const insertTime = connection.prepare(
  `insert into time (accountid, id, projectid, moduleid, taskid, worktypeid, personid, date, time, description, billable,
    datemodified) select accountid, ?, projectid, moduleid, id, ?, ?, ?, ?, ?, ?, ? from task where accountid = ? and id = ?`,
)
const incrementCounter = connection
  .prepare<[number, number, string], number>(
    'update counter set n = n + ? where accountid = ? and name = ? returning n',
  )
  .pluck(true)

const counts = new Map<string, number>()
let reads: (() => void)[] = []
let writes: (() => void)[] = []
let creations = 0
let nextId = 0
let nextLocalid = 0
let replies: (() => void)[] = []
let scheduled = false

function schedule(): void {
  if (scheduled) return
  scheduled = true
  setImmediate(flush)
}

/** Responses are sent after the transaction: a creation must be on disk before it is acknowledged. */
function flush(): void {
  scheduled = false
  if (reads.length > 0) {
    begin.run()
    for (const read of reads) read()
    commit.run()
    reads = []
  }
  if (writes.length > 0) {
    beginImmediate.run()
    for (const write of writes) write()
    commit.run()
    writes = []
    creations = 0
    counts.clear()
  }
  for (const reply of replies) reply()
  replies = []
}

/** The first creation of a batch reserves the numbers for all of it. */
function takeNumbers(accountid: number, counter: string | undefined): void {
  if (creations > 0) return
  creations = writes.length
  nextId = Number(incrementCounter.get(creations, 0, 'id')) - creations
  if (counter !== undefined) nextLocalid = Number(incrementCounter.get(creations, accountid, counter)) - creations
}

function addTask({ accountid }: Caller, task: NewTask): number {
  takeNumbers(accountid, 'task')
  const id = ++nextId
  const { today, now } = currentTexts()
  insertTask.run(
    ...[accountid, id, ++nextLocalid, task.projectid, task.moduleid, task.statusid, task.priorityid],
    ...[task.title, task.summary, task.dateopen, task.datedue, today, now],
    `${task.title}\u0001${task.summary}`.toLowerCase(),
  )
  insertOwner.run(accountid, id, task.ownerid)
  insertAssignee.run(accountid, id, task.assigneeid)
  return id
}

function addTime({ accountid }: Caller, entry: NewTime): number {
  takeNumbers(accountid, undefined)
  const id = ++nextId
  insertTime.run(
    ...[id, entry.worktypeid, entry.personid, entry.date, millionths(entry.time), entry.description, entry.billable],
    ...[currentTexts().now, accountid, entry.taskid],
  )
  return id
}

function readWeek({ accountid, personid }: Caller, { personid: forPerson, begin, end }: WeekQuery): string {
  const values = { v1: accountid, v2: 0, v3: forPerson, v4: begin, v5: end }
  const rows = lists.week.page.all(values)
  const key = `${accountid} ${forPerson} ${begin}`
  const total = rows.length < 10 ? rows.length : (counts.get(key) ?? Number(lists.week.count.get(values)?.[0]))
  counts.set(key, total)
  return listBody(time, personid, total, rows)
}

function readPage(name: 'invoices' | 'notApproved', { accountid, personid }: Caller, offset: number): string {
  const values = { v1: accountid, v2: offset }
  const rows = lists[name].page.all(values)
  const key = `${accountid} ${name}`
  let total = rows.length < 10 && (rows.length > 0 || offset === 0) ? offset + rows.length : counts.get(key)
  if (total === undefined) {
    total = Number(lists[name].count.get(values)?.[0])
    counts.set(key, total)
  }
  return listBody(name === 'invoices' ? invoice : time, personid, total, rows)
}

function readTasks({ accountid, personid }: Caller, query: TaskQuery): string {
  const { search, statusid, offset } = query
  const { page, count } = search !== undefined ? lists.search : statusid === undefined ? lists.plain : lists.status
  const filter = search ?? statusid
  const values = { v1: accountid, v2: offset, v3: filter }
  const rows = page.all(values)
  const key = `${accountid} ${filter}`
  let total = rows.length < 10 && (rows.length > 0 || offset === 0) ? offset + rows.length : counts.get(key)
  if (total === undefined) {
    total = Number(count.get(values)?.[0])
    counts.set(key, total)
  }
  return listBody(task, personid, total, rows)
}

const baseline: Baseline = {
  caller: async (hash) => {
    const row = caller.get(hash)
    if (row === undefined) throw new Error('an unknown token')
    return row
  },
  task: ({ accountid, personid }, id, reply) => {
    reads.push(() => {
      const row = oneTask.get({ v1: accountid, v2: id })
      replies.push(() => (row === undefined ? reply(404, '') : reply(200, oneBody(task, personid, row))))
    })
    schedule()
  },
  tasks: (actor, query, reply) => readLater(() => readTasks(actor, query), reply),
  week: (actor, query, reply) => readLater(() => readWeek(actor, query), reply),
  notApproved: (actor, offset, reply) => readLater(() => readPage('notApproved', actor, offset), reply),
  invoices: (actor, offset, reply) => readLater(() => readPage('invoices', actor, offset), reply),
  createTask: (actor, body, reply) => {
    const fields = JSON.parse(body) as NewTask
    createLater(task, actor, () => oneTask.get({ v1: actor.accountid, v2: addTask(actor, fields) }), reply)
  },
  createTime: (actor, body, reply) => {
    const fields = JSON.parse(body) as NewTime
    createLater(time, actor, () => oneTime.get({ v1: actor.accountid, v2: addTime(actor, fields) }), reply)
  },
}

function readLater(read: () => string, reply: (status: number, body: string) => void): void {
  reads.push(() => {
    const body = read()
    replies.push(() => reply(200, body))
  })
  schedule()
}

function createLater(
  kind: RecordKind,
  { personid }: Caller,
  create: () => Row | undefined,
  reply: (status: number, body: string) => void,
): void {
  writes.push(() => {
    const row = create()
    if (row !== undefined) replies.push(() => reply(201, createdBody(kind, personid, row)))
  })
  schedule()
}

serveBaseline(baseline, Number(port))
