// Replacing the key of stored secrets: afterwards nothing in any table needs the old key, and everything can be read. A
// new kind of secret that nobody encrypts anew fails here. The command itself is in process/secret-key.long.test.ts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storeOidcSetting } from '../../src/auth/oidc-setting.ts'
import { beginFactor } from '../../src/auth/second-factor.ts'
import type { Database } from '../../src/io/database.ts'
import { sql, statement } from '../../src/io/sql.ts'
import { isEncrypted, type Vault } from '../../src/io/vault.ts'
import { documentLinks } from '../../src/mail/document-link.ts'
import { storeMailSetting } from '../../src/mail/mail-setting.ts'
import { readStore } from '../../src/main/backup/open-stores.ts'
import { rekeyDatabase } from '../../src/main/rekey-database.ts'
import { type ApiFixture, restoreApiFixture, startApiFixture } from '../fixture/api-fixture.ts'
import { suiteDatabase, type TestDatabase } from '../fixture/databases.ts'

const [oldKey, newKey] = [
  Buffer.from('0123456789abcdefghijklmnopqrstuv'),
  Buffer.from('vutsrqponmlkjihgfedcba9876543210'),
]

/** The tables with encrypted texts, and whether all of them have the key of the vault. */
async function encryptedTables({ dataFolder, url }: TestDatabase, vault: Vault): Promise<Record<string, boolean>> {
  const store = await readStore({ data: dataFolder, databaseUrl: url })
  const found: Record<string, boolean> = {}
  for (const table of store.tables) {
    for await (const rows of store.rows(table)) {
      for (const text of rows.flat().filter(isEncrypted))
        found[table.name] = (found[table.name] ?? true) && vault.usesCurrentKey(text)
    }
  }
  await store.close()
  return found
}

/** One secret of every kind. */
async function storeSecrets({ database, a, call, make }: ApiFixture): Promise<{ invoiceid: number; noteid: unknown }> {
  const { vault } = database
  const token = a.tokens.administrator
  const note = { projectid: a.projects.seen, title: 'Safe', note: 'The code is 4711', secure: 't' }
  const { id: noteid } = await make(token, '/projectnote/', note)
  const webhook = { url: 'https://hooks.example.com/', events: '*' }
  const headers = { 'idempotency-key': 'once' }
  const created = await call({ method: 'POST', path: '/webhook/', token, body: webhook, headers })
  assert.equal(created.status, 201, created.text)
  const invoice = { projectid: a.projects.seen, date: '2026-05-01', termid: '4', title: 'Work' }
  const invoiceid = Number((await make(token, '/invoice/', invoice)).id)
  const estimate = { projectid: a.projects.seen, date: '2026-05-01', title: 'Work' }
  const estimateid = Number((await make(token, '/estimate/', estimate)).id)
  await database.write(a.accountid, async (tx) => {
    await beginFactor(tx, vault, a.people.manager, Date.parse('2026-05-01T10:00:00Z'))
    await documentLinks.invoice.ensure(tx, vault, invoiceid, '2026-05-01 10:00:00')
    await documentLinks.estimate.ensure(tx, vault, estimateid, '2026-05-01 10:00:00')
    const provider = { name: 'P', issuer: 'https://id.example.com', clientid: 'stint', secret: 'of the client' }
    await storeOidcSetting(tx, vault, { ...provider, createRole: null, trustEmail: false, passwords: true })
  })
  const server = { host: 'mail.example.com', port: 587, security: 'starttls', username: 'u', password: 'p' } as const
  await database.write(0, (tx) => storeMailSetting(tx, vault, { ...server, sender: 'a@example.com', publicurl: '' }))
  return { invoiceid, noteid }
}

suiteDatabase((_kind, _open, create) => {
  test('T-56: after rekey no text in any table needs the old key, and all of them can be read with the new one', async () => {
    const place = await create()
    const reopen = async (database: Database, ...secretKeys: Buffer[]): Promise<Database> => {
      await database.close()
      return place.open({ secretKeys })
    }
    const before = await place.open({ secretKeys: [oldKey] })
    const fixture = await startApiFixture(before)
    const { invoiceid, noteid } = await storeSecrets(fixture)
    const tables = 'estimatelink factor invoicelink keptanswer mailsetting oidcsetting projectnote webhook'.split(' ')
    const all = (isCurrent: boolean) => Object.fromEntries(tables.map((table) => [table, isCurrent]))
    const both = await reopen(before, newKey, oldKey)
    assert.deepEqual(await encryptedTables(place, both.vault), all(false))
    const { count, failures } = await rekeyDatabase(both)
    assert.deepEqual(failures, [])
    assert.ok(count >= tables.length, String(count))
    assert.equal((await rekeyDatabase(both)).count, 0)
    const after = await reopen(both, newKey)
    assert.deepEqual(await encryptedTables(place, after.vault), all(true))
    const { a } = fixture
    const { call } = restoreApiFixture(after, { ...fixture, now: fixture.clock.now() })
    const note = await call({ path: `/projectnote/${noteid}/`, token: a.tokens.administrator })
    assert.match(note.text, /The code is 4711/)
    const link = await after.read(a.accountid, (tx) => documentLinks.invoice.read(tx, after.vault, invoiceid))
    assert.match(String(link?.path), /^app\/invoice#/)
    const stored = statement(sql`select count(*) from keptanswer`)
    assert.equal(Number((await after.read(0, (tx) => tx.first(stored)))?.[0]), 1)
  })
})
