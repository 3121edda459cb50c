#!/usr/bin/env node
// The `stint` command. It runs a command and turns every expected failure into one sentence on standard error and an
// exit code: 1 when the command failed, 2 for wrong usage. The commands are in commands/program.ts.
import { CommanderError } from 'commander'
import { CannotOpen } from '../io/errors.ts'
import { CommandError, UsageError } from './commands/command-line.ts'
import { createProgram } from './commands/program.ts'
import { SettingError } from './config.ts'

try {
  await createProgram().parseAsync()
} catch (error) {
  // The error or the requested help has already been printed.
  if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : 2)
  const expected = [SettingError, CommandError, CannotOpen, UsageError].some((kind) => error instanceof kind)
  if (!(expected && error instanceof Error)) throw error
  process.stderr.write(`stint: ${error.message}\n`)
  process.exit(error instanceof UsageError ? 2 : 1)
}
