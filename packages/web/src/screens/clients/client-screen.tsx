// The page of a client: receivables, projects, people, invoices and contact details. Roles that see only the names of
// clients get only the projects.

import type { ClientRecord, ReceivablesRow } from '@stint/sdk'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useFormats } from '../../api/formats.ts'
import { useAll } from '../../api/records.ts'
import { useReport } from '../../api/reports.ts'
import { useMay, useMaySee } from '../../api/session.tsx'
import { moneySums } from '../../kit/money.ts'
import { usePeopleMessages } from '../../messages/people.ts'
import { useProjectMessages } from '../../messages/projects.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { DetailFields } from '../../parts/detail-fields.tsx'
import { Cards, Page, Section } from '../../parts/page.tsx'
import { type Stat, Stats } from '../../parts/stats.tsx'
import { StoredHtml } from '../../parts/stored-html.tsx'
import { clientLayout } from '../../records/clients/client-layout.ts'
import { RecordHistory } from '../../records/history/record-history.tsx'
import { NewInvoiceButton } from '../../records/invoices/new-invoice-button.tsx'
import { InvoiceTable } from '../../records/money/money-tables.tsx'
import { useUnbilledMore } from '../../records/money/unbilled-more.ts'
import { ProjectForm } from '../../records/projects/project-form.tsx'
import styles from '../../records/record.module.css'
import { recordScreen } from '../../records/record-page.tsx'
import { ClientPeople, ClientProjects } from './client-lists.tsx'
import { ClientMenu } from './client-menu.tsx'

export const ClientScreen = recordScreen(
  'client',
  () => usePeopleMessages().clients.title,
  (client) => <ClientPage client={client} />,
)

interface ClientProps {
  readonly client: ClientRecord
}

function ClientPage({ client }: ClientProps) {
  const messages = usePeopleMessages().clients
  const may = useMay()
  const sees = useMaySee()
  const [adding, setAdding] = useState(false)
  const { id, name, active } = client
  return (
    <Page
      title={name}
      beside={!active && <Badge tone="warn">{messages.inactive}</Badge>}
      actions={
        <>
          {active && may('project', 'create') && (
            <Button look="strong" icon={Plus} onPress={() => setAdding(true)}>
              {messages.newProject}
            </Button>
          )}
          {may('client', 'update') && <ClientMenu client={client} />}
        </>
      }
    >
      {may('receivables', 'report') && <ClientBalance clientid={id} />}
      {sees('client', 'email') ? (
        <div className={styles.twoColumns}>
          <div className={styles.column}>
            <ClientProjects clientid={id} />
            <ClientPeople client={client} />
          </div>
          <ClientDetails client={client} />
        </div>
      ) : (
        <Cards>
          <ClientProjects clientid={id} />
          {may('person', 'list') && <ClientPeople client={client} />}
        </Cards>
      )}
      {may('invoice', 'list') && <ClientInvoices clientid={id} />}
      <RecordHistory resource="client" id={id} card />
      {adding && <ProjectForm record={null} clientid={id} onClose={() => setAdding(false)} />}
    </Page>
  )
}

function ClientBalance({ clientid }: { readonly clientid: number }) {
  const messages = usePeopleMessages().clients
  const hours = useProjectMessages().money.unbilledHours
  const formats = useFormats()
  const may = useMay()
  const owed = useReport('receivables', { clientid }).data
  const seesUnbilled = may('unbilled', 'report')
  const unbilled = useReport('unbilled', { clientid }, seesUnbilled).data
  const more = useUnbilledMore(unbilled, hours)
  const lateOf = ({ total, current }: ReceivablesRow) => total.minus(current)
  const late = (owed ?? []).filter((row) => lateOf(row).compare('0') > 0)
  const isLate = late.length > 0
  const stats: Stat[] = [
    {
      name: messages.owed,
      value: owed === undefined ? '…' : moneySums(formats, owed, ({ total }) => total),
      more:
        owed === undefined || owed.length === 0
          ? undefined
          : messages.ofInvoices(owed.reduce((sum, { invoices }) => sum + invoices, 0)),
    },
    {
      name: messages.overdue,
      value: owed === undefined ? '…' : isLate ? moneySums(formats, late, lateOf) : messages.nothingOverdue,
      tone: isLate ? 'bad' : undefined,
    },
  ]
  if (seesUnbilled) {
    stats.push({
      name: messages.unbilled,
      value: unbilled === undefined ? '…' : moneySums(formats, unbilled, ({ amount }) => amount),
      more,
    })
  }
  return <Stats stats={stats} />
}

/** The URL of a website, completed with https:// if it has no scheme; null if it is invalid. */
const webAddress = (website: string): string | null => {
  const url = /^https?:\/\//i.test(website) ? website : `https://${website}`
  return URL.canParse(url) ? url : null
}

function ClientDetails({ client }: ClientProps) {
  const messages = usePeopleMessages().clients
  const { email = '', website = '', phone = '', description = '' } = client
  const url = website === '' ? null : webAddress(website)
  return (
    <Section title={messages.details} card>
      <DetailFields
        layout={clientLayout}
        record={client}
        own={{
          email: email === '' ? null : <a href={`mailto:${email}`}>{email}</a>,
          phone: phone === '' ? null : <a href={`tel:${phone}`}>{phone}</a>,
          website:
            url === null ? (
              website
            ) : (
              <a href={url} target="_blank" rel="noopener noreferrer">
                {website}
              </a>
            ),
        }}
      />
      {description !== '' && <StoredHtml html={description} />}
    </Section>
  )
}

function ClientInvoices({ clientid }: { readonly clientid: number }) {
  const messages = usePeopleMessages().clients
  const query = useAll('invoice', { clientid, sortfield: 'date', sortdir: 'DESC' })
  return (
    <InvoiceTable
      named
      clientid={clientid}
      query={query}
      action={<NewInvoiceButton search={{ clientid }} text={messages.newInvoice} />}
    />
  )
}
