// A TCP proxy that breaks connections at random: it delays, cuts, resets, truncates, and stops forwarding while both
// sides stay connected, as a network does that loses everything. It does not know the protocol.
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import type { Random } from '../test/fixture/random.ts'

const kinds = ['delay', 'delay', 'cut', 'reset', 'truncate', 'stop'] as const
export type FaultKind = (typeof kinds)[number]

const maxDelayMs = 300

export class FaultProxy {
  readonly counts = new Map<FaultKind, number>()
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #pairs = new Set<{ isStopped: boolean }>()
  readonly #random: Random
  readonly #chunksPerFault: number
  #isCalm = false

  constructor(target: URL, random: Random, chunksPerFault: number) {
    this.#random = random
    this.#chunksPerFault = chunksPerFault
    this.#server = createServer((client) => this.#join(client, connect(Number(target.port), target.hostname)))
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return (this.#server.address() as AddressInfo).port
  }

  /** No more faults. What is stopped stays stopped. */
  calm(): void {
    this.#isCalm = true
  }

  /** Forwards nothing more on the connections that exist. */
  stopAll(): void {
    for (const pair of this.#pairs) pair.isStopped = true
  }

  close(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  #join(client: Socket, database: Socket): void {
    const pair = { isStopped: false }
    this.#pairs.add(pair)
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      this.#sockets.add(from)
      from.on('data', (chunk: Buffer) => this.#forward(chunk, from, to, pair))
      from.on('error', () => undefined)
      from.on('close', () => {
        this.#sockets.delete(from)
        this.#pairs.delete(pair)
        // The other side of a stopped connection learns nothing.
        if (!pair.isStopped) to.destroy()
      })
    }
  }

  #forward(chunk: Buffer, from: Socket, to: Socket, pair: { isStopped: boolean }): void {
    if (pair.isStopped) return
    if (this.#isCalm || this.#random.below(this.#chunksPerFault) > 0) {
      to.write(chunk)
      return
    }
    const kind = this.#random.pick(kinds)
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1)
    if (kind === 'stop') pair.isStopped = true
    else if (kind === 'delay') this.#delay(chunk, from, to)
    else if (kind === 'reset') for (const socket of [from, to]) socket.resetAndDestroy()
    else {
      if (kind === 'truncate') to.write(chunk.subarray(0, Math.ceil(chunk.length / 2)))
      for (const socket of [from, to]) socket.destroySoon()
    }
  }

  /** Later chunks of this direction wait too. */
  #delay(chunk: Buffer, from: Socket, to: Socket): void {
    from.pause()
    setTimeout(() => {
      to.write(chunk)
      from.resume()
    }, this.#random.below(maxDelayMs))
  }
}
