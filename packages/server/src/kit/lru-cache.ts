// Caches with a fixed number of entries: the entry that was not used for the longest time is dropped first. Every cache
// whose keys depend on requests needs such a bound, or callers could use up the memory (T-90).

export class LruCache<Key, Value> {
  readonly capacity: number
  /** A Map keeps the order of insertion: the first key was not used for the longest time. */
  readonly #entries = new Map<Key, Value>()
  #newest: Key | undefined

  constructor(capacity: number) {
    this.capacity = capacity
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key)
    // Moving an entry costs more than finding it, so an entry that is used again and again is moved once.
    if (value !== undefined && key !== this.#newest) this.#append(key, value)
    return value
  }

  set(key: Key, value: Value): void {
    this.#append(key, value)
    if (this.#entries.size <= this.capacity) return
    const oldest = this.#entries.keys().next()
    if (!oldest.done) this.#entries.delete(oldest.value)
  }

  #append(key: Key, value: Value): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    this.#newest = key
  }
}

/**
 * For values that are large or hold memory outside of JavaScript: keeps only those that are needed a second time. What
 * is needed once is garbage at once, which is cheap to collect, and it displaces nothing that is needed often.
 */
export class RepeatCache<Value> {
  readonly #values: LruCache<string, Value>
  readonly #neededOnce: LruCache<string, true>

  /** `remembered` is how many keys are remembered that were needed once. */
  constructor(capacity: number, remembered: number) {
    this.#values = new LruCache(capacity)
    this.#neededOnce = new LruCache(remembered)
  }

  get size(): number {
    return this.#values.size
  }

  /** The kept value, or a new one. `build` is told whether its value is kept. */
  get(key: string, build: (kept: boolean) => Value): Value {
    const cached = this.#values.get(key)
    if (cached !== undefined) return cached
    const kept = this.#neededOnce.get(key) !== undefined
    const value = build(kept)
    if (kept) this.#values.set(key, value)
    else this.#neededOnce.set(key, true)
    return value
  }
}
