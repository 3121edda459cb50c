// A store of the bytes of documents, under the hash of their content, as a stream, never whole in memory. It knows no
// records and no file names given by users: the caller says which files are still referenced. The stores are in
// folder-file-store.ts and s3-file-store.ts.
import type { Readable } from 'node:stream'
import { FilesUnavailable } from './errors.ts'

/** The upload is larger than the limit. */
export class FileTooLarge extends Error {}

/** A complete upload on disk, which is removed unless keep() is called. */
export interface ReceivedFile {
  readonly hash: string
  readonly size: number
  /** Stores the bytes permanently under their hash. */
  keep(): Promise<void>
  /** Removes them unless they were kept. */
  discard(): Promise<void>
}

/** An open file. Reading it to its end closes it. */
export interface OpenFile {
  readonly size: number
  bytes(from: number, to: number): Readable
  close(): Promise<void>
}

/** True when a record refers to the file. */
export type IsReferenced = (hash: string) => Promise<boolean>

export interface FileStore {
  /** Without room on the disk it throws DiskFull, and so does keep(). */
  receive(bytes: AsyncIterable<Uint8Array>, limit: number): Promise<ReceivedFile>
  /** The file, or undefined when there is none. */
  open(hash: string): Promise<OpenFile | undefined>
  /** Files that were stored before an instant and that no record has confirmed since. */
  unconfirmed(before: number): Promise<string[]>
  confirm(hash: string): Promise<void>
  /** Removes a file, unless it is referenced or was stored again since that instant. Returns true when it is gone. */
  remove(hash: string, before: number, isReferenced: IsReferenced): Promise<boolean>
  /** The id of the store; null if it has none yet. All servers of a database must use the same store. */
  readId(): Promise<string | null>
  writeId(id: string): Promise<void>
  /** From now on nothing is stored in a place that does not have this id (T-340). */
  expectId(id: string): void
  /** True when new files can be stored (T-109). */
  isWritable(): Promise<boolean>
  /** Completes the interrupted work of processes that died before that instant. */
  cleanUp(before: number, isReferenced: IsReferenced): Promise<void>
}

/** The place of the files is not the expected store, such as the empty folder below an unmounted file system. */
export function requireId(expected: string | null, found: string | null): void {
  if (expected === null || found === expected) return
  throw new FilesUnavailable(
    `the file store with the id ${expected} is not in its place: ${found === null ? 'no store-id is there' : `the id there is ${found}`}`,
  )
}

export const isHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)
