// The table of the report of margins. A margin that is not known has its reason: hours without a cost, or a cost in
// another currency.

import type { MarginRow } from '@stint/sdk'
import { useFormats } from '../../api/formats.ts'
import { useMay } from '../../api/session.tsx'
import { clockText, sumHours } from '../../kit/hours.ts'
import { moneySums } from '../../kit/money.ts'
import { useMarginMessages } from '../../messages/margin.ts'
import { RecordLink } from '../../parts/record-link.tsx'
import type { TableColumn } from '../../parts/record-table.tsx'
import { ShortTable } from '../../parts/short-table.tsx'
import styles from '../../records/money/money.module.css'

const wideOnly = ['hours', 'billable', 'cost', 'percent']

export const marginGroupings = ['project', 'client', 'person'] as const
export type MarginGrouping = (typeof marginGroupings)[number]

/** A person can have a row for each currency, so the index is the id. */
type Row = MarginRow & { readonly id: number }

interface TableProps {
  readonly rows: readonly MarginRow[]
  readonly by: MarginGrouping
}

const pages = { project: '/projects/$id', client: '/clients/$id', person: '/people/$id' } as const

function Name({ row: { groupid, name }, by }: { readonly row: Row; readonly by: MarginGrouping }) {
  const messages = useMarginMessages()
  const may = useMay()
  const text = name ?? messages.noClient
  return (
    <span className={styles.clip} data-wide>
      {groupid !== null && may(by, 'read') ? <RecordLink to={pages[by]} id={groupid} text={text} /> : text}
    </span>
  )
}

/** Why there is no margin. */
function NoMargin({ row: { groupid, nocosthours }, by }: { readonly row: Row; readonly by: MarginGrouping }) {
  const messages = useMarginMessages()
  const may = useMay()
  if (nocosthours.equals('0')) return <span className={styles.small}>{messages.otherCurrency}</span>
  if (by !== 'person' || groupid === null)
    return <span className={styles.small}>{messages.withoutCost(clockText(nocosthours))}</span>
  return may('person', 'update') ? (
    <RecordLink to="/people/$id" id={groupid} text={messages.noCostRate} />
  ) : (
    <span className={styles.small}>{messages.noCostRate}</span>
  )
}

function useMarginColumns(by: MarginGrouping): TableColumn<Row>[] {
  const messages = useMarginMessages()
  const formats = useFormats()
  const hours = (id: 'hours' | 'billable'): TableColumn<Row> => ({
    ...{ id, name: messages[id], numeric: true, width: 90 },
    cell: (row) => clockText(row[id]),
  })
  return [
    { id: 'name', name: messages.groupings[by], cell: (row) => <Name row={row} by={by} /> },
    hours('hours'),
    hours('billable'),
    {
      ...{ id: 'revenue', name: messages.revenue, numeric: true, width: 130 },
      cell: ({ revenue, currency }) => formats.money(revenue, currency),
    },
    {
      ...{ id: 'cost', name: messages.cost, numeric: true, width: 130 },
      cell: ({ cost, costcurrency }) => formats.money(cost, costcurrency),
    },
    {
      ...{ id: 'margin', name: messages.margin, numeric: true, width: 140 },
      cell: (row) => (row.margin === null ? <NoMargin row={row} by={by} /> : formats.money(row.margin, row.currency)),
    },
    {
      ...{ id: 'percent', name: messages.percent, numeric: true, width: 100 },
      cell: ({ marginpercent }) => marginpercent && formats.percent(marginpercent.toNumber() / 100),
    },
  ]
}

export function MarginTable({ rows, by }: TableProps) {
  const messages = useMarginMessages()
  const formats = useFormats()
  const columns = useMarginColumns(by)
  const isKnown = rows.every(({ margin }) => margin !== null)
  const costs = rows.map(({ cost, costcurrency }) => ({ cost, currency: costcurrency }))
  const foot = {
    name: messages.sum,
    hours: clockText(sumHours(rows.map((row) => row.hours))),
    billable: clockText(sumHours(rows.map(({ billable }) => billable))),
    revenue: moneySums(formats, rows, ({ revenue }) => revenue),
    cost: moneySums(formats, costs, ({ cost }) => cost),
    margin: isKnown ? moneySums(formats, rows, ({ margin }) => margin) : messages.unknown,
  }
  return (
    <ShortTable
      label={messages.margin}
      columns={columns}
      records={rows.map((row, id) => ({ ...row, id }))}
      wideOnly={wideOnly}
      foot={foot}
    />
  )
}
