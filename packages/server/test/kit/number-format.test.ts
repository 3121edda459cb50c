// Numbers and dates as they are printed on invoices.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatDate, formatDateRange, formatNumber } from '../../src/kit/number-format.ts'

test('numbers have group separators, a real minus sign and the decimals they need', () => {
  assert.equal(formatNumber(0n, 4, 2), '0.00')
  assert.equal(formatNumber(-1n, 4, 2), '−0.0001')
  assert.equal(formatNumber(9_990_000n, 4, 2), '999.00')
  assert.equal(formatNumber(10_000_000n, 4, 2), '1,000.00')
  assert.equal(formatNumber(-123_456_7890n, 4, 2), '−123,456.789')
  assert.equal(formatNumber(190_000n, 4, 0), '19')
  assert.equal(formatNumber(77_500n, 4, 0), '7.75')
  assert.equal(formatNumber(99_999_999_999_999_999_9900n, 4, 2), '99,999,999,999,999,999.99')
})

test('a printed number without its separators has the same units', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.integer({ min: 0, max: 8 }), (units, scale) => {
      const [whole = '', fraction = ''] = formatNumber(units, scale, 0).replaceAll(',', '').replace('−', '-').split('.')
      assert.equal(BigInt(whole + fraction.padEnd(scale, '0')), units)
    }),
  )
})

test('dates are written out, and parts that two dates share are written once', () => {
  assert.equal(formatDate('2026-03-05'), '5 March 2026')
  assert.equal(formatDateRange('2026-03-05', '2026-03-05'), '5 March 2026')
  assert.equal(formatDateRange('2026-03-01', '2026-03-31'), '1 – 31 March 2026')
  assert.equal(formatDateRange('2026-03-15', '2026-04-02'), '15 March – 2 April 2026')
  assert.equal(formatDateRange('2025-12-30', '2026-01-02'), '30 December 2025 – 2 January 2026')
})
