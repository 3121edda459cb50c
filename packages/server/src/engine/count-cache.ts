// Exact counts remembered until a table they read is written (docs/adr/0006-counts.md). The version that says so lives in the
// database and comes back with each page, so that other processes' writes are seen too. Never an estimate.

interface CachedCount {
  readonly version: number
  readonly count: number
}

const capacity = 20_000
const largeThreshold = 20_000

export class CountCache {
  readonly #counts = new Map<string, CachedCount>()
  readonly #largeLists = new Set<string>()

  get(key: string): CachedCount | undefined {
    return this.#counts.get(key)
  }

  set(key: string, known: CachedCount): void {
    if (this.#counts.size >= capacity) this.#evictOldest()
    this.#counts.delete(key)
    this.#counts.set(key, known)
  }

  /** Remembers which accounts have so many records of a kind that counting them would hold the event loop. */
  recordSize(place: string, count: number): void {
    if (count >= largeThreshold) this.#largeLists.add(place)
  }

  isLarge(place: string): boolean {
    return this.#largeLists.has(place)
  }

  #evictOldest(): void {
    const oldest = this.#counts.keys().next()
    if (!oldest.done) this.#counts.delete(oldest.value)
  }
}
