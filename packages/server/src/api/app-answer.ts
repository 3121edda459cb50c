// How the calls of the web application's door are written and answered: a function of who is signed in, an answer in JSON or
// none. Records do not come this way.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../define/actor.ts'
import { wholeNumber } from '../define/kinds.ts'
import { Unfit } from '../define/refusal.ts'
import { contentType } from './envelope.ts'

/** Who is signed in, by which session. */
export interface SignedActor {
  readonly actor: Actor
  readonly sessionid: number
}

/** What a call answers; nothing where there is no body. */
export interface Answered {
  readonly status: 200 | 201 | 202 | 204
  readonly body?: unknown
}

export type Run = (request: FastifyRequest, reply: FastifyReply) => Promise<Answered>
export type RunSigned = (signed: SignedActor, request: FastifyRequest, reply: FastifyReply) => Promise<Answered>

export const done: Answered = { status: 204 }

/** The id in the path; 0, which is nobody's, for whatever is none. */
export function idIn({ params }: FastifyRequest): number {
  const { id = '' } = params as { id?: string }
  const number = wholeNumber(id)
  return number instanceof Unfit ? 0 : number
}

export function answer(reply: FastifyReply, { status, body }: Answered): FastifyReply {
  reply.code(status)
  if (body === undefined) return reply.send()
  return reply.header('content-type', contentType('json')).send(JSON.stringify(body))
}
