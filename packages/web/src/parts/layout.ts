// A layout lists the fields of a form and a detail view, in order. It only names fields: the facts about a field choose
// its control and how its value is shown, and the catalogue of labels has its label. Nothing is rendered here.
import type { IsoDate } from '@stint/sdk'
import type { FieldKind, facts } from '../api/facts.ts'
import { type FieldFact, type FieldOf, fieldOf, type ResourceName } from '../api/permissions.ts'
import type { en } from '../messages/en/labels.ts'

type Labels = typeof en.labels

/** A resource whose fields have labels. */
type LabelledResource = keyof Labels & ResourceName
type LabelledField<Name extends LabelledResource> = keyof Labels[Name] & FieldOf<Name>

interface LayoutEntry<Field extends string = string> {
  readonly field: Field
  /** Entries of the same row are side by side in the form. */
  readonly row?: string
  /** The type of the input, which chooses the keyboard of a phone and what the browser suggests. */
  readonly input?: 'email' | 'tel'
  /** Without it, the field is in the form if it can be written, and in the detail view. */
  readonly only?: 'form' | 'detail'
}

export interface Layout<Name extends LabelledResource = LabelledResource, Field extends string = string> {
  readonly resource: Name
  readonly entries: readonly LayoutEntry<Field>[]
}

type Entries<Field extends string> = readonly LayoutEntry<Field>[]

/** Fields, each in its own row of the form. */
export const fields = <const Field extends string>(...names: readonly Field[]): Entries<Field> =>
  names.map((field) => ({ field }))

/** Fields that are side by side in the form. */
export const row = <const Field extends string>(...names: readonly Field[]): Entries<Field> =>
  names.map((field) => ({ field, row: names.join() }))

export const formOnly = <Field extends string>(entries: Entries<Field>): Entries<Field> =>
  entries.map((entry) => ({ ...entry, only: 'form' }))

/** A part is made by the functions above, or lists its entries where these do not suffice. */
export const defineLayout = <Name extends LabelledResource, const Field extends LabelledField<Name>>(
  resource: Name,
  ...parts: readonly Entries<Field>[]
): Layout<Name, Field> => ({ resource, entries: parts.flat() })

type FactsOf<Name extends LabelledResource, Field> = Field extends keyof (typeof facts)[Name]['fields']
  ? (typeof facts)[Name]['fields'][Field]
  : never

type SettableOf<Name extends LabelledResource, Field> = Field extends unknown
  ? FactsOf<Name, Field> extends { readonly settable: string }
    ? Field
    : never
  : never

/** The value of a field while the user types. */
export type FormValueOf<Kind extends FieldKind> = Kind extends 'flag'
  ? boolean
  : Kind extends 'id'
    ? number | null
    : Kind extends 'ids'
      ? readonly number[]
      : Kind extends 'date'
        ? IsoDate | null
        : string

type ValueOf<Facts> = Facts extends { readonly kind: infer Kind extends FieldKind } ? FormValueOf<Kind> : never

/** The values of the form of a layout, by field. */
export type LayoutValues<L> =
  L extends Layout<infer Name, infer Field>
    ? { readonly [F in SettableOf<Name, Field> & string]: ValueOf<FactsOf<Name, F>> }
    : never

export type LayoutField<L> = L extends Layout<LabelledResource, infer Field> ? Field : never

const factOf = (resource: LabelledResource, field: string): FieldFact => fieldOf(resource, field as never) as FieldFact

/** The facts about a field of a form, and the options of its layout entry. */
export type FormField = FieldFact & Pick<LayoutEntry, 'input'>

/** The fields that can be written, in the rows of the form. */
export function formRows({ resource, entries }: Layout): readonly (readonly FormField[])[] {
  const rows = new Map<string, FormField[]>()
  for (const { field, row = field, only, input } of entries) {
    const fact = factOf(resource, field)
    if (only === 'detail' || fact.settable === undefined) continue
    rows.set(row, [...(rows.get(row) ?? []), input === undefined ? fact : { ...fact, input }])
  }
  return [...rows.values()]
}

/** The fields of the detail view. Formatted texts are left out, because they need the width of the page. */
export const detailFields = ({ resource, entries }: Layout): readonly FieldFact[] =>
  entries
    .filter(({ only }) => only !== 'form')
    .map(({ field }) => factOf(resource, field))
    .filter(({ kind, writeOnly }) => kind !== 'html' && writeOnly === undefined)

export type Control = 'checkbox' | 'reference' | 'references' | 'day' | 'richText' | 'textArea' | 'color' | 'textField'

const textAreaMinLength = 400

/** The control of a field in a form. */
export function controlOf({ kind, maxLength }: FieldFact): Control {
  if (kind === 'flag') return 'checkbox'
  if (kind === 'id') return 'reference'
  if (kind === 'ids') return 'references'
  if (kind === 'date') return 'day'
  if (kind === 'html') return 'richText'
  if (kind === 'color') return 'color'
  return kind === 'text' && (maxLength === undefined || maxLength > textAreaMinLength) ? 'textArea' : 'textField'
}
