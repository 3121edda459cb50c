// Does the same for several things, so that one that fails does not keep the others from being done. The caller gets
// the errors at the end. For background work; a request stops at its first error.

/** Calls `work` for each item in turn. Throws an AggregateError at the end if any of them failed. */
export async function tryEach<Item>(items: Iterable<Item>, work: (item: Item) => Promise<void>): Promise<void> {
  const errors: unknown[] = []
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      errors.push(...(error instanceof AggregateError ? error.errors : [error]))
    }
  }
  const [first] = errors
  if (errors.length > 0) {
    const message = first instanceof Error ? first.message : String(first)
    throw new AggregateError(errors, errors.length === 1 ? message : `${errors.length} errors, the first: ${message}`)
  }
}
