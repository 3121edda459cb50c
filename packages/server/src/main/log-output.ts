// Writes the lines of the log to standard output without ever waiting for its reader. Lines are collected and written
// in blocks, because one system call per line would cost more than the line. A reader that is gone or does not read
// costs lines of the log, but it neither stops the server nor keeps it from ending.
import { constants, fstatSync, openSync, writeSync } from 'node:fs'
import { errorCode } from '../kit/error-message.ts'

const blockBytes = 4096
const flushEveryMs = 200
/** What may wait for a slow reader. Further lines are dropped and counted. */
const maxWaitingBytes = 1024 * 1024
/** At the end of the process a slow reader gets this much time for the last lines. */
const lastAttempts = 50
const pauseMs = 10

export class LogOutput {
  readonly #fd: number
  readonly #onLost: (lines: number) => void
  readonly #timer: NodeJS.Timeout
  #waiting: Buffer = Buffer.alloc(0)
  #lines = ''
  #full = false
  #closed = false
  #lost = 0

  constructor(onLost: (lines: number) => void, fd = 1) {
    this.#fd = privateDescription(fd)
    this.#onLost = onLost
    this.#timer = setInterval(() => this.flush(), flushEveryMs).unref()
  }

  write(line: string): void {
    if (this.#closed) return
    if (this.#waiting.length + this.#lines.length > maxWaitingBytes) {
      this.#lost++
      return
    }
    this.#lines += line
    if (!this.#full && this.#lines.length >= blockBytes) this.flush()
  }

  /** Writes what the reader takes at once. The rest is tried again later. */
  flush(): void {
    const bytes = this.#lines === '' ? this.#waiting : Buffer.concat([this.#waiting, Buffer.from(this.#lines)])
    this.#lines = ''
    if (bytes.length === 0) return
    this.#waiting = this.#writeSome(bytes)
    this.#full = this.#waiting.length > 0
    if (this.#full || this.#lost === 0 || this.#closed) return
    const lost = this.#lost
    this.#lost = 0
    this.#onLost(lost)
  }

  /** Writes the last lines, within a limited time. */
  end(): void {
    clearInterval(this.#timer)
    this.flush()
    for (let attempt = 0; this.#full && attempt < lastAttempts; attempt++) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
      this.flush()
    }
  }

  /** Returns the bytes that the reader did not take yet. */
  #writeSome(bytes: Buffer): Buffer {
    let at = 0
    try {
      while (at < bytes.length) at += writeSync(this.#fd, bytes, at)
    } catch (error) {
      const code = errorCode(error)
      if (code === 'EAGAIN') return bytes.subarray(at)
      // The reader is gone for good. After any other error, such as a full disk, later lines are tried again.
      if (code === 'EPIPE') this.#closed = true
      else this.#lost += bytes.toString('utf8', at).split('\n').length - 1
    }
    return Buffer.alloc(0)
  }
}

/**
 * A pipe is opened a second time, so that writing to it does not block: this setting belongs to all processes that
 * share a descriptor, and each Node that ends resets it. Where that is not possible, the descriptor itself is used.
 */
function privateDescription(fd: number): number {
  try {
    if (!fstatSync(fd).isFIFO()) return fd
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK)
  } catch {
    return fd
  }
}
