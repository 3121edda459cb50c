// Measures one server under load, or two in alternating rounds: requests a second, latency, and the CPU time of every
// process that took part. It does not know what is requested.
import type { BenchRequest } from './load-generator.ts'
import { cpuOf, cpuOfMachine, LoadGenerator, type RunningServer } from './processes.ts'
import type { Measurement } from './report.ts'

export interface Load {
  readonly requests: readonly BenchRequest[]
  readonly connections: number
  /** Responses before the first round is measured; a tenth of it before the other rounds. */
  readonly warmupAnswers: number
}

export interface LoadedServer {
  readonly server: RunningServer
  readonly load: Load
}

export interface Pace {
  readonly rounds: number
  readonly measureMs: number
  /** For `Authorization`. */
  readonly token: string
}

const warmupMs = 200

export class Meter {
  readonly generator = new LoadGenerator()
  readonly #pace: Pace

  constructor(pace: Pace) {
    this.#pace = pace
  }

  stop(): void {
    this.generator.stop()
  }

  async measureAll(measured: LoadedServer): Promise<Measurement[]> {
    const results: Measurement[] = []
    for (let round = 0; round < this.#pace.rounds; round++) results.push(await this.measure(measured, round))
    return results
  }

  /** Alternating rounds: what else the machine does affects both alike. */
  async measureInTurn(a: LoadedServer, b: LoadedServer): Promise<[Measurement[], Measurement[]]> {
    const results: [Measurement[], Measurement[]] = [[], []]
    for (let round = 0; round < this.#pace.rounds; round++) {
      results[0].push(await this.measure(a, round))
      results[1].push(await this.measure(b, round))
    }
    return results
  }

  async measure({ server, load }: LoadedServer, round: number): Promise<Measurement> {
    const readCpu = () => ({
      machine: cpuOfMachine(),
      bench: cpuOf(process.pid),
      client: cpuOf(this.generator.pid),
      server: cpuOf(server.pid),
    })
    let before = readCpu()
    let began = 0
    const { requests, connections, warmupAnswers } = load
    const order = {
      ...{ port: server.port, token: this.#pace.token, requests, connections, warmupMs },
      warmupAnswers: round === 0 ? warmupAnswers : warmupAnswers / 10,
      measureMs: this.#pace.measureMs,
    }
    const { answered, seconds, p50, p99, failed, firstFailure } = await this.generator.run(order, () => {
      before = readCpu()
      began = performance.now()
    })
    const elapsed = (performance.now() - began) / 1000
    const after = readCpu()
    if (failed > 0) throw new Error(`${failed} requests failed, the first with: ${firstFailure}`)
    const all = after.machine.all - before.machine.all
    const own = after.machine.own - before.machine.own
    const client = after.client - before.client
    return {
      perSecond: answered / seconds,
      p50,
      p99,
      cpu: ((own - client - (after.bench - before.bench)) / answered) * 1e6,
      serverCpu: ((after.server - before.server) / answered) * 1e6,
      client: client / elapsed,
      others: Math.max(0, (all - own) / elapsed),
    }
  }
}
