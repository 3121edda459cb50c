// `npm run test:mutation`: changes the code in small ways (mutants) and expects a failing test for each. StrykerJS
// makes and runs the mutants. This file chooses a seeded sample, runs it by area on SQLite and fails below the goal.
// Words choose areas by a part of their name; `--seed=7` chooses another sample; `--reports=FOLDER` keeps the report of
// each area; `--again` runs what is open in it. StrykerJS is installed here, because `npm test` does not need it.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Random } from '../../packages/server/test/fixture/random.ts'
import { newRunFolder } from '../test-folder.ts'
import { ROOT } from '../test-suites.ts'
import { type Area, areas } from './areas.ts'
import { describeMutant, isOpen, type Mutant, readReport, wasNoticed } from './mutant-report.ts'

/** The share of mutants, in percent, that the tests must notice. */
const GOAL = 85
const DEFAULT_SEED = 13
/** A sample is made of windows: lines that follow each other in one file. */
const WINDOW_LINES = 12
const WINDOWS_PER_AREA = 7

const HERE = fileURLToPath(new URL('.', import.meta.url))
const STRYKER = join(HERE, 'node_modules/@stryker-mutator/core/bin/stryker.js')
const TEST_HOOKS = new URL('../test-hooks.ts', import.meta.url).href
const MUTANT_REPORT = join(HERE, 'mutant-report.ts')
const TAP_RUNNER = join(HERE, 'node_modules/@stryker-mutator/tap-runner/dist/src/index.js')

interface AreaResult {
  readonly area: string
  readonly detected: number
  readonly survived: readonly string[]
}

const args = process.argv.slice(2)
const seed = Number(args.find((arg) => arg.startsWith('--seed='))?.slice('--seed='.length) ?? DEFAULT_SEED)
const reports = args.find((arg) => arg.startsWith('--reports='))?.slice('--reports='.length)
if (reports !== undefined) mkdirSync(reports, { recursive: true })
const isAgain = args.includes('--again')
if (isAgain && reports === undefined) throw new Error('--again reads the folder of --reports.')
const words = args.filter((arg) => !arg.startsWith('--'))

function installStryker(): void {
  if (existsSync(STRYKER)) return
  console.log('Installing StrykerJS (npm ci, once) ...')
  const { status } = spawnSync('npm', ['ci', '--loglevel=error'], { cwd: HERE, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error('StrykerJS could not be installed, so nothing was tested.')
}

/** The sampled lines of an area, as StrykerJS reads them: `file:first-last`. */
function sampleOf({ sources }: Area): string[] {
  const random = new Random(seed)
  const windows = sources.flatMap((source) => {
    const file = join('packages/server', source)
    const lines = readFileSync(join(ROOT, file), 'utf8').split('\n').length
    return Array.from({ length: Math.ceil(lines / WINDOW_LINES) }, (_, index) => {
      const first = index * WINDOW_LINES + 1
      return `${file}:${first}-${Math.min(first + WINDOW_LINES - 1, lines)}`
    })
  })
  return windows
    .map((window) => ({ window, order: random.next() }))
    .sort((one, other) => one.order - other.order)
    .slice(0, WINDOWS_PER_AREA)
    .map(({ window }) => window)
}

/** The place of a mutant, as StrykerJS reads it: with columns from 0. */
function placeOf({ fileName, location: { start, end } }: Mutant): string {
  return `${fileName}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`
}

function runArea(area: Area, folder: string): AreaResult {
  const report = join(reports ?? folder, `${area.name}.json`)
  if (!isAgain) rmSync(report, { force: true })
  const open = isAgain ? readReport(report).filter(isOpen) : []
  if (isAgain && open.length === 0) return resultOf(area.name, readReport(report))
  const config = join(folder, 'stryker.config.json')
  const options = {
    testRunner: 'tap',
    plugins: [TAP_RUNNER, MUTANT_REPORT],
    tap: {
      testFiles: ['scripts/mutation/tests-of-area.ts'],
      nodeArgs: [`--import=${TEST_HOOKS}`, '--test-reporter=tap', '--max-semi-space-size=8'],
      forceBail: true,
    },
    mutate: isAgain ? [...new Set(open.map(placeOf))] : sampleOf(area),
    concurrency: availableParallelism(),
    coverageAnalysis: 'perTest',
    // On a busy machine a slow test must not count as noticed.
    timeoutMS: 120_000,
    timeoutFactor: 4,
    dryRunTimeoutMinutes: 30,
    symlinkNodeModules: true,
    // Node removes the types; StrykerJS would rewrite the file with an interface that TypeScript 7 does not have.
    tsconfigFile: 'none',
    tempDirName: join(folder, 'sandbox'),
    cleanTempDir: 'always',
    // Tests compare generated files with what would be generated, so the files are copied as they are.
    disableTypeChecks: false,
    ignorePatterns: ['/docs', '/data', '/scripts/mutation/node_modules', '/packages/server/web'],
    reporters: ['report-writer', 'progress-append-only'],
  }
  writeFileSync(config, JSON.stringify(options))
  // The unchanged code, which runs first, builds the databases that the tests copy.
  const snapshots = mkdtempSync(join(folder, 'snapshots-'))
  const env = {
    ...process.env,
    // The runner starts `node` by name.
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    TMPDIR: folder,
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    STINT_TEST_RUN: snapshots,
    STINT_TEST_DATABASE_URL: 'postgres://not-used.invalid/',
    STINT_PROPERTY_SEED: String(seed),
    STINT_MUTATION_TESTS: area.tests.join(' '),
    STINT_MUTATION_REPORT: report,
  }
  const { status } = spawnSync(process.execPath, [STRYKER, 'run', config], { cwd: ROOT, env, stdio: 'inherit' })
  if (status !== 0 || !existsSync(report)) throw new Error(`StrykerJS failed for ${area.name} (ended with ${status}).`)
  return resultOf(area.name, readReport(report))
}

function resultOf(area: string, mutants: readonly Mutant[]): AreaResult {
  return { area, detected: mutants.filter(wasNoticed).length, survived: mutants.filter(isOpen).map(describeMutant) }
}

/** After each area, so that a run that is stopped has shown something. */
function printSurvivors({ area, detected, survived }: AreaResult): void {
  console.log(`${area}: ${detected} noticed, ${survived.length} not noticed`)
  for (const line of survived) console.log(`  ${line}`)
}

const percent = (detected: number, all: number): string => `${((100 * detected) / all).toFixed(1)} %`

const chosen = areas.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
if (chosen.length === 0) throw new Error(`No area is named like ${words.join(' or ')}.`)
installStryker()
const folder = newRunFolder()
mkdirSync(join(folder, 'compiled'))
const results: AreaResult[] = []
try {
  for (const area of chosen) {
    console.log(`\n${area.name}`)
    const result = runArea(area, folder)
    results.push(result)
    printSurvivors(result)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(`\nSeed ${seed}`)
for (const { area, detected, survived } of results) {
  const all = detected + survived.length
  console.log(`${area}: ${detected} of ${all} mutants noticed (${percent(detected, all)})`)
}
const detected = results.reduce((sum, result) => sum + result.detected, 0)
const all = results.reduce((sum, result) => sum + result.detected + result.survived.length, 0)
console.log(`${detected} of ${all} mutants noticed (${percent(detected, all)}); the goal is ${GOAL} %`)
process.exit(detected * 100 >= GOAL * all ? 0 : 1)
