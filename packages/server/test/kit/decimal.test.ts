// Exact decimals: which texts are valid, their value in units, their text form, and that conversion loses nothing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDecimal, printDecimal, printProduct, printUnits } from '../../src/kit/decimal.ts'
import { Random } from '../fixture/random.ts'

test('decimals are parsed as integer units of their scale', () => {
  const cases: [string, number, number][] = [
    ['0', 2, 0],
    ['1', 0, 1],
    ['1', 2, 100],
    ['1.5', 2, 150],
    ['1.50', 2, 150],
    ['.5', 2, 50],
    ['-.5', 2, -50],
    ['-0.5', 2, -50],
    ['007', 2, 700],
    ['0.01', 2, 1],
    ['1.230000', 2, 123],
    ['5.0', 0, 5],
    ['0.000', 2, 0],
    ['1234.5', 4, 12_345_000],
    ['90071992547409.91', 2, Number.MAX_SAFE_INTEGER],
    ['-90071992547409.91', 2, Number.MIN_SAFE_INTEGER],
    ['9007199254740991', 0, Number.MAX_SAFE_INTEGER],
    [`${'0'.repeat(1_000_000)}1`, 2, 100],
    [`1.${'0'.repeat(1_000_000)}`, 2, 100],
  ]
  for (const [text, scale, units] of cases) assert.equal(parseDecimal(text, scale), units, text.slice(0, 40))
})

test('T-37: a text that is not a plain decimal is rejected', () => {
  const texts = [
    '',
    ' ',
    '.',
    '-',
    '-.',
    '5.',
    '-5.',
    '+5',
    ' 5',
    '5 ',
    '5\n',
    '1,5',
    '1,000',
    '1 000',
    '1_000',
    '0x5',
    '0b1',
    '1e5',
    '1E5',
    '1e400',
    '9e99',
    'NaN',
    'Infinity',
    '-Infinity',
    '--5',
    '5-',
    '1.2.3',
    '٥',
    '５',
    '१',
    '½',
    '5%',
    '$5',
    '1/2',
    'true',
    'null',
    '1n',
    '−5',
    '1.5e0',
    '5.٥',
  ]
  for (const text of texts) assert.equal(parseDecimal(text, 2), 'must be a number', JSON.stringify(text))
})

test('T-35: a negative zero is rejected', () => {
  for (const text of ['-0', '-0.0', '-.0', '-000']) assert.equal(parseDecimal(text, 2), 'must be a number', text)
})

test('more decimal places than the scale are rejected unless they are zeros', () => {
  assert.equal(parseDecimal('0.001', 2), 'has too many decimals')
  assert.equal(parseDecimal('1.5', 0), 'has too many decimals')
  assert.equal(parseDecimal('0.010', 2), 1)
  assert.equal(parseDecimal(`0.01${'0'.repeat(100_000)}1`, 2), 'has too many decimals')
})

test('T-37: numbers beyond the safe integers are rejected', () => {
  for (const text of [
    '9007199254740992',
    '9007199254740993',
    '-9007199254740992',
    '9999999999999999',
    '18446744073709551616',
    `1${'0'.repeat(400)}`,
  ]) {
    assert.equal(parseDecimal(text, 0), 'is out of range', text)
  }
  assert.equal(parseDecimal('90071992547409.92', 2), 'is out of range')
  assert.equal(parseDecimal('9007199254740991', 2), 'is out of range')
})

test('units are printed in the shortest form', () => {
  const cases: [number, number, string][] = [
    [0, 2, '0'],
    [-0, 2, '0'],
    [100, 2, '1'],
    [10, 2, '0.1'],
    [1, 2, '0.01'],
    [8000, 2, '80'],
    [123_450, 2, '1234.5'],
    [-50, 2, '-0.5'],
    [-1, 4, '-0.0001'],
    [7, 0, '7'],
    [100, 0, '100'],
    [Number.MAX_SAFE_INTEGER, 2, '90071992547409.91'],
  ]
  for (const [units, scale, text] of cases) assert.equal(printDecimal(units, scale), text)
})

test('a value that is not a whole number of units is never printed', () => {
  for (const units of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
    assert.throws(() => printDecimal(units, 2), RangeError)
})

test('I-13: parsing a printed value gives the same units', () => {
  const random = new Random(13)
  for (let round = 0; round < 20_000; round += 1) {
    const size = 10 ** (1 + random.below(15))
    const units = (random.next() < 0.5 ? -1 : 1) * random.below(size)
    const scale = random.below(7)
    const text = printDecimal(units, scale)
    assert.ok(parseDecimal(text, scale) === units, `${units} at ${scale} was ${text}`)
  }
})

test('I-13: printing an accepted text gives its canonical form', () => {
  const random = new Random(1313)
  const digits = ['0', '0', '1', '5', '9']
  for (let round = 0; round < 20_000; round += 1) {
    const whole = random.text(digits, 6)
    const fraction = random.text(digits, 4)
    const text = `${random.pick(['', '-'])}${whole}${fraction === '' ? '' : `.${fraction}`}`
    const units = parseDecimal(text, 4)
    if (typeof units === 'string') continue
    const canonicalWhole = whole.replace(/^0+/, '') || '0'
    const canonicalFraction = fraction.replace(/0+$/, '')
    const canonical = canonicalFraction === '' ? canonicalWhole : `${canonicalWhole}.${canonicalFraction}`
    assert.equal(printDecimal(units, 4), text.startsWith('-') ? `-${canonical}` : canonical, text)
  }
})

test('products are exact, far beyond the safe integers', () => {
  const cases: [number, number, number, number, string][] = [
    [150, 2, 8000, 2, '120'],
    [1, 2, 1, 2, '0.0001'],
    [-150, 2, 1, 0, '-1.5'],
    [-150, 2, -2, 0, '3'],
    [0, 2, -5, 2, '0'],
    [-0, 2, 5, 2, '0'],
    [3, 0, 4, 0, '12'],
    [Number.MAX_SAFE_INTEGER, 2, Number.MAX_SAFE_INTEGER, 4, '81129638414606663681390495.662081'],
  ]
  for (const [a, scaleA, b, scaleB, text] of cases) assert.equal(printProduct(a, scaleA, b, scaleB), text)
})

test('units beyond the safe integers are printed in the same form', () => {
  assert.equal(printUnits(0n, 4), '0')
  assert.equal(printUnits(-5000n, 4), '-0.5')
  assert.equal(printUnits(123_456_789_012_345_678_900n, 4), '12345678901234567.89')
  const random = new Random(7)
  for (let round = 0; round < 200; round++) {
    const units = random.below(2 ** 31) - 2 ** 30
    assert.equal(printUnits(BigInt(units), 4), printDecimal(units, 4))
  }
})
