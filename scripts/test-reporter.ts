// A test reporter that Node loads into the process of test files. It writes each result and a final line as JSON to
// descriptor 3, where scripts/test-file.ts reads them. A process that ends early does not write the final line; so an
// early end is noticed. It prints nothing.
import { AssertionError } from 'node:assert'
import { writeSync } from 'node:fs'
import { basename, relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

export interface Result {
  /** The path, in the repository, of the file that declares the test. */
  readonly file: string
  /** The names of the suites around the test, then its own. */
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

/** A file without a test is reported by Node as one test with the name of the file. */
const isFileItself = ({ name, file }: { name: string; file?: string }): boolean => name === basename(file ?? '')

// biome-ignore lint/style/noDefaultExport: Node finds a reporter by its default export.
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const path: string[] = []
  for await (const { type, data } of events) {
    if (type === 'test:start') path.splice(data.nesting, Number.POSITIVE_INFINITY, data.name)
    if (type === 'test:summary') write('end')
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const name = [...path.slice(0, data.nesting), data.name]
    const common = { file: relative(process.cwd(), data.file ?? ''), name }
    if (type === 'test:pass' && data.details.type !== 'suite' && !isFileItself(data)) {
      const skipped = data.skip !== undefined || data.todo !== undefined
      write({ ...common, outcome: skipped ? 'skipped' : 'passed' })
    }
    if (type === 'test:fail' && !onlySubtestsFailed(data.details.error)) {
      write({ ...common, outcome: 'failed', reason: reasonOf(data.details.error) })
    }
  }
  yield ''
}
