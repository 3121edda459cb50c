// Request metrics: number, duration and size, by method, resource and class of status. Every request passes here, so
// it only adds to numbers. Resources are those of the definitions, so that callers cannot create new series. No
// account, person or token appears.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { monotonicMs } from '../io/clock.ts'
import type { Labels, MetricFamily, Sample } from '../kit/metrics.ts'

/** Upper bounds in milliseconds; longer requests count in a last bucket without bound. */
const bounds = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 10_000]

/** One method of one resource. */
interface Series {
  readonly labels: Labels
  /** By the first digit of the status; 503 is apart. */
  readonly byClass: number[]
  readonly byDuration: number[]
  ms: number
  received: number
  sent: number
}

const newSeries = (method: string, resource: string): Series => ({
  labels: { method, resource },
  byClass: [0, 0, 0, 0, 0, 0, 0],
  byDuration: new Array<number>(bounds.length + 1).fill(0),
  ms: 0,
  received: 0,
  sent: 0,
})

/** A request that was refused for load is no failure of the server, so it does not count in its class. */
const refusedForLoad = 503
const refusedClass = 6
const classLabel = (digit: number): string => (digit === refusedClass ? String(refusedForLoad) : `${digit}xx`)

/** The label of a request that was not admitted or named no resource. */
const noResource = 'none'

export class RequestMetrics {
  readonly #series = new Map<string, Map<string, Series>>()
  #inFlight = 0
  readonly #onClose = (): void => {
    this.#inFlight--
  }

  requestStarted({ raw }: FastifyReply): void {
    this.#inFlight++
    // Emitted once, also when the client disconnects before the response.
    raw.on('close', this.#onClose)
  }

  requestFinished(request: FastifyRequest, reply: FastifyReply): void {
    const series = this.#seriesOf(request.admitted?.resource || noResource, request.method)
    const ms = monotonicMs() - request.startedAt
    const status = reply.statusCode === refusedForLoad ? refusedClass : Math.floor(reply.statusCode / 100)
    series.byClass[status] = (series.byClass[status] ?? 0) + 1
    let at = 0
    while (ms > (bounds[at] ?? Number.POSITIVE_INFINITY)) at++
    series.byDuration[at] = (series.byDuration[at] ?? 0) + 1
    series.ms += ms
    series.received += Number(request.headers['content-length'] ?? 0) || 0
    series.sent += request.streamedBytes || Number(reply.getHeader('content-length') ?? 0) || 0
  }

  families(): MetricFamily[] {
    const all = [...this.#series.values()].flatMap((methods) => [...methods.values()])
    const each = (value: (series: Series) => number): Sample[] =>
      all.map((series) => ({ labels: series.labels, value: value(series) }))
    return [
      counter(
        'stint_http_requests_total',
        'Requests answered, by method, resource and class of status.',
        all.flatMap(({ labels, byClass }) =>
          byClass.flatMap((value, digit) =>
            value === 0 ? [] : [{ labels: { ...labels, status: classLabel(digit) }, value }],
          ),
        ),
      ),
      {
        name: 'stint_http_request_duration_seconds',
        type: 'histogram',
        help: 'Time from the headers of a request to the end of its answer.',
        mergeBy: 'add',
        samples: all.flatMap(histogram),
      },
      counter(
        'stint_http_request_bytes_total',
        'Bytes of bodies that came, as their senders said.',
        each((s) => s.received),
      ),
      counter(
        'stint_http_response_bytes_total',
        'Bytes of bodies that were sent.',
        each((s) => s.sent),
      ),
      {
        name: 'stint_http_requests_in_flight',
        type: 'gauge',
        help: 'Requests being answered now.',
        mergeBy: 'add',
        samples: [{ labels: {}, value: this.#inFlight }],
      },
    ]
  }

  #seriesOf(resource: string, method: string): Series {
    let methods = this.#series.get(resource)
    if (methods === undefined) {
      methods = new Map()
      this.#series.set(resource, methods)
    }
    let series = methods.get(method)
    if (series === undefined) {
      series = newSeries(method, resource)
      methods.set(method, series)
    }
    return series
  }
}

const counter = (name: string, help: string, samples: readonly Sample[]): MetricFamily => ({
  name,
  type: 'counter',
  help,
  mergeBy: 'add',
  samples,
})

function histogram({ labels, byDuration, ms }: Series): Sample[] {
  let sofar = 0
  const buckets = byDuration.map((count, at): Sample => {
    sofar += count
    const bound = bounds[at]
    const le = bound === undefined ? '+Inf' : String(bound / 1000)
    return { suffix: '_bucket', labels: { ...labels, le }, value: sofar }
  })
  return [...buckets, { suffix: '_sum', labels, value: ms / 1000 }, { suffix: '_count', labels, value: sofar }]
}
