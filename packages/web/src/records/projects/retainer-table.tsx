// The periods of budgets per month, quarter or year as a table: budget, carried over, available, used and remaining.
// The report has them of all projects, the page of a project its own.
import type { Decimal, RetainerRow } from '@stint/sdk'
import { useFormats } from '../../api/formats.ts'
import type { Formats } from '../../kit/format.ts'
import { useRetainerMessages } from '../../messages/retainers.ts'
import { Badge, Gauge } from '../../parts/badge.tsx'
import { useNarrow } from '../../parts/narrow.ts'
import { RecordLink } from '../../parts/record-link.tsx'
import { RecordTable, type TableColumn } from '../../parts/record-table.tsx'
import styles from '../money/money.module.css'
import { budgetUsed } from './budget-gauge.tsx'

type Row = RetainerRow & { readonly id: number }

/** November 2026, 1 Oct – 31 Dec, or 2026. */
export function usePeriodName(): (row: RetainerRow) => string {
  const formats = useFormats()
  return ({ budgetperiod, datebegin, dateend }) => {
    if (budgetperiod === 'month') return formats.month(datebegin)
    return budgetperiod === 'year' ? datebegin.slice(0, 4) : formats.range(datebegin, dateend)
  }
}

const amountText = (formats: Formats, { budgetsin, currency }: RetainerRow, amount: Decimal): string =>
  budgetsin === 'money' ? formats.money(amount, currency) : formats.hours(amount)

interface RetainerTableProps {
  readonly rows: readonly RetainerRow[]
  /** With the projects, where there are several. */
  readonly projects?: boolean
}

export function RetainerTable({ rows, projects = false }: RetainerTableProps) {
  const messages = useRetainerMessages()
  const formats = useFormats()
  const nameOf = usePeriodName()
  const narrow = useNarrow()
  const amount = (id: string, name: string, of: (row: Row) => Decimal): TableColumn<Row> => ({
    id,
    name,
    numeric: true,
    cell: (row) => amountText(formats, row, of(row)),
  })
  const columns: TableColumn<Row>[] = [
    {
      id: 'project',
      name: messages.project,
      cell: ({ projectid, project }) => (
        <RecordLink to="/projects/$id" id={projectid} className={styles.clip} text={project} />
      ),
    },
    { id: 'period', name: messages.period, cell: nameOf },
    amount('budget', messages.budget, ({ budget }) => budget),
    amount('carriedover', messages.carriedOver, ({ carriedover }) => carriedover),
    amount('available', messages.available, ({ available }) => available),
    amount('hours', messages.used, budgetUsed),
    {
      id: 'used',
      name: messages.share,
      width: narrow ? 120 : 150,
      cell: (row) =>
        row.used === null ? (
          <Badge tone="warn">{messages.nothingAvailable}</Badge>
        ) : (
          <Gauge
            label={messages.usedOf(row.project, nameOf(row))}
            share={row.used.toNumber() / 100}
            text={formats.percent(row.used.toNumber() / 100)}
          />
        ),
    },
    amount('remaining', messages.remaining, ({ remaining }) => remaining),
  ]
  const hidden = [
    ...(projects ? [] : ['project']),
    ...(narrow ? ['budget', 'carriedover', 'hours', ...(projects ? ['available'] : [])] : []),
  ]
  return (
    <RecordTable
      short
      label={messages.title}
      columns={columns}
      records={rows.map((row, id) => ({ ...row, id }))}
      hidden={hidden}
    />
  )
}
