// The kinds of values of recurring invoices: how often, when, and what is done with each invoice.
// The calendar behind them is in `kit/periods.ts`.
import { Invalid } from '../define/api-error.ts'
import { date, integer, type Kind } from '../define/kinds.ts'
import { billings, cadences, lastDayOfMonth } from '../kit/periods.ts'
import { oneOf } from './company-kinds.ts'

export const cadence: Kind = oneOf(cadences, "must be 'month', 'quarter' or 'year'")

export const billing: Kind = oneOf(billings, "is neither 'advance' nor 'arrears'")

export const delivery: Kind = oneOf(['draft', 'issue', 'send'], "must be 'draft', 'issue' or 'send'")

export const dayNumber: Kind = {
  ...integer,
  range: [0, lastDayOfMonth],
  parse: (wire) => {
    const value = integer.parse(wire)
    if (typeof value !== 'number' || (value >= 1 && value <= lastDayOfMonth)) return value
    return new Invalid(`must be a whole number from 1 to ${lastDayOfMonth}`)
  },
}

export const monthStart: Kind = {
  ...date,
  parse: (wire) => {
    const value = date.parse(wire)
    return typeof value === 'string' && !value.endsWith('-01') ? new Invalid('must be the first day of a month') : value
  },
}
