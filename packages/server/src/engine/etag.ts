// The tag of a record as one caller sees it: whatever that caller could see change, changes it. It stands for the caller too,
// so that the tag of one says nothing to another (T-18), and not for the format: both tell the same.
import { hash } from 'node:crypto'
import type { Actor } from '../define/actor.ts'
import { ApiError } from '../define/api-error.ts'

/** `json` is the record as it is printed for this caller. */
export const etagOf = ({ personid, role }: Actor, json: string): string =>
  `"${hash('sha1', `${personid} ${role} ${json}`, 'base64url')}"`

/** The tags of an `If-Match` or `If-None-Match`; null when the header is not there. */
export function parseEtags(header: string | undefined): readonly string[] | null {
  if (header === undefined) return null
  const tags = header.match(/\*|(?:W\/)?"[^"]*"/g)
  if (tags === null) throw new ApiError(400, 18, [`If-Match, If-None-Match: are tags in quotation marks, or *`])
  return tags
}

/** Whether a tag is among those that a reader already has; a weak one will do. */
export const matchesEtag = (tags: readonly string[] | null, tag: string): boolean =>
  tags?.some((known) => known === '*' || known.replace(/^W\//, '') === tag) ?? false

/** Ends a write of a record that is not what its writer last saw. */
export function checkIfMatch(tags: readonly string[], tag: string): void {
  if (tags.some((known) => known === '*' || known === tag)) return
  throw new ApiError(412, 18, ['If-Match: the record has changed since it was read; read it again'])
}
