// The second step of a new invoice: the range of days, and a preview of the lines that its hours will give. Each line
// can show its time entries. Hours of the future and of weeks that are not approved are marked, and can be left out.

import type { TimeRecord } from '@stint/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useFormats, useToday } from '../../api/formats.ts'
import { useAll, useOne } from '../../api/records.ts'
import { useSession } from '../../api/session.tsx'
import { sumHours } from '../../kit/hours.ts'
import type { Span, SpanName } from '../../kit/spans.ts'
import { useInvoiceLineMessages } from '../../messages/invoice-lines.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { CheckField } from '../../parts/fields.tsx'
import { FilterBar, SpanFilter } from '../../parts/filter-bar.tsx'
import { EmptyState, Section } from '../../parts/page.tsx'
import { QueryRows } from '../../parts/query-list.tsx'
import { EntryList } from '../../records/time/entry-list.tsx'
import { ColumnNames } from './column-names.tsx'
import { GroupingField } from './grouping-field.tsx'
import styles from './wizard.module.css'
import {
  billedEntries,
  type DoubtfulHours,
  type ExcludedHours,
  groupIntoTimeLines,
  groupingOf,
  type LineNames,
  sumTimeLines,
  type TimeLine,
} from './wizard-lines.ts'

const route = getRouteApi('/invoices/new')
const spans: readonly SpanName[] = ['thisWeek', 'lastWeek', 'thisMonth', 'lastMonth', 'thisQuarter', 'thisYear']

/** The billable time of the project that is on no invoice, and which of it is doubtful. */
export function useUnbilledTime(projectid: number, { datebegin, dateend }: Span, enabled = true) {
  const today = useToday()
  const which = { projectid, billable: true, invoiced: false, datebegin, dateend, sortfield: 't.date' } as const
  const entries = useAll('time', which, enabled)
  const unapproved = useAll('time', { ...which, approved: false }, enabled)
  const doubtful: DoubtfulHours = {
    future: new Set((entries.data ?? []).flatMap(({ id, date }) => (date > today ? [id] : []))),
    unapproved: new Set((unapproved.data ?? []).map(({ id }) => id)),
  }
  return { entries, doubtful }
}

/** How the lines of the new invoice are grouped and named. */
export function useLineNames(): LineNames {
  const { groupby } = route.useSearch()
  const { nameInGroup } = useInvoiceLineMessages()
  const formats = useFormats()
  return { grouping: groupingOf(groupby), dayName: formats.exactDay, nameInGroup }
}

export function WizardHours({ projectid }: { readonly projectid: number }) {
  const messages = useMoneyMessages()
  const { restricted } = useSession()
  const { datebegin, dateend, excludefuture = false, excludeunapproved = false, groupby } = route.useSearch()
  const navigate = route.useNavigate()
  const project = useOne('project', projectid)
  const { entries, doubtful } = useUnbilledTime(projectid, { datebegin, dateend })
  const excluded = { excludefuture, excludeunapproved }
  const billed = billedEntries(entries.data ?? [], doubtful, excluded)
  const exclude = (change: Partial<ExcludedHours>): void =>
    void navigate({
      search: (before) => withoutFalse({ ...before, ...excluded, ...change }),
      replace: true,
    })
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
        <GroupingField
          value={groupingOf(groupby)}
          onChange={(word) => void navigate({ search: (before) => ({ ...before, groupby: word }), replace: true })}
        />
      </FilterBar>
      {restricted && <p className={styles.more}>{messages.restrictedHint}</p>}
      <QueryRows query={entries} empty={<EmptyState title={messages.noHours}>{messages.noHoursText}</EmptyState>}>
        {(list) => (
          <>
            <Exclusions entries={list} doubtful={doubtful} excluded={excluded} onChange={exclude} />
            <TimeLines entries={billed} doubtful={doubtful} currency={project.data?.currency} />
          </>
        )}
      </QueryRows>
      <div className={styles.end}>
        <Button onPress={() => void navigate({ search: {} })}>{messages.back}</Button>
        <Button
          look="strong"
          isDisabled={!hasRange || billed.length === 0}
          onPress={() => void navigate({ search: (before) => ({ ...before, step: 'details' }) })}
        >
          {messages.goOn}
        </Button>
      </div>
    </Section>
  )
}

