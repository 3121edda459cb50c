// `stint doctor`: looks the settings, the machine and the whole database over and tells what it found, one line each. What it
// looks at is in doctor.ts; it mends nothing.
import type { Command } from 'commander'
import { type Flags, print, tableLines, withDatabase, withJson } from './command-line.ts'
import { readSettings } from './config.ts'
import { type Check, checkCount, examine } from './doctor.ts'
import { Progress } from './progress.ts'

/** Of one check; a thousand more of the same say nothing new. */
const mostShown = 20

export function addDoctor(program: Command): void {
  const command = program
    .command('doctor')
    .description('look over settings, disk and database, and add everything up again; the server may run meanwhile')
    .option('--deep', 'also read every byte of every file')
    .option('--secret-key <keys>', 'what secure notes are encrypted with (environment: STINT_SECRET_KEY)')
    .action(doctor)
  withJson(withDatabase(command))
}

async function doctor(flags: Flags): Promise<void> {
  const progress = new Progress()
  progress.begin('checks', checkCount)
  const wish = { deep: flags.deep === true, done: () => progress.add(1) }
  const checks = await examine(readSettings(flags), wish).finally(() => progress.end())
  const well = checks.every(({ findings }) => findings.length === 0)
  print(flags, { well, checks }, well ? wellLines(checks) : checks.flatMap(findingLines))
  if (!well) process.exitCode = 1
}

const wellLines = (checks: readonly Check[]): string[] => [
  ...tableLines(
    ['check', 'looked at'],
    checks.map(({ name, checked }) => [name, checked]),
  ),
  'All is well.',
]

function findingLines({ name, findings }: Check): string[] {
  const shown = findings.slice(0, mostShown).map((finding) => `${name}: ${finding}.`)
  return findings.length > mostShown ? [...shown, `${name}: and ${findings.length - mostShown} more.`] : shown
}
