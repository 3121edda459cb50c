#!/usr/bin/env node
// The `stint` command: what an operator types. It runs the command and turns every expected failure into one sentence on
// standard error and an exit code: 1 when it cannot be done, 2 when it was typed wrong. The commands are in program.ts.
import { CommanderError } from 'commander'
import { CannotOpen } from '../io/errors.ts'
import { CommandError, UsageError } from './commands/command-line.ts'
import { createProgram } from './commands/program.ts'
import { SettingError } from './config.ts'

try {
  await createProgram().parseAsync()
} catch (error) {
  // What was wrong, or the help that was asked for, has been printed.
  if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : 2)
  const expected = [SettingError, CommandError, CannotOpen, UsageError].some((kind) => error instanceof kind)
  if (!(expected && error instanceof Error)) throw error
  process.stderr.write(`stint: ${error.message}\n`)
  process.exit(error instanceof UsageError ? 2 : 1)
}
