// Authorization headers: valid, unusual and hostile ones. Whether a token exists is tested elsewhere.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tokenFromBasic } from '../../src/kit/basic-auth.ts'
import { Random } from '../fixture/random.ts'

function basic(credentials: string | Uint8Array): string {
  return `Basic ${Buffer.from(credentials as string).toString('base64')}`
}

const TOKEN = 'abcdefghijk'
const GOOD = basic(`${TOKEN}:X`)
const ENCODED = GOOD.slice(6)

const HEADERS: [string | undefined, string | null][] = [
  // Accepted: any password, any case of the scheme.
  [GOOD, TOKEN],
  [basic(`${TOKEN}:`), TOKEN],
  [basic(`${TOKEN}: `), TOKEN],
  [basic(`${TOKEN}:a:b:c`), TOKEN],
  [basic(`${TOKEN}::`), TOKEN],
  [basic(`${TOKEN}:pässwörd😀`), TOKEN],
  [basic(`${'a'.repeat(40)}:X`), 'a'.repeat(40)],
  [basic('tökén:x'), 'tökén'],
  [basic(`\ufeff${TOKEN}:x`), `\ufeff${TOKEN}`],
  [`basic ${ENCODED}`, TOKEN],
  [`BASIC ${ENCODED}`, TOKEN],
  [`bAsIc ${ENCODED}`, TOKEN],
  [`Basic   ${ENCODED}`, TOKEN],
  [basic('a:'), 'a'],
  [basic('ab:'), 'ab'],
  [basic('abc:'), 'abc'],
  [basic(' a:'), ' a'],
  // No header, no credentials, another scheme.
  [undefined, null],
  ['', null],
  [' ', null],
  ['Basic', null],
  ['Basic ', null],
  ['Basic  ', null],
  [ENCODED, null],
  [`Bearer ${ENCODED}`, null],
  [`Digest ${ENCODED}`, null],
  [`Basic: ${ENCODED}`, null],
  [`Basic=${ENCODED}`, null],
  [`BasicX ${ENCODED}`, null],
  [`XBasic ${ENCODED}`, null],
  [`Basic${ENCODED}`, null],
  [`Basic\t${ENCODED}`, null],
  [`Basic\u00a0${ENCODED}`, null],
  [` Basic ${ENCODED}`, null],
  [`${GOOD} `, null],
  [`${GOOD}\n`, null],
  [`${GOOD}\r\nX-Other: 1`, null],
  [`${GOOD},${GOOD}`, null],
  [`${GOOD}, ${GOOD}`, null],
  [`${GOOD} ${ENCODED}`, null],
  // Base64 that is not strict.
  [`Basic ${TOKEN}:X`, null],
  [basic('ab:').replace(/=*$/, '='), null],
  ['Basic YTo', null],
  ['Basic YTo==', null],
  ['Basic YTo===', null],
  ['Basic YTp=', null],
  ['Basic =YTo', null],
  ['Basic Y=To', null],
  ['Basic YT o=', null],
  ['Basic YTo-', null],
  ['Basic YTo_', null],
  ['Basic YTo*', null],
  ['Basic ====', null],
  ['Basic A', null],
  ['Basic "YTo="', null],
  ['Basic ＹＴｏ=', null],
  ['Basic \u0000', null],
  // Decoded text that is not a pair of user name and password.
  [basic(TOKEN), null],
  [basic(':'), null],
  [basic(':X'), null],
  [basic(`${TOKEN}\u0000:X`), null],
  [basic(`${TOKEN}\n:X`), null],
  [basic(`${TOKEN}:X\u0000`), null],
  [basic(`${TOKEN}\u007f:X`), null],
  [basic(Uint8Array.of(0xff, 0x3a)), null],
  [basic(Uint8Array.of(0x61, 0x3a, 0xc3)), null],
  [basic(Uint8Array.of(0xc0, 0xba, 0x3a)), null],
  [basic(Uint8Array.of(0xed, 0xa0, 0x80, 0x3a)), null],
  [basic(Uint8Array.of(0xff, 0xfe, 0x61, 0, 0x3a, 0)), null],
  // Too long.
  [basic(`${TOKEN}:${'x'.repeat(800)}`), null],
  [`Basic ${'A'.repeat(16_384)}`, null],
  [`Basic ${' '.repeat(16_384)}`, null],
]

test('T-46: each header gives its token or nothing', () => {
  assert.ok(HEADERS.length >= 60)
  for (const [header, token] of HEADERS) assert.equal(tokenFromBasic(header), token, JSON.stringify(header))
})

test('T-46: a header of 1,024 characters is parsed, a longer one is not', () => {
  const padded = (length: number): string => `Basic${' '.repeat(length - 5 - ENCODED.length)}${ENCODED}`
  assert.equal(tokenFromBasic(padded(1024)), TOKEN)
  assert.equal(tokenFromBasic(padded(1025)), null)
})

test('T-46: no header throws', () => {
  const random = new Random(460)
  const chunks = ['Basic', 'basic', ' ', '=', 'YTpi', 'A', '/', '+', ':', ',', '\u0000', 'é', '\ud800', '\n', '"']
  let tokens = 0
  for (let round = 0; round < 10_000; round += 1) {
    const token = tokenFromBasic(`${random.pick(['', 'Basic '])}${random.text(chunks, 8)}`)
    if (token === null) continue
    assert.ok(token.length > 0 && !token.includes(':'))
    tokens += 1
  }
  assert.ok(tokens > 0)
})

test('random credentials are parsed back to their user name', () => {
  const random = new Random(461)
  for (let round = 0; round < 2000; round += 1) {
    const user = `a${random.text(['a', 'Z', '0', '-', '_', 'é', '😀'], 12)}`
    assert.equal(tokenFromBasic(basic(`${user}:${random.text(['x', ':', ' ', 'ü'], 12)}`)), user)
  }
})
