// Scenarios of a program with a server over TLS: paging, actions, files, ETags, headers, teams, reports and errors. All
// fields are tested in `records.test.ts` and `writes.test.ts`, lost responses in `retries.test.ts`.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type ApiFixture, startApiFixture } from '../../server/test/fixture/api-fixture.ts'
import { TestDatabases } from '../../server/test/fixture/databases.ts'
import { Decimal } from '../src/decimal.ts'
import { etagOf } from '../src/etag.ts'
import { Stint } from '../src/stint.ts'
import { type ErrorKind, errorFromResponse, StintError } from '../src/stint-error.ts'
import { TestServers } from './test-server.ts'

const databases = new TestDatabases()
const servers = new TestServers()
after(() => databases.clear())

let fixture: ApiFixture
let url = ''
let stint: Stint

before(async () => {
  fixture = await startApiFixture(await (await databases.create('sqlite')).open())
  url = await servers.serve(fixture.database, fixture.clock)
  stint = new Stint({ url, token: fixture.a.tokens.administrator })
})

async function rejectsWith(request: Promise<unknown>, kind: ErrorKind): Promise<StintError> {
  const error = await request.then(
    () => assert.fail('the request succeeded'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof StintError, String(error))
  assert.equal(error.kind, kind, error.message)
  return error
}

const taskBody = () => {
  const { a } = fixture
  return {
    title: 'One of many',
    projectid: a.projects.clientless,
    moduleid: a.modules[0] ?? 0,
    statusid: a.statuses.open,
    priorityid: a.priorities[0] ?? 0,
    ownerid: [a.people.manager],
    dateopen: '2026-05-01',
  } as const
}

const invoiceBody = () =>
  ({ projectid: fixture.a.projects.seen, date: '2026-05-10', termid: 4, title: 'Work', tax: '19' }) as const

test('a list of 250 records yields each record once and in order, for every page size', async () => {
  const created = new Set<number>()
  for (let count = 0; count < 250; count += 10) {
    const batch = Array.from({ length: 10 }, () => stint.task.create(taskBody()))
    for (const { id } of await Promise.all(batch)) created.add(id)
  }
  const filter = { projectid: fixture.a.projects.clientless, title: 'One of many', sortfield: 'id' } as const
  for (const pageSize of [1000, 100, 33]) {
    const ids: number[] = []
    for await (const { id } of stint.task.list(filter, { pageSize })) ids.push(id)
    assert.deepEqual(
      ids,
      [...created].sort((one, other) => one - other),
      `pages of ${pageSize}`,
    )
  }
  const part = stint.task.list({ ...filter, limit: 70, offset: 100 }, { pageSize: 30 })
  const expected = [...created].sort((one, other) => one - other).slice(100, 170)
  assert.deepEqual(
    (await part.all()).map(({ id }) => id),
    expected,
  )
  assert.equal((await part.first())?.id, expected[0])
  const { records, count, offset } = await stint.task.list(filter, { pageSize: 60 }).page(4)
  assert.deepEqual([records.length, count, offset], [10, 250, 240])
  assert.deepEqual((await stint.task.list({ ...filter, title: 'none of them' }).page()).records, [])
})

test('a loop may remove the records it gets, and gets each record once', async () => {
  const filter = { title: 'One of many', sortfield: 'id' } as const
  const { count } = await stint.task.list(filter).page()
  const removed = new Set<number>()
  for await (const { id } of stint.task.list(filter, { pageSize: 40 })) {
    assert.ok(!removed.has(id))
    removed.add(id)
    await stint.task.remove(id)
  }
  assert.equal(removed.size, count)
  assert.equal((await stint.task.list(filter).page()).count, 0)
})

test('an invoice is created, issued, rendered as a PDF and voided', async () => {
  const invoice = await stint.invoice.create(invoiceBody())
  const line = { invoiceid: invoice.id, name: 'Work', quantity: '2.5', rate: '80.10', amount: '200.25' } as const
  const { amount } = await stint.invoiceitem.create(line)
  assert.equal(amount.toString(), '200.25')
  const issued = await stint.invoice.issue(invoice.id)
  assert.match(issued.dateissued ?? '', /^2026-05-14T10:00:00Z$/)
  assert.equal(issued.total?.toString(), Decimal.from('200.25').times('1.19').round().toString())
  const pdf = await stint.invoice.pdf(invoice.id)
  assert.match(pdf.filename ?? '', /\.pdf$/)
  assert.equal(pdf.type, 'application/pdf')
  assert.equal(new TextDecoder('latin1').decode((await pdf.bytes()).subarray(0, 5)), '%PDF-')
  const voided = await stint.invoice.void(invoice.id)
  assert.equal(voided.status, 'void')
})

test('the time entries of an invoice line are a sub-list', async () => {
  const { a } = fixture
  const worktypeid = a.worktypes[0] ?? 0
  const entry = { projectid: a.projects.seen, moduleid: a.modules[0] ?? 0, worktypeid, personid: a.people.manager }
  const logged = [await stint.time.create({ ...entry, date: '2026-05-04', time: '1.5', billable: true })]
  logged.push(await stint.time.create({ ...entry, date: '2026-05-05', time: '0.75', billable: true }))
  const range = { datebegin: '2026-05-01', dateend: '2026-05-31' } as const
  const invoice = await stint.invoice.create({ ...invoiceBody(), ...range })
  const item = await stint.invoiceitem.list({ invoiceid: invoice.id }).first()
  assert.ok(item !== undefined && item.custom === false)
  const entries = await stint.invoiceitem.time(item.id, { sortfield: 'id' }, { pageSize: 1 }).all()
  assert.deepEqual(
    entries.map(({ id }) => id),
    logged.map(({ id }) => id),
  )
  assert.equal(entries.reduce((sum, { time }) => sum.plus(time), Decimal.from(0)).toString(), '2.25')
  await stint.invoice.remove(invoice.id)
})

test('actions with a body, without a body, and with a new record as the result', async () => {
  const { a } = fixture
  const request = await stint.request.create({
    title: 'Please',
    personid: a.people.administrator,
    priorityid: a.priorities[0] ?? 0,
    projectid: a.projects.seen,
  })
  const { title, ...rest } = taskBody()
  const task = await stint.request.accept(request.id, { ...rest, projectid: a.projects.seen })
  assert.deepEqual([task.title, task.queueid, title], ['Please', request.id, 'One of many'])
  const sheet = await stint.timesheet.create({ personid: a.people.administrator, weekstart: '2026-05-04' })
  const submitted = await stint.timesheet.submit(sheet.id, { note: 'all there' })
  assert.equal(submitted.status, 'submitted')
  assert.equal((await stint.timesheet.approve(sheet.id, {}, { ifMatch: submitted })).status, 'approved')
  const [first] = await stint.timesheethistory.list({ timesheetid: sheet.id, sortfield: 'id' }).all()
  assert.deepEqual([first?.action, first?.note], ['submit', 'all there'])
  await stint.timesheet.reopen(sheet.id)
})

test('files are uploaded as bytes, blobs and File objects, and each version is downloaded unchanged', async () => {
  const { a } = fixture
  const bytes = crypto.getRandomValues(new Uint8Array(60_000))
  const document = await stint.document.create({ projectid: a.projects.seen, file: new File([bytes], 'noise.bin') })
  assert.deepEqual([document.filename, document.filesize, document.version], ['noise.bin', 60_000, 1])
  const fromBytes = await stint.document.create({ projectid: a.projects.seen, title: 'Bytes', file: bytes })
  assert.equal(fromBytes.filesize, 60_000)
  const next = await stint.document.update(document.id, { file: new Blob(['second'], { type: 'text/plain' }) })
  assert.equal(next.version, 2)
  assert.equal(await (await stint.document.download(document.id)).text(), 'second')
  const first = await stint.document.download(document.id, { version: 1 })
  assert.equal(first.filename, 'noise.bin')
  const chunks: Uint8Array[] = []
  for await (const chunk of first.stream) chunks.push(chunk)
  assert.deepEqual(Buffer.concat(chunks), Buffer.from(bytes))
  assert.equal((await (await stint.document.download(document.id)).blob()).size, 6)
  await rejectsWith(stint.document.download(document.id, { version: 9 }), 'notFound')
})

test('me and company need no id', async () => {
  const me = await stint.me.read()
  assert.equal(me.id, fixture.a.people.administrator)
  assert.equal((await stint.me.update({ notificationsoff: 'milestone' })).notificationsoff, 'milestone')
  const company = await stint.company.update({ currency: 'EUR', address: 'Street 1\nTown' })
  assert.deepEqual([company.currency, company.address], ['EUR', 'Street 1\nTown'])
  assert.equal((await stint.company.read()).timezone, 'Europe/Berlin')
  await rejectsWith(stint.company.download(), 'notFound')
})

test('reading the quota does not use it, and teams are read and changed', async () => {
  const before = await stint.quota.read()
  assert.deepEqual(await stint.quota.read(), before)
  assert.deepEqual([before.quota, before.exceeded, before.next_reset], [10_000_000, false, '2026-05-15T00:00:00Z'])
  const { projects, people } = fixture.a
  const team = await stint.projectteam.read(projects.seen)
  const added = await stint.projectteam.add(projects.seen, [{ personid: people.outsider, securenotes: true }])
  assert.deepEqual(new Set(added.personid), new Set([...team.personid, people.outsider]))
  await stint.projectteam.remove(projects.seen, [people.outsider])
  assert.deepEqual(await stint.projectteam.read(projects.seen), team)
})

test('a report is read as rows and as a CSV file', async () => {
  const { a } = fixture
  const [row] = await stint.budget.read({ projectid: a.projects.seen })
  assert.deepEqual([row?.projectid, row?.budget?.toString()], [a.projects.seen, '100'])
  const csv = await stint.budget.csv({ projectid: [a.projects.seen] })
  assert.match(csv.filename ?? '', /^budget-.*\.csv$/)
  assert.match(await csv.text(), /^clientid,client,projectid/)
})

test('an unchanged record is not sent again, and a write with an outdated ETag is rejected', async () => {
  const { id } = await stint.task.create(taskBody())
  const read = await stint.task.read(id)
  assert.equal(await stint.task.read(id, { known: read }), read, 'the same object')
  const changed = await stint.task.update(id, { title: 'Changed' }, { ifMatch: read })
  assert.notEqual(etagOf(changed), etagOf(read))
  assert.equal((await stint.task.read(id, { known: read })).title, 'Changed')
  const stale = await rejectsWith(stint.task.update(id, { title: 'Again' }, { ifMatch: read }), 'stale')
  assert.deepEqual([stale.status, stale.code], [412, 18])
  await rejectsWith(stint.task.remove(id, { ifMatch: etagOf(read) ?? '' }), 'stale')
  await assert.rejects(stint.task.update(id, {}, { ifMatch: { ...read } }), TypeError, 'a copy has no ETag')
  await stint.task.remove(id, { ifMatch: changed })
})

test('options turn action notes off and mails on', async () => {
  const { id } = await stint.task.create(taskBody())
  await stint.task.update(id, { title: 'Quietly' }, { notes: false })
  assert.deepEqual(await stint.tasknote.list({ taskid: id }).all(), [])
  await stint.task.update(id, { title: 'Loudly' }, { notify: true })
  const [note] = await stint.tasknote.list({ taskid: id }).all()
  assert.match(note?.actions ?? '', /Loudly/)
})

test('errors have a kind, a status, a code and the invalid fields', async () => {
  const { a } = fixture
  const as = (token: string) => new Stint({ url, token })
  const missing = await rejectsWith(stint.task.read(2_147_483_647), 'notFound')
  assert.deepEqual([missing.status, missing.code], [404, 14])
  assert.match(missing.requestId ?? '', /^\S+$/)
  await rejectsWith(as('nobody').me.read(), 'notSignedIn')
  await rejectsWith(as(a.tokens.inactive).me.read(), 'notSignedIn')
  const refused = await rejectsWith(as(a.tokens.executive).task.create(taskBody()), 'notAllowed')
  assert.deepEqual([refused.status, refused.code], [403, 10])
  const wrong = { ...taskBody(), datedue: '2026-02-30', statusid: 999_999, estimate: '0.12345678' } as const
  const invalid = await rejectsWith(stint.task.create(wrong), 'invalid')
  assert.deepEqual([invalid.status, invalid.code], [400, 18])
  assert.deepEqual(invalid.errors.map(({ field }) => field).sort(), ['datedue', 'estimate', 'statusid'])
  assert.match(invalid.message, /2026-02-30/)
  for (const { sentence } of invalid.errors) assert.doesNotMatch(sentence, /^(datedue|estimate|statusid):/)
  await rejectsWith(stint.task.list({ projectid: [] }).all(), 'invalid')
})

test('a used-up quota and a rate limit are different errors, and both have retryAfter', async () => {
  const database = await databases.create('sqlite')
  const other = await startApiFixture(await database.open())
  const token = other.a.tokens.administrator
  const spent = new Stint({ url: await servers.serve(other.database, other.clock, { dailyQuota: 1 }), token })
  const quota = await rejectsWith(spent.me.read(), 'quota')
  assert.deepEqual([quota.status, quota.code, quota.retryAfter], [400, 11, 50_400])
  assert.equal((await spent.quota.read()).exceeded, true)
  const fast = await servers.serve(other.database, other.clock, { ratePerMinute: 2 })
  const limited = new Stint({ url: fast, token, longestPause: 0 })
  await limited.me.read()
  await limited.me.read()
  const rate = await rejectsWith(limited.me.read(), 'rate')
  assert.equal(rate.code, 12)
  assert.ok(rate.retryAfter !== null && rate.retryAfter > 0)
  await other.app.close()
})

test('wrong use of the SDK is a TypeError, and nothing is sent', async () => {
  const nowhere = new Stint({ url: 'https://127.0.0.1:1', token: 'x' })
  const fields = { projectid: 1, date: '2026-05-01', typeid: 1 } as const
  const float = 0.1 as unknown as '0.1'
  await assert.rejects(
    async () => nowhere.payment.create({ ...fields, amount: float }),
    /amount: 0.1 is a binary fraction/,
  )
  await assert.rejects(async () => nowhere.task.read(1.5), TypeError)
  await assert.rejects(async () => nowhere.task.read(Number.NaN), TypeError)
  await assert.rejects(async () => nowhere.task.list({ limit: -1 }).all(), TypeError)
  assert.throws(() => new Stint({ url: 'not an address', token: 'x' }), TypeError)
})

test('a client without a token is authenticated by its headers, as in the web client; without both it is not signed in', async () => {
  const { a } = fixture
  await stint.person.update(a.people.manager, { password: 'correct horse battery' })
  const headers = { 'x-stint-app': '1', origin: url }
  const reply = await fetch(`${url}/app/session`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'manager', password: 'correct horse battery' }),
  })
  const cookie = reply.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  const signedIn = new Stint({ url: `${url}/app/api`, headers: { ...headers, cookie } })
  assert.equal((await signedIn.me.read()).id, a.people.manager)
  const timer = await signedIn.timer.create({ personid: a.people.manager, name: 'Without a token' })
  assert.equal((await signedIn.timer.read(timer.id)).name, 'Without a token')
  await rejectsWith(new Stint({ url }).me.read(), 'notSignedIn')
  await rejectsWith(new Stint({ url: `${url}/app/api`, headers }).me.read(), 'notSignedIn')
  const wrong = await fetch(`${url}/app/session`, { method: 'DELETE', headers })
  const error = errorFromResponse(wrong, await wrong.text())
  assert.deepEqual([error.kind, error.code], ['notSignedIn', 9])
})
