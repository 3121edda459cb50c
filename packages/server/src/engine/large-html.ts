// Sanitizes the large HTML texts of a body before it is parsed, because parsing is synchronous and would block the
// event loop (T-117). Small texts are sanitized while they are parsed (define/kinds.ts).
import type { Resource } from '../define/resource.ts'
import { sanitizeLargeHtml } from '../io/sanitize-large-html.ts'
import { SanitizedHtml, type WireRecord, type WireValue } from '../kit/wire-tree.ts'

/** The slowest text of this length takes some 15 ms. */
const largeLength = 8192

/** The body with its large HTML texts sanitized. Their length and characters are checked later. */
export async function sanitizeLargeTexts(
  resource: Resource,
  body: WireValue | undefined,
): Promise<WireValue | undefined> {
  if (!(body instanceof Map)) return body
  const inner = body.size === 1 ? body.get(resource.name) : undefined
  if (inner instanceof Map) return new Map([[resource.name, await sanitizeFields(resource, inner)]])
  return sanitizeFields(resource, body)
}

async function sanitizeFields(resource: Resource, record: WireRecord): Promise<WireRecord> {
  const large = [...record].filter((entry): entry is [string, string] => isLargeHtml(resource, ...entry))
  if (large.length === 0) return record
  const sanitized = new Map(record)
  for (const [name, text] of large) sanitized.set(name, new SanitizedHtml(text, await sanitizeLargeHtml(text)))
  return sanitized
}

/** A text that is too long is rejected anyway. A character has at most two units. */
function isLargeHtml({ fields }: Resource, name: string, value: WireValue): boolean {
  if (typeof value !== 'string' || value.length <= largeLength || !Object.hasOwn(fields, name)) return false
  const { type, maxLength = 0 } = fields[name]?.kind ?? {}
  return type === 'html' && value.length <= 2 * maxLength
}
