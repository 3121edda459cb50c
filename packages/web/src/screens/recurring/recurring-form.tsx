// The form that creates or changes a recurring invoice. A new one gets the term, taxes and addresses of the client when
// its project is chosen. The fixed lines are edited on its page.

import type { InvoicetermRecord, IsoDate, RecurringinvoiceRecord } from '@stint/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { companyQuery } from '../../api/company.ts'
import { useFormats, useToday } from '../../api/formats.ts'
import { optionsOf } from '../../api/permissions.ts'
import { allQuery, oneQuery, pageQuery, useAll } from '../../api/records.ts'
import { addMonths, firstOfMonth } from '../../kit/day.ts'
import { billingDay } from '../../kit/periods.ts'
import { useRecurringMessages } from '../../messages/recurring.ts'
import { ChoiceField } from '../../parts/choices.tsx'
import type { Closable } from '../../parts/dialog.tsx'
import type { FieldControl } from '../../parts/fact-field.tsx'
import { type FormState, useForm, useOpenedRecord } from '../../parts/form.tsx'
import { FormFields, formValues, requestFields } from '../../parts/form-fields.tsx'
import type { LayoutValues } from '../../parts/layout.ts'
import { ProjectField } from '../../parts/project-choice.tsx'
import { RecordDialog } from '../../parts/record-dialog.tsx'
import { showError } from '../../parts/toast.tsx'
import { invoiceDefaults, lastInvoiceQuery } from '../../records/invoices/invoice-defaults.ts'
import styles from '../../records/record.module.css'
import { useSaveRecord } from '../../records/save-record.ts'
import { recurringLayout } from './recurring-layouts.ts'

type Values = LayoutValues<typeof recurringLayout>

interface RecurringDialogProps extends Closable {
  /** The recurring invoice to change; without it, the form creates one. */
  readonly recurring?: RecurringinvoiceRecord
}

/** Time and expenses are complete only after a period, so they are not billed in advance. */
const withoutHiddenChoices = (values: Values): Values => {
  const isAfter = values.billing !== 'advance'
  const includetime = values.includetime && isAfter
  const includeexpenses = values.includeexpenses && isAfter
  return { ...values, includetime, includeexpenses, excludeunapproved: values.excludeunapproved && includetime }
}

export function RecurringDialog({ recurring: current, onClose }: RecurringDialogProps) {
  const recurring = useOpenedRecord(current)
  const messages = useRecurringMessages()
  const today = useToday()
  const made = ({ title }: RecurringinvoiceRecord): string => messages.created(title)
  const save = useSaveRecord('recurringinvoice', recurring, { page: '/recurring/$id', made, onClose })
  const start = { every: 'month', billing: 'arrears', day: '1', firstperiod: firstOfMonth(today), delivery: 'draft' }
  const values = formValues(recurringLayout, recurring, recurring === undefined ? start : {})
  const form = useForm<Values>(values, (typed) => save(requestFields(recurringLayout, withoutHiddenChoices(typed))))
  const { create, edit } = messages
  return (
    <RecordDialog form={form} record={recurring} texts={[create, edit, create]} onClose={onClose}>
      <Fields form={form} recurringid={recurring?.id} />
    </RecordDialog>
  )
}

/** Loads the term, taxes and addresses for a project. */
function useDefaultsOf(): (projectid: number) => Promise<Partial<Values>> {
  const queries = useQueryClient()
  return async (projectid) => {
    const project = await queries.fetchQuery(oneQuery('project', projectid))
    const { clientid } = project
    const [client, last, company, terms] = await Promise.all([
      clientid === null ? undefined : queries.fetchQuery(oneQuery('client', clientid)),
      clientid === null ? undefined : queries.fetchQuery(lastInvoiceQuery(clientid)),
      queries.fetchQuery(companyQuery),
      queries.fetchQuery(allQuery('invoiceterm')),
    ])
    const defaults = invoiceDefaults({ project, client, company, terms, last: last?.records[0] })
    const term = terms.find(({ id }) => id === defaults.termid)
    return { ...defaults, termid: [term, ...terms].find(hasDays)?.id ?? null }
  }
}

interface FieldsProps {
  readonly form: FormState<Values>
  /** Undefined for a new one. */
  readonly recurringid: number | undefined
}

