// The options of a client and of a single request. The default values are in connection.ts.
// It contains types only.
import type { Progress } from './upload.ts'

export interface StintOptions {
  /** The address of the server, such as 'https://127.0.0.1:8443'. */
  readonly url: string
  /** An API token: requests have the permissions of its person. Omit it if a cookie or header identifies the caller. */
  readonly token?: string
  /** Additional headers of every request. */
  readonly headers?: Readonly<Record<string, string>>
  /** A replacement for the platform's fetch, for example for a proxy or a private certificate. */
  readonly fetch?: typeof fetch
  /** How often a request is retried after a temporary failure; 3 by default. */
  readonly retries?: number
  /** The time limit for a response in milliseconds; by default 30,000, and 300,000 with a file. */
  readonly timeout?: number
  /**
   * The longest pause before a retry in milliseconds; 30,000 by default. If the server asks for more, the error is
   * thrown.
   */
  readonly longestPause?: number
}

export interface RequestOptions {
  /** Aborts the request, or the pause before a retry, with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
  readonly timeout?: number | undefined
  readonly retries?: number | undefined
}

export interface RecordOptions extends RequestOptions {
  /** Request the field `may` of each record: the operations that you may perform on it. */
  readonly may?: boolean
}

export interface ListOptions extends RecordOptions {
  /** The number of records per request; 100 by default. */
  readonly pageSize?: number
}

export interface ReadOptions<R> extends RecordOptions {
  /**
   * The record from an earlier read. If it has not changed, the server sends no body and the same object is returned.
   */
  readonly known?: R | undefined
}

export interface DownloadOptions extends RequestOptions {
  /** An older version of a file. */
  readonly version?: number
}

export interface WriteOptions extends RequestOptions {
  /**
   * Identifies the write, so that it is done once even if it is sent again, also by another process. Random by default.
   */
  readonly idempotencyKey?: string
  /** Whether to send the mails about the write; false by default. */
  readonly notify?: boolean
  /** Whether to leave an action note about the change; true by default. */
  readonly notes?: boolean
  /** Called with the progress of an upload, in browsers only. A retry starts again at 0. */
  readonly onProgress?: Progress
}

export interface ChangeOptions extends WriteOptions {
  /** The record that was read, or its ETag: if it changed since, the write fails with an error of the kind 'stale'. */
  readonly ifMatch?: object | string
}
