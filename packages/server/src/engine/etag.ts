// The ETag of a record as one caller sees it: it changes with every change that the caller can see. It depends on the
// caller, so that it reveals nothing to another (T-18), and not on the format.
import { hash } from 'node:crypto'
import type { Actor } from '../define/actor.ts'
import { ApiError } from '../define/api-error.ts'

/** `json` is the record as serialized for this caller. */
export const etagOf = ({ personid, role }: Actor, json: string): string =>
  `"${hash('sha1', `${personid} ${role} ${json}`, 'base64url')}"`

/** The ETags of an `If-Match` or `If-None-Match` header; null without the header. */
export function parseEtags(header: string | undefined): readonly string[] | null {
  if (header === undefined) return null
  const tags = header.match(/\*|(?:W\/)?"[^"]*"/g)
  if (tags === null) throw new ApiError(400, 18, [`If-Match, If-None-Match: are tags in quotation marks, or *`])
  return tags
}

/** True when the client already has this version; weak ETags match too. */
export const matchesEtag = (tags: readonly string[] | null, tag: string): boolean =>
  tags?.some((one) => one === '*' || one.replace(/^W\//, '') === tag) ?? false

/** Rejects a write of a record that has changed since the client read it. */
export function checkIfMatch(tags: readonly string[], tag: string): void {
  if (tags.some((one) => one === '*' || one === tag)) return
  throw new ApiError(412, 18, ['If-Match: the record has changed since it was read; read it again'])
}
