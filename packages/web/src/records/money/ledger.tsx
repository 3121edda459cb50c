// The table of invoices, estimates, payments or expenses, with the sums of the loaded rows in its last row. The caller
// provides the columns and the empty state.
import { type ReactNode, useMemo } from 'react'
import { useFormats } from '../../api/formats.ts'
import type { RecordOf } from '../../api/records.ts'
import { useMay, usePortal } from '../../api/session.tsx'
import type { Formats } from '../../kit/format.ts'
import { useLabels } from '../../messages/labels.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { useNarrow } from '../../parts/narrow.ts'
import type { TableColumn } from '../../parts/record-table.tsx'
import { ResourceTable, type ResourceTableProps } from '../resource-table.tsx'

type Kind = 'invoice' | 'estimate' | 'payment' | 'expense'

type LabelsOf<K extends Kind> = ReturnType<typeof useLabels>[K]

/** What is the same on every visit of a list. */
export interface LedgerKind<K extends Kind> {
  readonly name: K
  readonly columns: (labels: LabelsOf<K>, formats: Formats, narrow: boolean) => TableColumn<RecordOf<K>>[]
  readonly hiddenOnPhone: readonly string[]
  /** Sums by the id of their column. */
  readonly sums: (records: readonly RecordOf<K>[], formats: Formats) => Readonly<Record<string, ReactNode>>
  /** The menu of a row, for people who may change the records. */
  readonly menu?: (record: RecordOf<K>) => ReactNode
}

interface LedgerProps<K extends Kind> extends Pick<ResourceTableProps<K>, 'label' | 'filters' | 'empty'> {
  readonly kind: LedgerKind<K>
  /** Columns of values that the signed-in person does not see. */
  readonly unseen?: readonly string[]
  readonly sort: { readonly value: string | undefined; readonly onChange: (sort: string | undefined) => void }
}

export function Ledger<K extends Kind>({ kind, unseen, sort, ...table }: LedgerProps<K>) {
  const { name, columns: columnsOf, hiddenOnPhone, sums, menu } = kind
  const messages = useMoneyMessages()
  const labels = useLabels()[name]
  const formats = useFormats()
  const narrow = useNarrow()
  const mayChange = useMay()(name, 'update')
  // Clients see only their own records.
  const unneeded = usePortal() ? ['client'] : []
  const menuColumn = useMemo(
    () => (menu && mayChange ? [{ id: 'menu', pressed: true, name: messages.actions, width: 60, cell: menu }] : []),
    [menu, mayChange, messages],
  )
  const columns = useMemo(
    () => [...columnsOf(labels, formats, narrow), ...menuColumn],
    [columnsOf, labels, formats, narrow, menuColumn],
  )
  const hidden = narrow ? [...hiddenOnPhone, ...(unseen ?? [])] : (unseen ?? unneeded)
  const first = columns.find(({ id }) => !hidden.includes(id))?.id ?? ''
  const sumText = (loaded: number, count: number): string =>
    count > loaded ? messages.sumOf(formats.number(loaded), formats.number(count)) : messages.sum
  return (
    <ResourceTable<K>
      {...table}
      name={name}
      sort={sort.value}
      onSort={sort.onChange}
      columns={columns}
      hidden={hidden}
      defaultSort="-date"
      foot={(records, count) => ({ [first]: sumText(records.length, count), ...sums(records, formats) })}
    />
  )
}
