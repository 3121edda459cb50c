// The ETag of a record as one caller sees it: it changes with every change that the caller can see. It depends on the
// caller, so that it reveals nothing to another (T-18), and not on the format. The tag of a compressed response has the
// name of its encoding too, because its bytes differ (RFC 9110, 8.8.3). Both tags mean the same version of the record.
import { hash } from 'node:crypto'
import type { Actor } from '../define/actor.ts'
import { ApiError } from '../define/api-error.ts'
import { type ContentEncoding, contentEncodings } from '../kit/accept-encoding.ts'

/** `json` is the record as serialized for this caller. */
export const etagOf = ({ personid, role }: Actor, json: string): string =>
  `"${hash('sha1', `${personid} ${role} ${json}`, 'base64url')}"`

export const encodedEtag = (tag: string, encoding: ContentEncoding): string => `${tag.slice(0, -1)}-${encoding}"`

const isSameVersion = (one: string, tag: string): boolean =>
  one === tag || (one.length > tag.length && contentEncodings.some((encoding) => one === encodedEtag(tag, encoding)))

/** The ETags of an `If-Match` or `If-None-Match` header; null without the header. */
export function parseEtags(header: string | undefined): readonly string[] | null {
  if (header === undefined) return null
  const tags = header.match(/\*|(?:W\/)?"[^"]*"/g)
  if (tags === null) throw new ApiError(400, 18, [`If-Match, If-None-Match: must be tags in quotation marks, or *`])
  return tags
}

/** True when the client already has this version; weak ETags match too. */
export const matchesEtag = (tags: readonly string[] | null, tag: string): boolean =>
  tags?.some((one) => one === '*' || isSameVersion(one.replace(/^W\//, ''), tag)) ?? false

/** Rejects a write of a record that has changed since the client read it. None of the tags is `*`. */
export function checkIfMatch(tags: readonly string[], tag: string): void {
  if (tags.some((one) => isSameVersion(one, tag))) return
  throw new ApiError(412, 18, ['If-Match: the record has changed since you read it; read it again'])
}
