// Which test file belongs to which of the two suites, `npm test` and `npm run test:long`, and which files share a process.
// Every file belongs to at least one suite. It runs nothing.
import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const ROOT: string = fileURLToPath(new URL('..', import.meta.url))

export type Suite = 'test' | 'long'

/** What test files ask: true under `npm run test:long`, where a suite with two lengths runs what `npm test` leaves out. */
export const isLong: boolean = process.env.STINT_TEST_SUITE === 'long'

/** Files and folders that read `isLong` and therefore run in both suites. */
const inBoth: readonly string[] = [
  'packages/server/test/process/docker-image.test.ts',
  'packages/server/test/process/kill.test.ts',
]

/** Folders of small files that share one process: importing takes longer than testing. No file in them has hooks outside a group. */
const shared: readonly string[] = ['packages/server/test/kit/']

const allFiles = (): string[] => globSync('packages/*/test/**/*.test.ts', { cwd: ROOT }).sort()

const suitesOf = (file: string): readonly Suite[] =>
  file.endsWith('.long.test.ts') ? ['long'] : inBoth.some((part) => file.startsWith(part)) ? ['test', 'long'] : ['test']

export const filesOf = (suite: Suite): string[] => allFiles().filter((file) => suitesOf(file).includes(suite))

/** The files in groups, each for one process. */
export function groupsOf(files: readonly string[]): string[][] {
  const groups = new Map<string, string[]>()
  for (const file of files) {
    const name = shared.find((folder) => file.startsWith(folder)) ?? file
    groups.set(name, [...(groups.get(name) ?? []), file])
  }
  return [...groups.values()]
}
