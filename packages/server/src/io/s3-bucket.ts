// A bucket of a store that speaks the S3 protocol: puts, gets, lists and deletes objects below a prefix. Requests are
// signed by aws4fetch and repeated when the store asks for it. It does not know what the objects are.
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { SaxesParser } from 'saxes'
import { errorMessage } from '../kit/error-message.ts'
import { DiskFull, FilesUnavailable, FilesUnreachable } from './errors.ts'

export interface S3Location {
  readonly bucket: string
  /** Empty, or ends with a slash. */
  readonly prefix: string
  /** Without one it is the S3 of Amazon in the region. */
  readonly endpoint: string | undefined
  readonly region: string
  readonly keyId: string
  readonly secretKey: string
}

export interface S3Object {
  /** Without the prefix. */
  readonly key: string
  readonly size: number
  readonly modified: number
}

/** The SHA-256 of the bytes is part of the signature, so the store refuses other bytes. */
interface S3Body {
  readonly bytes: Blob | string
  readonly sha256: string
}

interface S3Request {
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: S3Body
}

/** Pauses before a request is repeated. Every request here may be repeated without harm. */
const pausesMs = [100, 500, 1500]
const timeoutMs = 30_000
/** At least one megabyte a second is expected of a store. */
const msPerByte = 1 / 1000

/** The store is busy or has a problem of its own. */
const isTemporary = (status: number): boolean =>
  status === 408 || status === 429 || (status >= 500 && status !== 501 && status !== 507)

export class S3Bucket {
  readonly #location: S3Location
  readonly #url: string

  constructor(location: S3Location) {
    this.#location = location
    const { bucket, endpoint, region } = location
    this.#url =
      endpoint === undefined
        ? `https://${bucket}.s3.${region}.amazonaws.com/`
        : `${endpoint.replace(/\/+$/, '')}/${bucket}/`
  }

  async put(key: string, body: S3Body, query: S3Request['query'] = {}): Promise<Response> {
    const response = await this.#request('PUT', { key, query, body })
    await expectSuccess(response, `PUT ${key}`)
    await response.arrayBuffer()
    return response
  }

  /** The object, or the bytes of a range; undefined when there is none. */
  async get(key: string, range?: readonly [from: number, to: number]): Promise<Response | undefined> {
    const headers: Record<string, string> = range === undefined ? {} : { range: `bytes=${range[0]}-${range[1]}` }
    const response = await this.#request('GET', { key, headers })
    if (response.status === 404) return undefined
    await expectSuccess(response, `GET ${key}`)
    return response
  }

  async delete(key: string): Promise<void> {
    const response = await this.#request('DELETE', { key })
    if (response.status !== 404) await expectSuccess(response, `DELETE ${key}`)
    await response.arrayBuffer()
  }

  /** The objects whose keys begin like this. */
  async *list(beginning: string): AsyncGenerator<S3Object> {
    const { prefix } = this.#location
    let token: string | undefined
    do {
      const query = {
        'list-type': '2',
        prefix: `${prefix}${beginning}`,
        ...(token === undefined ? {} : { 'continuation-token': token }),
      }
      const page = await this.#readXml('GET', { query })
      for (const entry of page.all('Contents')) {
        const [key = '', size = '', modified = ''] = ['Key', 'Size', 'LastModified'].map((name) => entry.text(name))
        yield { key: key.slice(prefix.length), size: Number(size), modified: Date.parse(modified) }
      }
      token = page.text('IsTruncated') === 'true' ? page.text('NextContinuationToken') : undefined
    } while (token !== undefined)
  }