/** Flags that are off are not in the URL. */
const withoutFalse = <T extends ExcludedHours>({ excludefuture, excludeunapproved, ...rest }: T) => ({
  ...rest,
  ...(excludefuture ? { excludefuture } : {}),
  ...(excludeunapproved ? { excludeunapproved } : {}),
})

interface ExclusionsProps {
  readonly entries: readonly TimeRecord[]
  readonly doubtful: DoubtfulHours
  readonly excluded: ExcludedHours
  readonly onChange: (change: Partial<ExcludedHours>) => void
}

/** One checkbox for each group of doubtful hours that there are. */
function Exclusions({ entries, doubtful, excluded, onChange }: ExclusionsProps) {
  const messages = useMoneyMessages()
  const formats = useFormats()
  const hoursIn = (ids: ReadonlySet<number>): string =>
    formats.hours(sumHours(entries.flatMap(({ id, time }) => (ids.has(id) ? [time] : []))))
  return (
    <>
      {doubtful.future.size > 0 && (
        <CheckField
          label={messages.excludeFuture(hoursIn(doubtful.future))}
          value={excluded.excludefuture}
          onChange={(excludefuture) => onChange({ excludefuture })}
        />
      )}
      {doubtful.unapproved.size > 0 && (
        <CheckField
          label={messages.excludeUnapproved(hoursIn(doubtful.unapproved))}
          value={excluded.excludeunapproved}
          onChange={(excludeunapproved) => onChange({ excludeunapproved })}
        />
      )}
    </>
  )
}

interface TimeLinesProps {
  readonly currency: string | undefined
  readonly entries: readonly TimeRecord[]
  readonly doubtful: DoubtfulHours
}

function TimeLines({ entries, doubtful, currency }: TimeLinesProps) {
  const messages = useMoneyMessages()
  const formats = useFormats()
  const lines = groupIntoTimeLines(entries, useLineNames())
  const { hours, amount } = sumTimeLines(lines)
  return (
    <div className={styles.lines}>
      <ColumnNames
        className={styles.lineHead}
        names={[messages.line, messages.hoursName, messages.rate, messages.amount]}
      />
      <ul>
        {lines.map((line) => (
          <TimeLineRow key={line.key} line={line} doubtful={doubtful} currency={currency} />
        ))}
      </ul>
      <p className={styles.lineSum}>
        <span>{messages.sum}</span>
        <span>{formats.hours(hours)}</span>
        <span />
        <span>{formats.money(amount, currency)}</span>
      </p>
    </div>
  )
}

interface TimeLineRowProps extends Omit<TimeLinesProps, 'entries'> {
  readonly line: TimeLine
}

function TimeLineRow({ line, doubtful, currency }: TimeLineRowProps) {
  const messages = useMoneyMessages()
  const formats = useFormats()
  const [open, setOpen] = useState(false)
  const countIn = (ids: ReadonlySet<number>): number => line.entries.filter(({ id }) => ids.has(id)).length
  const [future, unapproved] = [countIn(doubtful.future), countIn(doubtful.unapproved)]
  const Arrow = open ? ChevronDown : ChevronRight
  return (
    <li>
      <button type="button" className={styles.line} aria-expanded={open} onClick={() => setOpen(!open)}>
        <span className={styles.lineName}>
          <Arrow size={15} aria-hidden />
          <span>
            {line.name}
            <span className={styles.more}> {messages.entries(line.entries.length)}</span>{' '}
            {future > 0 && <Badge tone="warn">{messages.inFuture(future)}</Badge>}{' '}
            {unapproved > 0 && <Badge tone="warn">{messages.notApproved(unapproved)}</Badge>}
          </span>
        </span>
        <span>{formats.hours(line.hours)}</span>
        <span>{formats.money(line.rate, currency)}</span>
        <span>{formats.money(line.amount, currency)}</span>
      </button>
      {open && (
        <div className={styles.behind}>
          <EntryList entries={line.entries} cut />
        </div>
      )}
    </li>
  )
}
