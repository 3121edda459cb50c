// Parses a query string, `name=value` pairs joined by &, strictly: every name at most once (T-36), percent-encoding
// well-formed. Used for the query of a request and for saved queries; the meaning of the names is not checked here.
import { excerpt } from '../kit/text.ts'
import type { ValidationErrors } from './api-error.ts'

const maxQueryLength = 16_384

const decodeComponent = (text: string): string | null => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}

/** The values by name; an error for each part that cannot be parsed. */
export function parseQueryString(text: string, errors: ValidationErrors): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>()
  const parts = text.split('&')
  if (text.length >= maxQueryLength) {
    const longest = parts.reduce((most, part) => (part.length > most.length ? part : most))
    const name = excerpt(longest.split('=', 1)[0] ?? '')
    errors.add(name, `is too long; a query may have ${maxQueryLength} characters in all`)
    return pairs
  }
  for (const part of parts) {
    if (part === '') continue
    const equals = part.indexOf('=')
    const name = decodeComponent(equals === -1 ? part : part.slice(0, equals))
    const value = decodeComponent(equals === -1 ? '' : part.slice(equals + 1))
    if (name === null || value === null) errors.add(excerpt(part), 'is not well-formed percent-encoding')
    else if (pairs.has(name)) errors.add(excerpt(name), 'is sent more than once')
    else pairs.set(name, value)
  }
  return pairs
}
