// `npm run verify -- NAME`: checks of promises in numbers that are too large for the tests (docs/testing.md). Each one
// prints lines of progress and one line with its result, and ends with exit code 1 if a promise is broken. Everything
// is on loopback and in a temporary folder, which is removed afterwards.
import { parseArgs } from 'node:util'
import { startClusters } from '../../../scripts/postgres.ts'
import { diskFolder, newRunFolder } from '../../../scripts/test-folder.ts'
import { testProgram } from '../../../scripts/test-program.ts'
import type { Verification, VerifyRun } from './verify-run.ts'

interface Command {
  readonly purpose: string
  readonly load: () => Promise<Verification>
}

/** Loaded on demand, because the fixtures read the environment that this file sets. */
const commands: Readonly<Record<string, Command>> = {
  'power-cuts': {
    purpose: 'states of the disk after a power cut: --states 10000, --without-sync must fail',
    load: async () => (await import('./power-cuts.ts')).powerCuts,
  },
  'io-errors': {
    purpose: 'the n-th system call of each kind fails: --calls 20 of each kind',
    load: async () => (await import('./io-errors.ts')).ioErrors,
  },
  'database-faults': {
    purpose: 'a network to PostgreSQL that breaks: --requests 2000',
    load: async () => (await import('./database-faults.ts')).databaseFaults,
  },
  hostile: {
    purpose: 'hostile requests, a third of them valid writes: --requests 500000',
    load: async () => (await import('./hostile.ts')).hostile,
  },
  soak: {
    purpose: 'memory of a server under mixed load: --minutes 60',
    load: async () => (await import('./soak.ts')).soak,
  },
  floods: {
    purpose: 'floods of streams, pings and pipelined requests, and the latency of another client: --floods 50',
    load: async () => (await import('./floods.ts')).floods,
  },
  kills: {
    purpose: 'kills of a server and of commands: --kills 1000, or --kills 300 --database postgres',
    load: async () => (await import('./kills.ts')).kills,
  },
}

const usage = ['npm run verify -- NAME [--seed 1] [--database sqlite|postgres]']
  .concat(Object.entries(commands).map(([name, { purpose }]) => `  ${name.padEnd(16)} ${purpose}`))
  .join('\n')

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    database: { type: 'string', default: 'sqlite' },
    states: { type: 'string' },
    requests: { type: 'string' },
    minutes: { type: 'string' },
    kills: { type: 'string' },
    floods: { type: 'string' },
    calls: { type: 'string' },
    'without-sync': { type: 'boolean', default: false },
  },
})

const command = commands[positionals[0] ?? '']
if (command === undefined || positionals.length !== 1) {
  console.error(usage)
  process.exit(1)
}

/** Sets the environment of the fixtures, and starts the PostgreSQL that they use. */
async function prepare(): Promise<() => Promise<void>> {
  const folder = newRunFolder()
  const clusters = await startClusters(folder, ['durable'])
  const [url = ''] = clusters.urls
  Object.assign(process.env, {
    STINT_TEST_RUN: folder,
    STINT_TEST_DISK: diskFolder,
    STINT_TEST_DATABASE_URL: url,
    STINT_TEST_DURABLE_URL: url,
    STINT_TEST_PROGRAM: await testProgram(),
    TMPDIR: folder,
  })
  return clusters.stop
}

const began = performance.now()
const log = (line: string): void =>
  console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(5)} s ${line}`)

const stop = await prepare()
const { TestProcesses } = await import('../test/process/stint-process.ts')
const endings: (() => Promise<void>)[] = []
const run: VerifyRun = {
  processes: new TestProcesses((clear) => endings.push(clear)),
  seed: Number(values.seed),
  database: values.database === 'postgres' ? 'postgres' : 'sqlite',
  withoutSync: values['without-sync'],
  numberOf: (name, usual) => Number(values[name] ?? usual),
  log,
}

async function endAll(): Promise<void> {
  for (const end of endings) await end()
  await stop()
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void endAll().then(() => process.exit(1)))

try {
  const verify = await command.load()
  log(`passed: ${await verify(run)}`)
} catch (error) {
  console.error(error)
  log(`FAILED: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
} finally {
  await endAll()
}
