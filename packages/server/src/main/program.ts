// Every command of `stint`, in the order of its help. Each is added by its own file; running what was typed, and what its end
// means for the exit code, is in stint.ts.
import { Command } from 'commander'
import packed from '../../package.json' with { type: 'json' }
import { addAccount } from './command-account.ts'
import { addBackup, addRestore } from './command-backup.ts'
import { addDemo } from './command-demo.ts'
import { addDoctor } from './command-doctor.ts'
import { addExport, addImport } from './command-export.ts'
import { addMigrate } from './command-migrate.ts'
import { addMove } from './command-move.ts'
import { addRekey } from './command-rekey.ts'
import { addServe } from './command-serve.ts'
import { addToken } from './command-token.ts'

const after = `
Every command has --help; all but serve have --json. Settings are read from the environment (STINT_...) or from flags.
Exit codes: 0 done, 1 it could not be done or something was found, 2 wrong usage.`

export function newProgram(): Command {
  const program = new Command('stint')
    .description('Stint: self-hosted work management')
    .version(packed.version, '--version', 'print the version')
    .helpOption('--help', 'print this help')
    .helpCommand(false)
    // What stands behind a command is that command's, also where `token` and `token list` have a flag of the same name.
    .enablePositionalOptions()
    .showHelpAfterError('(--help tells more)')
    .showSuggestionAfterError()
    .addHelpText('after', after)
    .exitOverride()
  program.commandsGroup('Running:')
  addServe(program)
  addDemo(program)
  program.commandsGroup('Accounts and access:')
  addAccount(program)
  addToken(program)
  program.commandsGroup('Looking after the database:')
  addMigrate(program)
  addDoctor(program)
  addRekey(program)
  program.commandsGroup('Keeping and moving:')
  addBackup(program)
  addRestore(program)
  addExport(program)
  addImport(program)
  addMove(program)
  return program
}
