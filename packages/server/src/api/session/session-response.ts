// The types of the handlers of the web application's API, and how their responses are sent: JSON or no body. Records
// are not sent this way.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../define/actor.ts'
import { Invalid } from '../../define/api-error.ts'
import { parseWholeNumber } from '../../define/kinds.ts'
import { contentType } from '../response-serializer.ts'

/** The signed-in caller and the session. */
export interface SessionActor {
  readonly actor: Actor
  readonly sessionid: number
}

/** The response of a handler; without `body` it has none. */
export interface SessionResponse {
  readonly status: 200 | 201 | 202 | 204
  readonly body?: unknown
}

export type PublicHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<SessionResponse>
export type SessionHandler = (
  signed: SessionActor,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<SessionResponse>

export const noContent: SessionResponse = { status: 204 }

/** The id in the path; 0, which no record has, if it is not a number. */
export function pathId({ params }: FastifyRequest): number {
  const { id = '' } = params as { id?: string }
  const number = parseWholeNumber(id)
  return number instanceof Invalid ? 0 : number
}

export function sendResponse(reply: FastifyReply, { status, body }: SessionResponse): FastifyReply {
  reply.code(status)
  if (body === undefined) return reply.send()
  return reply.header('content-type', contentType('json')).send(JSON.stringify(body))
}
