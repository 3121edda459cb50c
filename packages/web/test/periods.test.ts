// The day of the first invoice that the form of a recurring invoice shows is the one that the server computes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isoDate } from '@stint/sdk'
import { billings, cadences, periodAt } from '../../server/src/kit/periods.ts'
import { billingDay } from '../src/kit/periods.ts'

test('the billing day of a period is that of the server, also in short months', () => {
  for (const begin of ['2026-01-01', '2026-02-01', '2027-12-01', '2028-02-01'])
    for (const every of cadences)
      for (const billing of billings)
        for (const day of [1, 15, 28, 29, 30, 31]) {
          const rule = { every, billing, day }
          assert.equal(
            billingDay(isoDate(begin), rule),
            periodAt(begin, rule)?.date,
            `${begin} ${JSON.stringify(rule)}`,
          )
        }
})
