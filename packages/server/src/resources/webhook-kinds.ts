// The two texts of a webhook that are checked when they are written: its URL, and the list of events that it wants.
// Whether the address of the URL may be reached is checked with every connection (io/address-guard.ts).
import { Invalid } from '../define/api-error.ts'
import { type Kind, plainText } from '../define/kinds.ts'
import { excerpt } from '../kit/text.ts'

const checkedText = (maxLength: number, read: (text: string) => string | Invalid): Kind => {
  const plain = plainText(maxLength)
  return {
    ...plain,
    parse: (wire) => {
      const value = plain.parse(wire)
      return typeof value === 'string' ? read(value) : value
    },
  }
}

export const webhookUrl: Kind = checkedText(2000, (text) => {
  const url = URL.parse(text)
  if (url === null || !['https:', 'http:'].includes(url.protocol))
    return new Invalid('is not a URL of the form https://host/path')
  if (url.username !== '' || url.password !== '') return new Invalid('must not have a username or a password')
  return url.hash === '' ? text : new Invalid('must not have a part after #')
})

/** `*`, `task.*` or `invoice.issue`, separated by commas. `kinds` has the kinds of events of each resource. */
export const eventPatterns = (kinds: ReadonlyMap<string, readonly string[]>): Kind =>
  checkedText(2000, (text) => {
    const patterns = [...new Set(text.split(',').map((part) => part.trim()))]
    const unknown = patterns.find((pattern) => !isPattern(pattern, kinds))
    if (unknown === undefined) return patterns.join(',')
    return new Invalid(`has "${excerpt(unknown)}", which is not an event; use for example task.created, task.* or *`)
  })

function isPattern(pattern: string, kinds: ReadonlyMap<string, readonly string[]>): boolean {
  if (pattern === '*') return true
  const [resource = '', kind = '', more] = pattern.split('.')
  const known = kinds.get(resource)
  return known !== undefined && more === undefined && (kind === '*' || known.includes(kind))
}
