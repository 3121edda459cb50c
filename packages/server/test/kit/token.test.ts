// The form of tokens: generated ones have a valid checksum, all others are checked by their characters only.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { isLegalToken, mintToken, tokenHash } from '../../src/kit/token.ts'
import { Random } from '../fixture/random.ts'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

test('a generated token has forty letters and digits and is recognised', () => {
  const random = new Random(45)
  for (let round = 0; round < 2000; round += 1) {
    const token = mintToken(random.bytes(32))
    assert.match(token, /^st[0-9A-Za-z]{38}$/)
    assert.ok(hasValidChecksum(token) && isLegalToken(token), token)
  }
})

test('the checksum is the CRC-32 of the text before it', () => {
  const token = mintToken(new Random(1).bytes(32))
  assert.equal(checksumIn(token), crc32BitByBit(token.slice(0, -6)))
  assert.equal(mintToken(new Uint8Array(32)).slice(0, 34), `st${'0'.repeat(32)}`)
})

test('T-45: one changed character is detected', () => {
  const random = new Random(46)
  for (let round = 0; round < 20; round += 1) {
    const token = mintToken(random.bytes(32))
    for (let at = 0; at < token.length; at += 1) {
      const other = random.pick([...DIGITS].filter((digit) => digit !== token[at]))
      assert.equal(hasValidChecksum(token.slice(0, at) + other + token.slice(at + 1)), false)
    }
    assert.equal(hasValidChecksum(token.slice(1)), false)
    assert.equal(hasValidChecksum(`${token}\n`), false)
    assert.equal(hasValidChecksum(token.toLowerCase()), false)
  }
})

test('T-45: every digit is about equally frequent in every position', () => {
  const random = new Random(47)
  const rounds = 6200
  const counts = Array.from({ length: 32 }, () => new Map<string, number>())
  for (let round = 0; round < rounds; round += 1) {
    const secret = mintToken(random.bytes(32)).slice(2, 34)
    for (const [place, count] of counts.entries()) {
      const digit = secret.charAt(place)
      count.set(digit, (count.get(digit) ?? 0) + 1)
    }
  }
  // The expected count is one hundred each, with a deviation of ten; the seed makes every run the same.
  for (const count of counts) {
    assert.equal(count.size, 62)
    for (const times of count.values()) assert.ok(times > 45 && times < 155, String(times))
  }
})

test('a token is created from exactly 32 bytes, and other bytes give another token', () => {
  for (const count of [0, 31, 33]) assert.throws(() => mintToken(new Uint8Array(count)), RangeError)
  const random = new Random(48)
  assert.equal(new Set(Array.from({ length: 1000 }, () => mintToken(random.bytes(32)))).size, 1000)
})

test('tokens that operators set are valid by their characters', () => {
  for (const token of ['abcdefghijk', 'a'.repeat(40), '12345678901', 'A-b_C-d_E-f_', 'st'.padEnd(40, '0')]) {
    assert.ok(isLegalToken(token), token)
  }
  for (const token of [
    '',
    'a'.repeat(10),
    'a'.repeat(41),
    'abcdefghij k',
    'abcdefghij:k',
    'abcdefghijé',
    'abcdefghijk\n',
    '../../../../etc',
  ]) {
    assert.equal(isLegalToken(token), false, JSON.stringify(token))
  }
  assert.equal(hasValidChecksum('abcdefghijk'), false)
})

test('T-45: the stored hash is the SHA-256 of the token', () => {
  const token = mintToken(new Random(2).bytes(32))
  assert.equal(tokenHash(token), createHash('sha256').update(token).digest('hex'))
  assert.equal(tokenHash(''), 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
})

const checksumIn = (token: string): number =>
  [...token.slice(-6)].reduce((sum, digit) => sum * 62 + DIGITS.indexOf(digit), 0)

/** What a scanner for secrets can check without the server. */
const hasValidChecksum = (token: string): boolean =>
  /^st[0-9A-Za-z]{38}$/.test(token) && checksumIn(token) === crc32BitByBit(token.slice(0, -6))

function crc32BitByBit(text: string): number {
  let crc = 0xffffffff
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
