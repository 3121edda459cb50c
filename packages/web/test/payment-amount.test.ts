// The form of a payment: what it says about an amount, and which method it suggests.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@stint/sdk'
import { adviceOnAmount, suggestedMethod } from '../src/records/payments/payment-amount.ts'

test('an amount of 0 and a refund are named, and what is more than the balance due', () => {
  const advice = (amount: `${number}` | null, owed: `${number}` | null): string => {
    const given = adviceOnAmount(
      amount === null ? null : Decimal.from(amount),
      owed === null ? null : Decimal.from(owed),
    )
    return given.kind === 'excess' ? `excess ${given.excess.toFixed(2)}` : given.kind
  }
  assert.equal(advice(null, '100'), 'none')
  assert.equal(advice('0.00', '100'), 'zero')
  assert.equal(advice('0', null), 'zero')
  assert.equal(advice('-5', '100'), 'refund')
  assert.equal(advice('100', '100'), 'none')
  assert.equal(advice('150', '100'), 'excess 50.00')
  assert.equal(advice('0.01', '0'), 'excess 0.01')
  assert.equal(advice('30', '-20'), 'excess 30.00', 'the client has a credit of 20 already')
  assert.equal(advice('30', null), 'none')
})

test('the method is the last one of the client, else of the person, else "Other", never simply the first', () => {
  const methods = [1, 2, 3, 4, 5, 9].map((id) => ({ id }))
  assert.equal(suggestedMethod(methods, 4, 2), 4)
  assert.equal(suggestedMethod(methods, undefined, 2), 2)
  assert.equal(suggestedMethod(methods, undefined, undefined), 5)
  assert.equal(suggestedMethod(methods, 77, 2), 2, 'a deleted method is not suggested')
  assert.equal(suggestedMethod([{ id: 1 }, { id: 9 }], undefined, undefined), 9)
  assert.equal(suggestedMethod([], 4, 2), null)
})
