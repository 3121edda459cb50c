// A cache of exact counts, valid until a table that they read is written (docs/adr/0006-counts.md). The version is
// stored in the database and read with each page, so that writes of other processes count too. A count is never an
// estimate.
interface CachedCount {
  readonly version: number
  readonly count: number
  /** True for a search that its index answers from few rows, so that it may run on the event loop. */
  readonly short: boolean
}

const capacity = 20_000
/** Rows of an account or a list, from which on counting would block the event loop. */
export const largeThreshold = 20_000
/** A key contains the values of filters, such as a thousand ids. Such a list is counted anew. */
const maxKeyLength = 500

export class CountCache {
  readonly #counts = new Map<string, CachedCount>()
  readonly #largeLists = new Set<string>()

  get(key: string): CachedCount | undefined {
    return this.#counts.get(key)
  }

  set(key: string, count: CachedCount): void {
    if (key.length > maxKeyLength) return
    if (this.#counts.size >= capacity) this.#evictOldest()
    this.#counts.delete(key)
    this.#counts.set(key, count)
  }

  /** Records which lists are so long that counting them would block the event loop. */
  recordSize(listKey: string, count: number): void {
    if (count >= largeThreshold) this.#largeLists.add(listKey)
  }

  isLarge(listKey: string): boolean {
    return this.#largeLists.has(listKey)
  }

  #evictOldest(): void {
    const oldest = this.#counts.keys().next()
    if (!oldest.done) this.#counts.delete(oldest.value)
  }
}
