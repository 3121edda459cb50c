// The format of API tokens: how one is created from random bytes, which texts can be one, and the hash that is stored
// instead of it (T-45). It does not generate random bytes and looks nothing up. Tokens in other formats are legal too,
// because operators bring tokens from other systems.

import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const PREFIX = 'st'
const RANDOM_BYTES = 32
const SECRET_DIGITS = 32
const CHECK_DIGITS = 6

const LEGAL = /^[A-Za-z0-9_-]{11,40}$/

// Forty characters: a prefix for secret scanners, 190 bits of secret, and a checksum of both. The 256 random bits are
// reduced to 62^32 secrets, so that no secret is likelier than another by more than one part in 2^65.
export function mintToken(random32: Uint8Array): string {
  if (random32.length !== RANDOM_BYTES) throw new RangeError(`a token is made from ${RANDOM_BYTES} random bytes`)
  const random = random32.reduce((number, byte) => number * 256n + BigInt(byte), 0n)
  const body = PREFIX + base62(random, SECRET_DIGITS)
  return body + checksum(body)
}

// True when the text can be a token: 11 to 40 characters that need no escaping in a header or a URL.
export function isLegalToken(text: string): boolean {
  return LEGAL.test(text)
}

export function tokenHash(token: string): string {
  return hash('sha256', token, 'hex')
}

function checksum(body: string): string {
  return base62(BigInt(crc32(body)), CHECK_DIGITS)
}

// The last `count` digits of a number, the highest first.
function base62(number: bigint, count: number): string {
  let text = ''
  for (let rest = number; text.length < count; rest /= 62n) text = DIGITS.charAt(Number(rest % 62n)) + text
  return text
}
