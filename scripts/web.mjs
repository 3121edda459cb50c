// Builds the web application if a hash of its sources has changed since the last build. Plain JavaScript for every Node
// that package.json allows; build-web.ts does the build. Without sources, or if the folder is not writable, the
// existing build is kept.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { node } from './install.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const built = join(root, 'packages/server/web')
const builder = join(root, 'scripts/build-web.ts')

/** The files and folders that the build depends on. */
const sources = [
  'package-lock.json',
  'tsconfig.json',
  'packages/web/tsconfig.json',
  'scripts/build-web.ts',
  'scripts/web-size.ts',
  'packages/web/index.html',
  'packages/web/first-frame-html.ts',
  'packages/web/package.json',
  'packages/web/vite.config.ts',
  'packages/web/public',
  'packages/web/src',
  'packages/sdk/src',
]

function* filesIn(path) {
  const fullPath = join(root, path)
  if (!existsSync(fullPath)) return
  let entries
  try {
    entries = readdirSync(fullPath, { withFileTypes: true })
  } catch {
    yield path
    return
  }
  for (const entry of entries.sort((first, second) => (first.name < second.name ? -1 : 1))) {
    if (entry.isDirectory()) yield* filesIn(`${path}/${entry.name}`)
    else yield `${path}/${entry.name}`
  }
}

/** A hash of the sources, independent of the location of the project. */
function stampOfSources() {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const path of filesIn(source)) {
      const content = readFileSync(join(root, path))
      hash.update(`${path}\n${content.length}\n`).update(content)
    }
  }
  return hash.digest('hex')
}

const stampOfBuilt = () => {
  const path = join(built, '.stamp')
  return existsSync(path) && existsSync(join(built, 'index.html')) ? readFileSync(path, 'utf8') : null
}

function mayWrite() {
  try {
    accessSync(join(root, 'packages/server'), constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Builds when it is needed and possible. Returns false when a needed build failed. */
export function buildWebIfChanged() {
  if (!existsSync(join(root, 'packages/web/index.html'))) return true
  const builtStamp = stampOfBuilt()
  const stamp = stampOfSources()
  if (builtStamp === stamp) return true
  if (!mayWrite()) {
    const instead = builtStamp === null ? 'There is none' : 'An older one is served'
    console.error(`The web application cannot be built, because packages/server cannot be written to. ${instead}.`)
    return false
  }
  console.error(
    `Building the web application (${builtStamp === null ? 'first start' : 'it has changed'}, about 10 s) ...`,
  )
  const { status } = spawnSync(node, [builder, stamp], { cwd: root, stdio: ['ignore', 2, 2] })
  if (status !== 0)
    console.error(`Building failed. ${builtStamp === null ? 'There is no web application' : 'The older first stays'}.`)
  return status === 0
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.exitCode = buildWebIfChanged() ? 0 : 1
}
