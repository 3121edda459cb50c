// The kinds of a person's fields: an e-mail address, checked strictly, a password that is hashed before it is stored,
// the label of a time zone, and the hours of a week.

import { Invalid } from '../define/api-error.ts'
import { hours, hoursScale, type Kind, plainText } from '../define/kinds.ts'
import { hashPassword } from '../io/password-hash.ts'
import { cityOfZone } from '../kit/calendar.ts'
import { isEmailAddress } from '../kit/email.ts'
import { passwordError } from '../kit/password-rules.ts'

/** One plain address: no quotes, comments, groups or spaces, an ASCII domain (T-39). */
export const emailError = (address: string): string | null =>
  isEmailAddress(address) ? null : 'must be an email address'

const plain = plainText(255)
export const email: Kind = {
  ...plain,
  name: 'email',
  blank: null,
  parse: (wire) => {
    const value = plain.parse(wire)
    if (typeof value !== 'string') return value
    const error = emailError(value)
    return error === null ? value : new Invalid(error)
  },
}

const passwordText = plainText(30)

/**
 * At most thirty code points, as in the reference. Stored only as an Argon2id hash; a blank removes it. That it is not
 * a name is checked where the names are known, in `person-rules.ts`.
 */
export const password: Kind = {
  ...passwordText,
  name: 'password',
  secret: true,
  parse: (wire) => {
    const value = passwordText.parse(wire)
    const error = typeof value === 'string' ? passwordError(value) : null
    return error === null ? value : new Invalid(error)
  },
  prepare: async (value) => (value === null || value === '' ? '' : hashPassword(String(value))),
  serialize: () => null,
}

export const timezoneCity: Kind = {
  ...plainText(),
  blank: null,
  serialize: (stored) => (stored === null ? null : cityOfZone(String(stored))),
}

const weeklyScale = 2
const hoursInWeek = 168
/** A hundredth of an hour in units of `hours`. */
const weeklyUnit = 10 ** (hoursScale - weeklyScale)

/**
 * Stored like the hours of entries. Two decimals make the share of a working day, a fifth, a whole number of units, so
 * that a capacity is exact (kit/capacity.ts). It is a quantity, because people write 38.5 and not 38:30 for a week.
 */
export const weeklyHours: Kind = {
  ...hours,
  name: 'quantity',
  parse: (wire) => {
    const value = hours.parse(wire)
    if (typeof value !== 'number') return value
    if (value > hoursInWeek * 10 ** hoursScale) return new Invalid(`must be ${hoursInWeek} or less`)
    return value % weeklyUnit === 0 ? value : new Invalid('has too many decimals')
  },
}
