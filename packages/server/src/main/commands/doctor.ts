// `stint doctor`: checks the settings, the machine and the whole database and prints one line per problem. The checks
// are in doctor-checks.ts; nothing is repaired.
import type { Command } from 'commander'
import { readSettings } from '../config.ts'
import { addDatabaseOptions, addJsonOption, type Flags, printOutcome, tableLines } from './command-line.ts'
import type { Check } from './doctor-checks.ts'
import { Progress } from './progress.ts'

/** The number of problems printed per check; more of the same add nothing. */
const maxFindings = 20

export function addDoctorCommand(program: Command): void {
  const command = program
    .command('doctor')
    .description('check settings, disk and database, and compute all sums again; the server may run meanwhile')
    .option('--deep', 'also read every byte of every file, and compare every value with its newest event')
    .option('--secret-key <keys>', 'the key of secure notes (environment: STINT_SECRET_KEY)')
    .action(runDoctor)
  addJsonOption(addDatabaseOptions(command))
}

async function runDoctor(flags: Flags): Promise<void> {
  const { checkCount, runChecks } = await import('./doctor-checks.ts')
  const progress = new Progress()
  progress.begin('checks', checkCount)
  const options = { deep: flags.deep === true, done: () => progress.add(1), progress }
  const checks = await runChecks(readSettings(flags), options).finally(() => progress.end())
  const well = checks.every(({ findings }) => findings.length === 0)
  printOutcome(flags, { well, checks }, well ? successLines(checks) : checks.flatMap(findingLines))
  if (!well) process.exitCode = 1
}

const successLines = (checks: readonly Check[]): string[] => [
  ...tableLines(
    ['check', 'looked at'],
    checks.map(({ name, checked }) => [name, checked]),
  ),
  'All is well.',
]

function findingLines({ name, findings }: Check): string[] {
  const shown = findings.slice(0, maxFindings).map((finding) => `${name}: ${finding}.`)
  return findings.length > maxFindings ? [...shown, `${name}: and ${findings.length - maxFindings} more.`] : shown
}
