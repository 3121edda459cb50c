// The page of a client: what they owe, their projects, their people and invoices, and how to reach them. Who sees names only gets
// the projects.
import type { ClientRecord } from '@stint/sdk'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useFormats } from '../../api/formats.ts'
import { useAll, useOne } from '../../api/records.ts'
import { useReport } from '../../api/reports.ts'
import { useMay, useSees } from '../../api/session.tsx'
import { sumOf } from '../../kit/hours.ts'
import { sumOfMoney } from '../../kit/money.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Cards, Facts, Loaded, Page, Section } from '../../parts/page.tsx'
import { type Stat, Stats } from '../../parts/stats.tsx'
import { StoredHtml } from '../../parts/stored-html.tsx'
import { usePeopleWords } from '../../words/people.ts'
import { useProjectWords } from '../../words/projects.ts'
import { ClientMenu } from './client-menu.tsx'
import { ClientPeople, ClientProjects } from './client-parts.tsx'
import { InvoiceTable } from './money-tables.tsx'
import { ProjectForm } from './project-form.tsx'
import styles from './projects.module.css'

const route = getRouteApi('/clients/$id')

export function ClientScreen() {
  const words = usePeopleWords().clients
  const { id } = route.useParams()
  const query = useOne('client', Number(id))
  if (query.data === undefined) {
    return (
      <Page title={words.title}>
        <Loaded query={query}>{() => null}</Loaded>
      </Page>
    )
  }
  return <Shown client={query.data} />
}

interface ClientProps {
  readonly client: ClientRecord
}

function Shown({ client }: ClientProps) {
  const words = usePeopleWords().clients
  const may = useMay()
  const sees = useSees()
  const [adding, setAdding] = useState(false)
  const { id, name, active } = client
  return (
    <Page
      title={name}
      beside={!active && <Badge tone="warn">{words.inactive}</Badge>}
      actions={
        <>
          {active && may('project', 'create') && (
            <Button look="strong" icon={Plus} onPress={() => setAdding(true)}>
              {words.newProject}
            </Button>
          )}
          {may('client', 'update') && <ClientMenu client={client} />}
        </>
      }
    >
      {may('receivables', 'report') && <Standing clientid={id} />}
      {sees('client', 'email') ? (
        <div className={styles.twoColumns}>
          <div className={styles.column}>
            <ClientProjects clientid={id} />
            <ClientPeople client={client} />
          </div>
          <Details client={client} />
        </div>
      ) : (
        <Cards>
          <ClientProjects clientid={id} />
          {may('person', 'list') && <ClientPeople client={client} />}
        </Cards>
      )}
      {may('invoice', 'list') && <Invoices clientid={id} />}
      {adding && <ProjectForm project={null} clientid={id} onClose={() => setAdding(false)} />}
    </Page>
  )
}

function Standing({ clientid }: { readonly clientid: number }) {
  const words = usePeopleWords().clients
  const hours = useProjectWords().money.unbilledHours
  const formats = useFormats()
  const may = useMay()
  const owed = useReport('receivables', { clientid }).data
  const seesUnbilled = may('unbilled', 'report')
  const unbilled = useReport('unbilled', { clientid }, seesUnbilled).data
  const [row] = owed ?? []
  const nothing = sumOfMoney([])
  const late = row === undefined ? nothing : row.total.minus(row.current)
  const isLate = late.compare('0') > 0
  const stats: Stat[] = [
    {
      name: words.owed,
      value: owed === undefined ? '…' : formats.money(row?.total ?? nothing),
      more: row === undefined ? undefined : words.ofInvoices(row.invoices),
    },
    {
      name: words.overdue,
      value: owed === undefined ? '…' : isLate ? formats.money(late) : words.nothingOverdue,
      tone: isLate ? 'bad' : undefined,
    },
  ]
  if (seesUnbilled) {
    stats.push({
      name: words.unbilled,
      value: unbilled === undefined ? '…' : formats.money(sumOfMoney(unbilled.map(({ amount }) => amount))),
      more: unbilled === undefined ? undefined : hours(formats.hours(sumOf(unbilled.map((one) => one.hours)))),
    })
  }
  return <Stats stats={stats} />
}

/** An address that can be opened, with what is usual in front where somebody left it out. */
const webAddress = (website: string): string | null => {
  const url = /^https?:\/\//i.test(website) ? website : `https://${website}`
  return URL.canParse(url) ? url : null
}

function Details({ client }: ClientProps) {
  const words = usePeopleWords().clients
  const formats = useFormats()
  const { localid, email = '', website = '', phone = '', fax, address = '', datecreated, description = '' } = client
  const url = website === '' ? null : webAddress(website)
  return (
    <Section title={words.details} card>
      <Facts
        facts={[
          { name: words.fields.email, value: email === '' ? null : <a href={`mailto:${email}`}>{email}</a> },
          { name: words.fields.phone, value: phone === '' ? null : <a href={`tel:${phone}`}>{phone}</a> },
          {
            name: words.fields.website,
            value:
              url === null ? (
                website
              ) : (
                <a href={url} target="_blank" rel="noopener noreferrer">
                  {website}
                </a>
              ),
          },
          { name: words.fields.fax, value: fax },
          {
            name: words.fields.address,
            value: address === '' ? null : <span className={styles.address}>{address}</span>,
          },
          { name: words.fields.datecreated, value: datecreated === undefined ? null : formats.day(datecreated) },
          { name: words.fields.number, value: String(localid).padStart(5, '0') },
        ]}
      />
      {description !== '' && <StoredHtml html={description} />}
    </Section>
  )
}

function Invoices({ clientid }: { readonly clientid: number }) {
  const words = usePeopleWords().clients
  const may = useMay()
  const navigate = useNavigate()
  const query = useAll('invoice', { clientid, sortfield: 'date', sortdir: 'DESC' })
  return (
    <InvoiceTable
      named
      clientid={clientid}
      query={query}
      action={
        may('invoice', 'create') && (
          <Button icon={Plus} onPress={() => void navigate({ to: '/invoices/new', search: { clientid } })}>
            {words.newInvoice}
          </Button>
        )
      }
    />
  )
}
