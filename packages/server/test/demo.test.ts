// The demo company: its contents, that they follow the rules and the calendar, and that the same day gives the same
// company on every machine and on both databases. Who sees what is tested in `demo-visibility.test.ts`.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { isLong } from '../../../scripts/test-suites.ts'
import type { FixedClock } from '../src/io/clock.ts'
import type { Database, Row } from '../src/io/database.ts'
import { sql, updateRows } from '../src/io/sql.ts'
import { addDays, dayInZone, daysBetween, utcText } from '../src/kit/calendar.ts'
import { demoZone } from '../src/main/demo/demo-writer.ts'
import { demoPeople, demoTokens, loginOf } from '../src/main/demo/people.ts'
import type { DatabaseKind } from './fixture/database-servers.ts'
import { TestDatabases } from './fixture/databases.ts'
import { countRows, loadDemoCompany, queryRows, thursday } from './fixture/demo-company.ts'
import { longTest } from './fixture/suite-tests.ts'

const counts: Readonly<Record<string, number>> = {
  client: 4,
  project: 10,
  "project where budgetperiod = 'month' and carryover = 't'": 1,
  "project where active = 'f'": 1,
  'project where clientid is null': 1,
  module: 15,
  "module where custom = 't'": 5,
  worktype: 9,
  "worktype where custom = 't'": 2,
  projectlabel: 4,
  task: 250,
  'task where queueid is not null': 6,
  timer: 9,
  'timer where starttime is not null': 5,
  'timer where starttime is not null and time > 0': 1,
  'timer where taskid is null': 5,
  request: 18,
  'request where projectid is null': 5,
  document: 17,
  'document where version = 2': 2,
  'document where queueid is not null and taskid is not null': 2,
  "projectnote where secure = 't'": 5,
  savedreport: 3,
  "requestnote where public = 't'": 3,
  "requestnote where public = 'f'": 1,
  tasklistfilter: 8,
  "tasklistfilter where shared = 't'": 4,
  outbox: 0,
  invoice: 16,
  'invoice where localid <= 16': 16,
  "invoice where prefilled = 't'": 8,
  "invoice where prefilled = 't' and datebegin is null": 1,
  'invoice where dateissued is null': 2,
  'invoice where datevoided is not null': 1,
  'invoice where numitems = 0': 1,
  'invoice where termid = 6 and termotherdatedue = datedue': 1,
  "invoice where secondtaxcompound = 't' and secondtaxamount > 0": 1,
  'invoiceitem where amount < 0': 3,
  payment: 13,
  'payment where invoiceid is null': 1,
  'payment where amount < 0': 1,
  '(select distinct typeid from payment) kinds': 5,
  'invoicenote where changes is null': 12,
  "company where address <> '' and taxnumber <> '' and currency = 'EUR' and logohash is not null": 1,
  'token where personid in (select id from person)': 5,
  "person where restricttasks = 't'": 1,
  "person where active = 'f'": 1,
  "person where password <> ''": 5,
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
  "tasknote where public = 't'": 20,
  "tasknote where public = 'f' and changes is null": 20,
  "tasknote join person on person.id = authorid where groupid = 5 and public = 't'": 4,
  'milestonenote where changes is not null': 10,
  "milestonenote where public = 't'": 8,
  "milestonenote where public = 'f' and changes is null": 4,
  projectnote: 15,
  "projectteam where securenotes = 't'": 10,
  "document where public = 't'": 8,
  'document where milestoneid is not null': 3,
  'document where taskid is not null': 2,
  'document where queueid is not null and taskid is null': 2,
  documenttag: 15,
  expense: 35,
  'expense where fee <> expense': 15,
  'expense where expense < 0': 1,
  "timesheet where status = 'approved'": 80,
  "timesheet where status = 'submitted'": 3,
  "timesheet where status = 'rejected'": 2,
  "timesheet where status = 'open'": 2,
  "timesheethistory where action = 'reject' and note <> ''": 3,
  "timesheethistory where action = 'reopen' and note <> ''": 1,
  'project where alert_date is not null': 1,
  time: 1000,
  "time where billable = 't'": 500,
  "time where billable = 'f'": 200,
  "invoice where purchaseorder <> ''": 4,
  "invoiceitem where custom = 'f'": 20,
  "invoiceitem where custom = 'f' and description <> ''": 3,
  "invoiceitem where custom = 't' and quantity is not null": 6,
  invoicedtime: 100,
  'invoicenote where changes is not null': 40,
  'time where taskid is null': 100,
}

