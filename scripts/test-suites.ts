// Which test file belongs to which of the two suites, `npm test` and `npm run test:long`, and which files share a
// process. Every file belongs to at least one suite. It runs nothing.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT: string = fileURLToPath(new URL('..', import.meta.url))

export type Suite = 'test' | 'long'

/** True under `npm run test:long`. There a file that is in both suites runs what `npm test` leaves out. */
export const isLong: boolean = process.env.STINT_TEST_SUITE === 'long'

/** Files and folders that read `isLong` and therefore run in both suites. */
const inBoth: readonly string[] = [
  ...['access', 'actions', 'fields', 'filters', 'formats', 'kinds', 'paging', 'references', 'texts', 'visibility'].map(
    (name) => `packages/server/test/conformance/${name}.test.ts`,
  ),
  ...['damaged-backup', 'export', 'round-trip'].map((name) => `packages/server/test/backup/${name}.test.ts`),
  'packages/server/test/contract/answers.test.ts',
  'packages/server/test/demo.test.ts',
  'packages/server/test/demo-visibility.test.ts',
  'packages/server/test/properties/',
  'packages/server/test/scenarios/',
  'packages/server/test/threats/',
  'packages/server/test/released/released.test.ts',
  ...['commands', 'docker-image', 'first-start', 'kill', 'mail', 'metrics', 'shutdown'].map(
    (name) => `packages/server/test/process/${name}.test.ts`,
  ),
  ...[
    'app-shell',
    'form-fields',
    'invoices',
    'milestones',
    'people',
    'printing',
    'projects',
    'reports',
    'requests',
    'settings',
    'sign-in',
    'task',
    'tasks',
    'tasks-board',
    'threats-cross-site',
    'threats-html',
    'threats-login',
    'timers',
    'timesheet',
  ].map((name) => `packages/web/test/browser/${name}.test.ts`),
]

const SHARING =
  /^packages\/server\/test\/(kit|io|engine|contract|conformance|scenarios|threats)\/|^packages\/web\/test\/[^/]+$/

/** Hooks outside a group. In a shared process they would run for the tests of all its files. `after` is allowed. */
const OWN_HOOKS = /^(before|beforeEach|afterEach)\(/m

/**
 * Whether a file may share a process with others. Starting a process takes more than a second, which is longer than
 * most of these files take.
 */
const sharesProcess = (file: string): boolean =>
  SHARING.test(file) && !OWN_HOOKS.test(readFileSync(join(ROOT, file), 'utf8'))

/** A shared process gets files up to this total duration, so that the work can be spread over all workers. */
const SHARED_SECONDS = 20

const allFiles = (): string[] => globSync('packages/*/test/**/*.test.ts', { cwd: ROOT }).sort()

const suitesOf = (file: string): readonly Suite[] =>
  file.endsWith('.long.test.ts') ? ['long'] : inBoth.some((part) => file.startsWith(part)) ? ['test', 'long'] : ['test']

export const filesOf = (suite: Suite): string[] => allFiles().filter((file) => suitesOf(file).includes(suite))

/** The files in groups, each for one process. `secondsOf` says how long a file takes. */
export function groupsOf(files: readonly string[], secondsOf: (file: string) => number): string[][] {
  const alone = files.filter((file) => !sharesProcess(file)).map((file) => [file])
  const groups: string[][] = []
  for (const file of files.filter(sharesProcess)) {
    const last = groups.at(-1) ?? []
    const seconds = [...last, file].reduce((sum, one) => sum + secondsOf(one), 0)
    if (dirname(last[0] ?? '') === dirname(file) && seconds <= SHARED_SECONDS) last.push(file)
    else groups.push([file])
  }
  return [...alone, ...groups]
}