  /** Puts a large object in parts, each of which is repeated on its own if it fails. */
  async putParts(key: string, parts: AsyncIterable<S3Body>): Promise<void> {
    const uploadId = (await this.#readXml('POST', { key, query: { uploads: '' } })).text('UploadId') ?? ''
    try {
      const tags: string[] = []
      for await (const body of parts) {
        const { headers } = await this.put(key, body, { partNumber: String(tags.length + 1), uploadId })
        tags.push(headers.get('etag') ?? '')
      }
      const list = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
      const bytes = `<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`
      const body = { bytes, sha256: 'UNSIGNED-PAYLOAD' }
      // The response may begin with 200 and still report an error.
      const completed = await this.#readXml('POST', { key, query: { uploadId }, body })
      const code = completed.text('Code')
      if (code !== undefined) throw new FilesUnavailable(`the file store could not complete ${key}: ${code}`)
    } catch (error) {
      await this.#abort(key, uploadId).catch(() => undefined)
      throw error
    }
  }

  /** Removes the parts of uploads that were begun before that instant and never completed. */
  async abortUploads(before: number): Promise<void> {
    const { prefix } = this.#location
    const response = await this.#request('GET', { query: { uploads: '', prefix } })
    if (response.status === 501) {
      // Not every store keeps such a list. Then it removes such parts itself.
      await response.arrayBuffer()
      return
    }
    await expectSuccess(response, 'GET ?uploads')
    for (const upload of parseXml(await response.text()).all('Upload')) {
      const [key = '', uploadId = '', begun = ''] = ['Key', 'UploadId', 'Initiated'].map((name) => upload.text(name))
      if (Date.parse(begun) < before) await this.#abort(key.slice(prefix.length), uploadId)
    }
  }

  async #abort(key: string, uploadId: string): Promise<void> {
    await (await this.#request('DELETE', { key, query: { uploadId } })).arrayBuffer()
  }

  async #readXml(method: string, request: S3Request): Promise<XmlElement> {
    const response = await this.#request(method, request)
    await expectSuccess(response, `${method} ${request.key ?? ''}`)
    return parseXml(await response.text())
  }

  /** Repeats the request after a temporary failure. Returns the last response, whatever its status is. */
  async #request(method: string, request: S3Request): Promise<Response> {
    for (let attempt = 0; ; attempt++) {
      const pauseMs = pausesMs[attempt]
      try {
        const response = await this.#requestOnce(method, request)
        if (!isTemporary(response.status) || pauseMs === undefined) return response
        await response.arrayBuffer()
      } catch (error) {
        if (pauseMs === undefined) {
          const { cause } = error as Error
          throw new FilesUnreachable(`the file store cannot be reached: ${errorMessage(cause ?? error)}`, {
            cause: error,
          })
        }
      }
      await pause(pauseMs)
    }
  }

  async #requestOnce(method: string, { key, query = {}, headers = {}, body }: S3Request): Promise<Response> {
    const { region, keyId: accessKeyId, secretKey: secretAccessKey, prefix } = this.#location
    const search = Object.keys(query).length === 0 ? '' : `?${new URLSearchParams(query)}`
    // A list is of the bucket, so its URL is without the prefix.
    const url = `${this.#url}${key === undefined ? '' : `${prefix}${key}`}${search}`
    const signed = await new AwsV4Signer({
      method,
      url,
      headers: { ...headers, 'x-amz-content-sha256': body?.sha256 ?? 'UNSIGNED-PAYLOAD' },
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
    }).sign()
    const size = body?.bytes instanceof Blob ? body.bytes.size : 0
    const abort = new AbortController()
    const timer = setTimeout(() => abort.abort(new Error('no response')), timeoutMs + size * msPerByte)
    const options = { method, headers: signed.headers, body: body?.bytes ?? null, signal: abort.signal }
    // A redirection means a wrong region. Following it would send the signature to another host.
    return fetch(signed.url, { ...options, redirect: 'manual' }).finally(() => clearTimeout(timer))
  }
}

async function expectSuccess(response: Response, what: string): Promise<void> {
  const { status } = response
  if (status >= 200 && status < 300) return
  const code = /<Code>([^<]{1,100})<\/Code>/.exec(await response.text())?.[1]
  const message = `the file store answers ${what} with ${status}${code === undefined ? '' : ` ${code}`}`
  if (status === 507) throw new DiskFull(message)
  throw isTemporary(status) ? new FilesUnreachable(message) : new FilesUnavailable(message)
}

/** An element of a response, for which only the texts of elements matter. */
class XmlElement {
  readonly #children: [name: string, child: XmlElement][] = []
  content = ''

  add(name: string): XmlElement {
    const child = new XmlElement()
    this.#children.push([name, child])
    return child
  }

  get first(): XmlElement | undefined {
    return this.#children[0]?.[1]
  }

  all(name: string): XmlElement[] {
    return this.#children.filter(([own]) => own === name).map(([, child]) => child)
  }

  text(name: string): string | undefined {
    return this.all(name)[0]?.content
  }
}

/** Returns the root element. */
function parseXml(text: string): XmlElement {
  const document = new XmlElement()
  const open: XmlElement[] = [document]
  const parser = new SaxesParser({ position: false })
  parser.on('error', (error) => {
    throw new FilesUnavailable(`the file store answers with broken XML: ${error.message}`)
  })
  parser.on('opentag', ({ name }) => open.push((open.at(-1) ?? document).add(name)))
  parser.on('closetag', () => open.pop())
  parser.on('text', (more) => {
    const element = open.at(-1)
    if (element !== undefined) element.content += more
  })
  parser.write(text).close()
  return document.first ?? document
}
