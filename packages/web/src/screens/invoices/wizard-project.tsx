// The first step of a new invoice: the projects with unbilled hours, by client, with their amounts, and with the
// expenses that can be billed. A project with expenses only skips the hours. Every other project can have an invoice
// without hours.
import type { UnbilledRow } from '@stint/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { ChevronRight, Clock, PartyPopper } from 'lucide-react'
import { useState } from 'react'
import { useFormats } from '../../api/formats.ts'
import { useAll, usePage } from '../../api/records.ts'
import { useReport } from '../../api/reports.ts'
import { useMay, useSession } from '../../api/session.tsx'
import { groupBy } from '../../kit/group-by.ts'
import { moneySums } from '../../kit/money.ts'
import { useExpenseMessages } from '../../messages/expenses.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { Button } from '../../parts/button.tsx'
import { ClientFilter, FilterBar } from '../../parts/filter-bar.tsx'
import { EmptyState, Loading, Section } from '../../parts/page.tsx'
import { ProjectField } from '../../parts/project-choice.tsx'
import { QueryRows } from '../../parts/query-list.tsx'
import styles from './wizard.module.css'

const route = getRouteApi('/invoices/new')

export function WizardProject() {
  const messages = useMoneyMessages()
  const { clientid } = route.useSearch()
  const navigate = route.useNavigate()
  const report = useReport('unbilled', clientid === undefined ? {} : { clientid })
  const [blank, setBlank] = useState(false)
  return (
    <div className={styles.columns}>
      <Section card title={messages.billTime}>
        <FilterBar>
          <ClientFilter
            value={clientid}
            onChange={(id) => void navigate({ search: id === undefined ? {} : { clientid: id }, replace: true })}
          />
        </FilterBar>
        <QueryRows query={report} empty={<NothingToBill clientid={clientid} onBlank={() => setBlank(true)} />}>
          {(rows) => <ProjectsByClient rows={rows} />}
        </QueryRows>
      </Section>
      <BlankInvoice key={`${clientid} ${blank}`} clientid={clientid} focused={blank} />
    </div>
  )
}

interface NothingToBillProps {
  readonly clientid: number | undefined
  /** The person wants an invoice without hours. */
  readonly onBlank: () => void
}

/** Says that everything is billed only if there was something to bill. */
function NothingToBill({ clientid, onBlank }: NothingToBillProps) {
  const messages = useMoneyMessages()
  const may = useMay()
  const navigate = route.useNavigate()
  const { restricted } = useSession()
  const time = usePage('time', clientid === undefined ? {} : { clientid: [clientid] }, 1)
  // Restricted people see their own hours only, so they cannot know that nobody has logged any.
  if (time.data?.count === 0 && !restricted) {
    return (
      <EmptyState
        icon={Clock}
        title={clientid === undefined ? messages.noneLogged : messages.noneLoggedClient}
        action={
          <div className={styles.choices}>
            {may('time', 'create') && (
              <Button look="strong" onPress={() => void navigate({ to: '/timesheet' })}>
                {messages.logTime}
              </Button>
            )}
            <Button onPress={onBlank}>{messages.blank}</Button>
          </div>
        }
      />
    )
  }
  if (time.isPending) return <Loading />
  return (
    <EmptyState icon={PartyPopper} title={messages.allBilled}>
      {messages.allBilledText}
    </EmptyState>
  )
}

function ProjectsByClient({ rows }: { readonly rows: readonly UnbilledRow[] }) {
  const messages = useMoneyMessages()
  const formats = useFormats()
  const clients = groupBy(rows, ({ client }) => client)
  return [...clients].map(([client, projects]) => (
    <section key={client ?? ''} aria-label={client ?? messages.noClient}>
      <h3 className={styles.client}>
        {client ?? messages.noClient}
        <span>{moneySums(formats, projects, ({ amount }) => amount)}</span>
      </h3>
      <ul className={styles.projects}>
        {projects.map((row) => (
          <li key={row.projectid}>
            <ProjectButton row={row} />
          </li>
        ))}
      </ul>
    </section>
  ))
}

function ProjectButton({ row }: { readonly row: UnbilledRow }) {
  const messages = useMoneyMessages()
  const formats = useFormats()
  const navigate = route.useNavigate()
  const { unbilledMore } = useExpenseMessages()
  const { projectid, project, hours, amount, currency, firstdate, lastdate, entries, expenses, expenseamount } = row
  const hasHours = firstdate !== null && lastdate !== null
  const open = (): void =>
    void navigate({
      search: hasHours
        ? { projectid, datebegin: firstdate, dateend: lastdate, step: 'hours' }
        : { projectid, blank: true, expenses: true, step: 'details' },
    })
  return (
    <button type="button" className={styles.project} onClick={open}>
      <span className={styles.grow}>
        <strong>{project}</strong>
        {hasHours && (
          <span className={styles.more}>
            {messages.loggedBetween(entries, formats.day(firstdate), formats.day(lastdate))}
          </span>
        )}
        {expenses > 0 && <span className={styles.more}>{unbilledMore(formats.money(expenseamount, currency))}</span>}
      </span>
      <span className={styles.hours}>{hasHours && messages.hours(formats.hours(hours))}</span>
      <span className={styles.money}>{hasHours && formats.money(amount, currency)}</span>
      <ChevronRight size={16} aria-hidden />
    </button>
  )
}

interface BlankInvoiceProps {
  readonly clientid: number | undefined
  readonly focused: boolean
}

/** An invoice without hours, such as a fixed price, a deposit or a licence. */
function BlankInvoice({ clientid, focused }: BlankInvoiceProps) {
  const messages = useMoneyMessages()
  const navigate = route.useNavigate()
  const ofClient = clientid === undefined ? {} : { clientid: [clientid] }
  const projects = useAll('project', { sortfield: 'name', active: true, ...ofClient })
  const [chosen, setChosen] = useState<number | null>(null)
  const [only, ...others] = clientid === undefined ? [] : (projects.data ?? [])
  const projectid = chosen ?? (others.length === 0 ? only?.id : null) ?? null
  const open = (): void => {
    if (projectid !== null) void navigate({ search: { projectid, blank: true, step: 'details' } })
  }
  return (
    <Section card title={messages.blank}>
      <p className={styles.more}>{messages.blankText}</p>
      <ProjectField
        label={messages.project}
        value={projectid}
        onChange={setChosen}
        autoFocus={focused}
        projects={projects.data}
        clientid={clientid}
      />
      <div>
        <Button onPress={open} isDisabled={projectid === null}>
          {messages.goOn}
        </Button>
      </div>
    </Section>
  )
}