const teamOrAdministrator = (projectid: string, personid: string): string => `select 1 from person
  left join projectteam team on team.personid = person.id and team.projectid = ${projectid}
  where person.id = ${personid} and (person.groupid = 2 or team.personid is not null)`

/** Rows that violate the rules of the API or contradict each other. */
const impossibleRows: Readonly<Record<string, string>> = {
  'time of a person who is not on the team': `time
    where not exists (${teamOrAdministrator('time.projectid', 'time.personid')})`,
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
  'a note from before its task was entered': `tasknote join task on task.id = tasknote.taskid
    where substr(tasknote.date, 1, 10) < task.datecreated`,
  'a note on a task by someone who is not on the team': `tasknote join task on task.id = tasknote.taskid
    where not exists (${teamOrAdministrator('task.projectid', 'tasknote.authorid')})`,
  'a note on a milestone by someone who is not on the team': `milestonenote
    join milestone on milestone.id = milestonenote.milestoneid
    where not exists (${teamOrAdministrator('milestone.projectid', 'milestonenote.authorid')})`,
  'a note of an Executive that is not public': `tasknote join person on person.id = authorid
    where groupid = 5 and public = 'f'`,
  'a secure note by someone without access': `projectnote where secure = 't' and not exists (select 1 from projectteam team
    where team.projectid = projectnote.projectid and team.personid = projectnote.authorid and team.securenotes = 't')`,
  'a secure note that is not encrypted': "projectnote where secure = 't' and note like '%<p>%'",
  'a request that was accepted before it was handed in': `request join task on task.queueid = request.id
    where substr(request.date, 1, 10) >= task.datecreated`,
  'an expense of someone who is not on the team': `expense
    where not exists (${teamOrAdministrator('expense.projectid', 'expense.personid')})`,
  'an expense before its project began or after it ended': `expense join project on project.id = expense.projectid
    where expense.date < project.datestart or expense.date > project.dateend`,
  'a timesheet of a week without hours': `timesheet where not exists (select 1 from time
    where time.personid = timesheet.personid and time.weekstart = timesheet.weekstart)`,
  'a week approved before its last change': `time join timesheet on timesheet.personid = time.personid
    and timesheet.weekstart = time.weekstart and timesheet.status = 'approved'
    where time.datemodified > timesheet.datemodified`,
  'a step of a timesheet that came before the one it follows': `timesheethistory a
    join timesheethistory b on b.timesheetid = a.timesheetid and b.id > a.id where b.date < a.date`,
  'a document from before its task was entered': `document join task on task.id = document.taskid
    where document.queueid is null and substr(document.datecreated, 1, 10) < task.datecreated`,
  'a document from before its request was handed in': `document join request on request.id = document.queueid
    where document.datecreated < request.date`,
  'a version from before the one it follows': `documentversion a join documentversion b
    on b.documentid = a.documentid and b.version = a.version + 1 where b.date < a.date`,
  'a timer on a task of somebody else': `timer where taskid is not null
    and not exists (select 1 from taskassignee link where link.taskid = timer.taskid and link.personid = timer.personid)
    and not exists (select 1 from taskowner link where link.taskid = timer.taskid and link.personid = timer.personid)`,
  'a number that is lower than that of an older task': `task a join task b on b.localid = a.localid + 1
    where b.datecreated < a.datecreated`,
}

const sumOf = (what: string, from: string): string => `(select coalesce(sum(${what}), 0) from ${from})`

