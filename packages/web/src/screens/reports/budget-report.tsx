// Budgets: what projects were meant to take and what they took so
// far, in hours or in money as the account budgets.
import type { BudgetRow, Decimal } from '@stint/sdk'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useFormats } from '../../api/formats.ts'
import { useReport } from '../../api/reports.ts'
import { clockText } from '../../kit/hours.ts'
import { sumOfMoney } from '../../kit/money.ts'
import { Gauge } from '../../parts/badge.tsx'
import { Chart } from '../../parts/chart.tsx'
import { ClientFilter, FilterBar, FilterFree } from '../../parts/filter-bar.tsx'
import { useNarrow } from '../../parts/narrow.ts'
import { Empty, Loaded } from '../../parts/page.tsx'
import { RecordTable, type TableColumn } from '../../parts/record-table.tsx'
import { Segments } from '../../parts/segments.tsx'
import { useReportWords } from '../../words/reports.ts'
import { CsvButton } from '../money/csv-button.tsx'
import styles from '../money/money.module.css'

const route = getRouteApi('/reports')

type Row = BudgetRow & { readonly id: number }

export function BudgetReport() {
  const words = useReportWords()
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
        <FilterFree>
          <Segments<'active' | 'inactive'>
            label={words.state}
            options={[
              { id: 'active', name: words.active },
              { id: 'inactive', name: words.inactive },
            ]}
            value={inactive ? 'inactive' : 'active'}
            onChange={(id) => set({ inactive: id === 'inactive' ? true : undefined })}
          />
        </FilterFree>
        <FilterFree end>
          <CsvButton report="budget" asked={asked} />
        </FilterFree>
      </FilterBar>
      <Loaded query={report}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={words.noProjects} />
          ) : (
            <>
              <BudgetChart rows={rows} />
              <BudgetTable rows={rows.map((row) => ({ ...row, id: row.projectid }))} />
            </>
          )
        }
      </Loaded>
    </div>
  )
}

function BudgetChart({ rows }: { readonly rows: readonly BudgetRow[] }) {
  const words = useReportWords()
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
  const words = useReportWords()
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
  const foot = (id: 'value' | 'invoiced' | 'expense') => formats.money(sumOfMoney(rows.map((row) => row[id])))
  return (
    <RecordTable
      short
      label={words.tabs.budget}
      columns={columns}
      records={rows}
      hidden={narrow ? ['client', 'budget', 'hours', 'value', 'invoiced', 'expense'] : []}
      foot={{
        project: words.sum,
        hours: clockText(sumOfMoney(rows.map(({ hours }) => hours))),
        value: foot('value'),
        invoiced: foot('invoiced'),
        expense: foot('expense'),
      }}
    />
  )
}
