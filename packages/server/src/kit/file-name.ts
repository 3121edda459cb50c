// File names given by users: which are rejected, and how a name is written into a response header. A name is only
// displayed; stored files have other names (T-41).
import { codePoints, textError } from './text.ts'

const MAX_LENGTH = 255

// Control characters, line and paragraph separators, and marks that change the direction in which the name is read.
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

// A phrase that completes `file: "name" ...`, or null when the name is valid.
export function fileNameError(name: string): string | null {
  if (name === '' || name === '.' || name === '..') return 'is not the name of a file'
  const length = codePoints(name)
  if (length > MAX_LENGTH) return `has ${length} characters; the name of a file may have ${MAX_LENGTH}`
  const error = textError(name)
  if (error !== null) return error
  if (UNPRINTABLE.test(name)) return 'has a line break or another character that cannot be seen'
  if (/[/\\"]/.test(name)) return 'has a slash, a backslash or a quotation mark, which the name of a file may not have'
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