/** The same for invoices and payments. */
const impossibleMoneyRows: Readonly<Record<string, string>> = {
  'an invoice that does not add up': `invoice
    where subtotal <> ${sumOf('amount', 'invoiceitem where invoiceid = invoice.id')}
      or numitems <> (select count(*) from invoiceitem where invoiceid = invoice.id)
      or payments <> ${sumOf('amount', 'payment where invoiceid = invoice.id')}
      or total <> subtotal + taxamount + secondtaxamount or balance <> total - payments`,
  'a tax that is more than half a cent off': `invoice where abs(taxamount * 1000000 - subtotal * tax) > 50000000
    or abs(secondtaxamount * 1000000 - (subtotal + taxamount) * secondtax) > 50000000`,
  'a line that is more than half a cent off': 'invoiceitem where abs(amount * 1000000 - quantity * rate) > 50000000',
  'a line with other hours than the time behind it': `invoiceitem join invoice on invoice.id = invoiceitem.invoiceid
    where custom = 'f' and datevoided is null
      and quantity <> ${sumOf('time.time', 'invoicedtime join time on time.id = timeid where itemid = invoiceitem.id')}`,
  'time on an invoice that it does not belong to': `invoicedtime join time on time.id = timeid
    join invoiceitem on invoiceitem.id = itemid join invoice on invoice.id = invoiceitem.invoiceid
    where time.billable = 'f' or time.projectid <> invoice.projectid or time.worktypeid <> invoiceitem.worktypeid
      or time.date < invoice.datebegin or time.date > invoice.dateend or invoice.datevoided is not null`,
  'an invoice from before its project, or before the end of its range': `invoice
    join project on project.id = invoice.projectid
    where invoice.date < project.datestart or invoice.date <= invoice.dateend`,
  'an invoice that was issued before its day, or voided before it was issued': `invoice
    where substr(dateissued, 1, 10) < date or datevoided < dateissued`,
  'a payment of another project, of a void invoice or from before its invoice': `payment
    join invoice on invoice.id = payment.invoiceid where payment.projectid <> invoice.projectid
      or invoice.datevoided is not null or payment.date < invoice.date`,
  'a note from before its invoice': `invoicenote join invoice on invoice.id = invoicenote.invoiceid
    where substr(invoicenote.date, 1, 10) < invoice.date`,
  'a note on an invoice by someone who is not on the team': `invoicenote join invoice on invoice.id = invoicenote.invoiceid
    where not exists (${teamOrAdministrator('invoice.projectid', 'invoicenote.authorid')})`,
  'a payment noted by someone who is not on the team': `payment
    where not exists (${teamOrAdministrator('payment.projectid', 'payment.personid')})`,
  'a note on an invoice that came before the one it follows': `invoicenote a
    join invoicenote b on b.invoiceid = a.invoiceid and b.id > a.id where b.date < a.date`,
  'a number that is lower than that of an older invoice': `invoice a join invoice b on b.localid = a.localid + 1
    where b.date < a.date`,
}

async function assertDemoConsistent(database: Database, clock: FixedClock): Promise<void> {
  const today = dayInZone(clock.now(), demoZone)
  for (const [from, count] of Object.entries(counts)) assert.equal(await countRows(database, from), count, from)
  for (const [from, least] of Object.entries(atLeast)) {
    const count = await countRows(database, from)
    assert.ok(count >= least, `${from}: ${count}, at least ${least} are required`)
  }
  for (const [problem, from] of Object.entries({ ...impossibleRows, ...impossibleMoneyRows })) {
    assert.equal(await countRows(database, from), 0, problem)
  }
  const statuses = await queryRows(
    database,
    'select taskstatus.name, (select count(*) from task where statusid = taskstatus.id) from taskstatus',
  )
  for (const [status, tasks] of statuses) assert.ok(Number(tasks) >= 3, `${status}: ${tasks} tasks`)
  const overdue = await countRows(database, `task where dateclosed is null and datedue < '${today}'`)
  assert.ok(overdue >= 5, `${overdue} overdue tasks`)
  await assertDatesConsistent(database, clock, today)
  await assertMoneyConsistent(database, today)
}

