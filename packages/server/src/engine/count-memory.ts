// Exact counts remembered until a table they read is written (docs/adr/0006-counts.md). The version that says so lives in the
// database and comes back with each page, so that other processes' writes are seen too. Never an estimate.

interface Known {
  readonly version: number
  readonly count: number
}

const capacity = 20_000
const largeFrom = 20_000

export class CountMemory {
  readonly #known = new Map<string, Known>()
  readonly #large = new Set<string>()

  get(key: string): Known | undefined {
    return this.#known.get(key)
  }

  set(key: string, known: Known): void {
    if (this.#known.size >= capacity) this.#forgetOldest()
    this.#known.delete(key)
    this.#known.set(key, known)
  }

  /** Remembers which accounts have so many records of a kind that counting them would hold the event loop. */
  noteSize(place: string, count: number): void {
    if (count >= largeFrom) this.#large.add(place)
  }

  isLarge(place: string): boolean {
    return this.#large.has(place)
  }

  #forgetOldest(): void {
    const oldest = this.#known.keys().next()
    if (!oldest.done) this.#known.delete(oldest.value)
  }
}
