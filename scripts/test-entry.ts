// The program of a process of test files: runs the files that its arguments name, in their order. `node --test
// --test-isolation=none` would do the same, but loads node:test before test-hooks.ts.
import './test-hooks.ts'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

for (const file of process.argv.slice(2)) await import(pathToFileURL(resolve(file)).href)