/** There are invoices in every state on the current day, and most of the last two months is unbilled. */
async function assertMoneyConsistent(database: Database, today: string): Promise<void> {
  const paid = 'datevoided is null and numitems > 0 and balance <= 0'
  const open = 'datevoided is null and balance > 0'
  const due = (least: number, most: number): string =>
    `${open} and datedue >= '${addDays(today, -most)}' and datedue <= '${addDays(today, -least)}'`
  const states = {
    'paid in time': `${paid} and datepaid <= datedue`,
    'paid late': `${paid} and datepaid > datedue`,
    'partly paid': `${open} and payments > 0`,
    'not yet due': `${open} and datedue >= '${today}'`,
    'overdue for some ten days': due(10, 12),
    'overdue for some forty days': due(40, 42),
    'overdue for some hundred days': due(100, 102),
  }
  for (const [state, where] of Object.entries(states)) {
    assert.ok((await countRows(database, `invoice where ${where}`)) > 0, `no invoice is ${state}`)
  }
  for (const column of ['invoice.date', 'payment.date']) {
    assert.equal(
      await countRows(database, `${column.split('.')[0]} where ${column} > '${today}'`),
      0,
      `${column} after today`,
    )
  }
  const [first] = await queryRows(database, 'select min(date) from invoice')
  assert.ok(daysBetween(String(first?.[0]), today) > 130, `the first invoice is of ${first?.[0]}`)
  const recent = `time where billable = 't' and date > '${addDays(today, -60)}'`
  const billed = await countRows(database, `${recent} and id in (select timeid from invoicedtime)`)
  const all = await countRows(database, recent)
  assert.ok(billed < all / 10, `${billed} of the last ${all} billable entries are on invoices`)
}

async function assertDatesConsistent(database: Database, clock: FixedClock, today: string): Promise<void> {
  const days = (await queryRows(database, 'select distinct date from time order by date')).map(([day]) => String(day))
  assert.deepEqual(
    days.filter((day) => [0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay())),
    [],
    'time on a weekend',
  )
  assert.ok(daysBetween(days[0] ?? today, today) >= 88, `time begins on ${days[0]}`)
  const weekday = (new Date(today).getUTCDay() + 6) % 7
  assert.equal(days.at(-1), addDays(today, Math.min(0, 4 - weekday)), 'time ends on the last working day')
  const instants = `task.datemodified tasknote.date milestonenote.date requestnote.date projectnote.date time.datemodified request.date
    document.datemodified documentversion.date timesheet.datemodified timesheethistory.date timer.starttime
    timer.lastupdate person.lastlogin token.datecreated invoice.dateissued invoice.datevoided invoicenote.date`
  for (const column of instants.split(/\s+/)) {
    const [row] = await queryRows(database, `select max(${column}) from ${column.split('.')[0]}`)
    assert.ok(String(row?.[0]) <= utcText(clock.now()), `${column} ${row?.[0]} is later than now`)
  }
  for (const column of ['task.dateclosed', 'task.datecreated', 'expense.date', 'tasklistfilter.date']) {
    const table = column.split('.')[0]
    assert.equal(await countRows(database, `${table} where ${column} > '${today}'`), 0, `${column} after today`)
  }
  const inactive = "(select id from person where active = 'f')"
  const traces = { 'tasknote.date': 'authorid', 'time.date': 'personid', 'timesheethistory.date': 'personid' }
  for (const [column, person] of Object.entries(traces)) {
    const late = `${column.split('.')[0]} where ${person} in ${inactive} and ${column} > '${addDays(today, -34)}'`
    assert.equal(await countRows(database, late), 0, `${column} of an inactive person`)
  }
  const [costs] = await queryRows(database, 'select min(date), max(date) from expense')
  assert.ok(daysBetween(String(costs?.[0]), String(costs?.[1])) > 75, `expenses from ${costs?.[0]} to ${costs?.[1]}`)
  const aWeekAgo = utcText(clock.now() - 7 * 86_400_000)
  for (const open of ['t', 'f']) {
    const fresh = await countRows(
      database,
      `tasknote where date > '${aWeekAgo}' and changes is null and public = '${open}'`,
    )
    assert.ok(fresh >= 5, `${fresh} fresh notes with public = ${open}`)
  }
}

