// The panel with the form of a record: a new one, or one that exists. The caller provides the fields.
import type { ReactNode } from 'react'
import { useMessages } from '../messages/messages.ts'
import type { Closable } from './dialog.tsx'
import type { FormState } from './form.tsx'
import { FormDialog } from './form-dialog.tsx'

/** The props of a form that creates or changes a record. */
export interface RecordFormProps<R> extends Closable {
  /** The record to change; null creates one. */
  readonly record: R | null
  /** Called with a new record; without it, its page is opened. */
  readonly onCreated?: (record: R) => void
}

/** The same for records of clients. */
export interface ClientRecordFormProps<R> extends RecordFormProps<R> {
  /** The client of a new record. */
  readonly clientid?: number | undefined
}

interface RecordDialogProps<T extends object> extends Closable {
  readonly form: FormState<T>
  /** The record to change; without it, the form creates one. */
  readonly record: object | null | undefined
  /** The titles for a new and for an existing record, and the button that creates one. */
  readonly texts: readonly [add: string, edit: string, create: string]
  readonly children: ReactNode
}

export function RecordDialog<T extends object>(props: RecordDialogProps<T>) {
  const { form, record, texts, onClose, children } = props
  const [add, edit, create] = texts
  const isNew = record == null
  const { save } = useMessages().parts
  return (
    <FormDialog form={form} aside title={isNew ? add : edit} onClose={onClose} submit={isNew ? create : save}>
      {children}
    </FormDialog>
  )
}
