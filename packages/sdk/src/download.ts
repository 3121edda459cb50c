// A file download: its name and type, and its bytes in the form that the caller wants. The bytes can be read once; they
// are not cached.

export class Download {
  readonly #response: Response

  constructor(response: Response) {
    this.#response = response
  }

  /** The suggested file name; null if the server sends none. */
  get filename(): string | null {
    const disposition = this.#response.headers.get('content-disposition') ?? ''
    const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? []
    if (encoded !== undefined) return decodeURIComponent(encoded)
    return /filename="([^"]*)"/i.exec(disposition)?.[1] ?? null
  }

  /** Its media type. */
  get type(): string {
    return this.#response.headers.get('content-type') ?? 'application/octet-stream'
  }

  /** The bytes as a stream, for files that are too large for memory. */
  get stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return this.#response.body ?? new Blob([]).stream()
  }

  blob(): Promise<Blob> {
    return this.#response.blob()
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return this.#response.arrayBuffer()
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await this.#response.arrayBuffer())
  }

  text(): Promise<string> {
    return this.#response.text()
  }
}
