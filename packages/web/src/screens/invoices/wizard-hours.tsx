// The second step of a new invoice: the range of days, and a preview of the lines that its hours will give. Each line
// can show its time entries.
import type { TimeRecord } from '@stint/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useFormats } from '../../api/formats.ts'
import { useAll, useOne } from '../../api/records.ts'
import { useSession } from '../../api/session.tsx'
import type { Span, SpanName } from '../../kit/spans.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { Button } from '../../parts/button.tsx'
import { FilterBar, SpanFilter } from '../../parts/filter-bar.tsx'
import { EmptyState, Section } from '../../parts/page.tsx'
import { QueryRows } from '../../parts/query-list.tsx'
import { EntryList } from '../../records/time/entry-list.tsx'
import styles from './wizard.module.css'
import { groupIntoTimeLines, sumTimeLines, type TimeLine } from './wizard-lines.ts'

const route = getRouteApi('/invoices/new')
const spans: readonly SpanName[] = ['thisWeek', 'lastWeek', 'thisMonth', 'lastMonth', 'thisQuarter', 'thisYear']

/** The billable time of the project that is on no invoice. */
export const useUnbilledTime = (projectid: number, { datebegin, dateend }: Span, enabled = true) =>
  useAll('time', { projectid, billable: true, invoiced: false, datebegin, dateend, sortfield: 't.date' }, enabled)

export function WizardHours({ projectid }: { readonly projectid: number }) {
  const messages = useMoneyMessages()
  const { restricted } = useSession()
  const { datebegin, dateend } = route.useSearch()
  const navigate = route.useNavigate()
  const project = useOne('project', projectid)
  const entries = useUnbilledTime(projectid, { datebegin, dateend })
  const set = (span: Span): void => void navigate({ search: (before) => ({ ...before, ...span }), replace: true })
  const hasRange = datebegin !== undefined || dateend !== undefined
  return (
    <Section card title={messages.whichHours}>
      <p>
        <strong>{project.data?.name}</strong>
        <span className={styles.more}> {project.data?.client}</span>
      </p>
      <FilterBar>
        <SpanFilter names={spans} value={{ datebegin, dateend }} onChange={set} />
      </FilterBar>
      {restricted && <p className={styles.more}>{messages.restrictedHint}</p>}
      <QueryRows query={entries} empty={<EmptyState title={messages.noHours}>{messages.noHoursText}</EmptyState>}>
        {(list) => <TimeLines entries={list} />}
      </QueryRows>
      <div className={styles.end}>
        <Button onPress={() => void navigate({ search: {} })}>{messages.back}</Button>
        <Button
          look="strong"
          isDisabled={!hasRange || (entries.data ?? []).length === 0}
          onPress={() => void navigate({ search: (before) => ({ ...before, step: 'details' }) })}
        >
          {messages.goOn}
        </Button>
      </div>
    </Section>
  )
}

function TimeLines({ entries }: { readonly entries: readonly TimeRecord[] }) {
  const messages = useMoneyMessages()
  const formats = useFormats()
  const lines = groupIntoTimeLines(entries)
  const { hours, amount } = sumTimeLines(lines)
  return (
    <div className={styles.lines}>
      <div className={styles.lineHead} aria-hidden>
        <span>{messages.line}</span>
        <span>{messages.hoursName}</span>
        <span>{messages.rate}</span>
        <span>{messages.amount}</span>
      </div>
      <ul>
        {lines.map((line) => (
          <TimeLineRow key={line.worktypeid} line={line} />
        ))}
      </ul>
      <p className={styles.lineSum}>
        <span>{messages.sum}</span>
        <span>{formats.hours(hours)}</span>
        <span />
        <span>{formats.money(amount)}</span>
      </p>
    </div>
  )
}

function TimeLineRow({ line }: { readonly line: TimeLine }) {
  const messages = useMoneyMessages()
  const formats = useFormats()
  const [open, setOpen] = useState(false)
  const Arrow = open ? ChevronDown : ChevronRight
  return (
    <li>
      <button type="button" className={styles.line} aria-expanded={open} onClick={() => setOpen(!open)}>
        <span className={styles.lineName}>
          <Arrow size={15} aria-hidden />
          <span>
            {line.name}
            <span className={styles.more}> {messages.entries(line.entries.length)}</span>
          </span>
        </span>
        <span>{formats.hours(line.hours)}</span>
        <span>{formats.money(line.rate)}</span>
        <span>{formats.money(line.amount)}</span>
      </button>
      {open && (
        <div className={styles.behind}>
          <EntryList entries={line.entries} cut />
        </div>
      )}
    </li>
  )
}
