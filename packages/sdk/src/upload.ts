// Upload with progress. fetch cannot report progress, so XMLHttpRequest is used where the platform has it, and its
// result is returned as a Response. Node has no XMLHttpRequest: there uploads have no progress.

/** Called with the number of bytes sent so far and the number of all bytes. */
export type Progress = (bytesSent: number, bytesTotal: number) => void

interface UploadRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Blob
  readonly signal: AbortSignal
}

/** The used part of XMLHttpRequest. Its own type is not available in Node. */
interface XhrRequest {
  readonly status: number
  readonly statusText: string
  readonly response: unknown
  readonly responseURL: string
  responseType: 'arraybuffer'
  readonly upload: { onprogress: ((event: { readonly loaded: number; readonly total: number }) => void) | null }
  onload: (() => void) | null
  onerror: (() => void) | null
  onabort: (() => void) | null
  onloadend: (() => void) | null
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  getAllResponseHeaders(): string
  send(body: Blob): void
  abort(): void
}

const xhrConstructor = (): (new () => XhrRequest) | undefined =>
  (globalThis as { XMLHttpRequest?: unknown }).XMLHttpRequest as (new () => XhrRequest) | undefined

export const supportsUploadProgress = (): boolean => xhrConstructor() !== undefined

function headersOf(request: XhrRequest): Headers {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().split('\r\n')) {
    const colon = line.indexOf(': ')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 2))
  }
  return headers
}

const STATUSES_WITHOUT_BODY = new Set([204, 205, 304])

function responseOf(request: XhrRequest, url: string): Response {
  // XMLHttpRequest followed a redirect; the caller gets the redirect instead, as with fetch.
  if (request.responseURL !== url)
    return new Response(null, { status: 302, headers: { location: request.responseURL } })
  const { status, statusText } = request
  const body = STATUSES_WITHOUT_BODY.has(status) ? null : (request.response as ArrayBuffer)
  return new Response(body, { status, statusText, headers: headersOf(request) })
}

/** Fails like fetch: with a TypeError if there is no connection, with the reason of the signal if that is aborted. */
export function sendWithProgress(url: string, upload: UploadRequest, onProgress: Progress): Promise<Response> {
  const { method, headers, body, signal } = upload
  const Xhr = xhrConstructor()
  if (Xhr === undefined) return Promise.reject(new TypeError('this platform has no XMLHttpRequest'))
  return new Promise((resolve, reject) => {
    const request = new Xhr()
    const stop = (): void => request.abort()
    signal.addEventListener('abort', stop, { once: true })
    request.open(method, url)
    request.responseType = 'arraybuffer'
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total)
    request.onload = () => resolve(responseOf(request, url))
    request.onerror = () => reject(new TypeError('the upload failed'))
    request.onabort = () => reject(signal.reason)
    request.onloadend = () => signal.removeEventListener('abort', stop)
    request.send(body)
  })
}
