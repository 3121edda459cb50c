// Forms with a file, as programs send them, and responses that are files. It knows nothing of documents.
import type { FastifyInstance } from 'fastify'
import type { ApiCaller } from '../fixture/api-caller.ts'
import { basicAuth, multipartBody, multipartBoundary, multipartPart } from '../fixture/request-parts.ts'

export interface UploadFile {
  /** The part of the header that names the file; a test can pass its own quoting. */
  readonly name?: string
  readonly content?: string | Buffer
  readonly type?: string
}

export interface MultipartForm {
  readonly body: Buffer
  readonly headers: Record<string, string>
}

export const formType = `multipart/form-data; boundary=${multipartBoundary}`

export const filePart = ({
  name = 'filename="plan.txt"',
  content = 'The plan',
  type = 'text/plain',
}: UploadFile): Buffer => multipartPart(`name="file"; ${name}\r\nContent-Type: ${type}`, content)

/** The fields first and the file last, as most programs send them. */
export const multipartForm = (
  fields: Readonly<Record<string, string | number>>,
  paper: UploadFile = {},
): MultipartForm => ({
  body: multipartBody([
    ...Object.entries(fields).map(([name, value]) => multipartPart(`name="${name}"`, String(value))),
    filePart(paper),
  ]),
  headers: { 'content-type': formType },
})

export const upload = (
  caller: ApiCaller,
  fields: Readonly<Record<string, string | number>>,
  paper: UploadFile = {},
) => {
  const { body, headers } = multipartForm(fields, paper)
  return caller.create('/document/', body, headers)
}

export const sendUpload = (
  caller: ApiCaller,
  fields: Readonly<Record<string, string | number>>,
  paper: UploadFile = {},
) => {
  const { body, headers } = multipartForm(fields, paper)
  return caller.send('POST', '/document/', body, headers)
}

/** A request with a file as the response. */
export async function fetchFile(
  app: FastifyInstance,
  token: string,
  url: string,
  headers: Record<string, string> = {},
) {
  const reply = await app.inject({ url, headers: { authorization: basicAuth(token), ...headers } })
  return { status: reply.statusCode, headers: reply.headers, bytes: reply.rawPayload }
}
