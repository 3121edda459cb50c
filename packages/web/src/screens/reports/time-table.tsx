// The table of the time report: each group with its hours, billable hours and share of the total. A click opens its
// entries.
import type { Decimal } from '@stint/sdk'
import { useMemo, useState } from 'react'
import { useFormats } from '../../api/formats.ts'
import { clockText, sumHours } from '../../kit/hours.ts'
import { useReportMessages } from '../../messages/reports.ts'
import { Gauge } from '../../parts/badge.tsx'
import { useNarrow } from '../../parts/narrow.ts'
import { RecordTable, type Sorting, type TableColumn } from '../../parts/record-table.tsx'
import styles from '../../records/money/money.module.css'
import { changeText } from './report-frame.tsx'
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

/** All columns; those of the comparison are hidden without one. */
function useTimeColumns({ by, onOpen }: TableProps, all: Decimal): TableColumn<Group>[] {
  const messages = useReportMessages()
  const formats = useFormats()
  return useMemo((): TableColumn<Group>[] => {
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
        id: 'before',
        name: messages.before,
        numeric: true,
        width: 90,
        cell: ({ before }) => before && clockText(before),
      },
      {
        id: 'change',
        name: messages.change,
        numeric: true,
        width: 90,
        cell: ({ hours, before }) => before && changeText(hours, before, formats),
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
}

export function TimeTable(props: TableProps) {
  const { groups, by } = props
  const messages = useReportMessages()
  const formats = useFormats()
  const narrow = useNarrow()
  const [sorting, setSorting] = useState<Sorting>()
  const all = sumHours(groups.map(({ hours }) => hours))
  const before = groups.flatMap((group) => group.before ?? [])
  const comparison = before.length > 0 ? [] : ['before', 'change']
  const columns = useTimeColumns(props, all)
  return (
    <RecordTable
      short
      label={messages.timeChart(messages.groupings[by])}
      columns={columns}
      records={sortGroups(groups, sorting)}
      hidden={[...comparison, ...(narrow ? ['share', 'entries', 'before'] : [])]}
      sorting={sorting}
      onSort={setSorting}
      foot={{
        name: messages.sum,
        hours: clockText(all),
        before: clockText(sumHours(before)),
        change: changeText(all, sumHours(before), formats),
        billable: clockText(sumHours(groups.map(({ billable }) => billable))),
        entries: formats.number(groups.reduce((sum, { entries }) => sum + entries, 0)),
      }}
    />
  )
}
