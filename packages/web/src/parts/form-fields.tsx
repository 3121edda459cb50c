// The fields of a form, in the order of its layout. The facts choose the control of each field, the catalogue its label
// and hint. A form may replace a control or a label, hide a field, and add controls that are no fields. The form is
// not sent here.
import { Fragment, type ReactNode } from 'react'
import { useHints, useLabels } from '../messages/labels.ts'
import { FactField, type FieldControl, type FormValue, toFormValue, toRequestValue } from './fact-field.tsx'
import { FieldRow, type FormState } from './form.tsx'
import { type FormField, formRows, type Layout, type LayoutValues } from './layout.ts'

/** Controls that replace the one of the facts, by field. */
export type OwnControls<Values> = {
  readonly [Field in keyof Values]?: (control: FieldControl<Values[Field]>) => ReactNode
}

type FieldName<L extends Layout> = keyof LayoutValues<L> & string

interface FormFieldsProps<L extends Layout, Values extends LayoutValues<L>> {
  readonly layout: L
  readonly form: FormState<Values>
  readonly own?: OwnControls<LayoutValues<L>>
  /** Labels that differ from the catalogue in this form. */
  readonly labels?: { readonly [Field in FieldName<L>]?: string }
  /** Fields that are not shown at the moment. Their values stay in the form. */
  readonly hidden?: readonly FieldName<L>[]
  /** Controls below a field that are no fields of the resource. They are shown even if the field is hidden. */
  readonly after?: { readonly [Field in FieldName<L>]?: ReactNode }
  /** The field that has the focus when the form opens: by default the first one, none if null. */
  readonly focus?: FieldName<L> | null
  /** Only so many rows, for a long form that is not created whole at once. */
  readonly firstRows?: number
}

export function FormFields<L extends Layout, Values extends LayoutValues<L>>(props: FormFieldsProps<L, Values>) {
  const { layout, form, own = {} as OwnControls<LayoutValues<L>> } = props
  const labels: Readonly<Record<string, string>> = { ...useLabels()[layout.resource], ...props.labels }
  const hints = useHints(layout.resource)
  const hidden: readonly string[] = props.hidden ?? []
  const after = (props.after ?? {}) as Readonly<Record<string, ReactNode>>
  const rows = formRows(layout)
  const focus = props.focus === undefined ? rows[0]?.[0]?.name : props.focus
  const control = (fact: FormField): ReactNode => {
    const { name, required = false, hasDefault = false } = fact
    const hint = hints[name]
    const field = {
      ...form.field(name as keyof Values & string),
      label: labels[name] ?? name,
      ...(hint === undefined ? {} : { hint }),
      required: required && !hasDefault,
      autoFocus: name === focus,
    }
    const special = own[name as keyof LayoutValues<L>] as ((control: unknown) => ReactNode) | undefined
    if (special !== undefined) return <OwnControl show={() => special(field)} />
    return <FactField fact={fact} {...(field as unknown as FieldControl)} />
  }
  const show = (fact: FormField): ReactNode => (
    <Fragment key={fact.name}>
      {!hidden.includes(fact.name) && control(fact)}
      {after[fact.name]}
    </Fragment>
  )
  const shown = rows.filter((row) => row.some(({ name }) => !hidden.includes(name) || after[name] !== undefined))
  return shown
    .slice(0, props.firstRows)
    .map((row) => (row.length === 1 ? row.map(show) : <FieldRow key={row[0]?.name}>{row.map(show)}</FieldRow>))
}

const OwnControl = ({ show }: { readonly show: () => ReactNode }) => show()

/** The first values of a form: the given ones, then those of the record, and blanks for the rest. */
export function formValues<L extends Layout>(
  layout: L,
  record: object | null | undefined,
  given: Partial<LayoutValues<L>> = {},
): LayoutValues<L> {
  const recordValues = (record ?? {}) as Readonly<Record<string, unknown>>
  const values = formRows(layout)
    .flat()
    .map((fact) => [fact.name, toFormValue(fact, recordValues[fact.name])])
  return { ...Object.fromEntries(values), ...given }
}

/** The fields of the request. Missing required fields are not checked here, because the server names them. */
export function requestFields<L extends Layout, Fields>(layout: L, values: LayoutValues<L>): Fields {
  const typed = values as Readonly<Record<string, FormValue>>
  const fields = formRows(layout)
    .flat()
    .map((fact) => [fact.name, toRequestValue(fact, typed[fact.name] ?? null)])
  return Object.fromEntries(fields) as Fields
}
