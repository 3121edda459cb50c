// The tags of records: what a server calls the state in which it gave a record away. They are kept beside the records and not
// in them, so that a record is nothing but its fields; a copy of one is another object, and has none.

const etags = new WeakMap<object, string>()

/** The tag a record came with: after read, create, update and actions, not from lists. */
export const etagOf = (record: object): string | undefined => etags.get(record)

export function rememberEtag<R extends object>(record: R, tag: string | null): R {
  if (tag !== null) etags.set(record, tag)
  return record
}

/** The tag of what was given, for a header. */
export function requireEtag(given: object | string): string {
  const tag = typeof given === 'string' ? given : etags.get(given)
  if (tag === undefined)
    throw new TypeError('this record has no tag: only one that was read by its id has, and no copy of it')
  return tag
}
