// A file that is coming: what is said of it, and its bytes in whichever form one wants them, once. It is kept nowhere: whoever
// wants it twice keeps it, or asks again.

export class Download {
  readonly #response: Response

  constructor(response: Response) {
    this.#response = response
  }

  /** The name it should have on disk; null when the server gives none. */
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

  /** Its bytes as they come, for files that should not be in memory at once. */
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
