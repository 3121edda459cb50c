// The public page of an invoice: whoever has the secret of its link gets this invoice and its PDF, nothing else, and
// only while it is issued (T-193). The page sends the secret in the body of a request, so that it is in no log. What
// does not work is 404: a wrong, replaced or revoked secret.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../define/api-error.ts'
import { utcText } from '../../kit/calendar.ts'
import { countView, findLinkedInvoice, type LinkedInvoice } from '../../mail/invoice-link.ts'
import { RateLimit } from '../rate-limit.ts'
import type { PublicInvoiceSource, ServerOptions } from '../server-options.ts'
import { parseSessionBody } from './session-body.ts'
import type { PublicHandler } from './session-response.ts'

/** A page sends two requests; colleagues share an address. */
const requestsPerMinute = 120

const noInvoice = (): ApiError => new ApiError(404, 14, ['invoice: there is none at this address'])

export class PublicInvoices {
  readonly #options: ServerOptions
  readonly #source: PublicInvoiceSource
  readonly #rate: RateLimit

  constructor(options: ServerOptions, source: PublicInvoiceSource) {
    this.#options = options
    this.#rate = new RateLimit(options.database, {
      name: 'invoice',
      requests: 'for public invoices from this address',
      failures: 'invoice: too many wrong links from this address',
    })
    this.#source = source
  }

  /** A view counts unless the page says that a member of the company looks at it. */
  readonly read: PublicHandler = async (request) => {
    const { database, clock } = this.#options
    const { linked, count } = await this.#find(request)
    const invoice = await this.#source.read(linked.accountid, linked.invoiceid)
    if (count) await countView(database, linked, utcText(clock.now()))
    return { status: 200, body: { invoice } }
  }

  readonly sendPdf = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { accountid, invoiceid } = (await this.#find(request)).linked
    const { bytes, mediatype, filename } = await this.#source.file(accountid, invoiceid)
    reply.headers({
      'content-type': mediatype,
      'content-length': bytes.length,
      'content-disposition': `attachment; filename="${filename}"`,
    })
    return reply.send(Buffer.from(bytes))
  }

  async #find(request: FastifyRequest): Promise<{ linked: LinkedInvoice; count: boolean }> {
    const { database, clock } = this.#options
    const { errors, text } = parseSessionBody(request, { code: true, count: false })
    errors.throwIfAny()
    const now = clock.now()
    this.#rate.rejectAfterFailures(request.ip, now)
    this.#rate.countRequest(request.ip, requestsPerMinute, now)
    const linked = await findLinkedInvoice(database, text('code'))
    if (linked === null) {
      this.#rate.countFailure(request.ip, now)
      throw noInvoice()
    }
    return { linked, count: text('count') !== 'f' }
  }
}
