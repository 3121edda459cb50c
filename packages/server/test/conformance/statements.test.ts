// Every statement of writes, actions, sign-in and background jobs names the account for each table of accounts, so that
// Citus runs it on one machine. The statements that ask all machines are listed here with their reason. It runs on
// PostgreSQL with the statements of a distributed database, without Citus; what they do is tested elsewhere.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { pino } from 'pino'
import { listAccounts, listTokens, revokeToken } from '../../src/accounts/account-list.ts'
import { findLogins } from '../../src/accounts/create-account.ts'
import { findPerson } from '../../src/auth/identity.ts'
import { hasPendingSetup } from '../../src/auth/link-code.ts'
import { findAddressOwners } from '../../src/auth/password-link.ts'
import { Engine } from '../../src/engine/engine.ts'
import type { Database } from '../../src/io/database.ts'
import { hashPassword } from '../../src/io/password-hash.ts'
import { PostgresConnection } from '../../src/io/postgres-connection.ts'
import { addLookups } from '../../src/io/postgres-distribution.ts'
import { withoutTimeouts } from '../../src/io/postgres-settings.ts'
import { utcText } from '../../src/kit/calendar.ts'
import { countMails, leaseMails, mailTimes, makeMailsDue, shortenHeldMails } from '../../src/mail/outbox.ts'
import { ExpiredDataCleanup } from '../../src/main/cleanup.ts'
import { notifyDueTomorrow, sendDueReminders, writeDueDigests } from '../../src/main/notifier.ts'
import { createDueInvoices } from '../../src/main/recurring-invoices.ts'
import { resources } from '../../src/resources/all.ts'
import { hasDueDelivery, leaseDeliveries } from '../../src/webhooks/deliveries.ts'
import { dispatchEvents } from '../../src/webhooks/dispatch.ts'
import { send, testFiles } from '../fixture/api-fixture.ts'
import { CookieBrowser } from '../fixture/cookie-browser.ts'
import { TestDatabases } from '../fixture/databases.ts'
import { mailSite } from '../fixture/mail-fixture.ts'
import { TextWatch, tablesOfAccounts, tablesWithoutAccount } from '../fixture/statement-accounts.ts'
import { actionSetups } from './action-setups.ts'
import { type ConformanceFixture, missingId, openConformance, sampleOf, writable } from './conformance-fixture.ts'

/** The search of a secret, name or identity in all accounts. */
const withoutRow = /(\.hash = \$\d+|lower\(\$\d+\)|identity\.subject = \$\d+) and 1 = 1/

