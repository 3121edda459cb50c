// One client reads the whole list of tasks slowly while others write. Measures the server's memory, the latency of the
// writers, and whether the response is complete.
import { connect } from 'node:net'
import type { BenchRequest, LoadResult } from './load-generator.ts'
import { token } from './load-rows.ts'
import { type LoadGenerator, memoryOf, type RunningServer } from './processes.ts'

export interface SlowReadResult {
  readonly maxRss: number
  readonly writers: LoadResult
  readonly megabytes: number
  readonly whole: boolean
  readonly seconds: number
}

const slowReadMs = 5000
const pauseMs = 50

/** Reads slowly for a while, then at full speed. Returns the number of bytes and the end of the response. */
function readSlowly(port: number): Promise<{ bytes: number; ending: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const began = performance.now()
    let bytes = 0
    let ending = ''
    socket.write(
      `GET /task/?limit=0 HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\nConnection: close\r\nAuthorization: Basic ${Buffer.from(`${token}:x`).toString('base64')}\r\n\r\n`,
    )
    socket.on('data', (chunk) => {
      bytes += chunk.length
      ending = (ending + chunk.toString('latin1')).slice(-40)
      if (performance.now() - began > slowReadMs) return
      socket.pause()
      setTimeout(() => socket.resume(), pauseMs)
    })
    socket.on('error', reject)
    socket.on('end', () => resolve({ bytes, ending }))
  })
}

export async function readWhileOthersWrite(
  server: RunningServer,
  generator: LoadGenerator,
  creations: readonly BenchRequest[],
): Promise<SlowReadResult> {
  const began = performance.now()
  let maxRss = 0
  const watch = setInterval(() => {
    maxRss = Math.max(maxRss, memoryOf(server.pid).rss)
  }, 100)
  try {
    const reading = readSlowly(server.port)
    const measured = { warmupMs: 500, warmupAnswers: 0, measureMs: slowReadMs - 500 }
    const writers = await generator.run({
      ...{ port: server.port, token, requests: creations, connections: 8 },
      ...measured,
    })
    const { bytes, ending } = await reading
    return {
      maxRss,
      writers,
      megabytes: bytes / 1024 / 1024,
      whole: ending.includes(']}\r\n0\r\n'),
      seconds: (performance.now() - began) / 1000,
    }
  } finally {
    clearInterval(watch)
  }
}
