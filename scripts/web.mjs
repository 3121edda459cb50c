// Builds the web application if its sources have changed since the last build, which one hash tells. Plain JavaScript for
// every Node that package.json allows; build-web.ts does the building. Without sources, or where nothing may be written,
// the existing build stays.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { node } from './install.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const built = join(root, 'packages/server/web')
const builder = join(root, 'scripts/build-web.ts')

/** What the result depends on: files, and folders with all that is in them. */
const sources = [
  'package-lock.json',
  'tsconfig.json',
  'packages/web/tsconfig.json',
  'scripts/build-web.ts',
  'scripts/web-size.ts',
  'packages/web/index.html',
  'packages/web/package.json',
  'packages/web/vite.config.ts',
  'packages/web/public',
  'packages/web/src',
  'packages/sdk/src',
]

function* filesIn(path) {
  const whole = join(root, path)
  if (!existsSync(whole)) return
  let entries
  try {
    entries = readdirSync(whole, { withFileTypes: true })
  } catch {
    yield path
    return
  }
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    if (entry.isDirectory()) yield* filesIn(`${path}/${entry.name}`)
    else yield `${path}/${entry.name}`
  }
}

/** The same for the same sources, wherever the project stands. */
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

/** Builds when that is needed and possible. False: it was needed, and did not work. */
export function bringWeb() {
  if (!existsSync(join(root, 'packages/web/index.html'))) return true
  const known = stampOfBuilt()
  const stamp = stampOfSources()
  if (known === stamp) return true
  if (!mayWrite()) {
    const instead = known === null ? 'There is none' : 'An older one is served'
    console.error(`The web application cannot be built, because packages/server cannot be written to. ${instead}.`)
    return false
  }
  console.error(`Building the web application (${known === null ? 'first start' : 'it has changed'}, about 10 s) ...`)
  const { status } = spawnSync(node, [builder, stamp], { cwd: root, stdio: ['ignore', 2, 2] })
  if (status !== 0)
    console.error(`Building failed. ${known === null ? 'There is no web application' : 'The older one stays'}.`)
  return status === 0
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.exitCode = bringWeb() ? 0 : 1
}
