// What waits for somebody with more to look after than their own tasks: weeks to approve, requests to accept, budgets that run out.
import type { BudgetRow } from '@stint/sdk'
import { Link } from '@tanstack/react-router'
import { useFormats } from '../../api/formats.ts'
import { usePage } from '../../api/records.ts'
import { useReport } from '../../api/reports.ts'
import { Badge, Gauge, Person } from '../../parts/badge.tsx'
import { Loaded, Section } from '../../parts/page.tsx'
import { useTimeWords } from '../../words/time.ts'
import styles from './home.module.css'

const most = 5
const nearPercent = '75'

export function WaitingApprovals() {
  const words = useTimeWords()
  const formats = useFormats()
  const sheets = usePage('timesheet', { status: 'submitted', sortfield: 'weekstart', sortdir: 'ASC' }, most)
  return (
    <Section title={words.weeksToApprove} card actions={<Link to="/approvals">{words.approvals}</Link>}>
      <Loaded query={sheets}>
        {({ records, count }) =>
          count === 0 ? (
            <p className={styles.faint}>{words.nothingWaits}</p>
          ) : (
            <ul>
              {records.map(({ id, person, weekstart, time }) => (
                <li key={id} className={styles.line}>
                  <Person name={person} />
                  <span className={styles.faint}>{formats.dayMonth(weekstart)}</span>
                  <span className={styles.number}>{formats.hours(time)}</span>
                </li>
              ))}
              <More all={count} shown={records.length} />
            </ul>
          )
        }
      </Loaded>
    </Section>
  )
}

export function WaitingRequests() {
  const words = useTimeWords()
  const formats = useFormats()
  const requests = usePage('request', { accepted: false, sortfield: 'date', sortdir: 'ASC' }, most)
  return (
    <Section title={words.requestsWaiting} card actions={<Link to="/requests">{words.requests}</Link>}>
      <Loaded query={requests}>
        {({ records, count }) =>
          count === 0 ? (
            <p className={styles.faint}>{words.noRequests}</p>
          ) : (
            <ul>
              {records.map(({ id, title, person, date }) => (
                <li key={id} className={styles.line} data-row-link>
                  <Link to="/requests/$id" params={{ id: String(id) }} className={styles.title ?? ''}>
                    {title}
                  </Link>
                  <span className={styles.faint}>
                    {person}, {formats.dayMonth(date.slice(0, 10))}
                  </span>
                </li>
              ))}
              <More all={count} shown={records.length} />
            </ul>
          )
        }
      </Loaded>
    </Section>
  )
}

function More({ all, shown }: { readonly all: number; readonly shown: number }) {
  const words = useTimeWords()
  if (all <= shown) return null
  return <li className={styles.faint}>{words.andMore(all - shown)}</li>
}

const isNear = ({ used }: BudgetRow): boolean => used !== null && used.compare(nearPercent) >= 0
const share = ({ used }: BudgetRow): number => (used?.toNumber() ?? 0) / 100

export function NearBudgets() {
  const words = useTimeWords()
  const formats = useFormats()
  const budgets = useReport('budget', { active: true })
  const left = ({ remaining, budgetsin }: BudgetRow): string =>
    budgetsin === 'hours' ? formats.hours(remaining) : formats.money(remaining)
  return (
    <Section title={words.nearBudgets} card actions={<Link to="/reports">{words.reports}</Link>}>
      <Loaded query={budgets}>
        {(rows) => {
          const near = rows.filter(isNear).sort((one, other) => share(other) - share(one))
          if (near.length === 0) return <p className={styles.faint}>{words.noNearBudgets}</p>
          return (
            <ul>
              {near.slice(0, most).map((row) => (
                <li key={row.projectid} className={styles.budget}>
                  <span className={styles.about}>
                    <Link to="/projects/$id" params={{ id: String(row.projectid) }} className={styles.title ?? ''}>
                      {row.project}
                    </Link>
                    <span className={styles.faint}>{row.client}</span>
                  </span>
                  <Gauge label={words.budgetOf(row.project)} share={share(row)} text={formats.percent(share(row))} />
                  <Badge tone={share(row) > 1 ? 'bad' : 'warn'}>
                    {share(row) > 1 ? words.over(left(row).replace('-', '')) : words.left(left(row))}
                  </Badge>
                </li>
              ))}
              <More all={near.length} shown={Math.min(most, near.length)} />
            </ul>
          )
        }}
      </Loaded>
    </Section>
  )
}
