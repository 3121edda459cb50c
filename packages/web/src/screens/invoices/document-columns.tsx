// The columns that the lists of invoices and estimates share: number, title, client, date, last day and total. Each
// list adds its own after them.
import type { Decimal, IsoDate } from '@stint/sdk'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Formats } from '../../kit/format.ts'
import type { TableColumn } from '../../parts/record-table.tsx'
import { amountColumn, clipped, dateColumn } from '../../records/money/ledger-columns.tsx'
import styles from '../../records/money/money.module.css'

interface ListedDocument {
  readonly id: number
  readonly title: string
  readonly client: string | null
  readonly date: IsoDate
  readonly total: Decimal
  readonly currency: string
}

type Labels = Readonly<Record<'localid' | 'title' | 'client' | 'date' | 'total', string>>

interface DocumentList<R> {
  readonly to: '/invoices/$id' | '/estimates/$id'
  readonly numberOf: (record: R) => string
  /** Shown below the title. */
  readonly below: (record: R) => ReactNode
  /** Until when it is to be paid or accepted. */
  readonly lastDay: { readonly field: string; readonly name: string; readonly of: (record: R) => IsoDate | null }
}

const narrower = <R,>(column: TableColumn<R>): TableColumn<R> => ({ ...column, width: 110 })

export function documentColumns<R extends ListedDocument>(
  labels: Labels,
  formats: Formats,
  { to, numberOf, below, lastDay }: DocumentList<R>,
): TableColumn<R>[] {
  const linked = (id: number, text: string) => (
    <Link to={to} params={{ id: String(id) }} className={styles.clip} data-wide>
      {text}
    </Link>
  )
  const lastDayOf = (record: R): string => {
    const day = lastDay.of(record)
    return day === null ? '' : formats.day(day)
  }
  return [
    {
      id: 'number',
      name: labels.localid,
      sort: 'localid',
      width: 76,
      cell: (record) => linked(record.id, numberOf(record)),
    },
    {
      id: 'title',
      name: labels.title,
      sort: 'title',
      cell: (record) => (
        <>
          {linked(record.id, record.title)}
          <span className={styles.under}>{below(record)}</span>
        </>
      ),
    },
    { id: 'client', name: labels.client, sort: 'client', cell: ({ client }) => clipped(client) },
    narrower(dateColumn(labels.date, formats)),
    { id: lastDay.field, name: lastDay.name, sort: lastDay.field, width: 110, cell: lastDayOf },
    narrower(amountColumn('total', labels.total, formats, ({ total }) => total)),
  ]
}
