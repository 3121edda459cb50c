// The arithmetic of invoices: rounding half away from zero to cents, once and exactly (decision 42), compared with sums
// that are calculated from the digits.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type DatedPayment,
  dayPaid,
  exactAmount,
  isProduct,
  isStorableAmount,
  isWholeCents,
  lineAmount,
  taxOn,
  totalsOf,
} from '../../src/kit/money.ts'
import { Random } from '../fixture/random.ts'

/** Rounds by looking at the digits: the first digit that is cut off decides. Units of 10^-10 to ten-thousandths. */
function roundedByDigits(product: bigint): bigint {
  const negative = product < 0n
  const digits = String(negative ? -product : product).padStart(9, '0')
  const cents = BigInt(digits.slice(0, -8)) + (Number(digits.at(-8)) >= 5 ? 1n : 0n)
  return (negative ? -cents : cents) * 100n
}

test('I-01: a line is quantity times rate, rounded half away from zero to cents', () => {
  const cases: [quantity: number, rate: number, amount: number][] = [
    [1_000_000, 800_000, 800_000],
    [333_333, 999_900, 333_300],
    [500_000, 100, 100],
    [499_999, 100, 0],
    [-500_000, 100, -100],
    [-499_999, 100, 0],
    [1_500_000, 100, 200],
    [2_500_000, 100, 300],
    [1_005_000, 10_000, 10_100],
    [1_004_999, 10_000, 10_000],
    [0, 800_000, 0],
    [800_000, 0, 0],
  ]
  for (const [quantity, rate, amount] of cases) {
    assert.equal(lineAmount(quantity, rate), amount, `${quantity} x ${rate}`)
    assert.equal(exactAmount(BigInt(quantity), BigInt(rate)), BigInt(amount), `${quantity} x ${rate}`)
  }
})

test('I-01: thousands of products are rounded as their digits require, also beyond the safe integers', () => {
  const random = new Random(42)
  for (let round = 0; round < 5000; round++) {
    const quantity = random.below(24_000_000) * (random.below(4) === 0 ? -1 : 1)
    const rate = random.pick([random.below(3_000_000), random.below(200), random.below(100) * 100])
    const expected = roundedByDigits(BigInt(quantity) * BigInt(rate))
    assert.equal(BigInt(lineAmount(quantity, rate)), expected, `${quantity} x ${rate}`)
    const large = BigInt(quantity) * 1_000_000_007n
    assert.equal(exactAmount(large, BigInt(rate)), roundedByDigits(large * BigInt(rate)), `${large} x ${rate}`)
  }
})

test('an amount equals a product if it is the exact or the rounded product', () => {
  assert.ok(isProduct(333_300, 333_333, 999_900))
  assert.ok(isProduct(26_250, 2_500_000, 10_500))
  assert.ok(!isProduct(333_400, 333_333, 999_900))
  assert.ok(isWholeCents(100) && isWholeCents(-300) && isWholeCents(0) && !isWholeCents(150))
})

test('I-03: each tax is rounded separately; a compound second tax includes the first tax', () => {
  assert.equal(taxOn(1_000_000, 190_000), 190_000)
  assert.equal(taxOn(100, 500_000), 100)
  assert.equal(taxOn(-100, 500_000), -100)
  const taxes = { tax: 75_000, secondtax: 22_500 }
  assert.deepEqual(totalsOf(1_000_000, { ...taxes, compound: false }), {
    taxamount: 75_000,
    secondtaxamount: 22_500,
    total: 1_097_500,
  })
  assert.deepEqual(totalsOf(1_000_000, { ...taxes, compound: true }), {
    taxamount: 75_000,
    secondtaxamount: 24_200,
    total: 1_099_200,
  })
  assert.equal(totalsOf(500, { tax: null, secondtax: null, compound: true }).total, 500)
})

test('I-03, I-04: thousands of taxes are rounded as their digits require, and subtotal plus taxes equals the total', () => {
  const random = new Random(43)
  const percent = (): number | null =>
    random.below(5) === 0 ? null : (random.below(400_000) - 100_000) * random.pick([1, 1, 25])
  for (let round = 0; round < 5000; round++) {
    const subtotal = 100 * (random.below(10 ** random.pick([2, 5, 9])) - random.below(10 ** random.pick([1, 5])))
    const [tax, secondtax, compound] = [percent(), percent(), random.below(2) === 0]
    const { taxamount, secondtaxamount, total } = totalsOf(subtotal, { tax, secondtax, compound })
    const what = `${subtotal} with ${tax}, ${secondtax}, ${compound}`
    assert.equal(BigInt(taxamount), roundedByDigits(BigInt(subtotal) * BigInt(tax ?? 0)), what)
    const base = compound ? subtotal + taxamount : subtotal
    assert.equal(BigInt(secondtaxamount), roundedByDigits(BigInt(base) * BigInt(secondtax ?? 0)), what)
    assert.equal(total, subtotal + taxamount + secondtaxamount, what)
    assert.ok([taxamount, secondtaxamount, total].every(isWholeCents), what)
  }
})

test('T-68: the largest amounts are exact, and larger ones are detected even where a number is not exact', () => {
  const most = 99_999_999_990_000
  assert.ok(isStorableAmount(most) && isStorableAmount(-most) && isStorableAmount(0))
  for (const beyond of [most + 100, -most - 100, Number.MAX_SAFE_INTEGER, 1e20, Number.POSITIVE_INFINITY, Number.NaN]) {
    assert.ok(!isStorableAmount(beyond), `${beyond}`)
  }
  assert.equal(lineAmount(1_000_000, most), most)
  assert.equal(lineAmount(-1_000_000, most), -most)
  assert.equal(lineAmount(1, most), 100_000_000)
  assert.ok(!isStorableAmount(lineAmount(1_000_000_000_000, most)), 'the product of the largest values')
  assert.equal(exactAmount(10n ** 12n, BigInt(most)), BigInt(most) * 10n ** 6n)
  assert.equal(taxOn(most, 10_000_000), most * 10)
})

test('I-08: thousands of payments close an invoice on the day on which their sum reaches the total', () => {
  const random = new Random(44)
  for (let round = 0; round < 3000; round++) {
    const total = 100 * (random.below(60) - 5)
    const payments = Array.from({ length: random.below(6) }, (_, at): DatedPayment => {
      const amount = 100 * (random.below(40) - 8)
      return { date: `2026-01-0${1 + at}`, amount }
    })
    const owed = payments.map((_, at) => payments.slice(0, at + 1).reduce((left, { amount }) => left - amount, total))
    const closing = (owed.at(-1) ?? 1) <= 0 ? payments[owed.findIndex((left) => left <= 0)]?.date : undefined
    assert.equal(dayPaid(total, payments), closing ?? null, `${total}: ${JSON.stringify(payments)}`)
  }
})

test('I-08: the day paid is that of the payment that closed the invoice, and null while a balance is open', () => {
  const paid = (date: string, amount: number) => ({ date, amount })
  assert.equal(dayPaid(1000, []), null)
  assert.equal(dayPaid(1000, [paid('2026-01-01', 400)]), null)
  assert.equal(dayPaid(1000, [paid('2026-01-01', 400), paid('2026-01-02', 600), paid('2026-01-03', 5)]), '2026-01-02')
  assert.equal(dayPaid(1000, [paid('2026-01-01', 1000), paid('2026-01-02', -1)]), null)
})
