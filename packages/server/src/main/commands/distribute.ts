// `stint distribute`: spreads a PostgreSQL database over several machines with Citus. io/distribute.ts does the work
// and prints nothing.
import type { Command } from 'commander'
import { type DistributionResult, distributeDatabase } from '../../io/distribute.ts'
import { asCommandError } from '../backup/all-or-nothing.ts'
import { readSettings } from '../config.ts'
import { addDatabaseOptions, addJsonOption, type Flags, printOutcome, printStatus, UsageError } from './command-line.ts'
import { Progress } from './progress.ts'

export function addDistributeCommand(program: Command): void {
  const command = program
    .command('distribute')
    .description('spread a PostgreSQL database over several machines with Citus, by account; the server must not run')
    .addHelpText(
      'after',
      '\nMake a backup first, and stop the server. The machines must have Citus and must be known to the database' +
        '\n(docs/deploy.md). Rows are moved table by table and stay readable. The rows of every table are compared' +
        '\nafterwards. If it is interrupted, run it again: it continues, and no server starts before it has ended.',
    )
  addJsonOption(addDatabaseOptions(command)).action(runDistribute)
}

async function runDistribute(flags: Flags): Promise<void> {
  const { databaseUrl } = readSettings(flags)
  if (databaseUrl === undefined) {
    throw new UsageError('Only PostgreSQL can be distributed: --database-url (STINT_DATABASE_URL) is missing.')
  }
  const progress = new Progress()
  let steps = 0
  const result = await distributeDatabase(databaseUrl, (step, total) => {
    progress.begin(step, total)
    progress.add(++steps)
    if (step.startsWith('table ')) printStatus(`Moving the ${step}.`)
  })
    .catch((error) => {
      throw asCommandError('The database was not distributed', error)
    })
    .finally(() => progress.end())
  printOutcome(flags, result, linesOf(result))
}

const linesOf = ({ tables, rows, references, machines }: DistributionResult): string[] =>
  tables === 0 && rows === 0
    ? [`The database is distributed already, over ${machines} machines.`]
    : [
        `Moved ${tables} tables to ${machines} machines. ${rows} rows were compared, and all ${references} references are there again.`,
        'Start the servers as before: they notice it themselves.',
      ]
