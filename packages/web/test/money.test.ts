// Totals while typing are compared with the arithmetic of the server.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Decimal as Exact } from '@stint/sdk'
import { Decimal } from '@stint/sdk'
import * as server from '../../server/src/kit/money.ts'
import { lineAmount, totalsOf } from '../src/kit/money.ts'

/** A repeatable sequence of pseudo-random whole numbers. */
function* numbers(): Generator<number> {
  let state = 42
  for (;;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    yield state
  }
}

const scaled = (units: number, places: number): Exact =>
  Decimal.from(BigInt(units)).times(`0.${'0'.repeat(places - 1)}1` as `${number}`)
const tenThousandths = (amount: Exact): number => Number(amount.times('10000').toString())

test('I-01: a line comes to the same cents here and on the server', () => {
  const draw = numbers()
  for (let at = 0; at < 5000; at++) {
    const [quantity, rate] = [draw.next().value % 40_000_000, (draw.next().value % 3_000_000) - 500_000]
    const actual = lineAmount(scaled(quantity, 6), scaled(rate, 4))
    assert.equal(tenThousandths(actual), server.lineAmount(quantity, rate), `${quantity} x ${rate}`)
  }
})

test('I-03: taxes and totals come to the same cents here and on the server', () => {
  const draw = numbers()
  for (let at = 0; at < 5000; at++) {
    const subtotal = ((draw.next().value % 90_000_000) - 10_000_000) * 100
    const [tax, secondtax] = [draw.next().value % 400_000, draw.next().value % 200_000]
    const compound = at % 2 === 0
    const expected = server.totalsOf(subtotal, { tax, secondtax: at % 3 === 0 ? null : secondtax, compound })
    const actual = totalsOf(scaled(subtotal, 4), {
      tax: scaled(tax, 4),
      secondtax: at % 3 === 0 ? null : scaled(secondtax, 4),
      compound,
    })
    for (const field of ['taxamount', 'secondtaxamount', 'total'] as const)
      assert.equal(tenThousandths(actual[field]), expected[field], `${field} of ${subtotal}`)
  }
})
