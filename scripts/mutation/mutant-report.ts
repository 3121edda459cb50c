// The report of an area: every mutant of its sample, and what the tests said about it. This file is also loaded into
// StrykerJS as a reporter. It writes the report after each mutant, because a run may be stopped, and prints at once
// what was not noticed. STINT_MUTATION_REPORT names the file. What is in it from an earlier run is completed.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'

interface Position {
  readonly line: number
  readonly column: number
}

export interface Mutant {
  /** Relative to the repository. */
  readonly fileName: string
  readonly mutatorName: string
  readonly replacement: string
  /** `Pending` has not run; `Killed` and `Timeout` were noticed. */
  readonly status: string
  /** The names of the tests that noticed it. */
  readonly statusReason?: string | undefined
  /** Lines and columns from 1. */
  readonly location: { readonly start: Position; readonly end: Position }
}

export const wasNoticed = ({ status }: Mutant): boolean => status === 'Killed' || status === 'Timeout'

/** Not noticed, or not run yet. The others could not even be loaded. */
export const isOpen = ({ status }: Mutant): boolean => ['Survived', 'NoCoverage', 'Pending'].includes(status)

export const describeMutant = ({ fileName, location, mutatorName, replacement, status }: Mutant): string => {
  const text = replacement.replaceAll(/\s+/g, ' ').slice(0, 80)
  return `${fileName}:${location.start.line}:${location.start.column} ${mutatorName} ${status}: ${text}`
}

export const readReport = (file: string): Mutant[] => JSON.parse(readFileSync(file, 'utf8'))

const keyOf = ({ fileName, location: { start, end }, mutatorName, replacement }: Mutant): string =>
  JSON.stringify([fileName, start.line, start.column, end.line, end.column, mutatorName, replacement])

const fromOne = ({ line, column }: Position): Position => ({ line: line + 1, column: column + 1 })

/** Without what StrykerJS knows besides. */
const withoutRest = ({ fileName, mutatorName, replacement, status, statusReason, location }: Mutant): Mutant => {
  return { fileName: relative(process.cwd(), fileName), mutatorName, replacement, status, statusReason, location }
}

class ReportWriter {
  readonly #file = process.env.STINT_MUTATION_REPORT ?? ''
  readonly #isFirst = !existsSync(this.#file)
  readonly #mutants = new Map((this.#isFirst ? [] : readReport(this.#file)).map((mutant) => [keyOf(mutant), mutant]))

  /** The plan has all mutants of the sample, with positions from 0. */
  onMutationTestingPlanReady({ mutantPlans }: { mutantPlans: readonly { mutant: Mutant }[] }): void {
    if (!this.#isFirst) return
    for (const { mutant } of mutantPlans) {
      const location = { start: fromOne(mutant.location.start), end: fromOne(mutant.location.end) }
      const pending = withoutRest({ ...mutant, location, status: 'Pending' })
      this.#mutants.set(keyOf(pending), pending)
    }
    this.#write()
  }

  /** A second run repeats mutants that are inside of one that was not noticed; their first result is kept. */
  onMutantTested(tested: Mutant): void {
    const mutant = withoutRest(tested)
    const earlier = this.#mutants.get(keyOf(mutant))
    if (earlier === undefined || !isOpen(earlier)) return
    if (isOpen(mutant)) console.log(`Not noticed: ${describeMutant(mutant)}`)
    this.#mutants.set(keyOf(mutant), mutant)
    this.#write()
  }

  #write(): void {
    writeFileSync(this.#file, JSON.stringify([...this.#mutants.values()], null, 1))
  }
}

export const strykerPlugins = [{ kind: 'Reporter', name: 'report-writer', injectableClass: ReportWriter }]
