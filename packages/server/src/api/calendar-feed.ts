// Serves the calendar of a person at a secret address, to calendar programs, which cannot sign in. The response has
// what the person sees now. A wrong, replaced or revoked secret and one of an inactive person are not found (T-155).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../define/actor.ts'
import { ApiError, methodNotAvailable } from '../define/api-error.ts'
import type { Engine } from '../engine/engine.ts'
import { etagOf, matchesEtag, parseEtags } from '../engine/etag.ts'
import type { CalendarRecord } from '../engine/record-calendar.ts'
import { lookUpFirst, lookup } from '../io/lookup.ts'
import { accountSlot, callerVersion, slot, sql, statement } from '../io/sql.ts'
import { utcText } from '../kit/calendar.ts'
import { type CalendarDay, calendarText } from '../kit/icalendar.ts'
import { tokenHash } from '../kit/token.ts'
import { actorOf } from './admission.ts'
import { allMethods } from './pipeline.ts'
import { rejectPlainHttp } from './plain-http.ts'
import { RateLimit } from './rate-limit.ts'
import type { ServerOptions } from './server-options.ts'
import { callerColumns, callerFromRow } from './token-authentication.ts'

/** Programs ask a few times an hour; one address may be used on several devices. */
const requestsPerMinute = 60

const fileName = /^([A-Za-z0-9_-]{43})\.ics$/

const callerByFeedHash = lookup(
  'calendarfeed',
  (account) => sql`select ${callerColumns}, ${callerVersion(sql`person.accountid`)}
  from calendarfeed
  join person on person.accountid = calendarfeed.accountid and person.id = calendarfeed.personid
  join account on account.id = person.accountid
  where calendarfeed.hash = ${slot('hash')} and ${account}`,
)

const companyName = statement(sql`select account.name from account where account.id = ${accountSlot}`)

const noCalendar = (): ApiError => new ApiError(404, 14, ['calendar: there is none at this address'])

class CalendarFeeds {
  readonly #options: ServerOptions
  readonly #engine: Engine
  readonly #rate: RateLimit

  constructor(options: ServerOptions, engine: Engine) {
    this.#options = options
    this.#rate = new RateLimit(options.database, {
      name: 'calendar',
      requests: 'of one calendar address',
      failures: 'calendar: too many wrong addresses from this client',
    })
    this.#engine = engine
  }

  /** Finds the person whose calendar it is, also for the log and for the limits of requests at the same time. */
  async admit(request: FastifyRequest): Promise<void> {
    rejectPlainHttp(request, this.#options)
    if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAvailable(request.method, 'GET, HEAD')
    const now = this.#options.clock.now()
    this.#rate.rejectAfterFailures(request.ip, now)
    request.admitted = {
      actor: await this.#reader(request, now),
      format: 'json',
      acceptsRecord: false,
      token: null,
      quota: { limit: 0, used: 0, day: utcText(now).slice(0, 10) },
      url: '/calendar/',
      resource: 'calendar',
    }
  }

  async #reader(request: FastifyRequest, now: number): Promise<Actor> {
    const { file = '' } = request.params as { file?: string }
    const [, secret] = fileName.exec(file) ?? []
    const hash = tokenHash(secret ?? '')
    const row = secret === undefined ? undefined : await lookUpFirst(this.#options.database, callerByFeedHash, { hash })
    const caller = row === undefined ? undefined : callerFromRow(row)
    if (caller?.active !== true) {
      this.#rate.countFailure(request.ip, now)
      throw noCalendar()
    }
    this.#rate.countRequest(hash, requestsPerMinute, now)
    return actorOf(caller, now, 'token', String(request.id))
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (request.admitted === null) throw noCalendar()
    const { actor } = request.admitted
    const [company, records] = await this.#options.database.readOffloaded(actor.accountid, async (tx) => [
      String((await tx.first(companyName))?.[0]),
      await this.#engine.readCalendar(tx, actor),
    ])
    const site = `${request.protocol}://${request.host}/app/`
    const days = records.map((record) => calendarDay(actor.accountid, record, site))
    // The time of the response is part of it but no change. So the tag does not depend on it, and is a weak one.
    const etag = etagOf(actor, JSON.stringify([company, days]))
    reply.headers({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-cache',
      'x-robots-tag': 'noindex',
      etag: `W/${etag}`,
    })
    if (matchesEtag(parseEtags(request.headers['if-none-match']), etag)) return reply.code(304).send()
    const text = calendarText(company, days, actor.now)
    reply.header('content-length', Buffer.byteLength(text))
    return reply.send(request.method === 'HEAD' ? '' : text)
  }
}

const calendarDay = (accountid: number, record: CalendarRecord, site: string): CalendarDay => ({
  uid: `${record.resource}-${record.id}-${accountid}@stint`,
  day: record.day,
  title: record.title,
  description: `${record.noun} ${record.localid}\n${record.context}`,
  category: record.noun,
  url: `${site}${record.path}/${record.id}`,
})

export function addCalendarRoutes(app: FastifyInstance, options: ServerOptions, engine: Engine): void {
  const feeds = new CalendarFeeds(options, engine)
  app.route({
    method: [...allMethods],
    url: '/calendar/:file',
    onRequest: (request) => feeds.admit(request),
    handler: (request, reply) => feeds.send(request, reply),
  })
}