describe('the demo company on other days', () => {
  const databases = new TestDatabases()
  after(() => databases.clear())
  // Every weekday, and special days: the end of a year, a leap day, the night of a clock change. The last instant is
  // already the next day in Berlin. The random data does not depend on the database, so one instant is enough for
  // PostgreSQL, which is slower. `npm test` takes a third of the days, the long suite the others.
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
  const onSqlite = instants.filter((_, at) => (at % 3 === 0) !== isLong)
  for (const [kind, days] of [['sqlite', onSqlite] as const, ['postgres', isLong ? [evening] : []] as const]) {
    for (const instant of days) {
      test(`${kind}: loaded at ${instant} it is complete and consistent`, async () => {
        const database = await (await databases.create(kind)).open()
        await assertDemoConsistent(database, await loadDemoCompany(database, instant))
      })
    }
  }
})

describe('the demo company is the same everywhere', () => {
  const databases = new TestDatabases()
  after(() => databases.clear())

  // Encryption is random: the same text is encrypted differently each time.
  const openColumns = `id, localid, projectid, authorid, title, secure, date, datemodified,
    case when secure = 'f' then note end`
  // Link tables have no id, so each table has its own order.
  const tables: Readonly<Record<string, string>> = {
    ...Object.fromEntries(
      `client person personcontact projectlabel project module projectmodule worktype projectworktype projectrate milestone task
      time timer timesheet timesheethistory tasknote milestonenote request document documentversion expense savedreport requestnote tasklistfilter token
      taskstatus taskpriority invoice invoiceitem invoicenote payment company invoiceterm paymenttype`
        .split(/\s+/)
        .map((table) => [table, 'id']),
    ),
    projectmanager: 'projectid, personid',
    projectteam: 'projectid, personid',
    milestoneowner: 'milestoneid, personid',
    taskowner: 'taskid, personid',
    taskassignee: 'taskid, personid',
    taskfollower: 'taskid, personid',
    documenttag: 'documentid, tag',
    invoicedtime: 'timeid',
    projectnote: 'id',
    counter: 'name',
  }

  async function copyOf(kind: DatabaseKind): Promise<Record<string, Row[]>> {
    const database = await (await databases.create(kind)).open()
    await assertDemoConsistent(database, await loadDemoCompany(database, thursday))
    // Hashes are salted: the same password is hashed differently each time.
    await database.write(1, (tx) => tx.run('person', updateRows('person', sql`password = ''`, sql`1 = 1`)))
    const copy: Record<string, Row[]> = {}
    for (const [table, order] of Object.entries(tables)) {
      const columns = table === 'projectnote' ? openColumns : '*'
      const where = table === 'counter' ? 'where accountid > 0' : ''
      copy[table] = await queryRows(database, `select ${columns} from ${table} ${where} order by ${order}`)
    }
    return copy
  }

  longTest('it is complete and consistent, and ids and texts are equal in new databases of both kinds', async () => {
    const first = await copyOf('sqlite')
    for (const table of Object.keys(tables)) assert.notDeepEqual(first[table], [], `${table} is empty`)
    for (const kind of ['sqlite', 'postgres'] as const) {
      const other = await copyOf(kind)
      for (const table of Object.keys(tables)) {
        assert.deepEqual(other[table], first[table], `${table} differs on ${kind}`)
      }
    }
  })

  test('no two people share a user name, a token or a key', () => {
    const all = {
      login: demoPeople.map(loginOf),
      token: demoTokens.map(({ token }) => token),
      key: demoPeople.map(({ key }) => key),
    }
    for (const [what, values] of Object.entries(all)) assert.equal(new Set(values).size, values.length, what)
  })
})
