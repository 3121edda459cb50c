// The account's daily quota: how much is used and when it resets. Requests to this endpoint are not counted (decision
// 22). The database counts in `admit`, and the pipeline rejects requests over the quota; neither is done here.
import { allRoles } from '../define/actor.ts'
import { ValidationErrors } from '../define/api-error.ts'
import { defineEndpoint } from '../define/endpoint.ts'
import { datetime, flag, integer } from '../define/kinds.ts'
import { addDays } from '../kit/calendar.ts'

export const quota = defineEndpoint('quota', {
  doc: 'API quota of the account: requests allowed and used in the current GMT day.',
  quotaExempt: true,
  record: {
    quota: { kind: integer, doc: 'Requests allowed in a GMT day' },
    used: { kind: integer, doc: 'Requests used in the current one' },
    next_reset: { kind: datetime, doc: 'When it starts anew, UTC' },
    exceeded: { kind: flag, doc: 'Whether it is used up' },
  },
  collection: {
    GET: {
      roles: allRoles,
      doc: 'How much of the quota is used. This request is not counted.',
      status: 200,
      run: async ({ query, quota: { limit, used, day } }) => {
        const errors = new ValidationErrors()
        for (const name of query.keys()) errors.addUnknownName(name, 'parameter of quota')
        errors.throwIfAny()
        const record = {
          quota: String(limit),
          used: String(used),
          next_reset: `${addDays(day, 1)} 00:00:00`,
          exceeded: used >= limit ? 't' : 'f',
        }
        return { status: 200, record }
      },
    },
  },
  member: {},
})
