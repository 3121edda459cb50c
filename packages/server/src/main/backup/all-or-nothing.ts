// Runs work that must succeed completely or leave nothing: when it fails or is interrupted, its partial results are
// removed, and an expected failure becomes one sentence. If the process is killed, the next command that finds the
// remains rejects them.
import { CorruptionError } from '../../io/archive.ts'
import { CopyError } from '../../io/copy.ts'
import { ConstraintViolation } from '../../io/database.ts'
import { Busy, CannotOpen, DiskFull, Unavailable } from '../../io/errors.ts'
import { errorMessage } from '../../kit/error-message.ts'
import { CommandError, UsageError } from '../commands/command-line.ts'
import { SettingError } from '../config.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** `undo` must be synchronous: a signal ends the process right after it. */
export async function allOrNothing<T>(outcome: string, undo: () => void, work: () => Promise<T>): Promise<T> {
  const stop = (): void => {
    undo()
    process.stderr.write(`stint: ${outcome}: it was stopped.\n`)
    process.exit(1)
  }
  for (const signal of signals) process.on(signal, stop)
  try {
    return await work()
  } catch (error) {
    undo()
    throw asCommandError(outcome, error)
  } finally {
    for (const signal of signals) process.off(signal, stop)
  }
}

/** Parse errors of a file mean that it is corrupt. In other places the same errors are programming errors. */
export const asCorruption = (error: unknown): unknown =>
  error instanceof SyntaxError || error instanceof TypeError || error instanceof URIError
    ? new CorruptionError(error.message.replaceAll(/\s+/g, ' '), { cause: error })
    : error

/** Errors that are already sentences stay unchanged. Errors of the system become the outcome with its reason. */
export function asCommandError(outcome: string, error: unknown): unknown {
  if (error instanceof CommandError || error instanceof UsageError || error instanceof SettingError) return error
  if (error instanceof CannotOpen) return new CommandError(`${outcome}: ${error.message}`, { cause: error })
  const reason = reasonOf(error)
  return reason === null ? error : new CommandError(`${outcome}: ${reason}.`, { cause: error })
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'this user may not use more of the disk',
  EFBIG: 'this user may not write files of this size',
  EROFS: 'the disk cannot be written',
  EACCES: 'this user may not read or write there',
  EPERM: 'this user may not read or write there',
  ENOENT: 'it is not there',
  ENOTDIR: 'a part of the path is not a folder',
  EISDIR: 'it is a folder',
  EIO: 'the disk failed',
}

function reasonOf(error: unknown): string | null {
  if (error instanceof CorruptionError) return `it is damaged: ${error.message}`
  if ([CopyError, Busy, Unavailable, DiskFull].some((kind) => error instanceof kind)) return errorMessage(error)
  if (error instanceof ConstraintViolation) return `a rule of the database does not hold for it (${error.constraint})`
  if (!(error instanceof Error) || !('code' in error)) return null
  const reason = reasons[String(error.code)]
  if (reason === undefined) return null
  return 'path' in error ? `${reason} (${error.path})` : reason
}
