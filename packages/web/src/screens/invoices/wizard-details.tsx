// The last step of a new invoice: title, term, taxes, recipient and sender. The values come from the previous invoice
// of the client; all of them can still be changed in the draft.
import type { InvoiceRecord, IsoDate, ProjectRecord } from '@stint/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useCompany } from '../../api/company.ts'
import { numberFieldText, parseUserNumber, toNumberInput, useFormats, useToday } from '../../api/formats.ts'
import { maxOf } from '../../api/permissions.ts'
import { type NewOf, pageQuery, useAll, useCreate, useOne } from '../../api/records.ts'
import { withoutBidiMarks } from '../../kit/format.ts'
import { totalsOf } from '../../kit/money.ts'
import { useLabels } from '../../messages/labels.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { Button } from '../../parts/button.tsx'
import { CheckField, TextArea, TextField } from '../../parts/fields.tsx'
import { FieldRow, Form, type FormState, useForm } from '../../parts/form.tsx'
import { LoadError, Loading, Section } from '../../parts/page.tsx'
import { showToast } from '../../parts/toast.tsx'
import type { Head } from './invoice-draft.ts'
import { PaymentTermFields } from './invoice-head.tsx'
import styles from './wizard.module.css'
import { useUnbilledTime } from './wizard-hours.tsx'
import { groupIntoTimeLines, sumTimeLines } from './wizard-lines.ts'

const route = getRouteApi('/invoices/new')

interface DetailsProps {
  readonly projectid: number
  readonly blank: boolean
}

/** The form is shown when all values are loaded, so that none replaces the input of the user. */
export function WizardDetails({ projectid, blank }: DetailsProps) {
  const messages = useMoneyMessages()
  const formats = useFormats()
  const today = useToday()
  const { datebegin = null, dateend = null } = route.useSearch()
  const project = useOne('project', projectid)
  const clientid = project.data?.clientid ?? null
  const client = useOne('client', clientid)
  const company = useCompany()
  const terms = useAll('invoiceterm')
  // A cached result of another client must not be used while this one loads.
  const lastOf = pageQuery('invoice', { clientid: clientid ?? 0, sortfield: 'date', sortdir: 'DESC' }, 1)
  const before = useQuery({ ...lastOf, enabled: clientid !== null, placeholderData: undefined })
  if (project.isError) return <LoadError error={project.error} />
  const waits = [company, terms, ...(clientid === null ? [] : [client, before])].some(({ isPending }) => isPending)
  if (project.data === undefined || waits) return <Loading />
  const last = clientid === null ? undefined : before.data?.records[0]
  const days = [datebegin, dateend].flatMap((day) => (day === null ? [] : [formats.day(day)]))
  const initial: Head = {
    ...blankHead(project.data, today, last),
    termid: last?.termid ?? terms.data?.[0]?.id ?? 1,
    title: blank ? project.data.name : messages.titleOf(project.data.name, withoutBidiMarks(days.join(' – '))),
    addressto: last?.addressto || [client.data?.name, client.data?.address].filter(Boolean).join('\n'),
    addressfrom: [company.data?.name, company.data?.address].filter(Boolean).join('\n'),
    datebegin: blank ? null : datebegin,
    dateend: blank ? null : dateend,
  }
  return <DetailsForm initial={initial} project={project.data} blank={blank} />
}

const blankHead = (project: ProjectRecord, date: IsoDate, last: InvoiceRecord | undefined): Head => ({
  title: '',
  projectid: project.id,
  date,
  termid: 1,
  termother: last?.termother ?? '',
  termotherdatedue: null,
  purchaseorder: last?.projectid === project.id ? last.purchaseorder : '',
  description: '',
  addressfrom: '',
  addressto: '',
  disclaimer: last?.disclaimer ?? '',
  tax: numberFieldText(last?.tax),
  secondtax: numberFieldText(last?.second_tax),
  secondtaxcompound: last?.second_tax_compound ?? false,
  datebegin: null,
  dateend: null,
})

interface FormProps {
  readonly initial: Head
  readonly project: ProjectRecord
  readonly blank: boolean
}

