// Pending work of Managers and Administrators: timesheets to approve, requests to accept, budgets near their limit.
import { Link } from '@tanstack/react-router'
import { useFormats } from '../../api/formats.ts'
import { usePage } from '../../api/records.ts'
import { useTimeMessages } from '../../messages/time.ts'
import { Badge, Gauge, Person } from '../../parts/badge.tsx'
import { QueryView, Section } from '../../parts/page.tsx'
import { QueryList } from '../../parts/query-list.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { budgetShare, type ProjectBudget, useProjectBudgets } from '../../records/projects/project-budgets.ts'
import styles from './home.module.css'

const maxRows = 5
const nearLimit = 0.75

export function PendingApprovals() {
  const messages = useTimeMessages()
  const formats = useFormats()
  const sheets = usePage('timesheet', { status: 'submitted', sortfield: 'weekstart', sortdir: 'ASC' }, maxRows)
  return (
    <Section title={messages.weeksToApprove} card actions={<Link to="/approvals">{messages.approvals}</Link>}>
      <QueryList query={sheets} empty={<p className={styles.faint}>{messages.nothingWaits}</p>} last={moreCount}>
        {({ id, person, weekstart, time }) => (
          <li key={id} className={styles.line}>
            <Person name={person} />
            <span className={styles.faint}>{formats.day(weekstart)}</span>
            <span className={styles.number}>{formats.hours(time)}</span>
          </li>
        )}
      </QueryList>
    </Section>
  )
}

export function PendingRequests() {
  const messages = useTimeMessages()
  const formats = useFormats()
  const requests = usePage('request', { accepted: false, sortfield: 'date', sortdir: 'ASC' }, maxRows)
  return (
    <Section title={messages.requestsWaiting} card actions={<Link to="/requests">{messages.requests}</Link>}>
      <QueryList query={requests} empty={<p className={styles.faint}>{messages.noRequests}</p>} last={moreCount}>
        {({ id, title, person, date }) => (
          <li key={id} className={styles.line} data-row-link>
            <RecordLink to="/requests/$id" id={id} className={styles.title} text={title} />
            <span className={styles.faint}>
              {person}, {formats.day(date.slice(0, 10))}
            </span>
          </li>
        )}
      </QueryList>
    </Section>
  )
}

const moreCount = (all: number, shown: number) => <MoreCount all={all} shown={shown} />

function MoreCount({ all, shown }: { readonly all: number; readonly shown: number }) {
  const messages = useTimeMessages()
  if (all <= shown) return null
  return <li className={styles.faint}>{messages.andMore(all - shown)}</li>
}

/** A period of which nothing is available is above any limit. */
const share = (row: ProjectBudget): number => budgetShare(row) ?? (row.period === undefined ? 0 : Number.MAX_VALUE)

export function BudgetsNearLimit() {
  const messages = useTimeMessages()
  const formats = useFormats()
  const { query, data: budgets = [] } = useProjectBudgets({ active: true })
  const left = ({ period, budgetsin, currency, ...row }: ProjectBudget): string => {
    const remaining = period?.remaining ?? row.remaining
    return budgetsin === 'hours' ? formats.hours(remaining) : formats.money(remaining, currency)
  }
  return (
    <Section title={messages.nearBudgets} card actions={<Link to="/reports">{messages.reports}</Link>}>
      <QueryView query={query}>
        {() => {
          const near = budgets.filter((row) => share(row) >= nearLimit).sort((one, other) => share(other) - share(one))
          if (near.length === 0) return <p className={styles.faint}>{messages.noNearBudgets}</p>
          return (
            <ul>
              {near.slice(0, maxRows).map((row) => (
                <li key={row.projectid} className={styles.budget}>
                  <span className={styles.about}>
                    <RecordLink to="/projects/$id" id={row.projectid} className={styles.title} text={row.project} />
                    <span className={styles.faint}>{row.client}</span>
                  </span>
                  {budgetShare(row) !== null && (
                    <Gauge
                      label={messages.budgetOf(row.project)}
                      share={share(row)}
                      text={formats.percent(share(row))}
                    />
                  )}
                  <Badge tone={share(row) > 1 ? 'bad' : 'warn'}>
                    {share(row) > 1 ? messages.over(left(row).replace('-', '')) : messages.left(left(row))}
                  </Badge>
                </li>
              ))}
              <MoreCount all={near.length} shown={Math.min(maxRows, near.length)} />
            </ul>
          )
        }}
      </QueryView>
    </Section>
  )
}
