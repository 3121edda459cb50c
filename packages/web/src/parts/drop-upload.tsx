// The area where files are dropped or chosen, and the list of uploads with their progress. The caller uploads the
// files. A running upload can be cancelled, a failed one retried or removed.
import { CircleCheck, CloudUpload, RotateCw, TriangleAlert, X } from 'lucide-react'
import { DropZone, type FileDropItem, FileTrigger, ProgressBar, Text } from 'react-aria-components'
import { useMessages } from '../messages/messages.ts'
import { Button, IconButton } from './button.tsx'
import styles from './drop-upload.module.css'

export interface Upload {
  readonly id: number
  readonly name: string
  /** 0 to 1. */
  readonly share: number
  readonly state: 'waiting' | 'sending' | 'done' | 'failed'
  /** The error message of the server. */
  readonly error?: string
}

interface DropUploadProps {
  readonly onFiles: (files: File[]) => void
  readonly uploads: readonly Upload[]
  readonly onDismiss: (id: number) => void
  readonly onRetry: (id: number) => void
  /** The accepted media types. */
  readonly accept?: readonly string[]
  readonly one?: boolean
  readonly hint?: string
}

const isFile = (item: { readonly kind: string }): item is FileDropItem => item.kind === 'file'

export function DropUpload({ onFiles, uploads, onDismiss, onRetry, accept, one = false, hint }: DropUploadProps) {
  const messages = useMessages().parts
  const take = (files: readonly File[]): void => {
    if (files.length > 0) onFiles(one ? files.slice(0, 1) : [...files])
  }
  return (
    <div className={styles.place} data-unprinted>
      <DropZone
        className={styles.zone ?? ''}
        getDropOperation={() => 'copy'}
        onDrop={({ items }) => void Promise.all(items.filter(isFile).map((item) => item.getFile())).then(take)}
      >
        <CloudUpload size={20} aria-hidden />
        <Text slot="label">{one ? messages.dropFile : messages.dropFiles}</Text>
        <FileTrigger
          allowsMultiple={!one}
          {...(accept === undefined ? {} : { acceptedFileTypes: [...accept] })}
          onSelect={(files) => take([...(files ?? [])])}
        >
          <Button small>{one ? messages.chooseFile : messages.chooseFiles}</Button>
        </FileTrigger>
        {hint !== undefined && <span className={styles.hint}>{hint}</span>}
      </DropZone>
      {uploads.length > 0 && (
        <ul className={styles.list} aria-label={messages.uploads}>
          {uploads.map((upload) => (
            <UploadLine key={upload.id} upload={upload} onDismiss={onDismiss} onRetry={onRetry} />
          ))}
        </ul>
      )}
    </div>
  )
}

interface UploadLineProps {
  readonly upload: Upload
  readonly onDismiss: (id: number) => void
  readonly onRetry: (id: number) => void
}

function UploadLine({ upload: { id, name, share, state, error }, onDismiss, onRetry }: UploadLineProps) {
  const messages = useMessages().parts
  const percent = Math.round(share * 100)
  const moving = state === 'sending' || state === 'waiting'
  return (
    <li className={styles.line} data-state={state}>
      <span className={styles.name}>{name}</span>
      {moving && (
        <ProgressBar aria-label={messages.uploading(name)} value={percent} className={styles.progress ?? ''}>
          {({ valueText }) => (
            <>
              <svg className={styles.track} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden>
                <rect width={percent} height="4" />
              </svg>
              <span className={styles.percent}>{valueText}</span>
            </>
          )}
        </ProgressBar>
      )}
      {state === 'done' && (
        <span className={styles.done} role="status">
          <CircleCheck size={15} aria-hidden />
          {messages.uploaded}
        </span>
      )}
      {state === 'failed' && (
        <span className={styles.failed} role="alert">
          <TriangleAlert size={15} aria-hidden />
          {error}
        </span>
      )}
      {state === 'failed' && <IconButton icon={RotateCw} label={messages.tryAgain} onPress={() => onRetry(id)} />}
      {state !== 'done' && (
        <IconButton
          icon={X}
          label={moving ? messages.cancelUpload(name) : messages.close}
          onPress={() => onDismiss(id)}
        />
      )}
    </li>
  )
}
