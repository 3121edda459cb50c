// The ETags of records. They are kept in a WeakMap and not in the records, so that a record contains only its fields. A
// copy of a record is another object and has no ETag.

const etags = new WeakMap<object, string>()

/** The ETag of a record from read, create, update or an action. Records from lists have none. */
export const etagOf = (record: object): string | undefined => etags.get(record)

export function rememberEtag<R extends object>(record: R, tag: string | null): R {
  if (tag !== null) etags.set(record, tag)
  return record
}

/** The ETag for a header: of a record, or given as text. */
export function requireEtag(recordOrTag: object | string): string {
  const tag = typeof recordOrTag === 'string' ? recordOrTag : etags.get(recordOrTag)
  if (tag === undefined)
    throw new TypeError('this record has no tag: only one that was read by its id has, and no copy of it')
  return tag
}
