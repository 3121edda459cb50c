// Folders that tests use and that take seconds to build, such as the demo company: built once and kept in node_modules
// until a source changes. It does not know what they hold.
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ROOT } from './test-suites.ts'

function hashOf(sources: readonly string[]): string {
  // The path too: a copy of this repository with its node_modules must not use files that name the original.
  const hash = createHash('sha256').update(ROOT)
  for (const file of globSync([...sources], { cwd: ROOT }).sort()) {
    hash.update(file).update(readFileSync(join(ROOT, file)))
  }
  return hash.digest('hex').slice(0, 16)
}

export interface CachedFolder {
  readonly name: string
  /** The folder is built again when one of these files changes; patterns from the root of the repository. */
  readonly sources: readonly string[]
  /** Folders of the same sources that differ in something else. */
  readonly variant: string
  build(folder: string): Promise<void>
}

/** Two processes may build it at the same time: both results are equal, and one is kept. */
export async function cachedFolder({ name, sources, variant, build }: CachedFolder): Promise<string> {
  const cache = join(ROOT, 'node_modules/.cache', name)
  const folder = join(cache, hashOf(sources), variant)
  if (existsSync(folder)) return folder
  const current = dirname(folder)
  const outdated = globSync('????????????????', { cwd: cache }).filter((each) => each !== basename(current))
  mkdirSync(current, { recursive: true })
  const created = mkdtempSync(join(cache, 'new-'))
  try {
    await build(created)
    for (const each of outdated) rmSync(join(cache, each), { recursive: true, force: true })
    if (!existsSync(folder)) renameSync(created, folder)
  } finally {
    rmSync(created, { recursive: true, force: true })
  }
  return folder
}
