// `npm run bench:accounts`: creates many accounts, lets each create and read a client over the API, and compares the
// cost of requests of all accounts with those of one. On SQLite, on a temporary PostgreSQL, and on a Citus cluster if
// STINT_TEST_DATABASE_URL and STINT_TEST_WORKER_URLS name one.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startCluster } from '../../../scripts/postgres.ts'
import { workerUrls } from '../../../scripts/test-machines.ts'
import { createAccount, storeToken } from '../src/accounts/create-account.ts'
import { systemClock } from '../src/io/clock.ts'
import { openDatabase } from '../src/io/open-database.ts'
import { tokenHash } from '../src/kit/token.ts'
import { createDatabase, distribute } from './citus-database.ts'
import type { BenchRequest } from './load-generator.ts'
import type { DatabaseSite } from './load-rows.ts'
import { cpuOf, LoadGenerator, memoryOf, type RunningServer, startServer } from './processes.ts'
import { logProgress } from './progress.ts'
import { tableRow } from './report.ts'

const usage = `npm run bench:accounts -- [--count 10000] [--only sqlite|postgres|citus]`

const { values: flags } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

if (flags.help) {
  console.log(usage)
  process.exit(0)
}

const count = Number(flags.count)
const atOnce = 16
const measureMs = 3000
const workFolder = mkdtempSync(join(tmpdir(), 'stint-accounts-'))

const tokenOf = (account: number): string => `bench-token-of-account-${account}`
const clientOf = (account: number): string => `Client of account ${account}`

/** Calls `work` for every account, some at a time. */
async function forEachAccount(
  title: string,
  work: (account: number) => Promise<void>,
  parallel = atOnce,
): Promise<number> {
  const began = performance.now()
  let next = 0
  const workInTurn = async (): Promise<void> => {
    while (next < count) {
      const account = next++
      if (account > 0 && account % Math.ceil(count / 10) === 0) logProgress(`  ${title}: ${account} of ${count}`)
      await work(account)
    }
  }
  await Promise.all(Array.from({ length: parallel }, workInTurn))
  return (performance.now() - began) / 1000
}

async function createAccounts({ folder, url }: DatabaseSite): Promise<number> {
  const database = await openDatabase({ url, dataFolder: folder, clock: systemClock, allowUnsafe: true })
  try {
    // One after the other: an account gets the next id, which two at a time would compete for.
    const create = async (account: number): Promise<void> => {
      const owner = await createAccount(database, {
        name: `Company ${account}`,
        timezone: 'Europe/Berlin',
        today: '2026-01-01',
        administrator: { firstname: 'A', lastname: 'B', username: `ada${account}`, passwordHash: '', email: '' },
      })
      const hash = tokenHash(tokenOf(account))
      await storeToken(database, owner, { hash, name: 'bench', now: '2026-01-01 00:00:00' })
    }
    return await forEachAccount('accounts created', create, 1)
  } finally {
    await database.close()
  }
}

async function ask(server: RunningServer, account: number, path: string, body?: object): Promise<string> {
  const reply = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${tokenOf(account)}:x`).toString('base64')}`,
      accept: 'application/json',
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`account ${account}: ${path} answered ${reply.status} ${text}`)
  return text
}

/** Every account sees the client that it has created, and no other. */
async function assertOwnClient(server: RunningServer, account: number): Promise<void> {
  const { client } = JSON.parse(await ask(server, account, '/client/')) as { client: readonly { name: string }[] }
  const names = client.map(({ name }) => name).join()
  if (names !== clientOf(account)) throw new Error(`account ${account} sees ${names}`)
}

/** Microseconds of processor time of the server per request, and requests per second. */
async function measure(generator: LoadGenerator, server: RunningServer, requests: readonly BenchRequest[]) {
  let before = 0
  const order = {
    port: server.port,
    token: '',
    requests,
    connections: atOnce,
    warmupMs: 500,
    warmupAnswers: 1000,
    measureMs,
  }
  const { answered, failed, firstFailure } = await generator.run(order, () => {
    before = cpuOf(server.pid)
  })
  if (failed > 0) throw new Error(`${failed} requests failed, the first with: ${firstFailure}`)
  return { cpu: ((cpuOf(server.pid) - before) / answered) * 1e6, perSecond: (answered * 1000) / measureMs }
}

async function runOn(name: string, site: DatabaseSite, prepare: () => Promise<void>): Promise<string> {
  logProgress(`${name}: ${count} accounts`)
  mkdirSync(site.folder, { recursive: true })
  await openDatabase({ url: site.url, dataFolder: site.folder, clock: systemClock, allowUnsafe: true }).then(
    (database) => database.close(),
  )
  await prepare()
  const created = await createAccounts(site)
  const server = await startServer({ ...site, profile: undefined })
  const generator = new LoadGenerator()
  try {
    const idle = memoryOf(server.pid).rss
    const wrote = await forEachAccount('clients created over the API', async (account) => {
      await ask(server, account, '/client/', { name: clientOf(account), datecreated: '2026-01-02', active: 't' })
    })
    const read = await forEachAccount('clients read over the API', (account) => assertOwnClient(server, account))
    const requestOf = (account: number): BenchRequest => ({ method: 'GET', path: '/client/', token: tokenOf(account) })
    const one = await measure(generator, server, [requestOf(0)])
    const all = await measure(
      generator,
      server,
      Array.from({ length: count }, (_, account) => requestOf(account)),
    )
    const times = [created, wrote, read].map((seconds) => `${seconds.toFixed(0)} s`)
    const memory = [idle, memoryOf(server.pid).rss].map((megabytes) => megabytes.toFixed(0)).join(' to ')
    const costs = [one, all].map(({ cpu, perSecond }) => `${cpu.toFixed(0)} us (${perSecond.toFixed(0)}/s)`)
    return tableRow([name, ...times, ...costs, (all.cpu / one.cpu).toFixed(2), memory])
  } finally {
    generator.stop()
    await server.stop()
  }
}

async function runAll(): Promise<string[]> {
  const isWanted = (name: string): boolean => flags.only === undefined || flags.only === name
  const rows: string[] = []
  const folder = (name: string): string => join(workFolder, name)
  const nothing = async (): Promise<void> => undefined
  if (isWanted('sqlite')) rows.push(await runOn('SQLite', { folder: folder('sqlite'), url: undefined }, nothing))
  if (isWanted('postgres')) {
    const postgres = await startCluster('durable')
    const url = await createDatabase(postgres.url, 'stint_accounts', false)
    rows.push(await runOn('PostgreSQL', { folder: folder('postgres'), url }, nothing).finally(postgres.stop))
  }
  const coordinator = process.env.STINT_TEST_DATABASE_URL
  if (isWanted('citus') && coordinator !== undefined && workerUrls.length > 0) {
    const url = await createDatabase(coordinator, 'stint_accounts', true)
    rows.push(await runOn('Citus', { folder: folder('citus'), url }, () => distribute(coordinator, url)))
  }
  return rows
}

const titles = ['database', 'created', 'a client each', 'read', 'one account', 'all accounts', 'ratio', 'RSS MB']
try {
  const rows = await runAll()
  console.log([tableRow(titles), tableRow(titles.map(() => '---')), ...rows].join('\n'))
} finally {
  rmSync(workFolder, { recursive: true, force: true })
}
