// What a client is given when it is made, and what a single request may say beside its fields. Defaults stand where they are
// used, in connection.ts.
import type { Progress } from './upload.ts'

export interface StintOptions {
  /** Where the server is, such as 'https://127.0.0.1:8443'. */
  readonly url: string
  /** An API token: everything is done, seen and noted as its person. None where something else says who asks. */
  readonly token?: string
  /** Sent with every request, beside those of the client itself. */
  readonly headers?: Readonly<Record<string, string>>
  /** Another fetch than the platform's, for a proxy or a certificate of one's own. */
  readonly fetch?: typeof fetch
  /** How often a request that failed without being refused is sent again; 3 unless given. */
  readonly retries?: number
  /** Milliseconds an answer may take; 30,000 unless given, and 300,000 with a file. */
  readonly timeout?: number
  /** The longest pause before sending again, in milliseconds; 30,000 unless given. Whoever is told to wait longer gets the error. */
  readonly longestPause?: number
}

export interface RequestOptions {
  /** Ends the request, its pauses included, with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  readonly timeout?: number | undefined
  readonly retries?: number | undefined
}

export interface RecordOptions extends RequestOptions {
  /** Ask for the field `may` of each record: what you may do to it. */
  readonly may?: boolean
}

export interface ListOptions extends RecordOptions {
  /** How many records one request brings; 100 unless given. */
  readonly pageSize?: number
}

export interface ReadOptions<R> extends RecordOptions {
  /** The record as it was read before. If nothing of it has changed, this very object is given back and nothing is sent. */
  readonly known?: R | undefined
}

export interface DownloadOptions extends RequestOptions {
  /** An older version of a file. */
  readonly version?: number
}

export interface WriteOptions extends RequestOptions {
  /** Names the write, so that it is done once however often it is sent, also by another process. Made up unless given. */
  readonly idempotencyKey?: string
  /** Send the mails that belong to the write; none unless true. */
  readonly notify?: boolean
  /** Leave an action note on what changed, unless false. */
  readonly notes?: boolean
  /** Told how many bytes of a write with a file have gone, of how many; in browsers only. A write that is sent again begins anew. */
  readonly onProgress?: Progress
}

export interface ChangeOptions extends WriteOptions {
  /** Only if the record is still as it was: the record that was read, or its tag. Else the error is of the kind 'stale'. */
  readonly ifMatch?: object | string
}