function DetailsForm({ initial, project, blank }: FormProps) {
  const messages = useMoneyMessages()
  const labels = useLabels().invoice
  const navigate = route.useNavigate()
  const create = useCreate('invoice')
  const form = useForm(initial, async ({ tax, secondtax, ...head }) => {
    const percents = { tax: toNumberInput(tax), secondtax: toNumberInput(secondtax) }
    // Clients see the invoice when it is issued.
    const made = await create.mutateAsync({ fields: { ...head, ...percents, draft: true } as NewOf<'invoice'> })
    showToast(messages.created)
    await navigate({ to: '/invoices/$id', params: { id: String(made.id) }, search: {} })
  })
  const faults = Object.fromEntries(
    (Object.keys(form.values) as (keyof Head)[]).flatMap((field) => {
      const { error } = form.field(field)
      return error === undefined ? [] : [[field, error]]
    }),
  )
  return (
    <Form form={form} label={messages.newInvoice}>
      <div className={styles.columns}>
        <Section card title={messages.details}>
          <TextField
            {...form.field('title')}
            label={labels.title}
            required
            maxLength={maxOf('invoice', 'title')}
            autoFocus
          />
          <PaymentTermFields head={form.values} onChange={form.set} errors={faults} />
          <FieldRow>
            <TextField {...form.field('tax')} label={messages.taxPercent} numeric inputMode="decimal" />
            <TextField {...form.field('secondtax')} label={messages.secondTaxPercent} numeric inputMode="decimal" />
          </FieldRow>
          {form.values.secondtax.trim() !== '' && (
            <CheckField {...form.field('secondtaxcompound')} label={messages.compound} />
          )}
          <TextField
            {...form.field('purchaseorder')}
            label={labels.purchaseorder}
            maxLength={maxOf('invoice', 'purchaseorder')}
          />
          <FieldRow>
            <TextArea {...form.field('addressto')} label={labels.addressto} />
            <TextArea {...form.field('addressfrom')} label={labels.addressfrom} />
          </FieldRow>
          <TextArea {...form.field('description')} label={labels.description} rows={2} />
          <TextArea {...form.field('disclaimer')} label={labels.disclaimer} rows={2} />
        </Section>
        <Summary form={form} project={project} blank={blank} />
      </div>
    </Form>
  )
}

function Summary({ form, project, blank }: Omit<FormProps, 'initial'> & { readonly form: FormState<Head> }) {
  const messages = useMoneyMessages()
  const formats = useFormats()
  const { date, datebegin, dateend, tax, secondtax, secondtaxcompound: compound } = form.values
  const span = { datebegin: datebegin ?? undefined, dateend: dateend ?? undefined }
  const entries = useUnbilledTime(project.id, span, !blank)
  const taken = blank ? [] : (entries.data ?? [])
  const lines = groupIntoTimeLines(taken)
  const later = date === null ? 0 : taken.filter((entry) => entry.date > date).length
  const taxes = { tax: parseUserNumber(tax) ?? null, secondtax: parseUserNumber(secondtax) ?? null, compound }
  const { subtotal, taxamount, secondtaxamount, total } = totalsOf(sumTimeLines(lines).amount, taxes)
  return (
    <Section card title={messages.summary}>
      <p>
        <strong>{project.name}</strong>
        <span className={styles.more}> {project.client}</span>
      </p>
      {blank ? (
        <p className={styles.more}>{messages.blankSummary}</p>
      ) : (
        <dl className={styles.summary}>
          {lines.map(({ worktypeid, name, hours, amount }) => (
            <div key={worktypeid}>
              <dt>
                {name} <span className={styles.more}>{messages.hours(formats.hours(hours))}</span>
              </dt>
              <dd>{formats.money(amount)}</dd>
            </div>
          ))}
          <div data-line>
            <dt>{messages.subtotal}</dt>
            <dd>{formats.money(subtotal)}</dd>
          </div>
          <div>
            <dt>{messages.tax}</dt>
            <dd>{formats.money(taxamount.plus(secondtaxamount))}</dd>
          </div>
          <div data-line data-strong>
            <dt>{messages.total}</dt>
            <dd>{formats.money(total)}</dd>
          </div>
        </dl>
      )}
      {later > 0 && (
        <p className={styles.warning} role="status">
          {messages.laterHours(later)}
        </p>
      )}
      <p className={styles.more}>{messages.draftHint}</p>
      <Button type="submit" look="strong" busy={form.busy}>
        {messages.createDraft}
      </Button>
    </Section>
  )
}
