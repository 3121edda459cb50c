// A form: what is typed in it, what the server found wrong with it, and sending it. The server's words go to the field they are
// about, the rest to the head of the form; nothing typed is lost. What the fields are, the caller says.
import { type Fault, StintError } from '@stint/sdk'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { isSilence, sentence } from '../kit/wrong.ts'
import { useWords } from '../words/words.ts'
import styles from './form.module.css'

export interface FormState<T extends object> {
  readonly values: T
  readonly changed: boolean
  readonly busy: boolean
  /** What the fields of a form want: `{...form.of('title')}`. */
  of<K extends keyof T & string>(field: K): { value: T[K]; onChange: (value: T[K]) => void; error: string | undefined }
  set(change: Partial<T>): void
  reset(values: T): void
  submit(): Promise<void>
  /** What is wrong and belongs to no field of this form. */
  readonly faults: readonly string[]
}

const sentenceOf = ({ field, sentence }: Fault): string =>
  field === null || field === 'id' ? sentence : `${field}: ${sentence}`

interface Wrong {
  readonly byField: Readonly<Record<string, string>>
  readonly rest: readonly string[]
}

const nothingWrong: Wrong = { byField: {}, rest: [] }

function wrongOf(error: unknown, values: object, silence: string): Wrong {
  if (isSilence(error)) return { byField: {}, rest: [silence] }
  if (!(error instanceof StintError) || error.faults.length === 0) {
    return { byField: {}, rest: [error instanceof Error ? error.message : String(error)] }
  }
  const byField: Record<string, string> = {}
  const rest: string[] = []
  for (const fault of error.faults) {
    if (fault.field === null || !(fault.field in values)) rest.push(sentenceOf(fault))
    else byField[fault.field] = [byField[fault.field], fault.sentence].filter(Boolean).join('; ')
  }
  return { byField, rest }
}

/** `send` throws what the server refuses; a form that could be sent is `changed` no more. */
export function useForm<T extends object>(initial: T, send: (values: T) => Promise<unknown>): FormState<T> {
  const words = useWords().parts
  const [values, setValues] = useState(initial)
  const [changed, setChanged] = useState(false)
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<Wrong>(nothingWrong)
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
    setWrong(nothingWrong)
    try {
      await send(values)
      setChanged(false)
    } catch (error) {
      setWrong(wrongOf(error, values, words.noServer))
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
      setWrong(nothingWrong)
    },
    of: (field) => ({
      value: values[field],
      onChange: (value) => set({ [field]: value } as unknown as Partial<T>),
      error: wrong.byField[field],
    }),
    faults: wrong.rest,
  }
}

interface FormProps<T extends object> {
  readonly form: FormState<T>
  readonly children: ReactNode
  readonly label?: string
  /** What stands above that which belongs to no field, where nothing is saved. */
  readonly wrong?: string
}

const atFault = '[role="alert"], [aria-invalid="true"], [data-invalid="true"] :is(button, [contenteditable])'

/** After a form was refused one is led to what is wrong with it: it may be out of sight. */
function useWayToFaults(busy: boolean) {
  const place = useRef<HTMLFormElement>(null)
  const sent = useRef(false)
  useEffect(() => {
    const refused = sent.current && !busy
    sent.current = busy
    const first = refused ? place.current?.querySelector<HTMLElement>(atFault) : null
    first?.scrollIntoView({ block: 'nearest' })
    first?.focus({ preventScroll: true })
  }, [busy])
  return place
}

export function Form<T extends object>({ form, children, label, wrong }: FormProps<T>) {
  const words = useWords().parts
  const place = useWayToFaults(form.busy)
  const send = (event: FormEvent): void => {
    event.preventDefault()
    if (!form.busy) void form.submit()
  }
  return (
    <form ref={place} className={styles.form} onSubmit={send} noValidate aria-label={label}>
      {form.faults.length > 0 && (
        <div className={styles.faults} role="alert">
          <strong>{wrong ?? words.notSaved}</strong>
          <ul>
            {form.faults.map((fault) => (
              <li key={fault}>{sentence(fault)}</li>
            ))}
          </ul>
        </div>
      )}
      {children}
    </form>
  )
}

/** Fields beside each other, below each other where there is no room. */
export function FieldRow({ children }: { readonly children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}
