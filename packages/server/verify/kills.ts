// Kills of a server and of commands: in every round a server accepts writes while a command runs (export, import,
// rekey, move, a migration, or none and two workers), and one of the two is killed. Afterwards the server starts again
// and has every acknowledged write, and the command succeeds when it is repeated. Mails and webhooks have tests of
// their own.
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runStint, runToSuccess } from '../test/backup/run-command.ts'
import { newDurableDatabase } from '../test/fixture/database-servers.ts'
import { Random } from '../test/fixture/random.ts'
import type { Json, JsonObject } from '../test/fixture/request-parts.ts'
import type { StintProcess, StintServer } from '../test/process/stint-process.ts'
import { releasedKey, releasedSnapshots } from '../test/released/snapshot.ts'
import type { VerifyRun } from './verify-run.ts'

const actions = ['workers', 'export', 'import', 'rekey', 'move', 'migrate'] as const
type Action = (typeof actions)[number]

const writers = 4
const maxDelayMs = 1500
const secureText = 'The code is 4711'
const newKey = (): string => randomBytes(32).toString('base64')

interface Site {
  readonly data: string
  readonly place: Readonly<Record<string, string>>
  readonly token: string
  readonly note: string
  /** A complete export, for the imports. */
  readonly exported: string
}

/** Kills a server and its workers at once. */
function killAll({ pid, child }: StintProcess): void {
  const workers = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  child.kill('SIGKILL')
  for (const worker of workers.filter((one) => one !== '')) process.kill(Number(worker), 'SIGKILL')
}

class KillRounds {
  readonly counts = new Map<string, number>()
  readonly acknowledged = new Set<string>()
  #sent = 0
  #keys: string[]
  readonly #run: VerifyRun
  readonly #random: Random
  readonly #site: Site

  constructor(run: VerifyRun, site: Site, key: string) {
    this.#run = run
    this.#random = new Random(run.seed)
    this.#site = site
    this.#keys = [key]
  }

