// The second transcription of the company. The reference does not have it, so all of it is ours; the unit of budgets is
// only for roles that see budgets.
import type { Transcript } from './transcript.ts'

export const company: Transcript = {
  operations: { list: 'AMRE', read: 'AMRE', update: 'A' },
  ours: ['list', 'read', 'update'],
  download: 'AMRE',
  response: { id: 'integer' },
  additions: {
    settable: {
      name: { type: 'string', max: 255, required: true },
      timezone: { type: 'string', required: true },
      budgetsin: { type: 'string', required: true },
      currency: { type: 'string', max: 3 },
      address: { type: 'string' },
      taxnumber: { type: 'string', max: 55 },
      logo: { type: 'file' },
    },
    response: {
      name: 'string',
      timezone: 'string',
      budgetsin: 'string AM',
      currency: 'string?',
      address: 'string?',
      taxnumber: 'string?',
      logofilename: 'string?',
    },
  },
}
