// The table of the time report: each group with its hours, billable hours and share of the total. A click opens its
// entries.
import { useMemo, useState } from 'react'
import { useFormats } from '../../api/formats.ts'
import { clockText, sumHours } from '../../kit/hours.ts'
import { useReportMessages } from '../../messages/reports.ts'
import { Gauge } from '../../parts/badge.tsx'
import { useNarrow } from '../../parts/narrow.ts'
import { RecordTable, type Sorting, type TableColumn } from '../../parts/record-table.tsx'
import styles from '../../records/money/money.module.css'
import type { Grouping } from './search.ts'
import type { Group } from './time-groups.ts'

interface TableProps {
  readonly groups: readonly Group[]
  readonly by: Grouping
  readonly onOpen: (group: Group) => void
}

function sortGroups(groups: readonly Group[], sorting: Sorting | undefined): readonly Group[] {
  if (sorting === undefined) return groups
  const way = sorting.down ? -1 : 1
  return groups.toSorted((a, b) => {
    if (sorting.field === 'name') return way * a.label.localeCompare(b.label)
    if (sorting.field === 'entries') return way * (a.entries - b.entries)
    const field = sorting.field === 'billable' ? 'billable' : 'hours'
    return way * a[field].compare(b[field])
  })
}

export function TimeTable({ groups, by, onOpen }: TableProps) {
  const messages = useReportMessages()
  const formats = useFormats()
  const narrow = useNarrow()
  const [sorting, setSorting] = useState<Sorting>()
  const all = sumHours(groups.map(({ hours }) => hours))
  const columns = useMemo((): TableColumn<Group>[] => {
    const shareOf = (group: Group): number => (all.equals('0') ? 0 : group.hours.toNumber() / all.toNumber())
    return [
      {
        id: 'name',
        name: messages.groupings[by],
        sort: 'name',
        cell: (group) =>
          group.entries === 0 ? (
            <span className={styles.quiet}>{group.label}</span>
          ) : (
            <button
              type="button"
              className={`${styles.linkButton} ${styles.clip}`}
              data-wide
              onClick={() => onOpen(group)}
            >
              {group.label}
            </button>
          ),
      },
      {
        id: 'hours',
        name: messages.hours,
        sort: 'hours',
        numeric: true,
        width: 90,
        cell: ({ hours }) => clockText(hours),
      },
      {
        id: 'billable',
        name: messages.billable,
        sort: 'billable',
        numeric: true,
        width: 90,
        cell: ({ billable }) => clockText(billable),
      },
      {
        id: 'entries',
        name: messages.entries,
        sort: 'entries',
        numeric: true,
        width: 90,
        cell: ({ entries }) => formats.number(entries),
      },
      {
        id: 'share',
        name: messages.share,
        width: 200,
        cell: (group) => (
          <Gauge label={messages.shareOf(group.label)} share={shareOf(group)} text={formats.percent(shareOf(group))} />
        ),
      },
    ]
  }, [messages, formats, by, onOpen, all])
  return (
    <RecordTable
      short
      label={messages.timeChart(messages.groupings[by])}
      columns={columns}
      records={sortGroups(groups, sorting)}
      hidden={narrow ? ['share', 'entries'] : []}
      sorting={sorting}
      onSort={setSorting}
      foot={{
        name: messages.sum,
        hours: clockText(all),
        billable: clockText(sumHours(groups.map(({ billable }) => billable))),
        entries: formats.number(groups.reduce((sum, { entries }) => sum + entries, 0)),
      }}
    />
  )
}
