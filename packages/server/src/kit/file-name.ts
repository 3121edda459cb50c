// File names given by users: which are rejected, and how a name is written into a response header. A name is only
// displayed; stored files have other names (T-41).
import { codePoints, textError } from './text.ts'

const MAX_LENGTH = 255

// Control characters, line and paragraph separators, and marks that change the direction in which the name is read.
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

// A phrase that completes `file: "name" ...`, or null when the name is valid.
export function fileNameError(name: string): string | null {
  if (name === '' || name === '.' || name === '..') return 'is not a file name'
  const length = codePoints(name)
  if (length > MAX_LENGTH) return `is too long (${length} characters); use at most ${MAX_LENGTH}`
  const error = textError(name)
  if (error !== null) return error
  if (UNPRINTABLE.test(name)) return 'must not contain line breaks or invisible characters'
  if (/[/\\"]/.test(name)) return 'must not contain slashes, backslashes or quotation marks'
  return null
}

// RFC 6266: the name in ASCII for old programs, then the real name in UTF-8. For every name the header is one line of
// printable ASCII, so that a name cannot inject another header (T-40).
export function attachmentHeader(name: string): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^ -~]|["\\%]/gu, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(/['()*!]/g, percentEncode)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

const percentEncode = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
