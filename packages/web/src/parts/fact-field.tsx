// A field of a form made from the facts about a field of a resource: its kind decides the control, its facts the
// length and whether it must be filled. For the plain fields of lists and settings; what refers to other records the
// screens choose themselves.
import type { Decimal } from '@stint/sdk'
import { numberFieldText, toNumberInput } from '../api/formats.ts'
import type { FieldFact } from '../api/permissions.ts'
import { ColorField } from './color-field.tsx'
import { CheckField, TextArea, TextField } from './fields.tsx'

/** What a form holds while one types: texts and yes or no. */
export type FormValue = string | boolean

const decimalKinds = new Set(['hours', 'hoursofday', 'money', 'rate', 'quantity', 'tax', 'percent'])

/** A value of a record as a form shows it. */
export const toFormValue = ({ kind }: FieldFact, value: unknown): FormValue =>
  kind === 'flag'
    ? value === true
    : decimalKinds.has(kind)
      ? numberFieldText(value as Decimal | null)
      : String(value ?? '')

/** What was typed as the client wants it; a blank where nothing may stand is null. */
export function toRequestValue({ kind, nullable }: FieldFact, typed: FormValue): unknown {
  if (typeof typed === 'boolean') return typed
  const text = typed.trim()
  if (kind === 'number') return text === '' ? null : /^-?\d+$/.test(text) ? Number(text) : text
  if (decimalKinds.has(kind)) return text === '' && !nullable ? '' : toNumberInput(text)
  return text
}

interface FactFieldProps {
  readonly fact: FieldFact
  readonly label: string
  readonly hint?: string | undefined
  readonly value: FormValue
  readonly onChange: (value: FormValue) => void
  readonly error: string | undefined
  readonly autoFocus?: boolean
}

const textAreaMinLength = 400

export function FactField({ fact, label, hint, value, onChange, error, autoFocus = false }: FactFieldProps) {
  const { kind, maxLength, required = false, hasDefault = false } = fact
  const more = { label, error, ...(hint === undefined ? {} : { hint }) }
  if (kind === 'flag') return <CheckField {...more} value={value === true} onChange={onChange} />
  const text = { ...more, value: String(value), onChange, autoFocus, required: required && !hasDefault }
  if (kind === 'text' && (maxLength === undefined || maxLength > textAreaMinLength)) return <TextArea {...text} />
  if (kind === 'color') return <ColorField {...text} />
  const numeric = kind === 'number' || decimalKinds.has(kind)
  return (
    <TextField
      {...text}
      maxLength={maxLength}
      numeric={numeric}
      type={kind === 'email' ? 'email' : 'text'}
      inputMode={kind === 'number' ? 'numeric' : numeric ? 'decimal' : 'text'}
    />
  )
}
