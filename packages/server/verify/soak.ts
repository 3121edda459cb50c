// A server under a mixed load of all roles for an hour: its memory is measured every minute and shown as a plot. It
// fails if the last third of the time needs more than the second. Speed is not measured.
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { memoryOf } from '../bench/processes.ts'
import { Random } from '../test/fixture/random.ts'
import { type LoadedCompany, startLoadedCompany } from './loaded-company.ts'
import { ValidWrites } from './valid-writes.ts'
import type { VerifyRun } from './verify-run.ts'

const readers = 6
const writers = 2
const maxGrowth = 1.05
const plotWidth = 60

const readPaths = [
  '/task/?limit=20&sortfield=datedue',
  '/task/?overdue=t&limit=50',
  '/project/?active=t',
  '/time/?limit=100',
  '/me/',
  '/client/?limit=20',
  '/invoice/?limit=10',
  '/milestone/?limit=20',
  '/search/?q=plan',
  '/document/?limit=10',
]

class SoakLoad {
  requests = 0
  isOver = false
  readonly #company: LoadedCompany

  constructor(company: LoadedCompany) {
    this.#company = company
  }

  async read(random: Random): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (!this.isOver) {
      const accept = random.pick(['application/json', 'application/xml'])
      const path = random.pick(readPaths)
      const { status, text } = await this.#company.server.request(path, {
        token: random.pick(this.#company.tokens),
        headers: { accept },
        agent,
      })
      if (status >= 500) throw new Error(`${path}: ${text}`)
      this.requests++
      // Not as fast as possible: an hour at full load says less about an hour in an office.
      await sleep(random.below(20))
    }
    agent.destroy()
  }

  async write(random: Random): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const writes = new ValidWrites(random, this.#company.parents)
    while (!this.isOver) {
      const write = writes.next()
      const { server, administrator: token } = this.#company
      writes.note(write, await server.request(write.path, { ...write, token, agent }))
      this.requests++
      await sleep(random.below(20))
    }
    agent.destroy()
  }
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

interface Sample {
  readonly minute: number
  readonly rss: number
  readonly heap: number
}

/** The heap of the server from its metrics, in megabytes. */
async function heapOf(url: string): Promise<number> {
  const text = await (await fetch(url)).text()
  return Number(/^nodejs_heap_used_bytes(?:\{[^}]*\})? (\S+)/m.exec(text)?.[1] ?? 0) / 2 ** 20
}

/** Caches are filled in the first third, so it is not compared: the page cache of SQLite alone takes 20 minutes. */
function checkGrowth(samples: readonly Sample[]): string {
  const third = Math.ceil(samples.length / 3)
  const meanOf = (from: number, to?: number): number => mean(samples.slice(from, to).map(({ rss }) => rss))
  const growth = meanOf(2 * third) / meanOf(third, 2 * third)
  const text = `the last third needs ${((growth - 1) * 100).toFixed(1)} % more memory than the one before`
  if (!(growth <= maxGrowth)) throw new Error(text)
  return text
}

export async function soak(run: VerifyRun): Promise<string> {
  const minutes = run.numberOf('minutes', 60)
  const company = await startLoadedCompany(run, { STINT_METRICS_PORT: '0' })
  const { server } = company
  const metrics = /^Metrics are at (\S+)$/m.exec(server.process.stdout)?.[1] ?? ''
  const load = new SoakLoad(company)
  const random = (at: number): Random => new Random(run.seed * 1000 + at)
  const work = [
    ...Array.from({ length: readers }, (_, at) => load.read(random(at))),
    ...Array.from({ length: writers }, (_, at) => load.write(random(readers + at))),
  ]
  const failed = Promise.all(work).then(() => undefined)
  const samples: Sample[] = []
  // Ten samples at least, so that a short run can be compared too.
  const pause = Math.min(60, minutes * 6) * 1000
  for (let waited = pause; waited <= minutes * 60_000; waited += pause) {
    await Promise.race([sleep(pause), failed])
    const sample = { minute: waited / 60_000, rss: memoryOf(server.process.pid).rss, heap: await heapOf(metrics) }
    samples.push(sample)
    const bar = '#'.repeat(Math.min(plotWidth, Math.round(sample.rss / 10)))
    run.log(
      `${sample.minute.toFixed(1).padStart(5)} min ${sample.rss.toFixed(0).padStart(4)} MB, heap ${sample.heap.toFixed(0).padStart(4)} MB ${bar}`,
    )
  }
  load.isOver = true
  await failed
  return `${minutes} minutes, ${load.requests} requests; ${checkGrowth(samples)}`
}
