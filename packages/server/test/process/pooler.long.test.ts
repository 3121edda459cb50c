// Servers and commands behind PgBouncer in transaction mode, where each transaction may run in another session: nothing
// that belongs to a session is used, and nothing is left in one. PgBouncer is Debian's package.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { requireDebianProgram } from '../../../../scripts/debian.ts'
import { withPgClient } from '../../../../scripts/postgres.ts'
import { newDurableDatabase } from '../fixture/database-servers.ts'
import { freePort, waitForPort } from '../fixture/ports.ts'
import { Installation } from './installation.ts'
import { type StintServer, TestProcesses } from './stint-process.ts'

const processes = new TestProcesses()
const started: ChildProcess[] = []

after(() => {
  for (const one of started) one.kill()
})

/** Fewer sessions than one server has connections, so that each is used by all of them. */
const sessions = 4

/** Starts PgBouncer in front of a database and returns the address of the database behind it. */
async function startPooler(direct: string): Promise<string> {
  const program = requireDebianProgram('/usr/sbin/pgbouncer', 'pgbouncer')
  const { hostname, port, username, password, pathname } = new URL(direct)
  const folder = processes.newFolder()
  const listenPort = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${sessions}
max_client_conn = 200
`,
  )
  // It refuses to run as root, and then needs another user who can read the file.
  const asOther = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  started.push(spawn(program, [...asOther, file], { stdio: 'ignore' }))
  await waitForPort(listenPort)
  return `postgres://${username}@127.0.0.1:${listenPort}${pathname}`
}

/** What the next program in a session would meet. Other tests use other databases of the same PostgreSQL. */
const sessionState = (pooler: string): Promise<unknown[]> =>
  withPgClient(pooler, async (client) => {
    const { rows } = await client.query(`select current_setting('statement_timeout') as timeout,
      current_setting('default_transaction_read_only') as readonly, current_setting('synchronous_commit') as durable,
      (select count(*)::int from pg_prepared_statements) as prepared,
      (select count(*)::int from pg_locks join pg_stat_activity session using (pid)
        where locktype = 'advisory' and session.datname = current_database() and session.state = 'idle') as locks`)
    return rows
  })

async function createClients(server: StintServer, token: string, name: string): Promise<void> {
  const replies = await Promise.all(
    Array.from({ length: 60 }, (_, at) =>
      server.request('/client/', { method: 'POST', token, body: { name: `${name} ${at}`, datecreated: '2026-01-05' } }),
    ),
  )
  for (const { status, text } of replies) assert.equal(status, 201, text)
}

test('T-230: behind PgBouncer in transaction mode two servers start, write and read, and leave no session state', async () => {
  const pooler = await startPooler(await newDurableDatabase())
  const installation = new Installation(processes, `${pooler}?pooler=transaction`)
  const servers = await Promise.all([installation.start(), installation.start()])
  const [one, two] = servers
  const token = one.token || two.token
  await Promise.all([createClients(one, token, 'Pooled one'), createClients(two, token, 'Pooled two')])
  const replies = await Promise.all(
    Array.from({ length: 200 }, (_, at) =>
      (at % 2 === 0 ? one : two).request(`/client/?limit=5&offset=${at % 50}&search=pooled`, { token }),
    ),
  )
  assert.deepEqual([...new Set(replies.map(({ status, json }) => `${status} ${json.listcount}`))], ['200 120'])
  for (const state of await Promise.all(Array.from({ length: sessions }, () => sessionState(pooler)))) {
    assert.deepEqual(state, [{ timeout: '0', readonly: 'off', durable: 'on', prepared: 0, locks: 0 }])
  }
  for (const { process: running } of servers) assert.equal((await running.stop()).code, 0)
})

test('T-230: commands work behind PgBouncer, and those that need the database for themselves ask for its own address', async () => {
  const direct = await newDurableDatabase()
  const pooler = await startPooler(direct)
  const installation = new Installation(processes, `${pooler}?pooler=transaction`)
  const server = await installation.start()
  const run = async (...args: string[]) =>
    processes.run({ args, env: { ...installation.env, STINT_DATA: installation.newFolder() } }).finished
  const backup = join(processes.newFolder(), 'copy.tar')
  for (const args of [['account', 'list'], ['migrate', '--dry-run'], ['doctor'], ['backup', '--to', backup]]) {
    const { code, stderr } = await run(...args)
    assert.equal(code, 0, `${args.join(' ')}: ${stderr}`)
  }
  assert.equal((await server.process.stop()).code, 0)
  const moved = await run('move', '--to', 'sqlite')
  assert.equal(moved.code, 1)
  assert.match(moved.stderr, /give the address of PostgreSQL, not that of the pooler/)
})
