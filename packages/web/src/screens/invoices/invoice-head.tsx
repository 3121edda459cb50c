// The fields of a draft above its lines: title, project, days, term, recipient and sender.
import { maxOf } from '../../api/permissions.ts'
import { useAll } from '../../api/records.ts'
import { useInvoiceLineMessages } from '../../messages/invoice-lines.ts'
import { useLabels } from '../../messages/labels.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { ChoiceField } from '../../parts/choices.tsx'
import { CurrencyField } from '../../parts/currency-field.tsx'
import { DayField } from '../../parts/day-field.tsx'
import { TextArea, TextField } from '../../parts/fields.tsx'
import { FieldRow } from '../../parts/form.tsx'
import { Section } from '../../parts/page.tsx'
import { ProjectField } from '../../parts/project-choice.tsx'
import styles from '../../records/money/money.module.css'
import { GroupingField } from './grouping-field.tsx'
import { customTermId, type Head, isBuiltFromTime } from './invoice-draft.ts'
import type { FieldErrors } from './invoice-edit-state.ts'

export interface HeadProps {
  readonly head: Head
  readonly onChange: (change: Partial<Head>) => void
  readonly errors: FieldErrors
}

/** The properties of a field: value, handler and error. */
export const headField =
  ({ head, onChange, errors }: HeadProps) =>
  <K extends keyof Head>(field: K) => ({
    value: head[field],
    onChange: (value: Head[K]) => onChange({ [field]: value } as unknown as Partial<Head>),
    error: errors[field],
  })

interface InvoiceHeadProps extends HeadProps {
  /** A credit note has the project of its invoice, and nobody pays it. */
  readonly isCreditNote: boolean
}

export function InvoiceHead({ isCreditNote, ...props }: InvoiceHeadProps) {
  const messages = useMoneyMessages()
  const lineMessages = useInvoiceLineMessages()
  const labels = useLabels().invoice
  const projects = useAll('project', { sortfield: 'name' })
  const of = headField(props)
  const project = of('projectid')
  return (
    <Section card title={messages.details}>
      <TextField {...of('title')} label={labels.title} required maxLength={maxOf('invoice', 'title')} />
      <FieldRow>
        <ProjectField
          {...project}
          onChange={(id) => id !== null && project.onChange(id)}
          label={labels.projectid}
          required
          isDisabled={isCreditNote}
          projects={projects.data}
        />
        <TextField
          {...of('purchaseorder')}
          label={labels.purchaseorder}
          maxLength={maxOf('invoice', 'purchaseorder')}
        />
      </FieldRow>
      {isCreditNote ? <DayField {...of('date')} label={labels.date} required /> : <PaymentTermFields {...props} />}
      {isBuiltFromTime(props.head) && (
        <>
          <FieldRow>
            <DayField {...of('datebegin')} label={labels.datebegin} />
            <DayField {...of('dateend')} label={labels.dateend} />
          </FieldRow>
          <p className={styles.small}>{messages.rangeHint}</p>
          <GroupingField {...of('groupby')} hint={lineMessages.groupHint} />
        </>
      )}
      <CurrencyField {...of('currency')} label={labels.currency} isDisabled={isCreditNote} />
      <FieldRow>
        <TextArea {...of('addressto')} label={labels.addressto} rows={4} />
        <TextArea {...of('addressfrom')} label={labels.addressfrom} rows={4} />
      </FieldRow>
      <TextArea {...of('description')} label={labels.description} rows={2} hint={messages.descriptionHint} />
    </Section>
  )
}

export function PaymentTermFields(props: HeadProps) {
  const labels = useLabels().invoice
  const terms = useAll('invoiceterm')
  const of = headField(props)
  const term = of('termid')
  return (
    <>
      <FieldRow>
        <DayField {...of('date')} label={labels.date} required />
        <ChoiceField
          {...term}
          onChange={(id) => id !== null && term.onChange(id)}
          label={labels.termid}
          required
          options={terms.data?.map(({ id, name }) => ({ id, name }))}
          create={{ target: 'invoiceterm' }}
        />
      </FieldRow>
      {props.head.termid === customTermId && (
        <FieldRow>
          <TextField {...of('termother')} label={labels.termother} maxLength={maxOf('invoice', 'termother')} />
          <DayField {...of('termotherdatedue')} label={labels.termotherdatedue} required />
        </FieldRow>
      )}
    </>
  )
}
