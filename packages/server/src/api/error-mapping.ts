// Turns any error into an ApiError: API errors stay as they are, errors of Fastify and of the database get a message of
// ours, and everything else is a server error that names the request id and no internals (decision 10).
import { ApiError, tryLater } from '../define/api-error.ts'
import { Busy, DatabaseFull, DiskFull, FilesUnavailable, Unavailable } from '../io/errors.ts'
import { errorCode } from '../kit/error-message.ts'

export function toApiError(error: unknown, requestId: string): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof Busy) return tryLater('the server is busy; nothing was changed, try again')
  if (error instanceof Unavailable)
    return new ApiError(
      502,
      20,
      [`the ${error instanceof FilesUnavailable ? 'files' : 'database'} cannot be reached`],
      {
        'retry-after': '5',
      },
    )
  if (error instanceof DiskFull) {
    const field = error instanceof DatabaseFull ? '' : 'file: '
    return new ApiError(507, 20, [`${field}the disk of the server is full; nothing was saved`])
  }
  const code = errorCode(error)
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new ApiError(400, 18, ['body: is too large; send at most 2 MB'])
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH')
    return new ApiError(400, 18, ['body: its length does not match Content-Length'])
  if (code.startsWith('FST_ERR_')) return new ApiError(400, 18, ['request: is not well-formed'])
  return new ApiError(500, 1, [`request ${requestId}`])
}
