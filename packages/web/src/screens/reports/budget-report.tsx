// Budgets: what projects were meant to take and what they took so
// far, in hours or in money as the account budgets.
import type { BudgetRow, Decimal } from '@stint/sdk'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useFormats } from '../../api/formats.ts'
import { useReport } from '../../api/reports.ts'
import { clockText } from '../../kit/hours.ts'
import { sumMoney } from '../../kit/money.ts'
import { useReportMessages } from '../../messages/reports.ts'
import { Gauge } from '../../parts/badge.tsx'
import { Chart } from '../../parts/chart.tsx'
import { ClientFilter, FilterBar, FilterItem } from '../../parts/filter-bar.tsx'
import { useNarrow } from '../../parts/narrow.ts'
import { EmptyState, QueryView } from '../../parts/page.tsx'
import { RecordTable, type TableColumn } from '../../parts/record-table.tsx'
import { SegmentedControl } from '../../parts/segmented-control.tsx'
import { CsvButton } from '../../records/money/csv-button.tsx'
import styles from '../../records/money/money.module.css'

const route = getRouteApi('/reports')

type Row = BudgetRow & { readonly id: number }

export function BudgetReport() {
  const words = useReportMessages()
  const { clientid, inactive = false } = route.useSearch()
  const navigate = route.useNavigate()
  const asked = { clientid, active: !inactive }
  const report = useReport('budget', asked)
  const set = (change: { clientid?: number | undefined; inactive?: true | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
  return (
    <div className={styles.stack}>
      <p className={styles.quiet}>{words.budgetText}</p>
      <FilterBar>
        <ClientFilter value={clientid} onChange={(id) => set({ clientid: id })} />
        <FilterItem>
          <SegmentedControl<'active' | 'inactive'>
            label={words.state}
            options={[
              { id: 'active', name: words.active },
              { id: 'inactive', name: words.inactive },
            ]}
            value={inactive ? 'inactive' : 'active'}
            onChange={(id) => set({ inactive: id === 'inactive' ? true : undefined })}
          />
        </FilterItem>
        <FilterItem end>
          <CsvButton report="budget" asked={asked} />
        </FilterItem>
      </FilterBar>
      <QueryView query={report}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title={words.noProjects} />
          ) : (
            <>
              <BudgetChart rows={rows} />
              <BudgetTable rows={rows.map((row) => ({ ...row, id: row.projectid }))} />
            </>
          )
        }
      </QueryView>
    </div>
  )
}

function BudgetChart({ rows }: { readonly rows: readonly BudgetRow[] }) {
  const words = useReportMessages()
  const formats = useFormats()
  const budgeted = rows.filter(({ used }) => used !== null)
  if (budgeted.length === 0) return null
  return (
    <Chart
      label={words.budgetChart}
      labels={budgeted.map(({ project }) => project)}
      series={[{ name: words.used, values: budgeted.map(({ used }) => used?.toNumber() ?? null), tone: 'accent' }]}
      format={(value) => formats.percent(value / 100)}
      across
    />
  )
}

function BudgetTable({ rows }: { readonly rows: readonly Row[] }) {
  const words = useReportMessages()
  const formats = useFormats()
  const narrow = useNarrow()
  const inUnit = ({ budgetsin }: BudgetRow, value: Decimal | null): string =>
    value === null ? '' : budgetsin === 'money' ? formats.money(value) : words.hoursOf(clockText(value))
  const money = (id: 'value' | 'invoiced' | 'expense', name: string): TableColumn<Row> => ({
    id,
    name,
    numeric: true,
    cell: (row) => formats.money(row[id]),
  })
  const columns: TableColumn<Row>[] = [
    {
      id: 'project',
      name: words.project,
      cell: ({ projectid, project }) => (
        <Link to="/projects/$id" params={{ id: String(projectid) }} className={styles.clip}>
          {project}
        </Link>
      ),
    },
    { id: 'client', name: words.client, cell: ({ client }) => <span className={styles.clip}>{client}</span> },
    {
      id: 'used',
      name: words.used,
      width: 170,
      cell: ({ used, project }) =>
        used === null ? (
          <span className={styles.small}>{words.noBudget}</span>
        ) : (
          <Gauge
            label={words.usedOf(project)}
            share={used.toNumber() / 100}
            text={formats.percent(used.toNumber() / 100)}
          />
        ),
    },
    { id: 'budget', name: words.budget, numeric: true, cell: (row) => inUnit(row, row.budget) },
    { id: 'remaining', name: words.remaining, numeric: true, cell: (row) => inUnit(row, row.remaining) },
    { id: 'hours', name: words.hours, numeric: true, cell: ({ hours }) => clockText(hours) },
    money('value', words.value),
    money('invoiced', words.invoiced),
    money('expense', words.expenses),
  ]
  const foot = (id: 'value' | 'invoiced' | 'expense') => formats.money(sumMoney(rows.map((row) => row[id])))
  return (
    <RecordTable
      short
      label={words.tabs.budget}
      columns={columns}
      records={rows}
      hidden={narrow ? ['client', 'budget', 'hours', 'value', 'invoiced', 'expense'] : []}
      foot={{
        project: words.sum,
        hours: clockText(sumMoney(rows.map(({ hours }) => hours))),
        value: foot('value'),
        invoiced: foot('invoiced'),
        expense: foot('expense'),
      }}
    />
  )
}
