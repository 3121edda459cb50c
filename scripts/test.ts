// `npm test` and `npm run test:long` (`--long`): types, lint and every test file of the suite, on SQLite and a real
// PostgreSQL, in a real Chromium where a test needs one. Words select files by a part of their path (`npm test -- kit/
// tsc`); with a dash before them they exclude files (`npm test -- -browser/`). `--record-timings` stores the durations.
// No test is retried or skipped: a missing database or browser, a file that does not run and a selection without files
// fail the run.
import { execFileSync, spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import Sqlite from 'better-sqlite3'
import { findOrInstallChromium, noChromiumMessage } from './chromium.ts'
import { dropDatabases, startClusters, versionOf } from './postgres.ts'
import { calendarInstants, calendarTests, environmentOf } from './test-calendar.ts'
import { type Outcome, runTestFiles, runTool } from './test-file.ts'
import { diskFolder, newRunFolder, snapshotPrefix } from './test-folder.ts'
import { machinesOf } from './test-machines.ts'
import { testProgram } from './test-program.ts'
import { filesOf, groupsOf, ROOT, type Suite } from './test-suites.ts'
import { countOf, printOutcome, printSummary } from './test-summary.ts'
import { recordTimings, timingsOf } from './test-timings.ts'

// The workers use all cores, so a compiler with one thread, which checks no type twice, needs less of them.
const tsc = ['node_modules/typescript/bin/tsc', '--singleThreaded']

const tools: Readonly<Record<string, readonly string[]>> = {
  'tsc --noEmit': [...tsc, '--noEmit'],
  'tsc packages/web': [...tsc, '-p', 'packages/web'],
  'tsc packages/web/test': [...tsc, '-p', 'packages/web/test'],
  'biome check': ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'],
}

/** One process to run: a tool, or the test files of one group. */
interface Job {
  readonly titles: readonly string[]
  run(interrupted: AbortSignal): Promise<Outcome[]>
}

const started = performance.now()
const args = process.argv.slice(2)
const suite: Suite = args.includes('--long') ? 'long' : 'test'
const words = args.filter((word) => !word.startsWith('--'))
const wanted = words.filter((word) => !word.startsWith('-'))
const excluded = words.filter((word) => word.startsWith('-')).map((word) => word.slice(1))
const isChosen = (name: string): boolean =>
  (wanted.length === 0 || wanted.some((part) => name.includes(part))) && !excluded.some((part) => name.includes(part))

const files = filesOf(suite).filter(isChosen)

/** The long suite repeats the tests that depend on the calendar at each instant. */
const calendarRuns = Object.entries(suite === 'long' ? calendarInstants : {}).flatMap(([name, instant]) => {
  const suffix = ` at ${name}`
  const chosen = calendarTests.filter(({ file, at }) => (at ?? [name]).includes(name) && isChosen(`${file}${suffix}`))
  if (chosen.length === 0) return []
  const files = [...new Set(chosen.map(({ file }) => file))]
  const title = `${files.map((file) => basename(file, '.test.ts')).join(', ')}${suffix}`
  return [{ files, pattern: chosen.map(({ names }) => names).join('|'), instant, title }]
})

function chosenJobs(): Job[] {
  const toolJobs = Object.entries(suite === 'test' ? tools : {})
    .filter(([title]) => isChosen(title))
    .map(
      ([title, toolArgs]): Job => ({
        titles: [title],
        run: async (interrupted) => [await runTool(title, toolArgs, interrupted)],
      }),
    )
  const secondsOf = timingsOf(suite)
  const fileJobs = groupsOf(files, secondsOf).map(
    (group): Job => ({
      titles: group,
      run: (interrupted) => runTestFiles(group, interrupted),
    }),
  )
  const calendarJobs = calendarRuns.map(({ files, pattern, title, instant }): Job => {
    const variant = { title, env: environmentOf(instant), args: [`--test-name-pattern=${pattern}`] }
    return { titles: [title], run: (interrupted) => runTestFiles(files, interrupted, variant) }
  })
  const lengthOf = ({ titles }: Job): number => titles.reduce((sum, title) => sum + secondsOf(title), 0)
  return [...toolJobs, ...fileJobs, ...calendarJobs].sort((a, b) => lengthOf(b) - lengthOf(a))
}

async function runJobs(jobs: readonly Job[], workers: number, interrupted: AbortSignal): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const waiting = jobs.values()
  const work = async () => {
    for (const job of waiting) {
      if (interrupted.aborted) return
      for (const outcome of await job.run(interrupted)) {
        outcomes.push(outcome)
        printOutcome(outcome)
      }
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
  return outcomes
}

function failEarly(reason: string): never {
  console.error(`FAIL ${reason}`)
  console.log('0 passed, 1 failed')
  process.exit(1)
}

/** Finds the browser for the tests that need one, and returns its name and version. */
function chromiumOrFail(): string {
  const path = findOrInstallChromium(console.log)
  if (path === undefined) failEarly(noChromiumMessage)
  process.env.STINT_CHROMIUM = path
  return String(execFileSync(path, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] })).trim()
}

