// Repeats property tests: the number of runs and their seed. The seed is fixed, so that a change fails only for what it
// changes; STINT_PROPERTY_SEED sets another one, `random` draws one and prints it. `npm test` does a tenth of the runs,
// and STINT_PROPERTY_RUNS multiplies their number.
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { isLong } from '../../../../scripts/test-suites.ts'
import { allDatabases, type DatabaseKind, databasesOfSuite } from '../fixture/database-servers.ts'
import { eachDatabase } from '../fixture/databases.ts'
import { Random } from '../fixture/random.ts'

const runFactor = Number(process.env.STINT_PROPERTY_RUNS ?? (isLong ? '1' : '0.1'))

/** `npm test` checks most properties on SQLite only; that both databases answer the same is a property of its own. */
export const propertyDatabases = isLong ? allDatabases : databasesOfSuite

/** Declares the tests of a property. */
export const eachPropertyDatabase = (tests: Parameters<typeof eachDatabase>[0]): void =>
  eachDatabase(tests, propertyDatabases)

const { STINT_PROPERTY_SEED: chosenSeed = '20261117' } = process.env

export const seed: number = chosenSeed === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(chosenSeed)

console.log(`STINT_PROPERTY_SEED=${seed}`)

type Property = (random: Random, run: number) => Promise<void>

/**
 * Checks `property` this many times. A failure names the number of the run, with which it can be repeated. Returns the
 * number of runs.
 */
export const checkProperty = (runs: number, property: Property): Promise<number> => check(runs, property, () => true)

/**
 * Like `checkProperty`, but each run is checked on one of the databases, in turn. Use it for what hardly depends on the
 * database: same-answers.test.ts compares the two.
 */
export function checkShared(kind: DatabaseKind, runs: number, property: Property): Promise<number> {
  const databases = propertyDatabases.includes(kind) ? propertyDatabases : [kind]
  return check(
    runs,
    property,
    (run, all) => all < databases.length || run % databases.length === databases.indexOf(kind),
  )
}

async function check(
  runs: number,
  property: Property,
  isChecked: (run: number, all: number) => boolean,
): Promise<number> {
  const numRuns = Math.max(1, Math.round(runs * runFactor))
  let run = 0
  let checked = 0
  await fc.assert(
    fc.asyncProperty(fc.noBias(fc.noShrink(fc.nat())), async (number) => {
      if (isChecked(run, numRuns)) {
        await property(new Random(number), run)
        checked += 1
      }
      run += 1
    }),
    { seed, numRuns, endOnFailure: true },
  )
  return checked
}

/**
 * What `draw` makes of one number of the random generator. Its runs have the same seed on both databases, so what takes
 * long to draw is drawn for the first database and used again for the second.
 */
export function drawnOnce<T>(draw: (random: Random) => T): (random: Random) => T {
  const results = new Map<number, { readonly result: T }>()
  return (random) => {
    const number = random.below(2 ** 31)
    const { result } = results.get(number) ?? { result: draw(new Random(number)) }
    results.set(number, { result })
    return result
  }
}

export function shuffled<T>(random: Random, items: readonly T[]): T[] {
  return items
    .map((item) => [random.next(), item] as const)
    .sort(([one], [other]) => one - other)
    .map(([, item]) => item)
}

/** At most this many of the items, each at most once. */
export const pickSome = <T>(random: Random, items: readonly T[], most: number): T[] =>
  shuffled(random, items).slice(0, random.below(most + 1))

/** The two must be equal as texts. The message shows only where they differ, because responses can be long. */
export function assertSameText(one: unknown, other: unknown, saying: string): void {
  const [a, b] = [one, other].map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
  if (a === b) return
  assert.ok(a !== undefined && b !== undefined, saying)
  let at = 0
  while (a[at] === b[at]) at += 1
  const around = (text: string): string => text.slice(Math.max(0, at - 200), at + 200)
  assert.fail(`${saying}\nat character ${at}:\n  ...${around(a)}\n  ...${around(b)}`)
}
