// Counts the statements of the database and reports slow ones: the text without the values, because values can be
// personal data. Both databases report here. The code that opens the database decides what happens with a report.

export interface SlowStatement {
  /** The prepared text, without values. */
  readonly text: string
  readonly ms: number
  /** The account of the transaction; 0 for statements without one. */
  readonly accountid: number
}

export class StatementWatch {
  statements = 0
  /** Time spent in statements; on PostgreSQL the time until their results arrive. */
  ms = 0
  commits = 0
  /** Committed jobs; several can share a commit. */
  writes = 0
  slow = 0
  readonly #slowMs: number
  readonly #onSlow: (slow: SlowStatement) => void

  /** `slowMs` 0 reports none. */
  constructor(slowMs = 0, onSlow: (slow: SlowStatement) => void = () => undefined) {
    this.#slowMs = slowMs === 0 ? Number.POSITIVE_INFINITY : slowMs
    this.#onSlow = onSlow
  }

  recordStatement({ text }: Pick<SlowStatement, 'text'>, ms: number, accountid: number): void {
    this.statements++
    this.ms += ms
    if (ms < this.#slowMs) return
    this.slow++
    this.#onSlow({ text: text.replaceAll(/\s+/g, ' ').trim(), ms: Math.round(ms), accountid })
  }

  recordCommit(jobCount: number): void {
    this.commits++
    this.writes += jobCount
  }
}
