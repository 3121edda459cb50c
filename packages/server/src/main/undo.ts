// Work that is done wholly or not at all: when it fails, or somebody stops it, what it has made so far is taken away again, and
// an expected failure becomes one sentence. What a killed process leaves behind is refused by whoever finds it.
import { Damaged } from '../io/archive.ts'
import { CopyFault } from '../io/copy.ts'
import { RuleBroken } from '../io/database.ts'
import { Busy, CannotOpen, Unavailable } from '../io/errors.ts'
import { CannotDo, WrongUsage } from './command-line.ts'
import { WrongSetting } from './config.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** `undo` must not wait for anything: a signal ends the process right after it. */
export async function orUndone<T>(outcome: string, undo: () => void, work: () => Promise<T>): Promise<T> {
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
    throw inSentence(outcome, error)
  } finally {
    for (const signal of signals) process.off(signal, stop)
  }
}

/** What another program wrote and ours cannot read is damage; for what we write ourselves the same would be our own fault. */
export const orDamaged = (error: unknown): unknown =>
  error instanceof SyntaxError || error instanceof TypeError || error instanceof URIError
    ? new Damaged(error.message.replaceAll(/\s+/g, ' '), { cause: error })
    : error

/** Sentences stay what they are; what the world did to us is put behind what came of it. */
export function inSentence(outcome: string, error: unknown): unknown {
  if (error instanceof CannotDo || error instanceof WrongUsage || error instanceof WrongSetting) return error
  if (error instanceof CannotOpen) return new CannotDo(`${outcome}: ${error.message}`, { cause: error })
  const said = reasonOf(error)
  return said === null ? error : new CannotDo(`${outcome}: ${said}.`, { cause: error })
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
  if (error instanceof Damaged) return `it is damaged: ${error.message}`
  if (error instanceof CopyFault || error instanceof Busy || error instanceof Unavailable) return error.message
  if (error instanceof RuleBroken) return `a rule of the database does not hold for it (${error.where})`
  if (!(error instanceof Error) || !('code' in error)) return null
  const reason = reasons[String(error.code)]
  if (reason === undefined) return null
  return 'path' in error ? `${reason} (${error.path})` : reason
}
