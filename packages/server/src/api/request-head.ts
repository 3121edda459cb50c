// Finds the end of the first request over HTTP/1 in bytes that are not parsed, and says whether more than its head may
// belong to it. It understands only a GET without a body; everything else is left to Node's parser.
import type { IncomingMessage } from 'node:http'

const largestHead = 16 * 1024
const headEnd = Buffer.from('\r\n\r\n')
const requestLine = /^GET ([\x21-\x7e]+) HTTP\/1\.1\r\n/
/** Headers after which more than the head belongs to the request, or no request may follow; and wrong line ends. */
const specialHeader =
  /\r\n(?:content-length|transfer-encoding|upgrade|expect)[ \t]*:|\r\nconnection[ \t]*:(?![ \t]*keep-alive[ \t]*\r\n)|[^\r]\n|\r[^\n]/i
const acceptHeader = /\r\naccept[ \t]*:([^\r\n]*)/i

export interface RequestHead {
  readonly text: string
  readonly path: string
}

/** The head of the first request in the bytes, or null if it is incomplete or not a GET without a body. */
export function firstHead(bytes: Buffer): RequestHead | null {
  const at = bytes.indexOf(headEnd)
  if (at < 0) return null
  const text = bytes.toString('latin1', 0, at + headEnd.length)
  const path = requestLine.exec(text)?.[1]
  return path === undefined || specialHeader.test(text) ? null : { text, path }
}

export const isIncomplete = (bytes: Buffer): boolean => bytes.length < largestHead && !bytes.includes(headEnd)

/** True if the bytes are one head, whatever it says: the usual client waits for the response before it sends more. */
export function isOneHead(bytes: Buffer): boolean {
  const at = bytes.indexOf(headEnd)
  return at >= 0 && at === bytes.length - headEnd.length
}

/** True if more than the head may belong to the request, or no request may follow, for a head that Node has parsed. */
export const isSpecial = ({ method, headers }: IncomingMessage): boolean =>
  method !== 'GET' ||
  headers['content-length'] !== undefined ||
  headers['transfer-encoding'] !== undefined ||
  headers.expect !== undefined ||
  headers.upgrade !== undefined ||
  (headers.connection !== undefined && headers.connection.toLowerCase() !== 'keep-alive')

/** The value of the header Accept in the text of a head. */
export const acceptOf = (text: string): string | undefined => acceptHeader.exec(text)?.[1]
