// The last step of a new invoice: title, term, taxes, recipient and sender. The values come from the previous invoice
// of the client; all of them can still be changed in the draft.
import type { Decimal, ProjectRecord } from '@stint/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useCompany } from '../../api/company.ts'
import { parseUserNumber, toNumberInput, useFormats, useToday } from '../../api/formats.ts'
import { maxOf } from '../../api/permissions.ts'
import { type NewOf, useAll, useCreate, useOne } from '../../api/records.ts'
import { sumMoney, totalsOf } from '../../kit/money.ts'
import { periodText } from '../../kit/period-text.ts'
import { useExpenseMessages } from '../../messages/expenses.ts'
import { useLabels } from '../../messages/labels.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { Button } from '../../parts/button.tsx'
import { CurrencyField } from '../../parts/currency-field.tsx'
import { CheckField, TextArea, TextField } from '../../parts/fields.tsx'
import { FieldRow, Form, type FormState, useForm } from '../../parts/form.tsx'
import { LoadError, Loading, Section } from '../../parts/page.tsx'
import { showToast } from '../../parts/toast.tsx'
import { invoiceDefaults, lastInvoiceQuery } from '../../records/invoices/invoice-defaults.ts'
import type { Head } from './invoice-draft.ts'
import { PaymentTermFields } from './invoice-head.tsx'
import styles from './wizard.module.css'
import { chargedFees, type IncludedExpenses, IncludeExpenses, useIncludedExpenses } from './wizard-expenses.tsx'
import { useLineNames, useUnbilledTime } from './wizard-hours.tsx'
import { billedEntries, type ExcludedHours, groupIntoTimeLines, groupingOf, sumTimeLines } from './wizard-lines.ts'

const route = getRouteApi('/invoices/new')

interface DetailsProps {
  readonly projectid: number
  readonly blank: boolean
}

/** The form is shown when all values are loaded, so that none replaces the input of the user. */
export function WizardDetails({ projectid, blank }: DetailsProps) {
  const messages = useMoneyMessages()
  const today = useToday()
  const { datebegin = null, dateend = null, groupby } = route.useSearch()
  const project = useOne('project', projectid)
  const clientid = project.data?.clientid ?? null
  const client = useOne('client', clientid)
  const company = useCompany()
  const terms = useAll('invoiceterm')
  // A cached result of another client must not be used while this one loads.
  const lastOf = lastInvoiceQuery(clientid ?? 0)
  const before = useQuery({ ...lastOf, enabled: clientid !== null, placeholderData: undefined })
  if (project.isError) return <LoadError error={project.error} />
  const waits = [company, terms, ...(clientid === null ? [] : [client, before])].some(({ isPending }) => isPending)
  if (project.data === undefined || waits) return <Loading />
  const last = clientid === null ? undefined : before.data?.records[0]
  const days = periodText(datebegin, dateend, client.data?.language || company.data?.language || 'en')
  const sources = { project: project.data, client: client.data, company: company.data, terms: terms.data, last }
  const initial: Head = {
    ...invoiceDefaults(sources),
    title: blank ? project.data.name : messages.titleOf(project.data.name, days),
    projectid,
    currency: project.data.currency ?? '',
    date: today,
    termother: last?.termother ?? '',
    termotherdatedue: null,
    description: '',
    datebegin: blank ? null : datebegin,
    dateend: blank ? null : dateend,
    groupby: groupingOf(groupby),
  }
  return <DetailsForm initial={initial} project={project.data} blank={blank} />
}

interface FormProps {
  readonly initial: Head
  readonly project: ProjectRecord
  readonly blank: boolean
}

/** The groups of hours that the second step leaves out. */
function useExcludedHours(): ExcludedHours {
  const { excludefuture = false, excludeunapproved = false } = route.useSearch()
  return { excludefuture, excludeunapproved }
}

