// A data folder that is being filled by a copy. Until it is complete it contains a marker file, which a server rejects
// (io/open-database.ts), so that no server starts with a part of the records. A failed copy removes what it created and
// nothing else.
import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { syncFolder } from '../../io/folder-file-store.ts'
import { acquireFolderLock, type FolderLock } from '../../io/folder-lock.ts'
import { unfinishedCopyMarker } from '../../io/open-database.ts'
import { CommandError } from '../commands/command-line.ts'

/** Files that may exist before: the operator's files for the new server, and those of the file system. */
const allowedFiles = new Set(['secret.key', 'cert.pem', 'key.pem', 'stint.lock', 'lost+found'])
const createdFiles = ['stint.sqlite', 'quota.sqlite'].flatMap((file) => [file, `${file}-wal`, `${file}-shm`])

export class NewFolder {
  readonly path: string
  #lock: FolderLock | undefined
  #started = false
  #existed = true
  #hadLock = true
  #hasKey = false

  constructor(path: string) {
    this.path = path
  }

  async begin(): Promise<void> {
    const existing = existsSync(this.path) ? readdirSync(this.path) : []
    if (existing.includes(unfinishedCopyMarker)) {
      throw new CommandError(`The folder ${this.path} holds a copy that was never finished: empty it first.`)
    }
    const other = existing.find((name) => !allowedFiles.has(name))
    if (other !== undefined) {
      throw new CommandError(`The folder ${this.path} is not empty (${other} is in it): choose a new or an empty one.`)
    }
    this.#existed = existsSync(this.path)
    this.#hadLock = existing.includes('stint.lock')
    mkdirSync(this.path, { recursive: true, mode: 0o700 })
    this.#started = true
    this.#lock = await acquireFolderLock(this.path)
    writeFileSync(join(this.path, unfinishedCopyMarker), 'A copy is being made here.\n', { mode: 0o600 })
    await syncFolder(this.path)
  }

  /** An existing key is never replaced. */
  putKey(key: Buffer): void {
    if (existsSync(join(this.path, 'secret.key'))) {
      throw new CommandError(
        `There is a secret.key in ${this.path} and another one in the backup: move the first one away.`,
      )
    }
    this.#hasKey = true
    writeFileSync(join(this.path, 'secret.key'), key, { mode: 0o600, flush: true })
  }

  async finish(): Promise<void> {
    await syncFolder(this.path)
    rmSync(join(this.path, unfinishedCopyMarker))
    await syncFolder(this.path)
    this.#lock?.release()
  }

  undo(): void {
    if (!this.#started) return
    const all = [
      ...createdFiles,
      'files',
      ...(this.#hasKey ? ['secret.key'] : []),
      ...(this.#hadLock ? [] : ['stint.lock']),
    ]
    for (const name of all) rmSync(join(this.path, name), { recursive: true, force: true })
    // Last, so that the marker remains after a second interruption.
    rmSync(join(this.path, unfinishedCopyMarker), { force: true })
    this.#lock?.release()
    if (!this.#existed) rmdirSync(this.path)
  }
}
