// Prints a test run: a line per file when it is done, the details of failures, and at the end the total duration, the
// ten slowest files and the counts. It also counts the failures.
import type { Outcome } from './test-file.ts'
import type { Result } from './test-reporter.ts'

const SLOWEST = 10
/** A run with larger numbers (scripts/test-file.ts) also shows what its files printed when they passed. */
const SHOWS_OUTPUT = process.env.STINT_TEST_MINUTES !== undefined

export const countOf = ({ results }: Outcome, which: Result['outcome']): number =>
  results.filter(({ outcome }) => outcome === which).length

const indent = (text: string): string => text.trimEnd().replaceAll(/^/gm, '       ')

export function printOutcome(outcome: Outcome): void {
  const failed = countOf(outcome, 'failed')
  const skipped = countOf(outcome, 'skipped')
  const counts = [
    `${countOf(outcome, 'passed')} passed`,
    failed ? `${failed} failed` : '',
    skipped ? `${skipped} skipped` : '',
  ]
  const tail = `${counts.filter(Boolean).join(', ')} (${outcome.seconds.toFixed(1)} s)`
  console.log(`${failed ? 'FAIL' : ' ok '} ${outcome.title}: ${tail}`)
  if (!failed && !SHOWS_OUTPUT) return
  for (const result of outcome.results) {
    if (result.outcome !== 'failed') continue
    console.log(`\n     x ${result.name.join(' > ')}\n${indent(result.reason ?? '')}`)
  }
  if (outcome.printed.trim()) console.log(`\n     it printed:\n${indent(outcome.printed)}`)
  console.log('')
}

interface Run {
  readonly outcomes: readonly Outcome[]
  /** The number of selected files that were not run, because the run was interrupted. */
  readonly unrun: number
  readonly seconds: number
  readonly workers: number
  /** The words on the command line that select files. */
  readonly words: readonly string[]
}

/** Prints the summary and returns the number of failures. */
export function printSummary({ outcomes, unrun, seconds, workers, words }: Run): number {
  const total = (which: Result['outcome']): number =>
    outcomes.reduce((sum, outcome) => sum + countOf(outcome, which), 0)
  const minutes = `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
  console.log(`\nTotal duration: ${minutes} (${seconds.toFixed(1)} s) with ${workers} workers. The slowest:`)
  for (const { title, seconds } of outcomes.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)) {
    console.log(`${seconds.toFixed(1).padStart(8)} s  ${title}`)
  }
  for (const outcome of outcomes.filter((each) => countOf(each, 'failed') > 0)) console.log(`FAIL ${outcome.title}`)
  if (unrun > 0) console.log(`FAIL ${unrun} of ${outcomes.length + unrun} files were not run: interrupted`)
  const isEmpty = total('passed') + total('failed') + unrun === 0
  if (isEmpty) console.log('FAIL no test was run')
  const failed = total('failed') + unrun + (isEmpty ? 1 : 0)
  if (words.length > 0) console.log(`Only a part was run: ${words.join(' ')}`)
  console.log(`${total('passed')} passed, ${failed} failed`)
  return failed
}
