// The server ends within its time limit, and keeps answering until then, whatever happens to the reader of its output:
// gone, gone together with the signal, or there but not reading. The output is a named pipe whose other end the test
// holds. No test measures time: a server that does not end fails by the time limit of its test.
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { LogOutput } from '../../src/main/log-output.ts'
import { clockSetting } from '../fixture/test-clock.ts'
import { stintSource, TestProcesses } from './stint-process.ts'

const processes = new TestProcesses()
const limit = { timeout: 60_000 }
const launcher = fileURLToPath(new URL('../../../../scripts/run.mjs', import.meta.url))
/** With an option of Node before the program the launcher does not build the web application. */
const launch = [launcher, '--disable-warning=ExperimentalWarning', stintSource]

/** The process groups that the tests started. Those that are left are ended. */
const groups: number[] = []
after(() => {
  for (const group of groups) if (isRunning(-group)) process.kill(-group, 'SIGKILL')
})

/** The test's end of a named pipe. */
class Reader {
  readonly #fd: number
  text = ''

  constructor(path: string) {
    this.#fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  }

  async waitFor(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this.text)
      if (match !== null) return match
      await this.readSome()
    }
  }

  async readSome(): Promise<void> {
    const chunk = Buffer.alloc(65_536)
    try {
      this.text += chunk.toString('utf8', 0, readSync(this.#fd, chunk))
    } catch {
      // Nothing has been written yet.
    }
    await sleep(5)
  }

  close(): void {
    closeSync(this.#fd)
  }
}

interface Started {
  readonly child: ChildProcess
  readonly ended: Promise<unknown[]>
  readonly reader: Reader
  request(): Promise<number>
}

function newPipe(): string {
  const path = join(processes.newFolder(), 'output')
  execFileSync('mkfifo', [path])
  return path
}

/** Standard output and standard error are the same pipe, as with `npm start 2>&1 | tee log`. */
async function start(program: readonly string[] = [stintSource]): Promise<Started> {
  const data = processes.newFolder()
  const pipe = newPipe()
  const reader = new Reader(pipe)
  const output = openSync(pipe, 'w')
  const settings = { STINT_DATA: data, STINT_PORT: '0', STINT_TLS: 'off', STINT_LOG: 'info' }
  const child = spawn(process.execPath, [...program, 'serve'], {
    stdio: ['ignore', output, output],
    env: { PATH: process.env.PATH ?? '', ...clockSetting(), ...settings },
    detached: true,
  })
  closeSync(output)
  groups.push(Number(child.pid))
  const ended = once(child, 'exit')
  const [, url = ''] = await reader.waitFor(/^Stint is ready at (\S+)$/m)
  const request = async (): Promise<number> => {
    const reply = await fetch(new URL('/me/', url), { headers: { connection: 'close' } })
    await reply.text()
    return reply.status
  }
  return { child, ended, reader, request }
}

test('T-105: a server whose reader goes at the same time as the signal ends', limit, async () => {
  const { child, ended, reader, request } = await start()
  assert.equal(await request(), 401)
  reader.close()
  child.kill('SIGINT')
  assert.deepEqual(await ended, [0, null])
})

test('a server whose reader is gone goes on answering, and ends', limit, async () => {
  const { child, ended, reader, request } = await start()
  reader.close()
  for (let count = 0; count < 50; count++) assert.equal(await request(), 401)
  await sleep(300)
  assert.equal(await request(), 401)
  child.kill('SIGTERM')
  assert.deepEqual(await ended, [0, null])
})

test('a server whose output nobody reads goes on answering, and ends', limit, async () => {
  const { child, ended, reader, request } = await start()
  // A pipe holds 64 KB; a line of the log has more than 100 bytes.
  for (let count = 0; count < 20; count++) await Promise.all(Array.from({ length: 50 }, request))
  await sleep(300)
  assert.equal(await request(), 401)
  child.kill('SIGTERM')
  assert.deepEqual(await ended, [0, null])
  reader.close()
})

test('lines for which there is no room are dropped and counted, and the others arrive whole', limit, async () => {
  const pipe = newPipe()
  const reader = new Reader(pipe)
  const fd = openSync(pipe, 'w')
  const lost: number[] = []
  const output = new LogOutput((lines) => lost.push(lines), fd)
  const line = `${'x'.repeat(999)}\n`
  for (let count = 0; count < 2000; count++) output.write(line)
  assert.deepEqual(lost, [])
  while (lost.length === 0) await reader.readSome()
  output.write('the last line\n')
  output.end()
  await reader.waitFor(/the last line\n$/)
  const arrived = reader.text.split(line).length - 1
  assert.equal(reader.text, `${line.repeat(arrived)}the last line\n`)
  assert.deepEqual(lost, [2000 - arrived])
  reader.close()
  closeSync(fd)
})

test('npm start | tee log: server and launcher end at Ctrl-C, which ends the reader too', limit, async () => {
  const { child, ended, reader, request } = await start(launch)
  assert.equal(await request(), 401)
  reader.close()
  process.kill(-Number(child.pid), 'SIGINT')
  assert.deepEqual(await ended, [0, null])
  await assert.rejects(request())
})

test('a server whose launcher was killed ends at a signal, also if its reader is gone', limit, async () => {
  const { child, ended, reader, request } = await start(launch)
  assert.equal(await request(), 401)
  const [, pid = ''] = await reader.waitFor(/"pid":(\d+)/)
  child.kill('SIGKILL')
  await ended
  assert.equal(await request(), 401)
  reader.close()
  process.kill(Number(pid), 'SIGTERM')
  while (isRunning(Number(pid))) await sleep(20)
})

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
