// A test reporter that Node loads into the process of test files. It writes each result and a final line as JSON to
// descriptor 3, where scripts/test-file.ts reads them. A process that ends early does not write the final line; so an
// early end is noticed. It prints nothing.
import { AssertionError } from 'node:assert'
import { writeSync } from 'node:fs'
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

export interface Result {
  /** The path of the test file in the repository. */
  readonly file: string
  /** The names of the suites around the test in its file, then its own. */
  readonly name: readonly string[]
  readonly outcome: 'passed' | 'failed' | 'skipped'
  readonly reason?: string
}

export type ReportLine = Result | 'end'

const write = (line: ReportLine): unknown => writeSync(3, `${JSON.stringify(line)}\n`)

/** The stack without the frames inside Node. Of an assertion error only the stack is shown, not its properties. */
function reasonOf({ message, cause = message }: Error): string {
  const text = cause instanceof AssertionError ? String(cause.stack) : inspect(cause)
  return text.replaceAll(/\n +at .*\bnode:.*/g, '')
}

const onlySubtestsFailed = (error: Error): boolean => 'failureType' in error && error.failureType === 'subtestsFailed'

// biome-ignore lint/style/noDefaultExport: Node finds a reporter by its default export.
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const path: string[] = []
  for await (const { type, data } of events) {
    if (type === 'test:start') path.splice(data.nesting, Number.POSITIVE_INFINITY, data.name)
    if (type === 'test:summary') write('end')
    if (type !== 'test:pass' && type !== 'test:fail') continue
    // scripts/test-entry.ts makes each file a suite with the path of the file as its name.
    const [file = '', ...name] = [...path.slice(0, data.nesting), data.name]
    const common = { file, name: name.length === 0 ? ['the file itself'] : name }
    if (type === 'test:pass' && data.details.type !== 'suite') {
      const skipped = data.skip !== undefined || data.todo !== undefined
      write({ ...common, outcome: skipped ? 'skipped' : 'passed' })
    }
    if (type === 'test:fail' && !onlySubtestsFailed(data.details.error)) {
      write({ ...common, outcome: 'failed', reason: reasonOf(data.details.error) })
    }
  }
  yield ''
}
