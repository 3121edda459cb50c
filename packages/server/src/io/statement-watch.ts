// What the database is asked, counted, and told when it took long: the text of the statement without its values, because those
// are people's. Both databases report here; who listens is decided by whoever opens them.

export interface SlowStatement {
  /** As it was prepared: values stand outside of it. */
  readonly text: string
  readonly ms: number
  /** The account whose transaction it was; 0 for what concerns all. */
  readonly accountid: number
}

export class StatementWatch {
  statements = 0
  /** Time spent in statements, or on PostgreSQL waiting for their answers. */
  ms = 0
  commits = 0
  /** Works that were committed; several may share a commit. */
  writes = 0
  slow = 0
  readonly #slowMs: number
  readonly #onSlow: (slow: SlowStatement) => void

  /** `slowMs` 0 tells of none. */
  constructor(slowMs = 0, tell: (slow: SlowStatement) => void = () => undefined) {
    this.#slowMs = slowMs === 0 ? Number.POSITIVE_INFINITY : slowMs
    this.#onSlow = tell
  }

  recordStatement({ text }: Pick<SlowStatement, 'text'>, ms: number, accountid: number): void {
    this.statements++
    this.ms += ms
    if (ms < this.#slowMs) return
    this.slow++
    this.#onSlow({ text: text.replaceAll(/\s+/g, ' ').trim(), ms: Math.round(ms), accountid })
  }

  recordCommit(works: number): void {
    this.commits++
    this.writes += works
  }
}
