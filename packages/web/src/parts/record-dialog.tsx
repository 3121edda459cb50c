// The panel with the form of a record: a new one, or one that exists. The caller provides the fields.
import type { ReactNode } from 'react'
import { useMessages } from '../messages/messages.ts'
import type { Closable } from './dialog.tsx'
import type { FormState } from './form.tsx'
import { FormDialog } from './form-dialog.tsx'

interface RecordDialogProps<T extends object> extends Closable {
  readonly form: FormState<T>
  readonly isNew: boolean
  /** Of a new and of an existing record. */
  readonly titles: readonly [string, string]
  /** The text of the button that creates it. */
  readonly create: string
  readonly children: ReactNode
}

export function RecordDialog<T extends object>(props: RecordDialogProps<T>) {
  const { form, isNew, titles, create, onClose, children } = props
  const { save } = useMessages().parts
  return (
    <FormDialog form={form} aside title={titles[isNew ? 0 : 1]} onClose={onClose} submit={isNew ? create : save}>
      {children}
    </FormDialog>
  )
}
