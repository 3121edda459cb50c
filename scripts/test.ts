// `npm test`: types, style and every test file, on SQLite and on a real PostgreSQL, in a real Chromium where a page is looked
// at, ending with a line of counts. Words after it choose what runs by a part of its path (`npm test -- kit/ tsc`), and with a
// dash before them what does not (`npm test -- -browser/`), which it says. It holds no test itself and skips none: a missing
// database or browser, a file that does not run, a choice that fits nothing fail it.
import { execFileSync, spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import Sqlite from 'better-sqlite3'
import { findOrInstallChromium, noChromium } from './chromium.ts'
import { findPostgres, type Postgres } from './postgres.ts'
import { type Outcome, runTestFile, runTool } from './test-file.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const AT_ONCE = 2

type Job = (interrupted: AbortSignal) => Promise<Outcome>

const tools: Readonly<Record<string, readonly string[]>> = {
  'tsc --noEmit': ['node_modules/typescript/bin/tsc', '--noEmit'],
  'tsc packages/web': ['node_modules/typescript/bin/tsc', '-p', 'packages/web'],
  'tsc packages/web/test': ['node_modules/typescript/bin/tsc', '-p', 'packages/web/test'],
  'biome check': ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'],
}

const words = process.argv.slice(2)
const wanted = words.filter((word) => !word.startsWith('-'))
const unwanted = words.filter((word) => word.startsWith('-')).map((word) => word.slice(1))
const chosen = (name: string): boolean =>
  (wanted.length === 0 || wanted.some((part) => name.includes(part))) && !unwanted.some((part) => name.includes(part))
const files = globSync('packages/*/test/**/*.test.ts', { cwd: ROOT }).filter(chosen).sort()

const isJourney = (file: string): boolean => file.includes('/test/browser/')

/** A browser waits for the moment's machine: a journey that fails is told in full and tried once more; failing twice fails. */
async function runJourney(file: string, interrupted: AbortSignal): Promise<Outcome> {
  const first = await runTestFile(file, interrupted)
  if (count(first, 'failed') === 0 || interrupted.aborted) return first
  printOutcome({ ...first, title: `${first.title}, at the first try` })
  return runTestFile(file, interrupted)
}

function chosenJobs(): Job[] {
  return [
    ...Object.entries(tools)
      .filter(([title]) => chosen(title))
      .map(
        ([title, args]): Job =>
          (interrupted) =>
            runTool(title, args, interrupted),
      ),
    ...files.map(
      (file): Job =>
        (interrupted) =>
          isJourney(file) ? runJourney(file, interrupted) : runTestFile(file, interrupted),
    ),
  ]
}

const count = ({ verdicts }: Outcome, which: string): number =>
  verdicts.filter(({ outcome }) => outcome === which).length

function printOutcome(outcome: Outcome): void {
  const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map((which) => count(outcome, which))
  const counts = [`${passed} passed`, failed ? `${failed} failed` : '', skipped ? `${skipped} skipped` : '']
  const tail = `${counts.filter(Boolean).join(', ')} (${outcome.seconds.toFixed(1)} s)`
  console.log(`${failed ? 'FAIL' : ' ok '} ${outcome.title}: ${tail}`)
  if (!failed) return
  const indent = (text: string) => text.trimEnd().replaceAll(/^/gm, '       ')
  for (const verdict of outcome.verdicts) {
    if (verdict.outcome !== 'failed') continue
    console.log(`\n     x ${verdict.name.join(' > ')}\n${indent(verdict.reason ?? '')}`)
  }
  if (outcome.printed.trim()) console.log(`\n     it printed:\n${indent(outcome.printed)}`)
  console.log('')
}

async function runJobs(jobs: readonly Job[], interrupted: AbortSignal): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const waiting = jobs.values()
  const work = async () => {
    for (const job of waiting) {
      if (interrupted.aborted) return
      const outcome = await job(interrupted)
      outcomes.push(outcome)
      printOutcome(outcome)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return outcomes
}

async function postgresOrFail(): Promise<Postgres> {
  try {
    return await findPostgres()
  } catch (error) {
    console.error(error)
    return failEarly('No PostgreSQL to test on. Half of what we promise would go untested, so nothing was run.')
  }
}

function failEarly(reason: string): never {
  console.error(`FAIL ${reason}`)
  console.log('0 passed, 1 failed')
  process.exit(1)
}

/** The browser of those tests that look at pages, by its own words; a run that could not look is no green one. */
function chromiumOrFail(): string {
  const path = findOrInstallChromium(console.log)
  if (path === undefined) failEarly(noChromium)
  process.env.STINT_CHROMIUM = path
  return String(execFileSync(path, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] })).trim()
}

/** Tests that look at the application find it built, and do not build it two at a time. */
function webOrFail(): void {
  const { status } = spawnSync(process.execPath, ['scripts/web.mjs'], { cwd: ROOT, stdio: ['ignore', 2, 2] })
  if (status !== 0) failEarly('The web application could not be built, so nothing was run.')
}

const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interruption.abort())

const jobs = chosenJobs()
const browser = files.some((file) => /\/test\/browser\/|docs-page/.test(file)) ? `, ${chromiumOrFail()}` : ''
if (files.some(isJourney)) webOrFail()
const postgres = await postgresOrFail()
const sqlite = new Sqlite(':memory:').prepare<[], string>('select sqlite_version()').pluck().get()
console.log(
  `On Node ${process.versions.node}, SQLite ${sqlite}, PostgreSQL ${postgres.version} at ${postgres.address}${browser}`,
)
process.env.STINT_TEST_DATABASE_URL = postgres.url

const outcomes = await runJobs(jobs, interruption.signal)
await postgres.stop()

const total = (which: string): number => outcomes.reduce((sum, outcome) => sum + count(outcome, which), 0)
for (const outcome of outcomes.filter((each) => count(each, 'failed') > 0)) console.log(`FAIL ${outcome.title}`)
const unrun = jobs.length - outcomes.length
if (unrun > 0) console.log(`FAIL ${unrun} of ${jobs.length} files were not run: interrupted`)
const nothing = total('passed') + total('failed') === 0
if (nothing) console.log('FAIL no test was run')
const failed = total('failed') + unrun + (nothing && unrun === 0 ? 1 : 0)
if (words.length > 0) console.log(`Only a part was run: ${words.join(' ')}`)
console.log(`${total('passed')} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