function DetailsForm({ initial, project, blank }: FormProps) {
  const messages = useMoneyMessages()
  const excluded = useExcludedHours()
  const labels = useLabels().invoice
  const navigate = route.useNavigate()
  const create = useCreate('invoice')
  const included = useIncludedExpenses(project, initial)
  const form = useForm(initial, async ({ tax, secondtax, ...head }) => {
    const percents = { tax: toNumberInput(tax), secondtax: toNumberInput(secondtax) }
    // Clients see the invoice when it is issued.
    const fields = { ...head, ...percents, ...(blank ? {} : excluded), draft: true } as NewOf<'invoice'>
    const made = await create.mutateAsync({ fields })
    if (head.currency === project.currency) await included.addTo(made.id)
    showToast(messages.created)
    await navigate({ to: '/invoices/$id', params: { id: String(made.id) }, search: {} })
  })
  const errors = Object.fromEntries(
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
          <PaymentTermFields head={form.values} onChange={form.set} errors={errors} />
          <FieldRow>
            <TextField {...form.field('tax')} label={messages.taxPercent} numeric inputMode="decimal" />
            <TextField {...form.field('secondtax')} label={messages.secondTaxPercent} numeric inputMode="decimal" />
          </FieldRow>
          {form.values.secondtax.trim() !== '' && (
            <CheckField {...form.field('secondtaxcompound')} label={messages.compound} />
          )}
          {blank && <CurrencyField {...form.field('currency')} label={labels.currency} />}
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
        <Summary form={form} project={project} blank={blank} included={included} />
      </div>
    </Form>
  )
}

interface SummaryProps extends Omit<FormProps, 'initial'> {
  readonly form: FormState<Head>
  readonly included: IncludedExpenses
}

function Summary({ form, project, blank, included }: SummaryProps) {
  const messages = useMoneyMessages()
  const expenseMessages = useExpenseMessages()
  const formats = useFormats()
  const { date, datebegin, dateend, tax, secondtax, secondtaxcompound: compound, currency } = form.values
  const money = (amount: Decimal) => formats.money(amount, currency)
  const span = { datebegin: datebegin ?? undefined, dateend: dateend ?? undefined }
  const { entries, doubtful } = useUnbilledTime(project.id, span, !blank)
  const excluded = useExcludedHours()
  const taken = blank ? [] : billedEntries(entries.data ?? [], doubtful, excluded)
  const lines = groupIntoTimeLines(taken, useLineNames())
  const later = date === null ? 0 : taken.filter((entry) => entry.date > date).length
  const taxes = { tax: parseUserNumber(tax) ?? null, secondtax: parseUserNumber(secondtax) ?? null, compound }
  // Expenses are in the currency of the client; an invoice in another one takes none.
  const hasExpenses = included.offered.length > 0 && currency === project.currency
  const fees = hasExpenses && included.isIncluded ? chargedFees(included.offered) : null
  const { subtotal, taxamount, secondtaxamount, total } = totalsOf(sumMoney([sumTimeLines(lines).amount, fees]), taxes)
  return (
    <Section card title={messages.summary}>
      <p>
        <strong>{project.name}</strong>
        <span className={styles.more}> {project.client}</span>
      </p>
      {blank && fees === null ? (
        <p className={styles.more}>{messages.blankSummary}</p>
      ) : (
        <dl className={styles.summary}>
          {lines.map(({ key, name, hours, amount }) => (
            <div key={key}>
              <dt>
                {name} <span className={styles.more}>{messages.hours(formats.hours(hours))}</span>
              </dt>
              <dd>{money(amount)}</dd>
            </div>
          ))}
          {fees !== null && (
            <div>
              <dt>{expenseMessages.expenses}</dt>
              <dd>{money(fees)}</dd>
            </div>
          )}
          <div data-line>
            <dt>{messages.subtotal}</dt>
            <dd>{money(subtotal)}</dd>
          </div>
          <div>
            <dt>{messages.tax}</dt>
            <dd>{money(taxamount.plus(secondtaxamount))}</dd>
          </div>
          <div data-line data-strong>
            <dt>{messages.total}</dt>
            <dd>{money(total)}</dd>
          </div>
        </dl>
      )}
      {hasExpenses && <IncludeExpenses {...included} />}
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
