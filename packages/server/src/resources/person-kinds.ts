// The kinds of a person's fields: an e-mail address, checked strictly, a password that is hashed before it is stored,
// and the label of a time zone.

import { Invalid } from '../define/api-error.ts'
import { type Kind, plainText } from '../define/kinds.ts'
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
