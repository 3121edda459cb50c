// Which test file belongs to which of the two suites, `npm test` and `npm run test:long`, and which files share a
// process. Every file belongs to at least one suite. It runs nothing.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT: string = fileURLToPath(new URL('..', import.meta.url))

export type Suite = 'test' | 'long'

/** True under `npm run test:long`. There a file that is in both suites runs what `npm test` leaves out. */
export const isLong: boolean = process.env.STINT_TEST_SUITE === 'long'

/** What a test file calls or reads if it differs between the suites; such a file runs in both. */
const DIFFERS =
  /\b(isLong|longTest|deviceTest|suiteApiFixture|suiteDatabase|databasesOfSuite|eachDatabaseEnv)\b|\(conformance, \{ cells/

/** The property tests differ too: they take their databases and their number of runs from property-runs.ts. */
const PROPERTIES = 'packages/server/test/properties/'

const SHARING =
  /^packages\/server\/test\/(kit|io|engine|contract|conformance|scenarios|threats)\/|^packages\/web\/test\/[^/]+$/

/** Hooks outside a group. In a shared process they would run for the tests of all its files. `after` is allowed. */
const OWN_HOOKS = /^(before|beforeEach|afterEach)\(/m

/** Files that share a server port and a browser, in `npm test`. Each has its own hooks and its own server. */
const SHARING_BROWSER = /^packages\/web\/test\/browser\/(?!page-monitor|offline|all-screens|roles)[^/]+$/

export const hasOwnHooks = (file: string): boolean =>
  SHARING_BROWSER.test(file) || OWN_HOOKS.test(readFileSync(join(ROOT, file), 'utf8'))

/**
 * How many seconds of files a process gets, so that the work can be spread over all workers; 0 for a file that runs
 * alone. Starting a process takes more than a second, which is longer than most files take, and starting a browser
 * three.
 */
function sharedSeconds(file: string): number {
  if (SHARING.test(file) && !hasOwnHooks(file)) return 20
  return !isLong && SHARING_BROWSER.test(file) ? 100 : 0
}

const allFiles = (): string[] => globSync('packages/*/test/**/*.test.ts', { cwd: ROOT }).sort()

const differs = (file: string): boolean =>
  file.startsWith(PROPERTIES) || DIFFERS.test(readFileSync(join(ROOT, file), 'utf8'))

const suitesOf = (file: string): readonly Suite[] =>
  file.endsWith('.long.test.ts') ? ['long'] : differs(file) ? ['test', 'long'] : ['test']

export const filesOf = (suite: Suite): string[] => allFiles().filter((file) => suitesOf(file).includes(suite))

/** The files in groups, each for one process. `secondsOf` says how long a file takes. */
export function groupsOf(files: readonly string[], secondsOf: (file: string) => number): string[][] {
  const alone = files.filter((file) => sharedSeconds(file) === 0).map((file) => [file])
  const groups: string[][] = []
  for (const file of files.filter((one) => sharedSeconds(one) > 0)) {
    const last = groups.at(-1) ?? []
    const seconds = [...last, file].reduce((sum, one) => sum + secondsOf(one), 0)
    if (dirname(last[0] ?? '') === dirname(file) && seconds <= sharedSeconds(file)) last.push(file)
    else groups.push([file])
  }
  return [...alone, ...groups]
}
