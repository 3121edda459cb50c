// One log line per request in the format of pino. The lines of one turn of the event loop are written together, because
// pino itself took 8 % of the time of the cheapest requests. Everything else is logged by pino.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Logger, symbols } from 'pino'
import { type Clock, monotonicMs } from '../io/clock.ts'

interface LineStream {
  write(lines: string): unknown
}

export class RequestLog {
  readonly #log: Logger
  readonly #clock: Clock
  readonly #stream: LineStream
  readonly #level: number
  /** The fields that pino adds to every line: process, host. */
  readonly #bindings: string
  #lines = ''

  constructor(log: Logger, clock: Clock) {
    this.#log = log
    this.#clock = clock
    this.#stream = (log as unknown as { [symbols.streamSym]: LineStream })[symbols.streamSym]
    this.#level = log.levels.values.info ?? 30
    // `bindings()` does not contain these two.
    this.#bindings = (log as unknown as { [symbols.chindingsSym]: string })[symbols.chindingsSym]
  }

  write(request: FastifyRequest, reply: FastifyReply): void {
    if (!this.#log.isLevelEnabled('info')) return
    if (this.#lines === '') setImmediate(() => this.flush())
    this.#lines += this.#lineOf(request, reply)
  }

  /** Writes the collected lines; called on close too, because no further turn follows. */
  flush(): void {
    if (this.#lines === '') return
    const lines = this.#lines
    this.#lines = ''
    this.#stream.write(lines)
  }

  /** All values are our own or validated (method, resource, ids), so nothing needs escaping. */
  #lineOf({ admitted, headers, id, method, startedAt }: FastifyRequest, { statusCode }: FastifyReply): string {
    const who =
      admitted === null
        ? ''
        : `,"account":${admitted.actor.accountid},"person":${admitted.actor.personid},"resource":"${admitted.resource}"`
    const ms = Math.round((monotonicMs() - startedAt) * 100) / 100
    const trace = headers.traceparent === undefined ? '' : traceField(headers.traceparent)
    return `{"level":${this.#level},"time":${this.#clock.now()}${this.#bindings},"reqid":"${id}"${trace}${who},"method":"${method}","status":${statusCode},"ms":${ms}}\n`
  }
}

/** The ids of W3C Trace Context, by which tools find the lines of one request on several machines. */
function traceField(traceparent: unknown): string {
  const [, trace = '', span = ''] =
    /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(String(traceparent)) ?? []
  return /[1-9a-f]/.test(trace) ? `,"trace":"${trace}","span":"${span}"` : ''
}