  async round(action: Action): Promise<void> {
    if (action === 'migrate') return this.#killMigration()
    if (action === 'rekey') this.#keys = [newKey(), ...this.#keys]
    const server = await this.serve(action === 'workers' ? 2 : 1)
    const target = join(this.#run.processes.newFolder(), 'target')
    const load = Promise.all(Array.from({ length: writers }, () => this.#write(server)))
    const command = await this.#commandFor(action, target)
    const running =
      command === undefined ? undefined : this.#run.processes.run({ args: command, env: this.#environment(action) })
    await sleep(this.#random.below(maxDelayMs))
    const isServer = running === undefined || this.#random.below(2) === 0
    if (isServer) killAll(server.process)
    else running.child.kill('SIGKILL')
    const result = await running?.finished
    if (!isServer) killAll(server.process)
    await Promise.all([load, server.process.finished])
    this.#count(`${action}: ${isServer ? 'server' : result?.signal === 'SIGKILL' ? 'command' : 'command had ended'}`)
    if (command !== undefined) await this.#repeat(action, command, target, result?.code === 0)
  }

  /** Every acknowledged write is there once, and the secure note can be read. */
  async check(): Promise<void> {
    const server = await this.serve(1)
    const { token, note } = this.#site
    const { json } = await server.request('/client/?limit=0', { token })
    const names = (json.client as JsonObject[]).map(({ name }) => String(name))
    const stored = new Set(names)
    if (stored.size !== names.length) throw new Error('a client is stored twice')
    for (const name of this.acknowledged) if (!stored.has(name)) throw new Error(`${name} was acknowledged and is lost`)
    const { text } = await server.request(note, { token })
    if (!text.includes(secureText)) throw new Error(`the secure note cannot be read: ${text}`)
    const { code } = await server.process.stop()
    if (code !== 0) throw new Error(`the server ended with code ${code}`)
  }

  serve(workers: number): Promise<StintServer> {
    const env = { ...this.#environment(), STINT_WORKERS: String(workers), STINT_LOG: 'fatal' }
    return this.#run.processes.serve(this.#site.data, env)
  }

  /** A move begins with a copy on SQLite. */
  #environment(action?: Action): Record<string, string> {
    return { ...(action === 'move' ? {} : this.#site.place), STINT_SECRET_KEY: this.#keys.join(',') }
  }

  async #write(server: StintServer): Promise<void> {
    for (;;) {
      const name = `client ${++this.#sent}`
      const body = { name, datecreated: '2026-03-01' }
      const reply = await server
        .request('/client/', { method: 'POST', token: this.#site.token, body })
        .catch(() => undefined)
      if (reply === undefined) return
      if (reply.status === 201) this.acknowledged.add(name)
      else if (reply.status < 500) throw new Error(`${name} was rejected: ${reply.text}`)
      // Otherwise the copies of the last rounds would take minutes.
      await sleep(this.#random.below(400))
    }
  }

  async #commandFor(action: Action, target: string): Promise<string[] | undefined> {
    const { data, exported } = this.#site
    switch (action) {
      case 'export':
        return ['export', '--data', data, '--account', '1', '--to', target]
      case 'import':
        return ['import', '--from', exported, '--data', data]
      case 'rekey':
        return ['rekey', '--data', data]
      case 'move':
        return this.#moveOfCopy(target)
      default:
        return undefined
    }
  }

  /** A copy from a backup is moved, because a server uses the original. */
  async #moveOfCopy(target: string): Promise<string[]> {
    const backup = `${target}.stint`
    await runToSuccess(this.#run.processes, ['backup', '--data', this.#site.data, '--to', backup], this.#environment())
    await runToSuccess(this.#run.processes, ['restore', '--from', backup, '--data', target], this.#environment('move'))
    return ['move', '--data', target, '--to', await newDurableDatabase()]
  }

  /** The command succeeds now. */
  async #repeat(action: Action, command: string[], target: string, hadSucceeded: boolean): Promise<void> {
    if (action === 'export' && !hadSucceeded && existsSync(target)) throw new Error('half an export looks complete')
    if (!hadSucceeded) {
      // The command asks the operator to remove this.
      rmSync(`${target}.unfinished`, { recursive: true, force: true })
      const { code, stderr } = await runStint(this.#run.processes, command, this.#environment(action))
      if (code !== 0) throw new Error(`${command.join(' ')} fails after a kill: ${stderr}`)
    }
    // The old keys are not needed any more.
    if (action === 'rekey') this.#keys = this.#keys.slice(0, 1)
  }

  /** The server of today starts on the oldest schema, is killed meanwhile, and starts again. */
  async #killMigration(): Promise<void> {
    const data = this.#run.processes.newFolder()
    releasedSnapshots()[0]?.unpack(data)
    const env = {
      STINT_DATA: data,
      STINT_PORT: '0',
      STINT_TLS: 'off',
      STINT_SECRET_KEY: releasedKey.toString('base64'),
    }
    const starting = this.#run.processes.run({ args: ['serve'], env })
    await sleep(this.#random.below(2 * maxDelayMs))
    await starting.stop('SIGKILL')
    this.#count(`migrate: ${starting.stdout.includes('Stint is ready') ? 'server' : 'during the start'}`)
    const server = await this.#run.processes.serve(data, env)
    if ((await server.process.stop()).code !== 0) throw new Error('the migrated server does not stop')
  }

  #count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1)
  }
}

async function createSite(run: VerifyRun, key: string): Promise<Site> {
  const data = run.processes.newFolder()
  const place: Record<string, string> =
    run.database === 'postgres' ? { STINT_DATABASE_URL: await newDurableDatabase() } : {}
  const env = { ...place, STINT_SECRET_KEY: key }
  const server = await run.processes.serve(data, env)
  const { token } = server
  const post = async (kind: string, body: JsonObject): Promise<Json> => {
    const { status, json, text } = await server.request(`/${kind}/`, { method: 'POST', token, body })
    if (status !== 201) throw new Error(`no ${kind}: ${text}`)
    return (json[kind] as JsonObject).id ?? null
  }
  const projectid = await post('project', { name: 'Project', datestart: '2026-01-01' })
  const id = await post('projectnote', { projectid, title: 'Safe', note: secureText, secure: 't' })
  const exported = join(run.processes.newFolder(), 'exported')
  await runToSuccess(run.processes, ['export', '--data', data, '--account', '1', '--to', exported], env)
  await server.process.stop()
  return { data, place, token, note: `/projectnote/${id}/`, exported }
}

export async function kills(run: VerifyRun): Promise<string> {
  const total = run.numberOf('kills', run.database === 'postgres' ? 300 : 1000)
  const key = newKey()
  const rounds = new KillRounds(run, await createSite(run, key), key)
  for (let round = 0; round < total; round++) {
    const action = actions[round % actions.length] ?? 'workers'
    await rounds.round(action).catch((error: unknown) => {
      throw new Error(`round ${round + 1}, ${action}: ${String(error)}`, { cause: error })
    })
    if (round % actions.length === actions.length - 1) await rounds.check()
    if ((round + 1) % 50 === 0) run.log(`${round + 1} of ${total} kills, ${rounds.acknowledged.size} writes`)
  }
  await rounds.check()
  const counts = [...rounds.counts].sort().map(([what, count]) => `${what} ${count}`)
  return `${total} kills on ${run.database}, ${rounds.acknowledged.size} acknowledged writes are there; ${counts.join(', ')}`
}
