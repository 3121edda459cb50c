// The floor on SQLite: a hand-written server with every trick we know of, for these requests alone. All reads of a turn
// run together in one transaction, all creations of a turn share one durable commit, statements are prepared once, counts
// are remembered until the next creation. Started by processes.ts with a folder and a port.
import { join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { type Caller, type Floor, type ListWanted, serveFloor } from './floor-http.ts'
import {
  createdBody,
  listBody,
  listText,
  type NewTask,
  nowTexts,
  oneBody,
  oneText,
  type Row,
  shapes,
} from './floor-record.ts'

const [, , folder = '', port = '0'] = process.argv

const connection = new BetterSqlite(join(folder, 'stint.sqlite'))
for (const setting of ['journal_mode = wal', 'synchronous = full', 'foreign_keys = on', 'cache_size = -64000']) {
  connection.pragma(setting)
}

const place = (at: number): string => `:v${at}`
const prepare = (text: string): BetterSqlite.Statement<unknown[], Row> =>
  connection.prepare<unknown[], Row>(text).raw(true)
const prepareList = (where: string, order: string) => {
  const text = listText(place, where, order)
  return { page: prepare(text.page), count: prepare(`${text.count}`) }
}

const begin = connection.prepare('begin')
const beginImmediate = connection.prepare('begin immediate')
const commit = connection.prepare('commit')
const one = prepare(oneText(place))
const lists = {
  plain: prepareList(shapes.plain.where(), shapes.plain.order),
  status: prepareList(shapes.status.where(place), shapes.status.order),
  search: prepareList(
    ` and (instr(task.searchtext, ${place(3)}) > 0 or instr(cast(task.localid as text), ${place(3)}) > 0 or task.queueid in (select request.id from request where request.accountid = ${place(1)} and (instr(lower(request.title), ${place(3)}) > 0 or instr(lower(request.description), ${place(3)}) > 0)))`,
    'task.id',
  ),
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
const countUp = connection
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

/** Answers leave after the transaction: a creation must not be told before it is on disk. */
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

/** The first creation of a batch takes the numbers for all of it. */
function takeNumbers(accountid: number): void {
  if (creations > 0) return
  creations = writes.length
  nextId = Number(countUp.get(creations, 0, 'id')) - creations
  nextLocalid = Number(countUp.get(creations, accountid, 'task')) - creations
}

function insert({ accountid }: Caller, task: NewTask): number {
  takeNumbers(accountid)
  const id = ++nextId
  const { today, now } = nowTexts()
  insertTask.run(
    ...[accountid, id, ++nextLocalid, task.projectid, task.moduleid, task.statusid, task.priorityid],
    ...[task.title, task.summary, task.dateopen, task.datedue, today, now],
    `${task.title}\u0001${task.summary}`.toLowerCase(),
  )
  insertOwner.run(accountid, id, task.ownerid)
  insertAssignee.run(accountid, id, task.assigneeid)
  return id
}

function listNow({ accountid, personid }: Caller, wanted: ListWanted): string {
  const { search, statusid, offset } = wanted
  const { page, count } = search !== undefined ? lists.search : statusid === undefined ? lists.plain : lists.status
  const filter = search ?? statusid
  const values = { v1: accountid, v2: offset, v3: filter }
  const rows = page.all(values)
  const key = `${accountid} ${filter}`
  let known = rows.length < 10 && (rows.length > 0 || offset === 0) ? offset + rows.length : counts.get(key)
  if (known === undefined) {
    known = Number(count.get(values)?.[0])
    counts.set(key, known)
  }
  return listBody(personid, known, rows)
}

const floor: Floor = {
  caller: async (hash) => {
    const found = caller.get(hash)
    if (found === undefined) throw new Error('an unknown token')
    return found
  },
  one: ({ accountid, personid }, id, reply) => {
    reads.push(() => {
      const row = one.get({ v1: accountid, v2: id })
      replies.push(() => (row === undefined ? reply(404, '') : reply(200, oneBody(personid, row))))
    })
    schedule()
  },
  list: (asking, wanted, reply) => {
    reads.push(() => {
      const body = listNow(asking, wanted)
      replies.push(() => reply(200, body))
    })
    schedule()
  },
  create: (asking, body, reply) => {
    const task = JSON.parse(body) as NewTask
    writes.push(() => {
      const row = one.get({ v1: asking.accountid, v2: insert(asking, task) })
      if (row !== undefined) replies.push(() => reply(201, createdBody(asking.personid, row)))
    })
    schedule()
  },
}

serveFloor(floor, Number(port))
