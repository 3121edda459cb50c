// All commands of `stint`, in the order of the help. Each is added by its own file; stint.ts runs the command and sets
// the exit code. A command loads the server or the resources only when it runs, because loading them takes most of the
// time of a short command.
import { Command } from 'commander'
import packed from '../../../package.json' with { type: 'json' }
import { addAccountCommand } from './account.ts'
import { addBackupCommand, addRestoreCommand } from './backup.ts'
import { addDemoCommand } from './demo.ts'
import { addDistributeCommand } from './distribute.ts'
import { addDoctorCommand } from './doctor.ts'
import { addExportCommand, addImportCommand } from './export.ts'
import { addMigrateCommand } from './migrate.ts'
import { addMoveCommand } from './move.ts'
import { addPersonCommand } from './person.ts'
import { addRekeyCommand } from './rekey.ts'
import { addServeCommand } from './serve.ts'
import { addTokenCommand } from './token.ts'

const helpFooter = `
Every command has --help; all but serve have --json. Settings are read from the environment (STINT_...) or from flags.
Exit codes: 0 success, 1 the command failed or found a problem, 2 wrong usage.`

export function createProgram(): Command {
  const program = new Command('stint')
    .description('Stint: self-hosted work management')
    .version(packed.version, '--version', 'print the version')
    .helpOption('--help', 'print this help')
    .helpCommand(false)
    // Options after a subcommand belong to it, also where `token` and `token list` have an option of the same name.
    .enablePositionalOptions()
    .showHelpAfterError('(see --help)')
    .showSuggestionAfterError()
    .addHelpText('after', helpFooter)
    .exitOverride()
  program.commandsGroup('Running:')
  addServeCommand(program)
  addDemoCommand(program)
  program.commandsGroup('Accounts and access:')
  addAccountCommand(program)
  addTokenCommand(program)
  addPersonCommand(program)
  program.commandsGroup('Maintaining the database:')
  addMigrateCommand(program)
  addDoctorCommand(program)
  addRekeyCommand(program)
  addDistributeCommand(program)
  program.commandsGroup('Copying and moving data:')
  addBackupCommand(program)
  addRestoreCommand(program)
  addExportCommand(program)
  addImportCommand(program)
  addMoveCommand(program)
  return program
}
