// The test files of an area, in one process per mutant: starting a process for each file takes longer than most of them
// run. The runner stops the process at the first test that fails. STINT_MUTATION_TESTS names the files below
// packages/server/test.
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
// All at once: the tests of the first file may end before an `import` of the next one does, and then the run is over.
for (const name of (process.env.STINT_MUTATION_TESTS ?? '').split(' '))
  require(`../../packages/server/test/${name}.test.ts`)
