// A list that is read page by page, as far as one goes on asking. Nothing is sent before the first record or page is asked for,
// and every way of reading it begins anew.

/** One page of a list. */
export interface Page<R> {
  readonly records: R[]
  /** How many records the whole list has, on all pages. */
  readonly count: number
  /** Where in the list the page begins. */
  readonly offset: number
}

export type FetchPage<R> = (offset: number, limit: number) => Promise<Page<R>>

export interface ListBounds {
  readonly offset: number
  /** No more than so many records altogether. */
  readonly limit: number
  readonly pageSize: number
}

export class List<R extends { readonly id: number }> implements AsyncIterable<R> {
  readonly #fetch: FetchPage<R>
  readonly #bounds: ListBounds

  constructor(fetch: FetchPage<R>, bounds: ListBounds) {
    this.#fetch = fetch
    this.#bounds = bounds
  }

  /**
   * Every record once. Pages are counted from the beginning, so records that are removed meanwhile move the others forward: the
   * count of the next page tells how many, and it is read again from so much earlier. Records that were given already are left
   * out, so that one may remove in a loop what the loop gives.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<R, void, undefined> {
    const { offset: start, limit, pageSize } = this.#bounds
    const given = new Set<number>()
    let offset = start
    let known: number | null = null
    while (given.size < limit) {
      const { records, count } = await this.#fetch(offset, Math.min(pageSize, limit - given.size))
      const gone = known === null ? 0 : known - count
      known = count
      if (gone > 0 && offset > start) {
        offset = Math.max(start, offset - gone)
        continue
      }
      for (const record of records) {
        if (given.has(record.id)) continue
        given.add(record.id)
        yield record
      }
      offset += records.length
      if (records.length === 0 || offset >= count) return
    }
  }

  /** All records at once, in memory. */
  async all(): Promise<R[]> {
    const records: R[] = []
    for await (const record of this) records.push(record)
    return records
  }

  /** The first record, if there is one. */
  async first(): Promise<R | undefined> {
    const { records } = await this.#fetch(this.#bounds.offset, 1)
    return records[0]
  }

  /** One page, the first being 0, and the count of all records. */
  page(number = 0): Promise<Page<R>> {
    const { offset, limit, pageSize } = this.#bounds
    const size = Math.min(pageSize, limit)
    return this.#fetch(offset + number * size, size)
  }
}
