// Any error as a refusal: ours as they are, Fastify's and the database's in our own words, and everything else as our fault
// with a request id and no internals (decision 10).
import { Refusal } from '../define/refusal.ts'
import { Busy, Unavailable } from '../io/errors.ts'

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

export function refusalOf(error: unknown, requestId: string): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof Busy) {
    return new Refusal(500, 1, ['the server is busy; nothing was changed, try again'], { 'retry-after': '1' })
  }
  if (error instanceof Unavailable)
    return new Refusal(502, 20, ['the database cannot be reached'], { 'retry-after': '5' })
  const code = codeOf(error)
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal(400, 18, ['body: is larger than 2 MB'])
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH')
    return new Refusal(400, 18, ['body: its length is not what Content-Length says'])
  if (code.startsWith('FST_ERR_')) return new Refusal(400, 18, ['request: is not well-formed'])
  return new Refusal(500, 1, [`request ${requestId}`])
}
