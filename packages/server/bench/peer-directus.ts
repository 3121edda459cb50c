// Directus in the comparison with other servers: one collection of tasks in SQLite, read with the token of an
// administrator. Rate limiter and cache are off, as they are by default.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  insertTasks,
  installPackages,
  type Peer,
  type PeerServer,
  type PeerTasks,
  peerFields,
  runIn,
  samplePositions,
} from './peer-tasks.ts'
import { freePort, startProgram } from './processes.ts'

const token = 'bench-administrator-token'
const headers = { Authorization: `Bearer ${token}` }
const columnTypes = { integer: 'integer', string: 'string', text: 'text', date: 'date' } as const

async function createCollection(port: number): Promise<void> {
  const id = { field: 'id', type: 'integer', schema: { is_primary_key: true, has_auto_increment: true } }
  const fields = Object.entries(peerFields).map(([field, type]) => ({ field, type: columnTypes[type], schema: {} }))
  const reply = await fetch(`http://127.0.0.1:${port}/collections`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ collection: 'task', schema: {}, meta: {}, fields: [id, ...fields] }),
  })
  if (!reply.ok) throw new Error(`the collection was not created: ${reply.status} ${await reply.text()}`)
}

async function start(folder: string, tasks: PeerTasks): Promise<PeerServer> {
  await installPackages(folder, [`directus@${directus.version}`, 'sqlite3@6.0.1'], ['sqlite3'])
  // It runs scripts of operators, which are not measured, and compiles for few versions of Node only.
  writeFileSync(join(folder, 'node_modules/isolated-vm/isolated-vm.js'), 'module.exports = {}\n')
  const file = join(folder, 'data.db')
  const port = await freePort()
  const environment = {
    ...{ DB_CLIENT: 'sqlite3', DB_FILENAME: file, SECRET: 'bench', HOST: '127.0.0.1', PORT: String(port) },
    ...{ ADMIN_EMAIL: 'a@example.com', ADMIN_PASSWORD: 'bench-password', ADMIN_TOKEN: token },
    ...{ TELEMETRY: 'false', LOG_LEVEL: 'error', SERVE_APP: 'false', NODE_ENV: 'production' },
  }
  const program = join(folder, 'node_modules/directus/cli.js')
  await runIn(folder, [process.execPath, program, 'bootstrap'], environment)
  const run = { cwd: folder, ready: '/server/ping' }
  const first = await startProgram([program, 'start'], port, environment, run)
  await createCollection(port)
  await first.stop()
  insertTasks(file, 'task', tasks, (at) => ({ id: at + 1 }))
  const server = await startProgram([program, 'start'], port, environment, run)
  const get = (path: string) => ({ method: 'GET', path, headers })
  return {
    server,
    requests: {
      'by id': samplePositions(tasks).map((at) => get(`/items/task/${at + 1}`)),
      list: Array.from({ length: 100 }, (_, at) => get(`/items/task?limit=10&offset=${10 * at}&meta=filter_count`)),
      create: tasks.created.map((task) => ({
        method: 'POST',
        path: '/items/task',
        headers,
        body: JSON.stringify(task),
      })),
    },
  }
}

export const directus: Peer = { name: 'Directus', version: '12.2.0', start }
