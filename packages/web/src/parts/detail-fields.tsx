// The fields of a record as labels and values, in the order of its layout. The kind of a field decides how its value is
// shown; a page may replace a value or a label. Fields without a value are left out, also those that the signed-in
// person may not see.
import type { Decimal, IsoDate, IsoInstant } from '@stint/sdk'
import type { ReactNode } from 'react'
import { useFormats } from '../api/formats.ts'
import type { FieldFact } from '../api/permissions.ts'
import type { Formats } from '../kit/format.ts'
import { useLabels } from '../messages/labels.ts'
import { useMessages } from '../messages/messages.ts'
import { controlOf, detailFields, type Layout, type LayoutField } from './layout.ts'
import styles from './page.module.css'
import { type Detail, DetailList } from './page.tsx'

interface DetailFieldsProps<L extends Layout> {
  readonly layout: L
  readonly record: object
  /** Values that the page shows itself, by field; null leaves the field out. */
  readonly own?: { readonly [Field in LayoutField<L>]?: ReactNode }
  /** Labels that differ from the catalogue on this page. */
  readonly labels?: { readonly [Field in LayoutField<L>]?: string }
  /** Lines at the end that are no fields of the resource. */
  readonly more?: readonly Detail[]
  /** See DetailList. */
  readonly compact?: boolean
}

export function DetailFields<L extends Layout>(props: DetailFieldsProps<L>) {
  const { layout, record, own, more = [], compact = false, ...page } = props
  const labels: Readonly<Record<string, string>> = { ...useLabels()[layout.resource], ...page.labels }
  const formats = useFormats()
  const { yes, no } = useMessages().parts
  const values = record as Readonly<Record<string, unknown>>
  const special = (own ?? {}) as Readonly<Record<string, ReactNode>>
  const shown = detailFields(layout).map((fact) => ({
    name: labels[fact.name] ?? fact.name,
    value: fact.name in special ? special[fact.name] : valueText(fact, values, formats, { yes, no }),
  }))
  return <DetailList facts={[...shown, ...more]} compact={compact} />
}

const padded = (number: unknown): string => String(number).padStart(5, '0')

/** Only texts that people write have several lines; computed ones, such as the name of a client, have one. */
const isMultiLine = (fact: FieldFact): boolean => fact.settable !== undefined && controlOf(fact) === 'textArea'

/** The text of a value, by the kind of its field. */
function valueText(
  fact: FieldFact,
  record: Readonly<Record<string, unknown>>,
  formats: Formats,
  answers: { readonly yes: string; readonly no: string },
): ReactNode {
  const value = record[fact.name]
  if (value === null || value === undefined || value === '') return null
  switch (fact.kind) {
    case 'flag':
      return value === true ? answers.yes : answers.no
    case 'date':
    case 'monday':
      return formats.day(value as IsoDate)
    case 'datetime':
      return formats.moment(value as IsoInstant)
    case 'hours':
    case 'hoursofday':
      return formats.hours(value as Decimal)
    case 'money':
    case 'rate':
      return formats.money(value as Decimal, record.currency as string | undefined)
    case 'padded':
      return padded(value)
    case 'text':
      return isMultiLine(fact) ? <span className={styles.lines}>{String(value)}</span> : String(value)
    default:
      return String(value)
  }
}
