// The control of one field of a form. The facts about the field choose the control, its maximum length and the records
// it can refer to. Which fields a form has is decided by its layout.
import type { Decimal } from '@stint/sdk'
import { numberFieldText, toHoursInput, toNumberInput } from '../api/formats.ts'
import type { FieldFact } from '../api/permissions.ts'
import { type Listable, settingsLists, useAll } from '../api/records.ts'
import { ChoiceField, ComboBoxField, MultiChoiceField, type Option } from './choices.tsx'
import { ColorField } from './color-field.tsx'
import { DayField } from './day-field.tsx'
import { CheckField, TextArea, TextField } from './fields.tsx'
import type { FirstRecord } from './first-record.ts'
import { controlOf, type FormField, type FormValueOf } from './layout.ts'
import { RichText } from './rich-text.tsx'

/** The value of a field while the user types. */
export type FormValue = FormValueOf<FieldFact['kind']>

const decimalKinds = new Set(['hours', 'hoursofday', 'money', 'rate', 'quantity', 'tax', 'percent'])

/** A value of a record as the form stores it. */
export function toFormValue({ kind }: FieldFact, value: unknown): FormValue {
  if (kind === 'flag') return value === true
  if (kind === 'id' || kind === 'date') return (value ?? null) as FormValue
  if (kind === 'ids') return (value ?? []) as readonly number[]
  return decimalKinds.has(kind) ? numberFieldText(value as Decimal | null) : String(value ?? '')
}

/** The typed value as the SDK expects it. A blank number of a nullable field is null. */
export function toRequestValue({ kind, nullable }: FieldFact, typed: FormValue): unknown {
  if (typeof typed === 'object' && typed !== null) return [...typed]
  if (typeof typed !== 'string' || kind === 'html' || kind === 'date' || kind === 'password') return typed
  const text = typed.trim()
  if (kind === 'number') return text === '' ? null : /^-?\d+$/.test(text) ? Number(text) : text
  if (!decimalKinds.has(kind)) return text
  if (text === '' && nullable === undefined) return ''
  return kind === 'hours' ? toHoursInput(text) : toNumberInput(text)
}

/** The properties of every control of a form. */
export interface FieldControl<Value = FormValue> {
  readonly label: string
  readonly hint?: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly error: string | undefined
  readonly required: boolean
  readonly autoFocus: boolean
}

/** Resources with few records: the control shows them all instead of searching. */
const shortLists: readonly string[] = [
  'contacttype',
  'expensecategory',
  'module',
  'paymenttype',
  'projectlabel',
  'taskpriority',
  'taskstatus',
  'worktype',
]

interface ReferenceProps extends FieldControl<number | null> {
  readonly target: string
  /** The label of the choice "none"; without it, none cannot be chosen. */
  readonly none?: string
}

const creatable: readonly string[] = ['client', ...settingsLists]

/**
 * Chooses one of the records that an id can refer to. Inactive records are left out, except the chosen one. Records
 * that a short form creates can be created here.
 */
export function ReferenceField({ target, ...control }: ReferenceProps) {
  const records = useAll(target as Listable).data as
    | readonly (Option<number> & { readonly active?: boolean })[]
    | undefined
  const options = records
    ?.filter(({ id, active = true }) => active || id === control.value)
    .map(({ id, name, color }) => ({ id, name, color }))
  const Field = shortLists.includes(target) ? ChoiceField : ComboBoxField
  const create = creatable.includes(target) ? { target: target as FirstRecord['target'] } : undefined
  return <Field {...control} options={options} create={create} />
}

function ReferencesField({ target, ...control }: FieldControl<readonly number[]> & { readonly target: string }) {
  const records = (useAll(target as Listable).data ?? []) as readonly Option<number>[]
  return <MultiChoiceField {...control} options={records.map(({ id, name }) => ({ id, name }))} />
}

export function FactField({ fact, ...control }: FieldControl & { readonly fact: FormField }) {
  const { kind, maxLength, target = '', input = kind === 'email' ? 'email' : 'text' } = fact
  // The kind of the field determines the type of its value.
  const as = <Value,>() => control as unknown as FieldControl<Value>
  switch (controlOf(fact)) {
    case 'checkbox':
      return <CheckField {...as<boolean>()} />
    case 'reference':
      return <ReferenceField {...as<number | null>()} target={target} />
    case 'references':
      return <ReferencesField {...as<readonly number[]>()} target={target} />
    case 'day':
      return <DayField {...as<FormValueOf<'date'>>()} />
    case 'richText':
      return <RichText {...as<string>()} />
    case 'textArea':
      return <TextArea {...as<string>()} />
    case 'color':
      return <ColorField {...as<string>()} />
    case 'textField': {
      const numeric = kind === 'number' || decimalKinds.has(kind)
      return (
        <TextField
          {...as<string>()}
          maxLength={maxLength}
          numeric={numeric}
          type={input}
          inputMode={kind === 'number' ? 'numeric' : numeric ? 'decimal' : 'text'}
        />
      )
    }
  }
}
