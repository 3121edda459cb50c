// A new clone of the repository: `npm start` and `npm test` work with the Node of the machine, and so do the commands
// of the README's first hour. The copy has only files that are or would be committed, so a missing file is noticed.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { request } from 'node:https'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { diskFolder } from '../../../../scripts/test-folder.ts'
import { basicAuth } from '../fixture/request-parts.ts'
import { testInstant } from '../fixture/test-clock.ts'
import { StintProcess, type StintServer, TestProcesses } from './stint-process.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const processes = new TestProcesses()
const parentFolder = processes.newFolder(diskFolder)
const cloneFolder = join(parentFolder, 'stint')
const data = join(processes.newFolder(), 'data')
const startedProcesses: StintProcess[] = []

before(() => {
  // Run by root, PostgreSQL is started as another user, who must be able to reach its binaries in the copy.
  mkdirSync(cloneFolder)
  for (const folder of [parentFolder, cloneFolder]) chmodSync(folder, 0o755)
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  for (const file of String(listed).split('\0')) {
    if (file === '' || !existsSync(join(root, file))) continue
    mkdirSync(dirname(join(cloneFolder, file)), { recursive: true })
    copyFileSync(join(root, file), join(cloneFolder, file))
  }
})

// npm, its shell and the server are one process group, which is killed at the end of the tests.
after(() => {
  for (const { pid } of startedProcesses) {
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // The whole group has already ended, as expected.
    }
  }
})

function npm(...args: string[]): StintProcess {
  const env = { STINT_DATA: data, STINT_PORT: '0', ...(args[0] === 'test' ? {} : { STINT_LOG: 'warn' }) }
  const running = new StintProcess({ program: ['npm', ...args], cwd: cloneFolder, env, ownGroup: true })
  startedProcesses.push(running)
  return running
}

const statusOfMe = (server: StintServer, token: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const ca = readFileSync(join(data, 'cert.pem'))
    const headers = { authorization: basicAuth(token), accept: 'application/json' }
    const asking = request(new URL('/me/', server.url), { ca, headers, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    asking.once('error', reject)
    asking.end()
  })

test('`npm start` in a fresh copy installs, serves over TLS with the printed token, and ends with 0', async () => {
  assert.ok(!existsSync(join(cloneFolder, 'node_modules')), 'the copy has installed packages')
  const first = npm('start')
  const server = await processes.waitUntilReady(first, data)
  assert.match(server.url, /^https:\/\/127\.0\.0\.1:\d+\/$/)
  assert.equal(server.banner.Data, data)
  assert.equal(await statusOfMe(server, server.token), 200)
  assert.match(first.stderr, /^Building the web application \(first start/m)
  const page = await server.request('/app/', { headers: { accept: 'text/html' } })
  assert.match(page.text, /<script type="module"[^>]* src="\/app\/assets\//)
  const ending = await first.stop('SIGTERM')
  assert.deepEqual([ending.code, ending.signal], [0, null], ending.stderr)

  const second = npm('start')
  const again = await processes.waitUntilReady(second, data)
  assert.deepEqual(again.banner, {})
  for (const secret of [server.token, server.banner.Password ?? '']) assert.ok(!second.stdout.includes(secret))
  assert.equal(await statusOfMe(again, server.token), 200)
  assert.doesNotMatch(second.stderr, /Installing|Building/, 'the second start installs or builds again')
  // Ctrl-C reaches the whole group at once, and npm sends it a second time to its children.
  process.kill(-second.pid, 'SIGINT')
  const stopped = await second.finished
  assert.equal(stopped.code, 0, stopped.stderr)
})

/** The commands of a section of the README, block by block, on the day of the server instead of the machine's. */
function blocksOf(heading: string): string[] {
  const text = readFileSync(join(cloneFolder, 'README.md'), 'utf8')
  const from = text.indexOf(`\n## ${heading}\n`)
  assert.ok(from !== -1, heading)
  const section = text.slice(from + 4).split('\n## ', 1)[0] ?? ''
  return [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) =>
    block.replaceAll('$(date +%F)', testInstant.slice(0, 10)),
  )
}

test('the first hour of the README works as written: time by curl, an SDK script, a restored backup', async () => {
  const blocks = blocksOf('The first hour')
  for (const block of blocks) assert.doesNotMatch(block, /\bdate [+-]/, 'a command reads the date of the machine')
  const [demo = '', log = '', script = '', copies = '', start = '', look = ''] = blocks
  const shell = (text: string): StintProcess => {
    const env = { STINT_LOG: 'warn', ...(text.includes('STINT_PORT') ? {} : { STINT_PORT: '0' }) }
    const running = new StintProcess({
      program: ['bash', '-euo', 'pipefail', '-c', text],
      cwd: cloneFolder,
      env,
      ownGroup: true,
    })
    startedProcesses.push(running)
    return running
  }
  const done = async (text: string): Promise<string> => {
    const { code, stdout, stderr } = await shell(text).finished
    assert.equal(code, 0, `${text}\n${stdout}\n${stderr}`)
    return stdout
  }
  const first = await processes.waitUntilReady(shell(demo), join(cloneFolder, 'data'))
  const at = (text: string): string => text.replaceAll('8443', String(first.port))
  const once = await done(at(log))
  assert.match(once, /"code":201,"time":\{.*"time":"1\.5"/)
  assert.equal(await done(at(log)), once, 'the repeated request created another entry')
  // In one shell, as a reader types them: the first block changes the folder and must return.
  assert.match(await done(`${at(script)}${copies}`), /\n\d{4}-\d{2}-\d{2} \S/)
  const second = await processes.waitUntilReady(
    shell(start.replace('STINT_PORT=8444', 'STINT_PORT=0')),
    join(cloneFolder, 'restored'),
  )
  assert.match(await done(look.replaceAll('8444', String(second.port))), /"listcount":[1-9]\d*,.*"time":"1\.5"/)
})

test('`npm test` in the fresh copy uses its own PostgreSQL and ends with the counts', async () => {
  const ending = await npm('test', '--', 'kit/decimal').finished
  assert.equal(ending.code, 0, ending.stdout + ending.stderr)
  assert.match(ending.stdout, /PostgreSQL \d+/)
  assert.match(ending.stdout, /\n[1-9]\d* passed, 0 failed\n$/)
})

test('.ci/run is executable and runs both suites', () => {
  const script = join(cloneFolder, '.ci/run')
  assert.match(readFileSync(script, 'utf8'), /^npm test\n(exec )?npm run test:long$/m)
  assert.equal(statSync(script).mode & 0o111, 0o111)
})
