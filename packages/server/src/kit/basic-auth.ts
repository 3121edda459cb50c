// Reads the token from an Authorization header of the Basic or the Bearer scheme. The password of Basic is ignored,
// because existing programs leave it empty or send anything (decision 19). The token is not validated: an unknown and
// an invalid one must look the same to the sender. It never throws.

import { Buffer, isUtf8 } from 'node:buffer'

const MAX_HEADER_LENGTH = 1024
const BASIC = /^basic +([A-Za-z0-9+/]+={0,2})$/i
const CONTROL = /[\x00-\x1f\x7f]/

const BEARER = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i

/** The token of a header of either scheme. */
export const tokenFromHeader = (header: string): string | null =>
  header.length > MAX_HEADER_LENGTH ? null : (BEARER.exec(header)?.[1] ?? tokenFromBasic(header))

export function tokenFromBasic(header: string | undefined): string | null {
  if (header === undefined || header.length > MAX_HEADER_LENGTH) return null
  const encoded = BASIC.exec(header)?.[1]
  if (encoded === undefined) return null
  const bytes = Buffer.from(encoded, 'base64')
  // Node's decoder is lenient; comparing with its own encoding makes it strict.
  if (bytes.toString('base64') !== encoded || !isUtf8(bytes)) return null
  const credentials = bytes.toString('utf8')
  const colon = credentials.indexOf(':')
  if (colon < 1 || CONTROL.test(credentials)) return null
  return credentials.slice(0, colon)
}
