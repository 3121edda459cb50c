// What every verification gets: its processes and their folders, its numbers, and how it reports. It does not know any
// of the verifications.
import type { DatabaseKind } from '../test/fixture/database-servers.ts'
import type { TestProcesses } from '../test/process/stint-process.ts'

export type NumberOption = 'states' | 'requests' | 'minutes' | 'kills' | 'calls' | 'floods'

export interface VerifyRun {
  readonly processes: TestProcesses
  /** The same seed gives the same requests and the same choices; timing still differs. */
  readonly seed: number
  readonly database: DatabaseKind
  /** Shows that the check of power cuts can fail: the simulated disk ignores every sync. */
  readonly withoutSync: boolean
  numberOf(name: NumberOption, usual: number): number
  log(line: string): void
}

/** Returns its result in one line, and throws an error if a promise is broken. */
export type Verification = (run: VerifyRun) => Promise<string>
