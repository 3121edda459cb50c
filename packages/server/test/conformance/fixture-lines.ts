// The sample of a line with quantity, rate and amount, which invoices, recurring invoices and estimates have alike.
import type { JsonObject } from '../fixture/request-parts.ts'
import type { Sample } from './samples.ts'

/** `owner` names the record of a new line, such as its invoiceid. */
export const lineSample = (
  owner: JsonObject,
  completeQueries: readonly string[],
  fresh: (what: string) => string,
  moreChanges: Sample['changes'] = {},
  moreFields: JsonObject = {},
): Sample => ({
  create: async () => ({
    ...owner,
    name: fresh('Line'),
    description: 'Words',
    quantity: '2.5',
    rate: '10.5',
    amount: '26.25',
    ...moreFields,
  }),
  changes: {
    ...moreChanges,
    name: { name: 'Other line' },
    description: { description: 'Other' },
    quantity: { quantity: '-4', amount: '-42' },
    rate: { rate: '-2.0001', amount: '-5' },
    amount: { rate: '', amount: '-3.5' },
  },
  changedField: 'name',
  // With quantity and rate the amount is their product, so one of them is cleared.
  sentTogether: { quantity: { rate: '' }, rate: { quantity: '' }, amount: { rate: '' } },
  completeQueries,
})
