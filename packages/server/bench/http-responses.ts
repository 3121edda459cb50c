// Finds the end of each response of one connection, for the load generator. It reads lengths and chunk sizes only,
// because a full parser would use the cores that the servers need.
const headEnd = Buffer.from('\r\n\r\n')
/** Servers write the names with small or capital letters. */
const lengthNames = [Buffer.from('ontent-length: '), Buffer.from('ontent-Length: ')]
const lengthNameLength = 'ontent-length: '.length
const chunkedName = Buffer.from('ncoding: chunked')
const carriageReturn = 13
const lineFeed = 10
const zero = 48
/** The position of the status after "HTTP/1.1 ". */
const statusAt = 9
const two = 50
/** Each chunk, and the response after the last one, ends with an empty line. */
const lineEndLength = 2

export class ResponseReader {
  #partialHead: Buffer | undefined
  #bytesLeft = 0
  #isChunked = false
  #isLastChunk = false
  #sizeText = ''
  readonly #onFailure: (reason: string) => void

  constructor(onFailure: (reason: string) => void) {
    this.#onFailure = onFailure
  }

  /** True when the response is complete. The next one is requested only then, so that no bytes of it can follow. */
  push(bytes: Buffer): boolean {
    if (this.#isChunked) return this.#pushChunked(bytes, 0)
    if (this.#bytesLeft > 0) {
      this.#bytesLeft = Math.max(0, this.#bytesLeft - bytes.length)
      return this.#bytesLeft === 0
    }
    return this.#pushHead(this.#partialHead === undefined ? bytes : Buffer.concat([this.#partialHead, bytes]))
  }

  #pushHead(bytes: Buffer): boolean {
    const head = bytes.indexOf(headEnd)
    this.#partialHead = head < 0 ? bytes : undefined
    if (head < 0) return false
    if (bytes[statusAt] !== two) this.#onFailure(bytes.toString('utf8', 0, 1500))
    const bodyAt = head + headEnd.length
    const chunked = bytes.indexOf(chunkedName)
    this.#isChunked = chunked >= 0 && chunked < head
    if (this.#isChunked) return this.#pushChunked(bytes, bodyAt)
    this.#bytesLeft = Math.max(0, bodyAt + lengthIn(bytes) - bytes.length)
    return this.#bytesLeft === 0
  }

  #pushChunked(bytes: Buffer, from: number): boolean {
    let at = from
    while (at < bytes.length) {
      if (this.#bytesLeft > 0) {
        const taken = Math.min(this.#bytesLeft, bytes.length - at)
        this.#bytesLeft -= taken
        at += taken
        if (this.#bytesLeft === 0 && this.#isLastChunk) return this.#finishChunked()
        continue
      }
      const lineEnd = bytes.indexOf(lineFeed, at)
      this.#sizeText += bytes.toString('latin1', at, lineEnd < 0 ? bytes.length : lineEnd)
      if (lineEnd < 0) return false
      const size = Number.parseInt(this.#sizeText, 16)
      this.#sizeText = ''
      this.#isLastChunk = size === 0
      this.#bytesLeft = size + lineEndLength
      at = lineEnd + 1
    }
    return false
  }

  #finishChunked(): boolean {
    this.#isChunked = false
    this.#isLastChunk = false
    return true
  }
}

function lengthIn(head: Buffer): number {
  const nameAt = Math.max(...lengthNames.map((name) => head.indexOf(name)))
  if (nameAt < 0) throw new Error(`an answer without its length: ${head.toString('utf8', 0, 300)}`)
  let length = 0
  for (let at = nameAt + lengthNameLength; head[at] !== carriageReturn; at++)
    length = length * 10 + (head[at] ?? 0) - zero
  return length
}
