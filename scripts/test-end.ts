// What is to be done at the end of a process of test files, such as closing a browser that several files share. It
// does not know what that is. test-entry.ts runs it; a file that is started by hand runs it after its own tests.
import { after } from 'node:test'

const pending: (() => Promise<void>)[] = []
let isShared = false

async function runAll(): Promise<void> {
  for (const work of pending.splice(0)) await work()
}

export const atEnd = (work: () => Promise<void>): unknown => pending.push(work)

/** Called by the program of a process, before it loads the files. */
export function endWithProcess(): void {
  isShared = true
  after(runAll)
}

/** Called by a file that uses `atEnd`, outside its tests. */
export function endWithFile(): void {
  if (!isShared) after(runAll)
}
