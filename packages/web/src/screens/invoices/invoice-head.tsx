// The head of an invoice while it is edited: what it is called, for which project, when it is due, who sends it and who
// gets it.
import { maxOf } from '../../api/permissions.ts'
import { useAll } from '../../api/records.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { ChoiceField, ComboBoxField } from '../../parts/choices.tsx'
import { DayField } from '../../parts/day-field.tsx'
import { TextArea, TextField } from '../../parts/fields.tsx'
import { FieldRow } from '../../parts/form.tsx'
import { Section } from '../../parts/page.tsx'
import styles from '../../records/money/money.module.css'
import { customTermId, type Head, isBuiltFromTime } from './invoice-draft.ts'
import type { FieldErrors } from './invoice-edit-state.ts'

export interface HeadProps {
  readonly head: Head
  readonly onChange: (change: Partial<Head>) => void
  readonly errors: FieldErrors
}

/** What a field of the head wants. */
export const headField =
  ({ head, onChange, errors }: HeadProps) =>
  <K extends keyof Head>(field: K) => ({
    value: head[field],
    onChange: (value: Head[K]) => onChange({ [field]: value } as unknown as Partial<Head>),
    error: errors[field],
  })

export function InvoiceHead(props: HeadProps) {
  const messages = useMoneyMessages()
  const projects = useAll('project', { sortfield: 'name' })
  const of = headField(props)
  const project = of('projectid')
  return (
    <Section card title={messages.details}>
      <TextField {...of('title')} label={messages.title} required maxLength={maxOf('invoice', 'title')} />
      <FieldRow>
        <ComboBoxField
          {...project}
          onChange={(id) => id !== null && project.onChange(id)}
          label={messages.project}
          required
          options={(projects.data ?? []).map(({ id, name, client }) => ({ id, name, more: client ?? undefined }))}
        />
        <TextField
          {...of('purchaseorder')}
          label={messages.purchaseorder}
          maxLength={maxOf('invoice', 'purchaseorder')}
        />
      </FieldRow>
      <PaymentTermFields {...props} />
      {isBuiltFromTime(props.head) && (
        <>
          <FieldRow>
            <DayField {...of('datebegin')} label={messages.hoursFrom} />
            <DayField {...of('dateend')} label={messages.hoursUntil} />
          </FieldRow>
          <p className={styles.small}>{messages.rangeHint}</p>
        </>
      )}
      <FieldRow>
        <TextArea {...of('addressto')} label={messages.addressto} rows={4} />
        <TextArea {...of('addressfrom')} label={messages.addressfrom} rows={4} />
      </FieldRow>
      <TextArea {...of('description')} label={messages.description} rows={2} hint={messages.descriptionHint} />
    </Section>
  )
}

export function PaymentTermFields(props: HeadProps) {
  const messages = useMoneyMessages()
  const terms = useAll('invoiceterm')
  const of = headField(props)
  const term = of('termid')
  return (
    <>
      <FieldRow>
        <DayField {...of('date')} label={messages.date} required />
        <ChoiceField
          {...term}
          onChange={(id) => id !== null && term.onChange(id)}
          label={messages.term}
          required
          options={(terms.data ?? []).map(({ id, name }) => ({ id, name }))}
        />
      </FieldRow>
      {props.head.termid === customTermId && (
        <FieldRow>
          <TextField {...of('termother')} label={messages.termother} maxLength={maxOf('invoice', 'termother')} />
          <DayField {...of('termotherdatedue')} label={messages.due} required />
        </FieldRow>
      )}
    </>
  )
}
