// An account on its way through open files: what an export holds and what it leaves out, and that the account made of it on
// another server answers the same, with other ids.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { Desk, type Server } from '../startup/stint.ts'
import { newDurableDatabase } from '../world/databases.ts'
import type { JsonObject } from '../world/world.ts'
import { answersOf, cannot, done } from './copying.ts'

const desk = new Desk()
const source = desk.folder()
const yard = desk.folder()
const whole = join(yard, 'whole')
const plain = join(yard, 'plain')
const token = 'export-test-token'
let was = new Map<string, string>()

before(async () => {
  const server = await desk.serve(source, { STINT_DEMO: 'on', STINT_ADMIN_TOKEN: token })
  was = await answersOf(server, token)
  // Beside the running server, as an operator would.
  await done(desk, ['export', '--data', source, '--account', '1', '--to', whole, '--with-secrets'])
  await done(desk, ['export', '--data', source, '--account', '1', '--to', plain])
  await server.process.stop()
})

const lines = (folder: string, table: string): JsonObject[] =>
  readFileSync(join(folder, 'tables', `${table}.jsonl`), 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as JsonObject)

/** A field that holds ids, of the record itself or of others. */
const named = /"\w*id":(\[[^\]]*\]|"[\d,]*"|\d+)/g

/** Ids by their rank among all ids of the account: new ids are in the same order as the old ones. */
function ranked(answers: ReadonlyMap<string, string>): string[] {
  const texts = [...answers].map(([path, text]) => `${path} ${text}`)
  const ids = new Set(
    texts.flatMap((text) => (text.match(named) ?? []).flatMap((field) => (field.match(/\d{4,}/g) ?? []).map(Number))),
  )
  const sorted = [...ids].filter((id) => id > 1000).sort((a, b) => a - b)
  const ranks = new Map(sorted.map((id, rank) => [String(id), `#${rank}`]))
  const known = (list: string): string => list.replaceAll(/\d{4,}/g, (id) => ranks.get(id) ?? id)
  return texts.map((text) =>
    text
      .replaceAll(named, known)
      .replaceAll(/"(params|link|url|logo)":"[^"]*"/g, known)
      .replaceAll(/^\/\S+/g, known),
  )
}

async function comesBack(server: Server): Promise<void> {
  assert.deepEqual(ranked(await answersOf(server, token)), ranked(was))
}

test('an export with secrets becomes the same account on PostgreSQL, beside another one, with other ids', async () => {
  const place = { STINT_DATABASE_URL: await newDurableDatabase() }
  const data = desk.folder()
  const server = await desk.serve(data, place)
  const made = await done(desk, ['import', '--from', whole, '--data', data], place)
  assert.deepEqual([made.accountid, made.closedNotes], [2, 0])
  await comesBack(server)
  const own = (await server.ask('/me/', { token: server.token })).json
  assert.equal(own.status, 'OK', 'the account that was there is still there')
  assert.equal((await server.ask('/client/?limit=0', { token: server.token })).json.listcount, 0)
  await cannot(desk, ['import', '--from', whole, '--data', data], /its API tokens are in use on this server/, place)
  assert.equal((await server.process.stop()).code, 0)
})

test('without secrets there are no tokens, no hashes and no texts of secure notes, and it imports all the same', async () => {
  assert.ok(!existsSync(join(plain, 'tables', 'token.jsonl')))
  assert.ok(lines(whole, 'person').some(({ password }) => String(password).startsWith('$argon2')))
  assert.ok(lines(plain, 'person').every(({ password }) => password === ''))
  const secure = lines(whole, 'projectnote').filter((note) => note.secure === 't')
  assert.ok(secure.length > 0 && secure.every(({ note }) => note !== '' && !String(note).startsWith('\u0001')))
  assert.ok(lines(plain, 'projectnote').every((note) => (note.secure === 't') === (note.note === '')))
  const data = desk.folder()
  await (await desk.serve(data)).process.stop()
  const made = await done(desk, ['import', '--from', plain, '--data', data])
  assert.equal(made.closedNotes, secure.length)
  const again = await done(desk, ['export', '--data', data, '--account', '2', '--to', join(yard, 'again')])
  assert.equal(again.closedNotes, secure.length)
  assert.equal(again.documents, made.documents)
})

