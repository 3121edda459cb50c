// Records over time: the response of a write equals the record read afterwards (I-17), numbers are never used twice
// (I-28), only a change leaves a note (I-29, I-30), texts keep their full length (I-36). Rights over time are in
// `access-changes.test.ts`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '../../src/io/database.ts'
import { accountSlot, sql, sqlName, statement } from '../../src/io/sql.ts'
import { utcText } from '../../src/kit/calendar.ts'
import { resources } from '../../src/resources/all.ts'
import type { Reply } from '../fixture/api-fixture.ts'
import type { Random } from '../fixture/random.ts'
import type { Json, JsonObject } from '../fixture/request-parts.ts'
import { insertState, newTestServer, type TestServer, tokenOf } from './insert-state.ts'
import { checkProperty, eachPropertyDatabase } from './property-runs.ts'
import { day, phrase, type Row, type State } from './random-columns.ts'
import { anyRequest, bodyFor, requestText, ValuePool } from './random-requests.ts'
import { drawState, rolePersonIds } from './random-state.ts'
import { resourceNamed, roles } from './role-view.ts'

async function freshAccount(server: TestServer, random: Random, accountid: number) {
  const state = drawState(random)
  await insertState(server.database, accountid, state)
  return { state, words: new ValuePool([state]), boss: tokenOf(accountid, 'administrator') }
}

async function assertReadBack(server: TestServer, random: Random, accountid: number): Promise<number> {
  const { words } = await freshAccount(server, random, accountid)
  let compared = 0
  for (let at = 0; at < 260; at++) {
    const role = random.below(2) === 0 ? 'administrator' : random.pick(roles)
    const token = tokenOf(accountid, role)
    const request = { ...anyRequest(random, words, 100), headers: {}, token }
    const { status, json } = await server.call(request)
    const resource = request.path.split('/')[1] ?? ''
    if (status !== 201 && status !== 202) continue
    const record = json[resource] as JsonObject
    const again = await server.call({ token, path: `/${resource}/${record.id}/` })
    // A write can make the record invisible to the caller; then it cannot be read again.
    if (again.status !== 200) continue
    assert.deepEqual(again.json[resource], record, `${role}: ${requestText(request)}`)
    compared += 1
  }
  return compared
}

const numbered = ['client', 'project', 'person', 'milestone', 'task', 'invoice']

function bodyOf(random: Random, state: State, kind: string): JsonObject {
  const first = (table: string): Row => (state[table] ?? []).find((row) => row.active !== 'f') ?? {}
  const part = (state.projectmodule ?? []).find((row) => row.active === 't') ?? {}
  const isActive = (id: Row[string] | undefined) => state.project?.some((row) => row.id === id && row.active === 't')
  const usable = (state.projectmodule ?? []).find((row) => row.active === 't' && isActive(row.projectid)) ?? part
  const bodies: Record<string, JsonObject> = {
    client: { name: phrase(random), datecreated: day(random) },
    project: { name: phrase(random), datestart: day(random) },
    person: { firstname: phrase(random) },
    milestone: {
      title: phrase(random),
      projectid: Number(usable.projectid),
      ownerid: 21,
      datedue: day(random),
      complete: 'f',
    },
    invoice: { title: phrase(random), projectid: Number(usable.projectid), date: day(random), termid: 4 },
    task: {
      title: phrase(random),
      projectid: Number(usable.projectid),
      moduleid: Number(usable.moduleid),
      statusid: 11,
      priorityid: Number(first('taskpriority').id),
      ownerid: 21,
      dateopen: day(random),
    },
  }
  return bodies[kind] ?? {}
}

