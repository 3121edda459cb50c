// Columns that the lists of invoices, payments and expenses share, and the filters by client and project.
import type { IsoDate } from '@stint/sdk'
import type { ReactNode } from 'react'
import type { Formats } from '../../kit/format.ts'
import type { useMoneyMessages } from '../../messages/money.ts'
import { ClientFilter, ProjectFilter } from '../../parts/filter-bar.tsx'
import type { TableColumn } from '../../parts/record-table.tsx'
import type { SearchChange } from '../../parts/search-params.ts'
import styles from './money.module.css'
import { moneyColumn } from './money-column.ts'

export type MoneyMessages = ReturnType<typeof useMoneyMessages>

export const clipped = (text: string | null | undefined) => <span className={styles.clip}>{text}</span>

export const dateColumn = <R extends { readonly date: IsoDate }>(name: string, formats: Formats): TableColumn<R> => ({
  id: 'date',
  name,
  sort: 'date',
  width: 120,
  cell: ({ date }) => formats.day(date),
})

export const amountColumn: typeof moneyColumn = (id, ...rest) => ({
  ...moneyColumn(id, ...rest),
  sort: id,
  width: 120,
})

/** The menu of each row, for people who may change the records. */
export const menuColumn = <R,>(
  messages: MoneyMessages,
  mayChange: boolean,
  menu: (record: R) => ReactNode,
): TableColumn<R>[] => (mayChange ? [{ id: 'menu', pressed: true, name: messages.actions, width: 60, cell: menu }] : [])

interface ClientProjectSearch {
  readonly clientid?: number | undefined
  readonly projectid?: number | undefined
}

interface ClientProjectFiltersProps {
  readonly search: ClientProjectSearch
  readonly set: (change: SearchChange<ClientProjectSearch>) => void
  /** Clients see only their own records, so they get no client filter. */
  readonly isClient: boolean
}

export function ClientProjectFilters({ search, set, isClient }: ClientProjectFiltersProps) {
  const { clientid, projectid } = search
  return (
    <>
      {!isClient && <ClientFilter value={clientid} onChange={(id) => set({ clientid: id, projectid: undefined })} />}
      <ProjectFilter clientid={clientid} value={projectid} onChange={(id) => set({ projectid: id })} />
    </>
  )
}
