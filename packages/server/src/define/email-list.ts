// The kind of a field with e-mail addresses: one or several, separated by commas. They are stored in one form, so that
// a list can be compared and split again.
import { isEmailAddress } from '../kit/email.ts'
import { excerpt } from '../kit/text.ts'
import { Invalid } from './api-error.ts'
import { type Kind, plainText } from './kinds.ts'

/** More would be a mailing list, for which an invoice is not meant (T-190). */
const maxAddresses = 10

const separator = ', '

/** The addresses of a stored list. */
export const addressesIn = (stored: unknown): string[] =>
  stored === null || stored === undefined || stored === '' ? [] : String(stored).split(separator)

export const joinAddresses = (addresses: readonly string[]): string => addresses.join(separator)

const plain = plainText(2000)

export const emailList: Kind = {
  ...plain,
  parse: (wire) => {
    const value = plain.parse(wire)
    if (typeof value !== 'string') return value
    const addresses = value
      .split(/[,;\n]/)
      .map((address) => address.trim())
      .filter((address) => address !== '')
    const wrong = addresses.find((address) => !isEmailAddress(address))
    if (wrong !== undefined && addresses.length === 1) return new Invalid('is not an email address')
    if (wrong !== undefined) return new Invalid(`has "${excerpt(wrong)}", which is not an email address`)
    const unique = [...new Map(addresses.map((address) => [address.toLowerCase(), address])).values()]
    if (unique.length > maxAddresses) return new Invalid(`has ${unique.length} addresses; use at most ${maxAddresses}`)
    return unique.length === 0 ? null : joinAddresses(unique)
  },
}
