// The test files of an area, in one process per mutant: starting a process for each file takes longer than most of them
// run. The runner stops the process at the first test that fails. STINT_MUTATION_TESTS names
// the files below packages/server/test.
for (const name of (process.env.STINT_MUTATION_TESTS ?? '').split(' '))
  await import(`../../packages/server/test/${name}.test.ts`)

export {}
