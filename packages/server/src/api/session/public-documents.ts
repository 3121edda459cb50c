// The public pages of invoices and estimates: whoever has the secret of a link gets this document and its PDF, nothing
// else, and only while it is issued or sent (T-193). On the page of an estimate they also accept or decline it. The
// page sends the secret in the body of a request, so that it is in no log. What does not work is 404: a wrong, replaced
// or revoked secret.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { accountActor } from '../../accounts/account-actor.ts'
import type { Actor } from '../../define/actor.ts'
import { ApiError, Invalid, type ValidationErrors } from '../../define/api-error.ts'
import type { Kind } from '../../define/kinds.ts'
import type { Engine } from '../../engine/engine.ts'
import { ipBlock } from '../../kit/ip-block.ts'
import { type DocumentLinks, documentLinks, type LinkedDocument } from '../../mail/document-link.ts'
import { RateLimit } from '../rate-limit.ts'
import type { DecidableSource, PublicSource, ServerOptions } from '../server-options.ts'
import { type BodyFields, parseSessionBody, type SessionBody } from './session-body.ts'
import { noContent, type PublicHandler, type SessionResponse } from './session-response.ts'

/** A page sends two requests; colleagues share an address. */
const requestsPerMinute = 120

class PublicDocuments {
  protected readonly options: ServerOptions
  readonly #source: PublicSource
  readonly #links: DocumentLinks
  readonly #rate: RateLimit

  constructor(options: ServerOptions, links: DocumentLinks, source: PublicSource) {
    this.options = options
    this.#source = source
    this.#links = links
    this.#rate = new RateLimit(options.database, {
      name: links.resource,
      requests: `for public ${links.resource}s from this address`,
      failures: `${links.resource}: too many wrong links from this address`,
    })
  }

  /** A view counts unless the page says that a member of the company looks at it. */
  readonly read: PublicHandler = async (request) => {
    const { linked, body } = await this.find(request, { count: false })
    const actor = await this.readerOf(request, linked)
    const document = await this.#source.read(actor, linked.id)
    if (document === null) throw this.#none()
    if (body.text('count') !== 'f') await this.#links.countView(this.options.database, linked, actor.now)
    return { status: 200, body: { [this.#links.resource]: document } }
  }

  readonly sendPdf = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { accountid, id } = (await this.find(request, { count: false })).linked
    const file = await this.#source.file(accountid, id)
    if (file === null) throw this.#none()
    const { bytes, mediatype, filename } = file
    reply.headers({
      'content-type': mediatype,
      'content-length': bytes.length,
      'content-disposition': `attachment; filename="${filename}"`,
    })
    return reply.send(Buffer.from(bytes))
  }

  /** Whoever reads the page. It is no person of the account. */
  protected readerOf(request: FastifyRequest, { accountid }: LinkedDocument): Promise<Actor> {
    const { database, clock } = this.options
    return accountActor(database, accountid, clock.now(), { channel: 'session', requestid: String(request.id) })
  }

  /** The document of the secret in the body, which may have further fields; `check` adds their errors. */
  protected async find(
    request: FastifyRequest,
    fields: BodyFields,
    check?: (body: SessionBody) => void,
  ): Promise<{ linked: LinkedDocument; body: SessionBody }> {
    const { database, clock } = this.options
    const body = parseSessionBody(request, { code: true, ...fields })
    check?.(body)
    body.errors.throwIfAny()
    const now = clock.now()
    this.#rate.rejectAfterFailures(request.ip, now)
    this.#rate.countRequest(ipBlock(request.ip), requestsPerMinute, now)
    const linked = await this.#links.find(database, body.text('code'))
    if (linked === null) {
      this.#rate.countFailure(request.ip, now)
      throw this.#none()
    }
    return { linked, body }
  }

  #none(): ApiError {
    return new ApiError(404, 14, [`${this.#links.resource}: there is none at this address`])
  }
}

export class PublicInvoices extends PublicDocuments {
  constructor(options: ServerOptions, source: PublicSource) {
    super(options, documentLinks.invoice, source)
  }
}

/** The errors of what the client typed. */
const checkTyped =
  (kinds: DecidableSource['typedFields']) =>
  ({ errors, text }: SessionBody): void => {
    for (const [field, kind] of Object.entries(kinds)) checkText(errors, field, text(field), kind)
    if (text('name') !== '' && text('name').trim() === '') errors.add('name', 'is required')
  }

function checkText(errors: ValidationErrors, field: string, value: string, kind: Kind): void {
  const parsed = kind.parse(value)
  if (parsed instanceof Invalid) errors.addInvalid(field, value, parsed.reason)
}

export class PublicEstimates extends PublicDocuments {
  readonly #engine: Engine
  readonly #decide: DecidableSource['decide']
  readonly #check: (body: SessionBody) => void

  constructor(options: ServerOptions, source: DecidableSource, engine: Engine) {
    super(options, documentLinks.estimate, source)
    this.#engine = engine
    this.#decide = source.decide
    this.#check = checkTyped(source.typedFields)
  }

  readonly accept: PublicHandler = (request) => this.#run(request, 'accepted')
  readonly decline: PublicHandler = (request) => this.#run(request, 'declined')

  /** Decides about the revision that the page has shown, in the name that was typed. */
  async #run(request: FastifyRequest, state: 'accepted' | 'declined'): Promise<SessionResponse> {
    const { linked, body } = await this.find(request, { revision: true, name: true, note: false }, this.#check)
    const [revision, name, note] = [body.text('revision'), body.text('name').trim(), body.text('note').trim()]
    const actor = await this.readerOf(request, linked)
    await this.#engine.writeWithMailer(actor, (tx, mailer) =>
      this.#decide({ tx, actor, mailer }, linked.id, { state, revision, name, note }),
    )
    return noContent
  }
}
