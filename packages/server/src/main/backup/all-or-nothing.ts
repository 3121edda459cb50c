// Work that is done wholly or not at all: when it fails, or somebody stops it, what it has made so far is taken away again, and
// an expected failure becomes one sentence. What a killed process leaves behind is refused by whoever finds it.
import { CorruptionError } from '../../io/archive.ts'
import { CopyError } from '../../io/copy.ts'
import { ConstraintViolation } from '../../io/database.ts'
import { Busy, CannotOpen, Unavailable } from '../../io/errors.ts'
import { CommandError, UsageError } from '../commands/command-line.ts'
import { SettingError } from '../config.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** `undo` must not wait for anything: a signal ends the process right after it. */
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

/** What another program wrote and ours cannot read is damage; for what we write ourselves the same would be our own fault. */
export const asCorruption = (error: unknown): unknown =>
  error instanceof SyntaxError || error instanceof TypeError || error instanceof URIError
    ? new CorruptionError(error.message.replaceAll(/\s+/g, ' '), { cause: error })
    : error

/** Sentences stay what they are; what the world did to us is put behind what came of it. */
export function asCommandError(outcome: string, error: unknown): unknown {
  if (error instanceof CommandError || error instanceof UsageError || error instanceof SettingError) return error
  if (error instanceof CannotOpen) return new CommandError(`${outcome}: ${error.message}`, { cause: error })
  const said = reasonOf(error)
  return said === null ? error : new CommandError(`${outcome}: ${said}.`, { cause: error })
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
  if (error instanceof CopyError || error instanceof Busy || error instanceof Unavailable) return error.message
  if (error instanceof ConstraintViolation) return `a rule of the database does not hold for it (${error.constraint})`
  if (!(error instanceof Error) || !('code' in error)) return null
  const reason = reasons[String(error.code)]
  if (reason === undefined) return null
  return 'path' in error ? `${reason} (${error.path})` : reason
}