/** What may ask all machines, and why. */
const ofSeveralMachines: readonly (readonly [RegExp, string])[] = [
  [/^select distinct notification\.accountid/, 'who gets a collected mail'],
  [/^select \(select min\(outbox\.heldtill\)/, 'when the next mail is due'],
  [/^select coalesce\(sum\(case when outbox\./, 'the number of mails, for the metrics'],
  [/^update outbox set heldtill = \$1 where givenup is null/, 'mails that wait too long after the clock was wrong'],
  [/^select due\.accountid from \( select outbox\./, 'which accounts have due mails'],
  [/^select webhook\.accountid, webhook\.id from webhook/, 'which webhooks have new events'],
  [/^select 1 where exists \(select 1 from webhookdelivery/, 'whether a delivery is due'],
  [/^select webhookdelivery\.accountid from/, 'which accounts have due deliveries'],
  [/^select distinct removedfile\.hash/, 'files that may be unused; accounts share files'],
  [/^select 1 where \(\(exists \(select 1 from documentversion/, 'whether a file is used; accounts share files'],
  [/^(delete from|update) keptanswer /, 'the hourly removal of kept responses'],
  [/^select company\.accountid, company\.sessionidle/, 'the hourly removal of sessions'],
  [/^update session set lastseen/, 'sessions of the future after the clock was wrong'],
  [/^delete from (linkcode|pendingsignin) where date/, 'the hourly removal of links and pending sign-ins'],
  [/^with present as materialized .* delete from lookup /, 'the hourly removal of rows of lookup'],
  [/^delete from outbox where givenup < /, 'the hourly removal of mails that were given up'],
  [/^(update|delete from) webhookdelivery .*\bstatus (=|<>) 'waiting'/, 'the hourly removal of deliveries'],
  [withoutRow, 'a secret or name that lookup does not have'],
  [/^select 1 from linkcode where linkcode\.kind = 'setup' limit 1$/, 'whether the sign-in page offers a set-up'],
  [/from personcontact contact join person/, 'people by email address'],
  [/^select (person|project|task)\.accountid, count\(\*\) from/, 'the list of accounts'],
  [/^select token\.id, token\.accountid, token\.personid, person\.username/, 'the list of tokens'],
  [/^select person\.accountid, person\.id, person\.active from person where/, 'the operator names a person'],
  [/^select token\.accountid from token where token\.id/, 'the operator revokes a token'],
]

const identity = {
  issuer: 'https://id.example.com',
  subject: 's',
  email: 'x@example.com',
  firstname: 'X',
  lastname: 'Y',
}

describe('statements of a distributed database', () => {
  const databases = new TestDatabases()
  const watch = new TextWatch()
  let conformance: ConformanceFixture
  let database: Database
  let tables: ReadonlySet<string>

  before(async () => {
    let url = ''
    const create: Parameters<typeof openConformance>[1] = async (source) => {
      const created = await databases.create('postgres', source)
      url = created.url ?? ''
      const connection = new PostgresConnection(url, withoutTimeouts)
      await addLookups(connection).finally(() => connection.close())
      return created
    }
    conformance = await openConformance('postgres', create, { asDistributed: true, watch })
    database = conformance.fixture.database
    tables = await tablesOfAccounts(url)
    // Those of the fixture itself.
    watch.texts.clear()
  })
  after(async () => {
    await conformance.fixture.app.close()
    await databases.clear()
  })

  const isListed = (text: string): boolean => ofSeveralMachines.some(([pattern]) => pattern.test(text))
  /** The statements since the last call that do not name the account and are not listed. */
  const seen = new Set<string>()
  const wrongOnes = (): string[] => {
    const texts = [...watch.texts].map((text) => text.replaceAll(/\s+/g, ' ').trim())
    const wrong = texts.filter((text) => tablesWithoutAccount(text, tables).length > 0)
    for (const text of wrong) seen.add(text)
    return wrong.filter((text) => !isListed(text))
  }

  /** A rule may refuse the write; the statements before it count too. */
  const sendWrite = async (request: Parameters<ConformanceFixture['sendAs']>[1]): Promise<void> => {
    const { status, text } = await conformance.sendAs('administrator', request)
    assert.ok(status < 500, `${request.method} ${request.path}: ${text}`)
  }

  test('creating, changing and deleting a record of every resource', async () => {
    for (const resource of writable()) {
      const record = await conformance.createSample(resource)
      const { changes, changedField } = sampleOf(conformance, resource)
      const path = `/${resource.name}/${record.id}/`
      const body = changes[changedField]
      if (resource.access.update !== undefined && body !== undefined)
        await sendWrite({ method: 'PUT', path, body, headers: { 'if-match': '*' } })
      if (resource.access.delete !== undefined) await sendWrite({ method: 'DELETE', path })
    }
    assert.deepEqual(wrongOnes(), [])
    const written = [...watch.texts].filter((text) => /^\s*(insert|update|delete)/.test(text))
    assert.ok(written.length > 150, `only ${written.length} statements write`)
  })

  test('every action', async () => {
    const { fixture } = conformance
    for (const [title, { prepare, body, headers }] of Object.entries(actionSetups)) {
      const caller = { fixture, account: fixture.a, name: 'administrator' } as const
      const id = await prepare(caller)
      const path = `/${title.replace('.', `/${id}/`)}/`
      await sendWrite({
        method: 'POST',
        path,
        ...(body === undefined ? {} : { body: body(caller) }),
        ...(headers === undefined ? {} : { headers }),
      })
    }
    assert.deepEqual(wrongOnes(), [])
  })

  test('the jobs of the background', async () => {
    const { clock } = conformance.fixture
    const now = clock.now()
    const [nowText, later] = [utcText(now), utcText(now + 3_600_000)]
    const engine = new Engine(database, resources, mailSite)
    await notifyDueTomorrow(engine, database, now)
    await writeDueDigests(engine, database, now)
    await sendDueReminders(engine, database, now)
    await createDueInvoices(engine, database, now)
    await mailTimes(database)
    await countMails(database)
    await shortenHeldMails(database, later, nowText)
    await makeMailsDue(database, nowText)
    assert.ok((await leaseMails(database, { now: later, till: later, claim: 'a', most: 5 })).length > 0)
    await dispatchEvents(database, nowText)
    await hasDueDelivery(database, nowText)
    await leaseDeliveries(database, { now: later, till: later, claim: 'a', most: 5 })
    await new ExpiredDataCleanup(database, testFiles, clock, pino({ level: 'silent' }), 30).stop()
    assert.deepEqual(wrongOnes(), [])
  })

  test('signing in, and what is asked without an account', async () => {
    const { app, a } = conformance.fixture
    const password = 'lantern quartz 17 meadow'
    const hashed = await hashPassword(password)
    await database.write(a.accountid, (tx) =>
      tx.update('person', a.people.manager, { password: hashed, username: 'una' }),
    )
    const browser = new CookieBrowser(app)
    const entered = await browser.post('/app/session', { username: 'Una', password })
    assert.equal(entered.status, 201, entered.text)
    assert.equal((await browser.request('/app/api/me/')).status, 200)
    assert.deepEqual(wrongOnes(), [])
    assert.ok(![...watch.texts].some((text) => withoutRow.test(text)), 'a row of lookup is missing')
    await send(app, { path: '/me/', token: 'unknown token' })
    await hasPendingSetup(database)
    await findAddressOwners(database, 'ada@example.com')
    await findPerson(database, identity, { accountid: null, createIn: null })
    await findLogins(database, 'una')
    await listAccounts(database)
    await listTokens(database)
    await revokeToken(database, missingId)
    assert.deepEqual(wrongOnes(), [])
  })

  test('every listed statement exists', () => {
    const unused = ofSeveralMachines.filter(([pattern]) => ![...seen].some((text) => pattern.test(text)))
    assert.deepEqual(unused, [])
  })
})
