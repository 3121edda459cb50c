// The fields of a form by its layout: which control each gets, its label and its hint come from the facts and the
// catalogue. A form may give a field a control of its own. Sending the form is not done here.
import type { ReactNode } from 'react'
import { useHints, useLabels } from '../messages/labels.ts'
import { FactField, type FieldControl, type FormValue, toFormValue, toRequestValue } from './fact-field.tsx'
import { FieldRow, type FormState } from './form.tsx'
import { type FormField, formRows, type Layout, type LayoutValues } from './layout.ts'

/** Controls of a form's own, by field. */
export type OwnControls<Values> = {
  readonly [Field in keyof Values]?: (control: FieldControl<Values[Field]>) => ReactNode
}

interface FormFieldsProps<L extends Layout, Values extends LayoutValues<L>> {
  readonly layout: L
  readonly form: FormState<Values>
  readonly own?: OwnControls<LayoutValues<L>>
  /** The field that has the focus when the form opens; the first one unless given. */
  readonly focus?: (keyof LayoutValues<L> & string) | null
}

export function FormFields<L extends Layout, Values extends LayoutValues<L>>(props: FormFieldsProps<L, Values>) {
  const { layout, form, own = {} as OwnControls<LayoutValues<L>> } = props
  const labels: Readonly<Record<string, string>> = useLabels()[layout.resource]
  const hints = useHints(layout.resource)
  const rows = formRows(layout)
  const focus = props.focus === undefined ? rows[0]?.[0]?.name : props.focus
  const show = (fact: FormField): ReactNode => {
    const { name, required = false, hasDefault = false } = fact
    const hint = hints[name]
    const control = {
      ...form.field(name as keyof Values & string),
      label: labels[name] ?? name,
      ...(hint === undefined ? {} : { hint }),
      required: required && !hasDefault,
      autoFocus: name === focus,
    }
    const special = own[name as keyof LayoutValues<L>] as ((control: unknown) => ReactNode) | undefined
    if (special !== undefined) return <OwnControl key={name} show={() => special(control)} />
    return <FactField key={name} fact={fact} {...(control as unknown as FieldControl)} />
  }
  return rows.map((row) => (row.length === 1 ? row.map(show) : <FieldRow key={row[0]?.name}>{row.map(show)}</FieldRow>))
}

const OwnControl = ({ show }: { readonly show: () => ReactNode }) => show()

/** What a form holds at first: the given values, then those of the record, and blanks for what neither has. */
export function formValues<L extends Layout>(
  layout: L,
  record: object | null | undefined,
  given: Partial<LayoutValues<L>> = {},
): LayoutValues<L> {
  const kept = (record ?? {}) as Readonly<Record<string, unknown>>
  const values = formRows(layout)
    .flat()
    .map((fact) => [fact.name, toFormValue(fact, kept[fact.name])])
  return { ...Object.fromEntries(values), ...given }
}

/**
 * What the form sends. The types of required fields are not checked here: the server names the fields that are
 * missing.
 */
export function requestFields<L extends Layout, Fields>(layout: L, values: LayoutValues<L>): Fields {
  const typed = values as Readonly<Record<string, FormValue>>
  const fields = formRows(layout)
    .flat()
    .map((fact) => [fact.name, toRequestValue(fact, typed[fact.name] ?? null)])
  return Object.fromEntries(fields) as Fields
}
