// Builds the image of the Dockerfile and runs it as docs/deploy.md does: first start, health, sign-in, a record, `stint
// doctor`, SIGTERM, and a second start that has the record. Needs root on Debian. The base image is kept for the next
// run. Run: npm run image:check [FOLDER]
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { provideBase } from './image-base.ts'
import { ImageStore } from './image-store.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const image = 'localhost/stint:checked'
const container = `stint-check-${process.pid}`
const authorities = '/etc/ssl/certs'

const store = new ImageStore(process.argv[2] ?? join(tmpdir(), 'stint-image-check'))
const say = (line: string): void => console.log(line)

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0))
    })
  })

interface Reply {
  readonly status: number
  readonly cookies: readonly string[]
  readonly text: string
}

/** The certificate is not verified: the server has made it itself, and the request does not leave the machine. */
function send(port: number, path: string, headers: Record<string, string> = {}, body?: object): Promise<Reply> {
  const usual = { accept: 'application/json', ...(body && { 'content-type': 'application/json' }), ...headers }
  const method = body === undefined ? 'GET' : 'POST'
  const options = { host: '127.0.0.1', port, path, method, headers: usual, agent: false, rejectUnauthorized: false }
  return new Promise((resolve, reject) => {
    const sent = request(options, async (response) => {
      const text = (await response.setEncoding('utf8').toArray()).join('')
      resolve({ status: response.statusCode ?? 0, cookies: response.headers['set-cookie'] ?? [], text })
    })
    sent.on('error', reject)
    sent.end(body && JSON.stringify(body))
  })
}

/** Waits until the log has this many banners, and returns the log. */
async function waitForBanner(count: number): Promise<string> {
  for (;;) {
    const log = store.podman('logs', container)
    if (log.split('Stint is ready at').length > count) return log
    const state = store.podman('inspect', '--format', '{{.State.Status}}', container)
    assert.equal(state, 'running', log)
    await sleep(500)
  }
}

function build(): void {
  const [, base = ''] = /^ARG NODE_IMAGE=(\S+)$/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8')) ?? []
  const name = `docker.io/library/${base}`
  say(`Base image ${base}: ${provideBase(store, name)}, ${store.megabytes(name)} MB`)
  const certificates = ['--volume', `${authorities}:${authorities}:ro`]
  // Without a registry the builder must not ask one; in a container it may create no namespaces.
  const options = [
    '--pull-never',
    '--layers',
    '--isolation',
    'chroot',
    '--format',
    'docker',
    '--quiet',
    ...certificates,
  ]
  store.buildah('build', ...options, '--tag', image, root)
  say(`The image of Stint: ${store.megabytes(image)} MB with the base`)
}

/** Everything that docs/deploy.md says about a container, and limits that a process without privileges may set. */
function start(port: number): void {
  const hardened = [
    '--read-only',
    '--tmpfs',
    '/tmp',
    '--init',
    '--cap-drop',
    'ALL',
    '--security-opt',
    'no-new-privileges',
  ]
  const limits = ['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=1024:1024']
  // Podman runs health checks with systemd, which containers have not; the check is run below.
  const place = [
    '--network',
    'host',
    '--no-healthcheck',
    '--env',
    `STINT_PORT=${port}`,
    '--volume',
    `${container}:/data`,
  ]
  store.podman('run', '--detach', '--name', container, ...hardened, ...limits, ...place, image)
}

function stop(): void {
  store.podman('stop', '--time', '15', container)
  assert.equal(store.podman('inspect', '--format', '{{.State.ExitCode}}', container), '0')
}

async function firstRun(port: number): Promise<string> {
  const log = await waitForBanner(1)
  const shown = (name: string): string => new RegExp(`^ {2}${name} +(.+)$`, 'm').exec(log)?.[1] ?? ''
  for (const path of ['/healthz', '/readyz']) assert.equal((await send(port, path)).status, 200)
  const page = await send(port, '/app/', { accept: 'text/html' })
  assert.match(page.text, /<script type="module"/)
  const login = { username: shown('Username'), password: shown('Password') }
  const session = await send(port, '/app/session', { 'x-stint-app': '1', 'sec-fetch-site': 'same-origin' }, login)
  assert.ok(session.status < 300 && session.cookies.length > 0, session.text)
  const authorization = `Basic ${Buffer.from(`${shown('API token')}:X`).toString('base64')}`
  const created = await send(
    port,
    '/client/',
    { authorization },
    { name: 'Kept in the volume', datecreated: '2026-01-05' },
  )
  assert.equal(created.status, 201, created.text)
  const inspected = store.podman('image', 'inspect', '--format', '{{json .HealthCheck.Test}}', image)
  const [, ...health] = JSON.parse(inspected) as string[]
  store.podman('exec', container, ...health)
  assert.throws(() => store.podman('exec', container, 'touch', '/app/file'), /Read-only/)
  assert.equal(store.podman('exec', container, 'id', '-un'), 'node')
  assert.match(store.podman('exec', container, 'node', 'packages/server/bin/stint.js', 'doctor'), /All is well/)
  return authorization
}

build()
const port = await freePort()
try {
  start(port)
  const authorization = await firstRun(port)
  say('First start, health, sign-in, a record and `stint doctor`: as expected')
  stop()
  say('SIGTERM: ended with 0')
  store.podman('start', container)
  await waitForBanner(2)
  assert.match((await send(port, '/client/', { authorization })).text, /Kept in the volume/)
  stop()
  say('Second start: the record is there')
} finally {
  store.podman('rm', '--force', '--volumes', container)
  store.podman('volume', 'rm', '--force', container)
}
