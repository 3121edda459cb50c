// A list that is fetched page by page while it is read. Nothing is sent before the first record or page is requested,
// and every iteration starts from the beginning.

/** One page of a list. */
export interface Page<R> {
  readonly records: R[]
  /** The number of records on all pages. */
  readonly count: number
  /** The position of the page's first record in the list. */
  readonly offset: number
}

type FetchPage<R> = (offset: number, limit: number) => Promise<Page<R>>

interface ListBounds {
  readonly offset: number
  /** The maximum number of records in total. */
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
   * Yields every record once. Pages have an offset from the beginning, so records that are removed in the meantime move
   * the others forward. The count of the next page shows how many were removed, and the page is fetched again from a
   * lower offset. Records that were already yielded are skipped. So a loop may remove the records it gets.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<R, void, undefined> {
    const { offset: start, limit, pageSize } = this.#bounds
    const yielded = new Set<number>()
    let offset = start
    let lastCount: number | null = null
    while (yielded.size < limit) {
      const { records, count } = await this.#fetch(offset, Math.min(pageSize, limit - yielded.size))
      const removed = lastCount === null ? 0 : lastCount - count
      lastCount = count
      if (removed > 0 && offset > start) {
        offset = Math.max(start, offset - removed)
        continue
      }
      for (const record of records) {
        if (yielded.has(record.id)) continue
        yielded.add(record.id)
        yield record
      }
      offset += records.length
      if (records.length === 0 || offset >= count) return
    }
  }

  /** All records as an array. */
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

  /** One page, counted from 0, with the number of all records. */
  page(number = 0): Promise<Page<R>> {
    const { offset, limit, pageSize } = this.#bounds
    const size = Math.min(pageSize, limit)
    return this.#fetch(offset + number * size, size)
  }
}
