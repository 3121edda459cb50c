// A dialog with one form, and the buttons at the end of a form. The caller provides the fields.
import type { ReactNode } from 'react'
import { useMessages } from '../messages/messages.ts'
import { Button } from './button.tsx'
import { type Closable, Dialog, DialogActions } from './dialog.tsx'
import styles from './form.module.css'
import { Form, type FormState } from './form.tsx'

interface FormActionsProps {
  readonly form: { readonly busy: boolean }
  readonly onCancel: () => void
  /** The text of the button that submits; "Save" without it. */
  readonly submit?: string
  readonly look?: 'strong' | 'danger'
  readonly isDisabled?: boolean
}

/** Cancel and submit. */
export function FormActions({ form, onCancel, submit, look = 'strong', isDisabled = false }: FormActionsProps) {
  const messages = useMessages().parts
  return (
    <DialogActions>
      <Button onPress={onCancel}>{messages.cancel}</Button>
      <Button type="submit" look={look} busy={form.busy} isDisabled={isDisabled}>
        {submit ?? messages.save}
      </Button>
    </DialogActions>
  )
}

interface InlineFormActionsProps {
  readonly form: { readonly busy: boolean }
  readonly onCancel: () => void
  readonly submit?: string
}

/** Small buttons below a form within a page. Here the submit button is first. */
export function InlineFormActions({ form, onCancel, submit }: InlineFormActionsProps) {
  const messages = useMessages().parts
  return (
    <div className={styles.inlineEnd}>
      <Button small look="strong" type="submit" busy={form.busy}>
        {submit ?? messages.save}
      </Button>
      <Button small onPress={onCancel}>
        {messages.cancel}
      </Button>
    </div>
  )
}

interface FormDialogProps<T extends object> extends Closable, Omit<FormActionsProps, 'form' | 'onCancel'> {
  readonly form: FormState<T>
  readonly title: string
  readonly children: ReactNode
  /** The accessible name of the form. */
  readonly label?: string
  readonly aside?: boolean
  readonly wide?: boolean
  /** Whether something would be lost when it closes; without it, whether the form has changed. */
  readonly dirty?: boolean
}

export function FormDialog<T extends object>({
  form,
  title,
  onClose,
  children,
  label,
  aside = false,
  wide = false,
  dirty = form.changed,
  ...actions
}: FormDialogProps<T>) {
  return (
    <Dialog title={title} open onClose={onClose} dirty={dirty} aside={aside} wide={wide}>
      <Form form={form} {...(label === undefined ? {} : { label })}>
        {children}
        <FormActions form={form} onCancel={onClose} {...actions} />
      </Form>
    </Dialog>
  )
}
