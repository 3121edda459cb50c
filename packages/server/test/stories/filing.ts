// Forms with a file, as programs send them, and answers that are files. It knows how they travel and nothing of documents.
import type { FastifyInstance } from 'fastify'
import { basic, boundary, form, part } from '../world/world.ts'
import type { Hand } from './story.ts'

export interface Paper {
  /** The part of the head that names the file, quoted and escaped by whoever wants it otherwise. */
  readonly name?: string
  readonly content?: string | Buffer
  readonly type?: string
}

export interface Form {
  readonly body: Buffer
  readonly headers: Record<string, string>
}

export const formType = `multipart/form-data; boundary=${boundary}`

export const paperPart = ({ name = 'filename="plan.txt"', content = 'The plan', type = 'text/plain' }: Paper): Buffer =>
  part(`name="file"; ${name}\r\nContent-Type: ${type}`, content)

/** The fields first and the file last, as most programs send them. */
export const formOf = (fields: Readonly<Record<string, string | number>>, paper: Paper = {}): Form => ({
  body: form([
    ...Object.entries(fields).map(([name, value]) => part(`name="${name}"`, String(value))),
    paperPart(paper),
  ]),
  headers: { 'content-type': formType },
})

export const upload = (hand: Hand, fields: Readonly<Record<string, string | number>>, paper: Paper = {}) => {
  const { body, headers } = formOf(fields, paper)
  return hand.create('/document/', body, headers)
}

export const tryUpload = (hand: Hand, fields: Readonly<Record<string, string | number>>, paper: Paper = {}) => {
  const { body, headers } = formOf(fields, paper)
  return hand.try('POST', '/document/', body, headers)
}

/** A request whose answer is bytes. */
export async function fetchFile(
  app: FastifyInstance,
  token: string,
  url: string,
  headers: Record<string, string> = {},
) {
  const reply = await app.inject({ url, headers: { authorization: basic(token), ...headers } })
  return { status: reply.statusCode, headers: reply.headers, bytes: reply.rawPayload }
}