async function assertNumbersGrow(server: TestServer, random: Random, accountid: number): Promise<void> {
  const { state, boss } = await freshAccount(server, random, accountid)
  const last = new Map(numbered.map((kind) => [kind, { id: 0, localid: 500, deleted: false }]))
  for (let at = 0; at < 60; at++) {
    const kind = random.pick(numbered)
    const was = last.get(kind) ?? { id: 0, localid: 500, deleted: false }
    if (random.below(3) === 0 && was.id !== 0 && !was.deleted) {
      const { status } = await server.call({ token: boss, method: 'DELETE', path: `/${kind}/${was.id}/` })
      if (status === 200) last.set(kind, { ...was, deleted: true })
      continue
    }
    if (random.below(4) === 0) {
      const { status } = await server.call({
        token: boss,
        method: 'POST',
        path: `/${kind}/`,
        body: { ...bodyOf(random, state, kind), nonsense: 1 },
      })
      assert.equal(status, 400, `POST /${kind}/ with an unknown field`)
      continue
    }
    const { status, json, text } = await server.call({
      token: boss,
      method: 'POST',
      path: `/${kind}/`,
      body: bodyOf(random, state, kind),
    })
    assert.equal(status, 201, `POST /${kind}/: ${text}`)
    const record = json[kind] as JsonObject
    const now = { id: Number(record.id), localid: Number(record.localid), deleted: false }
    assert.ok(now.id > was.id, `${kind}: id ${now.id} after ${was.id}`)
    assert.equal(
      now.localid,
      was.localid + 1,
      `${kind}: number after ${was.localid}, ${was.deleted ? 'deleted' : 'kept'}`,
    )
    last.set(kind, now)
  }
}

const noteCount = (table: string) =>
  statement(sql`select count(*) from ${sqlName(table)} where accountid = ${accountSlot}`)
const notes = { task: noteCount('tasknote'), milestone: noteCount('milestonenote') }

const countNotes = async (database: Database, accountid: number, kind: 'task' | 'milestone'): Promise<number> =>
  Number((await database.read(accountid, (tx) => tx.first(notes[kind])))?.[0])

/** The newest note on a record names exactly the changed fields, with their old and new values in the record. */
async function assertNewestNote(
  server: TestServer,
  token: string,
  kind: 'task' | 'milestone',
  before: JsonObject,
  after: JsonObject,
  saying: string,
): Promise<void> {
  const path = `/${kind}note/?limit=0&${kind}id=${after.id}`
  const listed = (await server.call({ token, path })).json[`${kind}note`] as JsonObject[]
  const newest = listed.reduce((last, note) => (Number(note.id) > Number(last.id) ? note : last))
  const labels = Array.from(String(newest.actions).matchAll(/<li>([^:]+): /g), ([, label]) => label)
  const expected = Object.entries(resourceNamed(kind).fields).flatMap(([field, { note }]) =>
    note !== undefined && before[field] !== after[field] ? [note.label] : [],
  )
  assert.deepEqual(labels, expected, `the note names: ${saying}`)
  assert.ok(expected.length > 0, saying)
}

async function assertNotesNameChanges(server: TestServer, random: Random, accountid: number): Promise<number> {
  const { state, words, boss } = await freshAccount(server, random, accountid)
  let changes = 0
  for (let at = 0; at < 80; at++) {
    const kind = random.pick(['task', 'milestone'] as const)
    const path = `/${kind}/${random.pick(state[kind] ?? []).id}/`
    const read = async (): Promise<JsonObject> => (await server.call({ token: boss, path })).json[kind] as JsonObject
    server.clock.moveBy(1000)
    const [before, notesBefore] = [await read(), await countNotes(server.database, accountid, kind)]
    const settable = Object.entries(resourceNamed(kind).fields).filter(
      ([, { settable: set, shown }]) => set === 'always' && shown,
    )
    const asIs = Object.fromEntries(settable.map(([field]) => [field, before[field] as Json]))
    const body = random.below(3) === 0 ? asIs : bodyFor(random, words, resourceNamed(kind), false)
    const silent = random.below(5) === 0
    const headers = { 'x-service-disable-action-notes': silent ? 't' : 'f' }
    const { status } = await server.call({ token: boss, method: 'PUT', path, body, headers })
    const [after, notesAfter] = [await read(), await countNotes(server.database, accountid, kind)]
    const { datemodified: _, ...rest } = after
    const { datemodified: __, ...restBefore } = before
    const changed = JSON.stringify(rest) !== JSON.stringify(restBefore)
    const saying = `PUT ${path} ${JSON.stringify(body)} gets ${status}`
    assert.equal(notesAfter - notesBefore, changed && !silent ? 1 : 0, `notes: ${saying}`)
    if (changed && !silent) await assertNewestNote(server, boss, kind, before, after, saying)
    // A modification time that is ahead of the clock stays (T-80).
    const isAhead = String(before.datemodified) > utcText(server.clock.now())
    const isNewTime = changed && kind === 'task' && !isAhead
    assert.equal(after.datemodified !== before.datemodified, isNewTime, `datemodified: ${saying}`)
    if (body === asIs) assert.ok(!changed, `sending back what was read is not a change: ${saying}`)
    changes += Number(changed)
  }
  return changes
}

