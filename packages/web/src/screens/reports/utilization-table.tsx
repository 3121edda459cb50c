// The table of the report of utilization: capacity, hours and their shares. More hours than the capacity are marked,
// and a person without weekly hours has a link to set them.

import type { Decimal, UtilizationRow } from '@stint/sdk'
import { useFormats } from '../../api/formats.ts'
import { useMay } from '../../api/session.tsx'
import { clockText, sumHours } from '../../kit/hours.ts'
import { useUtilizationMessages } from '../../messages/utilization.ts'
import { Gauge } from '../../parts/badge.tsx'
import { useNarrow } from '../../parts/narrow.ts'
import { RecordLink } from '../../parts/record-link.tsx'
import type { TableColumn } from '../../parts/record-table.tsx'
import { ShortTable } from '../../parts/short-table.tsx'
import styles from '../../records/money/money.module.css'

const wideOnly = ['capacity', 'billable', 'logged']

export interface LabelledRow extends UtilizationRow {
  /** The index of the row; tables need an id. */
  readonly id: number
  readonly label: string
}

interface TableProps {
  readonly rows: readonly LabelledRow[]
  readonly by: 'person' | 'week' | 'month'
}

/** Compared by hours, because a percentage is cut to 100 when the capacity is exceeded by a little. */
const isOver = ({ hours, capacity }: UtilizationRow): boolean => capacity !== null && hours.compare(capacity) > 0

function Name({ row }: { readonly row: LabelledRow }) {
  const { personid, capacity, label } = row
  const messages = useUtilizationMessages()
  const may = useMay()
  return (
    <>
      {/* Others see a capacity of people whom they see; without one there may be no page to open. */}
      {personid !== null && (capacity !== null || may('person', 'update')) ? (
        <RecordLink to="/people/$id" id={personid} className={styles.clip} text={label} />
      ) : (
        <span className={styles.clip}>{label}</span>
      )}
      {isOver(row) && (
        <span className={styles.under} data-tone="bad">
          {messages.over}
        </span>
      )}
    </>
  )
}

/** What is shown instead of a share. */
function NoShare({ row: { personid, capacity } }: { readonly row: LabelledRow }) {
  const messages = useUtilizationMessages()
  const may = useMay()
  if (capacity !== null) return <span className={styles.small}>{messages.noCapacity}</span>
  return personid !== null && may('person', 'update') ? (
    <RecordLink to="/people/$id" id={personid} text={messages.notSet} />
  ) : (
    <span className={styles.small}>{messages.notKnown}</span>
  )
}

function useUtilizationColumns(by: TableProps['by'], narrow: boolean): TableColumn<LabelledRow>[] {
  const messages = useUtilizationMessages()
  const formats = useFormats()
  const amount = (id: 'hours' | 'billable', name: string): TableColumn<LabelledRow> => ({
    ...{ id, name, numeric: true, width: 90 },
    cell: (row) => clockText(row[id]),
  })
  const gauge = (label: string, percent: Decimal, over: boolean) => {
    const share = percent.toNumber() / 100
    return (
      <Gauge label={label} share={over ? Math.max(share, 1.01) : share} text={formats.percent(share)} calm={!over} />
    )
  }
  return [
    { id: 'name', name: messages.groupings[by], cell: (row) => <Name row={row} /> },
    {
      ...{ id: 'capacity', name: messages.capacity, numeric: true, width: 90 },
      cell: ({ capacity }) => capacity && clockText(capacity),
    },
    amount('hours', messages.hours),
    amount('billable', messages.billable),
    {
      ...{ id: 'utilization', name: messages.utilization, width: narrow ? 120 : 170 },
      cell: (row) =>
        row.utilization === null ? (
          <NoShare row={row} />
        ) : (
          gauge(messages.utilizationOf(row.label), row.utilization, false)
        ),
    },
    {
      ...{ id: 'logged', name: messages.logged, width: 170 },
      cell: (row) => row.logged && gauge(messages.loggedOf(row.label), row.logged, isOver(row)),
    },
  ]
}

export function UtilizationTable({ rows, by }: TableProps) {
  const messages = useUtilizationMessages()
  const narrow = useNarrow()
  const columns = useUtilizationColumns(by, narrow)
  const foot = {
    name: messages.sum,
    capacity: clockText(sumHours(rows.flatMap(({ capacity }) => capacity ?? []))),
    hours: clockText(sumHours(rows.map(({ hours }) => hours))),
    billable: clockText(sumHours(rows.map(({ billable }) => billable))),
  }
  return <ShortTable label={messages.utilization} columns={columns} records={rows} wideOnly={wideOnly} foot={foot} />
}
