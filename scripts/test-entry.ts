// The program of a process of test files: runs the files that its arguments name, in their order. `node --test
// --test-isolation=none` would do the same, but loads node:test before test-hooks.ts. With `--apart` each file is a
// suite of its own, so that its hooks run for its own tests only.
import './test-hooks.ts'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [first = '', ...others] = process.argv.slice(2)
const { describe } = await import('node:test')
const { endWithProcess } = await import('./test-end.ts')
endWithProcess()

if (first === '--apart') {
  const require = createRequire(import.meta.url)
  // `require` loads at once, so that what the file declares belongs to the suite.
  for (const file of others) describe(file, () => void require(resolve(file)))
} else {
  for (const file of [first, ...others]) await import(pathToFileURL(resolve(file)).href)
}
