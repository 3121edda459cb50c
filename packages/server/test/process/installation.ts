// Servers that share a PostgreSQL database, as an operator sets them up. It does not decide which of them run.
import { randomBytes } from 'node:crypto'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { StintServer, TestProcesses } from './stint-process.ts'

/** The servers of one installation: each has its own data folder, and all have the same key and the same files. */
export class Installation {
  readonly files: string
  readonly env: Readonly<Record<string, string>>
  readonly #processes: TestProcesses

  constructor(processes: TestProcesses, url: string) {
    this.#processes = processes
    this.files = join(processes.newFolder(), 'shared files')
    mkdirSync(this.files)
    this.env = {
      STINT_DATABASE_URL: url,
      STINT_SECRET_KEY: randomBytes(32).toString('base64'),
      STINT_LOG: 'info',
    }
  }

  newFolder(): string {
    const folder = this.#processes.newFolder()
    symlinkSync(this.files, join(folder, 'files'))
    return folder
  }

  start(...args: string[]): Promise<StintServer> {
    return this.#processes.serve(this.newFolder(), this.env, args)
  }
}
