// One-time codes that change every 30 seconds (TOTP, RFC 6238, with SHA-1 as all apps expect), and base32 (RFC 4648),
// in which people type secrets. It stores nothing and reads no clock.
import { createHmac, timingSafeEqual } from 'node:crypto'

const stepMs = 30_000
/** Codes of the step before and after count too, because clocks differ and typing takes time. */
const tolerance = 1

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function base32(bytes: Uint8Array): string {
  let text = ''
  let [value, bits] = [0, 0]
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff
    bits += 8
    for (; bits >= 5; bits -= 5) text += alphabet[(value >> (bits - 5)) & 31]
  }
  return bits === 0 ? text : text + alphabet[(value << (5 - bits)) & 31]
}

export const stepAt = (now: number): number => Math.floor(now / stepMs)

/** The code of one step: HOTP of RFC 4226. */
export function codeOfStep(secret: Uint8Array, step: number, digits = 6): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The step of the code, if it is later than the last one that was used; null if the code is wrong. */
export function stepOfCode(secret: Uint8Array, code: string, now: number, lastStep: number): number | null {
  const typed = Buffer.from(code)
  let found: number | null = null
  for (let step = stepAt(now) - tolerance; step <= stepAt(now) + tolerance; step++) {
    const expected = Buffer.from(codeOfStep(secret, step))
    if (typed.length === expected.length && timingSafeEqual(typed, expected) && step > lastStep) found ??= step
  }
  return found
}

/** The address that apps for codes read from a QR code. */
export const totpAddress = (issuer: string, name: string, secret: Uint8Array): string =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(name)}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`
