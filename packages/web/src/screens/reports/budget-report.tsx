// The budget report: budgets of projects and how much of them is used, in hours or money as the account budgets.

import type { BudgetRow, Decimal } from '@stint/sdk'
import { Link } from '@tanstack/react-router'
import { useFormats } from '../../api/formats.ts'
import { useReport } from '../../api/reports.ts'
import { clockText } from '../../kit/hours.ts'
import { moneySums, sumMoney } from '../../kit/money.ts'
import { useReportMessages } from '../../messages/reports.ts'
import { Gauge } from '../../parts/badge.tsx'
import { ClientFilter } from '../../parts/filter-bar.tsx'
import { EmptyState } from '../../parts/page.tsx'
import { QueryRows } from '../../parts/query-list.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import type { TableColumn } from '../../parts/record-table.tsx'
import { ShortTable } from '../../parts/short-table.tsx'
import { CsvButton } from '../../records/money/csv-button.tsx'
import styles from '../../records/money/money.module.css'
import { UsedChart } from './report-charts.tsx'
import { ActiveProjects, ReportFrame, useReportSearch } from './report-frame.tsx'

const wideOnly = ['client', 'budget', 'hours', 'value', 'invoiced', 'writtendown', 'expense']

type Row = BudgetRow & { readonly id: number }

export function BudgetReport() {
  const messages = useReportMessages()
  const { search, set } = useReportSearch()
  const { clientid, inactive = false } = search
  const query = { clientid, active: !inactive }
  const report = useReport('budget', query)
  return (
    <ReportFrame
      text={messages.budgetText}
      filters={
        <>
          <ClientFilter value={clientid} onChange={(id) => set({ clientid: id })} />
          <ActiveProjects />
        </>
      }
      csv={<CsvButton report="budget" asked={query} />}
    >
      <QueryRows query={report} empty={<EmptyState title={messages.noProjects} />}>
        {(rows) => (
          <>
            <BudgetChart rows={rows} />
            <BudgetTable rows={rows.map((row) => ({ ...row, id: row.projectid }))} />
          </>
        )}
      </QueryRows>
    </ReportFrame>
  )
}

function BudgetChart({ rows }: { readonly rows: readonly BudgetRow[] }) {
  const messages = useReportMessages()
  const budgeted = rows.filter(({ used }) => used !== null)
  if (budgeted.length === 0) return null
  return <UsedChart label={messages.budgetChart} name={messages.used} rows={budgeted} />
}

type MoneyColumn = 'value' | 'invoiced' | 'writtendown' | 'expense'

function BudgetTable({ rows }: { readonly rows: readonly Row[] }) {
  const messages = useReportMessages()
  const formats = useFormats()
  const isWrittenDown = rows.some(({ writtendown }) => !writtendown.equals('0'))
  const inUnit = ({ budgetsin, currency }: BudgetRow, value: Decimal | null): string =>
    value === null ? '' : budgetsin === 'money' ? formats.money(value, currency) : messages.hoursOf(clockText(value))
  const money = (id: MoneyColumn, name: string): TableColumn<Row> => ({
    id,
    name,
    numeric: true,
    cell: (row) => formats.money(row[id], row.currency),
  })
  const columns: TableColumn<Row>[] = [
    {
      id: 'project',
      name: messages.project,
      cell: ({ projectid, project }) => (
        <RecordLink to="/projects/$id" id={projectid} className={styles.clip} text={project} />
      ),
    },
    { id: 'client', name: messages.client, cell: ({ client }) => <span className={styles.clip}>{client}</span> },
    {
      id: 'used',
      name: messages.used,
      width: 170,
      cell: ({ used, project, projectid, budgetperiod }) =>
        used === null && budgetperiod !== '' ? (
          <Link to="/reports" search={{ tab: 'retainer', projectid }} className={styles.small}>
            {messages.perPeriod}
          </Link>
        ) : used === null ? (
          <span className={styles.small}>{messages.noBudget}</span>
        ) : (
          <Gauge
            label={messages.usedOf(project)}
            share={used.toNumber() / 100}
            text={formats.percent(used.toNumber() / 100)}
          />
        ),
    },
    { id: 'budget', name: messages.budget, numeric: true, cell: (row) => inUnit(row, row.budget) },
    { id: 'remaining', name: messages.remaining, numeric: true, cell: (row) => inUnit(row, row.remaining) },
    { id: 'hours', name: messages.hours, numeric: true, cell: ({ hours }) => clockText(hours) },
    money('value', messages.value),
    money('invoiced', messages.invoiced),
    ...(isWrittenDown ? [money('writtendown', messages.writtenDown)] : []),
    money('expense', messages.expenses),
  ]
  const sumOf = (id: MoneyColumn) => moneySums(formats, rows, (row) => row[id])
  const foot = {
    project: messages.sum,
    hours: clockText(sumMoney(rows.map(({ hours }) => hours))),
    value: sumOf('value'),
    invoiced: sumOf('invoiced'),
    ...(isWrittenDown ? { writtendown: sumOf('writtendown') } : {}),
    expense: sumOf('expense'),
  }
  return <ShortTable label={messages.tabs.budget} columns={columns} records={rows} wideOnly={wideOnly} foot={foot} />
}
