// Loaded by Node into every test file's process: writes each verdict, and at the end that there are no more, as lines of
// JSON to descriptor 3, where scripts/test.ts reads them. It decides nothing and prints nothing; a process that ends
// early never writes the closing line, and that is how an early end is noticed.
import { AssertionError } from 'node:assert'
import { writeSync } from 'node:fs'
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

export interface Verdict {
  /** The names of the suites around the test, then its own. */
  readonly name: readonly string[]
  readonly outcome: 'passed' | 'failed' | 'skipped'
  readonly reason?: string
}

export type Line = Verdict | 'end'

const write = (line: Line): unknown => writeSync(3, `${JSON.stringify(line)}\n`)

/** The stack without the frames inside Node, which say nothing about our code. An assertion's message says it all. */
function reasonOf({ message, cause = message }: Error): string {
  const text = cause instanceof AssertionError ? String(cause.stack) : inspect(cause)
  return text.replaceAll(/\n +at .*\bnode:.*/g, '')
}

const onlyItsChildrenFailed = (error: Error): boolean =>
  'failureType' in error && error.failureType === 'subtestsFailed'

// biome-ignore lint/style/noDefaultExport: Node finds a reporter by its default export.
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const path: string[] = []
  for await (const { type, data } of events) {
    if (type === 'test:start') path.splice(data.nesting, Number.POSITIVE_INFINITY, data.name)
    if (type === 'test:pass' && data.details.type !== 'suite') {
      const skipped = data.skip !== undefined || data.todo !== undefined
      write({ name: [...path.slice(0, data.nesting), data.name], outcome: skipped ? 'skipped' : 'passed' })
    }
    if (type === 'test:fail' && !onlyItsChildrenFailed(data.details.error)) {
      const { error } = data.details
      const name = [...path.slice(0, data.nesting), data.name]
      write({ name, outcome: 'failed', reason: reasonOf(error) })
    }
    if (type === 'test:summary') write('end')
  }
  yield ''
}