function Fields({ form, recurringid }: FieldsProps) {
  const messages = useRecurringMessages()
  const { projectid, billing, includetime, secondtax } = form.values
  const projects = useAll('project', { sortfield: 'name' }).data
  const offered = projects?.filter(({ id, active }) => active || id === projectid)
  const started = useHasPeriods(recurringid)
  const defaultsOf = useDefaultsOf()
  const chooseProject = (id: number | null): void => {
    form.set({ projectid: id })
    if (recurringid === undefined && id !== null) defaultsOf(id).then(form.set, showError)
  }
  const choice =
    (field: 'every' | 'billing' | 'delivery', nameOf: (id: string) => string | undefined) =>
    ({ onChange, ...control }: FieldControl<string>) => {
      const options = optionsOf('recurringinvoice', field).map((id) => ({ id, name: nameOf(id) ?? id }))
      return <ChoiceField {...control} options={options} onChange={(id) => id !== null && onChange(id)} />
    }
  return (
    <FormFields
      layout={recurringLayout}
      form={form}
      focus={recurringid === undefined ? 'projectid' : 'title'}
      hidden={[
        ...(started ? (['every', 'billing', 'firstperiod'] as const) : []),
        ...(billing === 'advance' ? (['includetime', 'includeexpenses'] as const) : []),
        ...(billing === 'advance' || !includetime ? (['excludeunapproved'] as const) : []),
        ...(secondtax.trim() === '' ? (['secondtaxcompound'] as const) : []),
      ]}
      after={{ dateend: <ScheduleHint form={form} started={started} /> }}
      own={{
        projectid: (control) => (
          <ProjectField {...control} value={projectid} onChange={chooseProject} projects={offered} />
        ),
        every: choice('every', (id) => messages.cadences[id]),
        billing: choice('billing', (id) => messages.billings[id]),
        delivery: choice('delivery', (id) => messages.deliveries[id]?.name),
        firstperiod: (control) => <MonthField {...control} />,
        termid: (control) => <TermField {...control} />,
      }}
    />
  )
}

/** Whether a period was due already; then the server keeps the length and the month of the periods. */
function useHasPeriods(recurringid: number | undefined): boolean {
  const first = pageQuery('recurringperiod', { recurringinvoiceid: recurringid ?? 0 }, 1)
  const { data } = useQuery({ ...first, enabled: recurringid !== undefined })
  return (data?.count ?? 0) > 0
}

const monthsBack = 12
const monthsAhead = 24

function MonthField({ value, onChange, ...control }: FieldControl<IsoDate | null>) {
  const formats = useFormats()
  const first = addMonths(firstOfMonth(useToday()), -monthsBack)
  const months = Array.from({ length: monthsBack + monthsAhead + 1 }, (_, at) => addMonths(first, at))
  const offered = value === null || months.includes(value) ? months : [value, ...months]
  return (
    <ChoiceField<IsoDate>
      {...control}
      value={value}
      onChange={onChange}
      options={offered.map((id) => ({ id, name: formats.month(id) }))}
    />
  )
}

/** A term without days needs a due date on each invoice. */
const hasDays = (term: InvoicetermRecord | undefined): boolean => term !== undefined && term.duration !== null

function TermField(control: FieldControl<number | null>) {
  const terms = useAll('invoiceterm').data
  const offered = terms?.filter((term) => hasDays(term) || term.id === control.value)
  const options = offered?.map(({ id, name }) => ({ id, name }))
  return <ChoiceField {...control} options={options} create={{ target: 'invoiceterm' }} />
}

/** When the first invoice of a new one is due, or why the schedule stays. */
function ScheduleHint({ form, started }: { readonly form: FormState<Values>; readonly started: boolean }) {
  const messages = useRecurringMessages()
  const formats = useFormats()
  const today = useToday()
  const { every, billing, firstperiod, day } = form.values
  if (started) return <p className={styles.faint}>{messages.started}</p>
  const number = Number(day)
  if (firstperiod === null || !Number.isInteger(number) || number < 1) return null
  const date = billingDay(firstperiod, { every, billing, day: number })
  const text = date < today ? messages.alreadyDue : messages.firstInvoice
  return (
    <p className={styles.faint} role="status">
      {text(formats.day(date))}
    </p>
  )
}
