// Strapi in the comparison with other servers: one content type of tasks in SQLite, without drafts, read with a token
// of full access. The admin panel is not built, because it is not measured.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  insertTasks,
  installPackages,
  type Peer,
  type PeerServer,
  type PeerTasks,
  peerFields,
  samplePositions,
} from './peer-tasks.ts'
import { freePort, startProgram } from './processes.ts'

const packages = [
  'better-sqlite3@13.0.3',
  'react@18.3.1',
  'react-dom@18.3.1',
  'react-router-dom@6.30.1',
  'styled-components@6.1.19',
]

/** All that are required, without the log of requests. */
const middlewares = ['errors', 'security', 'cors', 'query', 'body', 'favicon', 'public'].map(
  (name) => `strapi::${name}`,
)

const factory = (kind: string): string =>
  `module.exports = require('@strapi/strapi').factories.createCore${kind}('api::task.task')\n`

/** The files of a Strapi project by path. */
const projectFiles = (folder: string, port: number): Readonly<Record<string, string>> => ({
  'config/database.js': `module.exports = { connection: { client: 'sqlite', connection: { filename: ${JSON.stringify(join(folder, 'data.db'))} }, useNullAsDefault: true } }\n`,
  'config/server.js': `module.exports = { host: '127.0.0.1', port: ${port}, app: { keys: ['bench'] } }\n`,
  'config/admin.js': `module.exports = { serveAdminPanel: false, auth: { secret: 'bench' }, apiToken: { salt: 'bench' }, transfer: { token: { salt: 'bench' } }, secrets: { encryptionKey: '0123456789abcdef0123456789abcdef' } }\n`,
  'config/middlewares.js': `module.exports = ${JSON.stringify(middlewares)}\n`,
  'config/api.js': `module.exports = { rest: { defaultLimit: 10, maxLimit: 100, withCount: true } }\n`,
  'src/index.js': `module.exports = { register() {}, async bootstrap({ strapi }) {
  const tokens = strapi.service('admin::api-token')
  if (await tokens.exists({ name: 'bench' })) return
  const { accessKey } = await tokens.create({ name: 'bench', type: 'full-access', lifespan: null, description: '' })
  require('node:fs').writeFileSync(${JSON.stringify(join(folder, 'token'))}, accessKey)
} }\n`,
  'src/api/task/routes/task.js': factory('Router'),
  'src/api/task/controllers/task.js': factory('Controller'),
  'src/api/task/services/task.js': factory('Service'),
  'src/api/task/content-types/task/schema.json': JSON.stringify({
    kind: 'collectionType',
    collectionName: 'tasks',
    info: { singularName: 'task', pluralName: 'tasks', displayName: 'Task' },
    options: { draftAndPublish: false },
    attributes: Object.fromEntries(Object.entries(peerFields).map(([name, type]) => [name, { type }])),
  }),
  'start.js': `require('@strapi/strapi').createStrapi({ appDir: __dirname, distDir: __dirname }).start()\n`,
  'public/uploads/.gitkeep': '',
})

const documentId = (at: number): string => `bench${String(at).padStart(19, '0')}`

async function start(folder: string, tasks: PeerTasks): Promise<PeerServer> {
  await installPackages(folder, [`@strapi/strapi@${strapi.version}`, ...packages], [])
  const port = await freePort()
  for (const [path, text] of Object.entries(projectFiles(folder, port))) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const environment = {
    NODE_ENV: 'production',
    STRAPI_TELEMETRY_DISABLED: 'true',
    STRAPI_DISABLE_UPDATE_NOTIFICATION: 'true',
  }
  const run = { cwd: folder, ready: '/_health' }
  const first = await startProgram(['start.js'], port, environment, run)
  await first.stop()
  const now = Date.UTC(2026, 0, 5)
  insertTasks(join(folder, 'data.db'), 'tasks', tasks, (at) => ({
    ...{ id: at + 1, document_id: documentId(at), created_at: now, updated_at: now, published_at: now },
  }))
  const headers = { Authorization: `Bearer ${readFileSync(join(folder, 'token'), 'utf8')}` }
  const server = await startProgram(['start.js'], port, environment, run)
  const get = (path: string) => ({ method: 'GET', path, headers })
  const page = (at: number): string => `/api/tasks?pagination[start]=${10 * at}&pagination[limit]=10`
  return {
    server,
    requests: {
      'by id': samplePositions(tasks).map((at) => get(`/api/tasks/${documentId(at)}`)),
      list: Array.from({ length: 100 }, (_, at) => get(page(at))),
      create: tasks.created.map((task) => ({
        method: 'POST',
        path: '/api/tasks',
        headers,
        body: JSON.stringify({ data: task }),
      })),
    },
  }
}

export const strapi: Peer = { name: 'Strapi', version: '5.53.0', start }
