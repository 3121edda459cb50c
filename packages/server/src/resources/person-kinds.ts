// The kinds that only people have: an e-mail address by a narrow rule, a password that is sealed before it is kept, and the
// label of a time zone.
import { type Kind, text } from '../define/kinds.ts'
import { Unfit } from '../define/refusal.ts'
import { hashPassword } from '../io/passwords.ts'
import { cityOfZone } from '../kit/calendar.ts'
import { isEmailAddress } from '../kit/email.ts'

/** One plain address: no quotes, comments, groups or spaces, an ASCII domain (T-39). */
export const emailFault = (address: string): string | null =>
  isEmailAddress(address) ? null : 'is not an e-mail address'

const plain = text(255)
export const email: Kind = {
  ...plain,
  blank: null,
  parse: (wire) => {
    const value = plain.parse(wire)
    if (typeof value !== 'string') return value
    const fault = emailFault(value)
    return fault === null ? value : new Unfit(fault)
  },
}

/** Thirty code points at most (reference), kept only as an Argon2id hash; blank removes it. */
export const password: Kind = {
  ...text(30),
  seal: async (value) => (value === null || value === '' ? '' : hashPassword(String(value))),
  print: () => null,
}

export const city: Kind = {
  ...text(),
  blank: null,
  print: (stored) => (stored === null ? null : cityOfZone(String(stored))),
}
