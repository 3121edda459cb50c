// Servers behind HAProxy, with the configuration of deploy/three-servers, and clients that write through it without
// retries of their own. HAProxy is Debian's package. It does not decide which servers run or when they end.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { requireDebianProgram } from '../../../../scripts/debian.ts'
import { freePort, waitForPort } from '../fixture/ports.ts'
import { basicAuth } from '../fixture/request-parts.ts'

const configuration = new URL('../../../../deploy/three-servers/haproxy.cfg', import.meta.url)

/** Pauses of a writer between two requests: servers that are killed shall have requests, and not be overloaded. */
const pauseMs = 20

interface Reply {
  readonly status: number
  readonly replayed: boolean
  readonly text: string
}

/** Starts HAProxy in front of the ports of three servers, without TLS. */
export async function startProxy(ports: readonly number[], folder: string): Promise<ServersBehindProxy> {
  const program = requireDebianProgram('/usr/sbin/haproxy', 'haproxy')
  const port = await freePort()
  const text = readFileSync(configuration, 'utf8')
    .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
    .replace(/stint(\d):8443/g, (_, number) => `127.0.0.1:${ports[Number(number) - 1]}`)
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, text)
  const running = spawn(program, ['-f', file], { stdio: 'ignore' })
  await waitForPort(port)
  return new ServersBehindProxy(port, running)
}

export class ServersBehindProxy {
  readonly #port: number
  readonly #proxy: ChildProcess
  readonly #names: string[] = []
  #replayed = 0
  #longest = 0

  constructor(port: number, proxy: ChildProcess) {
    this.#port = port
    this.#proxy = proxy
  }

  stop(): void {
    this.#proxy.kill()
  }

  /** A request that is sent once, as a plain program sends it. */
  send(token: string, path: string, key?: string, body?: object): Promise<Reply> {
    const method = body === undefined ? 'GET' : 'POST'
    const headers = {
      authorization: basicAuth(token),
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json', 'idempotency-key': key }),
    }
    return new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port: this.#port, path, method, headers, agent: false }
      const sent = request(options, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () => {
          const replayed = response.headers['idempotency-replayed'] !== undefined
          resolve({ status: response.statusCode ?? 0, replayed, text: Buffer.concat(parts).toString() })
        })
        response.on('error', reject)
      })
      sent.on('error', reject)
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })
  }

  /** Creates clients and reads until it is stopped. Fails with the first request that fails. */
  async #write(token: string, writer: number, stop: AbortSignal): Promise<void> {
    for (let number = 0; !stop.aborted; number++) {
      const name = `Client ${writer}-${number}`
      const since = performance.now()
      const body = { name, datecreated: '2026-01-05' }
      const created = await this.send(token, '/client/', `key-${writer}-${number}`, body)
      assert.equal(created.status, 201, created.text)
      this.#names.push(name)
      if (created.replayed) this.#replayed++
      const read = await this.send(token, '/client/?limit=1')
      assert.equal(read.status, 200, read.text)
      this.#longest = Math.max(this.#longest, performance.now() - since)
      await sleep(pauseMs)
    }
  }

  /** Runs `during` while writers write, and fails when a request failed or what was written is not what is there. */
  async whileWriting(token: string, writers: number, during: (stop: AbortSignal) => Promise<void>): Promise<string> {
    const stop = new AbortController()
    const works = Array.from({ length: writers }, (_, writer) => this.#write(token, writer, stop.signal))
    const done = Promise.all(works)
    done.catch(() => stop.abort())
    try {
      await during(stop.signal)
    } finally {
      stop.abort()
    }
    await done
    const { text } = await this.send(token, '/client/?limit=0')
    const listed = (JSON.parse(text) as { client: { name: string }[] }).client.map(({ name }) => name)
    assert.deepEqual(listed.sort(), [...this.#names].sort())
    const seconds = (this.#longest / 1000).toFixed(1)
    return `${this.#names.length} writes, ${this.#replayed} answered again, a write and a read in ${seconds} s at most`
  }
}
