// Sending a body and telling how much of it has gone. fetch has no word for that, so where the platform has XMLHttpRequest it is
// sent by that one instead, and what comes back is a Response as fetch would give. Node has none: there nothing is told on the way.

/** How many bytes have gone, of how many. */
export type Progress = (sent: number, all: number) => void

interface UploadRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Blob
  readonly signal: AbortSignal
}

/** What is used of XMLHttpRequest, which is no name where there is none. */
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
    const at = line.indexOf(': ')
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 2))
  }
  return headers
}

const STATUSES_WITHOUT_BODY = new Set([204, 205, 304])

function responseOf(request: XhrRequest, url: string): Response {
  // It has followed where it was sent; whoever asked wants to know instead.
  if (request.responseURL !== url)
    return new Response(null, { status: 302, headers: { location: request.responseURL } })
  const { status, statusText } = request
  const body = STATUSES_WITHOUT_BODY.has(status) ? null : (request.response as ArrayBuffer)
  return new Response(body, { status, statusText, headers: headersOf(request) })
}

/** Like fetch, with its faults: a TypeError without a connection, the reason of the signal when that ended it. */
export function sendWithProgress(url: string, sending: UploadRequest, onProgress: Progress): Promise<Response> {
  const { method, headers, body, signal } = sending
  const Exchanging = xhrConstructor()
  if (Exchanging === undefined) return Promise.reject(new TypeError('this platform has no XMLHttpRequest'))
  return new Promise((resolve, reject) => {
    const request = new Exchanging()
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
