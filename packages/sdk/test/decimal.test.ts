// Exact decimals: the results of the operations, with bigints as the oracle, and invalid inputs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assert as assertProperty, bigInt, nat, property, tuple } from 'fast-check'
import { Decimal } from '../src/decimal.ts'

test('0.1 plus 0.2 is 0.3, and twelve digits with six decimal places are exact', () => {
  assert.equal(Decimal.from('0.1').plus('0.2').toString(), '0.3')
  assert.ok(Decimal.from('0.1').plus('0.2').equals('0.30'))
  assert.equal(Decimal.from('123456789012.123456').plus('0.000001').toString(), '123456789012.123457')
  assert.equal(Decimal.from('9999999999.9999').times('1000000').toString(), '9999999999999900')
  assert.equal(Decimal.from('1.10').minus('1.1').toString(), '0')
  assert.equal(Decimal.from('-0.5').times('-0.5').toString(), '0.25')
  assert.equal(Decimal.from(80).toString(), '80')
  assert.equal(Decimal.from('.5').toString(), '0.5')
})

test('conversion to text, number, JSON and fixed decimal places', () => {
  const price = Decimal.from('1234.5')
  assert.equal(`${price}`, '1234.5')
  assert.equal(JSON.stringify({ price }), '{"price":"1234.5"}')
  assert.equal(price.toNumber(), 1234.5)
  assert.deepEqual([price.toFixed(), price.toFixed(0), price.toFixed(3)], ['1234.50', '1235', '1234.500'])
  const rounded = ['0.005', '-0.005', '0.0049', '2.675', '-2.675', '3'].map((text) =>
    Decimal.from(text).round().toString(),
  )
  assert.deepEqual(rounded, ['0.01', '-0.01', '0', '2.68', '-2.68', '3'])
  const sorted = ['10', '9', '-1', '9.5'].map((text) => Decimal.from(text)).sort((one, other) => one.compare(other))
  assert.deepEqual(sorted.map(String), ['-1', '9', '9.5', '10'])
})

test('floats, exponents, blanks and operators throw', () => {
  for (const text of ['', '.', '-', '1e5', '+1', ' 1', '1,5', '0x10', 'NaN', '１', '1'.repeat(1001)]) {
    assert.throws(() => Decimal.from(text), TypeError, text)
  }
  for (const number of [0.1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
    assert.throws(() => Decimal.from(number), /is a binary fraction|Decimal/, String(number))
  }
  const one = Decimal.from('1') as unknown as number
  assert.throws(() => one + 1, TypeError)
  assert.throws(() => one < 2, TypeError)
})

test('sums, differences, products and order equal those of bigints, for all scales', () => {
  const places = tuple(bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), nat(9))
  const textOf = (units: bigint, scale: number): string => {
    const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
    const point = digits.length - scale
    return `${units < 0n ? '-' : ''}${digits.slice(0, point)}${scale === 0 ? '' : `.${digits.slice(point)}`}`
  }
  assertProperty(
    property(places, places, ([a, scaleA], [b, scaleB]) => {
      const [one, other] = [Decimal.from(textOf(a, scaleA)), Decimal.from(textOf(b, scaleB))]
      const [wideA, wideB] = [a * 10n ** BigInt(9 - scaleA), b * 10n ** BigInt(9 - scaleB)]
      assert.ok(one.plus(other).equals(Decimal.from(textOf(wideA + wideB, 9))))
      assert.ok(one.minus(other).equals(Decimal.from(textOf(wideA - wideB, 9))))
      assert.ok(one.times(other).equals(Decimal.from(textOf(a * b, scaleA + scaleB))))
      assert.equal(one.compare(other), wideA < wideB ? -1 : wideA > wideB ? 1 : 0)
      assert.ok(Decimal.from(one.toString()).equals(one))
    }),
  )
})
