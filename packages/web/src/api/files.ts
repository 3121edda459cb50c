// Files of documents: uploads several files one after the other with progress, and downloads one. A failed upload can
// be retried with the same idempotency key, so that a file whose response was lost is not stored twice.
import type { DocumentNew } from '@stint/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { stint } from './client.ts'
import { saveDownload } from './downloads.ts'
import { invalidateAfterWrite } from './records.ts'

/** The fields of a new document besides the file. */
export type FileFields = Omit<DocumentNew, 'file'>

interface FileUpload {
  readonly id: number
  readonly name: string
  readonly share: number
  readonly state: 'waiting' | 'sending' | 'done' | 'failed'
  readonly error?: string
}

interface UploadJob {
  readonly id: number
  readonly file: File
  readonly fields: FileFields
  readonly key: string
  readonly ending: AbortController
}

export interface Uploads {
  readonly list: readonly FileUpload[]
  readonly busy: boolean
  /** Returns how many files were uploaded. */
  add(files: readonly File[], fields: FileFields): Promise<number>
  dismiss(id: number): void
  retry(id: number): void
}

const doneVisibleMs = 4000
let lastId = 0

const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Uploads files as new documents, or as new versions of the given document. */
export function useUploads(documentid?: number): Uploads {
  const queries = useQueryClient()
  const [list, setList] = useState<readonly FileUpload[]>([])
  const jobs = useRef(new Map<number, UploadJob>())
  const change = (id: number, how: Partial<FileUpload>): void =>
    setList((before) => before.map((one) => (one.id === id ? { ...one, ...how } : one)))
  const drop = (id: number): void => {
    jobs.current.delete(id)
    setList((before) => before.filter((one) => one.id !== id))
  }
  const send = async ({ id, file, fields, key, ending }: UploadJob): Promise<boolean> => {
    if (ending.signal.aborted) return false
    change(id, { state: 'sending', share: 0 })
    const onProgress = (sent: number, all: number): void => change(id, { share: all === 0 ? 1 : sent / all })
    const options = { onProgress, signal: ending.signal, idempotencyKey: key }
    try {
      if (documentid === undefined) await stint.document.create({ ...fields, file }, options)
      else await stint.document.update(documentid, { ...fields, file }, options)
    } catch (error) {
      if (!ending.signal.aborted) change(id, { state: 'failed', error: errorMessage(error) })
      return false
    }
    change(id, { state: 'done', share: 1 })
    setTimeout(() => drop(id), doneVisibleMs)
    await invalidateAfterWrite(queries, 'document')
    return true
  }
  return {
    list,
    busy: list.some(({ state }) => state === 'waiting' || state === 'sending'),
    add: async (files, fields) => {
      const created = files.map((file): UploadJob => {
        lastId += 1
        return { id: lastId, file, fields, key: crypto.randomUUID(), ending: new AbortController() }
      })
      for (const job of created) jobs.current.set(job.id, job)
      setList((before) => [
        ...before,
        ...created.map(({ id, file }): FileUpload => ({ id, name: file.name, share: 0, state: 'waiting' })),
      ])
      let arrived = 0
      for (const job of created) if (await send(job)) arrived += 1
      return arrived
    },
    dismiss: (id) => {
      jobs.current.get(id)?.ending.abort()
      drop(id)
    },
    retry: (id) => {
      const job = jobs.current.get(id)
      if (job !== undefined) void send(job)
    },
  }
}

export const readFile = async (id: number, version?: number): Promise<Blob> =>
  (await stint.document.download(id, version === undefined ? {} : { version })).blob()

/** Saves a file, or one version of it, under the name it was uploaded with. */
export const saveFile = (id: number, filename: string, version?: number): Promise<void> =>
  saveDownload(stint.document.download(id, version === undefined ? {} : { version }), filename)
