// Which test file belongs to which of the two suites, `npm test` and `npm run test:long`, and which files share a
// process. Every file belongs to at least one suite. It runs nothing.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT: string = fileURLToPath(new URL('..', import.meta.url))

export type Suite = 'test' | 'long'

/** True under `npm run test:long`. There a file that is in both suites runs what `npm test` leaves out. */
export const isLong: boolean = process.env.STINT_TEST_SUITE === 'long'

/** True under `npm run test:mutation`, on SQLite only. */
export const isMutationTest: boolean = process.env.STINT_MUTATION_TESTS !== undefined

/** What a test file calls or reads if it differs between the suites; such a file runs in both. */
const DIFFERS =
  /\b(isLong|longTest|deviceTest|suiteApiFixture|suiteDatabase|databasesOfSuite|eachDatabaseEnv)\b|\(conformance, \{ cells/

/** The property tests differ too: they take their databases and their number of runs from property-runs.ts. */
const PROPERTIES = 'packages/server/test/properties/'

/** A shared process gets files up to this total duration, so that the work can be spread over all workers. */
const SHARED_SECONDS = 240

const allFiles = (): string[] => globSync('packages/*/test/**/*.test.ts', { cwd: ROOT }).sort()

const differs = (file: string): boolean =>
  file.startsWith(PROPERTIES) || DIFFERS.test(readFileSync(join(ROOT, file), 'utf8'))

const suitesOf = (file: string): readonly Suite[] =>
  file.endsWith('.long.test.ts') ? ['long'] : differs(file) ? ['test', 'long'] : ['test']

export const filesOf = (suite: Suite): string[] => allFiles().filter((file) => suitesOf(file).includes(suite))

/**
 * The files in groups, each for one process. `secondsOf` says how long a file takes. Loading the server takes a second,
 * which is longer than most files take, a browser and its first page take two, and code that has run for a while is
 * faster.
 */
export function groupsOf(files: readonly string[], secondsOf: (file: string) => number): string[][] {
  const groups: string[][] = []
  for (const file of files) {
    const last = groups.at(-1) ?? []
    const isSameFolder = last.some((one) => dirname(one) === dirname(file))
    const seconds = [...last, file].reduce((sum, one) => sum + secondsOf(one), 0)
    if (isSameFolder && seconds <= SHARED_SECONDS) last.push(file)
    else groups.push([file])
  }
  return groups
}