/** Characters of one, two and four bytes, because limits count code points. */
const ofLength = (length: number): string => Array.from({ length }, (_, at) => ['a', 'é', '😀'][at % 3]).join('')

const isOpen = (invoice: Row | undefined): boolean => invoice?.dateissued === null

/** Rules of single tables about editable rows: own filters, invoices that are not issued, notes that are written. */
const editRules: Readonly<Record<string, (row: Row, state: State) => boolean>> = {
  expense: (row, state) => !(state.invoicedexpense ?? []).some(({ expenseid }) => expenseid === row.id),
  savedreport: (row) => row.personid === rolePersonIds.administrator,
  tasklistfilter: (row) => row.personid === rolePersonIds.administrator,
  invoice: (row) => isOpen(row) && row.termotherdatedue !== null,
  invoiceitem: (row, state) => row.custom === 't' && isOpen(state.invoice?.find(({ id }) => id === row.invoiceid)),
  invoicenote: (row) => row.changes === null,
  estimate: (row) => row.state === 'draft',
  estimateitem: (row, state) => state.estimate?.find(({ id }) => id === row.estimateid)?.state === 'draft',
}

/** A record of the inserted state that the Administrator may edit. */
const editableRow = (state: State, table: string): Row | undefined =>
  (state[table] ?? []).find((row) => row.frozen !== 't' && (editRules[table]?.(row, state) ?? row.custom !== 't'))

/** Texts that must have a form. */
const formFields = [
  'email',
  'color',
  'currency',
  'invoiceto',
  'invoicecc',
  'estimateto',
  'estimatecc',
  'reminders',
  'paylink',
  'iban',
  'bic',
  'numberprefix',
]

eachPropertyDatabase((kind, open) => {
  test(`I-17: the response of a write equals the record read afterwards (${kind})`, async () => {
    const server = newTestServer(await open())
    let compared = 0
    const runs = await checkProperty(2, async (random, run) => {
      compared += await assertReadBack(server, random, run + 1)
    })
    assert.ok(compared > runs * 15, `only ${compared} writes could be compared`)
  })

  test(`I-28: numbers grow one by one and are never used twice (${kind})`, async () => {
    const server = newTestServer(await open())
    await checkProperty(3, (random, run) => assertNumbersGrow(server, random, run + 1))
  })

  test(`I-29, I-30: a change, and only a change, leaves a note and a new modification time (${kind})`, async () => {
    const server = newTestServer(await open())
    let changes = 0
    const runs = await checkProperty(2, async (random, run) => {
      changes += await assertNotesNameChanges(server, random, run + 1)
    })
    assert.ok(changes > runs * 7, `only ${changes} changes were made`)
  })

  test(`I-36: every text accepts its maximum length and not one character more (${kind})`, async () => {
    const server = newTestServer(await open())
    await checkProperty(1, async (random, run) => {
      const { state, boss } = await freshAccount(server, random, run + 1)
      for (const resource of resources.values()) {
        const row = editableRow(state, resource.table)
        if (resource.access.update === undefined || row === undefined) continue
        for (const [field, { kind: type, settable, shown }] of Object.entries(resource.fields)) {
          if (
            type.maxLength === undefined ||
            settable !== 'always' ||
            type.type !== 'string' ||
            formFields.includes(field)
          )
            continue
          const path: string = `/${resource.name}/${row.id}/`
          const put = (value: string): Promise<Reply> =>
            server.call({ token: boss, method: 'PUT', path, body: { [field]: value } })
          const whole = ofLength(type.maxLength)
          const taken: Reply = await put(whole)
          assert.equal(taken.status, 202, `${resource.name}.${field}, ${type.maxLength} characters: ${taken.text}`)
          if (shown) assert.equal((taken.json[resource.name] as JsonObject)[field], whole, `${resource.name}.${field}`)
          assert.equal((await put(ofLength(type.maxLength + 1))).status, 400, `${resource.name}.${field}, one more`)
        }
      }
    })
  })
})