/** Built once before the tests, so that two test files do not build it at the same time. */
function webOrFail(): void {
  const { status } = spawnSync(process.execPath, ['scripts/web.mjs'], { cwd: ROOT, stdio: ['ignore', 2, 2] })
  if (status !== 0) failEarly('The web application could not be built, so nothing was run.')
}

/** Sets the environment of the test files, prints the versions in use, and returns a function that cleans up. */
async function prepare(): Promise<() => Promise<void>> {
  const used = [...files, ...calendarRuns.flatMap((run) => run.files)]
  const browser = used.some((file) => /\/test\/browser\/|docs-page.long/.test(file)) ? `, ${chromiumOrFail()}` : ''
  if (used.some((file) => file.includes('/test/browser/'))) webOrFail()
  const folder = newRunFolder()
  const clusters = await startClusters(folder, ['fast', 'durable']).catch((error: unknown) => {
    console.error(error)
    return failEarly('No PostgreSQL to test on. Half of what we promise would go untested, so nothing was run.')
  })
  const [fast = '', durable = ''] = clusters.urls
  const url = process.env.STINT_TEST_DATABASE_URL ?? fast
  const version = await versionOf(url).catch((error: unknown) => failEarly(`PostgreSQL cannot be asked: ${error}`))
  const sqlite = new Sqlite(':memory:').prepare<[], string>('select sqlite_version()').pluck().get()
  const { host, pathname } = new URL(url)
  console.log(
    `On Node ${process.versions.node}, SQLite ${sqlite}, PostgreSQL ${version} at ${host}${pathname}${browser}, in ${folder}`,
  )
  Object.assign(process.env, {
    STINT_TEST_SUITE: suite,
    STINT_TEST_RUN: folder,
    STINT_TEST_DISK: diskFolder,
    STINT_TEST_DATABASE_URL: url,
    STINT_TEST_DURABLE_URL: durable,
    STINT_TEST_PROGRAM: await testProgram(),
    TMPDIR: folder,
  })
  return async () => {
    if (url !== fast) for (const machine of machinesOf(url)) await dropDatabases(machine, snapshotPrefix(folder))
    await clusters.stop()
  }
}

const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interruption.abort())

const jobs = chosenJobs()
// Two more than cores: a test waits for its server, its database or a timer for a good part of its time.
const workers = availableParallelism() + 2
const stop = await prepare()
const outcomes = await runJobs(jobs, workers, interruption.signal)
await stop()

if (args.includes('--record-timings')) {
  const passed = outcomes.filter((outcome) => countOf(outcome, 'failed') === 0)
  const existing = [...Object.keys(tools), ...filesOf(suite), ...calendarRuns.map(({ title }) => title)]
  recordTimings(suite, existing, new Map(passed.map(({ title, seconds }) => [title, seconds])))
}
const unrun = jobs.flatMap(({ titles }) => titles).length - outcomes.length
const seconds = (performance.now() - started) / 1000
const failed = printSummary({ outcomes, unrun, seconds, workers, words })
process.exit(failed === 0 ? 0 : 1)