test('what is in an export is for its owner alone, and its files are what the manifest says', () => {
  const manifest = JSON.parse(readFileSync(join(whole, 'manifest.json'), 'utf8')) as JsonObject
  for (const { name, size, sha256 } of manifest.files as { name: string; size: number; sha256: string }[]) {
    const bytes = readFileSync(join(whole, name))
    assert.deepEqual([bytes.length, createHash('sha256').update(bytes).digest('hex')], [size, sha256], name)
    assert.equal(statSync(join(whole, name)).mode & 0o777, 0o600)
  }
  const sheet = readFileSync(join(whole, 'tables', 'time.csv'), 'utf8').split('\r\n')
  assert.equal(sheet.length, lines(whole, 'time').length + 2)
  assert.ok(readdirSync(join(whole, 'documents')).length > 5)
})

/** A changed copy of an export whose manifest is made to fit. */
function forged(change: (folder: string, manifest: JsonObject) => void): string {
  const folder = join(yard, 'forged')
  rmSync(folder, { recursive: true, force: true })
  cpSync(plain, folder, { recursive: true })
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as JsonObject
  change(folder, manifest)
  const text = JSON.stringify(manifest)
  writeFileSync(join(folder, 'manifest.json'), text)
  writeFileSync(join(folder, 'manifest.sha256'), `${createHash('sha256').update(text).digest('hex')}  manifest.json\n`)
  return folder
}

test('T-41: an export that was changed, is newer, or points elsewhere makes no account', async () => {
  const data = desk.folder()
  await (await desk.serve(data)).process.stop()
  const refused = (folder: string, reason: RegExp) => cannot(desk, ['import', '--from', folder, '--data', data], reason)
  const canary = join(yard, 'canary')
  writeFileSync(canary, 'sings')
  const entry = { size: 5, sha256: createHash('sha256').update('sings').digest('hex') }
  const files = (manifest: JsonObject) => manifest.files as JsonObject[]
  await refused(
    forged((_, manifest) => files(manifest).push({ name: 'documents/1/v1-../../../canary', ...entry })),
    /does not belong into an export/,
  )
  await refused(
    forged((folder, manifest) => {
      symlinkSync(canary, join(folder, 'logo', 'link'))
      files(manifest).push({ name: 'logo/link', ...entry })
    }),
    /is not a file of its own/,
  )
  await refused(
    forged((folder) => appendFileSync(join(folder, 'tables', 'time.jsonl'), '\n')),
    /time\.jsonl is not what/,
  )
  await refused(
    forged((folder) => rmSync(join(folder, 'tables', 'task.jsonl'))),
    /task\.jsonl is missing/,
  )
  const newer = { number: 99, name: 'later', checksum: 'x' }
  await refused(
    forged((_, manifest) => (manifest.schema as JsonObject[]).push(newer)),
    /whose schema this program does not/,
  )
  const rows = (manifest: JsonObject) => Object.assign((manifest.tables as JsonObject).task ?? {}, { rows: 3 })
  await refused(
    forged((_, manifest) => rows(manifest)),
    /of 3 rows of task/,
  )
  const accounts = await done(desk, ['export', '--data', data, '--account', '1', '--to', join(yard, 'one')])
  assert.equal(accounts.documents, 0)
  await cannot(desk, ['export', '--data', data, '--account', '2', '--to', join(yard, 'two')], /There is no account 2/)
  await cannot(desk, ['export', '--data', data, '--account', '1', '--to', plain], /is not empty/)
})
