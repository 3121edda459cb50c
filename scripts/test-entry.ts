// The program of a process of test files: runs the files that its arguments name, in their order. Each is a suite, so
// that its hooks run for its own tests only, and what it started ends with its last test.
import './test-hooks.ts'
import './sdk-source.ts'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'

// Not imported: Node would load it before test-hooks.ts runs, which then has no effect.
const { describe } = process.getBuiltinModule('node:test')

const require = createRequire(import.meta.url)
for (const file of process.argv.slice(2)) describe(file, () => void require(resolve(file)))
