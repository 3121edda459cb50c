// One-time codes against the test vectors of RFC 6238 and RFC 4648, and which steps a code counts for.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { base32, codeOfStep, stepAt, stepOfCode, totpAddress } from '../../src/kit/totp.ts'

const secret = Buffer.from('12345678901234567890')

test('the codes are those of RFC 6238', () => {
  const vectors: [number, string][] = [
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ]
  for (const [seconds, code] of vectors) assert.equal(codeOfStep(secret, stepAt(seconds * 1000), 8), code)
})

test('base32 is that of RFC 4648, without padding', () => {
  const vectors: Record<string, string> = {
    '': '',
    f: 'MY',
    fo: 'MZXQ',
    foo: 'MZXW6',
    foob: 'MZXW6YQ',
    fooba: 'MZXW6YTB',
    foobar: 'MZXW6YTBOI',
  }
  for (const [text, encoded] of Object.entries(vectors)) assert.equal(base32(Buffer.from(text)), encoded)
})

test('a code counts in its step and in the steps beside it, after the last used step only', () => {
  const now = 1_234_567_890_000
  const step = stepAt(now)
  for (const distance of [-1, 0, 1]) {
    const code = codeOfStep(secret, step + distance)
    assert.equal(stepOfCode(secret, code, now, 0), step + distance)
    assert.equal(stepOfCode(secret, code, now, step + distance - 1), step + distance)
    assert.equal(stepOfCode(secret, code, now, step + distance), null)
  }
  for (const distance of [-2, 2]) assert.equal(stepOfCode(secret, codeOfStep(secret, step + distance), now, 0), null)
  for (const code of ['', '00000', '0000000', 'abcdef', '１２３４５６'])
    assert.equal(stepOfCode(secret, code, now, 0), null)
})

test('the address for apps has the name and the secret, encoded', () => {
  assert.equal(
    totpAddress('Stint', 'ada b&c', secret),
    'otpauth://totp/Stint:ada%20b%26c?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Stint',
  )
})
