// The state of a form: its values, the validation errors of the server, and submitting. An error is shown at its field,
// other errors at the top of the form. The input is kept after an error. The caller provides the fields.
import { type FieldError, StintError } from '@stint/sdk'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { asSentence, isNetworkError } from '../kit/error-text.ts'
import { useMessages } from '../messages/messages.ts'
import styles from './form.module.css'

export interface FormState<T extends object> {
  readonly values: T
  readonly changed: boolean
  readonly busy: boolean
  /** The props of a field: `{...form.field('title')}`. */
  field<K extends keyof T & string>(
    field: K,
  ): { value: T[K]; onChange: (value: T[K]) => void; error: string | undefined }
  set(change: Partial<T>): void
  reset(values: T): void
  submit(): Promise<void>
  /** Errors that belong to no field of this form. */
  readonly errors: readonly string[]
}

const errorSentence = ({ field, sentence }: FieldError): string =>
  field === null || field === 'id' ? sentence : `${field}: ${sentence}`

interface FormErrors {
  readonly byField: Readonly<Record<string, string>>
  readonly rest: readonly string[]
}

const noErrors: FormErrors = { byField: {}, rest: [] }

function toFormErrors(error: unknown, values: object, silence: string): FormErrors {
  if (isNetworkError(error)) return { byField: {}, rest: [silence] }
  if (!(error instanceof StintError) || error.errors.length === 0) {
    return { byField: {}, rest: [error instanceof Error ? error.message : String(error)] }
  }
  const byField: Record<string, string> = {}
  const rest: string[] = []
  for (const one of error.errors) {
    if (one.field === null || !(one.field in values)) rest.push(errorSentence(one))
    else byField[one.field] = [byField[one.field], one.sentence].filter(Boolean).join('; ')
  }
  return { byField, rest }
}

/**
 * The record as it was when the form opened. The screen may get a newer one meanwhile; sending the form with that one
 * as `ifMatch` would overwrite the change of another person without a word.
 */
export const useOpenedRecord = <T,>(record: T): T => useState(record)[0]

/** `send` throws the error of the server. After it succeeds, `changed` is false again. */
export function useForm<T extends object>(initial: T, send: (values: T) => Promise<unknown>): FormState<T> {
  const messages = useMessages().parts
  const [values, setValues] = useState(initial)
  const [changed, setChanged] = useState(false)
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<FormErrors>(noErrors)
  const set = (change: Partial<T>): void => {
    setValues((before) => ({ ...before, ...change }))
    setChanged(true)
    setWrong(({ byField, rest }) => ({
      byField: Object.fromEntries(Object.entries(byField).filter(([name]) => !(name in change))),
      rest,
    }))
  }
  const submit = async (): Promise<void> => {
    setBusy(true)
    setWrong(noErrors)
    try {
      await send(values)
      setChanged(false)
    } catch (error) {
      setWrong(toFormErrors(error, values, messages.noServer))
    } finally {
      setBusy(false)
    }
  }
  return {
    values,
    changed,
    busy,
    set,
    submit,
    reset: (next) => {
      setValues(next)
      setChanged(false)
      setWrong(noErrors)
    },
    field: (field) => ({
      value: values[field],
      onChange: (value) => set({ [field]: value } as unknown as Partial<T>),
      error: wrong.byField[field],
    }),
    errors: wrong.rest,
  }
}

interface FormProps<T extends object> {
  readonly form: FormState<T>
  readonly children: ReactNode
  readonly label?: string
  /** The heading of the errors that belong to no field; "not saved" unless given. */
  readonly wrong?: string
}

const invalidSelector = '[role="alert"], [aria-invalid="true"], [data-invalid="true"] :is(button, [contenteditable])'

/** After a rejected submit, scrolls to the first error and focuses it. */
function useFocusFirstError(busy: boolean) {
  const place = useRef<HTMLFormElement>(null)
  const sent = useRef(false)
  useEffect(() => {
    const refused = sent.current && !busy
    sent.current = busy
    const first = refused ? place.current?.querySelector<HTMLElement>(invalidSelector) : null
    first?.scrollIntoView({ block: 'nearest' })
    first?.focus({ preventScroll: true })
  }, [busy])
  return place
}

export function Form<T extends object>({ form, children, label, wrong }: FormProps<T>) {
  const messages = useMessages().parts
  const place = useFocusFirstError(form.busy)
  // The events of a dialog that was opened from this form arrive here too, but are not for this form.
  const send = (event: FormEvent): void => {
    event.preventDefault()
    if (!form.busy && event.target === event.currentTarget) void form.submit()
  }
  // Other handlers do not get it, because an editor would add a line and a combo box would choose an option.
  const submitByKey = (event: KeyboardEvent<HTMLFormElement>): void => {
    const { key, ctrlKey, metaKey, currentTarget, target } = event
    if (key !== 'Enter' || !(ctrlKey || metaKey) || !currentTarget.contains(target as Node)) return
    event.preventDefault()
    event.stopPropagation()
    // Without a button that can be pressed, the form is not complete, or it is being sent.
    const button = currentTarget.querySelector<HTMLButtonElement>('button[type="submit"]:not(:disabled)')
    if (button !== null) currentTarget.requestSubmit(button)
  }
  return (
    <form
      ref={place}
      className={styles.form}
      onSubmit={send}
      onKeyDownCapture={submitByKey}
      noValidate
      aria-label={label}
    >
      {form.errors.length > 0 && (
        <div className={styles.errors} role="alert">
          <strong>{wrong ?? messages.notSaved}</strong>
          <ul>
            {form.errors.map((error) => (
              <li key={error}>{asSentence(error)}</li>
            ))}
          </ul>
        </div>
      )}
      {children}
    </form>
  )
}

/** Fields side by side, or below each other if there is no room. */
export function FieldRow({ children }: { readonly children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}
