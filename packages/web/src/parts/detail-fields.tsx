// The fields of a record as names and values, by its layout: the kind of a field decides how its value is shown. A
// page may show a field in its own way. Fields without a value are left out, and so are those that the signed-in
// person does not get.
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
  /** How the page shows a field; null leaves it out. */
  readonly own?: { readonly [Field in LayoutField<L>]?: ReactNode }
  /** Labels that differ from the catalogue on this page. */
  readonly labels?: { readonly [Field in LayoutField<L>]?: string }
  /** What follows that is no field. */
  readonly more?: readonly Detail[]
}

export function DetailFields<L extends Layout>({ layout, record, own, more = [], ...page }: DetailFieldsProps<L>) {
  const labels: Readonly<Record<string, string>> = { ...useLabels()[layout.resource], ...page.labels }
  const formats = useFormats()
  const { yes, no } = useMessages().parts
  const values = record as Readonly<Record<string, unknown>>
  const special = (own ?? {}) as Readonly<Record<string, ReactNode>>
  const shown = detailFields(layout).map((fact) => ({
    name: labels[fact.name] ?? fact.name,
    value: fact.name in special ? special[fact.name] : valueText(fact, values[fact.name], formats, { yes, no }),
  }))
  return <DetailList facts={[...shown, ...more]} />
}

const padded = (number: unknown): string => String(number).padStart(5, '0')

/** A value as people read it, by its kind. */
function valueText(
  fact: FieldFact,
  value: unknown,
  formats: Formats,
  answers: { readonly yes: string; readonly no: string },
): ReactNode {
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
      return formats.money(value as Decimal)
    case 'padded':
      return padded(value)
    case 'text':
      return controlOf(fact) === 'textArea' ? <span className={styles.lines}>{String(value)}</span> : String(value)
    default:
      return String(value)
  }
}
